package z80

import "math/bits"

// Ports are what instructions on ports reach. The port is the low byte of the address.
type Ports interface {
	In(port uint8) uint8
	Out(port, value uint8)
}

// WidePorts are Ports that see all 16 bits of the address. Their InWide and OutWide are
// called instead of In and Out. The high byte is A for in a,(n) and out (n),a, and
// otherwise B: for outi, outd, otir and otdr as it is after the instruction has counted it
// down, for all others as it was before.
type WidePorts interface {
	Ports
	InWide(addr uint16) uint8
	OutWide(addr uint16, value uint8)
}

// onPorts reports whether the instruction with two first bytes is one on ports.
func onPorts(op, second uint8) bool {
	return op == 0xD3 || op == 0xDB || op == opED && (second&0xC6 == 0x40 || second&0xE6 == 0xA2)
}

// in reads from an address of ports.
func (c *cpu) in(addr uint16) uint8 {
	if p, ok := c.z80.IO.(WidePorts); ok {
		return p.InWide(addr)
	}
	return c.z80.IO.In(uint8(addr))
}

// out writes to an address of ports.
func (c *cpu) out(addr uint16, value uint8) {
	if p, ok := c.z80.IO.(WidePorts); ok {
		p.OutWide(addr, value)
	} else {
		c.z80.IO.Out(uint8(addr), value)
	}
}

// stepPorts executes the instruction on ports at PC. koron-go/z80 does not know the high byte
// of the address, and its block instructions take the wrong port and leave other flags.
func (c *cpu) stepPorts() {
	z := &c.z80
	op, second := z.Memory.Get(z.PC), z.Memory.Get(z.PC+1)
	z.PC += 2
	fetched := uint8(1)
	if op == opED {
		fetched = 2
	}
	z.IR.Lo = z.IR.Lo&0x80 | (z.IR.Lo+fetched)&0x7F
	a, bc := &z.AF.Hi, z.BC.U16()
	switch {
	case op == 0xDB:
		*a = c.in(uint16(*a)<<8 | uint16(second))
	case op == 0xD3:
		c.out(uint16(*a)<<8|uint16(second), *a)
	case second >= 0xA0:
		c.stepBlock(second)
	default:
		r := [8]*uint8{&z.BC.Hi, &z.BC.Lo, &z.DE.Hi, &z.DE.Lo, &z.HL.Hi, &z.HL.Lo, nil, a}[second>>3&7]
		if second&1 != 0 {
			c.out(bc, *r)
			return
		}
		*r = c.in(bc)
		z.AF.Lo = z.AF.Lo&flagC | szp[*r]
	}
}

// stepBlock executes ini, ind, outi, outd or, if they repeat, one byte of inir, indr, otir,
// otdr. N, H, C and P are those of Sean Young's "The Undocumented Z80 Documented", section
// 4.3; Zilog documents Z, and that N is set. While an instruction repeats, an interrupt sees
// the flags that it would leave if it ended there.
func (c *cpu) stepBlock(op uint8) {
	z := &c.z80
	hl, bc := z.HL.U16(), z.BC.U16()
	step := uint16(1)
	if op&0x08 != 0 {
		step = ^uint16(0)
	}
	var v, other uint8
	if op&1 == 0 {
		v = c.in(bc)
		z.Memory.Set(hl, v)
		other = uint8(bc + step)
	} else {
		v = z.Memory.Get(hl)
		c.out(bc-0x100, v)
		other = uint8(hl + step)
	}
	z.HL.SetU16(hl + step)
	z.BC.Hi--
	b := z.BC.Hi
	sum := uint16(v) + uint16(other)
	z.AF.Lo = szxy[b] | v>>6&flagN
	if sum > 0xFF {
		z.AF.Lo |= flagH | flagC
	}
	if bits.OnesCount8(uint8(sum)&7^b)%2 == 0 {
		z.AF.Lo |= flagP
	}
	if op&0x10 != 0 && b != 0 {
		z.PC -= 2
	}
}
