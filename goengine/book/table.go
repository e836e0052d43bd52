package book

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/searchex/searchex/goengine"
)

const (
	magic      = "SXB1"
	buckets    = 256
	lastMove   = 0x80
	maxWeights = 255 // sum of a position's weights
)

// BucketsAt and RecordsAt are where in a table the buckets' lengths and the positions begin.
const (
	BucketsAt = 8
	RecordsAt = BucketsAt + buckets
)

// MaxSize is the room for a table in bytes: what the 16 KB of a machine's second ROM leave beside the code that lies there.
const MaxSize = 14880

// Weighted is a move and its weight, 1 to 8.
type Weighted struct {
	Move   goengine.Move
	Weight int
}

// Table is a compiled book.
type Table struct {
	raw                  []byte
	positions, halfMoves int
}

// Open makes a table of its bytes, or says what is wrong with them.
func Open(table []byte) (*Table, error) {
	t := &Table{raw: slices.Clone(table)}
	if err := t.check(); err != nil {
		return nil, fmt.Errorf("book table of %d bytes: %w", len(table), err)
	}
	return t, nil
}

// Unchecked is a table of any bytes, such as Open refuses and a damaged ROM may hold, for tests: looking positions up in
// it is safe.
func Unchecked(table []byte) *Table { return &Table{raw: slices.Clone(table)} }

// Bytes is a copy of the table's bytes.
func (t *Table) Bytes() []byte { return slices.Clone(t.raw) }

// Size is the number of the table's bytes.
func (t *Table) Size() int { return len(t.raw) }

// Positions is the number of positions in which the book has a move.
func (t *Table) Positions() int { return t.positions }

// HalfMoves is the number of moves in all positions.
func (t *Table) HalfMoves() int { return t.halfMoves }

// check makes sure of all that the format says, and counts.
func (t *Table) check() error {
	raw := t.raw
	switch {
	case !bytes.HasPrefix(raw, []byte(magic)):
		return fmt.Errorf("does not begin with %s", magic)
	case len(raw) < RecordsAt:
		return fmt.Errorf("cut off: the head alone has %d", RecordsAt)
	case len(raw) > MaxSize:
		return fmt.Errorf("too large by %d", len(raw)-MaxSize)
	case int(binary.LittleEndian.Uint16(raw[4:])) != len(raw)-RecordsAt:
		return fmt.Errorf("length: its head says %d", RecordsAt+int(binary.LittleEndian.Uint16(raw[4:])))
	case binary.LittleEndian.Uint16(raw[6:]) != checksum(raw[BucketsAt:]):
		return fmt.Errorf("checksum is wrong: the table is damaged")
	}
	at := RecordsAt
	for i, words := range raw[BucketsAt:RecordsAt] {
		end := at + 2*int(words)
		if end > len(raw) {
			return fmt.Errorf("bucket %d goes beyond the end", i)
		}
		for before := -1; at < end; {
			moves, next, ok := record(raw[:end], at)
			key := int(raw[at]) | int(raw[at+1])<<8
			switch {
			case !ok:
				return fmt.Errorf("bucket %d: a position without a last move", i)
			case key < before:
				return fmt.Errorf("bucket %d: positions out of order", i)
			case sum(moves) > maxWeights:
				return fmt.Errorf("bucket %d: weights add up to %d", i, sum(moves))
			}
			at, before = next, key
			t.positions++
			t.halfMoves += len(moves)
		}
	}
	if at != len(raw) {
		return fmt.Errorf("%d bytes after the last bucket", len(raw)-at)
	}
	return nil
}

// record reads the position at a place: its moves, and where the next one begins. It is not ok without a last move.
func record(raw []byte, at int) (moves []Weighted, next int, ok bool) {
	for at += 2; at+2 <= len(raw); at += 2 {
		a, b := raw[at], raw[at+1]
		moves = append(moves, Weighted{
			Move:   goengine.Move(square(a)) | goengine.Move(square(b))<<8,
			Weight: int(a>>6&1<<2|b>>6) + 1,
		})
		if a&lastMove != 0 {
			return moves, at + 2, true
		}
	}
	return nil, at, false
}

// square is the 0x88 square of six bits.
func square(b byte) goengine.Square { return b&0x38<<1 | b&7 }

// squares are the from- and to-square of a move in six bits each.
func squares(m goengine.Move) uint16 {
	six := func(sq goengine.Square) uint16 { return uint16(sq>>4<<3 | sq&7) }
	return six(m.From()) | six(m.To())<<8
}

func sum(moves []Weighted) (n int) {
	for _, m := range moves {
		n += m.Weight
	}
	return n
}

// place is where a position is looked up: the bucket, bytes 1 and 2 of the key, and the three bits of byte 3 that a
// position with a single move has in place of a weight.
func place(p *goengine.Position) (bucket byte, key uint16, spare int) {
	s := p.State()
	return byte(s.Key) ^ s.Side<<7, uint16(s.Key >> 8), int(s.Key >> 24 & 7)
}

// lookup finds a position's moves in a table of any bytes.
func lookup(raw []byte, p *goengine.Position) []Weighted {
	if len(raw) < RecordsAt {
		return nil
	}
	bucket, key, spare := place(p)
	at := RecordsAt
	for _, words := range raw[BucketsAt : BucketsAt+int(bucket)] {
		at += 2 * int(words)
	}
	end := at + 2*int(raw[BucketsAt+int(bucket)])
	if end > len(raw) {
		return nil
	}
	var legal []goengine.Move
	for at+4 <= end {
		found := binary.LittleEndian.Uint16(raw[at:]) == key
		moves, next, ok := record(raw[:end], at)
		if !ok {
			return nil
		}
		at = next
		if !found || sum(moves) > maxWeights || len(moves) == 1 && moves[0].Weight != 1+spare {
			continue
		}
		if len(moves) == 1 {
			moves[0].Weight = 1
		}
		if legal == nil {
			legal = p.LegalMoves()
		}
		if allIn(moves, legal) {
			return moves
		}
	}
	return nil
}

func allIn(moves []Weighted, legal []goengine.Move) bool {
	for _, m := range moves {
		if !slices.Contains(legal, m.Move) {
			return false
		}
	}
	return true
}

// Moves are the moves that the book plays in a position, the greatest weight first; none where it does not know it. The
// weight of a single move is 1, whatever the source gave it.
func (t *Table) Moves(p *goengine.Position) []Weighted { return lookup(t.raw, p) }

// Pick picks a move by weight: the first whose running sum of weights is more than random/256 of the whole. ok is false
// where the book does not know the position.
func (t *Table) Pick(p *goengine.Position, random byte) (m goengine.Move, ok bool) {
	return pick(t.raw, p, random)
}

func pick(raw []byte, p *goengine.Position, random byte) (goengine.Move, bool) {
	moves := lookup(raw, p)
	left := int(random) * sum(moves) >> 8
	for _, m := range moves {
		if left -= m.Weight; left < 0 {
			return m.Move, true
		}
	}
	return goengine.NoMove, false
}

// checksum is CRC-16 with the polynomial $1021, begun with $FFFF.
func checksum(b []byte) uint16 {
	crc := uint16(0xFFFF)
	for _, x := range b {
		crc ^= uint16(x) << 8
		for range 8 {
			carry := crc&0x8000 != 0
			crc <<= 1
			if carry {
				crc ^= 0x1021
			}
		}
	}
	return crc
}
