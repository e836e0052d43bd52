package m68k

import (
	"encoding/binary"

	chip "github.com/user-none/go-chip-m68k"

	"github.com/searchex/searchex/emu"
)

// wide is the memory of a machine with options, up to the end of its map.
type wide struct {
	control      *emu.Control
	data, access []byte
}

// mapped and mappedGuarded are the ways in which a 68000 with options sees the memory.
type (
	mapped        struct{ *wide }
	mappedGuarded struct{ *wide }
)

// Read8 reads a byte.
func (m mapped) Read8(addr uint32) uint8 {
	if addr < uint32(len(m.data)) {
		return m.data[addr]
	}
	return 0xFF
}

// Read16 reads a word.
func (m mapped) Read16(addr uint32) uint16 {
	if uint64(addr)+1 < uint64(len(m.data)) {
		return binary.BigEndian.Uint16(m.data[addr:])
	}
	return uint16(m.Read8(addr))<<8 | uint16(m.Read8(addr+1))
}

// Read32 reads a longword.
func (m mapped) Read32(addr uint32) uint32 {
	return uint32(m.Read16(addr))<<16 | uint32(m.Read16(addr+2))
}

// Write8 writes a byte of RAM.
func (m mapped) Write8(addr uint32, v uint8) {
	if addr < uint32(len(m.data)) && m.access[addr]&emu.Writable != 0 {
		m.data[addr] = v
		m.access[addr] = open
	}
}

// Write16 writes a word, of which one byte may be RAM.
func (m mapped) Write16(addr uint32, v uint16) {
	if m.may(addr, emu.Writable) {
		binary.BigEndian.PutUint16(m.data[addr:], v)
		binary.BigEndian.PutUint16(m.access[addr:], open16)
		return
	}
	m.Write8(addr, uint8(v>>8))
	m.Write8(addr+1, uint8(v))
}

// may reports whether something may be done to the word at addr.
func (m mapped) may(addr uint32, what byte) bool {
	return uint64(addr)+1 < uint64(len(m.data)) && m.access[addr]&m.access[addr+1]&what != 0
}

// Write32 writes a longword.
func (m mapped) Write32(addr uint32, v uint32) {
	m.Write16(addr, uint16(v>>16))
	m.Write16(addr+2, uint16(v))
}

// may reports whether something may be done to the byte at addr.
func (m mappedGuarded) may(addr uint32, what byte) bool {
	return addr < uint32(len(m.access)) && m.access[addr]&what != 0
}

// Read8 reads a byte and notes a fault if it is not to be read.
func (m mappedGuarded) Read8(addr uint32) uint8 {
	if !m.may(addr, emu.Readable) {
		m.control.RefuseRead(addr)
	}
	return mapped(m).Read8(addr)
}

// Read16 reads a word.
func (m mappedGuarded) Read16(addr uint32) uint16 {
	if mapped(m).may(addr, emu.Readable) {
		return binary.BigEndian.Uint16(m.data[addr:])
	}
	return uint16(m.Read8(addr))<<8 | uint16(m.Read8(addr+1))
}

// Read32 reads a longword.
func (m mappedGuarded) Read32(addr uint32) uint32 {
	return uint32(m.Read16(addr))<<16 | uint32(m.Read16(addr+2))
}

// Write8 writes a byte, or notes a fault if it is not to be written.
func (m mappedGuarded) Write8(addr uint32, v uint8) {
	if !m.may(addr, emu.Writable) {
		m.control.RefuseWrite(addr)
	}
	mapped(m).Write8(addr, v)
}

// Write16 writes a word.
func (m mappedGuarded) Write16(addr uint32, v uint16) {
	if mapped(m).may(addr, emu.Writable) {
		mapped(m).Write16(addr, v)
		return
	}
	m.Write8(addr, uint8(v>>8))
	m.Write8(addr+1, uint8(v))
}

// Write32 writes a longword.
func (m mappedGuarded) Write32(addr uint32, v uint32) {
	m.Write16(addr, uint16(v>>16))
	m.Write16(addr+2, uint16(v))
}

// Reset is what the instruction of that name does to other chips, of which there are
// none.
func (m mapped) Reset()        {}
func (m mappedGuarded) Reset() {}

// buses returns the buses of the two chips: with guards and without.
func (c *cpu) buses() (guards, without chip.Bus) {
	if w := c.mem.wide; w != nil {
		return mappedGuarded{w}, mapped{w}
	}
	return (*guarded)(&c.mem), (*unguarded)(&c.mem)
}

// bus returns the bus of the chip in use, without counting.
func (c *cpu) bus() chip.Bus {
	g, u := c.buses()
	if c.guards {
		return g
	}
	return u
}
