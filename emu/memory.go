package emu

import (
	"bytes"
	"math"
)

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
	// far is by how much RAM's addresses are more than its places in data, 0 in most machines.
	far uint32
	// fault is the first access of an instruction that a guard refused,
	// at faultAddr.
	fault     FaultKind
	faultAddr uint32
}

// load builds the map around a program's images. What they do not fill, and
// addresses outside the map, read as $FF.
func (m *memory) load(spec *Spec, p *Program, data, access []byte) {
	*m = memory{data: data, access: access, ram: spec.RAM, far: spec.Far}
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
		m.data[a-m.far] = 0
		m.access[a-m.far] = Writable
	}
	m.fault = 0
}

// written counts the bytes of RAM that have been written.
func (m *memory) written() int {
	n := 0
	for _, a := range m.access[m.ram.Start-m.far : m.ram.End()-m.far] {
		if a&Readable != 0 {
			n++
		}
	}
	return n
}

// at returns the place of an address in data, which is outside of it if there is none.
func (m *memory) at(addr uint32) uint32 {
	switch {
	case m.far == 0:
		return addr
	case m.ram.Has(addr):
		return addr - m.far
	case m.ram.Has(addr + m.far):
		return math.MaxUint32
	}
	return addr
}

// mapped reports whether there is something at addr.
func (m *memory) mapped(addr uint32) bool {
	i := m.at(addr)
	return uint64(i) < uint64(len(m.access)) && m.access[i] != 0
}

// hole finds the first address of size bytes from addr on where nothing is.
func (m *memory) hole(addr, size uint32) (at uint32, ok bool) {
	if !m.mapped(addr) {
		return addr, size > 0
	}
	from, limit := m.at(addr), uint32(len(m.access))
	if m.far != 0 && !m.ram.Has(addr) {
		limit = m.ram.Start - m.far
	}
	end := min(uint64(from)+uint64(size), uint64(limit))
	if i := bytes.IndexByte(m.access[from:end], 0); i >= 0 {
		return addr + uint32(i), true
	}
	return addr + uint32(end) - from, end < uint64(from)+uint64(size)
}
