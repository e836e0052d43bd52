package book

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// TooLarge is the error of a book that has more positions and moves than a table has room for.
type TooLarge struct {
	// Size is the number of bytes that the table would have.
	Size int
}

// Error says by how much.
func (e TooLarge) Error() string {
	return fmt.Sprintf("the book takes %d bytes, %d more than the machines have room for (%d)", e.Size, e.Size-MaxSize, MaxSize)
}

// entry is a position to be put into a table.
type entry struct {
	fen    string
	p      *goengine.Position
	bucket byte
	key    uint16
	spare  int
	moves  []Weighted
}

// size is the number of bytes that it takes.
func (e *entry) size() int { return 2 + 2*len(e.moves) }

// Size is the number of bytes of the table that Compile would make, too large or not.
func (t *Tree) Size() int {
	s := t.Stats()
	return RecordsAt + 2*s.Positions + 2*s.Played
}

// Compile makes the table. Equal books give equal tables, in whatever order their lines were read. It fails with
// TooLarge where a table has no room for the book.
func (t *Tree) Compile() ([]byte, error) {
	if size := t.Size(); size > MaxSize {
		return nil, TooLarge{size}
	}
	var entries []*entry
	for _, n := range t.order {
		played := n.Played()
		if len(played) == 0 {
			continue
		}
		p, err := goengine.ParseFEN(n.FEN)
		if err != nil {
			return nil, fmt.Errorf("book position: %w", err)
		}
		e := &entry{fen: n.FEN, p: p}
		e.bucket, e.key, e.spare = place(p)
		for _, m := range played {
			e.moves = append(e.moves, Weighted{m.Move, m.Weight()})
		}
		if sum(e.moves) > maxWeights {
			return nil, fmt.Errorf("book position %s: weights add up to %d, %d is the most", n.FEN, sum(e.moves), maxWeights)
		}
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(a.bucket, b.bucket), cmp.Compare(a.key, b.key), strings.Compare(a.fen, b.fen))
	})
	if err := settle(entries); err != nil {
		return nil, err
	}
	return encode(entries)
}

// settle puts positions of the same place into an order in which none is taken for another.
func settle(entries []*entry) error {
	for from := 0; from < len(entries); {
		to := from + 1
		for to < len(entries) && entries[to].bucket == entries[from].bucket && entries[to].key == entries[from].key {
			to++
		}
		if to-from > 1 && !order(entries[from:to]) {
			var fens []string
			for _, e := range entries[from:to] {
				fens = append(fens, e.fen)
			}
			return fmt.Errorf("book positions with one key, leave one of them out: %s", strings.Join(fens, "; "))
		}
		from = to
	}
	return nil
}

// foundFor tells whether the position would be found where another one of its place is looked up.
func (e *entry) foundFor(other *entry) bool {
	return (len(e.moves) > 1 || e.spare == other.spare) && allIn(e.moves, other.p.LegalMoves())
}

// order sorts positions of one place so that each stands before those that would be found in its stead. It fails where
// two would each be found for the other.
func order(same []*entry) bool {
	for i := range same {
		// One that is not found in the stead of any that are left comes next.
		next := slices.IndexFunc(same[i:], func(e *entry) bool {
			for _, other := range same[i:] {
				if other != e && e.foundFor(other) {
					return false
				}
			}
			return true
		})
		if next < 0 {
			return false
		}
		e := same[i+next]
		copy(same[i+1:], same[i:i+next])
		same[i] = e
	}
	return true
}

// encode writes sorted positions in the format of the package's description.
func encode(entries []*entry) ([]byte, error) {
	var words [buckets]byte
	var records bytes.Buffer
	for _, e := range entries {
		n := int(words[e.bucket]) + e.size()/2
		if n > 0xFF {
			return nil, fmt.Errorf("book position %s: too many moves in its bucket, leave some out", e.fen)
		}
		words[e.bucket] = byte(n)
		records.Write([]byte{byte(e.key), byte(e.key >> 8)})
		for i, m := range e.moves {
			s, w := squares(m.Move), byte(m.Weight-1)
			if len(e.moves) == 1 {
				w = byte(e.spare)
			}
			a, b := byte(s)|w>>2<<6, byte(s>>8)|w<<6
			if i == len(e.moves)-1 {
				a |= lastMove
			}
			records.Write([]byte{a, b})
		}
	}
	table := append([]byte(magic), 0, 0, 0, 0)
	table = append(table, words[:]...)
	table = append(table, records.Bytes()...)
	binary.LittleEndian.PutUint16(table[4:], uint16(records.Len()))
	binary.LittleEndian.PutUint16(table[6:], checksum(table[BucketsAt:]))
	return table, nil
}
