package m68k

import (
	chip "github.com/user-none/go-chip-m68k"

	"github.com/searchex/searchex/emu"
)

// mapped and mappedGuarded are the ways in which a 68000 with options sees the memory,
// whose ROM and RAM may be anywhere.
type (
	mapped        struct{ *unguarded }
	mappedGuarded struct{ *guarded }
)

// Write8 writes a byte of RAM.
func (m mapped) Write8(addr uint32, v uint8) {
	if addr < mapSize && m.access[addr]&emu.Writable != 0 {
		m.data[addr] = v
		m.access[addr] = open
	}
}

// Write16 writes a word, of which one byte may be RAM.
func (m mapped) Write16(addr uint32, v uint16) {
	m.Write8(addr, uint8(v>>8))
	m.Write8(addr+1, uint8(v))
}

// Write32 writes a longword.
func (m mapped) Write32(addr uint32, v uint32) {
	m.Write16(addr, uint16(v>>16))
	m.Write16(addr+2, uint16(v))
}

// Write8 writes a byte, or notes a fault if it is not to be written.
func (m mappedGuarded) Write8(addr uint32, v uint8) {
	if addr >= mapSize || m.access[addr]&emu.Writable == 0 {
		m.control.RefuseWrite(addr)
	}
	mapped{(*unguarded)(m.guarded)}.Write8(addr, v)
}

// Write16 writes a word.
func (m mappedGuarded) Write16(addr uint32, v uint16) {
	m.Write8(addr, uint8(v>>8))
	m.Write8(addr+1, uint8(v))
}

// Write32 writes a longword.
func (m mappedGuarded) Write32(addr uint32, v uint32) {
	m.Write16(addr, uint16(v>>16))
	m.Write16(addr+2, uint16(v))
}

// buses returns the buses of the two chips: with guards and without.
func (c *cpu) buses() (guards, without chip.Bus) {
	g, u := (*guarded)(&c.mem), (*unguarded)(&c.mem)
	if c.own != nil {
		return mappedGuarded{g}, mapped{u}
	}
	return g, u
}

// bus returns the bus of the chip in use, without counting.
func (c *cpu) bus() chip.Bus {
	g, u := c.buses()
	if c.guards {
		return g
	}
	return u
}
