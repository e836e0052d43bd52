package debug

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/searchex/searchex/cmd/internal/explain/listing"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/disasm"
)

// Row is a row of a disassembly: an instruction, data, or an address without memory.
type Row struct {
	listing.Entry
	// Addr is the address of the row, below 0 or beyond the machine's map too.
	Addr int64
	// Outside reports that there is no memory.
	Outside bool
}

// rows disassembles memory. The program's code and data have the rows of its listing. In
// other memory a row begins at each label, at each block and behind each row; so the rows
// do not depend on where a client begins, unless that is in the middle of one.
type rows struct {
	d *Debugger
	l *listing.Listing
	// forced is where a row begins because the client asks for it.
	forced int64
	// unit is the size of a row without memory.
	unit int64
}

const (
	// block bounds how far before a row its decoding begins.
	block = 0x1000
	// longestCode is the length of the longest instruction, mostData the number of bytes of
	// data in a row.
	longestCode, mostData = 10, 8
)

// Disassemble returns count rows of memory, some thousands at most. offset is the number of
// rows from the one that begins at addr to the first.
func (d *Debugger) Disassemble(addr int64, offset, count int) ([]Row, error) {
	l, err := d.Code()
	if err != nil {
		return nil, err
	}
	r := &rows{d: d, l: l, forced: addr, unit: 1}
	if d.m.Name() == "68000" {
		r.unit = 2
	}
	all := r.before(addr, max(-offset, 0))
	for next := addr; len(all) < max(-offset, 0)+max(offset, 0)+count; {
		row, size := r.at(next)
		all = append(all, row)
		next += size
	}
	all = all[max(offset, 0):][:count]
	for i := range all {
		if e := &all[i].Entry; !all[i].Outside && d.IsInstruction(e.Addr) {
			if timed := l.Entry(l.Index(e.Addr)); len(timed.Bytes) == len(e.Bytes) {
				e.Cycles = timed.Cycles
			}
		}
	}
	return all, nil
}

// mapped reports whether there is memory at an address.
func (r *rows) mapped(addr int64) bool {
	return slices.ContainsFunc(r.d.areas, func(a emu.Range) bool { return addr >= int64(a.Start) && addr < int64(a.End()) })
}

// entry returns the last entry of the listing that begins at or before an address, without
// its cycles. ok reports that the byte there is in it.
func (r *rows) entry(addr int64) (e listing.Entry, ok bool) {
	i := -1
	if addr >= 0 {
		i = r.l.Index(uint32(min(addr, 1<<32-1)))
	}
	if i < 0 {
		return e, false
	}
	e = r.l.Untimed(i)
	return e, addr < int64(e.Addr)+int64(len(e.Bytes))
}

// next returns where the row at an address ends at the latest.
func (r *rows) next(addr int64) int64 {
	end := addr&^(block-1) + block
	limit := func(at int64) {
		if at > addr {
			end = min(end, at)
		}
	}
	limit(r.forced)
	for _, a := range r.d.areas {
		limit(int64(a.Start))
		limit(int64(a.End()))
	}
	if addr < 0 {
		return end
	}
	if i := r.l.Index(uint32(min(addr, 1<<32-1))); i+1 < r.l.Len() {
		limit(int64(r.l.Addr(i + 1)))
	}
	if i := r.label(addr) + 1; i < len(r.d.symbols.ram) {
		limit(int64(r.d.symbols.ram[i].Addr))
	}
	return end
}

// label returns the last label in RAM at or below an address, -1 for none.
func (r *rows) label(addr int64) int {
	ram := r.d.symbols.ram
	return sort.Search(len(ram), func(i int) bool { return int64(ram[i].Addr) > addr }) - 1
}

// at returns the row at an address, and its size.
func (r *rows) at(addr int64) (Row, int64) {
	if !r.mapped(addr) {
		return Row{Addr: addr, Outside: true}, min(r.unit-addr&(r.unit-1), r.next(addr)-addr)
	}
	at := uint32(addr)
	e, ok := r.entry(addr)
	if size := int64(len(e.Bytes)); ok && e.Addr == at && (r.forced <= addr || r.forced >= addr+size) {
		return Row{Entry: e, Addr: addr}, size
	}
	bytes := r.d.ReadSome(at, int(min(r.next(addr)-addr, longestCode)))
	in := disasm.Decode(r.d.m.Name(), bytes, at, r.l.Name)
	if e.Data && r.d.program.InCode(at) { // the end of a long table
		bytes = bytes[:min(len(bytes), mostData)]
		in = disasm.Instruction{Text: fmt.Sprintf(".byte $%s", strings.ReplaceAll(fmt.Sprintf("% X", bytes), " ", ",$")), Size: len(bytes)}
	}
	row := Row{Entry: listing.Entry{Addr: at, Bytes: bytes[:in.Size], Text: in.Text}, Addr: addr}
	if name := r.l.Name(at); !strings.Contains(name, "+") {
		row.Label = name
	}
	return row, int64(in.Size)
}

// anchor returns where a row begins before an address, whatever the client asks for.
func (r *rows) anchor(end int64) int64 {
	if e, ok := r.entry(end - 1); ok {
		return int64(e.Addr)
	}
	from := (end - 1) &^ (block - 1)
	since := func(at int64) {
		if at < end {
			from = max(from, at)
		}
	}
	if e, ok := r.entry(from); ok && int64(e.Addr) < from {
		from = int64(e.Addr) + int64(len(e.Bytes))
	}
	for _, a := range r.d.areas {
		since(int64(a.Start))
		since(int64(a.End()))
	}
	if i := r.label(end - 1); i >= 0 {
		since(int64(r.d.symbols.ram[i].Addr))
	}
	return from
}

// before returns n rows that end at an address.
func (r *rows) before(end int64, n int) (all []Row) {
	for len(all) < n {
		from := r.anchor(end)
		var some []Row
		for at := from; at < end; {
			row, size := r.at(at)
			some, at = append(some, row), at+size
		}
		all, end = append(some, all...), from
	}
	return all[len(all)-n:]
}
