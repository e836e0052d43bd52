package oddeven

import (
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Tally counts the nodes of a search by kind in each iteration, from its events. A node is CUT if
// one of its moves had at least the value beta, ALL if none exceeded alpha, and otherwise PV. A leaf
// is a move that was compared with the window and not searched. Its kind is that of the side to move
// at the leaf, so a leaf that causes a cutoff is ALL.
//
// With scouts (null-window searches), a node that is searched again counts once, with its final
// kind, but the nodes below it count every time.
type Tally struct {
	Iterations []Iteration

	now   Iteration
	plies [goengine.MaxPly + 2]state
	nodes int64 // of all iterations
}

// state is the state of the node at a ply.
type state struct {
	tried    int64         // its moves that have been tried
	move     goengine.Move // that is being tried, while open
	open     bool
	expanded bool // the position after it has been expanded
}

// Event implements Callbacks.
func (t *Tally) Event(n hostbridge.Node, ev *goengine.Event) {
	switch ev.Kind {
	case goengine.EventGenerated:
		p := n.Ply()
		t.drop(p)
		if p > 0 {
			t.plies[p-1].expanded = true
		}
	case goengine.EventScored:
		t.drop(n.Ply())
		t.nodes++
	case goengine.EventPriced:
		p := n.Ply()
		t.drop(p)
		s := &t.plies[p]
		s.move, s.open, s.expanded = ev.Move, true, false
		t.plies[p+1].tried = 0
	case goengine.EventBeta:
		p := n.Ply()
		t.drop(p + 1)
		if ev.Move == goengine.NoMove {
			return // there is no node after a pass
		}
		s := &t.plies[p]
		inner := s.open && s.move == ev.Move && s.expanded
		s.open = false
		kind := Cut
		switch {
		case ev.Value >= ev.Beta:
			kind = All
		case ev.Value > ev.Alpha:
			kind = PV
		}
		t.count(p, kind, inner)
		if ev.Value >= ev.Beta {
			t.now.Cuts++
			t.now.CutTried += s.tried
			if s.tried == 1 {
				t.now.CutFirst++
			}
		}
	case goengine.EventIteration:
		t.drop(0)
		t.now.Inner[PV]++ // the root
		t.now.SX, t.now.Score, t.now.Best, t.now.Nodes = int64(ev.SX), int64(ev.Value), int64(ev.Move), t.nodes
		t.Iterations = append(t.Iterations, t.now)
		t.now = Iteration{}
		t.plies[0].tried = 0
	}
}

// drop ends the moves from a ply on that were searched and had no value after that: the nodes after
// them cut off.
func (t *Tally) drop(from int) {
	for p := goengine.MaxPly; p >= from; p-- {
		if s := &t.plies[p]; s.open {
			s.open = false
			t.count(p, Cut, s.expanded)
		}
	}
}

// count counts the node after a move that has been tried at a ply.
func (t *Tally) count(p int, kind Kind, inner bool) {
	t.plies[p].tried++
	if inner {
		t.now.Inner[kind]++
		return
	}
	t.now.Leaves[kind]++
	t.now.LeafPlies += int64(p) + 1
	if p%2 == 0 {
		t.now.OddLeaves++
	}
}
