package disasm

import (
	"fmt"
	"strings"

	beevik "github.com/beevik/go6502/cpu"
)

// set6502 is the table of go6502.
var set6502 = beevik.GetInstructionSet(beevik.NMOS)

// decode6502 decodes an instruction of the 6502.
func decode6502(c *code) string {
	in := set6502.Lookup(c.byte())
	if in.Name == "???" {
		return ""
	}
	name := strings.ToLower(in.Name)
	switch in.Mode {
	case beevik.IMP:
		return name
	case beevik.ACC:
		return name + " a"
	case beevik.IMM:
		return fmt.Sprintf("%s #$%02X", name, c.byte())
	case beevik.REL:
		d := int(int8(c.byte()))
		return name + " " + c.at(c.relative(d)&0xFFFF, 4)
	}
	addr, digits := uint32(0), 2
	switch in.Mode {
	case beevik.ABS, beevik.ABX, beevik.ABY, beevik.IND:
		addr, digits = c.little(), 4
	default:
		addr = uint32(c.byte())
	}
	at := c.at(addr, digits)
	switch in.Mode {
	case beevik.ZPX, beevik.ABX:
		at += ",x"
	case beevik.ZPY, beevik.ABY:
		at += ",y"
	case beevik.IND:
		at = "(" + at + ")"
	case beevik.IDX:
		at = "(" + at + ",x)"
	case beevik.IDY:
		at = "(" + at + "),y"
	}
	return name + " " + at
}
