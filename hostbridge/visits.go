package hostbridge

import "fmt"

// NodeKind is what became of a node that a search visited.
type NodeKind uint8

// The kinds of nodes.
const (
	// NodeDrawn: a draw by repetition or material, or the search was stopped
	// there. Nothing was looked at.
	NodeDrawn NodeKind = iota
	// NodePassed: to pass would have been good enough.
	NodePassed
	// NodeFrontier: no move could be followed up; all were valued one by one.
	NodeFrontier
	// NodeHalfCut: a half-frontier that ended before its quiet moves were
	// generated, by a capture or a killer.
	NodeHalfCut
	// NodeHalf: a half-frontier whose quiet moves were generated.
	NodeHalf
	// NodeFullCut: any other node that ended before its quiet moves were
	// generated. There are such only with stages.
	NodeFullCut
	// NodeFull: any other node.
	NodeFull
	// NodeCached: ended by the move that the cache had for it, whatever else it
	// would have become.
	NodeCached
	// NodeKinds is the number of kinds.
	NodeKinds
)

var nodeKindNames = [NodeKinds]string{"drawn", "passed", "frontier", "half, cut early", "half", "full, cut early", "full", "cached"}

// String is the kind in words.
func (k NodeKind) String() string {
	if k < NodeKinds {
		return nodeKindNames[k]
	}
	return fmt.Sprintf("NodeKind(%d)", k)
}

// Visits is what nodes took, by kind. A visit is from the beginning of the
// routine that follows a move up to its end: the move is made, the node searched
// and the move taken back. At the root it is the node alone.
type Visits struct {
	Of [NodeKinds]Visit
	// Outside are the cycles of searches outside all visits: the tables of the
	// root, and what stands between iterations.
	Outside uint64
}

// Visit is what some nodes took, without the nodes below them.
type Visit struct {
	Visits, Cycles uint64
	// Scored counts the moves valued, which are the nodes of a search's result.
	Scored uint64
}

// Cycles are those of all visits and those outside.
func (v *Visits) Cycles() uint64 {
	sum := v.Outside
	for _, k := range v.Of {
		sum += k.Cycles
	}
	return sum
}

// Add adds what other searches took.
func (v *Visits) Add(w *Visits) {
	for i := range v.Of {
		v.Of[i].Visits += w.Of[i].Visits
		v.Of[i].Cycles += w.Of[i].Cycles
		v.Of[i].Scored += w.Of[i].Scored
	}
	v.Outside += w.Outside
}

// visitSymbols are where a node's way is seen. Stages is a bit of NAny.
type visitSymbols struct {
	Follow, Node, Expand, Frontier         uint32
	TryKillers, TryCached                  uint32
	HookTactical, HookQuiet, HookGenerated uint32
	NAny, Stages                           uint32
}

// way is which of the places a node came by.
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

// kind is what became of a node that came by some places.
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

// visit is one under way.
type visit struct {
	way            way
	sp             uint32 // at its beginning, below the return address
	cycles, scored uint64
}

// visitCounter counts the visits of a search, from outside: it reads the cycle
// and node counts at the labels where visits begin, and where they return to.
type visitCounter struct {
	e    *machineEngine
	sum  *Visits
	open []visit
	// cycles and nodes are the counts when they were last put down to a visit,
	// or outside.
	cycles, nodes uint64
}

// CountVisits has the searches of an engine from now on add their visits to v; nil
// ends that. It costs no cycles. Searches with callbacks or a follower are not
// counted.
func CountVisits(e Engine, v *Visits) error {
	m, err := counted(e)
	if err == nil {
		m.visits = v
	}
	return err
}

// ProfileSearches has each search of an engine from now on begin the machine's profile
// anew, so that the profile is of one search without the setting up of its position.
func ProfileSearches(e Engine, on bool) error {
	m, err := counted(e)
	if err == nil {
		m.profiled = on
	}
	return err
}

func counted(e Engine) (*machineEngine, error) {
	m, ok := e.(*machineEngine)
	if !ok {
		return nil, fmt.Errorf("engine %s: has no machine whose cycles are to be counted", e.Name())
	}
	return m, nil
}

// watchVisits has a search counted that is about to begin.
func (e *machineEngine) watchVisits() (*visitCounter, error) {
	var s visitSymbols
	if err := resolve(&s, e.m.Program()); err != nil {
		return nil, err
	}
	c := &visitCounter{e: e, sum: e.visits, cycles: e.m.Cycles()}
	e.m.Watch(s.Follow, c.begin)
	e.m.Watch(s.Node, func() {
		if len(c.open) == 0 {
			c.begin() // the root
		}
		c.pass(byNode)
	})
	for at, w := range map[uint32]way{
		s.Expand: byExpand, s.Frontier: byFrontier, s.TryKillers: byKillers,
		s.TryCached: byCache, s.HookQuiet: byQuiets, s.HookGenerated: byAll,
	} {
		e.m.Watch(at, func() { c.pass(w) })
	}
	e.m.Watch(s.HookTactical, func() {
		if c.pass(byParts); e.layout.nodeByte(s.NAny)&uint8(s.Stages) != 0 {
			c.pass(byStages)
		}
	})
	return c, nil
}

// put puts the cycles and nodes since the last time down to the visit under way.
func (c *visitCounter) put() {
	cycles, nodes := c.e.m.Cycles(), c.e.layout.nodes()
	if n := len(c.open); n > 0 {
		c.open[n-1].cycles += cycles - c.cycles
		c.open[n-1].scored += nodes - c.nodes
	} else {
		c.sum.Outside += cycles - c.cycles
	}
	c.cycles, c.nodes = cycles, nodes
}

// begin is called where a visit begins, with its return address on the stack.
func (c *visitCounter) begin() {
	c.put()
	sp, back := c.e.layout.returns()
	c.open = append(c.open, visit{sp: sp})
	c.e.m.Watch(back, c.end)
}

// end is called where visits return to.
func (c *visitCounter) end() {
	sp, _ := c.e.layout.returns()
	n := len(c.open)
	if n == 0 || sp <= c.open[n-1].sp {
		return // control has come here otherwise
	}
	c.put()
	v := &c.open[n-1]
	k := &c.sum.Of[v.way.kind()]
	k.Visits++
	k.Cycles += v.cycles
	k.Scored += v.scored
	c.open = c.open[:n-1]
}

// pass is called where the node under way comes by some place.
func (c *visitCounter) pass(w way) {
	if n := len(c.open); n > 0 {
		c.open[n-1].way |= w
	}
}
