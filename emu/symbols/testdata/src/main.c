/* The program of the samples, for three processors. ../make builds it. */
unsigned char total;
static unsigned char turn;
void other(void);

static void add(void)
{
	static unsigned char calls;
	++calls;
	total += calls;
}

int main(void)
{
	for (turn = 0; turn != 10; ++turn)
		add();
	other();
	return total;
}
