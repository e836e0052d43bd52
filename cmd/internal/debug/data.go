package debug

import (
	"bytes"
	"fmt"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
)

// Access is what a data breakpoint stops at.
type Access string

// The kinds of access. All but Changes are the protocol's; a write need not change
// anything.
const (
	Changes     Access = ""
	Reads       Access = "read"
	Writes      Access = "write"
	ReadsWrites Access = "readWrite"
)

// Data is a data breakpoint: it stops the machine after an instruction that has
// accessed a byte of a range.
type Data struct {
	trigger
	Addr, Size uint32
	// Name is what people call it.
	Name   string
	Access Access

	was, is []byte // the bytes before and after an instruction
}

// NewData returns a data breakpoint.
func (d *Debugger) NewData(number int, addr, size uint32, name string, access Access, s Spec) (*Data, error) {
	b := &Data{Addr: addr, Size: size, Name: name, Access: access}
	switch access {
	case Changes, Reads, Writes, ReadsWrites:
	default:
		return nil, fmt.Errorf("data breakpoint %s: access %q: want read, write, readWrite or none for changes", name, access)
	}
	if _, ok := d.Read(addr, int(size)); !ok {
		return nil, fmt.Errorf("data breakpoint %s: $%04x to $%04x is outside the machine's memory", name, addr, uint64(addr)+uint64(size)-1)
	}
	b.was, b.is = make([]byte, size), make([]byte, size)
	var err error
	b.trigger, err = d.trigger(number, d.m.PC(), s)
	return b, err
}

// SetData replaces all data breakpoints.
func (d *Debugger) SetData(all []*Data) { d.data = all }

// runData executes instructions one by one until the cycle count is reached, something
// stops the machine, or the search ends.
func (d *Debugger) runData(next uint64) {
	var counts *emu.Accesses
	for _, b := range d.data {
		if b.Access != Changes && counts == nil {
			counts = d.m.StartCounting()
			defer d.m.StopCounting()
		}
	}
	for d.ended == nil && d.stop == nil && d.m.Cycles() < next {
		d.stepData(counts)
	}
}

// stepData executes an instruction, and stops behind it if it has done what a data
// breakpoint is for. Breakpoints stop before it. counts are of this instruction alone, nil
// if there is none that needs them.
func (d *Debugger) stepData(counts *emu.Accesses) {
	for _, b := range d.data {
		d.m.ReadBytes(b.Addr, b.was)
	}
	d.took(d.m.Step())
	if d.stop != nil {
		return
	}
	var hit []int
	text := ""
	for _, b := range d.data {
		done := b.done(d, counts)
		if done == nil {
			continue
		}
		d.changed = done.what == "changed"
		acts, why := d.hits(&b.trigger, d.m.Cycles())
		if !acts {
			continue
		}
		hit = append(hit, b.Number)
		if text = why; why == "" {
			text = done.text(d, b)
		}
	}
	if counts != nil {
		for _, b := range d.data {
			clear(counts.Reads[b.Addr:][:b.Size])
			clear(counts.Writes[b.Addr:][:b.Size])
		}
	}
	if hit != nil {
		d.halt(Stop{Reason: AtDataBreakpoint, Text: text, Hit: hit})
	}
}

// done is what an instruction has done to a range.
type done struct {
	what string // changed, written or read
	// at is the place of the first byte, more the number of others.
	at   uint32
	more int
}

// done returns what the instruction has done that stops the machine, nil for nothing.
func (b *Data) done(d *Debugger, counts *emu.Accesses) *done {
	d.m.ReadBytes(b.Addr, b.is)
	if b.Access == Changes && bytes.Equal(b.is, b.was) {
		return nil
	}
	var found *done
	for i := range b.Size {
		what, addr := "", b.Addr+i
		switch {
		case b.Access != Reads && b.is[i] != b.was[i]:
			what = "changed"
		case (b.Access == Writes || b.Access == ReadsWrites) && counts.Writes[addr] > 0:
			what = "written"
		case (b.Access == Reads || b.Access == ReadsWrites) && counts.Reads[addr] > 0:
			what = "read"
		}
		switch {
		case what == "":
		case found == nil || what == "changed" && found.what != what:
			found = &done{what, i, 0}
		case what == found.what:
			found.more++
		}
	}
	return found
}

// text says what was done: of a number its value, of more bytes the first that is meant.
func (x *done) text(d *Debugger, b *Data) string {
	name, from, size := b.Name, uint32(0), b.Size
	others := ""
	if !isNumber(int(size)) {
		name, from, size = fmt.Sprintf("%s+$%x ($%04X)", name, x.at, b.Addr+x.at), x.at, 1
		if x.more > 0 {
			others = fmt.Sprintf(", and %s more", report.Plural(x.more, "byte"))
		}
	}
	now := b.is[from : from+size]
	if x.what == "changed" {
		return fmt.Sprintf("%s was %s, is %s%s", name, d.hex(b.was[from:from+size]), d.hex(now), others)
	}
	return fmt.Sprintf("%s was %s, is %s%s", name, x.what, d.hex(now), others)
}
