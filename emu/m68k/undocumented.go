package m68k

import (
	"fmt"
	"strings"
)

// undocumented returns the opcode at addr, which programs may not use, and what it is on a later
// processor.
func (c *cpu) undocumented(addr uint32) string {
	code := c.control.Code(addr)
	if len(code) < 2 {
		return fmt.Sprintf("$%02X (half a word at the end of the code)", code[0])
	}
	op := c.mem.word(addr)
	name := later(op)
	switch f := c.formOf(op); {
	case addr%2 != 0:
		name = "at an odd address"
	case f.words > 0 && len(code) < 2*int(f.words):
		name = "an instruction that the end of the code cuts off"
	}
	if name == "" {
		return fmt.Sprintf("$%04X", op)
	}
	return fmt.Sprintf("$%04X (%s)", op, name)
}

// pattern is an instruction of a later processor: the bits of its opcodes, which
// processor has it first, and the addressing modes that it has, 0 for any.
type pattern struct {
	mask, bits uint16
	name       string
	processor  int
	modes      uint16
}

// patterns are from the M68000 Family Programmer's Reference Manual, the narrowest first.
var patterns = []pattern{
	{0xFFFE, 0x4AFA, "illegal too", 68000, 0},
	{0xFFFE, 0x4E7A, "movec", 68010, 0},
	{0xFFFF, 0x4E74, "rtd", 68010, 0},
	{0xFFF8, 0x4848, "bkpt", 68010, 0},
	{0xFFC0, 0x42C0, "move from ccr", 68010, dataAlterable},
	{0xFDFF, 0x0CFC, "cas2", 68020, 0},
	{0xF9C0, 0x08C0, "cas", 68020, memoryAlterable},
	{0xFF00, 0x0E00, "moves", 68010, memoryAlterable},
	{0xFFF0, 0x06C0, "rtm", 68020, 0},
	{0xFFC0, 0x06C0, "callm", 68020, control},
	{0xF9C0, 0x00C0, "chk2 or cmp2", 68020, control},
	{0xF1C0, 0x4100, "chk.l", 68020, data},
	{0xFFF8, 0x49C0, "extb.l", 68020, 0},
	{0xFFF8, 0x4808, "link.l", 68020, 0},
	{0xFFC0, 0x4C00, "mulu.l or muls.l", 68020, data},
	{0xFFC0, 0x4C40, "divu.l or divs.l", 68020, data},
	{0xFFC0, 0x4A00, "tst", 68020, modePCDisplacement | modePCIndex | modeImmediate},
	{0xFFC0, 0x4A40, "tst", 68020, modeAn | modePCDisplacement | modePCIndex | modeImmediate},
	{0xFFC0, 0x4A80, "tst", 68020, modeAn | modePCDisplacement | modePCIndex | modeImmediate},
	{0xFF80, 0x0C00, "cmpi", 68020, modePCDisplacement | modePCIndex},
	{0xFFC0, 0x0C80, "cmpi", 68020, modePCDisplacement | modePCIndex},
	{0xF1F0, 0x8140, "pack", 68020, 0},
	{0xF1F0, 0x8180, "unpk", 68020, 0},
	{0xFFC0, 0xE8C0, "bftst", 68020, modeDn | control},
	{0xFFC0, 0xE9C0, "bfextu", 68020, modeDn | control},
	{0xFFC0, 0xEAC0, "bfchg", 68020, modeDn | controlAlterable},
	{0xFFC0, 0xEBC0, "bfexts", 68020, modeDn | control},
	{0xFFC0, 0xECC0, "bfclr", 68020, modeDn | controlAlterable},
	{0xFFC0, 0xEDC0, "bfffo", 68020, modeDn | control},
	{0xFFC0, 0xEEC0, "bfset", 68020, modeDn | controlAlterable},
	{0xFFC0, 0xEFC0, "bfins", 68020, modeDn | controlAlterable},
}

// later returns what an opcode is that the 68000 does not have, or "".
func later(op uint16) string {
	switch {
	case op>>12 == 0xA:
		return "line A"
	case op>>12 == 0xF:
		return "line F"
	case op&0xF0F8 == 0x50F8 && op&7 >= 2 && op&7 <= 4:
		return "trapcc of the 68020"
	}
	for _, p := range patterns {
		if op&p.mask != p.bits {
			continue
		}
		if _, ok := address(op, 2, p.modes); p.modes == 0 || ok {
			return strings.TrimSuffix(fmt.Sprintf("%s of the %d", p.name, p.processor), " of the 68000")
		}
	}
	return ""
}
