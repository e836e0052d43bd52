// Package polyglot reads opening books in the Polyglot format: entries of 16 bytes,
// ordered by a key of the position. Keys and codes of moves are those of
// github.com/corentings/chess/v2; library_test.go shows why its book is not used.
package polyglot

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/corentings/chess/v2"

	"github.com/searchex/searchex/goengine"
)

// Book is the content of a book's file.
type Book struct{ entries []byte }

// entrySize is the size of an entry in bytes: key 8, move 2, weight 2, and 4 that are
// not used here. Numbers are big-endian.
const entrySize = 16

// Parse checks the content of a file and returns it as a book. It keeps content.
func Parse(content []byte) (*Book, error) {
	b, what := &Book{content}, "is a damaged Polyglot book"
	if !Is(content) {
		what = "is no Polyglot book"
	}
	switch {
	case len(content) == 0:
		return nil, errors.New("is empty: want a Polyglot book")
	case len(content)%entrySize != 0:
		return nil, fmt.Errorf("%s: it has %d bytes, and entries have %d each", what, len(content), entrySize)
	}
	for i := 1; i < b.len(); i++ {
		if b.key(i) < b.key(i-1) {
			return nil, fmt.Errorf("%s: entry %d of %d is out of order", what, i+1, b.len())
		}
	}
	return b, nil
}

// Is reports whether the content of a file looks like a Polyglot book, whole or damaged:
// bytes that no text has. A text in UTF-16, which begins with its byte order mark, has them
// too.
func Is(content []byte) bool {
	if bytes.HasPrefix(content, []byte("\xFF\xFE")) || bytes.HasPrefix(content, []byte("\xFE\xFF")) {
		return false
	}
	control := bytes.ContainsFunc(content, func(c rune) bool { return c < '\t' || c > '\r' && c < 0x1A || c > 0x1B && c < ' ' })
	return control || len(content) > 0 && len(content)%entrySize == 0 && !utf8.Valid(content) && len(content) <= maxOdd
}

// maxOdd is the greatest size of a file without control bytes that may be a book: each entry
// has one with a probability of more than 3 in 4.
const maxOdd = 20 * entrySize

// At returns the number of entries of a position, those with illegal moves among them.
func (b *Book) At(p *goengine.Position) (n int) {
	key := Key(p)
	for i := sort.Search(b.len(), func(i int) bool { return b.key(i) >= key }); i < b.len() && b.key(i) == key; i++ {
		n++
	}
	return n
}

// Entries returns the number of entries.
func (b *Book) Entries() int { return b.len() }

// Size returns the size of the book in bytes.
func (b *Book) Size() int { return len(b.entries) }

// Positions returns the number of positions.
func (b *Book) Positions() (n int) {
	for i := range b.len() {
		if i == 0 || b.key(i) != b.key(i-1) {
			n++
		}
	}
	return n
}

func (b *Book) len() int { return len(b.entries) / entrySize }

func (b *Book) key(i int) uint64 { return binary.BigEndian.Uint64(b.entries[entrySize*i:]) }

// move returns an entry's move and weight.
func (b *Book) move(i int) (code, weight uint16) {
	e := b.entries[entrySize*i:]
	return binary.BigEndian.Uint16(e[8:]), binary.BigEndian.Uint16(e[10:])
}

// Choice is a legal move of the book in a position.
type Choice struct {
	Move   goengine.Move
	Weight int
}

// Moves returns the legal moves of the book in a position, in the order of the file.
// A move of weight 0 is not meant to be played.
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

// Pick chooses a move of the book by a random byte, with a probability in proportion
// to its weight.
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

// decode returns the legal move of a code. Castling is coded as a move of the king
// onto its rook; only the position distinguishes it from a move of a rook or queen.
func decode(p *goengine.Position, code uint16) (goengine.Move, bool) {
	c := chess.DecodeMove(code)
	if c.Promotion > 4 {
		return goengine.NoMove, false
	}
	if _, kind, ok := p.PieceAt(goengine.Square(16*c.FromRank + c.FromFile)); c.CastlingMove && ok && kind == goengine.King {
		c.ToFile = map[int]int{0: 2, 7: 6}[c.ToFile]
	}
	text := string([]byte{'a' + byte(c.FromFile), '1' + byte(c.FromRank), 'a' + byte(c.ToFile), '1' + byte(c.ToRank)})
	m, err := p.ParseMove(text + []string{"", "n", "b", "r", "q"}[c.Promotion])
	return m, err == nil
}

// Key returns the key of a position. En passant counts if a pawn of the side to move
// stands beside the pawn that went two squares, whether or not it may take.
func Key(p *goengine.Position) uint64 {
	// A hasher has state, so two searches must not share one.
	key, err := chess.NewZobristHasher().HashPosition(p.FEN())
	if err != nil {
		panic(fmt.Sprintf("fen %q: no Polyglot key: %v", p.FEN(), err)) // no position has such a FEN
	}
	return chess.ZobristHashToUint64(key)
}
