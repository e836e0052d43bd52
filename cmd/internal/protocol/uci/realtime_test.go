package uci

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/testdata/switches"
)

// realTime skips a test that uses the computer's clock, unless SEARCHEX_TESTS=realtime is set. The test
// may fail on a busy computer. .ci/run sets the variable.
func realTime(t *testing.T) {
	t.Helper()
	switches.Need(t, "realtime")
}

func TestRealTimeBlitzGamesAreNotLost(t *testing.T) {
	realTime(t)
	blitz(t, func(engine string) *gui { return with(t, engine) })
}

func TestRealTimeAnswersComeAtOnceAndInTime(t *testing.T) {
	realTime(t)
	for _, engine := range hostbridge.Names {
		g := with(t, engine)
		within := func(low, high time.Duration, what string, do func()) {
			t.Helper()
			began := time.Now()
			do()
			took := time.Since(began)
			assert.GreaterOrEqual(t, took, low, "%s: %s", engine, what)
			assert.Less(t, took, high, "%s: %s", engine, what)
		}
		g.send("position fen "+middlegame, "go infinite")
		time.Sleep(100 * time.Millisecond)
		within(0, 100*time.Millisecond, "isready", func() { g.sync() })
		within(0, 300*time.Millisecond, "stop", func() { g.best("stop") })
		within(200*time.Millisecond, 600*time.Millisecond, "movetime", func() { g.best("go movetime 300") })
		g.send("setoption name Speed value 100", "setoption name Time value emulated")
		within(490*time.Millisecond, 1200*time.Millisecond, "the machine's pace", func() { g.best("go movetime 500") })
		g.send("go infinite")
		within(0, 300*time.Millisecond, "quit", func() { g.quit() })
	}
}

func TestRealTimeThreeMinutesOfTheZ80TakeTwoSeconds(t *testing.T) {
	realTime(t)
	g := with(t, "z80")
	g.send("setoption name Time value emulated", "setoption name Level value 180", "position fen "+middlegame)
	began := time.Now()
	g.best("go wtime 1 btime 1")
	took := time.Since(began)
	assert.InDelta(t, 180, g.seconds(), 0.5)
	assert.Less(t, took, 2*time.Second)
	t.Logf("%.1f s of the machine in %v", g.seconds(), took)
}
