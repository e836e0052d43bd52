package z80

// timing is the T-states of each opcode, by the byte that selects it. An
// opcode of 0 T-states is one the machine refuses: no opcode at all, an
// alias that Zilog does not document, I/O (the machine has no ports), or HALT
// (it has no interrupts to end it).
//
// DD and FD before the operations on H and L, which then use the halves of
// the index register, are not in Zilog's manual either, but every Z80 has
// them, assemblers know them, and the lock-step test finds no difference.
type timing struct {
	base, cb, ed, ix, ixcb [256]uint8
	// taken is what a base opcode costs more when its condition holds.
	taken [256]uint8
	// again is what an ED opcode costs more when it repeats.
	again [256]uint8
}

// documented is the timing of the Z80 CPU User Manual (Zilog UM0080).
var documented = newTiming()

// withPorts is the same with in and out.
var withPorts = func() *timing {
	t := *documented
	t.base[0xD3], t.base[0xDB] = 11, 11 // out (n),a, in a,(n)
	for r := range 8 {
		if r != 6 { // which is undocumented
			t.ed[0x40|r<<3], t.ed[0x41|r<<3] = 12, 12 // in r,(c), out (c),r
		}
	}
	for op := range blockIO {
		t.ed[op] = 16
		if op >= 0xB0 {
			t.again[op] = 5
		}
	}
	return &t
}()

func newTiming() *timing {
	t := &timing{
		base: [256]uint8{
			4, 10, 7, 6, 4, 4, 7, 4, 4, 11, 7, 6, 4, 4, 7, 4, // 00
			8, 10, 7, 6, 4, 4, 7, 4, 12, 11, 7, 6, 4, 4, 7, 4, // 10
			7, 10, 16, 6, 4, 4, 7, 4, 7, 11, 16, 6, 4, 4, 7, 4, // 20
			7, 10, 13, 6, 11, 11, 10, 4, 7, 11, 13, 6, 4, 4, 7, 4, // 30
			4, 4, 4, 4, 4, 4, 7, 4, 4, 4, 4, 4, 4, 4, 7, 4, // 40
			4, 4, 4, 4, 4, 4, 7, 4, 4, 4, 4, 4, 4, 4, 7, 4, // 50
			4, 4, 4, 4, 4, 4, 7, 4, 4, 4, 4, 4, 4, 4, 7, 4, // 60
			7, 7, 7, 7, 7, 7, 0, 7, 4, 4, 4, 4, 4, 4, 7, 4, // 70
			4, 4, 4, 4, 4, 4, 7, 4, 4, 4, 4, 4, 4, 4, 7, 4, // 80
			4, 4, 4, 4, 4, 4, 7, 4, 4, 4, 4, 4, 4, 4, 7, 4, // 90
			4, 4, 4, 4, 4, 4, 7, 4, 4, 4, 4, 4, 4, 4, 7, 4, // A0
			4, 4, 4, 4, 4, 4, 7, 4, 4, 4, 4, 4, 4, 4, 7, 4, // B0
			5, 10, 10, 10, 10, 11, 7, 11, 5, 10, 10, 0, 10, 17, 7, 11, // C0
			5, 10, 10, 0, 10, 11, 7, 11, 5, 4, 10, 0, 10, 0, 7, 11, // D0
			5, 10, 10, 19, 10, 11, 7, 11, 5, 4, 10, 4, 10, 0, 7, 11, // E0
			5, 10, 10, 4, 10, 11, 7, 11, 5, 6, 10, 4, 10, 0, 7, 11, // F0
		},
		ed: [256]uint8{
			0x42: 15, 0x52: 15, 0x62: 15, 0x72: 15, // sbc hl,ss
			0x4A: 15, 0x5A: 15, 0x6A: 15, 0x7A: 15, // adc hl,ss
			0x43: 20, 0x53: 20, 0x63: 20, 0x73: 20, // ld (nn),dd
			0x4B: 20, 0x5B: 20, 0x6B: 20, 0x7B: 20, // ld dd,(nn)
			0x44: 8,            // neg
			0x45: 14, 0x4D: 14, // retn, reti
			0x46: 8, 0x56: 8, 0x5E: 8, // im
			0x47: 9, 0x4F: 9, 0x57: 9, 0x5F: 9, // ld i,a r,a a,i a,r
			0x67: 18, 0x6F: 18, // rrd, rld
			0xA0: 16, 0xA1: 16, 0xA8: 16, 0xA9: 16, // ldi, cpi, ldd, cpd
			0xB0: 16, 0xB1: 16, 0xB8: 16, 0xB9: 16, // ldir, cpir, lddr, cpdr
		},
		ix: [256]uint8{
			0x09: 15, 0x19: 15, 0x29: 15, 0x39: 15, // add ix,pp
			0x21: 14, 0x22: 20, 0x2A: 20, // ld ix,nn (nn),ix ix,(nn)
			0x23: 10, 0x2B: 10, // inc ix, dec ix
			0x34: 23, 0x35: 23, 0x36: 19, // inc, dec, ld (ix+d),n
			0xE1: 14, 0xE5: 15, 0xE3: 23, // pop, push, ex (sp),ix
			0xE9: 8, 0xF9: 10, // jp (ix), ld sp,ix
			0x24: 8, 0x25: 8, 0x2C: 8, 0x2D: 8, // inc, dec of a half
			0x26: 11, 0x2E: 11, // ld half,n
		},
		again: [256]uint8{0xB0: 5, 0xB1: 5, 0xB8: 5, 0xB9: 5},
	}
	for op := range 256 {
		memory := op&7 == 6
		t.cb[op] = 8
		if memory {
			t.cb[op], t.ixcb[op] = 15, 23
		}
		if memory && op>>6 == 1 { // bit
			t.cb[op], t.ixcb[op] = 12, 20
		}
		if op&^7 == 0x30 { // sll is not documented
			t.cb[op], t.ixcb[op] = 0, 0
		}

		from, to := op&7, op>>3&7
		half := func(r int) bool { return r == 4 || r == 5 }
		switch op >> 6 {
		case 1: // ld r,r
			if from == 6 != (to == 6) {
				t.ix[op] = 19
			} else if half(from) || half(to) {
				t.ix[op] = 8
			}
		case 2: // add to cp
			if from == 6 {
				t.ix[op] = 19
			} else if half(from) {
				t.ix[op] = 8
			}
		}
	}
	t.taken[0x10] = 5 // djnz
	for cc := range 8 {
		if cc < 4 {
			t.taken[0x20|cc<<3] = 5 // jr cc
		}
		t.taken[0xC0|cc<<3] = 6 // ret cc
		t.taken[0xC4|cc<<3] = 7 // call cc
	}
	return t
}

// An instruction is what the run loop has to know of the instruction at an
// address. The ROM being constant, it is worked out once for each address:
//
//	bits 0-7    T-states, condition not met
//	bits 8-15   flags that the condition looks at, 0 without one
//	bits 16-23  what they have to be for the condition to hold
//	bits 24-26  T-states more when it holds, or when a block repeats
//	bits 27-28  what else there is to it, see kind
//	bit 29      watched
//	bit 30      not to be executed: no code, or no opcode of the manual
//	bit 31      on ports
type instruction uint32

const (
	// plain is the greatest instruction that only costs its T-states.
	plain instruction = 0xFF

	// kind is djnz, whose condition is B; block, which repeats; indexBit,
	// a DD CB or FD CB operation, for which koron-go/z80 adds 3 to R
	// where a Z80 adds 2; or 0.
	kind     instruction = 3 << 27
	djnz     instruction = 1 << 27
	block    instruction = 2 << 27
	indexBit instruction = 3 << 27

	watched instruction = 1 << 29
	refused instruction = 1 << 30
	ports   instruction = 1 << 31
)

// conditions gives mask and wanted value of F by the opcode's three bits:
// nz, z, nc, c, po, pe, p, m.
var conditions = [8][2]uint8{
	{flagZ, 0}, {flagZ, flagZ}, {flagC, 0}, {flagC, flagC},
	{flagP, 0}, {flagP, flagP}, {flagS, 0}, {flagS, flagS},
}

// decode works out the instruction that begins with up to four bytes.
func (t *timing) decode(b [4]byte) instruction {
	var states uint8
	var rest instruction
	switch b[0] {
	case 0xCB:
		states = t.cb[b[1]]
	case 0xED:
		states = t.ed[b[1]]
		if more := t.again[b[1]]; more > 0 {
			rest = block | instruction(more)<<24
		}
	case 0xDD, 0xFD:
		states = t.ix[b[1]]
		if b[1] == 0xCB {
			states = t.ixcb[b[3]]
			rest = indexBit
		}
	default:
		states = t.base[b[0]]
		more := t.taken[b[0]]
		if more == 0 {
			break
		}
		rest = djnz
		if b[0] != 0x10 {
			// jr has two bits for the condition, call and ret have three.
			cc := b[0] >> 3 & 7
			if b[0] < 0x40 {
				cc &= 3
			}
			c := conditions[cc]
			rest = instruction(c[0])<<8 | instruction(c[1])<<16
		}
		rest |= instruction(more) << 24
	}
	if states == 0 {
		return refused
	}
	if onPorts(b[0], b[1]) {
		rest |= ports
	}
	return instruction(states) | rest
}
