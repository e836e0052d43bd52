package debug

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/explain/listing"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu/expr"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/internal/number"
)

// Traced is an instruction that the machine has executed.
type Traced struct {
	listing.Entry
	// Cycle is the count at its beginning, Took what it took.
	Cycle, Took uint64
	// Where is its routine with the offset.
	Where string
	Ply   int
	// Registers are those before it.
	Registers []Variable
}

// Trace executes instructions until n of those that keep permits have been passed to
// each, or until the search ends, which it reports.
func (d *Debugger) Trace(ctx context.Context, n int, keep func(addr uint32) bool, each func(*Traced) error) (*Stop, error) {
	l, err := d.Code()
	if err != nil {
		return nil, err
	}
	if d.tracing == nil {
		d.tracing = slices.DeleteFunc(slices.Clone(d.cpu().Registers), func(r expr.Register) bool { return !r.Main })
	}
	for n > 0 && d.ended == nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		pc := d.m.PC()
		if !keep(pc) {
			d.step()
			continue
		}
		n--
		t := &Traced{Cycle: d.m.Cycles(), Where: listing.Where(d.program, pc), Ply: d.Ply(), Registers: d.traced()}
		t.Entry = l.Executed(pc)
		d.step()
		t.Took = d.m.Cycles() - t.Cycle
		if err := each(t); err != nil {
			return nil, err
		}
	}
	return d.ended, nil
}

// TraceRegisters chooses the registers of a trace by name, all of the CPU's for "all".
// Without it a trace has those that most programs work with.
func (d *Debugger) TraceRegisters(names []string) error {
	d.tracing = nil
	all := d.cpu().Registers
	var known []string
	for _, r := range all {
		known = append(known, r.Name)
	}
	for _, name := range names {
		name = strings.ToLower(strings.TrimSpace(name))
		i := slices.Index(known, name)
		switch {
		case name == "all":
			d.tracing = all
		case i >= 0:
			d.tracing = append(d.tracing, all[i])
		default:
			return fmt.Errorf("%s: no register of the %s: the nearest is %s", report.Short(name, 40), d.m.Name(), report.Nearest(name, append(known, "all")))
		}
	}
	return nil
}

// traced returns the registers of a trace.
func (d *Debugger) traced() (all []Variable) {
	for _, r := range d.tracing {
		all = append(all, Variable{Name: r.Name, Value: fmt.Sprintf("%0*X", r.Digits(), d.m.Register(r.Name))})
	}
	return all
}

// GoToCode goes to the hit of a number, from 1, of some instructions at which a condition
// holds.
func (d *Debugger) GoToCode(ctx context.Context, addrs []uint32, condition string, hit int) error {
	b, err := d.NewBreakpoint(1, addrs, AtBreakpoint, Spec{Condition: condition, HitCondition: fmt.Sprintf("== %d", hit)})
	if err != nil {
		return err
	}
	d.SetBreakpoints([]*Breakpoint{b})
	defer d.SetBreakpoints(nil)
	d.Continue()
	d.from = noCycle // the first instruction counts
	for d.Busy() {
		if ctx.Err() != nil {
			d.Pause()
			return ctx.Err()
		}
		if err := d.endless(); err != nil {
			d.Pause()
			return fmt.Errorf("reached %s, not %s: %w", report.Plural(len(b.hit), "time"), report.Int(hit), err)
		}
		s := d.Slice(firstInterval)
		if s != nil && s.Reason == AtBreakpoint && s.Text != "" {
			return errors.New(s.Text)
		}
		if s != nil && s.Reason != AtBreakpoint {
			return fmt.Errorf("reached %s, not %s: %s", report.Plural(len(b.hit), "time"), report.Int(hit), s.Text)
		}
	}
	return nil
}

// endless returns an error if the search does not end.
func (d *Debugger) endless() error {
	if d.m.Cycles() < d.search.Patience() {
		return nil
	}
	return fmt.Errorf("the search has not returned after %s cycles, and is at $%04x %s", number.Thousands(d.m.Cycles()), d.m.PC(), d.program.Where(d.m.PC()))
}

// GoToNode goes to the first instruction at which n moves have been evaluated.
func (d *Debugger) GoToNode(ctx context.Context, n uint64) error {
	if !d.Knows("node") {
		return errors.New("the moves evaluated are not counted: want events of scored moves")
	}
	const stretch = 1 << 16
	for d.Nodes() < n {
		before := d.m.Cycles()
		d.silent = true
		d.run(before + stretch)
		d.silent = false
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case d.endless() != nil:
			return fmt.Errorf("node %s is not reached: %w", report.Count(n), d.endless())
		case d.Nodes() >= n:
			d.seek(before)
			for d.Nodes() < n {
				d.step()
			}
		case d.ended != nil:
			return fmt.Errorf("node %s is not reached: %s", report.Count(n), d.ended.Text)
		}
	}
	return nil
}

// GoToCycle goes to the instruction that begins at a cycle count.
func (d *Debugger) GoToCycle(cycles uint64) { d.seek(cycles) }

// EventCycle returns the cycle count at which an engine's search reports its n-th event,
// counted from 1 as Divergence does. The engine must be another one than the debugger's.
func EventCycle(ctx context.Context, e hostbridge.Engine, t *hostbridge.Task, n uint64) (uint64, error) {
	on, ok := e.(hostbridge.Emulated)
	if !ok {
		return 0, fmt.Errorf("engine %s: has no machine", e.Name())
	}
	events, at := uint64(0), uint64(0)
	e.Attach(goengine.CallbackFunc(func(hostbridge.Node, *goengine.Event) {
		if events++; events == n {
			at = on.Machine().Cycles()
			on.Machine().Stop()
		}
	}))
	defer e.Attach(nil)
	_, err := e.Search(ctx, t.Game, &t.Profile, t.Limits)
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case at == 0 && err != nil:
		return 0, err
	case at == 0:
		return 0, fmt.Errorf("event %s: the search has only %s", report.Count(n), report.Count(events))
	}
	probe, err := hostbridge.NewSteppedSearch(ctx, e, t.Game, &t.Profile, t.Limits)
	if err != nil {
		return 0, err
	}
	return at - probe.SetUp(), nil
}

// RegisterText returns registers as name=value.
func RegisterText(all []Variable) string {
	var b strings.Builder
	for i, r := range all {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(r.Name + "=" + r.Value)
	}
	return b.String()
}

// Object returns the instruction as --json prints it.
func (t *Traced) Object() any {
	registers := map[string]string{}
	for _, r := range t.Registers {
		registers[r.Name] = r.Value
	}
	return struct {
		Cycle     uint64            `json:"cycle"`
		Took      uint64            `json:"took"`
		Addr      uint32            `json:"addr"`
		Where     string            `json:"where"`
		Ply       int               `json:"ply"`
		Text      string            `json:"text"`
		Registers map[string]string `json:"registers"`
		File      string            `json:"file"`
		Line      int               `json:"line"`
	}{t.Cycle, t.Took, t.Addr, t.Where, t.Ply, t.Text, registers, t.File, t.Line}
}
