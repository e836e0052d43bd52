package m6502

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/emu"
)

// undocumented returns the bytes of the instruction that some code begins with, and in
// parentheses its name in ca65's dialect (.setcpu "6502X").
func undocumented(code []byte) string {
	in := instructionSet.Lookup(code[0])
	size, name, operand := int(in.Length), strings.ToLower(in.Name), ""
	if name == "???" {
		name, operand, _ = strings.Cut(unofficial(code[0]), " ")
		size = 1 + strings.Count(operand, "n") + 2*strings.Count(operand, "w")
	}
	switch {
	case len(code) < size:
		return emu.NameBytes(code, name+", which the end of the code cuts off")
	case operand == "":
		return emu.NameBytes(code[:size], name)
	case size == 2:
		operand = strings.Replace(operand, "n", fmt.Sprintf("$%02X", code[1]), 1)
	default:
		operand = strings.Replace(operand, "w", fmt.Sprintf("$%02X%02X", code[2], code[1]), 1)
	}
	return emu.NameBytes(code[:size], name+" "+operand)
}

// The unofficial instructions. Most of those with an odd opcode do what two documented
// ones do. The upper three bits of the opcode have the instruction, the next three the
// operand: n is a byte, w is a word.
var (
	combined  = [8]string{"slo", "rla", "sre", "rra", "sax", "lax", "dcp", "isc"}
	immediate = [8]string{"anc", "anc", "alr", "arr", "ane", "lax", "axs", "sbc"} // $0B, $2B and so on
	operands  = [8]string{"(n,x)", "n", "#n", "w", "(n),y", "n,x", "w,y", "w,x"}
	others    = map[byte]string{
		0x93: "sha (n),y", 0x97: "sax n,y", 0x9B: "tas w,y", 0x9C: "shy w,x", 0x9E: "shx w,y", 0x9F: "sha w,y",
		0xB7: "lax n,y", 0xBB: "las w,y", 0xBF: "lax w,y",
	}
)

// unofficial returns the unofficial instruction with an opcode.
func unofficial(op byte) string {
	row, operand := op>>5, operands[op>>2&7]
	text, known := others[op]
	switch {
	case known:
		return text
	case op&0x1F == 0x0B:
		return immediate[row] + " #n"
	case op&3 == 3:
		return combined[row] + " " + operand
	case op&0x1F == 0x12, op&0x9F == 0x02:
		return "jam"
	case op&0x1F == 0x1A:
		return "nop"
	case op&3 == 2, op == 0x80, op == 0x89:
		return "nop #n"
	}
	return "nop " + operand
}
