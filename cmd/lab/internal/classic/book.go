package classic

import (
	"fmt"
	"math"

	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// branchSize is the size of a branch of a small tree in bytes: 2 for the move, 2 for each link, 1 for the weight.
const branchSize = 7

// line is a line of the book: its moves, and the position after them.
type line struct {
	moves []goengine.Move
	at    *goengine.Position
}

// linesOf returns the lines of a tree, one for each branch with a reply.
func linesOf(t book.MoveTree) (all []line) {
	start, err := goengine.ParseFEN(goengine.StartFEN)
	if err != nil {
		panic(err)
	}
	var walk func(first uint32, l line)
	walk = func(first uint32, l line) {
		if first != 0 {
			all = append(all, l)
		}
		for at := first; at != 0; at = t[at].Next {
			next := *l.at
			next.Play(t[at].Move)
			walk(t[at].First, line{append(append([]goengine.Move{}, l.moves...), t[at].Move), &next})
		}
	}
	walk(t[0].First, line{at: start})
	return all
}

// records counts what a look-up reads in a table: the lengths of the buckets before the position's, and the positions in
// that bucket up to the one found. Package book describes the format.
func records(table []byte, p *goengine.Position) (lengths, compared int) {
	key := p.Probe().State().Key
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

// books compares the move tree of "AI Chess Algorithms" with the engines' table.
type books struct {
	lines, known                    int // looked up; those that the table knows
	treeMoves, treeBytes            int
	tableMoves, tableBytes          int
	compared, tableCompared, summed float64 // the mean of a look-up; summed are bytes
	most, tableMost                 int     // comparisons
}

// compareBooks looks all lines of the engines' book up in both forms.
func compareBooks() (b books, err error) {
	source, err := book.Parse(book.Source(), book.SourceName)
	if err != nil {
		return b, err
	}
	tree, err := source.MoveTree()
	if err != nil {
		return b, err
	}
	if len(tree) > math.MaxUint16 {
		return b, fmt.Errorf("the tree of %s has %d moves: its links have two bytes", book.SourceName, len(tree))
	}
	table := book.Default()
	raw := table.Bytes()
	all := linesOf(tree)
	b.lines, b.treeMoves, b.treeBytes, b.tableMoves, b.tableBytes = len(all), len(tree)-1, branchSize*(len(tree)-1), table.HalfMoves(), table.Size()
	var compared, lengths, read int
	for _, l := range all {
		_, n := tree.Find(l.moves)
		compared, b.most = compared+n, max(b.most, n)
		before, n := records(raw, l.at)
		lengths, read, b.tableMost = lengths+before, read+n, max(b.tableMost, n)
		if len(table.Moves(l.at)) > 0 {
			b.known++
		}
	}
	n := float64(len(all))
	b.compared, b.tableCompared, b.summed = float64(compared)/n, float64(read)/n, float64(lengths)/n
	return b, nil
}

// bookPage writes the section on the book.
func bookPage(page *lab.Page) error {
	b, err := compareBooks()
	if err != nil {
		return err
	}
	page.Heading("The opening book: a tree and a table")
	page.Text("The text keeps more than 2000 openings in a binary tree of moves with \"constant time access\". Here the engines' own book (`goengine/book`) has both forms: a tree, in which one link leads to the answers to a move "+
		"and the other to the next alternative, %d bytes a move; and the table that all engines look up by position.", branchSize)
	t := page.Table(&lab.Table{Name: "book", Columns: lab.Columns(
		"<form", "moves", "bytes", "?bytes a move", "compared, mean|compared|%.1f", "compared, most|most", "bytes summed, mean|summed|%.0f")})
	t.Add("tree of moves", b.treeMoves, b.treeBytes, float64(branchSize), b.compared, b.most, nil)
	t.Add("table of positions", b.tableMoves, b.tableBytes, float64(b.tableBytes)/float64(b.tableMoves), b.tableCompared, b.tableMost, b.summed)
	page.Text("The tree's access is not constant: it grows with the length of the game and the alternatives at each move. But %.1f comparisons on average are less work than to sum up the table's buckets, %.0f bytes on average. "+
		"The tree is %.1f times as large: a position that several lines reach stands in it several times, and its links take more than its moves. It needs the moves of the game from the first, and does not know a position reached by another order of moves. "+
		"Of the tree's %d lines with an answer the table knows %d: it leaves out moves of weight 0. Both choose among moves by weight, as the text has it. `go test -run - -bench Book ./cmd/lab/internal/classic` measures both look-ups.",
		b.compared, b.summed, float64(b.treeBytes)/float64(b.tableBytes), b.lines, b.known)
	return nil
}
