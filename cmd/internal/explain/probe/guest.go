package probe

import (
	"context"
	"fmt"
	"slices"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// RecordGuest is Record for a guest, which has no prices and no SX. Its moves have the numbers in which they were begun. A
// bound that it does not tell is beyond the other side of all values: Alpha is Infinity, Beta -Infinity.
func RecordGuest(ctx context.Context, e hostbridge.Engine, p *goengine.Position, prof *goengine.Profile, l goengine.Limits, s Scope) (*Search, error) {
	r := &guestRecorder{scope: s}
	e.Attach(r)
	defer e.Attach(nil)
	result, err := e.Search(ctx, goengine.NewGame(p), prof, l)
	switch {
	case err != nil:
		return nil, fmt.Errorf("engine %s: %w", e.Name(), err)
	case r.kept > MostMoves:
		return nil, fmt.Errorf("engine %s: more than %d moves were to be recorded: want fewer plies, or a longer line", e.Name(), MostMoves)
	}
	search := &Search{Engine: e.Name(), Guest: true, Result: result, Iterations: r.iterations, Root: r.complete, Finished: true}
	if !result.Complete {
		search.Root, search.Finished = r.root(), false
		for _, x := range r.way {
			x.Fate, x.Nodes = UnderWay, r.count-x.first
		}
	}
	if search.Root != nil {
		search.Root.settleGuest(*p)
	}
	return search, nil
}

// guestRecorder implements hostbridge.Callbacks.
type guestRecorder struct {
	scope      Scope
	iterations []Iteration
	complete   *Node   // root of the last search
	nodes      []*Node // under way, by ply
	way        []*Move // that lead to them
	count      uint64
	kept       int
}

// unknown returns a node of which nothing is known.
func unknown(ply int) *Node {
	return &Node{Ply: ply, Alpha: goengine.Infinity, Beta: -goengine.Infinity}
}

// root returns the root under way.
func (r *guestRecorder) root() *Node {
	if len(r.nodes) == 0 {
		r.nodes = []*Node{unknown(0)}
	}
	return r.nodes[0]
}

// node returns the node at the end of a path, nil outside the scope.
func (r *guestRecorder) node(path []goengine.Move) *Node {
	r.root()
	for i, m := range path {
		if i < len(r.way) && r.way[i].Move == m {
			continue
		}
		r.nodes, r.way = r.nodes[:i+1], r.way[:i]
		if m == goengine.NoMove {
			return nil
		}
		x := r.nodes[i].move(m)
		r.begin(r.nodes[i], x)
		x.expanded = true
		if i+1 >= len(r.scope.Line)+r.scope.Plies || i < len(r.scope.Line) && r.scope.Line[i] != m {
			return nil
		}
		x.Child = unknown(i + 1)
		r.nodes, r.way = append(r.nodes, x.Child), append(r.way, x)
	}
	r.nodes, r.way = r.nodes[:len(path)+1], r.way[:len(path)]
	return r.nodes[len(path)]
}

// begin gives a move that is tried its number.
func (r *guestRecorder) begin(n *Node, x *Move) {
	if x.Number == 0 {
		n.tried++
		x.Number, x.first, x.Searches = n.tried, r.count, 1
	}
}

// Event implements Callbacks.
func (r *guestRecorder) Event(n hostbridge.Node, ev *goengine.Event) {
	if ev.Kind == goengine.EventIteration {
		r.iterations = append(r.iterations, Iteration{int(ev.SX), ev.Value, ev.Move, r.count})
		r.complete, r.nodes, r.way = r.root(), nil, nil
		return
	}
	node := r.node(n.Path(nil))
	if ev.Kind == goengine.EventScored {
		r.count++
	}
	switch {
	case node == nil:
		return
	case ev.Kind == goengine.EventGenerated:
		for _, m := range n.Moves(nil) {
			if x := node.Find(m); x != nil && x.Tested() { // the node is searched once more
				*node = *unknown(node.Ply)
			}
			node.move(m)
		}
		if r.kept++; r.kept > MostMoves {
			n.Stop()
		}
	case ev.Move != goengine.NoMove:
		r.valued(node, node.move(ev.Move), ev)
	}
}

// valued records what an event tells of a move.
func (r *guestRecorder) valued(n *Node, x *Move, ev *goengine.Event) {
	switch ev.Kind {
	case goengine.EventScored:
		if x.Static, x.Valued = ev.Value, true; x.Fate == Unvalued {
			x.Fate = Untried
		}
	case goengine.EventBeta:
		r.begin(n, x)
		x.Value, x.Alpha, x.Beta, x.Nodes = ev.Value, n.Alpha, ev.Beta, r.count-x.first
		if x.Fate = NotBetter; ev.Value >= ev.Beta {
			x.Fate, n.CutBy = Cutoff, x
		}
	case goengine.EventAlpha:
		x.Value, x.Alpha, x.Fate = ev.Value, ev.Alpha, NotBetter
		if ev.Value > ev.Alpha {
			x.Fate = Best
		}
		n.Alpha = max(ev.Alpha, ev.Value)
	case goengine.EventBest:
		x.Fate = Best
	}
}

// settleGuest leaves out moves that are not legal, and finds those that a reply refuted without an event.
func (n *Node) settleGuest(at goengine.Position) {
	n.Moves = slices.DeleteFunc(n.Moves, func(x *Move) bool { return !at.Legal(x.Move) })
	for _, x := range n.Moves {
		if x.expanded && (x.Fate == Unvalued || x.Fate == Untried) {
			x.Fate = Refuted
		}
		if x.Child != nil {
			next := at
			next.Play(x.Move)
			x.Child.settleGuest(next)
		}
	}
}
