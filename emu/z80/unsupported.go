package z80

import "fmt"

// The reasons for which the machine refuses a documented instruction.
const (
	noInterrupts = "no interrupts"
	noPorts      = "no ports"
)

// registers are the names of r by an opcode's three bits; (hl) is none of in and out.
var registers = [8]string{"b", "c", "d", "e", "h", "l", "", "a"}

// blockIO are the block instructions for ports by their opcodes behind ED.
var blockIO = map[byte]string{
	0xA2: "ini", 0xB2: "inir", 0xAA: "ind", 0xBA: "indr",
	0xA3: "outi", 0xB3: "otir", 0xAB: "outd", 0xBB: "otdr",
}

// unsupported returns the documented instruction that some code begins with and why the
// machine refuses it, or "" if it doesn't refuse it or Zilog doesn't document it.
func unsupported(code []byte) string {
	if len(code) == 0 {
		return ""
	}
	name, why := "", noPorts
	switch op := code[0]; {
	case op == 0x76:
		name, why = "halt", noInterrupts
	case op == 0xDB:
		name = "in a,(n)"
	case op == 0xD3:
		name = "out (n),a"
	case op != 0xED || len(code) < 2:
	case code[1]&0xC7 == 0x40 && code[1] != 0x70:
		name = fmt.Sprintf("in %s,(c)", registers[code[1]>>3&7])
	case code[1]&0xC7 == 0x41 && code[1] != 0x71:
		name = fmt.Sprintf("out (c),%s", registers[code[1]>>3&7])
	default:
		name = blockIO[code[1]]
	}
	if name == "" {
		return ""
	}
	return name + ": " + why
}
