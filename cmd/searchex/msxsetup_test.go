package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
)

// setter knows what a set-up shows, and where the cursor is.
type setter struct {
	*msx
	cursor int // 0x88
	black  bool
}

// open opens the set-up and clears the board.
func (s *setter) open() { s.press("PX"); s.black = false }

// put puts a man as FEN has his letter, or with a blank none, on a square.
func (s *setter) put(man rune, square string) {
	to := int(square[1]-'1')<<4 | int(square[0]-'a')
	move := func(less, more string, by int) {
		s.press(strings.Repeat(less, max(-by, 0)) + strings.Repeat(more, max(by, 0)))
	}
	move("d", "u", to>>4-s.cursor>>4)
	move("l", "r", to&7-s.cursor&7)
	s.cursor = to
	if man == ' ' {
		s.press("_")
		return
	}
	if black := man >= 'a'; black != s.black {
		s.press("C")
		s.black = black
	}
	s.press(strings.ToUpper(string(man)))
}

// position sets up a position, ends the set-up, and returns the same position.
func (s *setter) position(fen string) *goengine.Game {
	s.t.Helper()
	p := given.Position(s.t, fen)
	s.open()
	for i, row := range strings.Split(strings.TrimSuffix(boardOf(p), "/"), "/") {
		for file, man := range row {
			if man != '.' {
				s.put(man, fmt.Sprintf("%c%d", 'a'+file, 8-i))
			}
		}
	}
	if black := strings.Contains(s.state().text, ">BLACK"); black != (p.Side() == goengine.Black) {
		s.press("S")
	}
	s.press("!")
	return goengine.NewGame(p)
}

// enter presses the keys of a move, which take the cursor to its last square.
func (s *setter) enter(uci string) {
	s.t.Helper()
	s.msx.enter(uci)
	to := uci[max(0, min(len(uci), 4)-2):]
	s.cursor = int(to[1]-'1')<<4 | int(to[0]-'a')
}

// newSetter starts a machine at level 0.
func newSetter(t *testing.T) *setter {
	t.Helper()
	s := &setter{msx: startMSX(t), cursor: 0x14}
	s.press("LLLLL")
	return s
}

// A position that was set up is the one that the rules' oracle has: its moves are legal there, castling among them, and undo ends
// at it.
func TestMSXSetsUpAPosition(t *testing.T) {
	s := newSetter(t)
	g := s.position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	st := s.state()
	require.Equal(t, boardOf(g.Position()), st.board)
	require.Zero(t, st.now)
	for _, uci := range []string{"e1g1", "e8c8"} {
		require.NoError(t, g.Play(uci))
		s.enter(uci)
		s.press("U")
		require.Equal(t, boardOf(g.Position()), s.state().board)
	}
	s.press("UUUU")
	require.Equal(t, []any{st.board, st.now, st.last}, []any{s.state().board, s.state().now, s.state().last})

	// The king has moved a file: no castling. Black is to move.
	g = s.position("r2k3r/8/8/8/8/8/8/R3K2R b KQ - 0 1")
	s.enter("d8f8")
	require.Contains(t, s.state().text, "CASTLING NOT POSSIBLE")
	s.press("_")
	reply := s.state().last
	require.Equal(t, firstIteration(t, g, "sx81", nil), reply)
	s.press("N")
	require.Equal(t, boardOf(newGame(t).Position()), s.state().board)
}

// Positions that cannot be played are refused, and the set-up goes on. L leaves the game as it was.
func TestMSXRefusesImpossiblePositions(t *testing.T) {
	s := newSetter(t)
	s.press("E2")
	s.enter("e4")
	before := s.state()
	refused := func(why string) {
		t.Helper()
		s.press("!")
		require.Contains(t, s.state().text, "IMPOSSIBLE", why)
		require.Equal(t, before.now, s.state().now, why)
	}
	s.open()
	refused("no king")
	s.put('K', "e1")
	refused("no black king")
	s.put('k', "e8")
	s.put('k', "a8")
	refused("two kings")
	s.put(' ', "a8")
	s.put('R', "e4")
	refused("black is in check, and White to move")
	s.put(' ', "e4")
	s.put('r', "e3")
	s.put('n', "f3")
	s.put('b', "b4")
	s.put('r', "a1")
	refused("four checks")
	s.put('P', "h8")
	require.Contains(t, s.state().text, "IMPOSSIBLE", "a pawn on the last rank")
	s.put('p', "h1")
	require.Contains(t, s.state().text, "IMPOSSIBLE", "a pawn on the first rank")
	for i := range 8 {
		s.put('Q', fmt.Sprintf("%c5", 'a'+i))
		require.Contains(t, s.state().text, "SET UP: WHITE MEN")
	}
	s.put('Q', "a6")
	require.NotContains(t, s.state().text, "IMPOSSIBLE")
	s.put('Q', "b6")
	require.Contains(t, s.state().text, "IMPOSSIBLE", "a tenth queen")
	s.put('P', "b6")
	require.Contains(t, s.state().text, "IMPOSSIBLE", "a pawn besides nine queens")
	require.Contains(t, s.state().board, "k.../......../Q......./QQQQQQQQ/")

	// Keys that mean nothing here, the cursor at the edges, the erase key.
	board := s.state().board
	s.press("TOU1279GIZ" + strings.Repeat("l", 9) + strings.Repeat("d", 9))
	s.cursor = 0
	require.Equal(t, board, s.state().board)
	s.put('N', "a7")
	require.NotEqual(t, board, s.state().board)
	s.press("<")
	require.Equal(t, board, s.state().board)
	s.press("L")
	require.Equal(t, before, s.state())
}

// O plays one move after the other where there are 218, which is the most, and where there are two. A mate that the player gives
// after that is taken back for a move of another list.
func TestMSXPlaysOtherMovesOfManyAndOfFew(t *testing.T) {
	s := newSetter(t)
	g := s.position("3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1")
	moves := g.Position().LegalMoves()
	require.Len(t, moves, 218)
	var played []goengine.Move
	s.press("_")
	for range 4 {
		last := s.state().last
		require.NotContains(t, played, last)
		played = append(played, last)
		moves = slices.DeleteFunc(moves, func(m goengine.Move) bool { return m == last })
		want := firstIteration(t, g, "sx81", moves)
		s.press("O")
		require.Equal(t, want, s.state().last)
	}

	// Three mates among 79 moves, all by the king, whose moves come last. Five seconds find them.
	s.position("7k/5Q2/2B5/r3r3/3Q4/7K/4B3/7R w - - 0 1")
	s.press("LLL_")
	require.Contains(t, s.state().text, "CHECKMATE")
	s.press("O")
	require.Contains(t, s.state().text, "CHECKMATE")
	s.press("O")
	require.Contains(t, s.state().text, "CHECKMATE")

	s.press("LLLLL")

	// Two moves that go to the same square.
	g = s.position("7k/8/8/8/8/3N4/5nPP/4B1RK w - - 0 1")
	require.Len(t, g.Position().LegalMoves(), 2)
	s.press("_")
	first := s.state().last
	s.press("O")
	second := s.state()
	require.Contains(t, []string{"e1f2 d3f2", "d3f2 e1f2"}, first.String()+" "+second.last.String())
	s.press("O")
	st := s.state()
	require.Contains(t, st.text, "NO OTHER MOVE")
	require.Equal(t, []any{second.last, second.board, second.now}, []any{st.last, st.board, st.now})

	// A pawn's two moves, after which Black mates.
	s.position("1r4r1/8/8/8/8/7k/P7/7K w - - 0 1")
	s.press("_O")
	s.enter("b8b1")
	require.Contains(t, s.state().text, "CHECKMATE")
	s.press("O")
	st = s.state()
	require.Equal(t, 2, st.now)
	require.NotContains(t, st.text, "NO OTHER MOVE")
	require.NotContains(t, st.text, "CHECKMATE")
}

// What a set-up ends with may be mate or stalemate, and is said. The key does nothing while the machine thinks.
func TestMSXSetsUpTheEndOfAGame(t *testing.T) {
	s := newSetter(t)
	for fen, text := range map[string]string{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1": "CHECKMATE", "7k/8/6QK/8/8/8/8/8 b - - 0 1": "STALEMATE"} {
		s.position(fen)
		for _, key := range "_TO!" {
			require.Contains(t, s.state().text, text)
			s.press(string(key))
		}
	}
	s.press("NLLL")
	s.enter("h2h4")
	s.pressLater("PXL!", 2)
	s.enter("h1h3")
	st := s.state()
	require.Equal(t, 4, st.now)
	require.NotContains(t, st.text, "SET UP")
}
