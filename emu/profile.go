package emu

import (
	"cmp"
	"slices"
)

// Profile shows where the cycles of one or more runs went.
type Profile struct {
	// Cycles and Instructions are the totals; the Self cycles of all
	// routines, the cycles of all addresses and those of all samples each
	// add up to Cycles.
	Cycles, Instructions uint64
	// Routines are sorted by descending Self.
	Routines []RoutineCycles
	// Calls has each place from which a routine was called, sorted by address.
	Calls []CallCycles
	// ByAddr has each instruction executed, by ascending address.
	ByAddr []AddrCycles
	// ByLine has each source line executed, by descending cycles. It is
	// empty for a program without a line table.
	ByLine []LineCycles
	// Program ran on Machine, which has Clock.
	Program *Program
	Machine string
	Clock   Clock

	// root and starts are what Samples is made from: the tree of the chains of
	// calls, and the address of each routine's code.
	root   *node
	starts []uint32
}

// RoutineCycles has the figures of one routine.
//
// A routine is called where control arrives at its label: by a call instruction,
// wherever that stands; or out of another routine, by a jump (a tail call) or from
// above. It is also called where a computed jump out of another routine arrives in
// its middle, which is how a table leads into an unrolled loop.
//
// No other way into the middle of a routine is a call: a call there is a subroutine
// without a label, and a jump is for code that two routines share. The cycles there
// belong to the routine of the code, which is that of the nearest label at or below.
// A routine that was jumped to or fallen into returns with the call that it is a
// part of, or when control comes back to a routine in which the same call has been
// before, unless it comes to its label, which calls that routine again.
type RoutineCycles struct {
	Label string
	// Calls is the number of calls of the routine, by the host or by the
	// program.
	Calls uint64
	// Self is the cycles of the routine's own instructions.
	Self uint64
	// Total is the cycles from the routine's entry to its return, callees
	// included. A recursive routine's inner calls are not counted again.
	Total uint64
	// Called is the part of Total that its Calls took: all of it, unless its
	// middle was entered in another way.
	Called uint64
}

// AddrCycles has the figures of one instruction.
type AddrCycles struct {
	Addr uint32
	// Count is the number of times it was executed; each repetition of a Z80
	// block instruction counts.
	Count  uint64
	Cycles uint64
}

// LineCycles has the figures of one source line.
type LineCycles struct {
	Line
	Count  uint64
	Cycles uint64
}

// CallCycles has the figures of what is called from one place.
type CallCycles struct {
	// Site is the address of the call or jump, or of the last instruction
	// before control falls into Callee. For a call by the host it is 0, and
	// Caller is "".
	Site           uint32
	Caller, Callee string
	// Count is the number of times control went that way, into the middle of
	// Callee too.
	Count uint64
	// Cycles and Instructions are those until control came back. A recursive
	// call counts for the outer call alone, so that all calls of a routine add
	// up to its Total.
	Cycles, Instructions uint64
}

// Sample has the figures of one instruction under one chain of calls.
type Sample struct {
	// Stack is the instruction's address, followed by the addresses of
	// the call (or jump) instructions that led to it, innermost first.
	Stack []uint32
	// Level is the byte named by Program.Level after the instruction was
	// executed.
	Level  uint8
	Count  uint64
	Cycles uint64
}

// Routine returns the figures of the routine with a label, zeros if it did not
// run.
func (p *Profile) Routine(label string) RoutineCycles {
	for _, r := range p.Routines {
		if r.Label == label {
			return r
		}
	}
	return RoutineCycles{Label: label}
}

// profiler builds a Profile. A machine reports each instruction to it, and those
// that call, return, or jump to a computed address.
type profiler struct {
	program              *Program
	cycles, instructions uint64
	routines             []routine
	// byAddr has the routine of each address from first on. routines[0] is code
	// before the first label.
	byAddr []int32
	first  uint32
	// stack is the shadow call stack. The entries of one call share its
	// stack pointer: the first is the call's own, the others are routines
	// jumped to since.
	stack []entry
	root  *node
	calls map[nodeKey]*CallCycles
	// last is the instruction executed last. If it was a jump to a computed
	// address, computed is the number of the next one.
	last     uint32
	computed uint64
	// cells are the figures of the routine of the top entry at the current
	// level, that of address base at index 0. They are nil when the stack has
	// changed.
	cells   []cell
	base    uint32
	level   uint8
	levelAt *uint8
}

// cell has the figures of an instruction.
type cell struct{ count, cycles uint64 }

type routine struct {
	RoutineCycles
	// addr and end bound its code.
	addr, end uint32
	// innermost is the index of its innermost entry on the stack, -1 for none.
	innermost int
}

type entry struct {
	routine int32
	// call reports whether a call instruction made it; inner, whether this went
	// to the middle of the caller itself, and so is a part of the entry before.
	call, inner bool
	sp          uint32
	site        uint32 // of the call instruction
	node        *node
	// from is the place that it was called from; counted reports whether it
	// counts as a call of the routine.
	from    *CallCycles
	counted bool
	// since and began are the counts of cycles and instructions at its
	// beginning, within the cycles of inner calls of the same routine.
	since, began, within uint64
	// outer is the index of the routine's entry before this, -1 for none.
	outer int
}

// node is a chain of calls, in the tree of all chains.
type node struct {
	parent   *node
	site     uint32
	routine  int32
	children map[nodeKey]*node
	// levels has the figures of the routine's code by level.
	levels [][]cell
}

type nodeKey struct {
	site    uint32
	routine int32
}

// noRoutine marks a call whose callee has not executed an instruction yet.
const noRoutine = -1

// byHost is the site of a call by the host, which no instruction has.
const byHost = ^uint32(0)

// newProfiler returns a profiler of runs of p, whose code may be anywhere in a range.
func newProfiler(p *Program, code Range) *profiler {
	p.once.Do(p.index)
	r := &profiler{
		program: p, first: code.Start, byAddr: make([]int32, code.Size),
		routines: []routine{{RoutineCycles: RoutineCycles{Label: "(no label)"}, addr: code.Start, end: code.End(), innermost: -1}},
		root:     &node{}, calls: map[nodeKey]*CallCycles{}, levelAt: new(uint8),
	}
	for i, l := range p.routines {
		if i+1 < len(p.routines) && p.routines[i+1].addr == l.addr {
			continue // an alias: the last name is the one to use
		}
		end := l.addr
		for ; p.InCode(end) && (i+1 == len(p.routines) || end < p.routines[i+1].addr); end++ {
			r.byAddr[end-r.first] = int32(len(r.routines))
		}
		r.routines = append(r.routines, routine{RoutineCycles: RoutineCycles{Label: l.name}, addr: l.addr, end: end, innermost: -1})
	}
	return r
}

// begin reports that a call from outside begins, on an empty stack.
func (r *profiler) begin() {
	r.popTo(0)
}

// call reports that the instruction at site, already reported by exec, was a call,
// and left the stack pointer at sp.
func (r *profiler) call(site, sp uint32) {
	r.stack = append(r.stack, entry{routine: noRoutine, call: true, sp: sp, site: site})
	r.cells = nil
}

// interrupted reports that what exec has reported was no execution of the instruction at
// site, but an interrupt before it, which left the stack pointer at sp.
func (r *profiler) interrupted(site, sp uint32) {
	r.cells[site-r.base].count--
	r.instructions--
	r.call(site, sp)
}

// jumped reports that the last instruction has jumped to a computed address.
func (r *profiler) jumped() { r.computed = r.instructions + 1 }

// returned reports that an instruction took a return address from the stack and left
// the stack pointer at sp. All calls whose return address is below have ended; if
// there is no such call, it was a jump to a computed address.
func (r *profiler) returned(sp uint32) {
	n := len(r.stack)
	for n > 0 && r.stack[n-1].sp < sp {
		n--
	}
	if n == len(r.stack) {
		r.jumped()
	} else {
		r.last = r.stack[n].site // control goes on behind it
	}
	r.popTo(n)
}

// exec reports that the instruction at pc was executed and took some cycles.
func (r *profiler) exec(pc uint32, cycles uint64) {
	i := pc - r.base
	if i >= uint32(len(r.cells)) || r.level != *r.levelAt {
		i = r.arrive(pc)
	}
	c := &r.cells[i]
	c.count++
	c.cycles += cycles
	r.cycles += cycles
	r.instructions++
	r.last = pc
}

// arrive follows control to pc, from another routine or within one, and returns the
// index of the cell of the instruction there.
func (r *profiler) arrive(pc uint32) uint32 {
	id := r.byAddr[pc-r.first]
	if len(r.stack) == 0 {
		r.stack = append(r.stack, entry{routine: noRoutine, call: true, sp: ^uint32(0)})
	}
	switch top := &r.stack[len(r.stack)-1]; {
	case top.routine == noRoutine:
		r.called(pc, id)
	case top.routine != id:
		r.jump(pc, id)
	}
	t := &r.routines[id]
	r.level = *r.levelAt
	r.cells, r.base = r.stack[len(r.stack)-1].node.cells(r.level, t.end-t.addr), t.addr
	if id == 0 { // there may be routines between its instructions
		r.cells, r.base = r.cells[pc-t.addr:][:1], pc
	}
	return pc - r.base
}

// called follows a call to its target.
func (r *profiler) called(pc uint32, id int32) {
	n := len(r.stack)
	top := &r.stack[n-1]
	at := pc == r.routines[id].addr
	if n > 1 && r.stack[n-2].routine == id && !at {
		top.routine, top.inner, top.node = id, true, r.stack[n-2].node
		return
	}
	r.enter(id, at || n == 1)
}

// jump follows a change of routine within one call.
func (r *profiler) jump(pc uint32, id int32) {
	at := pc == r.routines[id].addr
	for n := len(r.stack); n > 0; n-- {
		if r.stack[n-1].routine == id {
			r.popTo(n)
			if at {
				r.count(r.routines[id].innermost)
			}
			return
		}
		if r.stack[n-1].call {
			break
		}
	}
	r.stack = append(r.stack, entry{sp: r.stack[len(r.stack)-1].sp})
	r.enter(id, at || r.computed == r.instructions+1)
}

// count counts an entry of the stack as a call.
func (r *profiler) count(i int) {
	r.stack[i].counted = true
	r.routines[r.stack[i].routine].Calls++
}

// enter gives the top entry its routine.
func (r *profiler) enter(id int32, counted bool) {
	n := len(r.stack)
	top := &r.stack[n-1]
	parent, key, caller := r.root, nodeKey{byHost, id}, ""
	if n > 1 {
		e := &r.stack[n-2]
		parent, key.site, caller = e.node, r.last, r.routines[e.routine].Label
	}
	from := r.calls[key]
	if from == nil {
		from = &CallCycles{Caller: caller, Callee: r.routines[id].Label}
		if key.site != byHost {
			from.Site = key.site
		}
		r.calls[key] = from
	}
	from.Count++
	t := &r.routines[id]
	top.routine, top.from, top.since, top.began, top.outer = id, from, r.cycles, r.instructions, t.innermost
	top.node = parent.child(key)
	t.innermost = n - 1
	if counted {
		r.count(n - 1)
	}
}

// popTo ends what has been entered since the stack had n entries.
func (r *profiler) popTo(n int) {
	r.cells = nil
	for i := len(r.stack) - 1; i >= n; i-- {
		e := &r.stack[i]
		if e.routine == noRoutine || e.inner {
			continue
		}
		t := &r.routines[e.routine]
		took, counted := r.cycles-e.since, e.within
		if e.counted {
			t.Called += took - e.within
			counted = took
		}
		if e.outer < 0 {
			t.Total += took
			e.from.Cycles += took
			e.from.Instructions += r.instructions - e.began
		} else {
			r.stack[e.outer].within += counted
		}
		t.innermost = e.outer
	}
	r.stack = r.stack[:n]
}

// child returns the chain one call longer. If the routine is in the chain already, it
// is removed there.
func (n *node) child(key nodeKey) *node {
	if c := n.children[key]; c != nil {
		return c
	}
	c := n
	for c.parent != nil && c.routine != key.routine {
		c = c.parent
	}
	if c.parent == nil {
		c = &node{parent: n, site: key.site, routine: key.routine}
	} else {
		c = n.without(c).child(nodeKey{n.siteWithout(c, key.site), key.routine})
	}
	if n.children == nil {
		n.children = map[nodeKey]*node{}
	}
	n.children[key] = c
	return c
}

// without returns the chain without one of its routines. The caller of that one
// takes its place.
func (n *node) without(c *node) *node {
	if n == c {
		return c.parent
	}
	return n.parent.without(c).child(nodeKey{n.parent.siteWithout(c, n.site), n.routine})
}

// siteWithout returns the site of a call out of the chain when a routine has been
// removed: that of the call of the routine, if it was the last.
func (n *node) siteWithout(c *node, site uint32) uint32 {
	if n == c {
		return c.site
	}
	return site
}

// cells returns the figures of a level, for code of the given size in bytes.
func (n *node) cells(level uint8, size uint32) []cell {
	for len(n.levels) <= int(level) {
		n.levels = append(n.levels, nil)
	}
	if n.levels[level] == nil {
		n.levels[level] = make([]cell, size)
	}
	return n.levels[level]
}

// profile returns the figures so far. Calls that have not returned count up to now.
func (r *profiler) profile() *Profile {
	r.popTo(0)
	p := &Profile{Cycles: r.cycles, Instructions: r.instructions, Program: r.program, root: r.root}
	for _, c := range r.calls {
		p.Calls = append(p.Calls, *c)
	}
	slices.SortFunc(p.Calls, func(a, b CallCycles) int {
		return cmp.Or(cmp.Compare(a.Site, b.Site), cmp.Compare(a.Caller, b.Caller), cmp.Compare(a.Callee, b.Callee))
	})
	for _, t := range r.routines {
		p.starts = append(p.starts, t.addr)
	}

	sums := make([]cell, len(r.byAddr)) // of the instruction at each address
	r.root.each(func(n *node) {
		from := p.starts[n.routine] - r.first
		for _, cells := range n.levels {
			for i, c := range cells {
				sums[from+uint32(i)].count += c.count
				sums[from+uint32(i)].cycles += c.cycles
			}
		}
	})
	for i, c := range sums {
		if c.count > 0 {
			p.ByAddr = append(p.ByAddr, AddrCycles{Addr: r.first + uint32(i), Count: c.count, Cycles: c.cycles})
		}
	}
	self := make([]uint64, len(r.routines))
	byLine := map[Line]int{}
	for _, a := range p.ByAddr {
		self[r.byAddr[a.Addr-r.first]] += a.Cycles
		line, ok := r.program.LineAt(a.Addr)
		if !ok {
			continue
		}
		line.Addr = 0
		i, seen := byLine[line]
		if !seen {
			i = len(p.ByLine)
			byLine[line] = i
			p.ByLine = append(p.ByLine, LineCycles{Line: line})
			p.ByLine[i].Addr = a.Addr
		}
		p.ByLine[i].Count += a.Count
		p.ByLine[i].Cycles += a.Cycles
	}
	slices.SortFunc(p.ByLine, func(a, b LineCycles) int {
		return cmp.Or(cmp.Compare(b.Cycles, a.Cycles), cmp.Compare(a.Addr, b.Addr))
	})
	for i, t := range r.routines {
		if t.Self = self[i]; t.Calls > 0 || t.Self > 0 {
			p.Routines = append(p.Routines, t.RoutineCycles)
		}
	}
	slices.SortFunc(p.Routines, func(a, b RoutineCycles) int {
		return cmp.Or(cmp.Compare(b.Self, a.Self), cmp.Compare(a.Label, b.Label))
	})
	return p
}

// Samples returns each instruction executed once for every chain of calls that led
// to it and for every Level, sorted by both. Recursion is folded, since a search would
// make as many chains as it has lines: of a routine that is called again below itself,
// only the innermost call is in the chain. So each routine that has not returned stands
// there once, at the call that it waits for, and the cycles of all samples that it stands
// in are its Total. A routine whose caller was called again stands below the next caller
// out.
func (p *Profile) Samples() (all []Sample) {
	if p.root == nil {
		return nil
	}
	p.root.each(func(n *node) {
		var sites []uint32 // of the calls that led to n, innermost first
		for c := n; c.parent != nil && c.parent.parent != nil; c = c.parent {
			sites = append(sites, c.site)
		}
		for level, cells := range n.levels {
			for i, c := range cells {
				if c.count > 0 {
					stack := append([]uint32{p.starts[n.routine] + uint32(i)}, sites...)
					all = append(all, Sample{Stack: stack, Level: uint8(level), Count: c.count, Cycles: c.cycles})
				}
			}
		}
	})
	slices.SortFunc(all, func(a, b Sample) int {
		return cmp.Or(slices.Compare(a.Stack, b.Stack), cmp.Compare(a.Level, b.Level))
	})
	return all
}

// each calls f with n and all chains that continue it.
func (n *node) each(f func(*node)) {
	f(n)
	for _, c := range n.children {
		if c.parent == n { // otherwise recursion
			c.each(f)
		}
	}
}
