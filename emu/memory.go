package emu

import (
	"bytes"
	"math"
	"slices"
)

// Range is Size addresses from Start on.
type Range struct{ Start, Size uint32 }

// End is one past the last address.
func (r Range) End() uint32 { return r.Start + r.Size }

// Has reports whether addr is in the range.
func (r Range) Has(addr uint32) bool { return addr-r.Start < r.Size }

// overlaps reports whether two ranges have an address in common.
func (r Range) overlaps(other Range) bool { return r.Start < other.End() && other.Start < r.End() }

// What may be done to a byte of memory: nothing where nothing is. ROM is
// readable; RAM is writable, and readable once it has been written.
const (
	Readable byte = 1 << iota
	Writable
	// Decoded marks a byte of RAM from which a CPU has decoded an instruction: whoever
	// writes it removes the mark and calls CPU.Changed.
	Decoded
	// Attached marks an address where a device is.
	Attached
)

// memory is the map of a machine, over the arrays that the CPU keeps: the
// loops have them as arrays of a fixed size, which are faster.
type memory struct {
	data, access []byte
	rams         []Range
	// far is by how much the addresses of RAM are more than its places in data, 0 in most machines.
	far uint32
	// inRAM are the images that are in RAM.
	inRAM []Image
	// fault is the first access of an instruction that a guard refused,
	// at faultAddr.
	fault     FaultKind
	faultAddr uint32
}

// load builds the map around a program's images. What they do not fill, and
// addresses outside the map, read as $FF.
func (m *memory) load(spec *Spec, p *Program, data, access []byte) {
	*m = memory{data: data, access: access, rams: []Range{spec.RAM}, far: spec.Far}
	for a := range data {
		data[a] = 0xFF
	}
	rom := func(r Range) {
		for a := r.Start; a < r.End(); a++ {
			access[a] = Readable
		}
	}
	images := append([]Image{{Data: p.ROM, Origin: p.Origin}}, p.More...)
	if spec.ownMap() {
		m.rams = spec.rams
		for _, r := range spec.roms {
			rom(r)
		}
		for _, d := range spec.devices {
			for a := d.Start; a < d.End(); a++ {
				access[a] = Attached
			}
		}
	} else {
		rom(spec.ROM)
		for _, i := range p.More {
			rom(spec.slot(i.Origin))
		}
	}
	for _, i := range images {
		copy(data[i.Origin:], i.Data)
	}
	if spec.ownMap() {
		m.inRAM = slices.DeleteFunc(images, func(i Image) bool { return access[i.Origin] != 0 })
	}
	m.clear()
}

// clear marks RAM as unwritten, which then reads as 0, and puts the images there.
func (m *memory) clear() {
	for _, ram := range m.rams {
		data, access := m.bytes(ram)
		clear(data)
		for i := range access {
			access[i] = Writable
		}
	}
	for _, i := range m.inRAM {
		for n, b := range i.Data {
			m.data[i.Origin+uint32(n)] = b
			m.access[i.Origin+uint32(n)] = Readable | Writable
		}
	}
	m.fault = 0
}

// written counts the bytes of RAM that have been written.
func (m *memory) written() int {
	n := 0
	for _, ram := range m.rams {
		_, access := m.bytes(ram)
		n += bytes.Count(access, []byte{Readable | Writable}) // much faster than a loop
		n += bytes.Count(access, []byte{Readable | Writable | Decoded})
	}
	return n
}

// at returns the place of an address in data, which is outside of it if there is none.
func (m *memory) at(addr uint32) uint32 {
	if m.far == 0 {
		return addr
	}
	switch ram := m.rams[0]; {
	case ram.Has(addr):
		return addr - m.far
	case ram.Has(addr + m.far):
		return math.MaxUint32
	}
	return addr
}

// bytes returns the bytes of a RAM, and what may be done to them.
func (m *memory) bytes(ram Range) (data, access []byte) {
	from := m.at(ram.Start)
	return m.data[from:][:ram.Size], m.access[from:][:ram.Size]
}

// isRAM reports whether addr is in RAM.
func (m *memory) isRAM(addr uint32) bool {
	at := uint64(m.at(addr))
	return at < uint64(len(m.access)) && m.access[at]&Writable != 0
}

// ramAt returns the RAM that has an address.
func (m *memory) ramAt(addr uint32) (ram Range, ok bool) {
	for _, r := range m.rams {
		if r.Has(addr) {
			return r, true
		}
	}
	return Range{}, false
}

// mapped reports whether there is something at addr.
func (m *memory) mapped(addr uint32) bool {
	i := m.at(addr)
	return uint64(i) < uint64(len(m.access)) && m.access[i] != 0
}

// areas lists the addresses at which there is something, by address.
func (m *memory) areas() (all []Range) {
	for i := range uint32(len(m.access)) {
		if m.access[i] == 0 {
			continue
		}
		addr := i
		if m.far != 0 && m.rams[0].Has(i+m.far) {
			addr += m.far
		}
		if n := len(all); n > 0 && all[n-1].End() == addr {
			all[n-1].Size++
		} else {
			all = append(all, Range{addr, 1})
		}
	}
	return all
}

// hole finds the first address of size bytes from addr on where nothing is.
func (m *memory) hole(addr, size uint32) (at uint32, ok bool) {
	if !m.mapped(addr) {
		return addr, size > 0
	}
	from, limit := m.at(addr), uint32(len(m.access))
	if m.far != 0 && !m.rams[0].Has(addr) {
		limit = m.rams[0].Start - m.far
	}
	end := min(uint64(from)+uint64(size), uint64(limit))
	if i := bytes.IndexByte(m.access[from:end], 0); i >= 0 {
		return addr + uint32(i), true
	}
	return addr + uint32(end) - from, end < uint64(from)+uint64(size)
}
