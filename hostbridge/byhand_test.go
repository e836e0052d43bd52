package hostbridge

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// A map of hits of whatever other ply is taken for the node's, where a quiet move
// that attacks, or a killer, loses its piece, or a capture is sorted by what it loses.
func TestMapsOfOtherPlies(t *testing.T) { onMachines(t, testMapsOfOtherPlies) }

func testMapsOfOtherPlies(t testing.TB, r *rig) {
	const ply = 2
	stale := func(of byte) { // on which nothing is attacked
		r.call("clear_hits", nil)
		r.setByte("hits_stamp", 2)
		r.setByte("hits_ply", of)
	}
	// Nd4 attacks the queen, and the pawn takes the knight.
	evading, err := goengine.ParseFEN("6k1/8/2q5/2p5/r5K1/8/4N3/3Q4 w - - 0 1")
	require.NoError(t, err)
	n := nodeOf(t, evading, "sx81,price.evasion=0,switch.killers=on", ply, 7)
	const nd4 = goengine.Move(0x33<<8 | 0x14)
	// Qxd5 loses the queen.
	taking, err := goengine.ParseFEN("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1")
	require.NoError(t, err)
	for of := range byte(goengine.MaxPly) {
		if of == ply {
			continue
		}
		for _, n.Killers[0] = range []goengine.Move{goengine.NoMove, nd4} {
			r.node(evading, n)
			r.lookNode(n)
			r.setByte("n_any", 0)
			r.toList(evading)
			stale(of)
			r.call("list_half", nil)
			list, waiting, _ := evading.Probe().ListAt(n, false, true, goengine.ProbeWorthy)
			require.Equal(t, list, r.list(), "a map of ply %d", of)
			require.Equal(t, waiting, r.between("n_first_waiting", "raw_end"), "a map of ply %d", of)
			require.True(t, slices.ContainsFunc(waiting, func(m goengine.ProbeMove) bool { return m.Move == nd4 }))
		}

		c := nodeOf(t, taking, "sx81", ply, 7)
		c.Profile.Switches2 = goengine.SwapSort | goengine.Switches2(of)
		tactical, _ := taking.Probe().Generated()
		list, _, _ := taking.Probe().ListAt(c, true, false, goengine.ProbeEverything)
		require.Len(t, list, 1)
		require.Equal(t, list[0].Score-4*160, list[0].Order)
		r.node(taking, c)
		r.lookNode(c)
		stale(of)
		at := r.rawAt(200)
		r.putRaw(at, tactical[0])
		r.cpu.judge(r, at)
		r.call("judge_tactical", in{"move": at}) // the pawn takes back, so no map is asked for
		r.setByte("j_bonus", 0)
		r.call("emit", in{"category": uint32(goengine.LosingCapture)})
		require.Equal(t, list, r.list(), "a map of ply %d", of)
	}
}

// An iteration whose value is the least that proves a mate, or a mated king, is
// not the last, or one is that falls short of it.
func TestLeastMates(t *testing.T) { onMachines(t, testLeastMates) }

func testLeastMates(t testing.TB, m *rig) {
	p, err := goengine.ParseFEN("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1")
	require.NoError(t, err)
	prof := profile(t, "uniform")
	prof.Start = 8
	for value, last := range map[int16]bool{
		goengine.MateBound - 1: false, goengine.MateBound: true, goengine.MateBound + 1: true,
		1 - goengine.MateBound: false, -goengine.MateBound: true, -1 - goengine.MateBound: true,
	} {
		sameUnder(t, m, goengine.NewGame(p), prof, func() *decreed { return &decreed{value: value} }, func(x *decreed) {
			require.Equal(t, last, x.iterations == 1, "value %d, %d iterations", value, x.iterations)
		})
		// The first iteration is stopped: of mated moves, the one under way is played.
		sameUnder(t, m, goengine.NewGame(p), prof, func() *decreed { return &decreed{value: value, stop: 1} }, func(x *decreed) {
			require.Equal(t, 1, x.moves)
		})
	}
}

// decreed gives all moves of the root a value, and stops behind some, 0 for none.
type decreed struct {
	goengine.EventHash
	value                   int16
	stop, moves, iterations int
}

// Event implements Callbacks.
func (x *decreed) Event(n Node, ev *goengine.Event) {
	x.EventHash.Event(n, ev)
	switch {
	case ev.Kind == goengine.EventIteration:
		x.iterations++
	case ev.Kind == goengine.EventBeta && n.Ply() == 0:
		ev.Value = x.value
		if x.moves++; x.moves == x.stop {
			n.Stop()
		}
	}
}

// A capture mates, and its static value less the tempo is alpha: it is not asked
// about, for it must be above.
func TestMateNotAboveAlpha(t *testing.T) { onMachines(t, testMateNotAboveAlpha) }

func testMateNotAboveAlpha(t testing.TB, r *rig) {
	p, err := goengine.ParseFEN("3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
	require.NoError(t, err)
	for _, tempo := range []int8{-128, -1, 0, 1, 127} {
		n := nodeOf(t, p, "uniform", 2, 0)
		n.Profile.Tempo = tempo
		list, _, _ := p.Probe().ListAt(n, true, false, goengine.ProbeEverything)
		require.Len(t, list, 1) // Rxd8
		for below := range int16(2) {
			n.Alpha = list[0].Score - int16(tempo) - below
			want := n.Alpha
			if below > 0 {
				want = goengine.Mate - 3
			}
			require.Equal(t, want, p.Probe().FrontierAt(n).Value)
			r.node(p, n)
			r.lookNode(n)
			require.Equal(t, want, r.nodeResult(n, r.call("frontier", nil)).Value, "tempo %d, %d below", tempo, below)
		}
	}
}

// Two squares of a table lie further apart than those of any root's tables: a move
// between them is above alpha where the tempo still brings it there.
func TestEntriesFarApart(t *testing.T) { onMachines(t, testEntriesFarApart) }

func testEntriesFarApart(t testing.TB, r *rig) {
	p, err := goengine.ParseFEN("7k/8/8/8/8/8/8/R3K3 w - - 0 1")
	require.NoError(t, err)
	for _, c := range []struct {
		tempo    int8
		from, to byte
	}{
		{-128, 0x10, 0xA0}, {-128, 0, 255}, {-1, 0, 255}, {0, 0, 255}, {127, 0, 255}, {127, 255, 0}, {-128, 255, 0},
	} {
		value := int16(c.to) - int16(c.from) - int16(c.tempo) // of Ra2, which nobody attacks
		for above := range int16(2) {
			n := nodeOf(t, p, "uniform", 2, 0)
			n.Profile.Tempo, n.Static, n.Alpha = c.tempo, 0, value-above
			r.node(p, n)
			r.lookNode(n)
			r.m.Write(r.addr("pst")+uint32(goengine.Rook)<<8, c.from)
			r.m.Write(r.addr("pst")+uint32(goengine.Rook)<<8+0x10, c.to)
			at := r.addr("raw_moves")
			r.raw(at, goengine.ProbeMove{Move: 0x10 << 8})
			got := r.scanned(n, r.call("scan_quiet", in{"first": at, "checks": 1}))
			require.Equal(t, value, got.Value, "%+v, alpha %d", c, n.Alpha)
			require.Len(t, got.PV, int(above), "%+v, alpha %d", c, n.Alpha)
		}
	}
}

// The moves of a node end at the last byte of their room, and one of them checks:
// the answers to it that are looked at are written over their end.
func TestMovesUpToTheLastByte(t *testing.T) { onMachines(t, testMovesUpToTheLastByte) }

func testMovesUpToTheLastByte(t testing.TB, r *rig) {
	p, err := goengine.ParseFEN("7k/6pp/8/8/8/8/1r6/R5K1 w - - 0 1")
	require.NoError(t, err)
	n := nodeOf(t, p, "uniform", 2, 0)
	moves := slices.Repeat([]goengine.ProbeMove{{Move: 0x01 << 8}}, goengine.MaxMoves) // Rb1
	moves[0].Move = 0x70 << 8                                                          // Ra8, behind which Rb8 is the only answer
	r.node(p, n)
	r.lookNode(n)
	at := r.rawAt(255)
	r.raw(at, moves...)
	want := p.Probe().ScanAt(n, moves)
	require.EqualValues(t, goengine.MaxMoves, want.Nodes)
	require.Equal(t, want, r.scanned(n, r.call("scan_quiet", in{"first": at, "checks": 1})))
}

// Killers are tried early where two budgets that one side shares with the other
// would still follow them up.
func TestKillersOfSharedBudgets(t *testing.T) { onMachines(t, testKillersOfSharedBudgets) }

func testKillersOfSharedBudgets(t testing.TB, r *rig) {
	p, err := goengine.ParseFEN("4k3/8/8/8/8/2N5/4B3/R3K3 w - - 0 1")
	require.NoError(t, err)
	prof := cheap(255, goengine.HalfFrontier|goengine.Killers|goengine.TwoBudgets, 0)
	prof.Budgets = goengine.BudgetsShared
	for other := range uint8(40) {
		n := nodeOf(t, p, "uniform", 2, 0)
		n.Profile, n.Other, n.Killers[0], n.Limit = prof, other+2, 0x43<<8|0x22, 60 // Nd5
		n.Alpha, n.Beta = n.Static-200, n.Static-100
		require.Greater(t, r.sameNode(p, n, "shared").Nodes, uint64(1))
	}
}

// A move that cuts off is no killer where the cache has another position's move,
// whose budget wears off to nothing.
func TestKillerBesideAWornEntry(t *testing.T) { onMachines(t, testKillerBesideAWornEntry) }

func testKillerBesideAWornEntry(t testing.TB, r *rig) {
	p, err := goengine.ParseFEN("4k3/8/8/8/8/2N5/4B3/R3K3 w - - 0 1")
	require.NoError(t, err)
	n := nodeOf(t, p, "uniform", 2, 0)
	n.Profile, n.Other, n.Limit = cheap(1, goengine.Killers|goengine.TwoBudgets, goengine.Cache), 2, 2000
	n.Cached, n.CachedElse, n.CachedBudget = 0x43<<8|0x22, true, 1
	n.Alpha, n.Beta = n.Static-200, n.Static-100
	want := r.sameNode(p, n, "worn off")
	require.True(t, want.Cut)
	require.Zero(t, want.Cached.Budget)
	require.NotEqual(t, goengine.NoMove, want.Killers[0])
}
