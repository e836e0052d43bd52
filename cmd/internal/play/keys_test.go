package play

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/play/thinker"
	"github.com/searchex/searchex/goengine"
)

func TestAMoveIsAnsweredAtTheLevelsTime(t *testing.T) {
	m := newMachine()
	m.clock.now = m.clock.now.Add(7 * time.Second)
	require.True(t, m.Enter("e4"))
	assert.Equal(t, thinker.Task{
		Engine: "6502", Profile: "sx81", FEN: goengine.StartFEN, Moves: []string{"e2e4"},
		Time: 5 * time.Second, Book: true, Speed: 100,
	}, m.brain.last())
	m.brain.tell(thinker.Report{Time: 3 * time.Second})
	assert.Equal(t, [2]time.Duration{7 * time.Second, 3 * time.Second}, m.Clocks(), "White's seconds, and the machine's of its own time")
	m.answers(t, found("e7e5", 4*time.Second, "g1f3"))
	assert.Equal(t, []string{"e4", "e5"}, sans(m.Game()))
	m.clock.now = m.clock.now.Add(time.Minute)
	assert.Equal(t, [2]time.Duration{67 * time.Second, 4 * time.Second}, m.Clocks(), "White's clock runs on, Black's stands")
}

func TestRefusalsSayWhyAndChangeNothing(t *testing.T) {
	m := newMachine()
	for _, c := range []struct{ fen, move, says string }{
		{"4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Ne4", "pinned to the king by the bishop on b4"},
		{"3qk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "castling through d1, which the queen on d8 attacks"},
		{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "xyzzy", "not a move"},
		{"4k3/7P/8/8/8/8/8/4K3 w - - 0 1", "h8", "promotion piece missing"},
	} {
		require.NoError(t, m.UseSetup(c.fen))
		assert.False(t, m.Enter(c.move))
		assert.Contains(t, m.Message(), c.says)
		assert.Equal(t, "ILLEGAL MOVE    ", m.LCD())
		assert.Empty(t, m.Game().Moves())
		assert.False(t, m.Thinking())
	}
	require.NoError(t, m.UseSetup("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"))
	require.True(t, m.Enter("O-O-O"))
	assert.False(t, m.Enter("Kd7"), "the machine is thinking")
	assert.Contains(t, m.Message(), "thinking")
}

func TestMoveNowStopsTheMachineAndBackAbandonsIt(t *testing.T) {
	m := newMachine()
	m.Enter("e4")
	m.Go()
	assert.True(t, m.brain.search.Stopped())
	require.True(t, m.Thinking(), "until it has answered")
	m.answers(t, found("c7c5", time.Second))

	m.Enter("Nf3")
	late := m.brain.done
	m.Back(1)
	assert.True(t, m.brain.search.Stopped())
	assert.False(t, m.Thinking())
	late(found("d2d4", time.Second)) // legal here, as it happens
	m.Handle(<-m.Events())
	assert.Equal(t, []string{"e4", "c5"}, sans(m.Game()), "an answer to a move that was taken back is nobody's")
}

func TestBackAndForwardWaitForThePerson(t *testing.T) {
	m := newMachine()
	m.Enter("e4")
	m.answers(t, found("e7e5", time.Second))
	m.Back(1)
	assert.False(t, m.Thinking(), "the machine doesn't repeat its move by itself")
	m.Back(5)
	assert.Equal(t, 0, m.Game().At())
	m.Back(1)
	assert.Contains(t, m.Message(), "start of the game")
	m.Forward(1)
	assert.Equal(t, []string{"e4"}, sans(m.Game()))
	assert.False(t, m.Thinking())
	m.Forward(9)
	assert.Equal(t, []string{"e4", "e5"}, sans(m.Game()))
	m.Forward(1)
	assert.Contains(t, m.Message(), "no move was taken back")
	m.Back(1)
	m.Go()
	assert.Equal(t, []string{"e2e4"}, m.brain.last().Moves, "Go: it moves again")
}

func TestWhatIsReplacedStaysInTheGame(t *testing.T) {
	m := newMachine()
	m.TwoPlayers()
	for _, move := range []string{"e4", "e5", "Nf3", "Nc6"} {
		require.True(t, m.Enter(move))
	}
	m.Back(1)
	m.Enter("Nf6") // for Nc6
	m.Back(3)
	m.Enter("c5") // for e5 and all behind it
	text, err := m.Game().PGN().Text()
	require.NoError(t, err)
	assert.Contains(t, text, "1. e4 c5 (1... e5 2. Nf3 Nf6 (2... Nc6)) *")
	m.Back(1)
	m.Enter("c5")
	assert.Equal(t, []string{"e4", "c5"}, sans(m.Game()), "the same move again is no other line")
	again, err := m.Game().PGN().Text()
	require.NoError(t, err)
	assert.Equal(t, text, again)
}

func TestNextBestLeavesOutWhatWasGiven(t *testing.T) {
	m := newMachine()
	m.NextBest()
	assert.Contains(t, m.Message(), "no move here")
	m.Enter("e4")
	m.answers(t, found("e7e5", time.Second))
	m.NextBest()
	assert.Equal(t, []string{"e7e5"}, m.brain.last().Exclude)
	m.answers(t, found("c7c5", time.Second))
	m.NextBest()
	assert.Equal(t, []string{"e7e5", "c7c5"}, m.brain.last().Exclude)
	m.answers(t, found("e7e6", time.Second))
	m.Enter("d4")
	assert.Empty(t, m.brain.last().Exclude, "another position, all moves")
	text, _ := m.Game().PGN().Text()
	assert.Contains(t, text, "e5", "what it gave before is kept")
}

func TestAHintIsWhatTheMachineExpectsElseAShortSearch(t *testing.T) {
	m := newMachine()
	m.Game().Level = level.Level{Kind: level.Move, Time: time.Minute}
	m.Hint()
	assert.Equal(t, 5*time.Second, m.brain.last().Time)
	m.answers(t, found("d2d4", time.Second))
	assert.Equal(t, "d2d4", m.Hinted())
	assert.Equal(t, "HINT D2-D4      ", m.LCD())
	assert.Empty(t, m.Game().Moves(), "a hint is not played")
	m.Enter("e4")
	assert.Empty(t, m.Hinted())
	m.answers(t, found("e7e5", time.Second, "g1f3"))
	asked := len(m.brain.tasks)
	m.Hint()
	assert.Equal(t, "g1f3", m.Hinted())
	assert.Len(t, m.brain.tasks, asked)
}

func TestWhoPlaysIsChangedByTheKeys(t *testing.T) {
	m := newMachine()
	m.Swap()
	require.True(t, m.Thinking(), "the machine has White now")
	m.answers(t, found("e2e4", time.Second))
	m.Go()
	require.True(t, m.Thinking(), "Go: the machine moves for Black, the person gets White")
	assert.False(t, m.Game().Seats[White].Machine)
	m.answers(t, found("e7e5", time.Second))
	m.TwoPlayers()
	m.Enter("Nf3")
	assert.False(t, m.Thinking())
	m.TwoPlayers()
	assert.Equal(t, [2]bool{true, false}, [2]bool{m.Game().Seats[White].Machine, m.Game().Seats[Black].Machine}, "the one to move is the person")
	m.Auto(Seat{}, Seat{Engine: "z80", Profile: "tuned"})
	assert.Equal(t, "z80", m.brain.last().Engine)
	m.answers(t, found("b8c6", time.Second))
	assert.Equal(t, "6502", m.brain.last().Engine, "and the other machine answers")
	m.Auto(Seat{}, Seat{})
	assert.False(t, m.Thinking())
	assert.False(t, m.Game().Seats[White].Machine, "the person takes the side to move")
}

// On a MK V the reserve of 1,000,000 cycles is 0.5086 s. A fifth of it is kept for each of the 39
// later moves: (7200 - 0.5086 - 39*0.1017)/40 = 179.888. After a move of a minute 7140 s are left
// for 39 moves: (7140 - 0.5086 - 38*0.1017)/39 = 182.965.
func TestTournamentTimeIsSharedOut(t *testing.T) {
	m := newMachine()
	m.SetLevel(level.Tourn(clock.Period{Moves: 40, Time: 2 * time.Hour}))
	m.Enter("e4")
	assert.InDelta(t, 179.888, m.brain.last().Time.Seconds(), 0.001)
	m.answers(t, found("e7e5", time.Minute))
	m.Enter("Nf3")
	assert.InDelta(t, 182.965, m.brain.last().Time.Seconds(), 0.001)
	m.Back(3)
	m.Enter("d4")
	assert.InDelta(t, 179.888, m.brain.last().Time.Seconds(), 0.001, "time that was taken back is there again")
	m.answers(t, found("d7d5", time.Minute))
	text, err := m.Game().PGN().Text()
	require.NoError(t, err)
	assert.Contains(t, strings.Join(strings.Fields(text), " "), "d5 {[%eval -0.50,2] [%clk 1:59:00] [%emt 0:01:00]}", "+32 units for Black are half a pawn; a minute of two hours is gone")
}

func TestARatedLevelHasNodesAndNoTime(t *testing.T) {
	m := newMachine()
	m.SetLevel(level.Level{Kind: level.Rated, Elo: 700})
	assert.Contains(t, m.Message(), "1024 nodes a move")
	m.Enter("e4")
	assert.Equal(t, 700, m.brain.last().Elo)
	assert.Zero(t, m.brain.last().Time)
	m.Back(1)
	m.Hint()
	assert.Zero(t, m.brain.last().Elo, "a hint is as good as it can be")
	assert.Equal(t, time.Second, m.brain.last().Time)
}

func TestAProblemIsProvedOrLeft(t *testing.T) {
	m := newMachine()
	m.SetLevel(level.Level{Kind: level.Problem, Moves: 2})
	m.Go()
	assert.Equal(t, 2, m.brain.last().Mate)
	m.answers(t, thinker.Answer{Refuted: true})
	assert.Equal(t, "NO MATE IN 2    ", m.LCD())
	assert.Contains(t, m.Message(), "proved")
	assert.False(t, m.Thinking())
	assert.Empty(t, m.Game().Moves())
	m.Go()
	m.answers(t, thinker.Answer{})
	assert.Contains(t, m.Message(), "stopped before")
	m.Go()
	a := found("e2e4", time.Second)
	a.Proved = true
	m.answers(t, a)
	assert.Equal(t, []string{"e4"}, sans(m.Game()))
}

func TestTwelveGamesKeepTheirOwn(t *testing.T) {
	m := newMachine()
	m.clock.now = m.clock.now.Add(10 * time.Second)
	m.Look(11)
	assert.Equal(t, 11, m.Current())
	m.Enter("d4")
	m.Look(0)
	assert.False(t, m.Thinking(), "the machine's search in the other game is given up")
	m.clock.now = m.clock.now.Add(5 * time.Second)
	assert.Equal(t, 15*time.Second, m.Clocks()[White], "its own clock went on from where it stood")
	m.Enter("e4")
	m.answers(t, found("e7e5", time.Second))
	m.NextGame()
	assert.Equal(t, 11, m.Current(), "boards without a game are passed over")
	require.True(t, m.Thinking(), "and begins anew here")
	assert.Equal(t, []string{"d2d4"}, m.brain.last().Moves)
	m.Look(12)
	assert.Equal(t, 11, m.Current())
	assert.Contains(t, m.Message(), "want 1 to 12")
}

func TestGamesEnd(t *testing.T) {
	m := newMachine()
	m.TwoPlayers()
	for _, move := range []string{"f3", "e5", "g4", "Qh4#"} {
		require.True(t, m.Enter(move))
	}
	assert.Equal(t, "CHECKMATE       ", m.LCD())
	assert.False(t, m.Enter("e4"))
	assert.Contains(t, m.Message(), "checkmate")
	m.Go()
	assert.False(t, m.Thinking())
	m.Back(1)
	result, _ := m.Game().Result()
	assert.Equal(t, "*", result, "taken back, it goes on")

	require.NoError(t, m.NewGame("", White))
	m.Enter("e4")
	m.answers(t, found("e7e5", time.Second)) // +0.50 for itself
	m.Draw()
	assert.Contains(t, m.Message(), "plays on")
	m.Enter("Nf3")
	worse := found("b8c6", time.Second)
	worse.Score = -63
	m.answers(t, worse)
	m.Draw()
	assert.Contains(t, m.Message(), "plays on", "not yet a pawn worse")
	m.Enter("Bb5")
	worse = found("a7a6", time.Second)
	worse.Score = -64
	m.answers(t, worse)
	m.Draw()
	result, why := m.Game().Result()
	assert.Equal(t, "1/2-1/2 agreed", result+" "+why)

	require.NoError(t, m.NewGame("", White))
	m.Resign()
	result, why = m.Game().Result()
	assert.Equal(t, "0-1 White resigns", result+" "+why)
	text, err := m.Game().PGN().Text()
	require.NoError(t, err)
	assert.Contains(t, text, "[Termination \"White resigns\"]")
}

func TestAReplayMovesOnASecondAtATime(t *testing.T) {
	m := newMachine()
	m.TwoPlayers()
	m.Enter("e4")
	m.Enter("e5")
	m.Replay()
	assert.Equal(t, 0, m.Game().At())
	m.clock.now = m.clock.now.Add(999 * time.Millisecond)
	m.Tick()
	assert.Equal(t, 0, m.Game().At())
	for want := 1; want <= 2; want++ {
		m.clock.now = m.clock.now.Add(time.Second)
		m.Tick()
		m.Tick()
		assert.Equal(t, want, m.Game().At())
	}
	m.Replay()
	m.Hush()
	m.clock.now = m.clock.now.Add(time.Minute)
	m.Tick()
	assert.Equal(t, 0, m.Game().At(), "a key ends it")
}

// full is a store whose Save returns err.
type full struct{ err error }

func (f *full) Save(*Table) error { return f.err }

func TestAFailureToSaveIsToldOnceAndPlayGoesOn(t *testing.T) {
	m := newMachine()
	f := &full{errors.New("write g.pgn: no space left on device")}
	m.Store = f
	m.TwoPlayers()
	m.Enter("e4")
	m.Hush()
	m.Enter("e5")
	assert.Equal(t, []string{"e4", "e5"}, sans(m.Game()))
	assert.NotContains(t, m.Message(), "not saved")
	assert.Contains(t, m.Unsaved(), "no space left", "but it stays to be seen")
	f.err = nil
	m.Enter("Nf3")
	assert.Empty(t, m.Unsaved())
}

func TestAFaultOfTheMachineLeavesTheGame(t *testing.T) {
	m := newMachine()
	m.Enter("e4")
	m.answers(t, thinker.Answer{Err: errors.New("engine 6502: a guard tripped")})
	assert.Contains(t, m.Message(), "guard tripped")
	assert.Equal(t, []string{"e4"}, sans(m.Game()))
	assert.False(t, m.Thinking())
	m.Go()
	assert.True(t, m.Thinking(), "Go tries again")
}

func TestPositionsAreSetUp(t *testing.T) {
	m := newMachine()
	s := SetupOf(m.Game())
	assert.Equal(t, goengine.StartFEN, s.FEN())
	s.Put(0, 7, 0) // h1
	assert.Equal(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1", s.FEN(), "no rook, no right to castle")
	s.Put(0, 7, 'R')
	assert.Equal(t, "KQkq", s.Rights())
	for _, want := range []string{"-", "K", "Q", "KQ", "k"} {
		s.NextRights()
		assert.Equal(t, want, s.Rights())
	}
	s.Clear()
	assert.Equal(t, "8/8/8/8/8/8/8/8 w - - 0 1", s.FEN())
	err := m.UseSetup(s.FEN())
	require.Error(t, err)
	assert.Contains(t, err.Error(), "king")
	s.Put(0, 4, 'K')
	s.Put(7, 4, 'k')
	s.Put(6, 4, 'q')
	s.Black = true
	assert.Error(t, m.UseSetup(s.FEN()), "White, who is not to move, is in check")
	s.Black = false
	require.NoError(t, m.UseSetup(s.FEN()))
	assert.Equal(t, "White Ke1; Black Ke8 Qe7", func() string { m.Verify(); return m.Message() }())
}

func TestAGameComesBackFromItsPGN(t *testing.T) {
	m := newMachine()
	m.Enter("e4")
	a := found("e7e5", 1500*time.Millisecond, "g1f3")
	a.Score = int(goengine.Mate) - 5 // mate in 3
	m.answers(t, a)
	m.clock.now = m.clock.now.Add(2 * time.Second)
	m.Enter("Nf3")
	b := found("b8c6", time.Second)
	b.Book, b.Score = true, 0
	m.answers(t, b)
	m.Resign()
	g := m.Game()
	again, err := FromPGN(t.Context(), g.PGN(), g.Seats, g.Level)
	require.NoError(t, err)
	assert.Equal(t, 0, again.At())
	require.NoError(t, again.Resume(Kept{At: 4}))
	for i := range g.moves {
		g.moves[i].SX = 0 // which a PGN doesn't contain
		if !g.moves[i].Scored {
			g.moves[i].Depth = 0
		}
	}
	assert.Equal(t, g.Moves(), again.Moves())
	result, why := again.Result()
	assert.Equal(t, "0-1 White resigns", result+" "+why)
	assert.Error(t, again.Resume(Kept{At: 5}))
}

func TestScoresComeBackFromCentipawns(t *testing.T) {
	for score := -3000; score <= 3000; score++ {
		for side := range 2 {
			assert.Equal(t, score, scoreOf(evalOf(Move{Score: score}, side), side))
		}
	}
	assert.Equal(t, 50, evalOf(Move{Score: 32}, White).Centipawns)
	assert.Equal(t, -50, evalOf(Move{Score: 32}, Black).Centipawns)
	assert.Equal(t, -3, evalOf(Move{Score: int(goengine.Mate) - 5}, Black).Mate, "Black mates in 3")
}

// The machine mates as Black. A person who takes its seat afterwards did not play the game, and is
// not named in the file.
func TestAGameThatIsOverNamesThoseWhoPlayed(t *testing.T) {
	seats := [2]Seat{{Engine: "6502", Profile: "sx81"}, {Machine: true, Engine: "z80", Profile: "tuned"}}
	g, err := NewGame("", seats, level.Level{})
	require.NoError(t, err)
	names := func(g *Game) [2]string {
		p := g.PGN()
		return [2]string{p.Tag("White"), p.Tag("Black")}
	}
	g.Tags = []pgn.Tag{{Name: "Event", Value: eventTag}}
	for _, m := range []string{"f2f3", "e7e5", "g2g4"} {
		require.NoError(t, g.play(Move{UCI: m}))
	}
	g.Seats[Black].Machine = false
	assert.Equal(t, [2]string{"Human", "Human"}, names(g), "who sits there while the game goes on")
	g.Seats[Black].Machine = true
	require.NoError(t, g.play(Move{UCI: "d8h4"}))
	want := [2]string{"Human", "searchex z80:tuned"}
	assert.Equal(t, want, names(g))
	g.Seats[White].Machine, g.Seats[Black].Machine = true, false
	assert.Equal(t, want, names(g))
	again, err := FromPGN(t.Context(), g.PGN(), g.Seats, g.Level)
	require.NoError(t, err)
	assert.Equal(t, want, names(again))
}

// A mate that is proved on the level PROBLEM is announced with its line, unless it is on the board.
func TestAMateIsAnnounced(t *testing.T) {
	m := newMachine()
	m.SetLevel(level.Level{Kind: level.Problem, Moves: 2})
	require.NoError(t, m.UseSetup("7k/8/5K2/8/8/8/8/R7 w - - 0 1"))
	m.Go()
	a := found("f6g6", time.Second, "h8g8", "a1a8")
	a.Score, a.Proved = int(goengine.Mate)-3, true
	m.answers(t, a)
	assert.Equal(t, "MATE IN 2       ", m.LCD())
	assert.Equal(t, "mate in 2: Kg6 Kg8 Ra8#", m.Message())

	require.NoError(t, m.UseSetup("6k1/8/6K1/8/8/8/8/R7 w - - 0 1"))
	m.Go()
	a = found("a1a8", time.Second)
	a.Score, a.Proved = int(goengine.Mate)-1, true
	m.answers(t, a)
	assert.Equal(t, "CHECKMATE       ", m.LCD())
	m.Hush()
	assert.Equal(t, "CHECKMATE       ", m.LCD(), "it stays")
}

func TestAPositionThatIsOverSaysSo(t *testing.T) {
	m := newMachine()
	for fen, want := range map[string]string{
		"R5k1/8/6K1/8/8/8/8/8 b - - 0 1": "checkmate: 1-0",
		"7k/8/6Q1/8/8/8/8/4K3 b - - 0 1": "stalemate: 1/2-1/2",
		"4k3/8/8/8/8/8/8/4KN2 w - - 0 1": "insufficient material: 1/2-1/2",
	} {
		require.NoError(t, m.UseSetup(fen))
		assert.Equal(t, want, m.Message())
		assert.NotContains(t, m.LCD(), "SET UP")
	}
}

// The key that ends a replay has no other effect; a comment is shown with its move.
func TestAReplayShowsComments(t *testing.T) {
	raw, err := pgn.NewReader(strings.NewReader("1. e4 {best by test} e5 2. Nf3 -- *"), "x").Next()
	require.NoError(t, err)
	p, _, err := raw.Game()
	require.NoError(t, err)
	m := newMachine()
	g, err := FromPGN(t.Context(), p, m.Game().Seats, m.Level)
	require.NoError(t, err)
	assert.Len(t, g.Moves(), 3, "up to the null move")
	m.AddGame(g, "x")
	m.Replay()
	m.clock.now = m.clock.now.Add(replayStep)
	m.Tick()
	assert.Equal(t, "best by test", m.Message())
	assert.True(t, m.Hush())
	assert.False(t, m.Hush())
	m.Forward(1)
	assert.Empty(t, m.Message())
	m.Back(1)
	assert.Equal(t, "best by test", m.Message())
}

func TestUndoTakesBackTheMoveAndItsAnswer(t *testing.T) {
	m := newMachine()
	require.True(t, m.Enter("e4"))
	m.Undo()
	assert.Equal(t, 0, m.Game().At(), "the machine has not answered")
	require.True(t, m.Enter("d4"))
	m.answers(t, found("d7d5", time.Second))
	m.Undo()
	assert.Equal(t, 0, m.Game().At())
	m.TwoPlayers()
	require.True(t, m.Enter("c4"))
	require.True(t, m.Enter("c5"))
	m.Undo()
	assert.Equal(t, []string{"c4"}, sans(m.Game()))
}
