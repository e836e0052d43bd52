package guest

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// fewMen is a position of short searches.
const fewMen = "4k3/p4p2/8/8/8/8/P4P2/4K3 w - - 0 1"

// The principal variation is the line that the search expects: after its first move a search of one ply less expects the
// rest of it, with the same score for the other side.
func TestLinesAreThoseThatTheProgramExpects(t *testing.T) {
	for _, name := range guests {
		e := openGuest(t, name)
		for _, fen := range []string{fewMen, "4k3/1p3p2/8/2P5/3n4/8/PP6/3NK3 b - - 0 1", "r3k3/p7/8/8/8/8/P7/3RK3 w q - 0 1"} {
			g := from(t, fen)
			r := depth(t, e, g, 3)
			require.Equal(t, r.Best, r.PV[0])
			require.Greater(t, len(r.PV), 1, "%s %s", name, fen)
			require.NoError(t, g.Play(g.Position().UCI(r.Best)))
			next := depth(t, e, g, 2)
			assert.Equal(t, -r.Score, next.Score, "%s %s", name, fen)
			assert.Equal(t, r.PV[1:], next.PV, "%s %s", name, fen)
		}
	}
}

// A line ends before a move that is not legal, and has one move if the program does not say when it makes moves.
func TestALineIsLegal(t *testing.T) {
	p := *initial().Position()
	e4, err := p.ParseMove("e2e4")
	require.NoError(t, err)
	assert.Equal(t, []goengine.Move{e4}, legalPart(p, []goengine.Move{e4, e4}))
	assert.Empty(t, legalPart(p, []goengine.Move{goengine.NoMove}))
	e := openGuest(t, "mini6502", "[events.generated]\nat = \"generated\"\nsuppress = \"pc = &dropped\"", "")
	assert.Len(t, depth(t, e, initial(), 3).PV, 1)
}

// Scores of the program in 64ths of a pawn, for the side to move.
func TestScores(t *testing.T) {
	const white, black = goengine.White, 1 - goengine.White
	for _, c := range []struct {
		answer Answer
		n      int64
		side   goengine.Side
		want   int16
	}{
		{Answer{Pawn: 20, Mate: 8000}, 20, white, 64},
		{Answer{Pawn: 20, Mate: 8000}, -10, black, -32},
		{Answer{Pawn: 20, Mate: 8000}, 7999, white, goengine.Mate - 1},
		{Answer{Pawn: 20, Mate: 8000}, -7998, white, -(goengine.Mate - 2)},
		{Answer{Pawn: 20, Mate: 8000}, -7999, black, -(goengine.Mate - 1)},
		{Answer{Pawn: 20, Mate: 8000}, 7900, white, 25280}, // 100 plies or more are no mate
		{Answer{Pawn: 100, White: true}, 50, white, 32},
		{Answer{Pawn: 100, White: true}, 50, black, -32},
		{Answer{Pawn: 20, Mate: 8000, White: true}, 7997, black, -(goengine.Mate - 3)},
		{Answer{Pawn: 1}, math.MaxInt64, white, goengine.MateBound - 1},
		{Answer{Pawn: 1}, math.MinInt64 + 1, white, -(goengine.MateBound - 1)},
		{Answer{Pawn: math.MaxInt64}, 5, white, 0},
	} {
		d := &Description{Answer: c.answer}
		assert.Equal(t, c.want, d.score(c.n, c.side), "%+v", c)
	}
}

// A mate is found with its number of plies, and a side without a move has none.
func TestMates(t *testing.T) {
	for _, name := range guests {
		e := openGuest(t, name)
		r := depth(t, e, from(t, mateFENs[0]), 2)
		assert.Equal(t, goengine.Mate-1, r.Score, name)
		assert.Len(t, r.PV, 1)
		r = depth(t, e, gameOf(mateGames[0]+" d8h4"), 2)
		assert.Equal(t, goengine.NoMove, r.Best, name)
		r = depth(t, e, from(t, "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"), 2)
		assert.Equal(t, goengine.NoMove, r.Best, name)
		assert.Equal(t, int16(0), r.Score, "%s: stalemate", name)
	}
}

// With a limit of cycles or nodes the result is that of the last search that ended in time, of those with one ply more
// each, and the first always ends.
func TestLimitsOfCyclesAndNodes(t *testing.T) {
	e := openGuest(t, "mini6502")
	g := from(t, fewMen)
	var all []hostbridge.Result
	for plies := 1; plies <= 3; plies++ {
		all = append(all, depth(t, e, g, plies))
	}
	sum := func(n int, of func(*hostbridge.Result) uint64) (s uint64) {
		for i := range n {
			s += of(&all[i])
		}
		return s
	}
	cycles, nodes := func(r *hostbridge.Result) uint64 { return r.Cycles }, func(r *hostbridge.Result) uint64 { return r.Nodes }
	for _, c := range []struct {
		cycles, nodes uint64
		plies         int
	}{
		{1, 0, 1},
		{sum(2, cycles) - 20, 0, 1}, // the last instruction may begin in time, and end after it
		{sum(2, cycles) + 1, 0, 2},
		{sum(3, cycles) - 20, 0, 2},
		{sum(3, cycles) + 1, 0, 3},
		{0, 1, 1},
		{0, sum(2, nodes) - 1, 1},
		{0, sum(2, nodes) + 1, 2},
		{sum(3, cycles) + 1, sum(2, nodes) + 1, 2},
	} {
		e.SetCycleLimit(c.cycles)
		r, err := e.Search(t.Context(), g, uniform, goengine.Limits{Nodes: c.nodes})
		require.NoError(t, err)
		want := all[c.plies-1]
		assert.Equal(t, want.Best, r.Best, "%+v", c)
		assert.Equal(t, want.Score, r.Score, "%+v", c)
		assert.Equal(t, c.plies, r.SX, "%+v", c)
		assert.True(t, r.Stopped)
		assert.LessOrEqual(t, sum(c.plies, cycles), r.Cycles, "%+v", c)
	}
	// A search that has its plies too is stopped, with the best root move so far.
	e.SetCycleLimit(all[2].Cycles / 2)
	r, err := e.Search(t.Context(), g, uniform, goengine.Limits{Depth: 3})
	require.NoError(t, err)
	assert.True(t, r.Stopped && !r.Complete)
	assert.True(t, g.Position().Legal(r.Best))
	assert.InDelta(t, all[2].Cycles/2, r.Cycles, 50)
	// Not before there is one.
	for _, c := range []struct{ cycles, nodes uint64 }{{1, 0}, {0, 1}} {
		e.SetCycleLimit(c.cycles)
		r, err := e.Search(t.Context(), g, uniform, goengine.Limits{Depth: 3, Nodes: c.nodes})
		require.NoError(t, err)
		assert.True(t, r.Stopped && !r.Complete, "%+v", c)
		assert.True(t, g.Position().Legal(r.Best), "%+v", c)
		assert.Less(t, r.Cycles, all[2].Cycles/2, "%+v", c)
	}
	_, err = openToy(t, "\x60").Search(t.Context(), g, uniform, goengine.Limits{Nodes: 5})
	assert.ErrorContains(t, err, "answer.nodes: a limit of nodes wants nodes, or events.scored, to count them")
}

// Plies are those of the limits, within those that the program has.
func TestPlies(t *testing.T) {
	e := openGuest(t, "mini6502")
	sx81, _ := goengine.ProfileByName("sx81")
	price, _ := uniform.OnePrice()
	for _, c := range []struct {
		prof  *goengine.Profile
		l     goengine.Limits
		want  int
		given bool
	}{
		{uniform, goengine.Limits{Depth: 2}, 2, true},
		{uniform, goengine.Limits{Depth: 32}, 5, true},
		{uniform, goengine.Limits{SX: price}, 2, true},
		{uniform, goengine.Limits{SXSet: true}, 1, true},
		{&sx81, goengine.Limits{SX: 50}, 3, false},
		{uniform, goengine.Limits{}, 3, false},
	} {
		plies, given := e.plies(c.prof, c.l)
		assert.Equal(t, c.want, plies, "%+v", c.l)
		assert.Equal(t, c.given, given, "%+v", c.l)
	}
	e = openGuest(t, "mini6502", "least = 1\nmost = 5\nplies = 3", "least = 2")
	assert.Equal(t, 2, e.d.most(), "without most and plies there is one depth")
}

// The end of the context ends a search, and a routine that sets up the program.
func TestTheContextEndsASearch(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e := openGuest(t, "mini6502")
	var at uint64
	e.Attach(goengine.CallbackFunc(func(_ goengine.Node, ev *goengine.Event) {
		if ev.Kind == goengine.EventBest && ev.Ply == 0 && at == 0 {
			at = e.m.Cycles()
			cancel()
		}
	}))
	r, err := e.Search(ctx, initial(), uniform, goengine.Limits{Depth: 3})
	require.NoError(t, err)
	assert.True(t, r.Stopped)
	assert.True(t, initial().Position().Legal(r.Best))
	assert.Positive(t, at)
	assert.Less(t, r.Cycles, at+hostbridge.PollCycles+50)
	e = openToy(t, "\x4C\x00\x80", "[search]", "[start]\ncall = \"first\"\n[search]")
	r, err = e.Search(ctx, initial(), uniform, goengine.Limits{})
	require.NoError(t, err)
	assert.True(t, r.Stopped)
	assert.Equal(t, goengine.NoMove, r.Best)
}

// Ticks come every so many cycles, and an iteration with its result.
func TestFollowers(t *testing.T) {
	e := openGuest(t, "mini6502")
	var ticks, iterations []hostbridge.Progress
	e.Follow(&hostbridge.Follower{
		Every:     200_000,
		Tick:      func(p hostbridge.Progress) { ticks = append(ticks, p) },
		Iteration: func(p hostbridge.Progress) { iterations = append(iterations, p) },
	})
	r := depth(t, e, initial(), 2)
	require.Len(t, ticks, int(r.Cycles/200_000))
	for i, p := range ticks {
		assert.InDelta(t, 200_000*(i+1), p.Cycles, 50)
	}
	require.Len(t, iterations, 1)
	assert.Equal(t, r.Score, iterations[0].Score)
	assert.Equal(t, r.PV, iterations[0].PV)
}

// Moves that are left out are not played: at the root, and below it, where the search is another.
func TestMovesThatAreLeftOut(t *testing.T) {
	for _, name := range guests {
		e := openGuest(t, name)
		g := gameOf(searchGames[1])
		for _, m := range g.Position().LegalMoves()[:6] {
			r, err := e.Search(t.Context(), g, uniform, goengine.Limits{Depth: 1, Moves: []goengine.Move{m}})
			require.NoError(t, err)
			assert.Equal(t, m, r.Best, name)
		}
		s := &dropping{drop: func(ply int, m goengine.Move) bool { return ply == 1 && m.To() != 0x44 }}
		e.Attach(s)
		depth(t, e, gameOf("d2d4 d7d5 e2e4"), 2)
		assert.NoError(t, s.wrong)
		assert.Positive(t, s.count)
	}
	e := openGuest(t, "mini6502", "suppress = \"pc = &dropped\"", "")
	some := goengine.Limits{Depth: 1, Moves: initial().Position().LegalMoves()[:1]}
	_, err := e.Search(t.Context(), initial(), uniform, some)
	assert.ErrorContains(t, err, "mini6502.toml:63: events.generated: want suppress, which leaves a move out")
	e = openGuest(t, "mini6502", "[events.generated]\nat = \"generated\"\nsuppress = \"pc = &dropped\"", "")
	_, err = e.Search(t.Context(), initial(), uniform, some)
	assert.ErrorContains(t, err, "events.generated: the program plays d2d4, which is not one of the moves to be searched")
}

// The search goes by the values that callbacks give: if one root move leads to 10 pawns, and all others to nothing, it is
// played.
func TestValuesThatAreReplaced(t *testing.T) {
	for _, name := range guests {
		e := openGuest(t, name)
		for _, move := range []string{"a2a3", "g1h3"} {
			m, err := initial().Position().ParseMove(move)
			require.NoError(t, err)
			e.Attach(goengine.CallbackFunc(func(n goengine.Node, ev *goengine.Event) {
				if ev.Kind == goengine.EventScored {
					if ev.Value = 0; ev.Move == m && n.Ply() == 0 {
						ev.Value = 640 // ten pawns
					}
				}
			}))
			r := depth(t, e, initial(), 1)
			assert.Equal(t, m, r.Best, name)
			assert.Equal(t, int16(640), r.Score, name)
		}
		// At beta: every move of the second ply is worth 30 pawns to Black, so that the first refutes each root move.
		e.Attach(goengine.CallbackFunc(func(n goengine.Node, ev *goengine.Event) {
			if ev.Kind == goengine.EventBeta && n.Ply() == 1 {
				ev.Value = 30 * 64
			}
		}))
		assert.Equal(t, int16(-30*64), depth(t, e, initial(), 2).Score, name)
	}
	e := openGuest(t, "mini6502", "replace = \"word(&value) = event.value\"", "")
	e.Attach(goengine.CallbackFunc(func(_ goengine.Node, ev *goengine.Event) { ev.Value += 64 }))
	_, err := e.Search(t.Context(), initial(), uniform, goengine.Limits{Depth: 1})
	assert.ErrorContains(t, err, "mini6502.toml:67: events.scored: want replace, which gives the value event.value")
}

// Values are those of the side that moves at the event's node, whoever's the program's are.
func TestValuesOfEvents(t *testing.T) {
	values := func(edits ...string) (all []int16) {
		e := openGuest(t, "mini6502", edits...)
		e.Attach(goengine.CallbackFunc(func(n goengine.Node, ev *goengine.Event) {
			if ev.Kind == goengine.EventScored {
				all = append(all, ev.Value)
			}
		}))
		depth(t, e, gameOf("e2e4"), 2)
		return all
	}
	want := values()
	// The same value as White's: the side that has moved to a node at an odd distance is the root's, Black.
	white := `value = "signed(word(&value)) * (1 - 2 * (side != 0))"` + "\nwhite = true"
	assert.Equal(t, want, values("node = true\nvalue = \"signed(word(&value))\"", "node = true\n"+white))
}

// The program begins with a routine, and ends at an address if its search does not return.
func TestStartAndUntil(t *testing.T) {
	// first: INC $10; again: JMP again. $8006: LDA #$13; STA $10; LDA #$34; STA $11; RTS
	const code = "\xE6\x10\xEA\x4C\x03\x80\xA9\x13\x85\x10\xA9\x34\x85\x11\x60"
	e := openToy(t, code, "[search]", "[start]\ncall = \"$8006\"\nset = \"a = 7\"\n[search]\nuntil = \"again\"")
	r := depth(t, e, initial(), 1)
	assert.Equal(t, "e2e4", initial().Position().UCI(r.Best))
	assert.Equal(t, uint64(7), r.Cycles) // INC and NOP
	assert.True(t, r.Complete)
}

// Two searches of one engine, and of two, are the same.
func TestASearchLeavesNothingBehind(t *testing.T) {
	for _, name := range guests {
		e := openGuest(t, name)
		g := gameOf(searchGames[2])
		first := depth(t, e, g, 2)
		depth(t, e, initial(), 1)
		assert.Equal(t, first, depth(t, e, g, 2))
		assert.Equal(t, first, depth(t, openGuest(t, name), g, 2))
	}
}
