/* A unit with a function and a variable of its own under names that main.c has too. */
extern unsigned char total;
static unsigned char turn;

static void add(void)
{
	++turn;
}

void other(void)
{
	add();
	total = turn;
}
