// Package debug runs the search of a machine under control: it stops at
// breakpoints, steps forwards and backwards, and says what is where.
//
// A search is deterministic, and nothing here changes it but what the user writes. So
// going back is to bring back a snapshot from before and to run again, to the cycle; what
// was written is written again where it was.
//
// Package dap offers it to editors.
package debug

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"sort"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/explain/listing"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/expr"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/internal/number"
)

// Reason says why the machine stopped.
type Reason string

// The reasons. All but Beginning, Ended and Diverged are the protocol's.
const (
	AtBreakpoint     Reason = "breakpoint"
	AtFunction       Reason = "function breakpoint"
	AtInstruction    Reason = "instruction breakpoint"
	AtDataBreakpoint Reason = "data breakpoint"
	Stepped          Reason = "step"
	Paused           Reason = "pause"
	Entry            Reason = "entry"
	Failed           Reason = "exception"
	Beginning        Reason = "beginning of the search"
	Ended            Reason = "end of the search"
	Diverged         Reason = "divergence"
)

// Stop is where and why the machine stopped.
type Stop struct {
	Reason Reason
	// Text says more about it, or is empty.
	Text string
	// Hit are the numbers of the breakpoints that stopped the machine.
	Hit []int
}

// Frame is a node of the line that is searched, at the moment when its move was
// searched deeper.
type Frame struct {
	Move        goengine.Move
	Alpha, Beta int16
	// Own and Other are the SX of the side to move and, with two budgets, of the
	// other side.
	Own, Other uint8
}

// notes are what the host knows of a search that the machine does not.
type notes struct {
	frames [goengine.MaxPly + 1]Frame
	// scored counts the moves evaluated, if the program does not; the last was at the
	// cycle count lastScored - 1.
	scored, lastScored uint64
	// ply is that of the node at hand, as the last mark said.
	ply int
}

// snapshot is a moment to which the debugger can return.
type snapshot struct {
	state *emu.State
	notes
	edits int // the number of edits that are in it
}

// Debugger is a search under control. It is not safe for concurrent use.
type Debugger struct {
	task    *hostbridge.Task
	search  hostbridge.Stepped
	m       emu.Machine
	program *emu.Program
	img     *asm.Image
	symbols *symbols
	listing *listing.Listing // nil until it is needed
	// locals are the local labels of the source files, as they are needed.
	locals map[string]*locals
	// readable reports of each source file whether it can be read, once that is known.
	readable map[string]bool

	notes
	snapshots []snapshot // by rising cycles, the first at 0
	interval  uint64     // of cycles between snapshots

	// edits are what the user has written, by rising cycles; the first done of them
	// are in the machine as it stands.
	edits []edit
	done  int

	breakpoints []*Breakpoint
	data        []*Data
	// OnLog is called with the message of a logpoint and the address of its
	// instruction; nil for nobody.
	OnLog     func(addr uint32, text string)
	temporary *temporary
	watched   map[uint32]bool
	// marks are where the search is to be looked at.
	marks map[uint32]bool
	// goal is what Begin began, nil if nothing is under way.
	goal func(cycles uint64) *Stop

	// from is the cycle count at which breakpoints do not stop the machine, since
	// it goes on from there. silent turns all of them off.
	from   uint64
	silent bool
	// backwards notes hits before end in last, instead of stopping at them.
	backwards bool
	end       uint64
	last      *past
	stop      *Stop
	// ended is how the search ended, nil if it did not yet.
	ended *Stop

	divergence *Divergence
	// entry is the first instruction of the search. flow is what the calls on the stack
	// are checked by, nil until it is needed.
	entry uint32
	flow  *flow
	// areas are where the machine has memory.
	areas []emu.Range
	// tracing are the registers of a trace, nil for the usual ones.
	tracing []expr.Register
	// changed reports whether the last instruction has changed what the data breakpoint
	// at hand is for.
	changed bool
}

// past is a hit and its cycle count.
type past struct {
	cycles uint64
	stop   Stop
}

const (
	// firstInterval is the number of cycles between snapshots, a few milliseconds
	// of the host's time; maxSnapshots bounds them, by doubling the interval.
	firstInterval = 1 << 20
	maxSnapshots  = 256
	// tail is the number of cycles before a moment from which instructions are
	// stepped: more than any instruction takes.
	tail = 1024
	// noCycle is no cycle count of any search.
	noCycle = math.MaxUint64
)

// New sets up a task's search on an engine's machine, before its first instruction.
// img is what the machine runs. The context ends the setting up alone.
func New(ctx context.Context, e hostbridge.Engine, img *asm.Image, t *hostbridge.Task) (*Debugger, error) {
	s, err := hostbridge.NewSteppedSearch(ctx, e, t.Game, &t.Profile, t.Limits)
	if err != nil {
		return nil, err
	}
	d := &Debugger{
		task: t, search: s, m: s.Machine(), program: s.Machine().Program(), img: img,
		interval: firstInterval, watched: map[uint32]bool{}, marks: map[uint32]bool{}, locals: map[string]*locals{}, readable: map[string]bool{},
	}
	d.symbols, d.entry, d.areas = newSymbols(d.m, img), d.m.PC(), d.m.Map()
	for _, addr := range s.Marks() {
		d.marks[addr] = true
	}
	d.snapshots = []snapshot{{state: d.m.State()}}
	d.rewatch()
	return d, nil
}

// Machine returns the machine, to be read only.
func (d *Debugger) Machine() emu.Machine { return d.m }

// Image returns what the machine runs.
func (d *Debugger) Image() *asm.Image { return d.img }

// Cycles returns the cycles since the beginning of the search.
func (d *Debugger) Cycles() uint64 { return d.m.Cycles() }

// Ended returns how the search ended, nil if it did not yet.
func (d *Debugger) Ended() *Stop { return d.ended }

// restore returns to a snapshot.
func (d *Debugger) restore(i int) {
	d.romOf(d.snapshots[i].edits)
	d.m.SetState(d.snapshots[i].state)
	d.notes = d.snapshots[i].notes
	d.ended, d.stop = nil, nil
	d.redo()
}

// before returns the index of the last snapshot at or before a cycle count.
func (d *Debugger) before(cycles uint64) int {
	return sort.Search(len(d.snapshots), func(i int) bool { return d.snapshots[i].state.Cycles() > cycles }) - 1
}

// due returns the cycle count of the next snapshot to take.
func (d *Debugger) due() uint64 {
	return d.snapshots[len(d.snapshots)-1].state.Cycles() + d.interval
}

// remember takes a snapshot if one is due.
func (d *Debugger) remember() {
	if d.ended != nil || d.m.Cycles() < d.due() {
		return
	}
	d.snapshots = append(d.snapshots, snapshot{d.m.State(), d.notes, d.done})
	if len(d.snapshots) <= maxSnapshots {
		return
	}
	kept := d.snapshots[:0]
	for i, s := range d.snapshots {
		if i%2 == 0 {
			kept = append(kept, s)
		}
	}
	clear(d.snapshots[len(kept):])
	d.snapshots = kept
	d.interval *= 2
}

// run executes instructions until the cycle count is reached, something stops the
// machine, or the search ends.
func (d *Debugger) run(limit uint64) {
	d.stop = nil
	if c := d.diverges(); c != nil && !d.silent && !d.backwards && d.m.Cycles() < c.Cycles {
		limit = min(limit, c.Cycles)
	}
	for d.ended == nil && d.stop == nil && d.m.Cycles() < limit {
		next := min(limit, d.nextEdit())
		if due := d.due(); d.m.Cycles() < due {
			next = min(next, due)
		}
		if len(d.data) > 0 && !d.silent {
			d.runData(next)
		} else {
			d.m.SetAlarm(next, d.m.Stop)
			err := d.m.Continue(math.MaxUint64)
			d.m.SetAlarm(0, nil)
			d.took(err)
		}
		d.redo()
		d.remember()
	}
	if c := d.diverges(); c != nil && !d.silent && !d.backwards && d.stop == nil && d.ended == nil && d.m.Cycles() == c.Cycles && d.from != c.Cycles {
		d.stop = &Stop{Reason: Diverged, Text: c.Text}
	}
}

// step executes one instruction, whatever breakpoints there are.
func (d *Debugger) step() {
	if d.ended != nil {
		return
	}
	silent := d.silent
	d.silent = true
	d.took(d.m.Step())
	d.silent = silent
	d.redo()
	d.remember()
}

// took notes how a run ended.
func (d *Debugger) took(err error) {
	if err == nil && d.m.Returned() {
		err = d.m.Step() // the check of the stack at the return
	}
	switch {
	case err != nil && !errors.Is(err, emu.ErrStopped):
		d.ended = &Stop{Reason: Failed, Text: err.Error()}
	case d.search.Over():
		text := d.sensible(d.found)
		d.ended = &Stop{Reason: Ended, Text: fmt.Sprintf("the search returned after %s cycles: %s", number.Thousands(d.m.Cycles()), text)}
		if c := d.diverges(); c != nil && c.AtEnd {
			d.ended = &Stop{Reason: Diverged, Text: c.Text}
		}
	}
}

// found says what a search that is over has found.
func (d *Debugger) found() string {
	r, err := d.search.Result()
	if err != nil {
		return err.Error()
	}
	best := "none"
	if r.Best != goengine.NoMove {
		best = d.task.Position().UCI(r.Best)
	}
	return fmt.Sprintf("best move %s, score %d, %s moves evaluated", best, r.Score, number.Thousands(d.Nodes()))
}

// Nodes returns the number of moves evaluated so far.
func (d *Debugger) Nodes() uint64 {
	if n, ok := d.search.Nodes(); ok {
		return n
	}
	return d.scored
}

// Ply returns the current node's distance from the root.
func (d *Debugger) Ply() int { return d.search.Ply(d.notes.ply) }

// Knows reports whether a number of the search is known, by its name in expressions.
func (d *Debugger) Knows(number string) bool { return d.search.Knows(number) }

// seek goes to a cycle count at which an instruction begins, or at which the search
// ends.
func (d *Debugger) seek(cycles uint64) {
	d.silent = true
	defer func() { d.silent = false }()
	if cycles < d.m.Cycles() || d.ended != nil {
		d.restore(d.before(cycles))
	}
	if cycles > d.m.Cycles()+tail {
		d.run(cycles - tail)
	}
	for d.ended == nil && d.m.Cycles() < cycles {
		d.step()
	}
	d.stop = nil
}

// point is the beginning of an instruction.
type point struct {
	cycles uint64
	pc     uint32
}

// points returns the instructions that begin before a cycle count, the first of them
// some cycles earlier or at the beginning of the search. It leaves the machine there.
func (d *Debugger) points(cycles, earlier uint64) (all []point) {
	start := cycles - min(cycles, earlier)
	d.silent = true
	defer func() { d.silent = false }()
	d.restore(d.before(start))
	if start > d.m.Cycles()+tail {
		d.run(start - tail)
	}
	for d.ended == nil && d.m.Cycles() < cycles {
		if d.m.Cycles() >= start {
			all = append(all, point{d.m.Cycles(), d.m.PC()})
		}
		d.step()
	}
	d.stop = nil
	return all
}

// arrive is called before the instruction at a watched address.
func (d *Debugger) arrive(addr uint32) {
	now := d.m.Cycles()
	if d.marks[addr] {
		d.mark(addr)
	}
	if d.silent || now == d.from {
		return
	}
	var hit []int
	reason, text := AtBreakpoint, ""
	for _, b := range d.breakpoints {
		if !b.at(addr) || b.log != nil {
			continue
		}
		if acts, why := d.hits(&b.trigger, now); acts {
			hit, text = append(hit, b.Number), why
			if b.Reason != AtBreakpoint {
				reason = b.Reason
			}
		}
	}
	d.writeLogs(addr, now)
	if hit != nil {
		d.halt(Stop{Reason: reason, Text: text, Hit: hit})
		return
	}
	if t := d.temporary; t != nil && t.addr == addr && d.m.SP() >= t.sp {
		d.halt(Stop{Reason: Stepped})
	}
}

// mark notes what the search does at an instruction. A snapshot may stand there, from
// which the machine comes to it again. What the user has changed may lead out of memory:
// then nothing is noted.
func (d *Debugger) mark(addr uint32) {
	if d.search.Over() {
		d.m.Stop()
		return
	}
	d.sensible(func() string {
		at := d.search.At(addr)
		if at.Ply >= 0 {
			d.ply = at.Ply
		}
		if at.Follows {
			d.noteFrame(at.Ply)
		}
		if now := d.m.Cycles() + 1; at.Scores && now != d.lastScored {
			d.scored, d.lastScored = d.scored+1, now
		}
		return ""
	})
}

// noteFrame notes a node at the moment when its move is searched deeper.
func (d *Debugger) noteFrame(ply int) {
	alpha, beta := d.search.Window()
	own, other := d.search.Budget()
	d.frames[ply] = Frame{d.search.Followed(), alpha, beta, own, other}
	d.ply = min(ply+1, goengine.MaxPly)
}

// writeLogs reports the messages of the logpoints at an instruction that is reached
// forwards.
func (d *Debugger) writeLogs(addr uint32, now uint64) {
	if d.backwards || d.OnLog == nil {
		return
	}
	for _, b := range d.breakpoints {
		if b.log == nil || !b.at(addr) {
			continue
		}
		if acts, why := d.hits(&b.trigger, now); why != "" {
			d.OnLog(addr, why)
		} else if acts {
			d.OnLog(addr, b.log(d))
		}
	}
}

// halt stops the machine or, backwards, notes that it would have stopped.
func (d *Debugger) halt(s Stop) {
	if d.backwards {
		if now := d.m.Cycles(); now < d.end {
			d.last = &past{now, s}
		}
		return
	}
	d.stop = &s
	d.m.Stop()
}

// rewatch makes the machine call arrive where something may stop it.
func (d *Debugger) rewatch() {
	wanted := maps.Clone(d.marks)
	for _, b := range d.breakpoints {
		for _, addr := range b.Addrs {
			wanted[addr] = true
		}
	}
	if d.temporary != nil {
		wanted[d.temporary.addr] = true
	}
	for addr := range d.watched {
		if !wanted[addr] {
			d.m.Unwatch(addr)
		}
	}
	for addr := range wanted {
		if !d.watched[addr] {
			d.m.Watch(addr, func() { d.arrive(addr) })
		}
	}
	d.watched = wanted
}
