/* Runs a 6502 routine on fake6502: 6502 MEMORY OUT A X Y P S PC HOME
   Prints the cycles and the nanoseconds; writes the memory to OUT. */
#include "harness.h"
#include "fake6502.h"

static uint8_t start[1 << 16], memory[1 << 16];

uint8_t fake6502_mem_read(fake6502_context *c, uint16_t at) { return memory[at]; }

void fake6502_mem_write(fake6502_context *c, uint16_t at, uint8_t v) {
	if (at < 0x4000) /* RAM */
		memory[at] = v;
}

static uint64_t run(unsigned *r) {
	fake6502_context c;
	uint64_t cycles = 0;
	memcpy(memory, start, sizeof memory);
	memset(&c, 0, sizeof c);
	c.cpu.a = r[0], c.cpu.x = r[1], c.cpu.y = r[2], c.cpu.flags = r[3], c.cpu.s = r[4], c.cpu.pc = r[5];
	while (c.cpu.pc != r[6]) {
		c.emu.clockticks = 0;
		fake6502_step(&c);
		cycles += c.emu.clockticks;
	}
	return cycles;
}

int main(int n, char **arguments) { return harness(n, arguments, start, memory, sizeof memory, run); }
