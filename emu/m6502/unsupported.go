package m6502

// unsupported returns the documented instruction that some code begins with and why the
// machine refuses it, or "" if it doesn't refuse it or the 6502 doesn't have it.
func unsupported(code []byte) string {
	if len(code) == 0 {
		return ""
	}
	switch op := code[0]; {
	case op == opBRK:
		return "brk: no interrupts"
	case op == opRTI:
		return "rti: no interrupts"
	case op == opSED:
		return "sed: no decimal mode"
	case op == opPLP:
		return "plp with D set: no decimal mode"
	case op == opJMPIndirect && len(code) > 2 && code[1] == 0xFF:
		return "jmp through the last byte of a page: its high byte is at that page's beginning"
	}
	return ""
}
