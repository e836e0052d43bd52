package m68k

import (
	"encoding/binary"
	"math"

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

// memory is what there is of the address space, up to the end of the map, and what may be
// done to each byte. The CPU asks for words and longwords at even addresses only.
type memory struct {
	control      *emu.Control
	data, access []byte
	// direct is the number of addresses that are places in data; RAM's are by far more than
	// its places, see emu.Spec.
	direct, far uint32
	// guards refuse accesses that are forbidden.
	guards bool
}

// What is written may be read: in one byte, and two. Other marks of two bytes.
const (
	open   = emu.Readable | emu.Writable
	open16 = uint16(open)<<8 | uint16(open)

	readable16 = uint16(emu.Readable)<<8 | uint16(emu.Readable)
	writable16 = uint16(emu.Writable)<<8 | uint16(emu.Writable)
	decoded16  = uint16(emu.Decoded)<<8 | uint16(emu.Decoded)
)

// at returns the place of an address in data, which is outside of it if there is none.
func (m *memory) at(addr uint32) uint32 {
	if addr >= m.direct {
		if addr -= m.far; m.far == 0 || addr-RAMStart >= RAMSize {
			return math.MaxUint32
		}
	}
	return addr
}

// may reports whether something may be done to the byte at a place.
func (m *memory) may(at uint32, what byte) bool {
	return at < uint32(len(m.access)) && m.access[at]&what != 0
}

// may16 reports the same of a word.
func (m *memory) may16(at uint32, what byte) bool {
	return uint64(at)+1 < uint64(len(m.access)) && m.access[at]&m.access[at+1]&what != 0
}

// decodes marks some bytes from an address on as decoded, as far as they are RAM, and reports
// whether the program may read all of them.
func (m *memory) decodes(addr, bytes uint32) bool {
	all := emu.Readable
	for ; bytes > 0; addr, bytes = addr+1, bytes-1 {
		a := &m.access[addr]
		if all &= *a; *a&emu.Writable != 0 {
			*a |= emu.Decoded
		}
	}
	return all != 0
}

// byte returns what is at an address, $FF where nothing is.
func (m *memory) byte(addr uint32) byte {
	if at := m.at(addr); at < uint32(len(m.data)) {
		return m.data[at]
	}
	return 0xFF
}

// word returns what is at an even address.
func (m *memory) word(addr uint32) uint16 {
	if addr &= 0xFFFFFF; addr+1 < m.direct {
		return binary.BigEndian.Uint16(m.data[addr:])
	}
	return m.bytes(addr)
}

// bytes is word for any address.
func (m *memory) bytes(addr uint32) uint16 { return uint16(m.byte(addr))<<8 | uint16(m.byte(addr+1)) }

// long returns the longword at an even address.
func (m *memory) long(addr uint32) uint32 {
	return uint32(m.word(addr))<<16 | uint32(m.word(addr+2))
}

// Read8 reads a byte.
func (m *memory) Read8(addr uint32) uint8 {
	if at := m.at(addr); !m.may(at, emu.Readable) {
		if m.may(at, emu.Attached) {
			return m.control.ReadDevice(addr)
		}
		if m.guards {
			m.control.RefuseRead(addr)
		}
	}
	return m.byte(addr)
}

// Read16 reads a word; the byte that comes first is the first to be refused.
func (m *memory) Read16(addr uint32) uint16 {
	if !m.may16(m.at(addr), emu.Readable) {
		return uint16(m.Read8(addr))<<8 | uint16(m.Read8(addr+1))
	}
	return m.word(addr)
}

// Read32 reads a longword.
func (m *memory) Read32(addr uint32) uint32 {
	return uint32(m.Read16(addr))<<16 | uint32(m.Read16(addr+2))
}

// Write8 writes a byte of RAM, and like the real machine ignores any other. It
// keeps the access marks, so that the guards can be switched on at any time.
func (m *memory) Write8(addr uint32, v uint8) {
	if at := m.at(addr); m.may(at, emu.Writable) {
		was := m.access[at]
		m.data[at], m.access[at] = v, open
		if was&emu.Decoded != 0 {
			m.control.Changed(at)
		}
	} else if m.may(at, emu.Attached) {
		m.control.WriteDevice(addr, v)
	} else if m.guards {
		m.control.RefuseWrite(addr)
	}
}

// Write16 writes a word, of which one byte may be RAM.
func (m *memory) Write16(addr uint32, v uint16) {
	if at := m.at(addr); m.may16(at, emu.Writable) {
		was := binary.BigEndian.Uint16(m.access[at:])
		binary.BigEndian.PutUint16(m.data[at:], v)
		binary.BigEndian.PutUint16(m.access[at:], open16)
		if was&decoded16 != 0 {
			m.control.Changed(at)
		}
		return
	}
	m.Write8(addr, uint8(v>>8))
	m.Write8(addr+1, uint8(v))
}

// Write32 writes a longword.
func (m *memory) Write32(addr uint32, v uint32) {
	m.Write16(addr, uint16(v>>16))
	m.Write16(addr+2, uint16(v))
}

// Reset is the instruction of that name, which resets other chips. The machine has no other chip.
func (m *memory) Reset() {}

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
