package m6502

import (
	"bytes"

	beevik "github.com/beevik/go6502/cpu"
)

// Alone is go6502 by itself, with the fastest memory that it has: without map, guards and
// callbacks. It is there to measure what the machine costs.
type Alone struct {
	cpu    *beevik.CPU
	memory *beevik.FlatMemory
	start  beevik.Registers
	data   [0x10000]byte
}

// Alone returns the package in the state of the machine, for Begin.
func (m Machine) Alone() *Alone {
	memory := beevik.NewFlatMemory()
	return &Alone{beevik.NewCPU(beevik.NMOS, memory), memory, m.cpu.m6502.Reg, m.cpu.mem.data}
}

// Begin goes to the state that the machine had.
func (a *Alone) Begin() {
	a.memory.StoreBytes(0, a.data[:])
	a.cpu.Reg = a.start
}

// Steps executes n instructions.
func (a *Alone) Steps(n int) {
	for range n {
		a.cpu.Step()
	}
}

// RunTo executes instructions until PC is addr.
func (a *Alone) RunTo(addr uint32) {
	for uint32(a.cpu.Reg.PC) != addr {
		a.cpu.Step()
	}
}

// Holds reports whether some bytes are at addr.
func (a *Alone) Holds(addr uint32, b []byte) bool {
	have := make([]byte, len(b))
	a.memory.LoadBytes(uint16(addr), have)
	return bytes.Equal(have, b)
}
