package book

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
)

const letters = "KQRBN"

// ParseSAN reads a legal move as ReadWord does. An x where nothing is taken is an error, since it is most often a slip.
func ParseSAN(p *goengine.Position, s string) (goengine.Move, error) {
	w, ok := ReadWord(s)
	if !ok || w.Promotion != "" && w.Piece != 0 && w.Piece != 'P' {
		return goengine.NoMove, fmt.Errorf("not a move")
	}
	var found []goengine.Move
	var to goengine.Square
	if w.Castle == 0 {
		to = goengine.Square(w.To[1]-'1')<<4 | goengine.Square(w.To[0]-'a')
	}
	promotes := false
	for _, m := range p.LegalMoves() {
		if w.Castle != 0 {
			if wing(p, m) == w.Castle {
				return m, nil
			}
			continue
		}
		if m.To() != to || !w.fits(p, m) {
			continue
		}
		if isPromotion(p, m) {
			promotes = true
			if w.Promotion != strings.ToLower(letters[m.Promotion():m.Promotion()+1]) {
				continue
			}
		} else if w.Promotion != "" {
			continue
		}
		found = append(found, m)
	}
	switch {
	case len(found) == 0 && promotes && w.Promotion == "":
		return goengine.NoMove, fmt.Errorf("the pawn promotes: write %s=Q", s)
	case len(found) == 0:
		return goengine.NoMove, fmt.Errorf("no such legal move")
	case len(found) > 1:
		var names []string
		for _, m := range found {
			names = append(names, SAN(p, m))
		}
		slices.Sort(names)
		return goengine.NoMove, fmt.Errorf("ambiguous: %s", strings.Join(names, " or "))
	case w.Takes && !isCapture(p, found[0]):
		return goengine.NoMove, fmt.Errorf("nothing to take on %s", w.To)
	}
	return found[0], nil
}

// lineNumber matches a move number, even one without a space before the move.
var lineNumber = regexp.MustCompile(`^[0-9]+\.+`)

// ParseLine reads the moves of a line of text, with or without numbers and a result, and plays
// them. An error names the word.
func ParseLine(p *goengine.Position, line string) (moves []goengine.Move, err error) {
	for _, word := range strings.Fields(line) {
		text := lineNumber.ReplaceAllString(PlainWord([]byte(word)), "")
		if text == "" || Result([]byte(text)) != "" {
			continue
		}
		m, err := ParseSAN(p, text)
		if err != nil {
			return moves, fmt.Errorf("move %d %q: %w in %s", len(moves)+1, clip(word), err, p.FEN())
		}
		p.Play(m)
		moves = append(moves, m)
	}
	return moves, nil
}

// wing returns the wing to which a move castles, 0 for any other move.
func wing(p *goengine.Position, m goengine.Move) int {
	_, kind, _ := p.PieceAt(m.From())
	switch {
	case kind == goengine.King && m.To() == m.From()+2:
		return KingSide
	case kind == goengine.King && m.From() == m.To()+2:
		return QueenSide
	}
	return 0
}

// fits reports whether a move to the square of a word has its piece and comes from where it says. A pawn's move without a file goes straight ahead.
func (w *Word) fits(p *goengine.Position, m goengine.Move) bool {
	_, kind, _ := p.PieceAt(m.From())
	from := goengine.SquareName(m.From())
	switch {
	case w.Piece == 0 && from != w.From:
		return false
	case w.Piece != 0 && w.Piece != (letters + "P")[kind]:
		return false
	case w.Piece == 'P' && w.From == "" && from[0] != w.To[0]:
		return false
	}
	return strings.Trim(w.From, from) == ""
}

func isPromotion(p *goengine.Position, m goengine.Move) bool {
	_, kind, _ := p.PieceAt(m.From())
	return kind == goengine.Pawn && (m.To()>>4 == 0 || m.To()>>4 == 7)
}

func isCapture(p *goengine.Position, m goengine.Move) bool {
	_, _, taken := p.PieceAt(m.To())
	_, kind, _ := p.PieceAt(m.From())
	return taken || kind == goengine.Pawn && m.From()&7 != m.To()&7
}

// SAN is a legal move in standard algebraic notation.
func SAN(p *goengine.Position, m goengine.Move) string {
	_, kind, _ := p.PieceAt(m.From())
	from, to := goengine.SquareName(m.From()), goengine.SquareName(m.To())
	var s string
	switch {
	case kind == goengine.King && m.To() == m.From()+2:
		s = "O-O"
	case kind == goengine.King && m.From() == m.To()+2:
		s = "O-O-O"
	case kind == goengine.Pawn:
		if isCapture(p, m) {
			s = from[:1] + "x"
		}
		s += to
		if isPromotion(p, m) {
			s += "=" + letters[m.Promotion():m.Promotion()+1]
		}
	default:
		s = letters[kind:kind+1] + distinction(p, m, kind, from)
		if isCapture(p, m) {
			s += "x"
		}
		s += to
	}
	after := *p
	after.Play(m)
	if after.InCheck() {
		if len(after.LegalMoves()) == 0 {
			return s + "#"
		}
		return s + "+"
	}
	return s
}

// distinction returns what distinguishes a piece from others of its kind that can go to the same square: its file if that
// is enough, otherwise its rank, otherwise both.
func distinction(p *goengine.Position, m goengine.Move, kind goengine.Kind, from string) string {
	other, sameFile, sameRank := false, false, false
	for _, o := range p.LegalMoves() {
		_, k, _ := p.PieceAt(o.From())
		if k != kind || o.To() != m.To() || o.From() == m.From() {
			continue
		}
		other = true
		sameFile = sameFile || o.From()&7 == m.From()&7
		sameRank = sameRank || o.From()>>4 == m.From()>>4
	}
	switch {
	case !other:
		return ""
	case !sameFile:
		return from[:1]
	case !sameRank:
		return from[1:]
	}
	return from
}
