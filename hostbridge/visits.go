package hostbridge

import "fmt"

// NodeKind says how the search of a node ended.
type NodeKind uint8

// The kinds of nodes.
const (
	// NodeDrawn: a draw by repetition or material, or the search was stopped
	// there. No move was generated.
	NodeDrawn NodeKind = iota
	// NodePassed: cut by static null-move pruning.
	NodePassed
	// NodeFrontier: no move could be searched deeper; all were evaluated one by
	// one.
	NodeFrontier
	// NodeHalfCut: a half-frontier (pre-frontier node) that a capture or a killer
	// cut before its quiet moves were generated.
	NodeHalfCut
	// NodeHalf: a half-frontier whose quiet moves were generated.
	NodeHalf
	// NodeFullCut: any other node that was cut before its quiet moves were
	// generated, which takes staged move generation.
	NodeFullCut
	// NodeFull: any other node.
	NodeFull
	// NodeCached: cut by the hash move, whatever its kind would have been.
	NodeCached
	// NodeKinds is the number of kinds.
	NodeKinds
)

var nodeKindNames = [NodeKinds]string{"drawn", "passed", "frontier", "half, cut early", "half", "full, cut early", "full", "cached"}

// String returns the kind in words.
func (k NodeKind) String() string {
	if k < NodeKinds {
		return nodeKindNames[k]
	}
	return fmt.Sprintf("NodeKind(%d)", k)
}

// Visits is what the positions entered took, by kind of node. A visit is a run of
// the routine that searches a move deeper: it makes the move, searches the node
// and takes the move back. At the root it is the node alone.
type Visits struct {
	Of [NodeKinds]Visit
	// Outside is the number of cycles outside all visits: for the tables of the
	// root, and between iterations.
	Outside uint64
}

// Visit is what some visits took, without the nodes below them.
type Visit struct {
	Visits, Cycles uint64
	// Scored is the number of moves evaluated, which are the nodes of a search's
	// result.
	Scored uint64
}

// Cycles returns the cycles of all visits and those outside.
func (v *Visits) Cycles() uint64 {
	sum := v.Outside
	for _, k := range v.Of {
		sum += k.Cycles
	}
	return sum
}

// Add adds the visits of other searches.
func (v *Visits) Add(w *Visits) {
	for i := range v.Of {
		v.Of[i].Visits += w.Of[i].Visits
		v.Of[i].Cycles += w.Of[i].Cycles
		v.Of[i].Scored += w.Of[i].Scored
	}
	v.Outside += w.Outside
}

// visitSymbols are the addresses that a node passes, by which its kind is known.
// Stages is a bit of NAny.
type visitSymbols struct {
	Follow, Node, Expand, Frontier         uint32
	TryKillers, TryCached                  uint32
	HookTactical, HookQuiet, HookGenerated uint32
	NAny, Stages                           uint32
}

// way is the set of places that a node passed.
type way uint16

const (
	byNode way = 1 << iota
	byExpand
	byFrontier
	byKillers
	byCache
	byParts
	byStages
	byQuiets
	byAll
)

// kind returns the kind of a node that passed some places.
func (w way) kind() NodeKind {
	has := func(x way) bool { return w&x != 0 }
	switch {
	case has(byFrontier):
		return NodeFrontier
	case has(byAll), has(byStages) && has(byQuiets):
		return NodeFull
	case has(byStages):
		return NodeFullCut
	case has(byQuiets):
		return NodeHalf
	case has(byParts), has(byKillers):
		return NodeHalfCut
	case has(byCache):
		return NodeCached
	case has(byNode) && !has(byExpand):
		return NodeDrawn
	}
	return NodePassed // before it was expanded, or before the move was made
}

// visit is a visit under way.
type visit struct {
	way            way
	sp             uint32 // at its beginning, below the return address
	cycles, scored uint64
}

// visitCounter counts the visits of a search. It reads the counts of cycles and
// nodes at the labels where visits begin, and at those to which they return.
type visitCounter struct {
	e    *machineEngine
	sum  *Visits
	open []visit
	// cycles and nodes are the counts when they were last charged to a visit, or
	// to Outside.
	cycles, nodes uint64
}

// CountVisits makes all later searches of an engine add their visits to v; nil ends
// that. It costs no cycles. Searches with callbacks or a progress listener are not
// counted.
func CountVisits(e Engine, v *Visits) error {
	m, err := counted(e)
	if err == nil {
		m.visits = v
	}
	return err
}

// counted returns the machine's engine, or an error if e is another.
func counted(e Engine) (*machineEngine, error) {
	m, ok := e.(*machineEngine)
	if !ok {
		return nil, fmt.Errorf("engine %s: has no nodes whose kinds are known", e.Name())
	}
	return m, nil
}

// watchVisits counts the search that is about to begin.
func (e *machineEngine) watchVisits() (*visitCounter, error) {
	var s visitSymbols
	if err := resolve(&s, e.m.Program()); err != nil {
		return nil, err
	}
	c := &visitCounter{e: e, sum: e.visits, cycles: e.m.Cycles()}
	e.runner.Watch(s.Follow, c.begin)
	e.runner.Watch(s.Node, func() {
		if len(c.open) == 0 {
			c.begin() // the root
		}
		c.pass(byNode)
	})
	for at, w := range map[uint32]way{
		s.Expand: byExpand, s.Frontier: byFrontier, s.TryKillers: byKillers,
		s.TryCached: byCache, s.HookQuiet: byQuiets, s.HookGenerated: byAll,
	} {
		e.runner.Watch(at, func() { c.pass(w) })
	}
	e.runner.Watch(s.HookTactical, func() {
		if c.pass(byParts); e.layout.nodeByte(s.NAny)&uint8(s.Stages) != 0 {
			c.pass(byStages)
		}
	})
	return c, nil
}

// charge adds the cycles and nodes since the last call to the visit under way.
func (c *visitCounter) charge() {
	cycles, nodes := c.e.m.Cycles(), c.e.layout.nodes()
	if n := len(c.open); n > 0 {
		c.open[n-1].cycles += cycles - c.cycles
		c.open[n-1].scored += nodes - c.nodes
	} else {
		c.sum.Outside += cycles - c.cycles
	}
	c.cycles, c.nodes = cycles, nodes
}

// begin is called when a visit begins, with its return address on the stack.
func (c *visitCounter) begin() {
	c.charge()
	sp, back := c.e.layout.returns()
	c.open = append(c.open, visit{sp: sp})
	c.e.runner.Watch(back, c.end)
}

// end is called at an address to which visits return.
func (c *visitCounter) end() {
	sp, _ := c.e.layout.returns()
	n := len(c.open)
	if n == 0 || sp <= c.open[n-1].sp {
		return // no visit has returned
	}
	c.charge()
	v := &c.open[n-1]
	k := &c.sum.Of[v.way.kind()]
	k.Visits++
	k.Cycles += v.cycles
	k.Scored += v.scored
	c.open = c.open[:n-1]
}

// pass is called when the node under way passes a place.
func (c *visitCounter) pass(w way) {
	if n := len(c.open); n > 0 {
		c.open[n-1].way |= w
	}
}
