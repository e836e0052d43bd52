package mutant

import (
	"cmp"
	"strings"

	"github.com/searchex/searchex/emu"
)

// The registers and flags of the 6502. modes stands for D and I.
const (
	names6502 = "a x y s n v z c modes"
	flags6502 = "n v z c modes"
)

// table6502 has for each mnemonic the registers and flags that it reads, those that it
// writes, and r or w if it reads or writes its operand in memory.
var table6502 = map[string][3]string{
	"lda": {"", "a n z", "r"}, "ldx": {"", "x n z", "r"}, "ldy": {"", "y n z", "r"},
	"sta": {"a", "", "w"}, "stx": {"x", "", "w"}, "sty": {"y", "", "w"},
	"adc": {"a c modes", "a n v z c", "r"}, "sbc": {"a c modes", "a n v z c", "r"},
	"and": {"a", "a n z", "r"}, "ora": {"a", "a n z", "r"}, "eor": {"a", "a n z", "r"},
	"cmp": {"a", "n z c", "r"}, "cpx": {"x", "n z c", "r"}, "cpy": {"y", "n z c", "r"}, "bit": {"a", "n v z", "r"},
	"inc": {"", "n z", "rw"}, "dec": {"", "n z", "rw"},
	"asl": {"", "n z c", "rw"}, "lsr": {"", "n z c", "rw"}, "rol": {"c", "n z c", "rw"}, "ror": {"c", "n z c", "rw"},
	"inx": {"x", "x n z", ""}, "dex": {"x", "x n z", ""}, "iny": {"y", "y n z", ""}, "dey": {"y", "y n z", ""},
	"tax": {"a", "x n z", ""}, "tay": {"a", "y n z", ""}, "txa": {"x", "a n z", ""}, "tya": {"y", "a n z", ""},
	"tsx": {"s", "x n z", ""}, "txs": {"x", "s", ""},
	"pha": {"a s", "s", "w"}, "php": {"n v z c modes s", "s", "w"}, "pla": {"s", "s a n z", "r"}, "plp": {"s", "s n v z c modes", "r"},
	"clc": {"", "c", ""}, "sec": {"", "c", ""}, "clv": {"", "v", ""}, "nop": {"", "", ""},
	"bcc": {"c", "", ""}, "bcs": {"c", "", ""}, "beq": {"z", "", ""}, "bne": {"z", "", ""},
	"bmi": {"n", "", ""}, "bpl": {"n", "", ""}, "bvc": {"v", "", ""}, "bvs": {"v", "", ""},
	"jmp": {"", "", ""}, "jsr": {"s", "s", "w"}, "rts": {"s", "s", "r"},
}

// changes6502 has for some mnemonics how they change a register, and which. Their flags are those of
// the result.
var changes6502 = map[string][2]string{
	"and": {"and", "a"}, "ora": {"or", "a"}, "eor": {"xor", "a"},
	"inx": {"add", "x"}, "dex": {"add", "x"}, "iny": {"add", "y"}, "dey": {"add", "y"},
}

// copies6502 has for some mnemonics the register that they copy; other instructions that copy have an operand.
var copies6502 = map[string]string{
	"lda": "", "ldx": "", "ldy": "", "tax": "a", "tay": "a", "txa": "x", "tya": "y", "tsx": "s", "sta": "a", "stx": "x", "sty": "y",
}

// effects6502 fills in the effects of an instruction of the 6502.
func effects6502(a *analyst, e *effects, name string, operands []string) (known bool) {
	row, ok := table6502[name]
	if !ok {
		return false
	}
	e.reads, e.writes = a.set(row[0]), a.set(row[1])
	e.kills = e.writes & a.flags
	operand := strings.Join(operands, ",")
	change := changes6502[name]
	e.changes(change[0], a.set(change[1]), 0, true)
	if from, ok := copies6502[name]; ok {
		e.copies(cmp.Or(from, operand), 1)
	}
	switch {
	case name == "rts":
		e.fixed, e.ends = true, true
		return true
	case name == "jmp", name == "jsr", name[0] == 'b' && name != "bit":
		e.jump(operand, name[0] == 'b')
		return true
	case operand == "a": // asl and the like
		e.reads |= a.set("a")
		e.writes |= a.set("a")
		return true
	case operand == "" && row[2] == "" || strings.HasPrefix(operand, "#"):
		return true
	}
	x := access{base: "?", size: 1}
	switch at, index, _ := strings.Cut(operand, ","); {
	case operand == "":
		x.within = emu.Range{Start: 0x100, Size: 0x100} // the stack
	case operand[0] == '(':
		e.reads |= a.set(index[:1])
		pointer, _, indexed := strings.Cut(strings.Trim(operand, "()"), ",x")
		y := access{base: "?", size: 2, within: emu.Range{Size: 0x100}}
		if !indexed {
			y.base = ""
			y.at, _ = number(strings.TrimSuffix(pointer, "),y"))
		}
		e.mem = append(e.mem, y)
	case index == "":
		x.base = ""
		x.at, _ = number(at)
	default:
		e.reads |= a.set(index)
		x.base = index
		x.at, _ = number(at)
		x.within = emu.Range{Start: uint32(x.at), Size: 0x100}
		if len(at) == 3 { // in page 0, where it wraps around
			x.base, x.within.Start = "page 0,"+index, 0
		}
	}
	if strings.Contains(row[2], "r") {
		e.mem = append(e.mem, x)
	}
	if strings.Contains(row[2], "w") {
		x.write = true
		e.mem = append(e.mem, x)
	}
	return true
}
