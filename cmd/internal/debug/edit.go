package debug

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/searchex/searchex/emu/expr"
	"github.com/searchex/searchex/internal/number"
)

// An edit is what the user has written at a moment of the search. From there on the
// search is another one. Going back behind the moment undoes it, coming to it again
// writes it again; a new edit drops the edits that would come after it.
type edit struct {
	cycles uint64
	at     expr.Place
	value  int64  // of a register, or of a bit of it
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
func (d *Debugger) PlaceOf(text string, here uint32) (expr.Place, error) {
	e, err := d.scope(here).Parse(text)
	if err != nil {
		return expr.Place{}, err
	}
	return e.Place(d)
}

// Set writes a number, which may be negative.
func (d *Debugger) Set(at expr.Place, n int64) error {
	if err := at.Check(d.m, n); err != nil {
		return err
	}
	if at.Register == "" {
		return d.WriteMemory(at.Addr, expr.Split(d.m, n, int(at.Size)))
	}
	if at.Register == "pc" && !d.IsInstruction(uint32(n)) {
		return fmt.Errorf("pc %s: no instruction of the program begins there", number.Hex(n))
	}
	old := d.m.Register(at.Register)
	err := at.Write(d.m, n)
	d.m.SetRegister(at.Register, old)
	if err != nil {
		return err
	}
	return d.change(edit{at: at, value: n})
}

// Assign writes what a text says, PLACE=NUMBER, as a=$12 or pc=&hop_rook: both are expressions. Of several numbers, as in
// byte($40)=1,2, the others go to the bytes behind the place, which is a byte in memory.
func (d *Debugger) Assign(text string) error {
	place, values, ok := strings.Cut(text, "=")
	if !ok {
		return errors.New("want PLACE=NUMBER")
	}
	at, err := d.PlaceOf(strings.TrimSpace(place), d.m.PC())
	if err != nil {
		return err
	}
	all := strings.Split(values, ",")
	if len(all) > 1 && (at.Register != "" || at.Size != 1) {
		return fmt.Errorf("%d numbers: %s is no byte in memory", len(all), strings.TrimSpace(place))
	}
	for _, value := range all {
		n, err := d.Evaluate(strings.TrimSpace(value))
		if err == nil {
			err = d.Set(at, n)
		}
		if err != nil {
			return err
		}
		at.Addr++
	}
	return nil
}

// WriteMemory writes bytes, also to ROM.
func (d *Debugger) WriteMemory(addr uint32, b []byte) error {
	old, ok := d.Read(addr, len(b))
	if !ok {
		return fmt.Errorf("%d bytes at $%04X: not all are in the memory of the %s", len(b), addr, d.m.Name())
	}
	return d.change(edit{at: expr.Place{Addr: addr, Size: uint32(len(b))}, bytes: slices.Clone(b), old: old})
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
	if e.at.Register == "" {
		d.writeBytes(e.at.Addr, e.bytes)
		return
	}
	e.at.Write(d.m, e.value) // which Set has tried
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
