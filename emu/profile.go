package emu

import (
	"cmp"
	"slices"
)

// Profile says where the cycles of one or more runs went.
type Profile struct {
	// Cycles and Instructions are the totals; the Self cycles of all
	// routines, the cycles of all addresses and those of all samples each
	// add up to Cycles.
	Cycles, Instructions uint64
	// Routines is by descending Self.
	Routines []RoutineCycles
	// ByAddr has each instruction executed, by ascending address.
	ByAddr []AddrCycles
	// ByLine has each source line executed, by descending cycles. It is
	// empty for a program without a line table.
	ByLine []LineCycles
	// Samples has each instruction executed once for every chain of calls
	// that led to it. Recursion is folded: what runs in a routine that is
	// called again below itself counts to its first call in the chain, since
	// a search would make as many chains as it has lines.
	Samples []Sample
}

// RoutineCycles is one routine's share.
//
// A routine that is jumped to, or that control falls into, counts as called
// from the routine before and returns with it, or when control jumps back to
// a routine that the same call has been in before.
type RoutineCycles struct {
	Label string
	// Calls is how often the routine was called, or entered by a jump, at
	// its label or in its midst, or from above.
	Calls uint64
	// Self is the cycles of the routine's own instructions.
	Self uint64
	// Total is the cycles from the routine's entry to its return, callees
	// included. A recursive routine's inner calls are not counted again.
	Total uint64
}

// AddrCycles is one instruction's share.
type AddrCycles struct {
	Addr uint32
	// Count is how often it was executed; each turn of a Z80 block
	// instruction counts.
	Count  uint64
	Cycles uint64
}

// LineCycles is one source line's share.
type LineCycles struct {
	Line
	Count  uint64
	Cycles uint64
}

// Sample is the share of one instruction under one chain of calls.
type Sample struct {
	// Stack is the instruction's address, followed by the addresses of
	// the call (or jump) instructions that led to it, innermost first.
	Stack  []uint32
	Count  uint64
	Cycles uint64
}

// Routine returns the share of the routine with a label, zero if it did not
// run.
func (p *Profile) Routine(label string) RoutineCycles {
	for _, r := range p.Routines {
		if r.Label == label {
			return r
		}
	}
	return RoutineCycles{Label: label}
}

// Profiler builds a Profile. A machine tells it of each instruction, and of
// those that call and return.
type Profiler struct {
	program  *Program
	cycles   uint64
	routines []routine
	// byAddr gives the routine of each address from first on;
	// routines[0] stands for code before the first label.
	byAddr []int32
	first  uint32
	// stack is the shadow call stack. The entries of one call share its
	// stack pointer: the first is the call's own, the others are routines
	// jumped to since.
	stack []entry
	last  uint32
	root  *node
}

type routine struct {
	RoutineCycles
	addr uint32
	// active counts the routine's entries on the stack, since is the
	// cycle count when that left 0.
	active int
	since  uint64
}

type entry struct {
	routine int32
	call    bool
	sp      uint32
	node    *node
}

// node is a chain of calls, in the tree of all chains.
type node struct {
	parent   *node
	site     uint32
	routine  int32
	children map[nodeKey]*node
	pages    map[uint32]*page
	// recent is the page used last, since neighbours follow each other.
	recent *page
	number uint32
}

type nodeKey struct {
	site    uint32
	routine int32
}

const pageSize = 64

type page [pageSize]struct{ count, cycles uint64 }

// noRoutine marks a call whose callee has not executed an instruction yet.
const noRoutine = -1

// NewProfiler is a profiler of runs of p.
func NewProfiler(p *Program) *Profiler {
	p.once.Do(p.index)
	code := p.codeSpan()
	r := &Profiler{program: p, routines: make([]routine, 1), first: code.Start, byAddr: make([]int32, code.Size), root: &node{}}
	r.routines[0].Label = "(no label)"
	for i, l := range p.routines {
		if i+1 < len(p.routines) && p.routines[i+1].addr == l.addr {
			continue // an alias: the last name is the one to use
		}
		r.routines = append(r.routines, routine{RoutineCycles: RoutineCycles{Label: l.name}, addr: l.addr})
		for a := l.addr; p.InCode(a) && (i+1 == len(p.routines) || a < p.routines[i+1].addr); a++ {
			r.byAddr[a-r.first] = int32(len(r.routines) - 1)
		}
	}
	return r
}

// Begin says that a call from outside begins, on an empty stack.
func (r *Profiler) Begin() {
	r.popTo(0)
}

// Call says that the instruction at site, already told of by Exec, was a
// call, and left the stack pointer at sp.
func (r *Profiler) Call(site, sp uint32) {
	r.last = site
	r.stack = append(r.stack, entry{routine: noRoutine, call: true, sp: sp})
}

// Return says that an instruction took a return address from the stack and
// left the stack pointer at sp. All calls whose return address is below have
// ended.
func (r *Profiler) Return(sp uint32) {
	n := len(r.stack)
	for n > 0 && r.stack[n-1].sp < sp {
		n--
	}
	r.popTo(n)
}

// Exec says that the instruction at pc was executed and took some cycles.
func (r *Profiler) Exec(pc uint32, cycles uint64) {
	var id int32
	if a := pc - r.first; a < uint32(len(r.byAddr)) {
		id = r.byAddr[a]
	}
	if len(r.stack) == 0 {
		r.stack = append(r.stack, entry{routine: noRoutine, call: true, sp: ^uint32(0)})
	}
	if top := &r.stack[len(r.stack)-1]; top.routine != id {
		if top.routine == noRoutine {
			r.enter(top, id)
			r.routines[id].Calls++
		} else {
			r.jump(pc, id)
		}
	}
	r.last = pc
	r.cycles += cycles
	r.routines[id].Self += cycles
	r.stack[len(r.stack)-1].node.add(pc, cycles)
}

// jump follows a change of routine within one call.
func (r *Profiler) jump(pc uint32, id int32) {
	for n := len(r.stack); n > 0; n-- {
		if r.stack[n-1].routine == id {
			r.popTo(n)
			return
		}
		if r.stack[n-1].call {
			break
		}
	}
	r.stack = append(r.stack, entry{sp: r.stack[len(r.stack)-1].sp})
	r.enter(&r.stack[len(r.stack)-1], id)
	r.routines[id].Calls++
}

// enter gives the top entry its routine.
func (r *Profiler) enter(top *entry, id int32) {
	top.routine = id
	parent := r.root
	if n := len(r.stack); n > 1 {
		parent = r.stack[n-2].node
	}
	top.node = parent.child(nodeKey{r.last, id}, parent != r.root)
	if t := &r.routines[id]; t.active == 0 {
		t.since = r.cycles
	}
	r.routines[id].active++
}

func (r *Profiler) popTo(n int) {
	for i := len(r.stack) - 1; i >= n; i-- {
		if id := r.stack[i].routine; id != noRoutine {
			t := &r.routines[id]
			if t.active--; t.active == 0 {
				t.Total += r.cycles - t.since
			}
		}
	}
	r.stack = r.stack[:n]
}

// child finds or makes the chain one call longer, or finds the routine in the
// chain. The outermost routine has no call site.
func (n *node) child(key nodeKey, hasSite bool) *node {
	if !hasSite {
		key.site = 0
	}
	if c := n.children[key]; c != nil {
		return c
	}
	if n.children == nil {
		n.children = map[nodeKey]*node{}
	}
	c := n
	for c != nil && (c.parent == nil || c.routine != key.routine) {
		c = c.parent
	}
	if c == nil {
		c = &node{parent: n, site: key.site, routine: key.routine, pages: map[uint32]*page{}}
	}
	n.children[key] = c
	return c
}

func (n *node) add(pc uint32, cycles uint64) {
	number := pc / pageSize
	if n.recent == nil || n.number != number {
		n.recent, n.number = n.pages[number], number
		if n.recent == nil {
			n.recent = new(page)
			n.pages[number] = n.recent
		}
	}
	cell := &n.recent[pc%pageSize]
	cell.count++
	cell.cycles += cycles
}

// Profile returns the figures so far. Calls still open count up to now.
func (r *Profiler) Profile() *Profile {
	r.popTo(0)
	p := &Profile{Cycles: r.cycles}
	for _, t := range r.routines {
		if t.Calls > 0 || t.Self > 0 {
			p.Routines = append(p.Routines, t.RoutineCycles)
		}
	}
	slices.SortFunc(p.Routines, func(a, b RoutineCycles) int {
		return cmp.Or(cmp.Compare(b.Self, a.Self), cmp.Compare(a.Label, b.Label))
	})
	p.Samples = r.root.samples(nil)
	slices.SortFunc(p.Samples, func(a, b Sample) int { return slices.Compare(a.Stack, b.Stack) })

	// The samples of one address are neighbours now.
	byLine := map[Line]int{}
	for _, s := range p.Samples {
		p.Instructions += s.Count
		pc := s.Stack[0]
		if n := len(p.ByAddr); n == 0 || p.ByAddr[n-1].Addr != pc {
			p.ByAddr = append(p.ByAddr, AddrCycles{Addr: pc})
		}
		a := &p.ByAddr[len(p.ByAddr)-1]
		a.Count += s.Count
		a.Cycles += s.Cycles
		line, ok := r.program.LineAt(pc)
		if !ok {
			continue
		}
		line.Addr = 0
		i, seen := byLine[line]
		if !seen {
			i = len(p.ByLine)
			byLine[line] = i
			p.ByLine = append(p.ByLine, LineCycles{Line: line})
			p.ByLine[i].Addr = pc
		}
		p.ByLine[i].Count += s.Count
		p.ByLine[i].Cycles += s.Cycles
	}
	slices.SortFunc(p.ByLine, func(a, b LineCycles) int {
		return cmp.Or(cmp.Compare(b.Cycles, a.Cycles), cmp.Compare(a.Addr, b.Addr))
	})
	return p
}

// samples lists the shares of the chains from n on. The sites of the calls
// that led to n are outermost first.
func (n *node) samples(sites []uint32) []Sample {
	var all []Sample
	for number, pg := range n.pages {
		for i, c := range pg {
			if c.count == 0 {
				continue
			}
			stack := append([]uint32{number*pageSize + uint32(i)}, sites...)
			slices.Reverse(stack[1:])
			all = append(all, Sample{Stack: stack, Count: c.count, Cycles: c.cycles})
		}
	}
	for _, c := range n.children {
		if c.parent != n {
			continue // recursion
		}
		below := slices.Clone(sites)
		if n.parent != nil {
			below = append(below, c.site)
		}
		all = append(all, c.samples(below)...)
	}
	return all
}
