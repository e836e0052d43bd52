package hostbridge

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// crowding counts the lists that find no room.
type crowding struct {
	e               *goengine.Engine
	sorted, waiting int
}

// Event implements Callbacks.
func (c *crowding) Event(n Node, ev *goengine.Event) {
	if ev.Kind != goengine.EventGenerated {
		return
	}
	sorted, waiting := probed.Records(c.e)
	if sorted+ev.Count > 384 {
		c.sorted++
	}
	if waiting+ev.Count > 255 {
		c.waiting++
	}
}

// cheap is a profile whose moves cost next to nothing, but for the plain quiet
// ones.
func cheap(quiet uint8, switches goengine.Switches) *goengine.Profile {
	prof := goengine.Profile{Start: 255, Switches: switches}
	for c := range prof.Price {
		prof.Price[c] = 1
	}
	prof.Price[goengine.Evasion] = 0
	prof.Price[goengine.Losing], prof.Price[goengine.Forward], prof.Price[goengine.Backward] = quiet, quiet, quiet
	return &prof
}

// Where the lists of a line's nodes find no room the engines end the line at the same place, and
// write over nothing that they need.
func TestListsThatFindNoRoom(t *testing.T) {
	t.Parallel()
	p := newLineup(t, true)
	half := goengine.HalfFrontier | goengine.Killers
	staged := goengine.Staged | goengine.Scout | goengine.Cache
	sorted, waiting := 0, 0
	for name, prof := range map[string]*goengine.Profile{
		"all moves follow":              cheap(1, goengine.MateTest),
		"in stages":                     cheap(1, half|goengine.MateTest|staged),
		"half-frontiers all along":      cheap(255, goengine.HalfFrontier|goengine.MateTest),
		"and killers":                   cheap(255, half|goengine.MateTest),
		"half-frontiers, two budgets":   cheap(240, goengine.HalfFrontier|goengine.TwoBudgets|staged),
		"full nodes and half-frontiers": cheap(60, half|goengine.MateThreats|staged|goengine.SwapSort),
	} {
		for _, fen := range []string{
			"qqqqkqqq/q6q/8/8/8/8/Q6Q/QQQQKQQQ w - - 0 1",
			"3qk3/2q1q3/1q3q2/q5q1/1Q5Q/2Q3Q1/3Q1Q2/3KQ3 w - - 0 1",
			"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", // 218 moves
			"r6r/3q4/1q4q1/4q3/2q4q/q4q2/PP1q4/KbnN1kb1 b - - 0 1",
			"bnbnknbn/1n3b2/8/8/8/8/1N3B2/BNBNKNBN w - - 0 1", // knights and bishops attack nothing more valuable
			"r1bqk2r/2p1bppp/p1np1n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 w kq - 0 1",
		} {
			pos := position(t, fen)
			l := goengine.Limits{Nodes: uint64(slow(3000, 100000))}
			c := crowding{e: goengine.NewEngine()}
			c.e.Callbacks = &c
			_, err := c.e.Search(context.Background(), goengine.NewGame(pos), prof, l)
			require.NoError(t, err)
			t.Logf("%s, %s: no room for %d lists, nor for %d to wait", name, fen, c.sorted, c.waiting)
			sorted += c.sorted
			waiting += c.waiting
			p.equal(goengine.NewGame(pos), name, prof, l)
		}
	}
	enough(t, sorted, 1000)
	enough(t, waiting, 300)
}

// Half-frontiers one below the other leave nearly as many moves waiting as may:
// up to 247 of 255 here.
func TestManyMovesWait(t *testing.T) { onMachines(t, testManyMovesWait) }

func testManyMovesWait(t testing.TB, m *rig) {
	p := position(t, "q2qk2q/8/1n1n1n2/8/8/1N1N1N2/8/Q2QK2Q w - - 0 1")
	prof := cheap(255, goengine.HalfFrontier|goengine.Killers|goengine.MateTest)
	sameAsReference(t, m, "many moves wait", goengine.NewGame(p), prof, goengine.Limits{Nodes: 1500})
}

// Whether a node's moves find room is answered right where it has more captures than 37, and where
// it has just the room and many moves wait above it.
func TestRoutinesRoomOfManyCaptures(t *testing.T) { onMachines(t, testRoomOfManyCaptures) }

func testRoomOfManyCaptures(t testing.TB, r *rig) {
	p := position(t, "R2b3R/n2Q2n1/1Q4Q1/p3Q1p1/p1Q4Q/Q2p1Q2/pp1Q3p/kBNN1KB1 w - - 0 1")
	tactical, quiet := p.Probe().Generated()
	require.Greater(t, len(tactical), 37)
	require.Greater(t, len(quiet), len(tactical))
	for _, c := range []struct {
		spec   string
		sx     uint8
		listed int // with one record less they end the line
	}{
		{"sx81", 7, len(tactical)}, {"sx81", 7, len(quiet)}, {"uniform", 8, len(tactical) + len(quiet)},
	} {
		n := nodeOf(t, p, c.spec, 2, c.sx)
		n.Sorted = 384 - c.listed
		fits := r.sameNode(p, n, c.spec)
		n.Sorted++
		require.NotEqual(t, fits, r.sameNode(p, n, c.spec), "%s: %d moves", c.spec, c.listed)
	}

	// Of 206 quiet moves the killer is followed up, and with one record less none.
	p = position(t, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KBn w - - 0 1")
	_, quiet = p.Probe().Generated()
	n := nodeOf(t, p, "uniform", 2, 1)
	n.Profile = cheap(255, goengine.HalfFrontier|goengine.Killers)
	n.Killers[0] = 0x16<<8 | 0x05 // Kg2
	n.Sorted = 384 - len(quiet)
	fits := r.sameNode(p, n, "Kg2")
	n.Sorted++
	require.Less(t, r.sameNode(p, n, "Kg2").Nodes, fits.Nodes)

	// The only capture, exd5, is followed up where one record is free.
	p = position(t, "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1")
	n = nodeOf(t, p, "sx81", 2, 8)
	for _, n.Waiting = range []int{0, 255} {
		n.Sorted = 383
		fits := r.sameNode(p, n, "exd5")
		n.Sorted = 384
		require.Equal(t, fits.Nodes-3, r.sameNode(p, n, "exd5").Nodes) // Black has Kg8, Kg7 and Kh7
	}
}

// starve takes away all moves of a list that comes right behind another one, as
// that of a frontier does where the node's moves found no room.
type starve struct {
	goengine.EventHash
	last    goengine.EventKind
	ply     int
	listed  int // moves of the list before
	starved int // lists behind one that had moves
}

// Event implements Callbacks.
func (x *starve) Event(n Node, ev *goengine.Event) {
	x.EventHash.Event(n, ev)
	if ev.Kind == goengine.EventGenerated && x.last == ev.Kind && x.ply == n.Ply() && n.Ply() > 0 {
		if x.listed > 0 {
			x.starved++
		}
		n.Keep(nil)
	} else {
		x.listed = ev.Count
	}
	x.last, x.ply = ev.Kind, n.Ply()
}

// A node that had moves, which found no room, is neither mate nor stalemate when a callback takes
// them away.
func TestNothingIsLeftWithoutRoom(t *testing.T) { onMachines(t, testNothingIsLeftWithoutRoom) }

func testNothingIsLeftWithoutRoom(t testing.TB, m *rig) {
	p := position(t, "qqqqkqqq/q6q/8/8/8/8/Q6Q/QQQQKQQQ w - - 0 1")
	sameUnder(t, m, goengine.NewGame(p), cheap(1, goengine.MateTest), func() *starve { return &starve{} }, func(x *starve) {
		enough(t, x.starved, 10)
	})
}

// sameUnder searches in Go and on the machine under a callback each, which must
// end alike; enough looks at Go's.
func sameUnder[C Callbacks](t testing.TB, m *rig, g *goengine.Game, prof *goengine.Profile, callback func() C, enough func(C)) {
	t.Helper()
	want := callback()
	ref := newGo(t)
	ref.Attach(want)
	result, err := ref.Search(context.Background(), g, prof, goengine.Limits{Nodes: 20000})
	require.NoError(t, err)
	enough(want)
	got := callback()
	m.Attach(got)
	defer m.Attach(nil)
	found, err := m.Search(context.Background(), g, prof, goengine.Limits{Nodes: 20000})
	require.NoError(t, err)
	require.True(t, result.Agrees(&found), "%v, %v", result, found)
	require.Equal(t, want, got)
}

// mated makes all of the root's moves lose to a mate far away, but in the first
// iteration, and stops the search behind many of them.
type mated struct {
	goengine.EventHash
	iterations, moves int
}

// Event implements Callbacks.
func (x *mated) Event(n Node, ev *goengine.Event) {
	x.EventHash.Event(n, ev)
	if ev.Kind == goengine.EventIteration {
		x.iterations++
	}
	if ev.Kind == goengine.EventBeta && n.Ply() == 0 && x.iterations > 0 {
		ev.Value = -goengine.Mate + 26
		if x.moves++; x.moves >= 45 {
			n.Stop()
		}
	}
}

// A search that is stopped behind many moves that are all mated far away sees that they are.
func TestStoppedBehindManyMates(t *testing.T) { onMachines(t, testStoppedBehindManyMates) }

func testStoppedBehindManyMates(t testing.TB, m *rig) {
	p := position(t, "q2qk2q/8/1n1n1n2/8/8/1N1N1N2/8/Q2QK2Q w - - 0 1")
	sameUnder(t, m, goengine.NewGame(p), profile(t, "uniform"), func() *mated { return &mated{} }, func(x *mated) {
		require.Equal(t, []int{1, 45}, []int{x.iterations, x.moves})
	})
}

// Castling is found where it is the only move to be looked at, behind any number of moves that
// wait.
func TestRoutinesOnlyCastlingIsLeft(t *testing.T) { onMachines(t, testOnlyCastlingIsLeft) }

func testOnlyCastlingIsLeft(t testing.TB, r *rig) {
	p := position(t, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	moves := generated(p)
	castling := moves[len(moves)-1:]
	require.Equal(t, "e1g1", p.UCI(castling[0].Move))
	n := nodeOf(t, p, "uniform", 2, 0)
	for _, n.Waiting = range []int{0, 22, 23, 24, 254} {
		r.looked(p, n)
		r.raw(r.rawAt(n.Waiting), castling...)
		o := r.call("scan_quiet", in{"first": r.rawAt(n.Waiting), "checks": 0})
		require.Equal(t, p.Probe().ScanAt(n, castling), r.nodeResult(n, o), n.Waiting)
	}
}
