package probe

import (
	"slices"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// visit is one search of a node. No event reports that a visit ends and the next begins,
// so it is inferred:
//   - The late price leaves a different budget than the move's own.
//   - A null window is followed by the full one, whose alpha is lower; within a visit
//     alpha only rises.
//   - Both may be equal: two spent budgets stay at zero, and alpha may have been raised
//     to beta-1. But no move is scored twice in a visit. As the moves of a part of a node
//     are generated before they are scored, the last ones generated belong to the next
//     visit.
type visit struct {
	own, other uint8
	alpha      int16           // at its first event
	generated  []goengine.Move // in the last generation; empty outside the scope
	scored     []goengine.Move
}

// over reports whether an event at a node belongs to the next visit. scored is the move
// of a scoring event, NoMove for other events.
func (v *visit) over(n hostbridge.Node, scored goengine.Move) bool {
	own, other := n.Budget()
	alpha, _ := n.Window()
	return own != v.own || other != v.other || alpha < v.alpha ||
		scored != goengine.NoMove && slices.Contains(v.scored, scored)
}

// deepest returns the greatest ply at which nodes are recorded.
func (r *recorder) deepest() int {
	return min(len(r.scope.Line)+r.scope.Plies-1, goengine.MaxPly)
}

// at returns the node under way at the ply of an event, nil outside the scope. It ends
// the moves that were being searched from there on. scored is the move of a scoring
// event, NoMove for other events.
func (r *recorder) at(n hostbridge.Node, scored goengine.Move) *Node {
	p := n.Ply()
	r.drop(p)
	if p > 0 && r.moves[p-1] == nil {
		return nil // the parent is outside the scope
	}
	last := r.visits[p]
	if last == nil || last.over(n, scored) {
		r.visit(n)
	}
	if scored != goengine.NoMove {
		if last != nil && last != r.visits[p] {
			r.kept += r.generated(p, last.generated)
		}
		r.visits[p].scored = append(r.visits[p].scored, scored)
	}
	return r.nodes[p]
}

// visit begins the first or the next search of a node.
func (r *recorder) visit(n hostbridge.Node) {
	p := n.Ply()
	v := &visit{}
	v.own, v.other = n.Budget()
	v.alpha, _ = n.Window()
	r.visits[p], r.nodes[p] = v, nil
	if p == 0 || r.inner[p] && p <= r.deepest() {
		node := &Node{Ply: p, Static: n.Static(), Own: v.own, Other: v.other}
		node.Alpha, node.Beta = n.Window()
		r.nodes[p] = node
	}
	if p == 0 && r.watcher != nil {
		r.watcher.Iteration(v.own)
	}
	if p > 0 {
		up := r.moves[p-1]
		up.Child, up.expanded, up.Reply = r.nodes[p], true, goengine.NoMove
		if up.Searches++; up.Searches > 1 {
			r.whole(r.nodes[p-1], up) // the search for the late price comes first
			r.tell(r.nodes[p-1], up, Again)
		}
	}
}
