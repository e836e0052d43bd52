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

// State returns a copy of the machine's state. A run from the same state does the same.
func (m Machine) State() *State {
	s := &State{cycles: m.c.cycles, lowestSP: m.c.lowestSP, registers: m.c.cpu.Save()}
	for _, r := range m.c.mem.rams {
		data, access := m.c.mem.bytes(r)
		s.ram, s.access = append(s.ram, data...), append(s.access, access...)
	}
	if m.c.spec.options {
		for i := range s.access {
			s.access[i] &^= Decoded
		}
	}
	return s
}

// SetState brings the machine back to a state of its own. Like Enter it must not be
// called while a call is running.
func (m Machine) SetState(s *State) {
	if m.c.running {
		panic(m.Name() + ": SetState while a call is running")
	}
	m.c.forget(m.c.mem.rams...)
	ram, marks := s.ram, s.access
	for _, r := range m.c.mem.rams {
		data, access := m.c.mem.bytes(r)
		ram, marks = ram[copy(data, ram):], marks[copy(access, marks):]
	}
	m.c.mem.fault = 0
	m.c.cycles, m.c.lowestSP, m.c.resumed = s.cycles, s.lowestSP, -1
	m.c.cpu.Load(s.registers)
}

// Return is a return address on the stack: SP is where it lies, Addr where the
// routine will return to.
type Return struct{ SP, Addr uint32 }

// SP returns the lowest address of the stack in use.
func (m Machine) SP() uint32 { return m.c.cpu.SP() }

// Returns lists the return addresses on the stack, innermost first, 64 at most. They
// are found by looking for addresses that point behind a call, so data that a routine
// pushed may look like one.
func (m Machine) Returns() []Return { return m.c.returns() }
