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
	bucket int
	key    uint16
	spare  byte
	legal  []goengine.Move
	codes  []code
}

// newEntry makes the entry of a position and its moves.
func newEntry(fen string, p *goengine.Position, moves []Weighted) *entry {
	e := &entry{fen: fen, legal: p.LegalMoves()}
	e.bucket, e.key, e.spare = place(p)
	for i, m := range moves {
		e.codes = append(e.codes, codeOf(m, e.legal, i == len(moves)-1, e.spare))
	}
	return e
}

// bytes are those of the table.
func (e *entry) bytes() []byte {
	b := []byte{byte(e.key), byte(e.key >> 8)}
	for _, c := range e.codes {
		b = append(b, c.bytes()...)
	}
	return b
}

// weighted are the moves that the table has of a node: where it is the only one, a move needs no weight.
func (n *Node) weighted() []Weighted {
	var moves []Weighted
	for _, e := range n.Played() {
		moves = append(moves, Weighted{e.Move, e.Weight()})
	}
	if len(moves) == 1 {
		moves[0].Weight = 1
	}
	return moves
}

// Size is the number of bytes of the table that Compile would make, too large or not.
func (t *Tree) Size() int {
	size := RecordsAt
	for _, n := range t.order {
		played := n.Played()
		if len(played) == 0 {
			continue
		}
		size += 2 + 2*len(played)
		if last := played[len(played)-1]; last.short && (len(played) == 1 || last.Weight() == 1) {
			size--
		}
	}
	return size
}

// Compile makes the table. Equal books give equal tables, in whatever order their lines were read. It fails with
// TooLarge where a table has no room for the book.
func (t *Tree) Compile() ([]byte, error) {
	if size := t.Size(); size > MaxSize {
		return nil, TooLarge{size}
	}
	var entries []*entry
	for _, n := range t.order {
		moves := n.weighted()
		if len(moves) == 0 {
			continue
		}
		p, err := goengine.ParseFEN(n.FEN)
		if err != nil {
			return nil, fmt.Errorf("book position: %w", err)
		}
		if sum(moves) > maxWeights {
			return nil, fmt.Errorf("book position %s: weights add up to %d, %d is the most", n.FEN, sum(moves), maxWeights)
		}
		entries = append(entries, newEntry(n.FEN, p, moves))
	}
	return arrange(entries)
}

// arrange makes the table of some positions.
func arrange(entries []*entry) ([]byte, error) {
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

// foundFor reports whether the position would be found where another one with the same place is looked up.
func (e *entry) foundFor(other *entry) bool {
	_, ok := decode(e.codes, other.legal, other.spare)
	return ok
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
	var lengths [buckets]byte
	var records bytes.Buffer
	for _, e := range entries {
		b := e.bytes()
		n := int(lengths[e.bucket]) + len(b)
		if n > 0xFF {
			return nil, fmt.Errorf("book position %s: too many moves in its bucket, leave some out", e.fen)
		}
		lengths[e.bucket] = byte(n)
		records.Write(b)
	}
	table := append([]byte(magic), 0, 0, 0, 0)
	table = append(table, lengths[:]...)
	table = append(table, records.Bytes()...)
	binary.LittleEndian.PutUint16(table[4:], uint16(records.Len()))
	binary.LittleEndian.PutUint16(table[6:], checksum(table[BucketsAt:]))
	return table, nil
}
