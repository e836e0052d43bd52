/* Runs a Z80 routine on superzazu's z80: z80 MEMORY OUT A F BC DE HL SP PC HOME
   Prints the T-states and the nanoseconds; writes the memory to OUT. */
#include "harness.h"
#include "z80.h"

static uint8_t start[1 << 16], memory[1 << 16];

static uint8_t read_byte(void *user, uint16_t at) { return memory[at]; }

static void write_byte(void *user, uint16_t at, uint8_t v) {
	if (at >> 14 == 1) /* RAM */
		memory[at] = v;
}

static uint64_t run(unsigned *r) {
	z80 z;
	memcpy(memory, start, sizeof memory);
	z80_init(&z);
	z.read_byte = read_byte;
	z.write_byte = write_byte;
	z.a = r[0];
	z.sf = r[1] >> 7, z.zf = r[1] >> 6, z.yf = r[1] >> 5, z.hf = r[1] >> 4;
	z.xf = r[1] >> 3, z.pf = r[1] >> 2, z.nf = r[1] >> 1, z.cf = r[1];
	z.b = r[2] >> 8, z.c = r[2];
	z.d = r[3] >> 8, z.e = r[3];
	z.h = r[4] >> 8, z.l = r[4];
	z.sp = r[5];
	z.pc = r[6];
	while (z.pc != r[7])
		z80_step(&z);
	return z.cyc;
}

int main(int n, char **arguments) { return harness(n, arguments, start, memory, sizeof memory, run); }
