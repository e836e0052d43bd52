// Package play is the machine at a table: its twelve games, who plays them, levels
// and clocks, and all that its keys do. It knows no terminal; docs/manual/play.md is its manual.
package play

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/goengine"
)

// Move is a move that was played, with what is known of it.
type Move struct {
	UCI, SAN string
	// Time is what the move took on the mover's clock, a machine's in its own time.
	Time time.Duration
	// Score is its value in units for the mover; Scored says that there is one, which
	// was found in so many iterations (Depth), the last with a budget of SX.
	Score     int
	Scored    bool
	Depth, SX int
	// Book: it is from the opening book.
	Book bool
	// Comment is what a file that was opened says about it.
	Comment string
	// Others are lines that were played in place of this move and what followed, and
	// were then taken back: no move is forgotten.
	Others [][]Move
}

// Seat is who plays a colour.
type Seat struct {
	Machine bool
	// Engine and Profile are the machine's, also while a person plays.
	Engine, Profile string
}

// player returns who plays there, as PGN names him.
func (s Seat) player() string {
	if s.Machine {
		return "searchex " + s.name()
	}
	return "Human"
}

// White and Black are indexes of what each side has.
const (
	White = iota
	Black
)

// Game is one of the machine's games.
type Game struct {
	// Start is the position that it began from, a FEN.
	Start string
	Seats [2]Seat
	Level level.Level
	// Tags are a PGN's. File is where a Store keeps the game, "" before its first move.
	Tags []pgn.Tag
	File string

	moves []Move
	at    int // so many are on the board; those behind can be played forward
	board *rules.Game
	pos   *goengine.Position

	given    []string      // the machine's moves in the position before, the last on the board
	excluded []string      // by Next Best, in this position
	held     bool          // the machine waits for Go, though it is its turn
	thought  time.Duration // of the person whose turn it is, before turnBegan
	expected string        // what the machine expects its opponent to play here
	ended    string        // a result that is not the board's: by resignation or agreement
	why      string
	players  [2]string // who made each side's last move, as PGN names him
}

// NewGame returns a game from a position on, "" the initial one. A position that chess
// cannot have is refused.
func NewGame(fen string, seats [2]Seat, l level.Level) (*Game, error) {
	g := &Game{Start: cmp.Or(fen, goengine.StartFEN), Seats: seats, Level: l}
	if err := g.goTo(0); err != nil {
		return nil, err
	}
	return g, nil
}

// goTo puts so many of the game's moves on the board.
func (g *Game) goTo(at int) error {
	var words []string
	for _, m := range g.moves[:at] {
		words = append(words, m.UCI)
	}
	if _, err := goengine.ParseFEN(g.Start); err != nil {
		return err
	}
	board, err := rules.New(g.Start, words...)
	if err != nil {
		return err
	}
	pos, err := goengine.ParseFEN(board.FEN())
	if err != nil {
		return err
	}
	g.at, g.board, g.pos = at, board, pos
	g.excluded, g.expected, g.thought = nil, "", 0
	return nil
}

// Moves returns all moves of the game, At how many of them are on the board.
func (g *Game) Moves() []Move { return g.moves }

// At returns how many of Moves are on the board.
func (g *Game) At() int { return g.at }

// FEN returns the position on the board.
func (g *Game) FEN() string { return g.board.FEN() }

// Position returns the position on the board. It must not be changed.
func (g *Game) Position() *goengine.Position { return g.pos }

// Turn returns whose move it is, White or Black.
func (g *Game) Turn() int { return int(g.pos.Side()) }

// Number returns the number of the move that is next.
func (g *Game) Number() int { return g.board.Ply()/2 + 1 }

// Last returns the last move on the board.
func (g *Game) Last() (m Move, ok bool) {
	if g.at == 0 {
		return m, false
	}
	return g.moves[g.at-1], true
}

// uci returns the moves on the board.
func (g *Game) uci() []string { return slices.Clone(g.board.Moves()) }

// Result returns the game's as PGN has it, and why it has ended; "*" and "" while it goes
// on. A game that was taken back goes on.
func (g *Game) Result() (result, why string) {
	if r, end := g.board.Verdict(); end != "" {
		return r, string(end)
	}
	if g.ended != "" && g.at == len(g.moves) {
		return g.ended, g.why
	}
	return rules.Unknown, ""
}

// end ends the game by what isn't seen on the board.
func (g *Game) end(result, why string) { g.ended, g.why = result, why }

// play makes a legal move. Moves that had been taken back stay: where the first of them
// is another one, as a line in its place.
func (g *Game) play(m Move) error {
	m.SAN = g.board.SAN(m.UCI)
	g.players[g.Turn()] = g.Seats[g.Turn()].player()
	rest := slices.Clone(g.moves[g.at:])
	if len(rest) > 0 {
		if rest[0].UCI == m.UCI {
			return g.goTo(g.at + 1)
		}
		m.Others = append(slices.Clone(rest[0].Others), rest)
		rest[0].Others = nil
	}
	before := g.moves
	g.moves = append(g.moves[:g.at:g.at], m)
	if err := g.goTo(g.at + 1); err != nil {
		g.moves = before
		return err
	}
	g.ended, g.why = "", ""
	return nil
}

// pieces returns where a side's stand: Ke1 Qd1 …
func pieces(g *Game, side int) (names []string) {
	for _, kind := range []goengine.Kind{goengine.King, goengine.Queen, goengine.Rook, goengine.Bishop, goengine.Knight, goengine.Pawn} {
		for sq := range goengine.Square(0x78) {
			if sq&0x88 != 0 {
				continue
			}
			if s, k, ok := g.pos.PieceAt(sq); ok && k == kind && int(s) == side {
				names = append(names, letter(kind)+goengine.SquareName(sq))
			}
		}
	}
	return names
}

// King returns the square of the king whose side is to move.
func (g *Game) King() string { return pieces(g, g.Turn())[0][1:] }

// used returns the time that a side has used for the moves on the board.
func (g *Game) used(side int) (d time.Duration) {
	for i, m := range g.moves[:g.at] {
		if g.mover(i) == side {
			d += m.Time
		}
	}
	return d
}

// first returns who moves first in the game.
func (g *Game) first() int {
	if f := strings.Fields(g.Start); len(f) > 1 && f[1] == "b" {
		return Black
	}
	return White
}

// MoverOf returns who made a move, NumberOf its number.
func (g *Game) MoverOf(i int) int { return g.mover(i) }

// NumberOf returns the number of a move.
func (g *Game) NumberOf(i int) int {
	from := g.board.Ply() - g.at
	return (from+i)/2 + 1
}

// mover returns who made move i.
func (g *Game) mover(i int) int { return (g.first() + i) % 2 }

// letter returns a piece's in algebraic notation.
func letter(k goengine.Kind) string {
	return map[goengine.Kind]string{
		goengine.King: "K", goengine.Queen: "Q", goengine.Rook: "R", goengine.Bishop: "B", goengine.Knight: "N",
	}[k]
}
