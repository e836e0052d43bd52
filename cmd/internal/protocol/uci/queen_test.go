package uci

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// underpromoting is a position in which sx81 with a thousand nodes, or two seconds of a machine,
// finds axb8=R, which is taken at once as the queen is.
const underpromoting = "position fen 1r3rk1/P4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"

func TestAQueenIsAnsweredWhereALesserPieceGainsNothing(t *testing.T) {
	for _, engine := range hostbridge.Names {
		g := with(t, engine)
		g.send("setoption name Profile value sx81", "setoption name Time value emulated", underpromoting)
		line := func(n int) string { return depths(g.said)[len(depths(g.said))-n] }
		assert.Equal(t, "a7b8q", g.best("go nodes 1000"), engine)
		assert.Contains(t, line(2), " pv a7b8r f8b8", "%s: the search", engine)
		assert.Contains(t, line(1), " pv a7b8q f8b8", "%s: the queen", engine)
		assert.Greater(t, field(t, line(1), "nodes"), field(t, line(2), "nodes"), engine)
		assert.Greater(t, field(t, line(1), "time"), field(t, line(2), "time"), "%s: the second search counts on the clock", engine)
		assert.LessOrEqual(t, field(t, line(1), "nodes"), 1600.0, engine)

		g.send("go ponder nodes 1000")
		g.until(" pv a7b8q f8b8")
		assert.Equal(t, "a7b8q", g.best("ponderhit"), "%s, after pondering", engine)

		g.send("setoption name NextBest")
		assert.NotEqual(t, "a7b8q", g.best("go nodes 1000"), "%s: the queen has been refused", engine)
	}
}

func TestTheQueenIsLookedAtWithinTheTime(t *testing.T) {
	g := with(t, "z80")
	g.send("setoption name Profile value sx81", "setoption name Time value emulated", underpromoting)
	assert.Equal(t, "a7b8q", g.best("go movetime 2000"))
	assert.Contains(t, strings.Join(g.said, "\n"), " pv a7b8r f8b8")
	assert.Less(t, g.seconds(), 2.05)
	g.send("setoption name Level value 2")
	assert.Equal(t, "a7b8q", g.best("go"))
	assert.Less(t, g.seconds(), 2.05)
}

func TestAnalysisIsTheSearchAlone(t *testing.T) {
	g := with(t, "go")
	g.send("setoption name Profile value sx81", underpromoting, "go infinite nodes 1000")
	g.until(" pv a7b8r f8b8")
	assert.Equal(t, "a7b8r", g.best("stop"))
}

func progressAt(cycles uint64) hostbridge.Progress { return hostbridge.Progress{Cycles: cycles} }

func TestTheTimeOfASearchThatIsOver(t *testing.T) {
	r := &search{plan: &plan{wall: time.Hour}, wallAt: time.Now().Add(-50 * time.Minute)}
	over, whole := r.used(progressAt(7))
	assert.Zero(t, whole, "the time does not count yet")
	assert.Zero(t, over)
	r.clocked.Store(true)
	over, whole = r.used(progressAt(7))
	assert.Equal(t, uint64(time.Hour), whole)
	assert.GreaterOrEqual(t, over, uint64(50*time.Minute))
	r = &search{plan: &plan{cycles: 1000}, spent: 100}
	r.clocked.Store(true)
	over, whole = r.used(progressAt(7))
	assert.Equal(t, []uint64{107, 1000}, []uint64{over, whole})
	r.plan.ponder = true
	_, whole = r.used(progressAt(7))
	assert.Zero(t, whole, "the first tick after ponderhit has not come")
	r.clockOn, r.clockAt = true, 100
	over, whole = r.used(progressAt(57))
	assert.Equal(t, []uint64{57, 1000}, []uint64{over, whole})
}

// stopping is an engine that counts its searches, and is stopped after each.
type stopping struct {
	hostbridge.Engine
	searches int
	stop     func()
}

func (e *stopping) Search(ctx context.Context, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (hostbridge.Result, error) {
	e.searches++
	r, err := e.Engine.Search(ctx, g, prof, l)
	e.stop()
	return r, err
}

func TestAStopIsAnsweredAtOnce(t *testing.T) {
	e, err := hostbridge.New("go")
	require.NoError(t, err)
	p, err := goengine.ParseFEN(strings.TrimPrefix(underpromoting, "position fen "))
	require.NoError(t, err)
	prof, _ := goengine.ProfileByName("sx81")
	for _, stop := range []bool{true, false} {
		r := &search{
			plan: &plan{limits: goengine.Limits{Nodes: 1000}, rate: clock.RateOf(1, 1)}, prof: prof, game: goengine.NewGame(p),
			out: &output{w: io.Discard},
		}
		r.stoppable()
		counted := &stopping{Engine: e, stop: func() {
			if stop {
				r.halt()
			}
		}}
		r.engine = counted
		best := p.UCI(r.move().Best)
		if stop {
			assert.Equal(t, []any{"a7b8r", 1}, []any{best, counted.searches})
		} else {
			assert.Equal(t, []any{"a7b8q", 2}, []any{best, counted.searches})
		}
	}
}
