package m68k

import (
	"math/bits"

	"github.com/searchex/searchex/emu"
)

// Interrupt requests one interrupt of a level, 1 to 7. The request is kept until the 68000
// accepts it, as by a device with a latch, or until one of a higher level takes its place.
// vector is the number of the vector, 0 for the level's own: 24 and the level. A machine
// without Options.Exceptions panics.
func (m Machine) Interrupt(level, vector uint8) {
	l := m.lines(level)
	if vector == 0 {
		vector = autovector(level)
	}
	if level > l.level {
		l.level, l.vector = level, vector
	}
}

// SetIRQ asserts or releases the line of a level, 1 to 7. The highest line that is asserted
// counts. While its level is above the mask in SR, the 68000 accepts interrupts of it, so
// the program must make the device release it. When level 7 is asserted, it is accepted once
// whatever the mask is. A request that is released before it is accepted is lost, one by
// Interrupt of that level too. The vector is the level's own; a callback of OnInterrupt may
// supply another. A machine without Options.Exceptions panics.
//
// Of a change by an alarm the alarm's own count matters, if it is before the end of an
// instruction; any other change is seen when the present instruction ends.
func (m Machine) SetIRQ(level uint8, on bool) {
	l := m.lines(level)
	before := l.asserted
	l.asserted &^= 1 << level
	switch {
	case on:
		l.asserted |= 1 << level
	case l.level == level:
		l.level = 0
	}
	if level == nonMaskable {
		l.edge = on && (l.edge || l.asserted != before)
	}
}

func (m Machine) lines(level uint8) *lines {
	if m.cpu.own == nil || !m.cpu.own.Exceptions || level < 1 || level > nonMaskable {
		panic("68000: an interrupt on a machine without Options.Exceptions, or of a level that is not 1 to 7")
	}
	return &m.cpu.own.lines
}

const (
	// nonMaskable is the level that no mask holds back.
	nonMaskable = 7
	// interruptCycles are the cycles of an interrupt (M68000 User's Manual, table 8-14).
	interruptCycles = 44
)

// autovector returns the number of a level's own vector.
func autovector(level uint8) uint8 { return 24 + level }

// request returns the level and the vector of the interrupt that is to be accepted with a
// mask, 0 for none.
func (l *lines) request(mask uint8) (level, vector uint8) {
	level, vector = l.level, l.vector
	if l.asserted != 0 {
		if highest := uint8(bits.Len8(l.asserted) - 1); highest > level {
			level, vector = highest, autovector(highest)
		}
	}
	if level > mask || level == nonMaskable && (l.edge || l.level == nonMaskable) {
		return level, vector
	}
	return 0, 0
}

// interrupt accepts a requested interrupt, if there is one and the 68000 may.
// go-chip-m68k can do that too, but together with the next instruction, and it returns
// to a stop instead of behind it.
func (c *cpu) interrupt() (e emu.Executed, ok bool) {
	l := &c.own.lines
	if l.level == 0 && l.asserted == 0 || c.reg.PC == c.control.Home() {
		return e, false
	}
	level, vector := l.request(uint8(c.reg.SR >> 8 & 7))
	if level == 0 {
		return e, false
	}
	kind := emu.IRQ
	if level == nonMaskable {
		kind, l.edge = emu.NMI, false
	}
	if l.level == level {
		l.level = 0
	}
	stopped := l.stopped
	l.stopped = false
	vector = uint8(c.control.Acknowledge(emu.Interrupt{Kind: kind, Level: level, Vector: uint32(vector)}))
	r := *c.reg
	back, sr := r.PC, r.SR
	if stopped {
		back += 4
	}
	setSR(&r, sr&0x58FF|supervising|uint16(level)<<8)
	r.A[7] -= 4
	c.mem.Write32(r.A[7]&0xFFFFFF, back)
	r.A[7] -= 2
	c.mem.Write16(r.A[7]&0xFFFFFF, sr)
	r.PC = c.mem.Read32(4 * uint32(vector))
	c.set(r)
	cycles, _ := c.control.Due()
	return emu.Executed{SP: c.SP(), Cycles: cycles + interruptCycles, Flow: emu.Interrupts}, true
}

// stepOwn is Step of a machine with options.
func (c *cpu) stepOwn() (emu.Executed, bool) {
	if c.own.Exceptions {
		if now, _ := c.control.Due(); !c.control.Ring(now) {
			return emu.Executed{}, false
		}
		pc := c.reg.PC
		if e, ok := c.interrupt(); ok {
			e.PC = pc
			return e, true
		}
	}
	c.redecode(c.reg.PC)
	e, ok := c.step()
	if ok {
		c.own.stopped = c.mem.word(e.PC) == opSTOP && c.reg.PC == e.PC
	}
	return e, ok
}

// runOwn is Run of a machine with options. It leaves to stepOwn what the core leaves to the
// package, and all that loopOwn does.
func (c *cpu) runOwn() {
	own, k, reg := c.own, &c.core, c.reg
	cycles, next := c.control.Due()
	for {
		if level, _ := own.request(uint8(reg.SR >> 8 & 7)); level == 0 && cycles < next {
			c.bounds()
			k.begin(cycles, next)
			if c.execute(k.at(reg.PC)) == ends {
				return
			}
			if now := k.cycles(); now != cycles {
				cycles, own.stopped = now, false
			}
		}
		var ok bool
		if cycles, next, ok = c.control.StepFrom(cycles); !ok {
			return
		}
		c.control.Left()
	}
}

// loopOwn is RunPackage of a machine with options. It leaves to stepOwn what interrupts and
// callbacks have to do with, and what is charged.
func (c *cpu) loopOwn() {
	m, reg, own, guards := c.chip, c.reg, c.own, c.mem.guards
	var was found
	cycles, next := c.control.Due()
	before := cycles - m.Cycles()
	for {
		if own.Devices != nil || cycles >= next || own.level|own.asserted != 0 || c.at(reg.PC) != 0 {
			var ok bool
			if cycles, next, ok = c.control.StepFrom(cycles); !ok {
				return
			}
			before = cycles - m.Cycles()
			continue
		}
		own.stopped = false
		was.d, was.a, was.pc = reg.D, reg.A, reg.PC
		m.Step()
		cycles = before + m.Cycles()
		halted := m.Halted()
		if halted {
			c.refuseOdd(&was)
		}
		if (guards || halted) && c.control.MustCheck(reg.A[7]) && !c.control.Check(was.pc, cycles) {
			return
		}
	}
}
