package classic

import (
	"fmt"
	"math"

	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// branch is a node of a tree of moves: the move that leads to it, its first reply, and the alternative to its move.
// Both links are indices of branches, 0 for none.
type branch struct {
	move        goengine.Move
	weight      uint8
	first, next uint16
}

// branchSize is the size of a branch in bytes: 2 for the move, 2 for each link, 1 for the weight.
const branchSize = 7

// moveTree is an opening book as a binary tree: of two links one leads down a line, the other to its alternative.
type moveTree []branch

// newMoveTree returns the tree of a book. A position to which several lines lead has a branch for each of them.
func newMoveTree(t *book.Tree) moveTree {
	all := moveTree{{}}
	start, err := goengine.ParseFEN(goengine.StartFEN)
	if err != nil {
		panic(err)
	}
	var grow func(at int, n *book.Node)
	grow = func(at int, n *book.Node) {
		last := 0
		for _, e := range n.Moves {
			here := len(all)
			all = append(all, branch{move: e.Move, weight: uint8(e.Weight())})
			if last == 0 {
				all[at].first = uint16(here)
			} else {
				all[last].next = uint16(here)
			}
			last = here
			grow(here, e.To)
		}
	}
	grow(0, t.Node(start))
	return all
}

// find follows the moves of a game, and returns the index of the first reply, or 0 if the book ends before. compared is
// the number of moves compared.
func (t moveTree) find(game []goengine.Move) (at uint16, compared int) {
	at = t[0].first
	for _, m := range game {
		for at != 0 {
			compared++
			if t[at].move == m {
				break
			}
			at = t[at].next
		}
		if at == 0 {
			return 0, compared
		}
		at = t[at].first
	}
	return at, compared
}

// line is a line of the book: its moves, and the position after them.
type line struct {
	moves []goengine.Move
	at    *goengine.Position
}

// lines returns the lines of a tree, one for each branch with a reply.
func (t moveTree) lines() (all []line) {
	start, err := goengine.ParseFEN(goengine.StartFEN)
	if err != nil {
		panic(err)
	}
	var walk func(first uint16, l line)
	walk = func(first uint16, l line) {
		if first != 0 {
			all = append(all, l)
		}
		for at := first; at != 0; at = t[at].next {
			next := *l.at
			next.Play(t[at].move)
			walk(t[at].first, line{append(append([]goengine.Move{}, l.moves...), t[at].move), &next})
		}
	}
	walk(t[0].first, line{at: start})
	return all
}

// records counts what a look-up reads in a table: the lengths of the buckets before the position's, and the positions in
// that bucket up to the one found. Package book describes the format.
func records(table []byte, p *goengine.Position) (lengths, compared int) {
	key := p.State().Key
	bucket := int(byte(key))
	if p.Side() == goengine.Black {
		bucket ^= 0x80
	}
	if key>>24&0x80 != 0 {
		bucket += 256
	}
	at := book.RecordsAt
	for _, n := range table[book.BucketsAt : book.BucketsAt+bucket] {
		at += int(n)
	}
	end := at + int(table[book.BucketsAt+bucket])
	for at+3 <= end {
		compared++
		if table[at] == byte(key>>8) && table[at+1] == byte(key>>16) {
			break
		}
		at = afterRecord(table, at, end)
	}
	return bucket, compared
}

// afterRecord returns the offset of the next position in a bucket.
func afterRecord(table []byte, at, end int) int {
	for at += 2; at < end; {
		code := table[at]
		at++
		if code&0x80 == 0 || at >= end {
			break
		}
		more := table[at]&0x80 != 0
		at++
		if !more {
			break
		}
	}
	return at
}

// bookPage compares the move tree of "AI Chess Algorithms" with the engines' table.
func bookPage(page *lab.Page) error {
	source, err := book.Parse(book.Source(), book.SourceName)
	if err != nil {
		return err
	}
	tree, table := newMoveTree(source), book.Default()
	if len(tree) > math.MaxUint16 {
		return fmt.Errorf("the tree of %s has %d moves: its links have two bytes", book.SourceName, len(tree))
	}
	raw := table.Bytes()
	all := tree.lines()
	var compared, most, lengths, read, mostRead, known int
	for _, l := range all {
		_, n := tree.find(l.moves)
		compared, most = compared+n, max(most, n)
		before, n := records(raw, l.at)
		lengths, read, mostRead = lengths+before, read+n, max(mostRead, n)
		if len(table.Moves(l.at)) > 0 {
			known++
		}
	}
	n := float64(len(all))
	page.Heading("The opening book: a tree and a table")
	page.Text("The text keeps more than 2000 openings in a binary tree of moves with, it says, \"constant time access\". Here the engines' own book (`goengine/book`) in both forms: as a tree, in which one link leads to the answers to a move "+
		"and the other to the next move in its place, %d bytes a move; and as the table that all engines look up by position. Looked up are all %d lines of the tree that have an answer.", branchSize, len(all))
	t := page.Table(&lab.Table{Name: "book", Columns: []lab.Column{
		{Title: "<form", Key: "form"}, {Title: "moves", Key: "moves"}, {Title: "bytes", Key: "bytes"}, {Title: "bytes a move", Key: "bytes_a_move"}, {Title: "compared, mean", Key: "compared", Format: "%.1f"}, {Title: "compared, most", Key: "most"}, {Title: "bytes summed, mean", Key: "summed", Format: "%.0f"},
	}})
	t.Add("tree of moves", len(tree)-1, branchSize*(len(tree)-1), float64(branchSize), float64(compared)/n, most, nil)
	t.Add("table of positions", table.HalfMoves(), table.Size(), float64(table.Size())/float64(table.HalfMoves()), float64(read)/n, mostRead, float64(lengths)/n)
	page.Text("The tree's access is not constant: it is as long as the game, times the alternatives at each move, %.1f comparisons on average and %d at most; that is little, and less work than to sum up the table's buckets, %.0f bytes on average. "+
		"But the tree is %.1f times as large, for a position that several lines reach stands in it several times and its links take more than its moves, it wants the moves of the game from the first, and it doesn't know a position that another order of moves has led to. "+
		"The table knows %d of the %d lines: it leaves out moves of weight 0, which the tree has to go through. `go test -run - -bench Book ./cmd/lab/internal/classic` has both look-ups in nanoseconds, which are another computer's on another computer; both choose among moves by weight, as the text has it.",
		float64(compared)/n, most, float64(lengths)/n, float64(branchSize*(len(tree)-1))/float64(table.Size()), known, len(all))
	return nil
}
