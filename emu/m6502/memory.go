package m6502

import (
	beevik "github.com/beevik/go6502/cpu"

	"github.com/searchex/searchex/emu"
)

// The memory map. Addresses outside of RAM and ROM are not connected and read as
// $FF. The book is a part of the ROM, below the vectors.
const (
	RAMStart  = 0x0000
	RAMSize   = 0x4000
	ROMStart  = 0x8000
	ROMSize   = 0x8000
	BookStart = 0xD000
	BookSize  = 0xFFFA - BookStart
	// The slot for a module, a ROM of its own.
	ModuleStart = 0x6000
	ModuleSize  = 0x2000

	stackPage = 0x0100
)

// memory is the whole address space, and what may be done to each byte.
type memory struct {
	control *emu.Control
	// guards refuse accesses that are forbidden.
	guards bool
	data   [0x10000]byte
	access [0x10000]byte
}

// LoadByte reads a byte, opcodes too.
func (m *memory) LoadByte(addr uint16) byte {
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

// LoadBytes reads an instruction's operand, of two bytes at most, from code, which is
// readable.
func (m *memory) LoadBytes(addr uint16, b []byte) {
	for i := range b {
		b[i] = m.data[addr+uint16(i)]
	}
}

// LoadAddress reads a word that does not leave its page: its high byte is
// that at the page's beginning if the low one is at its end.
func (m *memory) LoadAddress(addr uint16) uint16 {
	low := m.LoadByte(addr)
	return uint16(low) | uint16(m.LoadByte(second(addr)))<<8
}

// second is where a word at addr has its second byte.
func second(addr uint16) uint16 { return addr&0xFF00 | (addr+1)&0x00FF }

// StoreByte writes a byte of RAM, and like the real machine ignores any other.
// It keeps the access marks, so that the guards can be switched on at any time.
func (m *memory) StoreByte(addr uint16, v byte) {
	if was := m.access[addr]; was&emu.Writable != 0 {
		m.data[addr] = v
		m.access[addr] = emu.Readable | emu.Writable
		if was&emu.Decoded != 0 {
			m.control.Changed(uint32(addr))
		}
	} else if was&emu.Attached != 0 {
		m.control.WriteDevice(uint32(addr), v)
	} else if m.guards {
		m.control.RefuseWrite(uint32(addr))
	}
}

// StoreBytes and StoreAddress complete go6502's interface; its CPU uses neither.
func (m *memory) StoreBytes(uint16, []byte)   { panic("m6502: StoreBytes") }
func (m *memory) StoreAddress(uint16, uint16) { panic("m6502: StoreAddress") }

// counted is a way to see the memory that counts accesses. LoadBytes reads operands,
// which are not counted.
type counted struct {
	beevik.Memory
	accesses *emu.Accesses
}

// LoadByte reads a byte.
func (m *counted) LoadByte(addr uint16) byte {
	m.accesses.Read(uint32(addr), 1)
	return m.Memory.LoadByte(addr)
}

// LoadAddress reads a word that does not leave its page.
func (m *counted) LoadAddress(addr uint16) uint16 {
	m.accesses.Read(uint32(addr), 1)
	m.accesses.Read(uint32(second(addr)), 1)
	return m.Memory.LoadAddress(addr)
}

// StoreByte writes a byte.
func (m *counted) StoreByte(addr uint16, v byte) {
	m.accesses.Write(uint32(addr), 1)
	m.Memory.StoreByte(addr, v)
}
