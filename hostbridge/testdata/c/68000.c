/* Runs a 68000 routine on Musashi: 68000 MEMORY OUT D0 … D7 A0 … A7 PC HOME
   Prints the cycles and the nanoseconds; writes the memory to OUT. At HOME, outside
   the memory, is a branch to itself: a few thousand cycles too many are counted there. */
#include "harness.h"
#include "m68k.h"

static uint8_t start[1 << 17], memory[1 << 17];
static unsigned home;

unsigned m68k_read_memory_8(unsigned at) { return at < sizeof memory ? memory[at] : 0xff; }
unsigned m68k_read_memory_16(unsigned at) {
	return at < sizeof memory - 1 ? memory[at] << 8 | memory[at + 1] : at == home ? 0x60fe : 0xffff;
}
unsigned m68k_read_memory_32(unsigned at) {
	return at < sizeof memory - 3
		? (unsigned)memory[at] << 24 | memory[at + 1] << 16 | memory[at + 2] << 8 | memory[at + 3]
		: at == home ? 0x60feffff : 0xffffffff;
}
/* Only RAM is written, from $10000 on. */
void m68k_write_memory_8(unsigned at, unsigned v) {
	if (at - 0x10000 < 0x10000)
		memory[at] = v;
}
void m68k_write_memory_16(unsigned at, unsigned v) {
	if (at - 0x10000 < 0xffff)
		memory[at] = v >> 8, memory[at + 1] = v;
}
void m68k_write_memory_32(unsigned at, unsigned v) {
	if (at - 0x10000 < 0xfffd)
		memory[at] = v >> 24, memory[at + 1] = v >> 16, memory[at + 2] = v >> 8, memory[at + 3] = v;
}
unsigned m68k_read_disassembler_16(unsigned at) { return m68k_read_memory_16(at); }
unsigned m68k_read_disassembler_32(unsigned at) { return m68k_read_memory_32(at); }

static uint64_t run(unsigned *r) {
	uint64_t cycles = 0;
	memcpy(memory, start, sizeof memory);
	m68k_init();
	m68k_set_cpu_type(M68K_CPU_TYPE_68000);
	m68k_pulse_reset();
	for (int i = 0; i < 8; i++) {
		m68k_set_reg(M68K_REG_D0 + i, r[i]);
		m68k_set_reg(M68K_REG_A0 + i, r[8 + i]);
	}
	m68k_set_reg(M68K_REG_PC, r[16]);
	home = r[17];
	while (m68k_get_reg(0, M68K_REG_PC) != home)
		cycles += m68k_execute(10000);
	return cycles;
}

int main(int n, char **arguments) { return harness(n, arguments, start, memory, sizeof memory, run); }
