package play

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
)

// Setup is a position that is being set up.
type Setup struct {
	// Board has the pieces by rank and file from a1, as letters of a FEN, 0 for none.
	Board [8][8]byte
	Black bool // to move
	// EnPassant is the square behind a pawn that may be captured en passant, "" for none.
	EnPassant string
	// Castling has the rights that the user wants. A right without king and rook on
	// their squares doesn't count.
	Castling [4]bool

	clocks string
}

// castlings are the castling rights: their letters, and the squares of king and rook.
var castlings = [4]struct {
	letter     byte
	king, rook byte
	rank       int
	rookFile   int
}{{'K', 'K', 'R', 0, 7}, {'Q', 'K', 'R', 0, 0}, {'k', 'k', 'r', 7, 7}, {'q', 'k', 'r', 7, 0}}

// SetupOf returns a copy of the position on the board, for editing.
func SetupOf(g *Game) *Setup {
	s := &Setup{}
	f := strings.Fields(g.FEN())
	for i, row := range strings.Split(f[0], "/") {
		file := 0
		for _, c := range []byte(row) {
			if c >= '1' && c <= '8' {
				file += int(c - '0')
				continue
			}
			s.Board[7-i][file] = c
			file++
		}
	}
	s.Black = f[1] == "b"
	for i, c := range castlings {
		s.Castling[i] = strings.IndexByte(f[2], c.letter) >= 0
	}
	if f[3] != "-" {
		s.EnPassant = f[3]
	}
	s.clocks = f[4] + " " + f[5]
	return s
}

// Clear takes all pieces off the board.
func (s *Setup) Clear() { *s = Setup{clocks: "0 1", Castling: [4]bool{true, true, true, true}} }

// Put puts a piece on a square; 0 empties the square.
func (s *Setup) Put(rank, file int, piece byte) {
	s.Board[rank][file] = piece
	s.EnPassant, s.clocks = "", "0 1"
}

// may reports whether king and rook stand on the squares of a castling right.
func (s *Setup) may(i int) bool {
	c := castlings[i]
	return s.Board[c.rank][4] == c.king && s.Board[c.rank][c.rookFile] == c.rook
}

// Rights returns the castling rights in FEN.
func (s *Setup) Rights() string {
	var b strings.Builder
	for i, c := range castlings {
		if s.Castling[i] && s.may(i) {
			b.WriteByte(c.letter)
		}
	}
	if b.Len() == 0 {
		return "-"
	}
	return b.String()
}

// NextRights switches to the next combination of rights that the position allows.
func (s *Setup) NextRights() {
	for i := range castlings {
		if !s.may(i) {
			continue
		}
		if s.Castling[i] = !s.Castling[i]; s.Castling[i] {
			return
		}
	}
}

// FEN returns the position as a FEN.
func (s *Setup) FEN() string {
	side, ep := "w", "-"
	if s.Black {
		side = "b"
	}
	if s.EnPassant != "" {
		ep = s.EnPassant
	}
	placement := rules.Placement(func(rank, file int) byte { return s.Board[rank][file] })
	return fmt.Sprintf("%s %s %s %s %s", placement, side, s.Rights(), ep, s.clocks)
}

// UseSetup begins a game from a position that was set up, with the person to move. It
// returns an error for an impossible position.
func (t *Table) UseSetup(fen string) error {
	g, err := t.fresh(fen, White)
	if err != nil {
		return err
	}
	person := g.Turn()
	g.Seats[person].Machine, g.Seats[1-person].Machine = false, true
	t.put(t.current, g)
	t.say("POSITION SET UP", "position set up: you have %s and are to move; %s", colors(g), t.Wording.Go)
	if t.Over() {
		t.announce(g)
	}
	t.save()
	return nil
}
