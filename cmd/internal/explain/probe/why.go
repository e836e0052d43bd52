package probe

import (
	"context"
	"fmt"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Followed reports whether the position after the move was searched.
func (m *Move) Followed() bool { return m.expanded || m.End == Passed || m.End == Drawn }

// FellOut returns the first move of the line that ends with the wanted move which the
// search did not follow or did not consider best in its node; nil if all of the line is
// the search's choice. what is the row of the wanted move, nil if the search did not
// reach its node.
func (v *Shown) FellOut(wanted goengine.Move) (first, what *Row) {
	for _, r := range v.Rows {
		if r.Move.Move == wanted {
			what = r
		}
	}
	for _, r := range v.Way {
		if r.Child == nil {
			return r, what
		}
	}
	return what, what
}

// Reason explains in words what became of a move, and why. name returns the names of
// other moves of its node, reply those of moves after it.
func (v *Shown) Reason(r *Row, name, reply func(*Move) string) string {
	n := r.Node
	cut := "the node ended before"
	if n.CutBy != nil {
		cut = name(n.CutBy) + " cut off before"
	}
	sx := fmt.Sprintf("SX %d", n.Own)
	if v.Two {
		sx = fmt.Sprintf(report.SX(v.Two)+" %d of its own and %d of the other side's", n.Own, n.Other)
	}
	how := "followed up"
	if r.OnlyLate {
		how = fmt.Sprintf("followed up as a late move, for %d instead of %d", r.Late, r.Price)
	}
	switch r.Fate {
	case Missing:
		return cut + " it was generated"
	case Unvalued:
		if n.CutBy == nil {
			return "passed over without a value: the position before it is so far below what it is held against that no such move helps"
		}
		return cut + " it was valued"
	case Untried:
		return cut + " it was tried"
	case UnderWay:
		return "a limit ended the search while it was under way"
	case Refuted:
		switch {
		case r.End == Passed:
			return how + ", and given up at once: the other side need not move to be good enough"
		case r.Child != nil && r.Child.CutBy != nil:
			by := r.Child.CutBy
			return fmt.Sprintf("%s, and refuted by %s, worth %s to the other side, which wants %s", how, reply(by), report.Pawns(by.Value), report.Pawns(by.Beta))
		}
		return how + ", and refuted by a reply"
	}
	switch r.End {
	case Spent:
		how = fmt.Sprintf("valued as it stands, since it costs %d as %s and the node had %s", r.Price, goengine.CategoryNames[r.Category], sx)
	case TooDear:
		how = fmt.Sprintf("valued as it stands, since as a late move it costs %d, not %d as %s, and the node had %s", r.Late, r.Price, goengine.CategoryNames[r.Category], sx)
	case Waiting:
		how = fmt.Sprintf("valued as it stands, since no quiet move of its kind can be paid of %s", sx)
	case Frontier:
		how = fmt.Sprintf("valued as it stands, since no move can be paid of %s", sx)
	case Drawn:
		how = "a draw by repetition or material"
	case NoMoves:
		how = "the end of the game"
	}
	switch r.Fate {
	case Best:
		if later := n.lastBest(); later != r.Move {
			return how + ", and the best until " + name(later) + " was tried"
		}
		return how + ", and the best of its node"
	case Cutoff:
		return how + ", and good enough to cut off"
	}
	return how + ", and not better than what there was"
}

// lastBest returns the move with the node's value, nil if no move exceeded alpha.
func (n *Node) lastBest() *Move {
	if n.CutBy != nil {
		return n.CutBy
	}
	var last *Move
	for _, m := range n.Moves {
		if m.Fate == Best && (last == nil || m.Number > last.Number) {
			last = m
		}
	}
	return last
}

// Found is a search with a larger budget in which a move has a wanted property.
type Found struct {
	SX    int
	Nodes uint64
	// Cycles are the machine's, or its cost model's.
	Cycles   uint64
	Category goengine.Category
	Price    uint8
	Priced   bool
	// Late is the late price if the move was searched for that only, otherwise 0.
	Late uint8
}

// Sooner is the result of searches with larger budgets: the first one that follows a
// move, and the first one that finds it best in its node; nil if none did. Tried is the
// SX of the last complete search, Nodes the node count of all of them.
type Sooner struct {
	Followed, Best *Found
	Tried          int
	Nodes          uint64
}

// Raise searches with increasing budgets, above sx, until the wanted move after a line is
// the best of its node, or most nodes have been spent. The end of ctx stops it.
func Raise(ctx context.Context, e hostbridge.Engine, p *goengine.Position, prof *goengine.Profile, l goengine.Limits, line []goengine.Move, wanted goengine.Move, sx int, most uint64) (*Sooner, error) {
	s := &Sooner{Tried: sx}
	for sx += stepOf(prof, sx); sx <= goengine.MaxSX && s.Nodes < most; sx += stepOf(prof, sx) {
		l.SX, l.SXSet, l.Nodes = sx, true, most-s.Nodes
		r, err := Record(ctx, e, p, prof, l, Scope{line, 1})
		if err != nil {
			return nil, err
		}
		s.Nodes += r.Result.Nodes
		if r.Result.Stopped {
			break
		}
		s.Tried = sx
		node := r.Root
		for _, m := range line {
			x := node.find(m)
			if node = nil; x != nil {
				node = x.Child
			}
		}
		x := node.find(wanted)
		if x == nil {
			continue
		}
		found := &Found{sx, r.Result.Nodes, r.Result.Spent(), x.Category, x.Price, x.Priced, 0}
		if x.OnlyLate {
			found.Late = x.Late
		}
		if x.Followed() && s.Followed == nil {
			s.Followed = found
		}
		if x.Followed() && node.lastBest() == x {
			s.Best = found
			break
		}
		if r.Result.SX < sx {
			break // the mate is certain, so more SX changes nothing
		}
	}
	return s, nil
}

// find is Find, and returns nil if n is nil.
func (n *Node) find(m goengine.Move) *Move {
	if n == nil {
		return nil
	}
	return n.Find(m)
}

// stepOf returns the least increase of SX that may change a tree. If every move has the
// same price, that is the increase that pays for another move.
func stepOf(prof *goengine.Profile, sx int) int {
	price, ok := prof.OnePrice()
	if !ok {
		return 1
	}
	return price - sx%price
}
