package m68k

// The reasons for which the machine refuses a documented instruction.
const (
	noExceptions = "no exceptions"
	noUserMode   = "no user mode"
)

// unsupported returns the documented instruction with an opcode and why the machine
// refuses it, or "" if it doesn't refuse it or the 68000 doesn't have it.
func unsupported(op uint16) string {
	if formOf(op).words > 0 {
		return ""
	}
	is := func(mode uint16) bool { _, ok := address(op, 2, mode); return ok }
	byteIs := func(mode uint16) bool { _, ok := address(op, 1, mode); return ok }
	switch {
	case op == 0x4AFC:
		return "illegal: " + noExceptions
	case op&0xFFF0 == 0x4E40:
		return "trap: " + noExceptions
	case op == 0x4E76:
		return "trapv: " + noExceptions
	case op == 0x4E73:
		return "rte: " + noExceptions
	case op&0xF1C0 == 0x4180 && is(data):
		return "chk: " + noExceptions
	case op == 0x4E72:
		return "stop: no interrupts"
	case op == 0x4E70:
		return "reset: no other chips"
	case op == 0x007C, op == 0x027C, op == 0x0A7C:
		return "ori, andi or eori to sr: " + noUserMode
	case op&0xFFC0 == 0x46C0 && is(data):
		return "move to sr: " + noUserMode
	case op&0xFFF0 == 0x4E60:
		return "move usp: " + noUserMode
	case op&0xFFC0 == 0x4AC0 && byteIs(dataAlterable):
		return "tas: its bus cycle, which many machines don't have"
	case op&0xF1FF == 0x013C:
		return "btst dn,#n: go-chip-m68k times it wrong"
	}
	return ""
}

// unsupported returns the documented instruction at addr that the machine refuses, with
// the reason, or "".
func (c *cpu) unsupported(addr uint32) string {
	if code := c.control.Code(addr); addr%2 != 0 || len(code) < 2 {
		return ""
	}
	return unsupported(c.mem.word(addr))
}
