package hostbridge

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// A map of hits of another ply is not taken for the node's, where a quiet move that attacks, or a
// killer, loses its piece, or a capture is sorted by what it loses.
func TestRoutinesMapsOfOtherPlies(t *testing.T) { onMachines(t, testMapsOfOtherPlies) }

func testMapsOfOtherPlies(t testing.TB, r *rig) {
	const ply = 2
	stale := func(of byte) { // on which nothing is attacked
		r.call("clear_hits", nil)
		r.setByte("hits_stamp", 2)
		r.setByte("hits_ply", of)
	}
	// Nd4 attacks the queen, and the pawn takes the knight.
	evading := position(t, "6k1/8/2q5/2p5/r5K1/8/4N3/3Q4 w - - 0 1")
	n := nodeOf(t, evading, "sx81,price.evasion=0,switch.killers=on", ply, 7)
	const nd4 = goengine.Move(0x33<<8 | 0x14)
	// Qxd5 loses the queen.
	taking := position(t, "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1")
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
			list, waiting, _ := evading.Probe().ListAt(n, false, true, probe.Worthy)
			require.Equal(t, list, r.list(), "a map of ply %d", of)
			require.Equal(t, waiting, r.between("n_first_waiting", "raw_end"), "a map of ply %d", of)
			require.True(t, slices.ContainsFunc(waiting, func(m probe.Move) bool { return m.Move == nd4 }))
		}

		c := nodeOf(t, taking, "sx81", ply, 7)
		c.Profile.Switches = c.Profile.Switches&0xFF | goengine.SwapSort | goengine.Switches(of)<<8
		tactical, _ := taking.Probe().Generated()
		list, _, _ := taking.Probe().ListAt(c, true, false, probe.Everything)
		c.Static += int16(of) - list[0].Score&0xFF // any number may stand where the ply should
		list, _, _ = taking.Probe().ListAt(c, true, false, probe.Everything)
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
		r.call("emit", in{"category": goengine.LosingCapture})
		require.Equal(t, list, r.list(), "a map of ply %d", of)
	}
}

// An iteration whose value is the least that proves a mate, or a mated king, is the last, and one
// that falls short of it is not.
func TestLeastMates(t *testing.T) { onMachines(t, testLeastMates) }

func testLeastMates(t testing.TB, m *rig) {
	p := position(t, "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1")
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
		require.Equal(t, byte(2), m.byte("stopped"))
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
func TestRoutinesMateNotAboveAlpha(t *testing.T) { onMachines(t, testMateNotAboveAlpha) }

func testMateNotAboveAlpha(t testing.TB, r *rig) {
	p := position(t, "3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
	for _, tempo := range []int8{-128, -1, 0, 1, 127} {
		n := nodeOf(t, p, "uniform", 2, 0)
		n.Profile.Tempo = tempo
		list, _, _ := p.Probe().ListAt(n, true, false, probe.Everything)
		require.Len(t, list, 1) // Rxd8
		for below := range int16(2) {
			n.Alpha = list[0].Score - int16(tempo) - below
			want := n.Alpha
			if below > 0 {
				want = goengine.Mate - 3
			}
			require.Equal(t, want, p.Probe().FrontierAt(n).Value)
			r.looked(p, n)
			require.Equal(t, want, r.nodeResult(n, r.call("frontier", nil)).Value, "tempo %d, %d below", tempo, below)
		}
	}
}

// Two squares of a table lie further apart than those of any root's tables: a move
// between them is above alpha where the tempo still brings it there.
func TestRoutinesEntriesFarApart(t *testing.T) { onMachines(t, testEntriesFarApart) }

func testEntriesFarApart(t testing.TB, r *rig) {
	p := position(t, "7k/8/8/8/8/8/8/R3K3 w - - 0 1")
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
			r.looked(p, n)
			r.m.Write(r.addr("pst")+uint32(goengine.Rook)<<8, c.from)
			r.m.Write(r.addr("pst")+uint32(goengine.Rook)<<8+0x10, c.to)
			at := r.addr("raw_moves")
			r.raw(at, probe.Move{Move: 0x10 << 8})
			got := r.nodeResult(n, r.call("scan_quiet", in{"first": at, "checks": 1}))
			require.Equal(t, value, got.Value, "%+v, alpha %d", c, n.Alpha)
			require.Len(t, got.PV, int(above), "%+v, alpha %d", c, n.Alpha)
		}
	}
}

// The moves of a node end at the last byte of their room, and one of them checks:
// the answers to it that are looked at are written over their end.
func TestRoutinesMovesUpToTheLastByte(t *testing.T) { onMachines(t, testMovesUpToTheLastByte) }

func testMovesUpToTheLastByte(t testing.TB, r *rig) {
	p := position(t, "7k/6pp/8/8/8/8/1r6/R5K1 w - - 0 1")
	n := nodeOf(t, p, "uniform", 2, 0)
	moves := slices.Repeat([]probe.Move{{Move: 0x01 << 8}}, goengine.MaxMoves) // Rb1
	moves[0].Move = 0x70 << 8                                                  // Ra8, behind which Rb8 is the only answer
	r.looked(p, n)
	at := r.rawAt(255)
	r.raw(at, moves...)
	want := p.Probe().ScanAt(n, moves)
	require.EqualValues(t, goengine.MaxMoves, want.Nodes)
	require.Equal(t, want, r.nodeResult(n, r.call("scan_quiet", in{"first": at, "checks": 1})))
}

// Killers are not tried early where two budgets that one side shares with the other would still
// follow them up.
func TestRoutinesKillersOfSharedBudgets(t *testing.T) { onMachines(t, testKillersOfSharedBudgets) }

func testKillersOfSharedBudgets(t testing.TB, r *rig) {
	p := position(t, "4k3/8/8/8/8/2N5/4B3/R3K3 w - - 0 1")
	prof := cheap(255, goengine.HalfFrontier|goengine.Killers|goengine.TwoBudgets)
	prof.Budgets = goengine.BudgetsShared
	for other := range uint8(40) {
		n := nodeOf(t, p, "uniform", 2, 0)
		n.Profile, n.Other, n.Killers[0], n.Limit = prof, other+2, 0x43<<8|0x22, 60 // Nd5
		n.Alpha, n.Beta = n.Static-200, n.Static-100
		require.Greater(t, r.sameNode(p, n, "shared").Nodes, uint64(1))
	}

	// Only in the rows of deep plies are killers cheap.
	prof = cheap(255, goengine.HalfFrontier|goengine.Killers)
	prof.Price[goengine.Killer], prof.DeepFrom, prof.DeepOther = 20, 8, -15
	p = position(t, "4k3/8/2p5/3p4/8/5N2/8/3RK3 w - - 0 1")
	n := nodeOf(t, p, "uniform", 2, 10)
	n.Profile, n.Killers[0] = prof, 0x44<<8|0x25 // Ne5, before Rxd5
	n.Alpha, n.Beta = n.Static-200, n.Static-100
	require.EqualValues(t, 1, r.sameNode(p, n, "deep").Nodes)
}

// A move that cuts off is a killer also where the cache has another position's move, whose budget
// wears off to nothing.
func TestRoutinesKillerBesideAWornEntry(t *testing.T) { onMachines(t, testKillerBesideAWornEntry) }

func testKillerBesideAWornEntry(t testing.TB, r *rig) {
	p := position(t, "4k3/8/8/8/8/2N5/4B3/R3K3 w - - 0 1")
	n := nodeOf(t, p, "uniform", 2, 0)
	n.Profile, n.Other, n.Limit = cheap(1, goengine.Killers|goengine.TwoBudgets|goengine.Cache), 2, 2000
	n.Cached, n.CachedElse, n.CachedBudget = 0x43<<8|0x22, true, 1
	n.Alpha, n.Beta = n.Static-200, n.Static-100
	want := r.sameNode(p, n, "worn off")
	require.True(t, want.Cut)
	require.Zero(t, want.Cached.Budget)
	require.NotEqual(t, goengine.NoMove, want.Killers[0])
}

// A killer is tried that comes from the first square, or goes there behind another that comes from
// there.
func TestRoutinesKillersOfTheFirstSquare(t *testing.T) { onMachines(t, testKillersOfTheFirstSquare) }

func testKillersOfTheFirstSquare(t testing.TB, r *rig) {
	const a1a4, a4a1, a1b1 = 0x30 << 8, 0x30, 0x01 << 8
	for _, c := range []struct {
		fen           string
		killer, other goengine.Move
	}{
		{"4k3/8/8/8/8/2N5/4B3/R3K3 w - - 0 1", a1a4, 0x44<<8 | 0x33},
		{"4k3/8/8/8/R7/2N5/4B3/4K3 w - - 0 1", a4a1, a1b1},
	} {
		p := position(t, c.fen)
		for i := range 2 {
			for spec, sx := range map[string]uint8{"uniform,switch.killers=on": 0, "uniform,switch.killers=on,switch.staged=on": 8} {
				n := nodeOf(t, p, spec, 2, sx)
				n.Alpha, n.Beta = n.Static-200, n.Static-100
				n.Killers[i], n.Killers[1-i] = c.killer, c.other
				want := r.sameNode(p, n, spec)
				require.True(t, want.Cut)
				require.Equal(t, c.killer, want.Killers[0], "it is the move that cuts off")
			}
			n := nodeOf(t, p, "uniform,switch.killers=on", 0, 8)
			n.Killers[i], n.Killers[1-i] = c.killer, c.other
			r.looked(p, n)
			r.setByte("n_any", 0)
			r.gives("early_killer", in{"bit": anyKiller1 >> i}, out{"yes": true})
		}
	}
}

// A pawn that becomes a queen who mates along a diagonal mates; so does a move that is known to
// check, though its static value is 0.
func TestRoutinesMatesByHand(t *testing.T) { onMachines(t, testMatesByHand) }

func testMatesByHand(t testing.TB, r *rig) {
	p := position(t, "6R1/1P6/8/8/8/8/5N1k/K7 w - - 0 1")
	n := nodeOf(t, p, "uniform", 2, 0)
	begin := func(m probe.Move, checks byte) {
		r.looked(p, n)
		r.setByte("scan_checks", checks)
		r.cpu.scramble(r.m)
		r.atHand(m)
	}
	for promotion, mates := range map[goengine.Move]bool{0: true, 0x08: false, 0x80: true, 0x88: false} { // and the bishop
		begin(probe.Move{Move: 0x71<<8 | 0x61 | promotion, Flags: flagPromotion}, 1)
		r.gives("mates", nil, out{"yes": mates}, "%x", promotion)
	}
	p = position(t, "6R1/1Q6/8/8/8/8/5N1k/K7 w - - 0 1")
	begin(probe.Move{Move: 0x71<<8 | 0x61}, 1) // Qb8
	r.gives("mates", nil, out{"yes": true})
	p = position(t, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
	begin(probe.Move{Move: 0x70 << 8, Flags: 32}, 0) // Ra8
	r.gives("terminal_high", in{"static": 0}, out{"value": goengine.Mate - 3})
}

// A move below which the other side passes is dropped, and one below which it doesn't is followed
// up, where what it would have to beat is just a mate.
func TestRoutinesPassesBesideAMate(t *testing.T) { onMachines(t, testPassesBesideAMate) }

func testPassesBesideAMate(t testing.TB, r *rig) {
	p := position(t, goengine.StartFEN)
	counted := map[uint64]bool{}
	for above := int16(-3); above <= 3; above++ {
		n := nodeOf(t, p, "uniform,pass=1", 2, 8)
		n.Alpha = goengine.MateBound + above
		counted[r.sameNode(p, n, "mate").Nodes] = true
	}
	require.Len(t, counted, 2)

	// Or the node passes itself.
	passed := map[bool]bool{}
	for above := int16(-3); above <= 3; above++ {
		n := nodeOf(t, p, "uniform,pass=1", 2, 8)
		n.Beta = above - goengine.MateBound
		n.Alpha = n.Beta - 1
		passed[r.sameNode(p, n, "mated").Nodes == 0] = true
	}
	require.Len(t, passed, 2)
}

// swapByHand puts pieces on the board, and then those of the other colours, and demands
// what a side wins on a square.
func (r *rig) swapByHand(target, want, worth int, pieces map[int]byte) {
	r.t.Helper()
	for by := range byte(2) {
		for sq := range 128 {
			if sq&0x88 == 0 {
				b := pieces[sq]
				if b != 0 && by == 1 {
					b ^= 0xC0 // the other colour
				}
				r.m.Write(r.addr("board")+uint32(sq), b)
			}
		}
		r.cpu.scramble(r.m)
		args := in{"square": target, "worth": worth, "side": by}
		r.gives("swap_off", args, out{"won": want}, "%x by %d", pieces, by)
		r.cpu.scramble(r.m)
		r.gives("swap_slow", args, out{"gain": want}, "%x by %d", pieces, by)
	}
}

// Exchanges among more pieces of a kind than are common, from each side of a
// square: the fourth queen stands on any ray, or a bishop behind another, beside
// a rook.
func TestRoutinesSwapOffByHand(t *testing.T) { onMachines(t, testSwapOffByHand) }

func testSwapOffByHand(t testing.TB, r *rig) {
	const rook, bishop, knight, queen, target = 8, 4, 2, 12, 0x33
	straight, diagonal := []int{16, -16, 1, -1}, []int{17, 15, -17, -15}
	p := position(t, goengine.StartFEN)
	r.set(p) // for the edges of the board
	try := func(want, worth int, pieces map[int]byte) { r.swapByHand(target, want, worth, pieces) }
	rays := slices.Concat(diagonal, straight)
	for i, three := range rays {
		for k, fourth := range rays {
			if i == k {
				continue
			}
			defender := 0
			for defender == i || defender == k {
				defender++
			}
			// Qxd4 Qxd4 Qxd4 wins the rook, for a queen takes back a queen.
			try(84, 84, map[int]byte{
				target: 0x80 | rook, target + rays[defender]: 0x80 | queen,
				target + three: 0x40 | queen, target + 2*three: 0x40 | queen, target + 3*three: 0x40 | queen, target + fourth: 0x40 | queen,
			})
		}
	}
	// Behind a bishop or a rook, at each distance, stands a queen: Bxa1 Qxa1 Qxa1,
	// where without her the bishop is lost for the rook.
	for i, step := range rays {
		slider, corner := byte(bishop), []int{0x00, 0x07, 0x77, 0x70, 0x00, 0x70, 0x00, 0x07}[i]
		if i >= 4 {
			slider = rook
		}
		defender := 0
		for defender == i || (corner+rays[defender])&0x88 != 0 {
			defender++
		}
		for far := 1; far < 7; far++ {
			r.swapByHand(corner, 84, 84, map[int]byte{
				corner: 0x80 | rook, corner + rays[defender]: 0x80 | queen, corner + far*step: 0x40 | slider, corner + (far+1)*step: 0x40 | queen,
			})
		}
	}
	// The pawn behind a pawn takes nothing: cxd4 Qxd4.
	for sq := range uint32(128) {
		if sq&0x88 == 0 {
			r.m.Write(r.addr("board")+sq, map[uint32]byte{target: 0x80 | knight, target + 16: 0x80 | queen, target - 17: 0x41, target - 34: 0x41}[sq])
		}
	}
	args := in{"square": target, "worth": 54, "side": 0}
	r.gives("swap_off", args, out{"won": 54 - 16})
	r.gives("swap_slow", args, out{"gain": 54 - 16})
	for _, step := range diagonal {
		for beside := -1; beside <= 1; beside += 2 {
			// Bxd4 Rxd4 Bxd4 Rxd4: 54 - (54 - (84 - 54)).
			try(30, 54, map[int]byte{
				target: 0x80 | knight, target + 16: 0x80 | rook, target + 32: 0x80 | rook,
				target + step: 0x40 | bishop, target + 2*step: 0x40 | bishop, target + 2*step + beside: 0x40 | rook,
			})
		}
	}
}

// fallen makes the last iteration's best move worth less in the second one, and stops
// the search behind moves that end the line.
type fallen struct {
	goengine.EventHash
	iterations, moves int
}

// Event implements Callbacks.
func (x *fallen) Event(n Node, ev *goengine.Event) {
	x.EventHash.Event(n, ev)
	switch {
	case ev.Kind == goengine.EventIteration:
		x.iterations++
		x.moves = 0
	case ev.Kind == goengine.EventBeta && n.Ply() == 0:
		x.moves++
		ev.Value = -200
		if x.moves == 1 {
			ev.Value = 5000 - 2000*int16(x.iterations) // above what the others are worth as they stand
		}
		if x.iterations > 0 && x.moves == 3 {
			n.Stop()
		}
	}
}

// Root moves that end the line are counted behind the last best move, so that what the iteration
// has found is taken.
func TestStoppedBehindTerminalMoves(t *testing.T) { onMachines(t, testStoppedBehindTerminalMoves) }

func testStoppedBehindTerminalMoves(t testing.TB, m *rig) {
	p := position(t, "7k/8/2p5/3p4/8/8/3R4/4K3 w - - 0 1")
	prof := cheap(255, goengine.SwapSort)
	prof.Start, prof.Step, prof.CheckBonus = 2, 2, 255
	sameUnder(t, m, goengine.NewGame(p), prof, func() *fallen { return &fallen{} }, func(x *fallen) {
		require.Equal(t, 1, x.iterations)
	})
	require.Equal(t, byte(2), m.byte("stopped"))
}

// In double check the king that may flee by one step alone is not mated.
func TestRoutinesFlightsFromDoubleCheck(t *testing.T) { onMachines(t, testFlightsFromDoubleCheck) }

func testFlightsFromDoubleCheck(t testing.TB, r *rig) {
	for step, fen := range map[int]string{
		16: "8/8/6n1/1r1r4/k7/b3q3/8/2K5 w - - 0 1", 1: "4K3/r7/1b4q1/8/4r1k1/3n4/8/8 w - - 0 1",
		-16: "8/5n2/8/8/7q/4r3/5rK1/1k3b2 w - - 0 1", -1: "8/1b2r3/8/7r/5k2/8/8/7K w - - 0 1",
		17: "8/5b2/5k2/3q3r/8/8/2n5/K6r w - - 0 1", 15: "3b4/8/1q6/8/3k4/8/1Kr5/n6r w - - 0 1",
		-17: "1r6/4q1nk/6b1/7K/8/2r5/8/8 w - - 0 1", -15: "3n3r/6q1/k3K3/8/8/1b1r4/8/8 w - - 0 1",
	} {
		p := position(t, fen)
		require.EqualValues(t, 2, p.Probe().Look(true).Checkers, fen)
		moves := p.LegalMoves()
		require.Len(t, moves, 1, fen)
		require.Equal(t, step, int(moves[0].To())-int(moves[0].From()), fen)
		r.set(p)
		r.gives("has_legal_move", nil, out{"yes": true}, fen)
	}
}

// White has castled and lost a queen before: behind the dead queen, which is looked at first, the
// rook that hangs is seen.
func TestRoutinesHangsBehindADeadPiece(t *testing.T) { onMachines(t, testHangsBehindADeadPiece) }

func testHangsBehindADeadPiece(t testing.TB, r *rig) {
	p := r.playFrom(t, "4k3/8/8/8/3b4/8/1Q6/R3K2R b KQ - 0 1", "d4b2")
	n := nodeOf(t, p, "uniform", 2, 0)
	n.Alpha, n.Beta = n.Static-800, n.Static-20
	r.enter(n)
	r.lookNode(n)
	r.setByte("scan_checks", 0)
	r.atHand(probe.Move{Move: 0x06<<8 | 0x04, Flags: flagCastle})
	// Bxa1 Rxa1 wins 84 - 54.
	r.gives("terminal_high", in{"static": n.Static}, out{"value": n.Static - 4*30})
}
