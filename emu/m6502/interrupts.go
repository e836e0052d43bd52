package m6502

import "github.com/searchex/searchex/emu"

// IRQ requests one maskable interrupt. The request is kept until the 6502 accepts it, as
// by a device with a latch. Without Options.Interrupts, it panics as SetIRQ and NMI do.
func (m Machine) IRQ() { m.lines().irq = true }

// SetIRQ asserts or releases the IRQ line. While it is asserted and I is clear, the 6502
// accepts interrupts, one after the other: the program must make the device release it.
// A request that is released before it is accepted is lost, one by IRQ too.
//
// The 6502 looks at the line before the last cycle of each instruction. Of a change by an
// alarm the alarm's own count matters; any other change is seen when the present
// instruction ends.
func (m Machine) SetIRQ(on bool) {
	l := m.lines()
	l.asserted = on
	l.irq = l.irq && on
}

// NMI requests an interrupt that can't be masked: it is the edge of the NMI line. In the
// first four cycles of a brk or of an IRQ it takes their place, with what they push.
func (m Machine) NMI() { m.lines().nmi = true }

func (m Machine) lines() *lines {
	if m.cpu.own == nil || !m.cpu.own.Interrupts {
		panic("6502: an interrupt on a machine without Options.Interrupts")
	}
	return &m.cpu.own.lines
}

const (
	nmiVector = 0xFFFA
	irqVector = 0xFFFE

	// entry are the cycles of an interrupt or a brk, undecided those in which an NMI
	// can still take its place. decided are the cycles before the end of an
	// instruction in which a request comes too late for it.
	entry     = 7
	undecided = 4
	decided   = 1
)

// interrupt accepts a requested interrupt, if there is one and the 6502 may. go6502
// does the same in functions that it does not export.
func (c *cpu) interrupt() (e emu.Executed, ok bool) {
	l, m := &c.own.lines, c.m6502
	pc := m.Reg.PC
	irq := (l.irq || l.asserted) && !l.masked
	if l.entered || !l.nmi && !irq || uint32(pc) == c.control.Home() {
		return e, false
	}
	push := func(v uint8) {
		m.Mem.StoreByte(stackPage+uint16(m.Reg.SP), v)
		m.Reg.SP--
	}
	push(uint8(pc >> 8))
	push(uint8(pc))
	push(m.Reg.SavePS(false))
	began, _ := c.control.Due()
	end := c.control.During(began+undecided, began+entry)
	if l.nmi {
		c.takeNMI()
	} else {
		l.irq = false
		m.Reg.PC = m.Mem.LoadAddress(uint16(c.control.Acknowledge(emu.Interrupt{Kind: emu.IRQ, Vector: irqVector})))
	}
	m.Reg.InterruptDisable, l.masked, l.entered = true, true, true
	return emu.Executed{PC: uint32(pc), SP: c.SP(), Cycles: end, Flow: emu.Interrupts}, true
}

// takeNMI goes to the handler of the NMI.
func (c *cpu) takeNMI() {
	c.own.nmi = false
	c.m6502.Reg.PC = c.m6502.Mem.LoadAddress(uint16(c.control.Acknowledge(emu.Interrupt{Kind: emu.NMI, Vector: nmiVector})))
}

// stepOwn is Step of a machine with options.
func (c *cpu) stepOwn() (emu.Executed, bool) {
	if c.own.Interrupts {
		now, _ := c.control.Due()
		if !c.control.Ring(now - min(now, decided)) {
			return emu.Executed{}, false
		}
		if e, ok := c.interrupt(); ok {
			return e, true
		}
	}
	r := &c.m6502.Reg
	c.redecode(r.PC)
	before := r.InterruptDisable
	e, ok := c.step()
	if !ok {
		return e, false
	}
	l := &c.own.lines
	l.masked, l.entered = r.InterruptDisable, false
	switch c.own.opcode {
	case opCLI, opSEI, opPLP:
		if c.own.Interrupts {
			l.masked = before
		}
	case opBRK:
		e.Flow, l.entered = emu.Calls, true
		if e.Cycles = c.control.During(e.Cycles-entry+undecided, e.Cycles); l.nmi {
			c.takeNMI()
		}
	case opRTI:
		e.Flow = emu.Returns
	}
	return e, true
}

const (
	opCLI = 0x58
	opSEI = 0x78
)

// runOwn is Run of a machine with options. It leaves to stepOwn what the core leaves to the
// package, decimal mode, and all that loopOwn does.
func (c *cpu) runOwn() {
	own, k, r := c.own, &c.core, &c.m6502.Reg
	cycles, next := c.control.Due()
	for {
		pending := own.nmi || (own.irq || own.asserted) && !(own.masked && r.InterruptDisable)
		if cycles < next && !pending && !r.Decimal {
			c.bounds()
			c.load()
			began := cycles
			k.begin(cycles, next)
			c.execute(k.entries[k.pc])
			c.store()
			if cycles = k.cycles(); cycles != began {
				own.masked, own.entered = r.InterruptDisable, false
			}
		}
		var ok bool
		if cycles, next, ok = c.control.StepFrom(cycles); !ok {
			return
		}
		c.control.Left()
	}
}

// steps are the opcodes that stepOwn must look at.
var steps = [256]bool{opBRK: true, opRTI: true, opCLI: true, opSEI: true, opPLP: true}

// loopOwn is loop of a machine with options. It leaves to stepOwn what interrupts and
// callbacks have to do with.
func (c *cpu) loopOwn() {
	m, own := c.m6502, c.own
	var next uint64
	m.Cycles, next = c.control.Due()
	for {
		pc := m.Reg.PC
		if own.Devices != nil || c.code[pc] != 0 || m.Cycles >= next || steps[c.mem.data[pc]] || own.irq || own.nmi || own.asserted {
			var ok bool
			if m.Cycles, next, ok = c.control.StepFrom(m.Cycles); !ok {
				return
			}
			continue
		}
		m.Step()
		own.masked, own.entered = m.Reg.InterruptDisable, false
		if c.mem.guards && c.control.MustCheck(c.SP()) && !c.control.Check(uint32(pc), m.Cycles) {
			return
		}
	}
}
