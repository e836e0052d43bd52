package debug

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/explain/listing"
	"github.com/searchex/searchex/cmd/internal/report"
)

// Breakpoint stops the machine before an instruction.
type Breakpoint struct {
	// Number names it in Stop.Hit.
	Number int
	// Addrs are its instructions: a line of a macro has several.
	Addrs []uint32
	// Function reports whether it is a routine's.
	Function bool

	condition condition // nil for none
	count     func(n uint64) bool
	// hit are the cycle counts at which it was hit, if they are counted. since is
	// the one at which it was set.
	hit   []uint64
	since uint64
}

// Spec is a breakpoint as people write it.
type Spec struct {
	// Condition is an expression, or empty. HitCondition is a number of hits, as
	// "3" or ">= 3" or "% 10", or empty: 3 is the third hit and all later ones.
	Condition, HitCondition string
}

// NewBreakpoint returns a breakpoint at some addresses. It stops nothing until it is
// passed to SetBreakpoints.
func (d *Debugger) NewBreakpoint(number int, addrs []uint32, function bool, s Spec) (*Breakpoint, error) {
	b := &Breakpoint{Number: number, Addrs: addrs, Function: function, since: d.m.Cycles()}
	var err error
	if strings.TrimSpace(s.Condition) != "" {
		if b.condition, err = d.compile(s.Condition); err != nil {
			return nil, err
		}
	}
	if b.count, err = parseCount(s.HitCondition); err != nil {
		return nil, err
	}
	return b, nil
}

// SetBreakpoints replaces all breakpoints.
func (d *Debugger) SetBreakpoints(all []*Breakpoint) {
	d.breakpoints = all
	d.rewatch()
}

func (b *Breakpoint) at(addr uint32) bool { return slices.Contains(b.Addrs, addr) }

// parseCount parses a condition on the number of hits. It is nil for none.
func parseCount(text string) (func(n uint64) bool, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	digits := strings.TrimLeft(text, "<>=% ")
	op := strings.TrimSpace(text[:len(text)-len(digits)])
	n, err := strconv.ParseUint(digits, 10, 64)
	if err == nil && (op != "%" || n > 0) {
		switch op {
		case "", ">=":
			return func(hits uint64) bool { return hits >= n }, nil
		case "==", "=":
			return func(hits uint64) bool { return hits == n }, nil
		case ">":
			return func(hits uint64) bool { return hits > n }, nil
		case "<":
			return func(hits uint64) bool { return hits < n }, nil
		case "<=":
			return func(hits uint64) bool { return hits <= n }, nil
		case "%":
			return func(hits uint64) bool { return hits%n == 0 }, nil
		}
	}
	return nil, fmt.Errorf("hit count %q: want a number such as 3, == 3, < 3 or %% 10", report.Short(text, 40))
}

// hits reports whether a breakpoint at the current instruction stops the machine. Hits
// are numbered from the moment when it was set, in the order of the search: going
// back and forth counts none twice.
func (d *Debugger) hits(b *Breakpoint, now uint64) bool {
	if b.condition != nil && !b.condition(d) {
		return false
	}
	if b.count == nil {
		return true
	}
	i := sort.Search(len(b.hit), func(i int) bool { return b.hit[i] >= now })
	switch {
	case i < len(b.hit) && b.hit[i] == now:
	case i < len(b.hit) || now < b.since || d.backwards:
		return false // from before it was set
	default:
		b.hit = append(b.hit, now)
	}
	return b.count(uint64(i) + 1)
}

// AddrsOf returns the instructions that a source line made, or those of the nearest
// line that made some, which is returned too.
func (d *Debugger) AddrsOf(file string, line int) (addrs []uint32, nearest int) {
	return listing.AddrsOf(d.img, file, line)
}

// Files returns the source files that have code.
func (d *Debugger) Files() []string { return listing.Files(d.img) }

// AddrOf returns the address of a label in code.
func (d *Debugger) AddrOf(label string) (uint32, error) { return listing.AddrOf(d.program, label) }

// Data is a data breakpoint: it stops the machine after an instruction that has
// changed a byte of a range.
type Data struct {
	Number     int
	Addr, Size uint32
	// Name is what people call it.
	Name string

	condition condition
	was       []byte
}

// NewData returns a data breakpoint.
func (d *Debugger) NewData(number int, addr, size uint32, name, text string) (*Data, error) {
	b := &Data{Number: number, Addr: addr, Size: size, Name: name, was: make([]byte, size)}
	if _, ok := d.Read(addr, int(size)); !ok {
		return nil, fmt.Errorf("data breakpoint %s: $%04x to $%04x is outside the machine's memory", name, addr, uint64(addr)+uint64(size)-1)
	}
	if strings.TrimSpace(text) != "" {
		var err error
		if b.condition, err = d.compile(text); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// SetData replaces all data breakpoints.
func (d *Debugger) SetData(all []*Data) { d.data = all }

// stepData executes an instruction, and stops behind it if it has changed what a data
// breakpoint is for. Breakpoints stop before it.
func (d *Debugger) stepData() {
	for _, b := range d.data {
		d.m.ReadBytes(b.Addr, b.was)
	}
	d.took(d.m.Step())
	if d.stop != nil {
		return
	}
	var hit []int
	text := ""
	now := make([]byte, 0, 8)
	for _, b := range d.data {
		now = append(now[:0], b.was...)
		d.m.ReadBytes(b.Addr, now)
		if string(now) == string(b.was) || b.condition != nil && !b.condition(d) {
			continue
		}
		hit = append(hit, b.Number)
		text = fmt.Sprintf("%s was %s, is %s", b.Name, d.hex(b.was), d.hex(now))
	}
	if hit != nil {
		d.halt(Stop{Reason: AtDataBreakpoint, Text: text, Hit: hit})
	}
}
