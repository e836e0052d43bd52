package hostbridge

import "github.com/searchex/searchex/emu"

// watched is a machine with watches of its own beside those of whoever runs it.
type watched struct {
	emu.Machine
	theirs map[uint32]func() // the watches of whoever runs the machine
	// own returns what is called first at an address, nil for nothing.
	own func(addr uint32) func()
}

// Watch implements runner.
func (m *watched) Watch(addr uint32, fn func()) {
	m.theirs[addr] = fn
	m.watch(addr)
}

// UnwatchAll removes the watches of whoever runs the machine. Its own stay: there are
// thousands, and a position is set up thousands of times.
func (m *watched) UnwatchAll() {
	theirs := m.theirs
	m.theirs = map[uint32]func(){}
	for addr := range theirs {
		m.watch(addr)
	}
}

// watch puts the watch at an address that there is to be now.
func (m *watched) watch(addr uint32) {
	own, fn := m.own(addr), m.theirs[addr]
	if own != nil && fn != nil {
		m.Machine.Watch(addr, func() {
			own()
			fn()
		})
		return
	}
	if own != nil {
		fn = own
	}
	m.Machine.Watch(addr, fn)
}
