package uci

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/hostbridge"
)

func TestALevelOfSecondsGetsThemOnTheMachinesClock(t *testing.T) {
	for _, engine := range hostbridge.AllNames() {
		g := with(t, engine)
		g.send("setoption name Level value 2", "position fen "+middlegame)
		g.best("go wtime 10 btime 10")
		assert.InDelta(t, 2, g.seconds(), 0.2, "%s: the chess program's clock does not count", engine)
		g.best("go nodes 500")
		assert.Less(t, g.seconds(), 2.0, "%s: nodes do", engine)
		g.best("setoption name Level value 0", "go wtime 10 btime 10")
		assert.Equal(t, 1.0, field(t, depths(g.said)[len(depths(g.said))-1], "depth"), "level 0 is one iteration")
		g.best("setoption name Level value", "go depth 2")
		assert.Equal(t, 2.0, field(t, depths(g.said)[len(depths(g.said))-1], "depth"))
	}
}

func TestATournamentLevelKeepsItsClockOverTheGame(t *testing.T) {
	g := with(t, "go")
	g.send("setoption name Level value TOURN 10/5")
	b := newBoard(t)
	used := [2]float64{}
	for ply := range 40 {
		require.False(t, b.over())
		m := g.best(b.position(), "go wtime 1 btime 1")
		if ply < 2 {
			assert.Contains(t, strings.Join(g.said, "\n"), "level TOURN 10/5: 5m0s left for 10 moves")
		}
		used[ply&1] += g.seconds()
		given := 300.0 * float64(1+ply/20)
		require.LessOrEqual(t, used[ply&1], given, "half-move %d", ply)
		b.play(m)
		if ply >= 18 && ply < 20 {
			assert.GreaterOrEqual(t, used[ply&1], 0.85*given, "most of the first control is used")
		}
	}
	g.best("position startpos", "go wtime 1 btime 1")
	assert.Contains(t, strings.Join(g.said, "\n"), "5m0s left for 10 moves", "a game that begins without ucinewgame")
	g.best("ucinewgame", "go")
	assert.Contains(t, strings.Join(g.said, "\n"), "5m0s left for 10 moves")
	g.best("go")
	assert.Contains(t, strings.Join(g.said, "\n"), "left for 9 moves")
	g.best("go movetime 10")
	g.best("go")
	assert.Contains(t, strings.Join(g.said, "\n"), "left for 8 moves", "an explicit limit is not the level's")
}

func TestALevelOfPGNIsPlayedPeriodByPeriod(t *testing.T) {
	g := with(t, "go")
	g.send("setoption name Level value 2/2:060+1")
	b := newBoard(t)
	for ply, want := range []string{": 2s left for 2 moves", ": 2s left for 2 moves", " left for 1 move", " left for 1 move", " left for the rest of the game"} {
		m := g.best(b.position(), "go")
		assert.Contains(t, strings.Join(g.said, "\n"), want, "half-move %d", ply)
		b.play(m)
	}
	// Some 60 s and what was not used: a thirtieth of it, and the increment's 0.9 s.
	assert.InDelta(t, 2.8, g.seconds(), 0.3)
	g.send("setoption name Level value 40/120:30")
	g.sync()
	assert.Contains(t, strings.Join(g.said, "\n"), "(40/120:030), or 40 moves in each 7230 seconds (40/7230)")
}

func TestAPonderedMoveThatWasNotPlayedIsNotCharged(t *testing.T) {
	bubble(t, func(t *testing.T) {
		g := on(t, desk, "go")
		g.send("setoption name Level value TOURN 10/5", "position startpos moves e2e4", "go ponder")
		g.silent(200 * time.Millisecond)
		g.best("stop", "go ponder") // another move was played
		g.silent(200 * time.Millisecond)
		g.best("ponderhit")
		assert.Contains(t, strings.Join(g.all, "\n"), "5m0s left for 10 moves")
		g.said = nil
		g.best("go")
		assert.Contains(t, strings.Join(g.said, "\n"), "left for 9 moves")
	})
}

func TestASpeedLevelNeverOversteps(t *testing.T) {
	g := with(t, "go")
	g.send("setoption name Profile value cyrus86") // whose game against itself is long
	g.send("setoption name Level value SPEED 1")
	b := newBoard(t)
	used := [2]float64{}
	for ply := 0; ply < 120 && !b.over(); ply++ {
		m := g.best(b.position(), "go")
		used[ply&1] += g.seconds()
		b.play(m)
	}
	for _, u := range used {
		assert.LessOrEqual(t, u, 60.0)
		assert.Greater(t, u, 40.0)
	}
}

func TestMatesAreProvedOrDenied(t *testing.T) {
	for _, engine := range hostbridge.Names {
		g := with(t, engine)
		ask := func(fen, words string) string {
			g.best("position fen "+fen, words)
			return strings.Join(g.said, "\n")
		}
		assert.Contains(t, ask(mateInOne, "go mate 1"), "info string mate in 1: a1a8\n", engine)
		assert.Contains(t, ask(mateInOne, "go mate 3"), "info string mate in 1: a1a8\n", "%s: the shortest", engine)
		assert.Regexp(t, `info string mate in 2: b1b\d \w{4} \w{4}\nbestmove b1b|info string mate in 2: a2a\d \w{4} \w{4}\nbestmove a2a`, ask(mateInTwo, "go mate 2"), engine)
		none := ask(mateInTwo, "go mate 1")
		assert.Contains(t, none, "info string no mate in 1\n", engine)
		assert.Regexp(t, "bestmove [a-h][1-8]", none, engine)
		assert.Contains(t, ask(middlegame, "go mate 2"), "info string no mate in 2\n", engine)
		assert.Contains(t, ask(mated, "go mate 2"), "info string no mate in 2\nbestmove 0000", engine)
		// Without the mating move there is no mate.
		assert.Contains(t, ask(mateInOne, "go mate 1 searchmoves g1f1 g1h1"), "info string no mate in 1\n", engine)
		g.send("setoption name Level value PROBLEM 2")
		assert.Contains(t, ask(mateInTwo, "go wtime 10 btime 10"), "info string mate in 2: ", engine)
		g.send("setoption name Level value PROBLEM 1")
		assert.Contains(t, ask(mateInTwo, "go wtime 10 btime 10"), "info string no mate in 1\n", engine)
	}
}

func TestALongMateSearchIsStopped(t *testing.T) {
	for _, engine := range hostbridge.Names {
		bubble(t, func(t *testing.T) {
			g := on(t, desk, engine)
			g.send("setoption name Level value PROBLEM 7", "position fen "+middlegame, "go wtime 100 btime 100")
			g.silent(100 * time.Millisecond)
			began := time.Now()
			m := g.best("stop")
			assert.Less(t, time.Since(began), 50*time.Millisecond, "%s: the time of a first iteration", engine)
			assert.Contains(t, strings.Join(g.all, "\n"), "mate in 7: stopped before it was proved or refuted")
			legal(t, middlegame, nil, []string{m})
			legal(t, middlegame, nil, []string{g.best("go mate 9 movetime 100")})
		})
	}
}

func TestATunedGameUsesTheProfileThatIsSet(t *testing.T) {
	g := with(t, "go")
	sx := map[string]string{"sx81": "10", "tuned": "6", "uniform": "0"}
	for profile, start := range sx {
		g.best("setoption name Profile value "+profile, "position startpos", "go depth 1")
		assert.Contains(t, strings.Join(g.said, "\n"), fmt.Sprintf("info string sx %s ", start), profile)
	}
}
