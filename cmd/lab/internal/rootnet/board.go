package rootnet

import (
	"encoding/binary"
	"errors"
	"math/bits"

	"github.com/searchex/searchex/goengine"
)

// Board has the men of a position: which squares are taken (a1 is bit 0, h8 bit 63) and, in the
// order of these, side*6+kind of each, two in a byte, the first in the lower half.
type Board struct {
	Taken uint64
	Men   [16]uint8
}

// maxMen is the greatest number of men on a board.
const maxMen = 32

// NewBoard returns the board of a position.
func NewBoard(p *goengine.Position) (b Board) {
	for i := range 64 {
		if side, kind, ok := p.PieceAt(goengine.Square(i>>3<<4 | i&7)); ok {
			b.add(i, side*6+kind)
		}
	}
	return b
}

// add adds a man on a square behind all others.
func (b *Board) add(square int, piece uint8) {
	n := b.Len()
	b.Taken |= 1 << square
	b.Men[n/2] |= piece << (4 * (n & 1))
}

// Len returns the number of men.
func (b *Board) Len() int { return bits.OnesCount64(b.Taken) }

// man is a man of a board: side*6+kind, and its square.
type man struct{ piece, square uint8 }

// men appends the men in the order of their squares.
func (b *Board) men(all []man) []man {
	n := 0
	for taken := b.Taken; taken != 0; taken &= taken - 1 {
		all = append(all, man{b.Men[n/2] >> (4 * (n & 1)) & 15, uint8(bits.TrailingZeros64(taken))})
		n++
	}
	return all
}

// append appends the bytes of the board: the squares, and half a byte for each man.
func (b *Board) append(to []byte) []byte {
	to = binary.LittleEndian.AppendUint64(to, b.Taken)
	return append(to, b.Men[:(b.Len()+1)/2]...)
}

var errBoard = errors.New("a board is damaged")

// readBoard reads the bytes of a board and returns those that follow.
func readBoard(from []byte) (b Board, rest []byte, err error) {
	if len(from) < 8 {
		return b, nil, errBoard
	}
	b.Taken = binary.LittleEndian.Uint64(from)
	n := b.Len()
	if n > maxMen || len(from) < 8+(n+1)/2 {
		return b, nil, errBoard
	}
	copy(b.Men[:], from[8:8+(n+1)/2])
	for i := range n {
		if b.Men[i/2]>>(4*(i&1))&15 > 11 {
			return b, nil, errBoard
		}
	}
	return b, from[8+(n+1)/2:], nil
}

// mirrored returns the board with its files a to h exchanged for h to a.
func (b *Board) mirrored() (m Board) {
	var by [64]uint8 // piece+1
	for _, x := range b.men(make([]man, 0, maxMen)) {
		by[x.square^7] = x.piece + 1
	}
	for square, piece := range by {
		if piece > 0 {
			m.add(square, piece-1)
		}
	}
	return m
}
