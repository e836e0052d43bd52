package disasm

import (
	"fmt"
	"strings"
)

// The operands of the Z80 by the bits of an opcode, as Zilog's tables have them.
const (
	z80Registers  = "b c d e h l (hl) a"
	z80Pairs      = "bc de hl sp"
	z80Stacked    = "bc de hl af"
	z80Conditions = "nz z nc c po pe p m"
	z80Rotations  = "rlc rrc rl rr sla sra - srl"
	z80Plain      = "rlca rrca rla rra daa cpl scf ccf"
)

// z80Sums are the operations on the accumulator, with what comes before the operand.
var z80Sums = [8]string{"add a,", "adc a,", "sub ", "sbc a,", "and ", "xor ", "or ", "cp "}

// decodeZ80 decodes an instruction of the Z80. The fields of an opcode are x (bits 6 and 7),
// y (3 to 5) and z (0 to 2).
func decodeZ80(c *code) string {
	op := c.byte()
	switch op {
	case 0xCB:
		bits := c.byte()
		return z80Bits(bits, pick(z80Registers, int(bits&7)))
	case 0xED:
		return z80Extended(c, c.byte())
	case 0xDD, 0xFD:
		return z80Indexed(c, map[byte]string{0xDD: "ix", 0xFD: "iy"}[op])
	}
	return z80Base(c, op)
}

// z80Base decodes an opcode without a prefix.
func z80Base(c *code, op byte) string {
	y, z := int(op>>3&7), int(op&7)
	switch {
	case op == 0x76:
		return "halt"
	case op>>6 == 1:
		return "ld " + pick(z80Registers, y) + "," + pick(z80Registers, z)
	case op>>6 == 2:
		return z80Sums[y] + pick(z80Registers, z)
	case op>>6 == 3:
		return z80Flow(c, y, z)
	}
	pair := pick(z80Pairs, y/2)
	switch z {
	case 0:
		switch y {
		case 0:
			return "nop"
		case 1:
			return "ex af,af'"
		case 2:
			return "djnz " + c.z80Target()
		case 3:
			return "jr " + c.z80Target()
		}
		return "jr " + pick(z80Conditions, y-4) + "," + c.z80Target()
	case 1:
		if y%2 == 1 {
			return "add hl," + pair
		}
		return fmt.Sprintf("ld %s,$%04X", pair, c.little())
	case 2:
		return c.z80Load(y)
	case 3:
		return []string{"inc ", "dec "}[y%2] + pair
	case 4:
		return "inc " + pick(z80Registers, y)
	case 5:
		return "dec " + pick(z80Registers, y)
	case 6:
		return fmt.Sprintf("ld %s,$%02X", pick(z80Registers, y), c.byte())
	}
	return pick(z80Plain, y)
}

// z80Target reads the displacement of a relative jump.
func (c *code) z80Target() string {
	d := int(int8(c.byte()))
	return c.at(c.relative(d)&0xFFFF, 4)
}

// z80Load decodes the loads through bc, de and an address.
func (c *code) z80Load(y int) string {
	where, register := []string{"(bc)", "(de)"}[y/2%2], "a"
	if y >= 4 {
		where = "(" + c.at(c.little(), 4) + ")"
		if y < 6 {
			register = "hl"
		}
	}
	if y%2 == 0 {
		return "ld " + where + "," + register
	}
	return "ld " + register + "," + where
}

// z80Flow decodes the opcodes of the upper quarter.
func z80Flow(c *code, y, z int) string {
	switch z {
	case 0:
		return "ret " + pick(z80Conditions, y)
	case 1:
		if y%2 == 0 {
			return "pop " + pick(z80Stacked, y/2)
		}
		return []string{"ret", "exx", "jp (hl)", "ld sp,hl"}[y/2]
	case 2:
		return "jp " + pick(z80Conditions, y) + "," + c.at(c.little(), 4)
	case 3:
		switch y {
		case 0:
			return "jp " + c.at(c.little(), 4)
		case 2:
			return fmt.Sprintf("out ($%02X),a", c.byte())
		case 3:
			return fmt.Sprintf("in a,($%02X)", c.byte())
		}
		return []string{"", "", "", "", "ex (sp),hl", "ex de,hl", "di", "ei"}[y]
	case 4:
		return "call " + pick(z80Conditions, y) + "," + c.at(c.little(), 4)
	case 5:
		switch {
		case y%2 == 0:
			return "push " + pick(z80Stacked, y/2)
		case y == 1:
			return "call " + c.at(c.little(), 4)
		}
		return ""
	case 6:
		return fmt.Sprintf("%s$%02X", z80Sums[y], c.byte())
	}
	return fmt.Sprintf("rst $%02X", y*8)
}

// z80Bits decodes an opcode behind CB.
func z80Bits(op byte, operand string) string {
	y := int(op >> 3 & 7)
	if op>>6 > 0 {
		return fmt.Sprintf("%s %d,%s", pick("- bit res set", int(op>>6)), y, operand)
	}
	if name := pick(z80Rotations, y); name != "" {
		return name + " " + operand
	}
	return ""
}

// z80Blocks are the block instructions by y-4 and z.
var z80Blocks = [4]string{"ldi cpi ini outi", "ldd cpd ind outd", "ldir cpir inir otir", "lddr cpdr indr otdr"}

// z80Extended decodes an opcode behind ED.
func z80Extended(c *code, op byte) string {
	y, z := int(op>>3&7), int(op&7)
	if op>>6 == 2 && y >= 4 && z <= 3 {
		return pick(z80Blocks[y-4], z)
	}
	if op>>6 != 1 {
		return ""
	}
	register, pair := pick(z80Registers, y), pick(z80Pairs, y/2)
	switch {
	case z == 0 && y != 6:
		return "in " + register + ",(c)"
	case z == 1 && y != 6:
		return "out (c)," + register
	case z == 2:
		return []string{"sbc", "adc"}[y%2] + " hl," + pair
	case z == 3 && y%2 == 0:
		return "ld (" + c.at(c.little(), 4) + ")," + pair
	case z == 3:
		return "ld " + pair + ",(" + c.at(c.little(), 4) + ")"
	case op == 0x44:
		return "neg"
	case op == 0x45:
		return "retn"
	case op == 0x4D:
		return "reti"
	case z == 6 && y < 4 && y != 1:
		return "im " + pick("0 - 1 2", y)
	case z == 7 && y < 6:
		return []string{"ld i,a", "ld r,a", "ld a,i", "ld a,r", "rrd", "rld"}[y]
	}
	return ""
}

// z80Indexed decodes what follows DD or FD: an instruction on hl, its halves or what it
// points to. Other instructions are undocumented behind these bytes.
func z80Indexed(c *code, index string) string {
	op := c.byte()
	if op == 0xCB {
		at := fmt.Sprintf("(%s%+d)", index, int8(c.byte()))
		if bits := c.byte(); bits&7 == 6 {
			return z80Bits(bits, at)
		}
		return ""
	}
	switch op {
	case 0x76, 0xEB, 0xED, 0xDD, 0xFD, 0xD9:
		return ""
	case 0x36:
		return fmt.Sprintf("ld (%s%+d),$%02X", index, int8(c.byte()), c.byte())
	}
	plain := z80Base(c, op)
	if text, ok := strings.CutPrefix(plain, "jp (hl)"); ok {
		return "jp (" + index + ")" + text
	}
	if before, after, ok := strings.Cut(plain, "(hl)"); ok {
		return fmt.Sprintf("%s(%s%+d)%s", before, index, int8(c.byte()), after)
	}
	name, operands, _ := strings.Cut(plain, " ")
	all := strings.Split(operands, ",")
	found := false
	for i, o := range all {
		switch o {
		case "hl":
			all[i], found = index, true
		case "h", "l":
			all[i], found = index+o, true
		}
	}
	if !found {
		return ""
	}
	return name + " " + strings.Join(all, ",")
}
