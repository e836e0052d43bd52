/* Runs a snapshot of a Z80 on Debian's libz80ex: z80ex SNAPSHOT
   Prints the T-states to the search's return; fails if they or RAM are others than the snapshot says.
   gcc -O2 -o z80ex z80ex.c -lz80ex. docs/witnesses.md describes the file. */
#include <stdio.h>
#include <string.h>
#include <z80ex/z80ex.h>

static unsigned char memory[1 << 16], after[1 << 16];
static unsigned ram, size;

static Z80EX_BYTE get(Z80EX_CONTEXT *c, Z80EX_WORD at, int m1, void *user) { return memory[at]; }
static void set(Z80EX_CONTEXT *c, Z80EX_WORD at, Z80EX_BYTE v, void *user) {
	if (at - ram < size) /* at < ram wraps */
		memory[at] = v;
}
static Z80EX_BYTE in(Z80EX_CONTEXT *c, Z80EX_WORD port, void *user) { return 0xff; }
static void out(Z80EX_CONTEXT *c, Z80EX_WORD port, Z80EX_BYTE v, void *user) {}
static Z80EX_BYTE vector(Z80EX_CONTEXT *c, void *user) { return 0xff; }

int main(int n, char **arguments) {
	static const char *names[] = {"bc", "de", "hl", "ix", "iy", "sp", "pc"};
	static const Z80_REG_T registers[] = {regBC, regDE, regHL, regIX, regIY, regSP, regPC};
	Z80EX_CONTEXT *c = z80ex_create(get, 0, set, 0, in, 0, out, 0, vector, 0);
	FILE *f = n == 2 ? fopen(arguments[1], "rb") : 0;
	char line[256], name[16];
	unsigned value, home = 0, a = 0, flags = 0;
	unsigned long long cycles = 0, want = 0;
	while (f && fgets(line, sizeof line, f) && *line != '\n') {
		sscanf(line, "ram %x %x", &ram, &size), sscanf(line, "home %x", &home), sscanf(line, "cycles %llu", &want);
		sscanf(line, "register a %x", &a), sscanf(line, "register f %x", &flags);
		if (sscanf(line, "register %15s %x", name, &value) == 2)
			for (int i = 0; i < 7; i++)
				if (!strcmp(name, names[i]))
					z80ex_set_reg(c, registers[i], value);
	}
	z80ex_set_reg(c, regAF, a << 8 | flags);
	if (!f || fread(memory, 1, sizeof memory, f) != sizeof memory || fread(after, 1, size, f) != size)
		return fprintf(stderr, "%s: no snapshot of a Z80: want the name of one file\n", n == 2 ? arguments[1] : "z80ex"), 1;
	do
		cycles += z80ex_step(c);
	while (cycles <= want && (z80ex_last_op_type(c) || z80ex_get_reg(c, regPC) != home));
	printf("%llu\n", cycles);
	if (cycles != want || memcmp(memory + ram, after, size))
		return fprintf(stderr, "%llu T-states, want %llu; RAM differs: %d\n", cycles, want, memcmp(memory + ram, after, size) != 0), 1;
	return 0;
}
