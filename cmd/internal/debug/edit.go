package debug

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// An edit is what the user has written at a moment of the search. From there on the
// search is another one. Going back behind the moment undoes it, coming to it again
// writes it again; a new edit drops the edits that would come after it.
type edit struct {
	cycles uint64
	at     Place
	value  uint32 // of a register, or of a bit of it
	bytes  []byte // of memory
	old    []byte // what was there: in ROM no snapshot brings it back
}

// ErrEnded is the error of a change after the end of the search.
var ErrEnded = errors.New("the search is over, nothing would read it: step back or run back first")

// Changed returns the cycle count of the first change that is in the machine as it
// stands. ok is false if there is none, and the search is the engine's.
func (d *Debugger) Changed() (cycles uint64, ok bool) {
	if d.done == 0 {
		return 0, false
	}
	return d.edits[0].cycles, true
}

// PlaceOf returns where the value of an expression can be written: a register, a flag,
// or what label, label[n], byte(n), word(n) and long(n) read.
func (d *Debugger) PlaceOf(text string, here uint32) (Place, error) {
	_, at, err := d.parse(text, here)
	switch {
	case err != nil:
		return Place{}, err
	case at == nil:
		return Place{}, fmt.Errorf("%q is not a register, a flag, a label or byte(n), word(n), long(n)", text)
	}
	var found Place
	_, err = value(func(d *Debugger) int64 {
		found = at(d)
		return d.get(found)
	}).in(d, text)
	return found, err
}

// Set writes a number, which may be negative.
func (d *Debugger) Set(at Place, n int64) error {
	bits := 8 * int(at.Size)
	switch {
	case at.Register != "" && at.Bit >= 0:
		bits = 1
	case at.Register != "":
		bits = d.bitsOf(at.Register)
	}
	if least, most := -int64(1)<<(bits-1), int64(1)<<bits-1; n > most || n < least || bits == 1 && n < 0 {
		return fmt.Errorf("%d: want %s", n, map[bool]string{true: "0 or 1", false: fmt.Sprintf("%d to %d", least, most)}[bits == 1])
	}
	if at.Register == "" {
		return d.WriteMemory(at.Addr, d.split(n, int(at.Size)))
	}
	if at.Register == "pc" && !d.IsInstruction(uint32(n)) {
		return fmt.Errorf("pc %s: no instruction of the program begins there", hexNumber(n))
	}
	e := edit{at: at, value: uint32(n) & uint32(1<<bits-1)}
	old := d.m.Register(at.Register)
	d.apply(&e)
	is := uint32(d.get(at))
	d.m.SetRegister(at.Register, old)
	if is != e.value {
		return fmt.Errorf("%s: the %s of this machine would hold %s then", hexNumber(n), at.Register, hexNumber(int64(is)))
	}
	return d.change(e)
}

// bitsOf returns the number of bits of a register.
func (d *Debugger) bitsOf(name string) int {
	for _, r := range d.cpu().registers {
		if r.name == name {
			return r.bits
		}
	}
	return 0
}

// split returns the bytes of a number in the CPU's order.
func (d *Debugger) split(n int64, size int) []byte {
	b := make([]byte, size)
	for i := range b {
		b[i] = byte(n >> (8 * i))
	}
	if d.img.CPU.BigEndian {
		slices.Reverse(b)
	}
	return b
}

// WriteMemory writes bytes, also to ROM.
func (d *Debugger) WriteMemory(addr uint32, b []byte) error {
	old, ok := d.Read(addr, len(b))
	if !ok {
		return fmt.Errorf("%d bytes at $%04X: not all are in the memory of the %s", len(b), addr, d.m.Name())
	}
	return d.change(edit{at: Place{Addr: addr, Size: uint32(len(b))}, bytes: slices.Clone(b), old: old})
}

// change makes an edit at the current instruction.
func (d *Debugger) change(e edit) error {
	if d.ended != nil {
		return ErrEnded
	}
	e.cycles = d.m.Cycles()
	// What was seen of a later time is of another search.
	d.edits = append(d.edits[:d.done], e)
	d.snapshots = slices.DeleteFunc(d.snapshots, func(s snapshot) bool { return s.state.Cycles() > e.cycles })
	for _, t := range d.triggers() {
		t.hit = slices.DeleteFunc(t.hit, func(at uint64) bool { return at > e.cycles })
	}
	d.redo()
	return nil
}

// triggers returns those of all breakpoints.
func (d *Debugger) triggers() (all []*trigger) {
	for _, b := range d.breakpoints {
		all = append(all, &b.trigger)
	}
	for _, b := range d.data {
		all = append(all, &b.trigger)
	}
	return all
}

// sensible returns a text about the search, or that there is none: what the user has
// changed may lead anywhere.
func (d *Debugger) sensible(text func() string) (said string) {
	defer func() {
		if d.done == 0 {
			return
		}
		if e := recover(); e != nil {
			said = "its memory was changed, and makes no sense"
		}
	}()
	return text()
}

// nextEdit returns the cycle count of the first edit that is not in the machine.
func (d *Debugger) nextEdit() uint64 {
	if d.done == len(d.edits) {
		return math.MaxUint64
	}
	return d.edits[d.done].cycles
}

// redo makes the edits that are due.
func (d *Debugger) redo() {
	for d.ended == nil && d.nextEdit() <= d.m.Cycles() {
		d.apply(&d.edits[d.done])
		d.done++
	}
}

// romOf makes the ROM what it is with the first n edits: a snapshot has the rest.
func (d *Debugger) romOf(n int) {
	for ; d.done > n; d.done-- {
		if e := &d.edits[d.done-1]; e.at.Register == "" {
			d.writeBytes(e.at.Addr, e.old)
		}
	}
	for ; d.done < n; d.done++ {
		if e := &d.edits[d.done]; e.at.Register == "" {
			d.writeBytes(e.at.Addr, e.bytes)
		}
	}
}

func (d *Debugger) apply(e *edit) {
	switch at := e.at; {
	case at.Register == "":
		d.writeBytes(at.Addr, e.bytes)
	case at.Bit >= 0:
		d.m.SetRegister(at.Register, d.m.Register(at.Register)&^(1<<at.Bit)|e.value<<at.Bit)
	default:
		d.m.SetRegister(at.Register, e.value)
	}
}

// writeBytes writes bytes, and forgets what was known of code there.
func (d *Debugger) writeBytes(addr uint32, b []byte) {
	d.m.WriteBytes(addr, b)
	for i := range b {
		if d.program.InCode(addr + uint32(i)) {
			d.flow = nil
		}
	}
}

// Restart goes back to the beginning of the search, and forgets all changes and the hits
// of breakpoints.
func (d *Debugger) Restart() {
	d.finish()
	d.romOf(0)
	d.edits = nil
	d.snapshots = slices.DeleteFunc(d.snapshots, func(s snapshot) bool { return s.edits > 0 })
	d.restore(0)
	for _, t := range d.triggers() {
		t.hit, t.since = nil, 0
	}
}
