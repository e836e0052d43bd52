package hostbridge_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Where the lesser piece is taken at once, the queen is taken too and the rest is the same
// position. In the others it is not: a knight mates on h7 where the queen does not check, a
// knight takes the queen on c7 after its check, and a queen on f8 stalemates the king on h7.
func TestAQueenIsPlayedWhereALesserPieceGainsNothing(t *testing.T) {
	for _, tt := range []struct {
		name, fen, profile string
		limits             goengine.Limits
		searched, played   string
	}{
		{"a rook that is taken", "1r3rk1/P4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "sx81", goengine.Limits{Nodes: 1000}, "a7b8r", "a7b8q"},
		{"for Black", "r5k1/5ppp/8/8/8/8/p4PPP/1R3RK1 b - - 0 1", "sx81", goengine.Limits{Nodes: 1000}, "a2b1r", "a2b1q"},
		{"seen too well", "1r3rk1/P4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "sx81", goengine.Limits{Nodes: 3000}, "a7b8r", "a7b8q"},
		{"a knight", "8/6Pk/4nr1P/1P1p4/6B1/P7/5n2/b4K2 w - - 0 1", "tuned", goengine.Limits{Nodes: 2000}, "g7g8n", "g7g8q"},
		{"mated in any case", "8/2P2k2/1n3b2/8/8/3r3b/r7/B3K1n1 w - - 0 1", "sx81", goengine.Limits{Nodes: 2500}, "c7c8r", "c7c8q"},
		{"tuned", "r3kb1r/ppp2ppp/2n5/4p3/4P1b1/5N2/PPp2PPP/R1BB1RK1 b kq - 0 1", "tuned", goengine.Limits{Nodes: 3000}, "c2d1r", "c2d1q"},
		{"a knight that mates", "6br/5P1k/8/8/8/8/7P/K1B3R1 w - - 0 1", "sx81", goengine.Limits{SX: 42}, "f7f8n", "f7f8n"},
		{"for Black", "k1b3r1/7p/8/8/8/8/5p1K/6BR b - - 0 1", "uniform", goengine.Limits{SX: 16}, "f2f1n", "f2f1n"},
		{"a knight that forks", "8/2q1P1k1/8/8/8/8/PP6/K7 w - - 0 1", "sx81", goengine.Limits{SX: 34}, "e7e8n", "e7e8n"},
		{"for Black", "k7/pp6/8/8/8/8/2Q1p1K1/8 b - - 0 1", "tuned", goengine.Limits{Nodes: 2000}, "e2e1n", "e2e1n"},
		{"a queen that stalemates", "8/5P1k/5K2/8/8/8/8/8 w - - 0 1", "sx81", goengine.Limits{SX: 34}, "f7f8r", "f7f8r"},
		{"for Black", "8/8/8/8/8/5k2/5p1K/8 b - - 0 1", "tuned", goengine.Limits{Nodes: 500}, "f2f1r", "f2f1r"},
		{"the queen is not allowed", "1r3rk1/P4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "sx81", goengine.Limits{Nodes: 1000, Moves: []goengine.Move{0}}, "a7b8r", "a7b8r"},
	} {
		p, err := goengine.ParseFEN(tt.fen)
		require.NoError(t, err, tt.name)
		prof, _ := goengine.ProfileByName(tt.profile)
		if tt.limits.Moves != nil { // all moves but those of a queen
			tt.limits.Moves = nil
			for _, m := range p.LegalMoves() {
				if u := p.UCI(m); u[len(u)-1] != 'q' {
					tt.limits.Moves = append(tt.limits.Moves, m)
				}
			}
		}
		var of hostbridge.Result // of the first engine
		for i, engine := range hostbridge.Names {
			e, err := hostbridge.New(engine)
			require.NoError(t, err)
			alone, err := e.Search(context.Background(), goengine.NewGame(p), &prof, tt.limits)
			require.NoError(t, err)
			require.Equal(t, tt.searched, p.UCI(alone.Best), "%s: %s alone", tt.name, engine)
			r, err := hostbridge.SearchToPlay(context.Background(), e, goengine.NewGame(p), &prof, tt.limits)
			require.NoError(t, err)
			assert.Equal(t, tt.played, p.UCI(r.Best), "%s: %s", tt.name, engine)
			assert.Equal(t, r.Best, r.PV[0], "%s: %s", tt.name, engine)
			if tt.limits.Moves == nil {
				assert.Greater(t, r.Nodes, alone.Nodes, "%s: the second search counts", tt.name)
				assert.LessOrEqual(t, r.Nodes, alone.Nodes*8/5, "%s: and is a part of the first", tt.name)
			}
			if i == 0 {
				of = r
			}
			assert.True(t, of.Agrees(&r), "%s: %s is not go", tt.name, engine)
		}
	}
}

// moves returns the moves of a line, in UCI notation.
func moves(t *testing.T, fen string, line ...string) (all []goengine.Move) {
	t.Helper()
	p, err := goengine.ParseFEN(fen)
	require.NoError(t, err)
	g := goengine.NewGame(p)
	for _, want := range line {
		for _, m := range g.Position().LegalMoves() {
			if g.Position().UCI(m) == want {
				all = append(all, m)
			}
		}
		require.NoError(t, g.Play(want))
	}
	return all
}

func TestWhenAQueenIsAsGood(t *testing.T) {
	const fen = "1rr3k1/P4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
	result := func(score int16, line ...string) hostbridge.Result {
		pv := moves(t, fen, line...)
		return hostbridge.Result{Result: goengine.Result{Best: pv[0], PV: pv, Score: score}}
	}
	taken, other := []string{"a7b8q", "c8b8"}, []string{"a7b8q", "h7h6"}
	mate := goengine.Mate - 3
	for _, tt := range []struct {
		name          string
		first, second hostbridge.Result
		want          bool
	}{
		{"an equal value", result(10, "a7b8n"), result(10, other...), true},
		{"a higher value", result(10, "a7b8r"), result(11, other...), true},
		{"a lower value", result(10, "a7b8b"), result(9, other...), false},
		{"a lower value, but it is taken", result(10, "a7b8b"), result(9, taken...), true},
		{"no reply", result(10, "a7b8r"), result(0, "a7b8q"), false},
		{"a mate that the queen misses, though it is taken", result(mate, "a7b8n"), result(9, taken...), false},
		{"a longer mate", result(mate, "a7b8n"), result(mate-2, other...), false},
		{"the same mate", result(mate, "a7b8n"), result(mate, other...), true},
		{"mated as soon", result(-mate, "a7b8n"), result(-mate, other...), true},
		{"no underpromotion", result(10, "a7b8q"), result(10, other...), false},
		{"another move", result(10, "a1a2"), result(10, other...), false},
	} {
		assert.Equal(t, tt.want, hostbridge.QueenAsGood(&tt.first, &tt.second), tt.name)
		tt.second.Stopped = true
		assert.False(t, hostbridge.QueenAsGood(&tt.first, &tt.second), "%s, stopped", tt.name)
	}
}

// sx81 starts at 10: a search that ended before that was complete is followed by its first
// iteration.
func TestTheLimitsOfTheSecondSearch(t *testing.T) {
	prof, _ := goengine.ProfileByName("sx81")
	const fen = "1rr3k1/P4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
	rook, queen := moves(t, fen, "a7b8r")[0], moves(t, fen, "a7b8q")[0]
	of := func(best goengine.Move, sx int) *hostbridge.Result {
		return &hostbridge.Result{Result: goengine.Result{Best: best, SX: sx, Nodes: 1001}}
	}
	for _, tt := range []struct {
		limits, want goengine.Limits
		sx           int
	}{
		{goengine.Limits{Depth: 9, Draw: 7}, goengine.Limits{Depth: 9, Draw: 7, SX: 34, Nodes: 500}, 34},
		{goengine.Limits{}, goengine.Limits{SX: 10, Nodes: 500}, 0},
		{goengine.Limits{SX: 4}, goengine.Limits{SX: 4, Nodes: 500}, 4},
		{goengine.Limits{SXSet: true}, goengine.Limits{SX: 0, Nodes: 500}, 0},
		{goengine.Limits{Nodes: 900, Moves: []goengine.Move{rook, queen}}, goengine.Limits{SX: 18, Nodes: 500}, 18},
	} {
		tt.want.SXSet, tt.want.Moves = true, []goengine.Move{queen}
		got, ok := hostbridge.QueenLimits(&prof, tt.limits, of(rook, tt.sx))
		assert.True(t, ok)
		assert.Equal(t, tt.want, got)
	}
	for _, l := range []goengine.Limits{{MateIn: 3}, {Moves: []goengine.Move{rook}}} {
		_, ok := hostbridge.QueenLimits(&prof, l, of(rook, 34))
		assert.False(t, ok, "%+v", l)
	}
	for _, best := range []goengine.Move{goengine.NoMove, queen} {
		_, ok := hostbridge.QueenLimits(&prof, goengine.Limits{}, of(best, 34))
		assert.False(t, ok)
	}
}

func TestASearchEndsEarlyForTheSecondOne(t *testing.T) {
	const fen = "1rr3k1/P4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
	rook, other := moves(t, fen, "a7b8r"), moves(t, fen, "a1a2")
	ended := false
	calls := 0
	call := func(hostbridge.Progress) { calls++ }
	f := &hostbridge.Follower{Iteration: call, Tick: call}
	whole := uint64(300)
	f.EndEarly(func(q hostbridge.Progress) (uint64, uint64) { return q.Cycles, whole }, func() { ended = true })
	at := func(cycles uint64) bool {
		ended = false
		f.Tick(hostbridge.Progress{Cycles: cycles})
		return ended
	}
	assert.False(t, at(299), "no move yet")
	f.Iteration(hostbridge.Progress{PV: rook})
	assert.False(t, at(199))
	assert.True(t, at(200), "a third is left")
	f.Best(hostbridge.Progress{PV: other})
	assert.False(t, at(299), "another move is better")
	f.Best(hostbridge.Progress{PV: rook})
	assert.True(t, at(250))
	whole = 0
	assert.False(t, at(250), "no limit")
	assert.Equal(t, 7, calls, "what was called before is called still")
}
