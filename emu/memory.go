package emu

import "bytes"

// Range is Size addresses from Start on.
type Range struct{ Start, Size uint32 }

// End is one past the last address.
func (r Range) End() uint32 { return r.Start + r.Size }

// Has reports whether addr is in the range.
func (r Range) Has(addr uint32) bool { return addr-r.Start < r.Size }

// What may be done to a byte of memory: nothing where nothing is. ROM is
// readable; RAM is writable, and readable once it has been written.
const (
	Readable byte = 1 << iota
	Writable
)

// memory is the map of a machine, over the arrays that the CPU keeps: the
// loops have them as arrays of a fixed size, which are faster.
type memory struct {
	data, access []byte
	ram          Range
	// fault is the first access of an instruction that a guard refused,
	// at faultAddr.
	fault     FaultKind
	faultAddr uint32
}

// load builds the map around a program's images. What they do not fill, and
// addresses outside the map, read as $FF.
func (m *memory) load(spec *Spec, p *Program, data, access []byte) {
	*m = memory{data: data, access: access, ram: spec.RAM}
	for a := range data {
		data[a] = 0xFF
	}
	put := func(r Range, image []byte) {
		for a := r.Start; a < r.End(); a++ {
			access[a] = Readable
		}
		copy(data[r.Start:], image)
	}
	put(spec.ROM, p.ROM)
	for _, i := range p.More {
		put(spec.slot(i.Origin), i.Data)
	}
	m.clear()
}

// clear marks RAM as unwritten. It then reads as 0.
func (m *memory) clear() {
	for a := m.ram.Start; a < m.ram.End(); a++ {
		m.data[a] = 0
		m.access[a] = Writable
	}
	m.fault = 0
}

// written counts the bytes of RAM that have been written.
func (m *memory) written() int {
	n := 0
	for _, a := range m.access[m.ram.Start:m.ram.End()] {
		if a&Readable != 0 {
			n++
		}
	}
	return n
}

// mapped reports whether there is something at addr.
func (m *memory) mapped(addr uint32) bool {
	return uint64(addr) < uint64(len(m.access)) && m.access[addr] != 0
}

// hole finds the first address of size bytes from addr on where nothing is.
func (m *memory) hole(addr, size uint32) (at uint32, ok bool) {
	if !m.mapped(addr) {
		return addr, size > 0
	}
	end := min(uint64(addr)+uint64(size), uint64(len(m.access)))
	if i := bytes.IndexByte(m.access[addr:end], 0); i >= 0 {
		return addr + uint32(i), true
	}
	return uint32(end), end < uint64(addr)+uint64(size)
}
