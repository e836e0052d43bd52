// Package polyglot reads opening books in the Polyglot format: entries of 16 bytes,
// ordered by a key of the position. The key's 781 random numbers are those of
// github.com/corentings/chess/v2, under the MIT licence.
package polyglot

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/corentings/chess/v2"

	"github.com/searchex/searchex/goengine"
)

// Book is a book as its file has it.
type Book struct{ entries []byte }

// entrySize is that of an entry: key 8, move 2, weight 2 and 4 bytes that are not
// used here, the highest byte first.
const entrySize = 16

// Parse takes the content of a file over.
func Parse(content []byte) (*Book, error) {
	b := &Book{content}
	switch {
	case len(content) == 0:
		return nil, errors.New("is empty: want a Polyglot book")
	case len(content)%entrySize != 0:
		return nil, fmt.Errorf("is no Polyglot book: %d bytes are no number of entries of %d", len(content), entrySize)
	}
	for i := 1; i < b.len(); i++ {
		if b.key(i) < b.key(i-1) {
			return nil, fmt.Errorf("is no Polyglot book: entry %d is out of order", i+1)
		}
	}
	return b, nil
}

func (b *Book) len() int { return len(b.entries) / entrySize }

func (b *Book) key(i int) uint64 { return binary.BigEndian.Uint64(b.entries[entrySize*i:]) }

// move is an entry's move and weight.
func (b *Book) move(i int) (code, weight uint16) {
	e := b.entries[entrySize*i:]
	return binary.BigEndian.Uint16(e[8:]), binary.BigEndian.Uint16(e[10:])
}

// Choice is a legal move that the book knows in a position.
type Choice struct {
	Move   goengine.Move
	Weight int
}

// Moves are the legal moves of the book in a position, as the file orders them. A
// weight of 0 is a move that is not to be played.
func (b *Book) Moves(p *goengine.Position) (all []Choice) {
	key := Key(p)
	for i := sort.Search(b.len(), func(i int) bool { return b.key(i) >= key }); i < b.len() && b.key(i) == key; i++ {
		code, weight := b.move(i)
		if m, ok := decode(p, code); ok && !slices.ContainsFunc(all, func(c Choice) bool { return c.Move == m }) {
			all = append(all, Choice{m, int(weight)})
		}
	}
	return all
}

// Pick is a move of the book for a random byte, each as often as its weight has it.
func (b *Book) Pick(p *goengine.Position, random byte) (m goengine.Move, ok bool) {
	moves := b.Moves(p)
	total := 0
	for _, c := range moves {
		total += c.Weight
	}
	at := int(random) * total / 256
	for _, c := range moves {
		if at < c.Weight {
			return c.Move, true
		}
		at -= c.Weight
	}
	return goengine.NoMove, false
}

// decode is a legal move by its code: files and ranks of both squares and the piece
// of a promotion, three bits each. Castling is written as the king's move onto his
// rook.
func decode(p *goengine.Position, code uint16) (goengine.Move, bool) {
	bits := func(at int) byte { return byte(code >> at & 7) }
	text := string([]byte{'a' + bits(6), '1' + bits(9), 'a' + bits(0), '1' + bits(3)})
	if piece := bits(12); piece > 4 {
		return goengine.NoMove, false
	} else if piece > 0 {
		text += "nbrq"[piece-1 : piece]
	}
	if castled := castlings[text]; castled != "" && onKing(p, text) {
		text = castled
	}
	m, err := p.ParseMove(text)
	return m, err == nil
}

// castlings are the book's moves of kings onto their rooks.
var castlings = map[string]string{"e1h1": "e1g1", "e1a1": "e1c1", "e8h8": "e8g8", "e8a8": "e8c8"}

// onKing tells whether a move is a king's.
func onKing(p *goengine.Position, text string) bool {
	_, kind, ok := p.PieceAt(goengine.Square(text[0]-'a') + 16*goengine.Square(text[1]-'1'))
	return ok && kind == goengine.King
}

// Where the numbers of a key stand in the table.
const (
	castlingAt  = 768
	enPassantAt = 772
	turnAt      = 780
)

// pieces are the pieces in the order of the table, 64 numbers each.
const pieces = "pPnNbBrRqQkK"

// Key is the key of a position.
func Key(p *goengine.Position) (key uint64) {
	number := func(i int) { key ^= binary.BigEndian.Uint64(chess.GetPolyglotHashBytes(i)) }
	f := strings.Fields(p.FEN())
	for r, row := range strings.Split(f[0], "/") {
		file := 0
		for _, c := range []byte(row) {
			if c <= '8' {
				file += int(c - '0')
				continue
			}
			number(64*strings.IndexByte(pieces, c) + 8*(7-r) + file)
			file++
		}
	}
	for i, c := range []byte("KQkq") {
		if strings.IndexByte(f[2], c) >= 0 {
			number(castlingAt + i)
		}
	}
	// As here, en passant counts where a pawn of the side to move stands beside the
	// one that has gone two squares, whether it may take or not.
	if f[3] != "-" {
		number(enPassantAt + int(f[3][0]-'a'))
	}
	if f[1] == "w" {
		number(turnAt)
	}
	return key
}
