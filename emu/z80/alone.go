package z80

import (
	"bytes"

	koron "github.com/koron-go/z80"
)

// Alone is koron-go/z80 by itself, with the fastest memory that it allows: without cycles,
// map, guards and callbacks. It is there to measure what the machine costs.
type Alone struct {
	cpu    koron.CPU
	memory flat
	states koron.States
	start  *memory
}

// flat is memory that can be written everywhere.
type flat [0x10000]byte

// Get reads a byte.
func (f *flat) Get(addr uint16) uint8 { return f[addr] }

// Set writes a byte.
func (f *flat) Set(addr uint16, value uint8) { f[addr] = value }

// Alone returns the package in the state of the machine, for Begin.
func (m Machine) Alone() *Alone {
	start := m.cpu.mem
	return &Alone{states: m.cpu.z80.States, start: &start}
}

// Begin goes to the state that the machine had.
func (a *Alone) Begin() {
	a.memory = a.start.data
	a.cpu = koron.CPU{States: a.states, Memory: &a.memory}
}

// Steps executes n instructions.
func (a *Alone) Steps(n int) {
	for range n {
		a.cpu.Step()
	}
}

// RunTo executes instructions until PC is addr.
func (a *Alone) RunTo(addr uint32) {
	for uint32(a.cpu.PC) != addr {
		a.cpu.Step()
	}
}

// Holds reports whether some bytes are at addr.
func (a *Alone) Holds(addr uint32, b []byte) bool {
	return bytes.Equal(a.memory[addr:addr+uint32(len(b))], b)
}
