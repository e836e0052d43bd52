package uci

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/hostbridge"
)

// plainly begins a session with classic.
func plainly(t *testing.T) *gui {
	t.Helper()
	g := begin(t, Config{Engines: append(hostbridge.AllNames(), classic.EngineName), New: hostbridge.New})
	g.send("setoption name Engine value classic")
	return g
}

func TestClassicPlaysThroughTheSession(t *testing.T) {
	g := plainly(t)
	// The guarded knight: without quiescence a search of one ply wins it, with it loses the queen.
	const guarded = "position fen 7k/8/4p3/3n4/8/8/8/3Q3K w - - 0 1"
	assert.NotEqual(t, "d1d5", g.best(guarded, "go depth 1"))
	assert.Equal(t, "d1d5", g.best("setoption name ClassicQuiescence value false", "go depth 1"))
	assert.NotEqual(t, "d1d5", g.best("setoption name ClassicQuiescence value true", "go depth 1"))

	// Every option has an effect on the search.
	nodes := func(lines ...string) float64 {
		g.best(append([]string{"position fen " + middlegame}, lines...)...)
		return g.spent()
	}
	plain := nodes("go depth 3")
	assert.Less(t, nodes("setoption name ClassicOrder value generated", "go depth 3"), plain)
	full := nodes("setoption name ClassicMinimax value true", "setoption name ClassicNullMove value false", "go depth 2")
	assert.Less(t, nodes("setoption name ClassicMinimax value false", "go depth 2"), full/2)
	assert.Less(t, nodes("setoption name ClassicDepth value 1", "go depth 9"), full/4)
	g.send("setoption name ClassicDepth value 0", "setoption name ClassicNodes value 700")
	assert.EqualValues(t, 701, nodes("go depth 9"))

	// Its clock counts evaluations: 10 seconds of an MK V have 418.
	g.send("setoption name ClassicNodes value 0", "setoption name Time value emulated")
	g.best("go movetime 10000")
	assert.InDelta(t, 10_000, field(t, depths(g.said)[len(depths(g.said))-1], "time"), 100)
	assert.Equal(t, "d1d8", g.best("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "go mate 1"))
	assert.Contains(t, g.all, "info string mate in 1: d1d8")
}

func TestWhatClassicHasNot(t *testing.T) {
	g := plainly(t)
	for line, want := range map[string]string{
		"setoption name ClassicQuiescence value maybe": `info string option ClassicQuiescence: "maybe" is unknown: want one of true, false`,
		"setoption name ClassicOrder value worst":      `info string option ClassicOrder: "worst" is unknown: want one of generated, smallest, best`,
		"setoption name ClassicDepth value 33":         "info string option ClassicDepth: 33 is out of range 0 to 32: taken as 32",
	} {
		g.send(line)
		assert.Contains(t, g.sync(), want)
	}
	g.best("setoption name UCI_LimitStrength value true", "go depth 2")
	assert.Contains(t, g.said, "info string UCI_LimitStrength: classic has no rated levels: set ClassicNodes or ClassicDepth")
	// Classic's options don't affect another engine.
	g.send("setoption name UCI_LimitStrength value false", "setoption name Engine value go", "setoption name ClassicDepth value 1")
	g.best("go depth 2")
	assert.Len(t, depths(g.said), 2)
}
