package listing

import (
	"cmp"
	"slices"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/disasm"
)

// row is where an entry begins.
type row struct {
	asm.Line
	data bool // known not to be code
}

// rowData is the number of bytes of data in a row of a guest.
const rowData = 8

// decoder finds the instructions of a program of which no line table tells them.
type decoder struct {
	m       emu.Machine
	program *emu.Program
	// size has the length of each known instruction by its address; taken has all of its bytes.
	size  map[uint32]uint32
	taken map[uint32]bool
}

// decode returns the rows of a guest. Code is what control reaches from the entries by calls and jumps to fixed addresses. A
// label that it does not reach is taken for code if all up to the next label or known code are instructions, and the last
// one does not go on. All other bytes are data.
func (l *Listing) decode(entries []uint32) (rows []row) {
	d := &decoder{l.m, l.program, map[uint32]uint32{}, map[uint32]bool{}}
	d.follow(entries)
	var labels []uint32
	for _, addr := range l.program.Symbols {
		if l.program.InCode(addr) {
			labels = append(labels, addr)
		}
	}
	slices.Sort(labels)
	labels = slices.Compact(labels)
	for again := true; again; {
		again = false
		for i, addr := range labels {
			if !d.taken[addr] && d.isCode(addr, labels[i+1:]) {
				d.follow([]uint32{addr})
				again = true
			}
		}
	}
	for _, image := range l.images() {
		for addr := image.Start; addr < image.End(); {
			end := addr + 1
			if n := d.size[addr]; n > 0 {
				end = addr + n
			} else {
				for end < min(addr+rowData, image.End()) && !d.taken[end] && !has(labels, end) {
					end++
				}
			}
			rows = append(rows, row{Line: asm.Line{Addr: addr}, data: d.size[addr] == 0})
			addr = end
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.Addr, b.Addr) })
	for i := range rows {
		if at, ok := l.program.LineAt(rows[i].Addr); ok && !rows[i].data {
			rows[i].File, rows[i].Line.Line = at.File, at.Line
		}
	}
	return rows
}

func has(sorted []uint32, addr uint32) bool {
	_, ok := slices.BinarySearch(sorted, addr)
	return ok
}

// images returns where the program has code.
func (l *Listing) images() []emu.Range {
	p := l.program
	all := []emu.Range{{Start: p.Origin, Size: uint32(len(p.ROM))}}
	for i := range p.More {
		if m := &p.More[i]; m.Code > 0 {
			all = append(all, emu.Range{Start: m.Origin, Size: uint32(m.Code)})
		}
	}
	return all
}

// at decodes the instruction at an address. ok is false if there is none.
func (d *decoder) at(addr uint32) (s disasm.Step, size uint32, ok bool) {
	var b []byte
	for a := addr; a < addr+longest && d.program.InCode(a); a++ {
		b = append(b, d.m.Read(a))
	}
	if len(b) == 0 {
		return s, 0, false
	}
	in := disasm.Decode(d.m.Name(), b, addr, nil)
	size = uint32(in.Size)
	for a := addr; a < addr+size; a++ {
		ok = d.program.InCode(a) && !d.taken[a]
		if !ok {
			return s, 0, false
		}
	}
	refused, _ := d.m.CPU().Refused(addr)
	return disasm.StepOf(in.Text), size, refused == 0
}

// follow marks the instructions that control reaches from some addresses.
func (d *decoder) follow(open []uint32) {
	for len(open) > 0 {
		addr := open[len(open)-1]
		open = open[:len(open)-1]
		s, size, ok := d.at(addr)
		if !ok {
			continue
		}
		d.size[addr] = size
		for a := addr; a < addr+size; a++ {
			d.taken[a] = true
		}
		if (s.Jumps || s.Calls) && s.Known {
			open = append(open, s.Target)
		}
		if s.GoesOn {
			open = append(open, addr+size)
		}
	}
}

// isCode reports whether what begins at a label that nothing known leads to is taken for code. next are the labels behind it.
func (d *decoder) isCode(addr uint32, next []uint32) bool {
	end := addr
	for d.program.InCode(end) && !d.taken[end] && (len(next) == 0 || end < next[0]) {
		end++
	}
	for addr < end {
		s, size, ok := d.at(addr)
		if !ok {
			return false
		}
		if addr += size; addr == end {
			return !s.GoesOn
		}
	}
	return false
}
