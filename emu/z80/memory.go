package z80

import "github.com/searchex/searchex/emu"

// The memory map. Addresses outside these ranges are not connected and read
// as $FF, and so does the book's range in a program without a book.
const (
	ROMStart  = 0x0000
	ROMSize   = 0x4000
	RAMStart  = 0x4000
	RAMSize   = 0x4000
	BookStart = 0x8000
	BookSize  = 0x4000
)

// memory is the whole address space, and what may be done to each byte.
type memory struct {
	control *emu.Control
	data    [0x10000]byte
	access  [0x10000]byte
}

// unguarded and guarded are the two ways in which the CPU sees the memory.
type (
	unguarded memory
	guarded   memory
)

// Get reads a byte.
func (m *unguarded) Get(addr uint16) uint8 { return m.data[addr] }

// Set writes a byte of RAM, and like the real machine ignores any other. It
// keeps the access marks, so that the guards can be switched on at any time.
func (m *unguarded) Set(addr uint16, value uint8) {
	if addr>>14 == RAMStart>>14 {
		m.data[addr] = value
		m.access[addr] = emu.Readable | emu.Writable
	}
}

// Get reads a byte and notes a fault if it is not to be read.
func (m *guarded) Get(addr uint16) uint8 {
	if m.access[addr]&emu.Readable == 0 {
		m.control.RefuseRead(uint32(addr))
	}
	return m.data[addr]
}

// Set writes a byte, or notes a fault if it is not to be written.
func (m *guarded) Set(addr uint16, value uint8) {
	if m.access[addr]&emu.Writable == 0 {
		m.control.RefuseWrite(uint32(addr))
		return
	}
	m.data[addr] = value
	m.access[addr] = emu.Readable | emu.Writable
}
