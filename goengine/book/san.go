package book

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
)

const letters = "KQRBN"

// ParseSAN reads a legal move in standard algebraic notation. Check marks, annotations, a missing x and more
// disambiguation than needed are read over, and long notation (e2-e4, Ng1f3) and that of UCI are read too. An x where
// nothing is taken is an error, since it is most often a slip.
func ParseSAN(p *goengine.Position, s string) (goengine.Move, error) {
	w, ok := readSAN(s)
	if !ok {
		return goengine.NoMove, fmt.Errorf("not a move")
	}
	var found []goengine.Move
	promotes := false
	for _, m := range p.LegalMoves() {
		_, kind, _ := p.PieceAt(m.From())
		castles := kind == goengine.King && (m.From()-m.To() == 2 || m.To()-m.From() == 2)
		if w.castle != 0 {
			if castles && m.To()&7 == w.castle {
				return m, nil
			}
			continue
		}
		switch {
		case m.To() != w.to, w.kind != anyKind && kind != w.kind,
			w.file >= 0 && int(m.From()&7) != w.file, w.rank >= 0 && int(m.From()>>4) != w.rank,
			castles && w.kind == goengine.King:
			continue
		}
		if isPromotion(p, m) {
			promotes = true
			if m.Promotion() != w.promotion {
				continue
			}
		} else if w.promotion != 0 {
			continue
		}
		found = append(found, m)
	}
	switch {
	case len(found) == 0 && promotes && w.promotion == 0:
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
	case w.takes && !isCapture(p, found[0]):
		return goengine.NoMove, fmt.Errorf("nothing to take on %s", goengine.SquareName(w.to))
	}
	return found[0], nil
}

// anyKind is the kind of a move that does not name its piece.
const anyKind = 0xFF

// word is a move as it is written.
type word struct {
	kind       goengine.Kind
	file, rank int // of the from-square, -1 where not given
	to         goengine.Square
	promotion  goengine.Kind // 0 for none
	takes      bool
	castle     goengine.Square // the king's file after castling, else 0
}

// readSAN parses a move. ok is false if s is not in the notation.
func readSAN(s string) (w word, ok bool) {
	w = word{kind: goengine.Pawn, file: -1, rank: -1}
	s = strings.TrimRight(s, "!?")
	s = strings.TrimRight(s, "+#")
	switch s {
	case "O-O", "0-0":
		w.castle = 6
		return w, true
	case "O-O-O", "0-0-0":
		w.castle = 2
		return w, true
	}
	if s != "" {
		if i := strings.IndexByte(letters, s[0]); i >= 0 {
			w.kind, s = goengine.Kind(i), s[1:]
		} else if s[0] == 'P' {
			s = s[1:]
		}
	}
	if n := len(s); n > 2 {
		if i := strings.IndexByte("QRBN", s[n-1]&^0x20); i >= 0 && (s[n-2] == '=' || s[n-2] == '1' || s[n-2] == '8') {
			w.promotion = goengine.Queen + goengine.Kind(i)
			s = strings.TrimSuffix(s[:n-1], "=")
		}
	}
	if len(s) < 2 {
		return w, false
	}
	from, to := s[:len(s)-2], s[len(s)-2:]
	if !isFile(to[0]) || !isRank(to[1]) {
		return w, false
	}
	w.to = goengine.Square(to[1]-'1')<<4 | goengine.Square(to[0]-'a')
	if n := len(from); n > 0 && strings.IndexByte("x:-", from[n-1]) >= 0 {
		w.takes = from[n-1] != '-'
		from = from[:n-1]
	}
	if from != "" && isFile(from[0]) {
		w.file, from = int(from[0]-'a'), from[1:]
	}
	if from != "" && isRank(from[0]) {
		w.rank, from = int(from[0]-'1'), from[1:]
	}
	if w.kind == goengine.Pawn && w.file >= 0 && w.rank >= 0 {
		w.kind = anyKind
	}
	return w, from == ""
}

func isFile(c byte) bool { return c >= 'a' && c <= 'h' }
func isRank(c byte) bool { return c >= '1' && c <= '8' }

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
