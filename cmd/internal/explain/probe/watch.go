package probe

import "github.com/searchex/searchex/goengine"

// Change is what has happened to a move in a search under way.
type Change int

// The changes. A move that is not refuted, or compared with the window, before a limit ends
// the search has no Ended.
const (
	Begun Change = iota // it is the next one that is tried
	Again               // the node after it is searched once more
	Ended               // it has its fate
)

// Watcher watches a search while its tree is recorded. It is called during the search, which
// it may hold up.
type Watcher interface {
	// Iteration reports that the root is searched with a budget; what follows is its tree.
	Iteration(sx uint8)
	// Change reports what has happened to a move of a node. line leads to the move and
	// includes it. All are valid during the call only. The end of an unpriced move is
	// Frontier until the first price of its node is known, and may then be Waiting.
	Change(line []goengine.Move, n *Node, x *Move, c Change)
}

// tell tells the watcher of a change.
func (r *recorder) tell(n *Node, x *Move, c Change) {
	if r.watcher == nil {
		return
	}
	line := make([]goengine.Move, 0, n.Ply+1)
	for _, up := range r.moves[:n.Ply] {
		line = append(line, up.Move)
	}
	now := *x
	switch c {
	case Ended:
		now.End = n.end(x, r.profile, n.HasPrices())
	default:
		now.Fate = UnderWay
	}
	r.watcher.Change(append(line, x.Move), n, &now, c)
}
