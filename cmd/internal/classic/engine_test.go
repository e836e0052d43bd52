package classic

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// newEngine returns an engine.
func newEngine(t *testing.T, s Search) *Engine {
	t.Helper()
	e, err := NewEngine(s)
	require.NoError(t, err)
	return e
}

// asked is what the engine finds in a position, with the plies of uniform as its own.
func asked(t *testing.T, c *Engine, fen string, l goengine.Limits) hostbridge.Result {
	t.Helper()
	p, err := goengine.ParseFEN(fen)
	require.NoError(t, err)
	prof, _ := goengine.ProfileByName("uniform")
	r, err := c.Search(context.Background(), goengine.NewGame(p), &prof, l)
	require.NoError(t, err)
	return r
}

const backRank = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"

func TestEngineBehindTheCommonInterface(t *testing.T) {
	var e hostbridge.Engine = newEngine(t, Plain())
	assert.Equal(t, "classic", e.Name())
	assert.Equal(t, m6502.Clock, hostbridge.ClockOf(e))
	m, ok, _, err := e.BookMove(goengine.NewGame(given.Position(t, goengine.StartFEN)), 0)
	assert.True(t, ok && err == nil && m != goengine.NoMove, "it has the book")

	c := newEngine(t, Plain())
	mate := asked(t, c, backRank, goengine.Limits{Depth: 5})
	assert.Equal(t, []any{"d1d8", goengine.Mate - 1, true}, []any{mate.Best.String(), mate.Score, mate.Complete})
	mated := asked(t, c, "3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1", goengine.Limits{Depth: 5})
	assert.Equal(t, []any{goengine.NoMove, -goengine.Mate}, []any{mated.Best, mated.Score})
	// A rook is 500 hundredths, and a check 4.
	ahead := asked(t, c, "7k/8/8/8/8/8/8/KR6 w - - 0 1", goengine.Limits{Depth: 1})
	assert.EqualValues(t, 504*64/100, ahead.Score)
}

func TestEngineKeepsEveryLimit(t *testing.T) {
	c := newEngine(t, Plain())
	three := asked(t, c, goengine.StartFEN, goengine.Limits{Depth: 3})
	assert.True(t, three.Complete)
	assert.Len(t, three.PV, 3)
	for sx, plies := range map[int]int{0: 1, 1: 2, 8: 2, 9: 3, 16: 3} {
		got := asked(t, c, goengine.StartFEN, goengine.Limits{SX: sx, SXSet: true})
		assert.Equal(t, 8*(plies-1), got.SX, "SX %d: %d plies of uniform", sx, plies)
		assert.Len(t, got.PV, plies)
	}
	nodes := asked(t, c, goengine.StartFEN, goengine.Limits{Nodes: 500})
	assert.EqualValues(t, 501, nodes.Nodes, "the one that is not looked at any more is counted")
	assert.True(t, nodes.Stopped && !nodes.Complete)

	c.SetCycleLimit(100 * EvaluationCycles)
	cycles := asked(t, c, goengine.StartFEN, goengine.Limits{})
	assert.True(t, cycles.Stopped)
	assert.GreaterOrEqual(t, cycles.Spent(), uint64(100*EvaluationCycles))
	assert.Less(t, cycles.Spent(), uint64(350*EvaluationCycles), "a list of moves that is put in order is evaluated to its end")
	c.SetCycleLimit(0)

	only := goengine.Move(0x10) | goengine.Move(0x20)<<8 // a2a3
	assert.Equal(t, only, asked(t, c, goengine.StartFEN, goengine.Limits{Depth: 2, Moves: []goengine.Move{only}}).Best)

	done, cancel := context.WithCancel(t.Context())
	cancel()
	p, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	prof, _ := goengine.ProfileByName("uniform")
	stopped, err := c.Search(done, goengine.NewGame(p), &prof, goengine.Limits{})
	require.NoError(t, err)
	assert.True(t, stopped.Stopped && stopped.Best != goengine.NoMove)

	s := Plain()
	s.Depth, s.MaxNodes = 2, 400
	assert.Len(t, asked(t, newEngine(t, s), goengine.StartFEN, goengine.Limits{Depth: 5}).PV, 2, "its own depth is the most")
	s.Depth = 0
	assert.EqualValues(t, 401, asked(t, newEngine(t, s), goengine.StartFEN, goengine.Limits{Nodes: 9000}).Nodes, "so are its own nodes")
}

func TestEngineReportsProgress(t *testing.T) {
	s := Plain()
	s.Null = false // whose nodes come before the search, and are not followed
	c := newEngine(t, s)
	var iterations []hostbridge.Progress
	ticks := 0
	c.Follow(&hostbridge.Follower{
		Iteration: func(p hostbridge.Progress) { iterations = append(iterations, p) },
		Tick:      func(p hostbridge.Progress) { ticks++; assert.EqualValues(t, ticks*10, p.Nodes) },
		Every:     10 * EvaluationCycles,
	})
	r := asked(t, c, goengine.StartFEN, goengine.Limits{Depth: 3})
	require.Len(t, iterations, 3)
	last := iterations[2]
	assert.Equal(t, []any{r.PV, r.Score, r.Nodes, r.Spent(), 16}, []any{last.PV, last.Score, last.Nodes, last.Cycles, last.SX})
	assert.EqualValues(t, ticks, r.Nodes/10)
}
