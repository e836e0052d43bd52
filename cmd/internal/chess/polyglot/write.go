package polyglot

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// Write returns a book with the moves that a tree plays, each with its weight. Entries are ordered by key, those of a
// position by falling weight. A tree without a move to
// play is an error.
func Write(t *book.Tree) ([]byte, error) {
	var entries [][]byte
	for _, n := range t.Nodes() {
		played := n.Played()
		if len(played) == 0 {
			continue
		}
		p, err := goengine.ParseFEN(n.FEN)
		if err != nil {
			return nil, fmt.Errorf("book position: %w", err)
		}
		key := Key(p)
		for _, e := range played {
			b := binary.BigEndian.AppendUint64(nil, key)
			b = binary.BigEndian.AppendUint16(b, encode(p, e.Move))
			b = binary.BigEndian.AppendUint16(b, uint16(e.Weight()))
			entries = append(entries, append(b, 0, 0, 0, 0))
		}
	}
	if len(entries) == 0 {
		return nil, errors.New("the book has no move to play: a Polyglot book would be empty")
	}
	// The sort is stable: Played has the greatest weight first.
	slices.SortStableFunc(entries, func(a, b []byte) int { return bytes.Compare(a[:8], b[:8]) })
	return bytes.Join(entries, nil), nil
}

// encode returns the code of a move: to-file, to-rank, from-file, from-rank, 3 bits each from bit 0 on, and the piece of
// a promotion. Castling is coded as a move of the king onto its rook.
func encode(p *goengine.Position, m goengine.Move) uint16 {
	from, to, promotion := m.From(), m.To(), uint16(0)
	fromFile, toFile := uint16(from&7), uint16(to&7)
	if text := p.UCI(m); len(text) == 5 {
		promotion = uint16(1 + bytes.IndexByte([]byte("nbrq"), text[4]))
	}
	if _, kind, _ := p.PieceAt(from); kind == goengine.King && fromFile == 4 {
		switch toFile {
		case 2:
			toFile = 0
		case 6:
			toFile = 7
		}
	}
	return toFile | uint16(to>>4)<<3 | fromFile<<6 | uint16(from>>4)<<9 | promotion<<12
}
