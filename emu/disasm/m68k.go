package disasm

import (
	"fmt"
	"math/bits"
	"strings"
)

// conditions68k are those of branches, dbcc and scc.
const conditions68k = "t f hi ls cc cs ne eq vc vs pl mi ge lt gt le"

// decode68000 decodes an instruction of the 68000.
func decode68000(c *code) string {
	if c.addr%2 != 0 {
		return ""
	}
	op := uint16(c.big())
	size, x, mode := int(op>>6&3), int(op>>9&7), int(op>>3&7)
	switch op >> 12 {
	case 0x0:
		return c.immediate68k(op)
	case 0x1, 0x2, 0x3:
		return c.move68k(op)
	case 0x4:
		return c.miscellaneous68k(op)
	case 0x5:
		condition := pick(conditions68k, int(op>>8&15))
		switch {
		case size < 3:
			return c.one(fmt.Sprintf("%s.%c #%d,", []string{"addq", "subq"}[op>>8&1], "bwl"[size], (x+7)%8+1), op, size, alterable)
		case mode == 1 && condition == "f":
			return fmt.Sprintf("dbf %%d%d,%s", op&7, c.word68kTarget())
		case mode == 1:
			return fmt.Sprintf("db%s %%d%d,%s", condition, op&7, c.word68kTarget())
		}
		return c.one("s"+condition+" ", op, 0, alterable&^addressRegister)
	case 0x6:
		name := pick("bra bsr hi ls cc cs ne eq vc vs pl mi ge lt gt le", int(op>>8&15))
		if op&0xE00 != 0 {
			name = "b" + name
		}
		if d := int8(op); d != 0 {
			return name + ".s " + c.at(c.relative(int(d))&0xFFFFFF, 4)
		}
		return name + ".w " + c.word68kTarget()
	case 0x7:
		if op&0x100 == 0 {
			return fmt.Sprintf("moveq #%d,%%d%d", int8(op), x)
		}
	case 0x8:
		return c.binary68k(op, "or", "divu", "divs", "sbcd")
	case 0x9:
		return c.binary68k(op, "sub", "", "", "subx")
	case 0xB:
		return c.compare68k(op)
	case 0xC:
		switch op & 0x1F8 {
		case 0x140:
			return fmt.Sprintf("exg %%d%d,%%d%d", x, op&7)
		case 0x148:
			return fmt.Sprintf("exg %%a%d,%%a%d", x, op&7)
		case 0x188:
			return fmt.Sprintf("exg %%d%d,%%a%d", x, op&7)
		}
		return c.binary68k(op, "and", "mulu", "muls", "abcd")
	case 0xD:
		return c.binary68k(op, "add", "", "", "addx")
	case 0xE:
		return c.shift68k(op)
	}
	return ""
}

// The sets of operands, by bit 0 to 6 for the modes and 7 to 11 for the registers of
// mode 7.
const (
	anyOperand      = 0xFFF
	addressRegister = 1 << 1
	alterable       = 0x1FF
	inMemory        = anyOperand &^ 3
	inCode          = 3<<9 | 1<<11 // behind the opcode, or relative to PC
	control         = inMemory &^ (3<<3 | 1<<11)
)

// operand reads the operand that the low six bits of an opcode name, "" if it is not
// of a set. size is 0, 1 or 2 for a byte, a word, a longword.
func (c *code) operand(ea uint16, size, set int) string {
	mode, r := int(ea>>3&7), ea&7
	kind := mode
	if mode == 7 {
		kind = 7 + int(r)
	}
	if set>>kind&1 == 0 || size == 0 && mode == 1 {
		return ""
	}
	switch kind {
	case 0:
		return fmt.Sprintf("%%d%d", r)
	case 1:
		return fmt.Sprintf("%%a%d", r)
	case 2:
		return fmt.Sprintf("(%%a%d)", r)
	case 3:
		return fmt.Sprintf("(%%a%d)+", r)
	case 4:
		return fmt.Sprintf("-(%%a%d)", r)
	case 5:
		return fmt.Sprintf("%d(%%a%d)", int16(c.big()), r)
	case 6:
		d, index := c.index68k()
		return fmt.Sprintf("%d(%%a%d,%s)", d, r, index)
	case 7:
		return c.at(uint32(int32(int16(c.big())))&0xFFFFFF, 4) + ".w"
	case 8:
		return c.at(c.big()<<16|c.big(), 6) + ".l"
	case 9:
		return c.word68kTarget() + "(%pc)"
	case 10:
		from := c.relative(0)
		d, index := c.index68k()
		return c.at((from+uint32(d))&0xFFFFFF, 4) + "(%pc," + index + ")"
	}
	switch size {
	case 0:
		w := c.big()
		if w > 0xFF { // as writes a negative byte as a word
			return fmt.Sprintf("#%d", int8(w))
		}
		return fmt.Sprintf("#$%02X", w)
	case 1:
		return fmt.Sprintf("#$%04X", c.big())
	}
	return fmt.Sprintf("#$%08X", c.big()<<16|c.big())
}

// index68k reads an extension word: a displacement and an index register.
func (c *code) index68k() (displacement int8, index string) {
	w := c.big()
	return int8(w), fmt.Sprintf("%%%c%d.%c", "da"[w>>15], w>>12&7, "wl"[w>>11&1])
}

// word68kTarget reads a displacement from where it lies.
func (c *code) word68kTarget() string {
	from := c.relative(0)
	return c.at((from+uint32(int32(int16(c.big()))))&0xFFFFFF, 4)
}

// one returns an instruction with the operand of an opcode behind some text.
func (c *code) one(before string, op uint16, size, set int) string {
	if text := c.operand(op, size, set); text != "" {
		return before + text
	}
	return ""
}

// immediate68k decodes operations with a number, and those on bits.
func (c *code) immediate68k(op uint16) string {
	size, x, mode := int(op>>6&3), int(op>>9&7), int(op>>3&7)
	bitName := pick("btst bchg bclr bset", size)
	switch {
	case op&0x138 == 0x108: // movep
		register, at := fmt.Sprintf("%%d%d", x), fmt.Sprintf("%d(%%a%d)", int16(c.big()), op&7)
		if size >= 2 {
			at, register = register, at
		}
		return fmt.Sprintf("movep.%c %s,%s", "wl"[size&1], at, register)
	case op&0x100 != 0:
		set := alterable &^ addressRegister
		if size == 0 {
			set = anyOperand &^ addressRegister
		}
		return c.one(fmt.Sprintf("%s %%d%d,", bitName, x), op, 0, set)
	case x == 4:
		set := alterable &^ addressRegister
		if size == 0 {
			set = anyOperand &^ (addressRegister | 1<<11)
		}
		return c.one(fmt.Sprintf("%s #%d,", bitName, c.big()&0xFF), op, 0, set)
	}
	name := pick("ori andi subi addi - eori cmpi", x)
	if name == "" || size == 3 {
		return ""
	}
	number := c.operand(0x3C, size, anyOperand)
	if mode == 7 && op&7 == 4 && size < 2 && (x == 0 || x == 1 || x == 5) {
		return fmt.Sprintf("%s %s,%%%s", name, number, []string{"ccr", "sr"}[size])
	}
	return c.one(fmt.Sprintf("%s.%c %s,", name, "bwl"[size], number), op, size, alterable&^addressRegister)
}

// move68k decodes move and movea.
func (c *code) move68k(op uint16) string {
	size := []int{0, 0, 2, 1}[op>>12]
	from := c.operand(op, size, anyOperand)
	to := c.operand(op>>3&0x38|op>>9&7, size, alterable)
	if from == "" || to == "" {
		return ""
	}
	name := "move"
	if op>>6&7 == 1 {
		name = "movea"
	}
	return fmt.Sprintf("%s.%c %s,%s", name, "bwl"[size], from, to)
}

// plain68k are the instructions without an operand.
var plain68k = map[uint16]string{
	0x4AFC: "illegal", 0x4E70: "reset", 0x4E71: "nop", 0x4E73: "rte", 0x4E75: "rts", 0x4E76: "trapv", 0x4E77: "rtr",
}

// miscellaneous68k decodes the opcodes that begin with 4.
func (c *code) miscellaneous68k(op uint16) string {
	size, x, mode := int(op>>6&3), int(op>>9&7), int(op>>3&7)
	data, changed := anyOperand&^addressRegister, alterable&^addressRegister
	switch {
	case plain68k[op] != "":
		return plain68k[op]
	case op == 0x4E72:
		return fmt.Sprintf("stop #$%04X", c.big())
	case op&0x1C0 == 0x1C0:
		return withRegister(c.one("lea ", op, 2, control), "a", x)
	case op&0x1C0 == 0x180:
		return withRegister(c.one("chk ", op, 1, data), "d", x)
	case op&0x100 != 0:
		return ""
	case op&0xFF8 == 0x840:
		return fmt.Sprintf("swap %%d%d", op&7)
	case op&0xFB8 == 0x880:
		return fmt.Sprintf("ext.%c %%d%d", "wl"[size&1], op&7)
	case op&0xB80 == 0x880:
		return c.movem68k(op)
	case op&0xFC0 == 0x800:
		return c.one("nbcd ", op, 0, changed)
	case op&0xFC0 == 0x840:
		return c.one("pea ", op, 2, control)
	case op&0xFC0 == 0xAC0:
		return c.one("tas ", op, 0, changed)
	case op&0xFC0 == 0xE80:
		return c.one("jsr ", op, 2, control)
	case op&0xFC0 == 0xEC0:
		return c.one("jmp ", op, 2, control)
	case op&0xFC0 == 0x0C0:
		return c.one("move %sr,", op, 1, changed)
	case op&0xFC0 == 0x4C0:
		return after(c.one("move ", op, 1, data), ",%ccr")
	case op&0xFC0 == 0x6C0:
		return after(c.one("move ", op, 1, data), ",%sr")
	case op&0xFF0 == 0xE40:
		return fmt.Sprintf("trap #%d", op&15)
	case op&0xFF8 == 0xE50:
		return fmt.Sprintf("link %%a%d,#%d", op&7, int16(c.big()))
	case op&0xFF8 == 0xE58:
		return fmt.Sprintf("unlk %%a%d", op&7)
	case op&0xFF8 == 0xE60:
		return fmt.Sprintf("move %%a%d,%%usp", op&7)
	case op&0xFF8 == 0xE68:
		return fmt.Sprintf("move %%usp,%%a%d", op&7)
	case size < 3 && mode != 1:
		if name := pick("negx clr neg not - tst", x); name != "" {
			return c.one(fmt.Sprintf("%s.%c ", name, "bwl"[size]), op, size, changed)
		}
	}
	return ""
}

// after appends something to a text unless that is empty.
func after(text, more string) string {
	if text == "" {
		return ""
	}
	return text + more
}

// withRegister appends a register to an instruction.
func withRegister(text, kind string, number int) string {
	return after(text, fmt.Sprintf(",%%%s%d", kind, number))
}

// movem68k decodes movem.
func (c *code) movem68k(op uint16) string {
	list := uint16(c.big())
	name := fmt.Sprintf("movem.%c ", "wl"[op>>6&1])
	if op&0x400 != 0 {
		return after(c.one(name, op, 2, control|1<<3), ","+registers68k(list))
	}
	if op>>3&7 == 4 {
		list = bits.Reverse16(list)
	}
	return c.one(name+registers68k(list)+",", op, 2, control&alterable|1<<4)
}

// registers68k returns a list of registers: d0-d3/a0.
func registers68k(list uint16) string {
	var runs []string
	for i := 0; i < 16; i++ {
		if list>>i&1 == 0 {
			continue
		}
		first := i
		for i%8 < 7 && list>>(i+1)&1 != 0 {
			i++
		}
		run := fmt.Sprintf("%%%c%d", "da"[first/8], first%8)
		if i > first {
			run += fmt.Sprintf("-%%%c%d", "da"[i/8], i%8)
		}
		runs = append(runs, run)
	}
	if runs == nil {
		return "#0"
	}
	return strings.Join(runs, "/")
}

// binary68k decodes operations on a data register and an operand, and the others of
// the same pattern: on address registers, or products and quotients; extended or decimal.
func (c *code) binary68k(op uint16, name, unsigned, signed, extended string) string {
	size, x, mode := int(op>>6&3), int(op>>9&7), int(op>>3&7)
	toMemory := op&0x100 != 0
	decimal := extended == "sbcd" || extended == "abcd"
	switch {
	case size == 3 && decimal:
		if toMemory {
			unsigned = signed
		}
		return withRegister(c.one(unsigned+" ", op, 1, anyOperand&^addressRegister), "d", x)
	case size == 3:
		size = 1 + int(op>>8&1)
		return withRegister(c.one(fmt.Sprintf("%sa.%c ", name, "bwl"[size]), op, size, anyOperand), "a", x)
	case toMemory && mode < 2 && (!decimal || size == 0):
		if !decimal {
			extended = fmt.Sprintf("%s.%c", extended, "bwl"[size])
		}
		if mode == 1 {
			return fmt.Sprintf("%s -(%%a%d),-(%%a%d)", extended, op&7, x)
		}
		return fmt.Sprintf("%s %%d%d,%%d%d", extended, op&7, x)
	case toMemory:
		return c.one(fmt.Sprintf("%s.%c %%d%d,", name, "bwl"[size], x), op, size, inMemory&^inCode)
	}
	set := anyOperand
	if decimal {
		set &^= addressRegister
	}
	return withRegister(c.one(fmt.Sprintf("%s.%c ", name, "bwl"[size]), op, size, set), "d", x)
}

// compare68k decodes cmp, cmpa, cmpm and eor.
func (c *code) compare68k(op uint16) string {
	size, x := int(op>>6&3), int(op>>9&7)
	switch {
	case size == 3:
		size = 1 + int(op>>8&1)
		return withRegister(c.one(fmt.Sprintf("cmpa.%c ", "bwl"[size]), op, size, anyOperand), "a", x)
	case op&0x100 == 0:
		return withRegister(c.one(fmt.Sprintf("cmp.%c ", "bwl"[size]), op, size, anyOperand), "d", x)
	case op>>3&7 == 1:
		return fmt.Sprintf("cmpm.%c (%%a%d)+,(%%a%d)+", "bwl"[size], op&7, x)
	}
	return c.one(fmt.Sprintf("eor.%c %%d%d,", "bwl"[size], x), op, size, alterable&^addressRegister)
}

// shift68k decodes shifts and rotations.
func (c *code) shift68k(op uint16) string {
	size, x := int(op>>6&3), int(op>>9&7)
	side := string("rl"[op>>8&1])
	if size == 3 {
		if x > 3 {
			return ""
		}
		return c.one(pick("as ls rox ro", x)+side+".w ", op, 1, inMemory&^inCode)
	}
	by := fmt.Sprintf("#%d", (x+7)%8+1)
	if op&0x20 != 0 {
		by = fmt.Sprintf("%%d%d", x)
	}
	return fmt.Sprintf("%s%s.%c %s,%%d%d", pick("as ls rox ro", int(op>>3&3)), side, "bwl"[size], by, op&7)
}
