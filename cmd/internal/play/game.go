// Package play is the chess computer without its screen: the twelve games, their
// players, levels and clocks, and what each key does. Package console shows it on a
// screen. docs/manual/play.md is the manual.
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

// Move is a move that was played.
type Move struct {
	UCI, SAN string
	// Time is the time of the move on the mover's clock. A machine's clock counts
	// emulated time.
	Time time.Duration
	// Score is the move's value for the mover in 64ths of a pawn, valid if Scored is
	// set. It was found in Depth iterations, the last with the budget SX.
	Score     int
	Scored    bool
	Depth, SX int
	// Book reports that the move is from the opening book.
	Book bool
	// Comment is the comment in the file from which the game was opened.
	Comment string
	// Others are the lines that were played instead of this move and taken back.
	Others [][]Move
	// replaces reports that the last of Others was the game until this move was made.
	replaces bool
}

// White and Black are indexes of arrays with an element a side.
const (
	White = iota
	Black
)

// Game is one of the machine's games.
type Game struct {
	// Start is the initial position, a FEN.
	Start string
	Seats [2]Seat
	Level level.Level
	// Tags are the tags of the PGN. File is the file in which a Store keeps the game,
	// "" before the first move.
	Tags []pgn.Tag
	File string

	moves []Move
	at    int // number of moves on the board; the others can be played forward
	board *rules.Game
	pos   *goengine.Position

	given    []string      // the machine's answers to the previous position, the last of them on the board
	excluded []string      // moves rejected with Next Best in this position
	held     bool          // the machine is to move, but waits for Go
	thought  time.Duration // of the person to move, before turnBegan
	expected string        // the reply that the machine expects here
	ended    string        // the result by resignation or agreement, else empty
	why      string
	players  [2]string // the player of each side's last move, by its name in PGN
}

// NewGame returns a game that begins at a position, "" for the initial one. It
// returns an error for an impossible position.
func NewGame(fen string, seats [2]Seat, l level.Level) (*Game, error) {
	start, _, err := goengine.CompleteFEN(cmp.Or(fen, goengine.StartFEN))
	if err != nil {
		return nil, err
	}
	g := &Game{Start: start, Seats: seats, Level: l}
	if err := g.goTo(0); err != nil {
		return nil, err
	}
	return g, nil
}

// after returns the board after the first moves of the game.
func (g *Game) after(moves int) (*rules.Game, error) {
	var words []string
	for _, m := range g.moves[:moves] {
		words = append(words, m.UCI)
	}
	return rules.New(g.Start, words...)
}

// goTo puts the first moves of the game on the board.
func (g *Game) goTo(at int) error {
	board, err := g.after(at)
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

// Moves returns all moves of the game, including those taken back.
func (g *Game) Moves() []Move { return g.moves }

// At returns the number of moves that are on the board.
func (g *Game) At() int { return g.at }

// FEN returns the position on the board.
func (g *Game) FEN() string { return g.board.FEN() }

// Position returns the position on the board. The caller must not change it.
func (g *Game) Position() *goengine.Position { return g.pos }

// Turn returns the side to move, White or Black.
func (g *Game) Turn() int { return int(g.pos.Side()) }

// Number returns the number of the next move.
func (g *Game) Number() int { return g.board.Ply()/2 + 1 }

// Last returns the last move on the board.
func (g *Game) Last() (m Move, ok bool) {
	if g.at == 0 {
		return m, false
	}
	return g.moves[g.at-1], true
}

// uci returns the moves on the board in UCI notation.
func (g *Game) uci() []string { return slices.Clone(g.board.Moves()) }

// Result returns the result in PGN's form and the reason for it, "*" and "" while the
// game goes on. A game goes on after moves are taken back.
func (g *Game) Result() (result, why string) {
	if r, end := g.board.Verdict(); end != "" {
		return r, string(end)
	}
	if g.ended != "" && g.at == len(g.moves) {
		return g.ended, g.why
	}
	return rules.Unknown, ""
}

// end ends the game by resignation or agreement.
func (g *Game) end(result, why string) { g.ended, g.why = result, why }

// play makes a legal move. If it differs from the next of the moves taken back, those
// become a variation (Others).
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
		m.replaces = true
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

// bringBack makes the moves that the next one has replaced the game again, and that one a
// variation. It reports whether there were any.
func (g *Game) bringBack() bool {
	if g.at == len(g.moves) || !g.moves[g.at].replaces {
		return false
	}
	now := slices.Clone(g.moves[g.at:])
	others := now[0].Others
	now[0].Others, now[0].replaces = nil, false
	line := slices.Clone(others[len(others)-1])
	line[0].Others = append(slices.Clone(others[:len(others)-1]), now)
	g.moves = append(g.moves[:g.at:g.at], line...)
	return true
}

// Begun reports whether a board has a game with moves, or a position of its own.
func (g *Game) Begun() bool { return g != nil && (len(g.moves) > 0 || g.Start != goengine.StartFEN) }

// Outcome says who has won a game that is over: "you" if one side's last mover is the person.
func (g *Game) Outcome() string {
	result, why := g.Result()
	if why == "" {
		return ""
	}
	if result != rules.WhiteWins && result != rules.BlackWins {
		return "draw"
	}
	winner, name := White, "White"
	if result == rules.BlackWins {
		winner, name = Black, "Black"
	}
	for side, seat := range g.Seats {
		if seat.Machine || !g.Seats[1-side].Machine || g.players[side] != seat.player() {
			continue
		}
		if side == winner {
			return "you win"
		}
		return "you lose"
	}
	return name + " wins"
}

// pieces returns the pieces of a side with their squares: Ke1 Qd1 …
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

// King returns the square of the king of the side to move.
func (g *Game) King() string { return pieces(g, g.Turn())[0][1:] }

// used returns the time that a side has used for the moves on the board.
func (g *Game) used(side int) (d time.Duration) {
	for i, m := range g.moves[:g.at] {
		if g.MoverOf(i) == side {
			d += m.Time
		}
	}
	return d
}

// first returns the side that moves first in the game.
func (g *Game) first() int {
	if f := strings.Fields(g.Start); len(f) > 1 && f[1] == "b" {
		return Black
	}
	return White
}

// NumberOf returns the move number of move i.
func (g *Game) NumberOf(i int) int {
	from := g.board.Ply() - g.at
	return (from+i)/2 + 1
}

// MoverOf returns the side that made move i.
func (g *Game) MoverOf(i int) int { return (g.first() + i) % 2 }

// letter returns the letter of a piece in algebraic notation.
func letter(k goengine.Kind) string {
	return map[goengine.Kind]string{
		goengine.King: "K", goengine.Queen: "Q", goengine.Rook: "R", goengine.Bishop: "B", goengine.Knight: "N",
	}[k]
}
