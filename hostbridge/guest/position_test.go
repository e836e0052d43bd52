package guest

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
)

// Positions of all kinds are read back as they were written.
func TestPositionsAreReadBack(t *testing.T) {
	for _, name := range guests {
		e := openGuest(t, name)
		r := rand.New(rand.NewSource(7))
		for i := range 200 {
			p := random.Hostile(r)
			if i%2 == 0 {
				p = random.Game(r).Position()
			}
			require.NoError(t, e.setUp(t.Context(), goengine.NewGame(p)))
			have, err := e.diagram()
			require.NoError(t, err)
			require.Equal(t, strings.Fields(p.FEN())[0], have)
			require.NoError(t, e.same(p, goengine.NoSquare))
		}
	}
}

// The bytes of one position, as the sources of the programs say.
func TestBytesOfAPosition(t *testing.T) {
	// Black has just played d7-d5; White has lost the right to castle short, Black both.
	const fen = "r3k2r/8/8/3pP3/8/8/8/R3K1NR w Q d6 0 30"
	for name, want := range map[string]map[string]int64{
		"mini6502": {"side": 0, "castling": 2, "ep": 0x53, "board[$00]": 4, "board[$04]": 6, "board[$74]": 0x86, "board[$43]": 0x81, "board[$44]": 1, "board[$06]": 2, "board[$01]": 0},
		"miniz80":  {"side": 0, "castling": 2, "ep": 74, "board[21]": 4, "board[25]": 6, "board[95]": 0x86, "board[64]": 0x81, "board[65]": 1, "board[27]": 2, "board[22]": 0},
	} {
		e := openGuest(t, name)
		require.NoError(t, e.setUp(t.Context(), from(t, fen)))
		for cell, n := range want {
			assert.Equal(t, n, eval(t, e, cell), "%s %s", name, cell)
		}
		require.NoError(t, e.setUp(t.Context(), from(t, "r3k2r/8/8/8/3Pp3/8/8/R3K2R b KQkq d3 0 30")))
		assert.Equal(t, int64(0x80), eval(t, e, "side"))
		assert.Equal(t, int64(15), eval(t, e, "castling"))
		assert.Equal(t, map[string]int64{"mini6502": 0x23, "miniz80": 44}[name], eval(t, e, "ep"))
		require.NoError(t, e.setUp(t.Context(), initial()))
		assert.Equal(t, map[string]int64{"mini6502": 0xFF, "miniz80": 0}[name], eval(t, e, "ep"))
	}
}

// eval evaluates an expression on an engine's machine.
func eval(t *testing.T, e *Engine, text string) int64 {
	t.Helper()
	v, err := newCompiler(e.d, e.program, e.m).scope.Parse(text)
	require.NoError(t, err)
	n, err := v.Value(e)
	require.NoError(t, err)
	return n
}

// A cell of the en passant square may have that of the pawn.
func TestEnPassantAsThePawnsSquare(t *testing.T) {
	e := openToy(t, "\x60", "[search]", "en_passant = { at = \"byte($12)\", none = -1, of = \"pawn\" }\n[search]")
	for fen, want := range map[string]int64{
		"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1": 0x43, // the pawn on d5
		"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1": 0x33, // on d4
		"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1":  0xFF,
	} {
		g := from(t, fen)
		require.NoError(t, e.setUp(t.Context(), g))
		assert.Equal(t, want, eval(t, e, "byte($12)"), fen)
		assert.NoError(t, e.same(g.Position(), goengine.NoSquare))
	}
}

// A man has the bit moved unless it stands where it may have stood since the beginning: a king or a rook if a castling
// right says that it does.
func TestMovedBit(t *testing.T) {
	e := openToy(t, "\x60", "black = 0x80", "black = 0x80, moved = 0x40")
	g := from(t, "r3k2r/p6p/8/1p6/8/8/P5P1/RN2K1BR w Qk - 0 1")
	require.NoError(t, e.setUp(t.Context(), g))
	for square, want := range map[string]int64{
		"a1": 0x04, "b1": 0x02, "e1": 0x06, "g1": 0x43, "h1": 0x44, // a rook without a right; g1 is no bishop's square
		"a2": 0x01, "g2": 0x01, "b5": 0xC1, "a7": 0x81, "a8": 0xC4, "e8": 0x86, "h8": 0x84,
	} {
		at := fmt.Sprintf("byte($%04X)", 0x200+int(square[1]-'1')*16+int(square[0]-'a'))
		assert.Equal(t, want, eval(t, e, at), square)
	}
	require.NoError(t, e.same(g.Position(), goengine.NoSquare))
	e.m.Write(0x204, 0x46)
	assert.ErrorContains(t, e.same(g.Position(), goengine.NoSquare), "moved of K on e1 is true")
}

// The empty square may have bits of moved, and a square bits that are not read.
func TestBitsThatAreNotRead(t *testing.T) {
	e := openToy(t, "\x60", "empty = 0,", "empty = 0x48,", "black = 0x80", "black = 0x80, moved = 0x40", "[search]", "mask = 0xCF\n[search]")
	g := initial()
	require.NoError(t, e.setUp(t.Context(), g))
	assert.Equal(t, int64(0x48), eval(t, e, "byte($0220)"))
	require.NoError(t, e.same(g.Position(), goengine.NoSquare))
	e.m.Write(0x220, 0x38)
	e.m.Write(0x200, 0x34)
	require.NoError(t, e.same(g.Position(), goengine.NoSquare))
	e.m.Write(0x220, 0x0E)
	assert.ErrorContains(t, e.same(g.Position(), goengine.NoSquare), "a3: code $0e is no man's")
}

// Numbers of squares may be a table or 64 numbers: the search is the same.
func TestSquaresByTableAndByNumbers(t *testing.T) {
	var all []string
	for i := range 64 {
		all = append(all, fmt.Sprint(i/8*16+i%8))
	}
	g := gameOf(searchGames[1])
	want := depth(t, openGuest(t, "mini6502"), g, 2)
	for _, squares := range []string{"{ a1 = 0, rank = 16, file = 1 }", "[" + strings.Join(all, ", ") + "]"} {
		e := openGuest(t, "mini6502", `"0x88"`, squares)
		assert.Equal(t, want, depth(t, e, g, 2))
	}
}

// Moves made by the program, underpromotions and captures en passant among them, lead to the positions of the rules.
func TestMovesThroughPlay(t *testing.T) {
	for _, name := range guests {
		e := openGuest(t, name)
		for _, c := range []struct{ fen, moves string }{
			{"1n2k3/P6p/8/8/8/8/p6P/1N2K3 w - - 0 1", "a7a8q a7a8r a7a8b a7a8n a7b8q a7b8r a7b8b a7b8n"},
			{"1n2k3/P6p/8/8/8/8/p6P/1N2K3 b - - 0 1", "a2a1q a2a1r a2a1b a2a1n a2b1q a2b1r a2b1b a2b1n"},
			{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6 e5e6"},
			{"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3"},
			{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e1c1 e1e2 a1a8 h1h8 h1g1"},
			{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8 e8c8 e8e7 a8a1 h8h1 h8g8"},
			{"4k3/1p6/8/P7/8/8/6P1/4K3 w - - 0 1", "g2g4 a5a6"},
		} {
			for move := range strings.FieldsSeq(c.moves) {
				p := *from(t, c.fen).Position()
				require.NoError(t, e.setUp(t.Context(), goengine.NewGame(&p)))
				m, err := p.ParseMove(move)
				require.NoError(t, err)
				passed := passedBy(&p, m)
				require.NoError(t, e.playMove(&p, m), move)
				require.NoError(t, e.same(&p, passed), "%s %s", name, move)
			}
		}
	}
}

// Without a board the host plays the whole game, whatever captures and moves of pawns it has.
func TestPlayWithoutABoard(t *testing.T) {
	for _, c := range [][]string{
		{"mini6502", "at = \"board\"\n", "", `to_move = { at = "side", white = 0, black = 0x80 }`, "", `castling = { at = "castling", rights = { K = 1, Q = 2, k = 4, q = 8 } }`, "", `en_passant = { at = "ep", none = 0xFF, of = "passed" }`, ""},
		{"miniz80", "at = \"board\"\n", "", `to_move = { at = "side", white = 0, black = 0x80 }`, "", `castling = { at = "castling", rights = { K = 1, Q = 2, k = 4, q = 8 } }`, "", `en_passant = { at = "ep", none = 0, of = "passed" }`, ""},
	} {
		whole, played := openGuest(t, c[0]), openGuest(t, c[0], c[1:]...)
		g := gameOf("e2e4 d7d5 e4d5 g8f6 d5d6 f6g8 d6c7 g8f6 c7b8n")
		want, have := depth(t, whole, g, 2), depth(t, played, g, 2)
		assert.Equal(t, want, have, c[0])
		assert.Equal(t, whole.m.Read(whole.program.Symbols["board"]+1), played.m.Read(played.program.Symbols["board"]+1))
		_, err := played.Search(t.Context(), from(t, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"), uniform, goengine.Limits{Depth: 1})
		assert.ErrorContains(t, err, "board: without at a game begins with the initial position: not with 4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	}
}

// A program may say whether it has made a move.
func TestAMoveThatTheProgramRefuses(t *testing.T) {
	e := openToy(t, "\x60", "at = \"$0200\"\n", "", "[search]", "[play]\ncall = \"first\"\nset = \"byte($13) = move.to\"\nok = \"byte($13) != $24\"\n[search]\nset = [\"byte($10) = $60\", \"byte($11) = $50\"]")
	r := depth(t, e, gameOf("e2e4"), 1)
	assert.Equal(t, "a7a6", gameOf("e2e4").Position().UCI(r.Best))
	_, err := e.Search(t.Context(), gameOf("e2e3"), uniform, goengine.Limits{Depth: 1})
	assert.ErrorContains(t, err, "play.ok: the program refuses the move e2e3 in "+goengine.StartFEN)
}

// The numbers of a position and of a move that expressions may name.
func TestNumbersOfAPositionAndAMove(t *testing.T) {
	e := openToy(t, "\x60", "black = 0x80 }", `black = 0x80 }
set = ["byte($12) = position.black", "byte($13) = position.move", "byte($14) = position.half", "byte($15) = position.king", "byte($16) = position.black_king", "byte($17) = position.ep"]
[play]
call = "first"
set = ["byte($18) = move.from", "byte($19) = move.to", "byte($1A) = move.promotion", "byte($1B) = move.man"]`)
	g := from(t, "4k3/8/8/8/2Pp4/8/p6K/8 b - c3 0 41")
	require.NoError(t, e.setUp(t.Context(), g))
	p := *g.Position()
	m, err := p.ParseMove("a2a1n")
	require.NoError(t, err)
	require.NoError(t, e.playMove(&p, m))
	for at, want := range map[string]int64{"$12": 1, "$13": 41, "$14": 0, "$15": 0x17, "$16": 0x74, "$17": 0x22, "$18": 0x10, "$19": 0, "$1A": 2, "$1B": 0x82} {
		assert.Equal(t, want, eval(t, e, "byte("+at+")"), at)
	}
}
