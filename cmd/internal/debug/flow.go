package debug

import (
	"github.com/searchex/searchex/cmd/internal/explain/listing"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/disasm"
)

// flow is where control can go within one call: from each instruction to the next ones,
// over calls but not into them. A frame of the stack is credible only if the routine that
// its call instruction calls leads, in this sense, to the instruction of the frame above.
type flow struct {
	l *listing.Listing
	// to has for each entry of the listing those that may follow it.
	to [][]int32
	// computed are the entries that jump to an address in a register or in memory.
	computed []bool
	// reached are the entries to which a routine leads, by its address; nil for all.
	reached map[uint32][]bool
}

// at returns what the instruction of an entry does.
func (f *flow) at(d *Debugger, i int) disasm.Step {
	b := d.ReadSome(f.l.Addr(i), 10)
	if len(b) == 0 {
		return disasm.Step{}
	}
	return disasm.StepOf(disasm.Decode(d.m.Name(), b, f.l.Addr(i), nil).Text)
}

// flowOf returns the flow of the program as it is in memory.
func (d *Debugger) flowOf() *flow {
	if d.flow != nil {
		return d.flow
	}
	l, err := d.Code()
	if err != nil {
		return nil
	}
	f := &flow{l: l, to: make([][]int32, l.Len()), computed: make([]bool, l.Len()), reached: map[uint32][]bool{}}
	for i := range f.to {
		s := f.at(d, i)
		if s.GoesOn && i+1 < l.Len() {
			f.to[i] = append(f.to[i], int32(i+1))
		}
		if j := l.Index(s.Target); s.Jumps && s.Known && j >= 0 {
			f.to[i] = append(f.to[i], int32(j))
		}
		f.computed[i] = s.Jumps && !s.Known
	}
	d.flow = f
	return f
}

// leads reports whether the routine at an address leads to an instruction.
func (f *flow) leads(routine, to uint32) bool {
	begin, i := f.l.Index(routine), f.l.Index(to)
	if begin < 0 || i < 0 {
		return true // not of the listing: nothing is known
	}
	reached, ok := f.reached[routine]
	if !ok {
		reached = make([]bool, len(f.to))
		for open := []int32{int32(begin)}; len(open) > 0; {
			at := open[len(open)-1]
			open = open[:len(open)-1]
			if reached == nil || reached[at] {
				continue
			}
			reached[at] = true
			if f.computed[at] {
				reached = nil
				continue
			}
			open = append(open, f.to[at]...)
		}
		f.reached[routine] = reached
	}
	return reached == nil || reached[i]
}

// frame is a return address on the stack with the call that put it there.
type frame struct {
	emu.Return
	site   uint32 // of the call instruction
	target uint32
	known  bool // the target
}

// returns lists the return addresses on the stack, innermost first. Data that a routine
// has pushed may look like one: those are left out that no call can have put there.
func (d *Debugger) returns() []emu.Return {
	all := d.m.Returns()
	f := d.flowOf()
	if len(all) == 0 || f == nil {
		return all
	}
	frames := make([]frame, len(all))
	for i, r := range all {
		at := f.l.Index(r.Addr - 1)
		if at < 0 {
			return all
		}
		s := f.at(d, at)
		frames[i] = frame{r, f.l.Addr(at), s.Target, s.Known}
	}
	if found := longest(f, frames, d.m.PC(), d.entry); found != nil {
		return found
	}
	return all
}

// longest returns the longest chain of frames from the instruction at pc to the routine
// at entry, in which each calls the routine that the one before it is in; nil if there
// is none.
func longest(f *flow, frames []frame, pc, entry uint32) []emu.Return {
	calls := func(r *frame, at uint32) bool { return !r.known || f.leads(r.target, at) }
	n := len(frames)
	length, next := make([]int, n), make([]int, n) // 0 for no chain
	best := func(from int, at uint32) (length0, first int) {
		if f.leads(entry, at) {
			length0, first = 1, n
		}
		for j := from; j < n; j++ {
			if length[j] > 0 && length[j]+1 > length0 && calls(&frames[j], at) {
				length0, first = length[j]+1, j
			}
		}
		return length0, first
	}
	for i := n - 1; i >= 0; i-- {
		length[i], next[i] = best(i+1, frames[i].site)
	}
	total, i := best(0, pc)
	if total == 0 {
		return nil
	}
	found := []emu.Return{}
	for ; i < n; i = next[i] {
		found = append(found, frames[i].Return)
	}
	return found
}
