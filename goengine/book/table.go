package book

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/searchex/searchex/goengine"
)

const (
	magic      = "SXB2"
	family     = "SXB" // what tables of all formats begin with
	buckets    = 512
	maxWeights = 255 // sum of a position's weights
)

// Bits of a move's bytes.
const (
	codeBits    = 0x7F // first byte: which move it is
	secondByte  = 0x80
	weightBits  = 0x07 // second byte: the weight less 1
	unused      = 0x40
	anotherMove = 0x80
)

// BucketsAt and RecordsAt are where in a table the buckets' lengths and the positions begin.
const (
	BucketsAt = 8
	RecordsAt = BucketsAt + buckets
)

// MaxSize is the room for a table in bytes: 12 KB of a machine's ROM less the 6502's vectors, which end it.
const MaxSize = 12282

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
	case !bytes.HasPrefix(raw, []byte(family)):
		return fmt.Errorf("does not begin with %s", magic)
	case !bytes.HasPrefix(raw, []byte(magic)):
		return fmt.Errorf("begins with %q, this program reads %s: build it again from its source", raw[:min(len(raw), len(magic))], magic)
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
	for i, length := range raw[BucketsAt:RecordsAt] {
		end := at + int(length)
		if end > len(raw) {
			return fmt.Errorf("bucket %d goes beyond the end", i)
		}
		for before := -1; at < end; {
			codes, next, ok := record(raw[:end], at)
			if !ok {
				return fmt.Errorf("bucket %d: a position without a last move", i)
			}
			key := int(binary.LittleEndian.Uint16(raw[at:]))
			switch {
			case key < before:
				return fmt.Errorf("bucket %d: positions out of order", i)
			case weights(codes) > maxWeights:
				return fmt.Errorf("bucket %d: weights add up to %d", i, weights(codes))
			case slices.ContainsFunc(codes, func(c code) bool { return c.second&unused != 0 }):
				return fmt.Errorf("bucket %d: a bit is set that means nothing", i)
			}
			at, before = next, key
			t.positions++
			t.halfMoves += len(codes)
		}
	}
	if at != len(raw) {
		return fmt.Errorf("%d bytes after the last bucket", len(raw)-at)
	}
	return nil
}

// code is a move as it stands in the table: which one it is depends on the position. Without its second byte, that is 0.
type code struct{ first, second byte }

// codeOf makes the code of a move in the position with those legal moves, last of its moves or not. spare is that of the
// position.
func codeOf(m Weighted, legal []goengine.Move, last bool, spare byte) code {
	to := m.Move.To()
	n := byte(slices.Index(goingTo(to, legal), m.Move))
	c := code{first: (squareBits(to) | n&1<<6) ^ spare, second: n>>1<<3 | byte(m.Weight-1)}
	if !last {
		c.second |= anotherMove
	}
	if c.second != 0 {
		c.first |= secondByte
	}
	return c
}

// goingTo are the moves to a square in the order in which a code counts them: by rising exclusive or of the two squares.
// Of promotions a book has only those to a queen.
func goingTo(to goengine.Square, legal []goengine.Move) (there []goengine.Move) {
	for _, m := range legal {
		if lesser := byte(m)&0x88 != 0; !lesser && m.To() == to {
			there = append(there, m)
		}
	}
	slices.SortFunc(there, func(a, b goengine.Move) int { return int(a.From()^to) - int(b.From()^to) })
	return there
}

// bytes are those of the table.
func (c code) bytes() []byte {
	if c.first&secondByte == 0 {
		return []byte{c.first}
	}
	return []byte{c.first, c.second}
}

func (c code) weight() int { return int(c.second&weightBits) + 1 }

// move is the move of a position with those legal moves, if it has one.
func (c code) move(legal []goengine.Move, spare byte) (goengine.Move, bool) {
	which := c.first ^ spare
	n := int(which>>6&1 | c.second>>3&7<<1)
	if there := goingTo(square(which), legal); n < len(there) {
		return there[n], true
	}
	return goengine.NoMove, false
}

// record reads the position at a place: its moves, and where the next one begins. It is not ok without a last move.
func record(raw []byte, at int) (codes []code, next int, ok bool) {
	for at += 2; at < len(raw); {
		c := code{first: raw[at]}
		at++
		if c.first&secondByte != 0 {
			if at == len(raw) {
				break
			}
			c.second = raw[at]
			at++
		}
		codes = append(codes, c)
		if c.second&anotherMove == 0 {
			return codes, at, true
		}
	}
	return nil, at, false
}

// square is the 0x88 square of six bits.
func square(b byte) goengine.Square { return b&0x38<<1 | b&7 }

// squareBits are the six bits of a square.
func squareBits(sq goengine.Square) byte { return sq>>4<<3 | sq&7 }

// squares are the from- and to-square of a move in six bits each, by which moves are put in order.
func squares(m goengine.Move) uint16 {
	return uint16(squareBits(m.From())) | uint16(squareBits(m.To()))<<8
}

func weights(codes []code) (n int) {
	for _, c := range codes {
		n += c.weight()
	}
	return n
}

func sum(moves []Weighted) (n int) {
	for _, m := range moves {
		n += m.Weight
	}
	return n
}

// place is where a position is looked up: the bucket, bytes 1 and 2 of the key, and the seven bits of byte 3 that its
// moves' codes are exclusive or'ed with.
func place(p *goengine.Position) (bucket int, key uint16, spare byte) {
	s := p.Probe().State()
	return int(byte(s.Key)^s.Side<<7) | int(s.Key>>31)<<8, uint16(s.Key >> 8), byte(s.Key>>24) & codeBits
}

// lookup finds a position's moves in a table of any bytes.
func lookup(raw []byte, p *goengine.Position) []Weighted {
	if len(raw) < RecordsAt {
		return nil
	}
	bucket, key, spare := place(p)
	at := RecordsAt
	for _, length := range raw[BucketsAt : BucketsAt+bucket] {
		at += int(length)
	}
	end := at + int(raw[BucketsAt+bucket])
	if end > len(raw) {
		return nil
	}
	var legal []goengine.Move
	for at+3 <= end {
		found := binary.LittleEndian.Uint16(raw[at:]) == key
		codes, next, ok := record(raw[:end], at)
		if !ok {
			return nil
		}
		at = next
		if !found || weights(codes) > maxWeights {
			continue
		}
		if legal == nil {
			legal = p.LegalMoves()
		}
		if moves, ok := decode(codes, legal, spare); ok {
			return moves
		}
	}
	return nil
}

// decode finds the moves of codes, if all of them are legal.
func decode(codes []code, legal []goengine.Move, spare byte) (moves []Weighted, ok bool) {
	for _, c := range codes {
		m, ok := c.move(legal, spare)
		if !ok {
			return nil, false
		}
		moves = append(moves, Weighted{m, c.weight()})
	}
	return moves, true
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
	return choose(lookup(raw, p), random)
}

// choose picks a move by weight: the first whose running sum of weights is more than random/256 of the whole. It reports
// false if there are no moves.
func choose(moves []Weighted, random byte) (goengine.Move, bool) {
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
