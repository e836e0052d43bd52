package z80

import (
	koron "github.com/koron-go/z80"

	"github.com/searchex/searchex/emu"
)

// The memory map. Addresses outside these ranges are not connected and read
// as $FF, and so does the book's range in a program without a book.
const (
	ROMStart  = 0x0000
	ROMSize   = 0x4000
	RAMStart  = 0x4000
	RAMSize   = 0x4000
	BookStart = 0x8000
	BookSize  = 0x4000
	// The slot for a module.
	ModuleStart = 0xC000
	ModuleSize  = 0x2000
)

// The map of an MSX with a cartridge. Its own ROM below is not connected here, and the last byte of RAM selects slots.
const (
	MSXStart    = 0x4000
	MSXSize     = 0x8000
	MSXRAMStart = 0xC000
	MSXRAMSize  = 0x3FFF
)

// memory is the whole address space, and what may be done to each byte.
type memory struct {
	control *emu.Control
	// guards refuse accesses that are forbidden.
	guards bool
	data   [0x10000]byte
	access [0x10000]byte
}

// Get reads a byte.
func (m *memory) Get(addr uint16) uint8 {
	if a := m.access[addr]; a&emu.Readable == 0 {
		if a&emu.Attached != 0 {
			return m.control.ReadDevice(uint32(addr))
		}
		if m.guards {
			m.control.RefuseRead(uint32(addr))
		}
	}
	return m.data[addr]
}

// Set writes a byte of RAM, and like the real machine ignores any other. It
// keeps the access marks, so that the guards can be switched on at any time.
func (m *memory) Set(addr uint16, value uint8) {
	if was := m.access[addr]; was&emu.Writable != 0 {
		m.data[addr] = value
		m.access[addr] = emu.Readable | emu.Writable
		if was&emu.Decoded != 0 {
			m.control.Changed(uint32(addr))
		}
	} else if was&emu.Attached != 0 {
		m.control.WriteDevice(uint32(addr), value)
	} else if m.guards {
		m.control.RefuseWrite(uint32(addr))
	}
}

// counted is a way to see the memory that counts accesses.
type counted struct {
	koron.Memory
	accesses *emu.Accesses
}

// Get reads a byte.
func (m *counted) Get(addr uint16) uint8 {
	m.accesses.Read(uint32(addr), 1)
	return m.Memory.Get(addr)
}

// Set writes a byte.
func (m *counted) Set(addr uint16, value uint8) {
	m.accesses.Write(uint32(addr), 1)
	m.Memory.Set(addr, value)
}

// length returns the number of bytes of the instruction that begins with some bytes.
func length(b [4]byte) int {
	switch op := b[0]; {
	case op == 0xCB:
		return 2
	case op == 0xED && b[1]&0xC7 == 0x43: // ld (nn),p and back
		return 4
	case op == 0xED:
		return 2
	case (op == 0xDD || op == 0xFD) && b[1] == 0xCB:
		return 4
	case op == 0xDD || op == 0xFD:
		n := 1 + length([4]byte{b[1]})
		if indirect := b[1]; indirect == 0x34 || indirect == 0x35 || indirect == 0x36 ||
			indirect >= 0x40 && indirect < 0xC0 && (indirect&7 == 6 || indirect&0xF8 == 0x70) { // a displacement
			n++
		}
		return n
	case op&0xC7 == 0x06, op&0xC7 == 0xC6, op == 0xD3, op == 0xDB, op == 0x10, op&0xE7 == 0x20, op == 0x18: // a byte
		return 2
	case op&0xCF == 0x01, op&0xE7 == 0x22, op&0xC7 == 0xC2, op&0xC7 == 0xC4, op == 0xC3, op == 0xCD: // a word
		return 3
	}
	return 1
}
