package debug

import "github.com/searchex/searchex/emu"

// temporary is a place at which a step ends: an address with the stack no deeper
// than sp.
type temporary struct{ addr, sp uint32 }

// Granularity is what a step moves over.
type Granularity bool

// The granularities.
const (
	ByLine        Granularity = false
	ByInstruction Granularity = true
)

// maxSteps bounds the instructions that one call of Slice steps.
const maxSteps = 100_000

// Busy reports whether something is under way.
func (d *Debugger) Busy() bool { return d.goal != nil }

// Slice goes on with what is under way for about a number of cycles. It returns why
// the machine stopped, nil if it did not.
func (d *Debugger) Slice(cycles uint64) *Stop {
	if d.goal == nil {
		return nil
	}
	s := d.goal(cycles)
	if s != nil {
		d.finish()
	}
	return s
}

// Wait is Slice until the machine stops.
func (d *Debugger) Wait() *Stop {
	for d.goal != nil {
		if s := d.Slice(firstInterval); s != nil {
			return s
		}
	}
	return nil
}

// Pause ends what is under way.
func (d *Debugger) Pause() *Stop {
	d.finish()
	return &Stop{Reason: Paused}
}

func (d *Debugger) finish() {
	d.goal, d.temporary, d.from = nil, nil, noCycle
	d.rewatch()
}

// begin makes a goal of a function, which starts at the current instruction.
func (d *Debugger) begin(goal func(cycles uint64) *Stop) {
	d.from, d.goal = d.m.Cycles(), goal
}

// halted returns why the machine can't go on, nil if it can.
func (d *Debugger) halted() *Stop {
	if d.stop != nil {
		return d.stop
	}
	return d.ended
}

// Continue begins to run until something stops the machine.
func (d *Debugger) Continue() {
	d.begin(func(cycles uint64) *Stop {
		d.run(d.m.Cycles() + cycles)
		return d.halted()
	})
}

// walk executes one instruction, and reports the logpoints at the next one.
func (d *Debugger) walk() {
	d.step()
	if d.ended == nil {
		d.writeLogs(d.m.PC(), d.m.Cycles())
	}
}

// lineOrInstruction returns the source line of the current instruction, and what a step from there moves over: an
// instruction if there is no line.
func (d *Debugger) lineOrInstruction(g Granularity) (emu.Line, Granularity) {
	from := d.lineAt(d.m.PC())
	return from, g || from == (emu.Line{})
}

// StepIn begins to execute an instruction, or all up to another source line.
func (d *Debugger) StepIn(g Granularity) {
	from, g := d.lineOrInstruction(g)
	d.begin(func(uint64) *Stop {
		for range maxSteps {
			if d.walk(); d.ended != nil {
				return d.ended
			}
			if g == ByInstruction || d.lineAt(d.m.PC()) != from {
				return &Stop{Reason: Stepped}
			}
		}
		return nil
	})
}

// StepOver is StepIn, but a routine that is called is executed at once.
func (d *Debugger) StepOver(g Granularity) {
	from, g := d.lineOrInstruction(g)
	d.begin(func(cycles uint64) *Stop {
		for range maxSteps {
			if d.temporary == nil {
				pc, sp := d.m.PC(), d.m.SP()
				if d.walk(); d.ended != nil {
					return d.ended
				}
				if back, called := d.called(pc, sp); called {
					d.temporary = &temporary{back, sp}
					d.rewatch()
				}
			}
			if d.temporary != nil {
				d.from = noCycle
				d.run(d.m.Cycles() + cycles)
				if s := d.halted(); s == nil || s.Reason != Stepped {
					return s // nil: not returned yet
				}
				d.temporary = nil
				d.rewatch()
			}
			if g == ByInstruction || d.lineAt(d.m.PC()) != from {
				return &Stop{Reason: Stepped}
			}
		}
		return nil
	})
}

// longestCall is the length of the longest instruction that calls, in bytes.
const longestCall = 6

// called reports whether the instruction at pc, just executed with the stack at sp,
// has called a routine, and where that will return to.
func (d *Debugger) called(pc, sp uint32) (back uint32, ok bool) {
	if d.m.SP() >= sp {
		return 0, false
	}
	r := d.m.Returns()
	if len(r) == 0 || r[0].SP != d.m.SP() || r[0].Addr-pc-1 >= longestCall {
		return 0, false
	}
	return r[0].Addr, true
}

// StepOut begins to run until the current routine has returned.
func (d *Debugger) StepOut() {
	if r := d.returns(); len(r) > 0 {
		d.temporary = &temporary{r[0].Addr, r[0].SP + 1}
		d.rewatch()
	}
	d.Continue()
}

// StepBack goes back by an instruction, or to the beginning of the line before.
func (d *Debugger) StepBack(g Granularity) {
	d.begin(func(uint64) *Stop {
		now := d.m.Cycles()
		if now == 0 {
			return d.beginning()
		}
		to, ok := uint64(0), false
		for earlier := uint64(tail); !ok; earlier *= 8 {
			to, ok = d.back(d.points(now, earlier), d.m.PC(), g)
		}
		d.seek(to)
		return &Stop{Reason: Stepped}
	})
}

// back finds where a step back from the instruction at pc leads to, given those
// before it. ok is false if more of them must be known.
func (d *Debugger) back(all []point, pc uint32, g Granularity) (cycles uint64, ok bool) {
	i := len(all) - 1
	if i < 0 {
		return 0, false
	}
	if g == ByInstruction || d.lineAt(pc) == (emu.Line{}) {
		return all[i].cycles, true
	}
	for line := d.lineAt(pc); i > 0 && d.lineAt(all[i].pc) == line; i-- {
	}
	for line := d.lineAt(all[i].pc); i > 0 && d.lineAt(all[i-1].pc) == line; i-- {
	}
	return all[i].cycles, i > 0 || all[0].cycles == 0
}

func (d *Debugger) beginning() *Stop {
	return &Stop{Reason: Beginning, Text: "this is the first instruction of the search"}
}

// ReverseContinue begins to run back to the last hit of a breakpoint.
func (d *Debugger) ReverseContinue() {
	end := d.m.Cycles()
	i := d.before(end)
	d.begin(func(uint64) *Stop {
		if end == 0 {
			return d.beginning()
		}
		if d.snapshots[i].state.Cycles() == end {
			i--
		}
		d.restore(i)
		d.backwards, d.end, d.last, d.from = true, end, nil, noCycle
		d.run(end)
		d.backwards = false
		if d.last != nil {
			d.seek(d.last.cycles)
			return &d.last.stop
		}
		if end = d.snapshots[i].state.Cycles(); end == 0 {
			d.seek(0)
			return d.beginning()
		}
		i--
		return nil
	})
}
