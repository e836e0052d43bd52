package m68k

import (
	"encoding/binary"

	chip "github.com/user-none/go-chip-m68k"

	"github.com/searchex/searchex/emu"
)

// The memory map. Addresses outside of ROM and RAM are not connected and read as
// $FF. The book is a part of the ROM, its end.
const (
	ROMStart  = 0x000000
	ROMSize   = 0x10000
	RAMStart  = 0x010000
	RAMSize   = 0x10000
	BookStart = 0xD000
	BookSize  = ROMSize - BookStart

	mapSize = RAMStart + RAMSize
)

// MDRAMStart is where RAM begins in the map of a Mega Drive with a cartridge of 64 KB. Its other chips, and the mirrors of
// its RAM below, are not connected here.
const MDRAMStart = 0xFF0000

// memory is what there is of the address space, and what may be done to each
// byte.
type memory struct {
	control *emu.Control
	far     uint32 // RAM begins at RAMStart + far
	data    [mapSize]byte
	access  [mapSize]byte
	// wide is the memory of a machine with options, which does not use the arrays.
	wide *wide
}

// unguarded and guarded are the two ways in which the CPU sees the memory, code
// included, which is readable. The CPU asks for words and longwords at even
// addresses only.
type (
	unguarded memory
	guarded   memory
)

// at returns the place of an address in data, which is outside of it if there is none.
func (m *memory) at(addr uint32) uint32 {
	if addr < RAMStart {
		return addr
	}
	if addr -= RAMStart + m.far; addr >= RAMSize {
		return mapSize
	}
	return addr + RAMStart
}

// word reads what is at an even address.
func (m *memory) word(addr uint32) uint16 {
	if m.wide != nil {
		return mapped{m.wide}.Read16(addr & 0xFFFFFF)
	}
	return (*unguarded)(m).Read16(addr & 0xFFFFFF)
}

// long reads a longword that is in the map.
func (m *memory) long(addr uint32) uint32 {
	if m.wide != nil {
		return mapped{m.wide}.Read32(addr)
	}
	return binary.BigEndian.Uint32(m.data[m.at(addr):])
}

// Read8 reads a byte.
func (m *unguarded) Read8(addr uint32) uint8 {
	if addr = (*memory)(m).at(addr); addr < mapSize {
		return m.data[addr]
	}
	return 0xFF
}

// Read16 reads a word.
func (m *unguarded) Read16(addr uint32) uint16 {
	if addr = (*memory)(m).at(addr); addr < mapSize-1 {
		return uint16(m.data[addr])<<8 | uint16(m.data[addr+1])
	}
	return 0xFFFF
}

// Read32 reads a longword.
func (m *unguarded) Read32(addr uint32) uint32 {
	if at := (*memory)(m).at(addr); at < mapSize-3 {
		return uint32(m.data[at])<<24 | uint32(m.data[at+1])<<16 | uint32(m.data[at+2])<<8 | uint32(m.data[at+3])
	}
	return uint32(m.Read16(addr))<<16 | uint32(m.Read16(addr+2))
}

// What is written may be read: in one byte, two, and four.
const (
	open   = emu.Readable | emu.Writable
	open16 = uint16(open)<<8 | uint16(open)
	open32 = uint32(open16)<<16 | uint32(open16)
)

// Write8 writes a byte of RAM, and like the real machine ignores any other. It
// keeps the access marks, so that the guards can be switched on at any time.
func (m *unguarded) Write8(addr uint32, v uint8) {
	if addr = (*memory)(m).at(addr); addr-RAMStart < RAMSize {
		m.data[addr] = v
		m.access[addr] = open
	}
}

// Write16 writes a word of RAM.
func (m *unguarded) Write16(addr uint32, v uint16) {
	if addr = (*memory)(m).at(addr); addr-RAMStart < RAMSize-1 {
		binary.BigEndian.PutUint16(m.data[addr:], v)
		binary.BigEndian.PutUint16(m.access[addr:], open16)
	}
}

// Write32 writes a longword of RAM.
func (m *unguarded) Write32(addr uint32, v uint32) {
	if at := (*memory)(m).at(addr); at-RAMStart < RAMSize-3 {
		binary.BigEndian.PutUint32(m.data[at:], v)
		binary.BigEndian.PutUint32(m.access[at:], open32)
		return
	}
	m.Write16(addr, uint16(v>>16))
	m.Write16(addr+2, uint16(v))
}

// Read8 reads a byte and notes a fault if it is not to be read.
func (m *guarded) Read8(addr uint32) uint8 {
	if at := (*memory)(m).at(addr); at >= mapSize || m.access[at]&emu.Readable == 0 {
		m.control.RefuseRead(addr)
	}
	return (*unguarded)(m).Read8(addr)
}

// Read16 reads a word; the byte that comes first is the first to be refused.
func (m *guarded) Read16(addr uint32) uint16 {
	if at := (*memory)(m).at(addr); at >= mapSize-1 || m.access[at]&m.access[at+1]&emu.Readable == 0 {
		m.Read8(addr)
		m.Read8(addr + 1)
	}
	return (*unguarded)(m).Read16(addr)
}

// Read32 reads a longword.
func (m *guarded) Read32(addr uint32) uint32 {
	return uint32(m.Read16(addr))<<16 | uint32(m.Read16(addr+2))
}

// Write8 writes a byte, or notes a fault if it is not to be written.
func (m *guarded) Write8(addr uint32, v uint8) {
	if at := (*memory)(m).at(addr); at >= mapSize || m.access[at]&emu.Writable == 0 {
		m.control.RefuseWrite(addr)
	}
	(*unguarded)(m).Write8(addr, v)
}

// Write16 writes a word; the map has no word of which one byte can be written.
func (m *guarded) Write16(addr uint32, v uint16) {
	if at := (*memory)(m).at(addr); at >= mapSize || m.access[at]&emu.Writable == 0 {
		m.control.RefuseWrite(addr)
	}
	(*unguarded)(m).Write16(addr, v)
}

// Write32 writes a longword.
func (m *guarded) Write32(addr uint32, v uint32) {
	m.Write16(addr, uint16(v>>16))
	m.Write16(addr+2, uint16(v))
}

// Reset is what the instruction of that name does to other chips. Programs may
// not use it.
func (m *unguarded) Reset() { panic("m68k: reset") }
func (m *guarded) Reset()   { panic("m68k: reset") }

// counted is a way to see the memory that counts accesses.
type counted struct {
	chip.Bus
	accesses *emu.Accesses
}

// Read8 reads a byte.
func (m *counted) Read8(addr uint32) uint8 {
	m.accesses.Read(addr, 1)
	return m.Bus.Read8(addr)
}

// Read16 reads a word.
func (m *counted) Read16(addr uint32) uint16 {
	m.accesses.Read(addr, 2)
	return m.Bus.Read16(addr)
}

// Read32 reads a longword.
func (m *counted) Read32(addr uint32) uint32 {
	m.accesses.Read(addr, 4)
	return m.Bus.Read32(addr)
}

// Write8 writes a byte.
func (m *counted) Write8(addr uint32, v uint8) {
	m.accesses.Write(addr, 1)
	m.Bus.Write8(addr, v)
}

// Write16 writes a word.
func (m *counted) Write16(addr uint32, v uint16) {
	m.accesses.Write(addr, 2)
	m.Bus.Write16(addr, v)
}

// Write32 writes a longword.
func (m *counted) Write32(addr uint32, v uint32) {
	m.accesses.Write(addr, 4)
	m.Bus.Write32(addr, v)
}
