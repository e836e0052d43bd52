package emu

// State is all that a program can change on a machine: registers, RAM, which of it
// has been written, and the cycle count. What the host has set is not in it: ROM
// patches, watches, the alarm, guards.
type State struct {
	ram, access []byte
	cycles      uint64
	lowestSP    uint32
	registers   any
}

// Cycles returns the cycle count of the state.
func (s *State) Cycles() uint64 { return s.cycles }

// State returns a copy of the machine's state.
func (b *Base) State() *State {
	s := &State{cycles: b.c.cycles, lowestSP: b.c.lowestSP, registers: b.c.cpu.Save()}
	for _, r := range b.c.mem.rams {
		s.ram = append(s.ram, b.c.mem.data[r.Start:r.End()]...)
		s.access = append(s.access, b.c.mem.access[r.Start:r.End()]...)
	}
	return s
}

// SetState brings the machine back to a state of its own. Like Enter it must not be
// called while a call is running.
func (b *Base) SetState(s *State) {
	if b.c.running {
		panic(b.Name() + ": SetState while a call is running")
	}
	m := &b.c.mem
	at := uint32(0)
	for _, r := range m.rams {
		copy(m.data[r.Start:], s.ram[at:at+r.Size])
		copy(m.access[r.Start:], s.access[at:at+r.Size])
		at += r.Size
	}
	m.fault = 0
	b.c.cycles, b.c.lowestSP, b.c.resumed = s.cycles, s.lowestSP, -1
	b.c.cpu.Load(s.registers)
}

// Return is a return address on the stack: SP is where it lies, Addr where the
// routine will return to.
type Return struct{ SP, Addr uint32 }

// SP returns the lowest address of the stack in use.
func (b *Base) SP() uint32 { return b.c.cpu.SP() }

// Returns lists the return addresses on the stack, innermost first, 64 at most. They
// are found by looking for addresses that point behind a call, so data that a routine
// pushed may look like one.
func (b *Base) Returns() []Return { return b.c.returns() }
