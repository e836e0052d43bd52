// Package guesttest has what the tests of the guests share: a guest as a host sees it, positions, moves and counts to compare
// with, and the search that their sources describe.
package guesttest

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// Guest is a chess program in a machine. Its variables have the names that those of all guests have.
type Guest struct {
	emu.Machine
	T testing.TB
	// Square is the program's number of a square, by 8*rank + file.
	Square func(i int) byte
	// Black marks Black's pieces and his turn, None is the number that means no square.
	Black, None byte
}

// None is the square that is none in a Setup.
const None = -1

// Setup is a position as a host sets it, in terms of no program.
type Setup struct {
	// Board has a byte for each square, by 8*rank + file: 0, or 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king, and
	// 0x80 more for Black's.
	Board [64]byte
	Black bool
	// Castling has the rights KQkq from bit 0 on.
	Castling byte
	// Passed is the square that a pawn has just passed by a double step, or None.
	Passed int
}

const (
	letters = ".PNBRQK"
	black   = 0x80
)

// Read reads a FEN by itself, so that nothing is shared with an engine.
func Read(fen string) Setup {
	f := strings.Fields(fen)
	s := Setup{Black: f[1] == "b", Passed: None}
	at := 56
	for _, c := range []byte(f[0]) {
		switch {
		case c == '/':
			at -= 16
		case c <= '8':
			at += int(c - '0')
		default:
			s.Board[at] = byte(strings.IndexByte(letters, c&^0x20)) | c&0x20<<2
			at++
		}
	}
	for i := range "KQkq" {
		if strings.Contains(f[2], "KQkq"[i:i+1]) {
			s.Castling |= 1 << i
		}
	}
	if f[3] != "-" {
		s.Passed = number(f[3])
	}
	return s
}

// Men returns the board and the side to move of a position of the Go engine, without rights.
func Men(p *goengine.Position) (s Setup) {
	for i := range s.Board {
		if side, kind, is := p.PieceAt(goengine.Square(i + i&^7)); is {
			s.Board[i] = byte(6-kind) | byte(side)<<7
		}
	}
	s.Black, s.Passed = p.Side() == goengine.Black, None
	return s
}

// Index returns the number of a square in a Setup.
func Index(sq goengine.Square) int { return int(sq&7 + sq>>4<<3) }

// number reads the square that a text begins with.
func number(text string) int { return int(text[0]-'a') + 8*int(text[1]-'1') }

// At returns the address of a symbol.
func (g *Guest) At(name string) uint32 {
	addr, ok := g.Program().Symbol(name)
	require.True(g.T, ok, "%s has no symbol %s", g.Program().Name, name)
	return addr
}

// Do calls a routine.
func (g *Guest) Do(name string) {
	g.T.Helper()
	require.NoError(g.T, g.Call(name, 0), name)
}

func (g *Guest) Byte(name string) byte       { return g.Read(g.At(name)) }
func (g *Guest) SetByte(name string, v byte) { g.Write(g.At(name), v) }
func (g *Guest) Word(name string) int        { return int(int16(g.ReadWord(g.At(name)))) }
func (g *Guest) SetWord(name string, v int)  { g.WriteWord(g.At(name), uint16(int16(v))) }
func (g *Guest) On(name string, f func())    { g.Watch(g.At(name), f) }
func (g *Guest) Jump(name string)            { g.SetRegister("pc", g.At(name)) }
func (g *Guest) Move(from, to, promo string) string {
	return g.UCI(g.Byte(from), g.Byte(to), g.Byte(promo))
}

// Set sets a position up.
func (g *Guest) Set(s Setup) {
	board := g.At("board")
	for i, man := range s.Board {
		if man&black != 0 {
			man ^= black ^ g.Black
		}
		g.Write(board+uint32(g.Square(i)), man)
	}
	side, passed := byte(0), g.None
	if s.Black {
		side = g.Black
	}
	if s.Passed != None {
		passed = g.Square(s.Passed)
	}
	g.SetByte("side", side)
	g.SetByte("castling", s.Castling)
	g.SetByte("ep", passed)
}

// Setup returns the position that the program has.
func (g *Guest) Setup() Setup {
	s := Setup{Black: g.Byte("side") == g.Black, Castling: g.Byte("castling"), Passed: None}
	if passed := g.Byte("ep"); passed != g.None {
		s.Passed = g.number(passed)
	}
	board := g.At("board")
	for i := range s.Board {
		man := g.Read(board + uint32(g.Square(i)))
		if man&g.Black != 0 {
			man ^= black ^ g.Black
		}
		s.Board[i] = man
	}
	return s
}

// number is the inverse of Square.
func (g *Guest) number(sq byte) int {
	for i := range 64 {
		if g.Square(i) == sq {
			return i
		}
	}
	require.FailNow(g.T, "not a square", "%s: %d", g.Program().Name, sq)
	return None
}

// UCI writes a move of the program. promo is the piece that a pawn becomes, or 0.
func (g *Guest) UCI(from, to, promo byte) string {
	name := func(sq byte) string {
		i := g.number(sq)
		return string([]byte{'a' + byte(i%8), '1' + byte(i/8)})
	}
	s := name(from) + name(to)
	if promo != 0 {
		s += strings.ToLower(letters[promo : promo+1])
	}
	return s
}

// Entry is the inverse of UCI.
func (g *Guest) Entry(move string) (from, to, promo byte) {
	if len(move) > 4 {
		promo = byte(strings.IndexByte(strings.ToLower(letters), move[4]))
	}
	return g.Square(number(move)), g.Square(number(move[2:])), promo
}

// Play plays a legal move in UCI.
func (g *Guest) Play(move string) {
	g.T.Helper()
	from, to, promo := g.Entry(move)
	g.SetByte("best_from", from)
	g.SetByte("best_to", to)
	g.SetByte("best_promo", promo)
	g.Do("play")
}

// Think searches. It returns the best move in UCI, empty if there is none, and its score.
func (g *Guest) Think(depth int) (move string, score int) {
	g.T.Helper()
	g.SetByte("depth", byte(depth))
	g.Do("think")
	if g.Byte("best_from") != g.None {
		move = g.Move("best_from", "best_to", "best_promo")
	}
	return move, g.Word("best_score")
}

// Legal returns the legal moves of a position of the Go engine in UCI, sorted.
func Legal(p *goengine.Position) (moves []string) {
	for _, m := range p.LegalMoves() {
		moves = append(moves, p.UCI(m))
	}
	slices.Sort(moves)
	return moves
}

// Parsed returns the position of a FEN.
func Parsed(t testing.TB, fen string) *goengine.Position {
	t.Helper()
	p, err := goengine.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// Played returns the position behind a legal move in UCI.
func Played(t testing.TB, p *goengine.Position, move string) *goengine.Position {
	t.Helper()
	m, err := p.ParseMove(move)
	require.NoError(t, err, "%s in %s", move, p.FEN())
	after := *p
	require.True(t, after.Play(m), "%s in %s", move, p.FEN())
	return &after
}
