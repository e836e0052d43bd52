package emu

// InterruptKind says whether a CPU can mask an interrupt.
type InterruptKind uint8

// The kinds of interrupts. The 68000's levels 1 to 6 are an IRQ, level 7 is an NMI.
const (
	IRQ InterruptKind = iota + 1
	NMI
)

// Interrupt is an interrupt that a CPU accepts.
type Interrupt struct {
	Kind InterruptKind
	// Level is the level of the 68000's interrupt, 1 to 7; 0 of another CPU.
	Level uint8
	// Vector says where the CPU finds its handler. Of the 68000 it is the number of
	// the vector, 0 to 255, and of the Z80's IRQ the byte on the bus: what the device
	// supplies, so a callback may change it. Of the 6502 it is the address of the
	// vector, and 0 of the Z80's NMI.
	Vector uint32
}

// OnInterrupt calls fn for each interrupt that the CPU accepts, before it reads the
// vector; nil ends that. There a device releases its line, or supplies its vector. fn may
// call what other callbacks may, but must change neither registers nor the cycle count,
// which does not have the interrupt's own cycles yet. Only machines with options have
// interrupts.
func (m Machine) OnInterrupt(fn func(i *Interrupt)) { m.c.onInterrupt = fn }

// Acknowledge calls the callback of OnInterrupt for an interrupt that the CPU accepts. It
// returns the vector.
func (c *Control) Acknowledge(i Interrupt) (vector uint32) {
	if c.onInterrupt == nil {
		return i.Vector
	}
	c.accepted = i
	c.onInterrupt(&c.accepted)
	return c.accepted.Vector
}

// Ring calls the alarm if it is set to less than a cycle count. A CPU calls it before it
// looks for interrupts, with the count at which a request comes too late for that. It
// reports whether the run continues.
func (c *Control) Ring(before uint64) bool {
	for c.onAlarm != nil && c.alarm < before && c.cpu.PC() != c.spec.Home {
		fn := c.onAlarm
		c.setAlarm(0, nil)
		if c.callback(fn); c.err != nil {
			return false
		}
	}
	return true
}

// During is Ring inside of an instruction or interrupt that ends at a cycle count. It
// returns that count, or another one if the callback has reset it.
func (c *Control) During(before, end uint64) uint64 {
	if c.onAlarm == nil || c.alarm >= before {
		return end
	}
	c.charged, c.cycles = end-c.cycles, end
	c.Ring(before)
	return c.cycles
}
