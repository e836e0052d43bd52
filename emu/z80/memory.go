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

// What may be done to a byte of the map. RAM is writable, and readable once
// it has been written.
const (
	readable = 1 << iota
	writable
)

// memory is the whole address space.
type memory struct {
	data   [0x10000]byte
	access [0x10000]uint8
	// fault is the first access of an instruction that a guard refused,
	// at faultAddr.
	fault     emu.FaultKind
	faultAddr uint16
}

// unguarded and guarded are the two ways in which the CPU sees the memory.
type (
	unguarded memory
	guarded   memory
)

func isRAM(addr uint16) bool { return addr>>14 == RAMStart>>14 }

// Get reads a byte.
func (m *unguarded) Get(addr uint16) uint8 { return m.data[addr] }

// Set writes a byte of RAM, and like the real machine ignores any other. It
// keeps the access marks, so that the guards can be switched on at any time.
func (m *unguarded) Set(addr uint16, value uint8) {
	if isRAM(addr) {
		m.data[addr] = value
		m.access[addr] = readable | writable
	}
}

// Get reads a byte and notes a fault if it is not to be read.
func (m *guarded) Get(addr uint16) uint8 {
	if m.access[addr]&readable == 0 {
		(*memory)(m).refuseRead(addr)
	}
	return m.data[addr]
}

// Set writes a byte, or notes a fault if it is not to be written.
func (m *guarded) Set(addr uint16, value uint8) {
	if m.access[addr]&writable == 0 {
		(*memory)(m).refuseWrite(addr)
		return
	}
	m.data[addr] = value
	m.access[addr] = readable | writable
}

func (m *memory) refuseRead(addr uint16) {
	kind := emu.Unmapped
	if isRAM(addr) {
		kind = emu.Unwritten
	}
	m.refuse(kind, addr)
}

func (m *memory) refuseWrite(addr uint16) {
	kind := emu.Unmapped
	if m.access[addr]&readable != 0 {
		kind = emu.WriteROM
	}
	m.refuse(kind, addr)
}

func (m *memory) refuse(kind emu.FaultKind, addr uint16) {
	if m.fault == 0 {
		m.fault, m.faultAddr = kind, addr
	}
}

// load builds the map around a program's images.
func (m *memory) load(p *emu.Program) {
	for a := range m.data {
		m.data[a] = 0xFF
	}
	for a := range ROMSize {
		m.access[ROMStart+a] = readable
	}
	copy(m.data[ROMStart:], p.ROM)
	if len(p.Book) > 0 {
		for a := range BookSize {
			m.access[BookStart+a] = readable
		}
		copy(m.data[BookStart:], p.Book)
	}
	m.clear()
}

// clear makes RAM as if nobody had written to it. It reads as 0 then.
func (m *memory) clear() {
	for a := RAMStart; a < RAMStart+RAMSize; a++ {
		m.data[a] = 0
		m.access[a] = writable
	}
	m.fault = 0
}

// written counts the bytes of RAM that have been written.
func (m *memory) written() int {
	n := 0
	for _, a := range m.access[RAMStart : RAMStart+RAMSize] {
		if a&readable != 0 {
			n++
		}
	}
	return n
}
