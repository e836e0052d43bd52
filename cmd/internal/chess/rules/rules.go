// Package rules decides which moves are legal and when a game is over. It uses
// github.com/corentings/chess/v2, which shares no code with our engines. Only positions
// are read by goengine.ParseFEN, so that all commands accept the same.
//
// A game ends by checkmate, stalemate, threefold repetition, fifty moves
// without a capture or pawn move, or insufficient material; the draws need no
// claim.
package rules

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/corentings/chess/v2"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// The results of a game in PGN.
const (
	WhiteWins = "1-0"
	BlackWins = "0-1"
	Draw      = "1/2-1/2"
	Unknown   = "*"
)

// End is how a game ended; empty while it goes on.
type End string

// The ends of a game by the rules of chess.
const (
	Checkmate  End = "checkmate"
	Stalemate  End = "stalemate"
	Repetition End = "threefold repetition"
	FiftyMoves End = "fifty moves"
	Material   End = "insufficient material"
)

// ErrIllegal is the error of a move that is not legal.
var ErrIllegal = errors.New("illegal move")

// Game is a game that has been played up to some position.
type Game struct {
	pos   *chess.Position
	moves []string       // UCI
	seen  map[string]int // how often each position occurred, by Key
}

// fenLock guards the chess package's FEN reader, which splits the ranks in a global
// buffer (v2.3.2): parallel games would get each other's pieces. chess.NewGame uses
// the same buffer, so it must not be called.
var fenLock sync.Mutex

// parseFEN reads what goengine.ParseFEN reads. The chess package wants all six fields,
// the letters of castling in one order, and a move number from 1.
func parseFEN(fen string) (*chess.Position, error) {
	if fen == goengine.StartFEN {
		pos, err := initial()
		if err != nil {
			return nil, err
		}
		start := *pos
		return &start, nil
	}
	fen, _, err := goengine.CompleteFEN(fen)
	if err != nil {
		return nil, err
	}
	if before, ok := strings.CutSuffix(fen, " 0"); ok {
		fen = before + " 1"
	}
	return unmarshal(fen)
}

// initial returns the initial position, which most games of a file begin at. The caller
// must copy it, since a position caches its legal moves.
var initial = sync.OnceValues(func() (*chess.Position, error) {
	pos, err := unmarshal(goengine.StartFEN)
	if err == nil {
		pos.ValidMoves() // cached for all copies
	}
	return pos, err
})

func unmarshal(fen string) (*chess.Position, error) {
	fenLock.Lock()
	defer fenLock.Unlock()
	pos := new(chess.Position)
	if err := pos.UnmarshalText([]byte(fen)); err != nil {
		return nil, fmt.Errorf("fen %q: %w", fen, err)
	}
	return pos, nil
}

// New returns a game that begins at a position, after moves in UCI notation.
func New(fen string, moves ...string) (*Game, error) {
	pos, err := parseFEN(fen)
	if err != nil {
		return nil, err
	}
	g := &Game{pos: pos, seen: map[string]int{}}
	g.seen[g.Key()]++
	for _, m := range moves {
		if err := g.Play(m); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// Played returns the game whose positions, from the initial one on, moves led to. It is
// faster than New, since they are not played again.
func Played(positions []Position, moves []string) *Game {
	g := &Game{moves: slices.Clone(moves), seen: map[string]int{}}
	for _, p := range positions {
		pos := *p.pos
		g.pos = &pos
		g.seen[g.Key()]++
	}
	return g
}

// Clone returns a copy of the game. The position is copied too, since it caches its
// legal moves on first use.
func (g *Game) Clone() *Game {
	pos := *g.pos
	return &Game{pos: &pos, moves: slices.Clone(g.moves), seen: maps.Clone(g.seen)}
}

// find returns a legal move by its UCI notation.
func find(pos *chess.Position, uci string) (chess.Move, bool) {
	if len(uci) < 4 || len(uci) > 5 {
		return chess.Move{}, false
	}
	for _, m := range pos.ValidMoves() {
		if int(m.S1()) == squareAt(uci) && m.String() == uci {
			return m, true
		}
	}
	return chess.Move{}, false
}

// Position is a position without its history. It is immutable.
type Position struct{ pos *chess.Position }

// ParsePosition reads a FEN.
func ParsePosition(fen string) (Position, error) {
	pos, err := parseFEN(fen)
	return Position{pos}, err
}

// Position returns the position on the board.
func (g *Game) Position() Position {
	pos := *g.pos
	return Position{&pos}
}

// NullMove is a null move in UCI notation: the side to move passes. Annotators write -- or
// Z0.
const NullMove = "0000"

// IsNull reports whether a word is a null move.
func IsNull(word string) bool { return slices.Contains(book.NullMoves, word) }

// pass returns the position after a null move.
func (p Position) pass() (Position, error) {
	f := strings.Fields(p.pos.String())
	if look(p.pos, nil).inCheck() {
		return p, errors.New("a null move in check")
	}
	full, err := strconv.Atoi(f[5])
	if err != nil {
		return p, err
	}
	side := "b"
	if f[1] == "b" {
		side, full = "w", full+1
	}
	clock := min(p.pos.HalfMoveClock()+1, goengine.MaxClock) // the position must be read by our engines
	next, err := unmarshal(fmt.Sprintf("%s %s %s - %d %d", f[0], side, f[2], clock, full))
	return Position{next}, err
}

// Move returns the position after a move, which may be in any notation of Game.Read or a
// null move, and the move in UCI notation.
func (p Position) Move(text string) (next Position, uci string, err error) {
	if IsNull(text) {
		next, err = p.pass()
		return next, NullMove, err
	}
	if uci, err = look(p.pos, nil).read(text); err != nil {
		return p, "", err
	}
	m, ok := find(p.pos, uci)
	if !ok {
		return p, "", fmt.Errorf("%w %q in %q", ErrIllegal, uci, p.pos)
	}
	return Position{p.pos.Update(&m)}, uci, nil
}

// SAN returns a legal move in standard algebraic notation, as Game.SAN does, and -- for
// a null move.
func (p Position) SAN(uci string) string {
	if uci == NullMove {
		return "--"
	}
	return (&Game{pos: p.pos}).SAN(uci)
}

// Line returns a line of moves, in UCI notation, in standard algebraic notation, up to the
// first that is not legal.
func (p Position) Line(uci []string) (all []string) {
	for _, m := range uci {
		san := p.SAN(m)
		next, _, err := p.Move(m)
		if err != nil {
			break
		}
		all, p = append(all, san), next
	}
	return all
}

// Ply returns the number of half-moves since the beginning of move 1, as Game.Ply
// does.
func (p Position) Ply() int { return p.pos.Ply() - 1 }

// FEN returns the position in Forsyth-Edwards notation.
func (p Position) FEN() string { return p.pos.String() }

// WhiteToMove reports whether White is to move.
func (p Position) WhiteToMove() bool { return p.pos.Turn() == chess.White }

// Play makes a move, in UCI notation, if it is legal.
func (g *Game) Play(uci string) error {
	m, ok := find(g.pos, uci)
	if !ok {
		return fmt.Errorf("%w %.20q at ply %d in %q", ErrIllegal, uci, len(g.moves)+1, g.pos)
	}
	g.pos = g.pos.Update(&m)
	g.moves = append(g.moves, uci)
	g.seen[g.Key()]++
	return nil
}

// Check plays a whole game without counting repetitions, which takes a
// fraction of the time.
func Check(fen string, moves []string) error {
	pos, err := parseFEN(fen)
	if err != nil {
		return err
	}
	for i, uci := range moves {
		m, ok := find(pos, uci)
		if !ok {
			return fmt.Errorf("%w %.20q at ply %d", ErrIllegal, uci, i+1)
		}
		pos = pos.Update(&m)
	}
	return nil
}

// Moves returns the moves played, in UCI notation. The caller must not change them.
func (g *Game) Moves() []string { return g.moves }

// LegalMoves returns the legal moves, in UCI notation.
func (g *Game) LegalMoves() []string {
	var all []string
	for _, m := range g.pos.ValidMoves() {
		all = append(all, m.String())
	}
	return all
}

// WhiteToMove reports whether White is to move.
func (g *Game) WhiteToMove() bool { return g.pos.Turn() == chess.White }

// Ply returns the number of half-moves since the beginning of move 1, by the move
// number of the position.
func (g *Game) Ply() int { return g.pos.Ply() - 1 }

// FEN returns the position on the board.
func (g *Game) FEN() string { return g.pos.String() }

// SAN converts a legal move from UCI to standard algebraic notation. It returns
// anything else unchanged.
func (g *Game) SAN(uci string) string {
	m, ok := find(g.pos, uci)
	if !ok {
		return uci
	}
	return chess.AlgebraicNotation{}.Encode(g.pos, &m)
}

// UCI converts a move that Read accepts to UCI notation. It returns anything else
// unchanged.
func (g *Game) UCI(text string) string {
	uci, err := g.Read(text)
	if err != nil {
		return text
	}
	return uci
}

// Verdict returns the result and the end of a game that is over, and Unknown and ""
// otherwise. Checkmate has precedence over the fifty moves, by the laws of chess.
func (g *Game) Verdict() (result string, end End) {
	switch g.pos.Status() {
	case chess.Checkmate:
		if g.WhiteToMove() {
			return BlackWins, Checkmate
		}
		return WhiteWins, Checkmate
	case chess.Stalemate:
		return Draw, Stalemate
	}
	switch {
	case g.seen[g.Key()] >= 3:
		return Draw, Repetition
	case g.pos.HalfMoveClock() >= 100:
		return Draw, FiftyMoves
	case insufficientMaterial(g.pos):
		return Draw, Material
	}
	return Unknown, ""
}

// Key identifies the position for the rule of repetition: pieces, side to move,
// castling rights, and the en passant square if a pawn can legally capture there.
// (The chess package compares the square itself, which misses repetitions after a
// double step.)
func (g *Game) Key() string {
	f := strings.Fields(g.pos.String())
	if f[3] != "-" {
		ep := "-"
		for _, m := range g.pos.ValidMoves() {
			if m.HasTag(chess.EnPassant) {
				ep = f[3]
			}
		}
		f[3] = ep
	}
	return strings.Join(f[:4], " ")
}

// insufficientMaterial reports whether neither side has the pieces to mate: at
// most one minor piece on the board, or only bishops of one square colour.
func insufficientMaterial(pos *chess.Position) bool {
	knights, bishops := 0, [2]int{}
	for sq, p := range pos.Board().SquareMap() {
		switch p.Type() {
		case chess.King:
		case chess.Knight:
			knights++
		case chess.Bishop:
			bishops[(int(sq.File())+int(sq.Rank()))%2]++
		default:
			return false
		}
	}
	if knights == 0 {
		return bishops[0] == 0 || bishops[1] == 0
	}
	return knights == 1 && bishops == [2]int{}
}
