package book

import (
	"fmt"
	"slices"

	"github.com/searchex/searchex/goengine"
)

// Branch is a node of a tree of moves: the move that leads to it, its first reply, and the alternative to its move.
// Both links are indices of branches, 0 for none.
type Branch struct {
	Move        goengine.Move
	Weight      uint8
	First, Next uint32
}

// MoveTree is an opening book as a binary tree of the moves from the initial position: of two links one leads down a
// line, the other to its alternative. Branch 0 is the initial position. Unlike a Table it knows only positions to which
// the moves of one of its lines lead.
type MoveTree []Branch

// MaxBranches bounds a MoveTree. A position to which several lines lead has a branch for each of them, so a tree may be
// far larger than its source.
const MaxBranches = 4_000_000

// MoveTree returns the lines of the book that begin in the initial position as a binary tree. A line ends where it
// would come to one of its own positions again. A book that needs more than MaxBranches is an error.
func (t *Tree) MoveTree() (MoveTree, error) { return t.moveTree(MaxBranches) }

// moveTree is MoveTree with another limit.
func (t *Tree) moveTree(limit int) (MoveTree, error) {
	all := MoveTree{{}}
	start, err := goengine.ParseFEN(goengine.StartFEN)
	if err != nil {
		return nil, err
	}
	onLine := map[*Node]bool{}
	var grow func(at int, n *Node) error
	grow = func(at int, n *Node) error {
		if n == nil || onLine[n] {
			return nil
		}
		onLine[n] = true
		defer delete(onLine, n)
		last := 0
		for _, e := range n.Moves {
			here := len(all)
			if here > limit {
				return fmt.Errorf("a tree of moves would have more than %d moves, for positions stand in it once for each line that leads there: want the book as a hash", limit)
			}
			all = append(all, Branch{Move: e.Move, Weight: uint8(e.Weight())})
			if last == 0 {
				all[at].First = uint32(here)
			} else {
				all[last].Next = uint32(here)
			}
			last = here
			if err := grow(here, e.To); err != nil {
				return err
			}
		}
		return nil
	}
	return all, grow(0, t.Node(start))
}

// Find follows the moves of a game from the initial position, and returns the index of the first reply, or 0 if the
// book ends before. compared is the number of moves compared.
func (t MoveTree) Find(game []goengine.Move) (at uint32, compared int) {
	at = t[0].First
	for _, m := range game {
		for at != 0 {
			compared++
			if t[at].Move == m {
				break
			}
			at = t[at].Next
		}
		if at == 0 {
			return 0, compared
		}
		at = t[at].First
	}
	return at, compared
}

// Moves returns the moves that the book plays after the moves of a game from the initial position, the greatest weight
// first.
func (t MoveTree) Moves(game []goengine.Move) (moves []Weighted) {
	for at, _ := t.Find(game); at != 0; at = t[at].Next {
		if b := &t[at]; b.Weight > 0 {
			moves = append(moves, Weighted{b.Move, int(b.Weight)})
		}
	}
	slices.SortFunc(moves, compare)
	return moves
}

// Pick picks a move by weight, as Table.Pick does.
func (t MoveTree) Pick(game []goengine.Move, random byte) (goengine.Move, bool) {
	return choose(t.Moves(game), random)
}
