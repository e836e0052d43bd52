package z80

import (
	koron "github.com/koron-go/z80"

	"github.com/searchex/searchex/emu"
)

// IRQ requests one maskable interrupt. The request is kept until the Z80 accepts it, as by
// a device with a latch: after an instruction, but for ei, with interrupts enabled. bus is
// the byte that the device then puts on the bus. In mode 2 it is the low byte of the
// vector's address, whose high byte is I: a vector at $50FF has its high byte at $5100. In
// mode 0 it is an rst. Without Options.Interrupts, IRQ panics as SetIRQ and NMI do.
func (m Machine) IRQ(bus uint8) {
	l := m.lines()
	l.irq, l.bus = true, bus
}

// SetIRQ asserts or releases the INT line. While it is asserted, the Z80 accepts an
// interrupt each time that interrupts are enabled. A request that is released before it is
// accepted is lost, one by IRQ too. The byte on the bus is $FF, as where nothing drives
// it; a callback of OnInterrupt may supply another.
//
// The Z80 looks at the line in the last T-state of each instruction. Of a change by an
// alarm the alarm's own count matters; any other change is seen when the present
// instruction ends.
func (m Machine) SetIRQ(on bool) {
	l := m.lines()
	l.asserted = on
	l.irq = l.irq && on
}

// NMI requests an interrupt that can't be masked: it is the edge of the NMI line.
func (m Machine) NMI() { m.lines().nmi = true }

func (m Machine) lines() *lines {
	if m.cpu.own == nil || !m.cpu.own.interrupts {
		panic("z80: an interrupt on a machine without Options.Interrupts")
	}
	return &m.cpu.own.lines
}

const (
	opHALT = 0x76
	opED   = 0xED
	opEI   = 0xFB
	// Behind opED: ld a,i and ld a,r.
	opLDAI = 0x57
	opLDAR = 0x5F

	// floating is the byte on a bus that nothing drives.
	floating = 0xFF
)

// interrupt accepts a requested interrupt, if there is one and the Z80 may.
//
// koron-go/z80 can do that too, but in mode 0 it pushes the wrong address, it never
// leaves a halt, it leaves IFF2 set, and it clears bit 0 of the vector's address.
func (c *cpu) interrupt() (e emu.Executed, ok bool) {
	l, z := &c.own.lines, &c.z80
	pc := z.PC
	maskable := (l.irq || l.asserted) && z.IFF1 && !l.enabling
	if !l.nmi && !maskable || uint32(pc) == c.control.Home() {
		return e, false
	}
	target, states := uint16(0x66), uint64(11)
	if l.nmi {
		l.nmi = false
		c.control.Acknowledge(emu.Interrupt{Kind: emu.NMI})
	} else {
		target, states = c.acknowledge()
		z.IFF2 = false
		if l.looked { // which has read IFF2 late
			z.AF.Lo &^= flagP
		}
	}
	z.IFF1 = false
	back := pc
	if l.halted {
		back++
	}
	l.halted, l.enabling, l.looked = false, false, false
	z.IR.Lo = z.IR.Lo&0x80 | (z.IR.Lo+1)&0x7F
	z.SP -= 2
	z.Memory.Set(z.SP+1, uint8(back>>8))
	z.Memory.Set(z.SP, uint8(back))
	z.PC = target
	cycles, _ := c.control.Due()
	return emu.Executed{PC: uint32(pc), SP: uint32(z.SP), Cycles: cycles + states, Flow: emu.Interrupts}, true
}

// acknowledge gets the byte on the bus for an IRQ. It returns the handler's address, and
// the T-states until there.
func (c *cpu) acknowledge() (target uint16, states uint64) {
	l, z := &c.own.lines, &c.z80
	bus := uint8(floating)
	if l.irq {
		bus = l.bus
	}
	l.irq = false
	bus = uint8(c.control.Acknowledge(emu.Interrupt{Kind: emu.IRQ, Vector: uint32(bus)}))
	switch z.IM {
	case 0:
		return uint16(bus & 0x38), 13
	case 2:
		at := uint16(z.IR.Hi)<<8 | uint16(bus)
		return uint16(z.Memory.Get(at)) | uint16(z.Memory.Get(at+1))<<8, 19
	}
	return 0x38, 13
}

// stepOwn is Step of a machine with options.
func (c *cpu) stepOwn() (emu.Executed, bool) {
	if c.own.interrupts {
		if now, _ := c.control.Due(); !c.control.Ring(now) {
			return emu.Executed{}, false
		}
		if e, ok := c.interrupt(); ok {
			return e, true
		}
	}
	c.redecode(c.z80.PC)
	z := &c.z80
	z.HALT = false
	e, ok := c.step()
	if ok {
		l, op := &c.own.lines, c.own.opcode[0]
		l.enabling, l.halted, l.looked = op == opEI, z.HALT, false
		if op == opED {
			op = c.own.opcode[1]
			l.looked = op == opLDAI || op == opLDAR
		}
	}
	return e, ok
}

// runOwn is Run of a machine with options. It leaves to stepOwn what the core leaves to the
// package, and all that loopOwn does.
func (c *cpu) runOwn() {
	z, own, k := &c.z80, c.own, &c.core
	cycles, next := c.control.Due()
	for {
		if cycles < next && !own.nmi && !(z.IFF1 && (own.irq || own.asserted)) {
			c.bounds()
			began := cycles
			k.left = k.begin(cycles, next)
			c.execute(k.entries[z.PC])
			c.refresh()
			if cycles = k.cycles(k.left); cycles != began {
				own.enabling, own.halted, own.looked = false, false, false
			}
		}
		var ok bool
		if cycles, next, ok = c.control.StepFrom(cycles); !ok {
			return
		}
		c.control.Left()
	}
}

// steps are the opcodes that stepOwn must look at, because of interrupts.
var steps = [256]bool{opHALT: true, opEI: true, opED: true}

// loopOwn is loop of a machine with options. It leaves to stepOwn what interrupts, ports
// and callbacks have to do with.
func (c *cpu) loopOwn() {
	z, own := &c.z80, c.own
	cycles, next := c.control.Due()
	for {
		pc := z.PC
		i := c.code[pc]
		if own.devices || i >= watched || cycles >= next || steps[c.mem.data[pc]] || own.irq || own.nmi || own.asserted {
			var ok bool
			if cycles, next, ok = c.control.StepFrom(cycles); !ok {
				return
			}
			continue
		}
		own.enabling, own.halted, own.looked = false, false, false
		cycles += c.one(i)
		if c.mem.guards && c.control.MustCheck(uint32(z.SP)) && !c.control.Check(uint32(pc), cycles) {
			return
		}
	}
}

// restore makes reti copy IFF2 to IFF1, as retn does.
type restore struct{ z80 *koron.CPU }

// RETIHandle is called before each reti.
func (r restore) RETIHandle() { r.z80.IFF1 = r.z80.IFF2 }
