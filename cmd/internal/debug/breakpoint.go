package debug

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/explain/listing"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu/expr"
)

// trigger says at which of its hits a breakpoint stops the machine.
type trigger struct {
	// Number names it in Stop.Hit.
	Number int

	condition *expr.Expr[*Debugger] // nil for none
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
	// Log is a message with expressions in braces, or empty. With one the breakpoint
	// reports it and stops nothing.
	Log string
}

// trigger returns a trigger. here is an address in the routine whose local labels the
// condition may name.
func (d *Debugger) trigger(number int, here uint32, s Spec) (t trigger, err error) {
	t = trigger{Number: number, since: d.m.Cycles()}
	if strings.TrimSpace(s.Condition) != "" {
		if t.condition, err = d.scope(here).Parse(s.Condition); err != nil {
			return t, err
		}
	}
	t.count, err = parseCount(s.HitCondition)
	return t, err
}

// Breakpoint stops the machine before an instruction.
type Breakpoint struct {
	trigger
	// Addrs are its instructions: a line of a macro has several.
	Addrs []uint32
	// Reason is why the machine stops there: AtBreakpoint, AtFunction or AtInstruction.
	Reason Reason
	// log writes the message of a logpoint, nil for none.
	log func(d *Debugger) string
}

// NewBreakpoint returns a breakpoint at some addresses. It stops nothing until it is
// passed to SetBreakpoints.
func (d *Debugger) NewBreakpoint(number int, addrs []uint32, reason Reason, s Spec) (*Breakpoint, error) {
	here := d.m.PC()
	if len(addrs) > 0 {
		here = addrs[0]
	}
	t, err := d.trigger(number, here, s)
	if err != nil {
		return nil, err
	}
	b := &Breakpoint{trigger: t, Addrs: addrs, Reason: reason}
	if s.Log != "" {
		b.log, err = d.message(s.Log, here)
	}
	return b, err
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

// hits reports whether a trigger acts at a cycle count. Hits are numbered from the moment
// when it was set, in the order of the search: going back and forth counts none twice.
// why is not empty if it acts since its condition has no value.
func (d *Debugger) hits(t *trigger, now uint64) (acts bool, why string) {
	if t.condition != nil {
		switch n, err := t.condition.Value(d); {
		case err != nil:
			return true, fmt.Sprintf("condition %v", err)
		case n == 0:
			return false, ""
		}
	}
	if t.count == nil {
		return true, ""
	}
	i := sort.Search(len(t.hit), func(i int) bool { return t.hit[i] >= now })
	switch {
	case i < len(t.hit) && t.hit[i] == now:
	case i < len(t.hit) || now < t.since || d.backwards:
		return false, "" // from before it was set
	default:
		t.hit = append(t.hit, now)
	}
	return t.count(uint64(i) + 1), ""
}

// AddrsOf returns the instructions that a source line made, or those of the nearest
// line that made some, which is returned too.
func (d *Debugger) AddrsOf(file string, line int) (addrs []uint32, nearest int) {
	return listing.AddrsOf(d.img, file, line)
}

// Files returns the source files that have code.
func (d *Debugger) Files() []string { return listing.Files(d.img) }

// AddrOf returns the address of a label in code. A local label is one of the routine that
// the machine is in.
func (d *Debugger) AddrOf(label string) (uint32, error) {
	if addr, ok := d.local(label, d.m.PC()); ok {
		return addr, nil
	}
	return listing.AddrOf(d.program, label)
}

// LinesIn returns the lines of a source file from one to another that have code.
func (d *Debugger) LinesIn(file string, from, to int) (lines []int) {
	for _, l := range d.img.Lines {
		if l.File == file && l.Line >= from && l.Line <= to {
			lines = append(lines, l.Line)
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// IsInstruction reports whether an instruction of the program begins at an address.
func (d *Debugger) IsInstruction(addr uint32) bool {
	l, err := d.Code()
	if err != nil {
		return false
	}
	i := l.Index(addr)
	return i >= 0 && l.Addr(i) == addr && !l.Untimed(i).Data
}

// message compiles the message of a logpoint: text with expressions in braces.
func (d *Debugger) message(text string, here uint32) (func(d *Debugger) string, error) {
	var parts []func(d *Debugger) string
	add := func(s string) { parts = append(parts, func(*Debugger) string { return s }) }
	for at := 0; at < len(text); {
		open := strings.IndexByte(text[at:], '{')
		if open < 0 {
			add(text[at:])
			break
		}
		add(text[at : at+open])
		begin := at + open + 1
		end := strings.IndexByte(text[begin:], '}')
		if end < 0 {
			return nil, &expr.SyntaxError{Text: text, Column: begin, What: "the { is not closed"}
		}
		expression := strings.TrimSpace(text[begin : begin+end])
		part := (*Debugger).LineText
		if expression != "line" {
			e, err := d.scope(here).Parse(expression)
			if err != nil {
				return nil, err
			}
			part = func(d *Debugger) string {
				n, err := e.Value(d)
				if err != nil {
					return "{" + err.Error() + "}"
				}
				return fmt.Sprint(n)
			}
		}
		parts = append(parts, part)
		at = begin + end + 1
	}
	return func(d *Debugger) string {
		var b strings.Builder
		for _, part := range parts {
			b.WriteString(part(d))
		}
		return b.String()
	}, nil
}

// LineText returns the moves from the root to the current node, for people.
func (d *Debugger) LineText() string {
	return d.sensible(func() string {
		if line := d.SAN(d.Line()); len(line) > 0 {
			return strings.Join(line, " ")
		}
		return "at the root"
	})
}
