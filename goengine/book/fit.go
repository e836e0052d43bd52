package book

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// Fitted is a table with as much of a book as there is room for.
type Fitted struct {
	Table []byte
	// Taken and Of are half-moves that are played: those in the table, and all of the book.
	Taken, Of int
}

// Whole reports whether the table has the whole book.
func (f *Fitted) Whole() bool { return f.Taken == f.Of }

// Fit makes a table of at most room bytes. If the book is larger, it takes the positions that come up most often when
// both sides play the book's moves by their weights. A move of weight 0, which the book answers but does not play,
// counts half there. Positions that a table cannot have (see Compile) are left out too.
func (t *Tree) Fit(room int) (*Fitted, error) {
	f := &Fitted{Of: t.Stats().Played}
	if t.Size() <= room {
		if table, err := t.Compile(); err == nil {
			f.Table, f.Taken = table, f.Of
			return f, nil
		}
	}
	type spot struct {
		bucket int
		key    uint16
	}
	var taken []*entry
	var lengths [buckets]int
	same, size := map[spot][]*entry{}, RecordsAt
	for _, n := range t.byVisits() {
		if size+least > room {
			break
		}
		moves := n.weighted()
		if len(moves) == 0 || sum(moves) > maxWeights {
			continue
		}
		p, err := goengine.ParseFEN(n.FEN)
		if err != nil {
			return nil, fmt.Errorf("book position: %w", err)
		}
		e := newEntry(n.FEN, p, moves)
		at, length := spot{e.bucket, e.key}, len(e.bytes())
		if size+length > room || lengths[e.bucket]+length > 0xFF || !order(append(slices.Clone(same[at]), e)) {
			continue
		}
		size, lengths[e.bucket], same[at] = size+length, lengths[e.bucket]+length, append(same[at], e)
		taken, f.Taken = append(taken, e), f.Taken+len(moves)
	}
	var err error
	f.Table, err = arrange(taken)
	return f, err
}

// least is the least number of bytes of a position: two of its key and one of a move.
const least = 3

// maxVisited bounds the length of the games by which positions are ordered, in half-moves.
const maxVisited = 200

// byVisits returns the positions by how often they come up in games by the book's weights, the most frequent first, and
// of equal ones those that come up earlier. A game begins at any position to which no move leads, or at the first one
// that was read.
func (t *Tree) byVisits() []*Node {
	all := slices.SortedFunc(slices.Values(t.order), func(a, b *Node) int { return strings.Compare(a.FEN, b.FEN) })
	number := map[*Node]int{}
	for i, n := range all {
		number[n] = i
	}
	total, now, ply := make([]float64, len(all)), make([]float64, len(all)), make([]int, len(all))
	for i, n := range all {
		if n.Ways == 0 || n == t.order[0] {
			now[i] = 1
		}
	}
	for k := range maxVisited {
		next, moving := make([]float64, len(all)), false
		for i, n := range all {
			if now[i] == 0 {
				continue
			}
			if total[i] == 0 {
				ply[i] = k
			}
			total[i] += now[i]
			weights := 0.0
			for _, e := range n.Moves {
				weights += e.share()
			}
			for _, e := range n.Moves {
				next[number[e.To]] += now[i] * e.share() / weights
				moving = true
			}
		}
		if now = next; !moving {
			break
		}
	}
	slices.SortStableFunc(all, func(a, b *Node) int {
		i, j := number[a], number[b]
		return cmp.Or(cmp.Compare(total[j], total[i]), cmp.Compare(ply[i], ply[j]))
	})
	return all
}

// share is the weight of a move in games that decide what is taken into a table.
func (e *Edge) share() float64 { return max(float64(e.Weight()), 0.5) }
