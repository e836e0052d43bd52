package m68k

import (
	"bytes"
	"encoding/binary"
	"slices"

	chip "github.com/user-none/go-chip-m68k"
)

// Alone is go-chip-m68k by itself, with the fastest memory that it allows: without map,
// guards, callbacks and corrections of cycles. It is there to measure what the machine
// costs.
type Alone struct {
	chip   *chip.CPU
	memory *flat
	start  chip.Registers
	data   []byte
}

// flat is memory that can be written everywhere.
type flat [0x1000000]byte

// Read8 reads a byte.
func (f *flat) Read8(addr uint32) uint8 { return f[addr&0xFFFFFF] }

// Read16 reads a word.
func (f *flat) Read16(addr uint32) uint16 { return binary.BigEndian.Uint16(f[addr&0xFFFFFE:]) }

// Read32 reads a longword.
func (f *flat) Read32(addr uint32) uint32 { return binary.BigEndian.Uint32(f[addr&0xFFFFFE:]) }

// Write8 writes a byte.
func (f *flat) Write8(addr uint32, v uint8) { f[addr&0xFFFFFF] = v }

// Write16 writes a word.
func (f *flat) Write16(addr uint32, v uint16) { binary.BigEndian.PutUint16(f[addr&0xFFFFFE:], v) }

// Write32 writes a longword.
func (f *flat) Write32(addr uint32, v uint32) { binary.BigEndian.PutUint32(f[addr&0xFFFFFE:], v) }

// Reset does nothing: there are no other chips.
func (f *flat) Reset() {}

// Alone returns the package in the state of the machine, for Begin.
func (m Machine) Alone() *Alone {
	start := *m.cpu.reg
	settle(&start)
	memory := new(flat)
	return &Alone{chip.New(memory), memory, start, slices.Clone(m.cpu.mem.data)}
}

// Begin goes to the state that the machine had.
func (a *Alone) Begin() {
	copy(a.memory[:], a.data)
	a.chip.SetState(a.start)
}

// Steps executes n instructions.
func (a *Alone) Steps(n int) {
	for range n {
		a.chip.Step()
	}
}

// RunTo executes instructions until PC is addr, which it looks up in the chip itself (see
// registersOf).
func (a *Alone) RunTo(addr uint32) {
	for reg := registersOf(a.chip); reg.PC != addr; {
		a.chip.Step()
	}
}

// Holds reports whether some bytes are at addr.
func (a *Alone) Holds(addr uint32, b []byte) bool {
	return bytes.Equal(a.memory[addr:addr+uint32(len(b))], b)
}
