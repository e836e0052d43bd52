package mutant

// others6502 are instructions of the 6502 by opcode, with what stands for another register in the place of
// each that they name: a, x and y in turn, where there is such an instruction.
var others6502 = map[byte][]byte{
	0xA9: {0xA2}, 0xA2: {0xA0}, 0xA0: {0xA9}, // lda #n, ldx #n, ldy #n
	0xA5: {0xA6}, 0xA6: {0xA4}, 0xA4: {0xA5}, 0xAD: {0xAE}, 0xAE: {0xAC}, 0xAC: {0xAD},
	0x85: {0x86}, 0x86: {0x84}, 0x84: {0x85}, 0x8D: {0x8E}, 0x8E: {0x8C}, 0x8C: {0x8D}, // sta, stx, sty
	0xC9: {0xE0}, 0xE0: {0xC0}, 0xC0: {0xC9}, 0xC5: {0xE4}, 0xE4: {0xC4}, 0xC4: {0xC5}, 0xCD: {0xEC}, 0xEC: {0xCC}, 0xCC: {0xCD}, // cmp, cpx, cpy
	0xBD: {0xBC, 0xB9}, 0xB9: {0xBE, 0xBD}, 0xBC: {0xBD}, 0xBE: {0xB9}, // lda nn,x: ldy nn,x and lda nn,y
	0xB5: {0xB4}, 0xB4: {0xB5}, 0x95: {0x94}, 0x94: {0x95}, // lda n,x, ldy n,x; sta n,x, sty n,x
	0x9D: {0x99}, 0x99: {0x9D}, 0x7D: {0x79}, 0x79: {0x7D}, 0xFD: {0xF9}, 0xF9: {0xFD}, // sta, adc, sbc nn,x
	0x1D: {0x19}, 0x19: {0x1D}, 0x3D: {0x39}, 0x39: {0x3D}, 0x5D: {0x59}, 0x59: {0x5D}, 0xDD: {0xD9}, 0xD9: {0xDD}, // ora, and, eor, cmp nn,x
	0xE8: {0xC8}, 0xC8: {0xE8}, 0xCA: {0x88}, 0x88: {0xCA}, // inx, dex
	0xAA: {0xA8}, 0xA8: {0xAA}, 0x8A: {0x98}, 0x98: {0x8A}, // tax, txa
}

// registers6502 lists what replaces the first byte for another register.
func registers6502(code []byte) (all [][]byte) {
	for _, op := range others6502[code[0]] {
		all = append(all, []byte{op})
	}
	return all
}

// nextZ80 are the registers in turn by their numbers: b c d e h l a. (hl) stays.
var nextZ80 = [8]byte{1, 2, 3, 4, 5, 7, 6, 0}

// registersZ80 lists what replaces the first bytes for another register. Of pairs bc, de, hl and
// af take turns, and ix and iy.
func registersZ80(code []byte) (all [][]byte) {
	op := code[0]
	y, z := op>>3&7, op&7
	byY := func() []byte { return []byte{op&^0x38 | nextZ80[y]<<3} }
	byZ := func() []byte { return []byte{op&^7 | nextZ80[z]} }
	pair := func(n byte) []byte { return []byte{op&^0x30 | (y/2+1)%n<<4} }
	switch {
	case op == 0xDD || op == 0xFD:
		return registersIndexed(code)
	case op == 0xCB:
		if code[1]&7 != 6 {
			all = append(all, []byte{op, code[1]&^7 | nextZ80[code[1]&7]})
		}
	case op == 0xED:
		p := code[1] >> 4 & 3
		if code[1]&0xC7 == 0x42 || code[1]&0xC7 == 0x43 { // adc, sbc hl,bc; ld bc,(nn)
			if p < 3 {
				all = append(all, []byte{op, code[1]&^0x30 | (p+1)%3<<4})
			}
		}
	case op == 0x76: // halt
	case op>>6 == 1: // ld b,c
		if y != 6 {
			all = append(all, byY())
		}
		if z != 6 {
			all = append(all, byZ())
		}
	case op>>6 == 2: // add a,b
		if z != 6 {
			all = append(all, byZ())
		}
	case op>>6 == 0 && z >= 4 && z <= 6: // inc b, ld b,n
		if y != 6 {
			all = append(all, byY())
		}
	case op>>6 == 0 && (z == 1 || z == 3): // ld bc,nn; add hl,bc; inc bc
		if y/2 < 3 {
			all = append(all, pair(3))
		}
	case op == 0x0A, op == 0x1A, op == 0x02, op == 0x12: // ld a,(bc)
		all = append(all, []byte{op ^ 0x10})
	case op&0xCB == 0xC1: // push, pop
		all = append(all, pair(4))
	}
	return all
}

// registersIndexed lists what replaces the first bytes of an instruction with ix or iy: the
// other of them, and another register with it.
func registersIndexed(code []byte) (all [][]byte) {
	all = [][]byte{{code[0] ^ 0x20}}
	op := code[1]
	y, z := op>>3&7, op&7
	switch {
	case op>>6 == 1 && z == 6 && y != 6: // ld b,(ix+d)
		all = append(all, []byte{code[0], op&^0x38 | nextZ80[y]<<3})
	case op>>6 == 1 && y == 6: // ld (ix+d),b
		all = append(all, []byte{code[0], op&^7 | nextZ80[z]})
	case op>>6 == 1: // ld b,ixh; ld ixh,b
		if z&^1 == 4 {
			all = append(all, []byte{code[0], op ^ 1})
		}
		if y&^1 == 4 {
			all = append(all, []byte{code[0], op ^ 8})
		}
	case op>>6 == 2 && z&^1 == 4: // add a,ixh
		all = append(all, []byte{code[0], op ^ 1})
	case op>>6 == 0 && z >= 4 && z <= 6 && y&^1 == 4: // inc ixh
		all = append(all, []byte{code[0], op ^ 8})
	}
	return all
}

// registers68000 lists what replaces the first bytes for another register: the next of the
// same kind. Lists of registers and an index behind an immediate value stay.
func registers68000(code []byte) (all [][]byte) {
	op := uint16(code[0])<<8 | uint16(code[1])
	other := func(shift int) {
		v := op&^(7<<shift) | (op>>shift+1)&7<<shift
		all = append(all, []byte{byte(v >> 8), byte(v)})
	}
	mode, reg := op>>3&7, op&7
	low, high := mode < 7, false // is there a register in bits 0 to 2, and 9 to 11?
	size := op >> 6 & 3
	index := mode == 6 || mode == 7 && reg == 3
	switch line := op >> 12; line {
	case 0:
		high = op&0x100 != 0
		index = index && high
	case 1, 2, 3:
		to := op >> 6 & 7
		if to < 7 {
			high = true
		}
		index = index || to == 6 && (mode < 5)
	case 4:
		high = op&0x1C0 == 0x1C0 // lea
		low = low && op&0xFFF0 != 0x4E70 && op&0xFFF0 != 0x4E40
		index = index && op&0xFB80 != 0x4880 // behind movem's list
	case 5:
		low = low || op&0xF8 == 0xC8
	case 6, 0xA, 0xF:
		return nil
	case 7:
		low, high, index = false, true, false
	case 0xE:
		if size == 3 {
			break
		}
		low, high, index = true, op&0x20 != 0, false
	default:
		high = true
	}
	if high {
		other(9)
	}
	if low {
		other(0)
	}
	if index && len(code) > 3 {
		b := append([]byte{}, code[:3]...)
		b[2] = b[2]&0x8F | (b[2]+0x10)&0x70
		all = append(all, b)
	}
	return all
}
