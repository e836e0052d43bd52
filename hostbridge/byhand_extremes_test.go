package hostbridge

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// nodeOf is a node of a profile in a position of which nothing is known, with an
// open window.
func nodeOf(t testing.TB, p *goengine.Position, spec string, ply int, sx uint8) *probe.Node {
	t.Helper()
	prof := *profile(t, spec)
	return &probe.Node{
		Profile: &prof, Ply: ply, SX: sx, Maybe: true, Static: p.Probe().Static(p.Probe().BuildTables()),
		Alpha: -goengine.Infinity, Beta: goengine.Infinity, Draw: 40, Limit: 20000,
	}
}

// sameNode searches a node on the machine and in Go, and returns what both find.
// Moves of the node itself stand where those of the nodes above it wait.
func (r *rig) sameNode(p *goengine.Position, n *probe.Node, what string) probe.Result {
	r.t.Helper()
	r.node(p, n)
	for i, quiet := 0, generated(p); i < n.Waiting; i++ {
		r.putRaw(r.rawAt(i), quiet[i%len(quiet)])
	}
	want := p.Probe().SearchAt(n)
	require.Equal(r.t, want, r.nodeResult(n, r.call("node", nil)), "%s: %s, ply %d, %d sorted, %d waiting", what, p.FEN(), n.Ply, n.Sorted, n.Waiting)
	return want
}

// A mate is worth its number of plies where the line is long: to the side that gives it, and to the
// side that is mated.
func TestRoutinesMatesOfEachPly(t *testing.T) { onMachines(t, testMatesOfEachPly) }

func testMatesOfEachPly(t testing.TB, r *rig) {
	mating := position(t, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
	mated := position(t, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
	for ply := range goengine.MaxPly {
		n := nodeOf(t, mating, "uniform", ply, 0)
		r.node(mating, n)
		r.lookNode(n)
		r.setByte("scan_checks", 1)
		r.atHand(probe.Move{Move: 0x70 << 8}) // Ra8
		got := int16(r.call("terminal", in{"static": n.Static}).value("value"))
		require.Equal(t, goengine.Mate-int16(ply)-1, got, "ply %d", ply)
		n = nodeOf(t, mated, "uniform", ply, 0)
		r.node(mated, n)
		r.lookNode(n)
		require.Equal(t, int16(ply)-goengine.Mate, r.nodeResult(n, r.call("frontier", nil)).Value, "ply %d", ply)
	}
}

// A node is as in Go with more captures and promotions than there are numbers left in a page, a
// draw by fifty moves, and little room for sorted moves.
func TestRoutinesManyCaptures(t *testing.T) { onMachines(t, testManyCaptures) }

func testManyCaptures(t testing.TB, r *rig) {
	const fen = "7k/8/8/8/K7/8/p1p1p1p1/1N1B1N1B b - - %d 80"
	for _, clock := range []int{0, 100} {
		p := position(t, fmt.Sprintf(fen, clock))
		tactical, _ := p.Probe().Generated()
		require.Len(t, tactical, 44)
		for _, spec := range []string{"uniform", "uniform,switch.staged=on", "sx81", "sex88"} {
			for _, sorted := range []int{0, 339, 340, 341, 360, 383, 384} {
				n := nodeOf(t, p, spec, 2, 8)
				n.Sorted, n.Limit = sorted, 400
				want := r.sameNode(p, n, spec)
				if clock == 100 {
					require.Equal(t, n.Draw, want.Value, spec)
				}
			}
		}
	}
}

// A list in which the raw moves of one node lie in two pages: of moves that wait, of
// a node that is a draw by fifty moves, of a cached move behind 255 that wait.
func TestRoutinesMovesInTwoPages(t *testing.T) { onMachines(t, testMovesInTwoPages) }

func testMovesInTwoPages(t testing.TB, r *rig) {
	for _, c := range []struct {
		fen, cached string
	}{
		{"4k3/8/8/8/8/2N5/4B3/R3K3 w - - 0 60", "c3d5"},
		{"4k3/8/8/8/8/2N5/4B3/R3K3 w - - 100 160", ""},
		{"4k3/3p4/8/8/8/2N5/4B3/Q3K2r w - - 0 60", "e1f2"},
		{"q2qk2q/8/1n1n1n2/8/8/1N1N1N2/8/Q2QK2Q w - - 0 1", "a1a5"},
	} {
		p := position(t, c.fen)
		for _, spec := range []string{"uniform", "uniform,switch.staged=on", "sx81", "sx81,switch.cache=on", "uniform,switch.cache=on"} {
			for waiting := 225; waiting <= 255; waiting++ {
				n := nodeOf(t, p, spec, 2, 8)
				n.Waiting, n.Limit = waiting, 60
				if c.cached != "" {
					n.Cached, _ = p.ParseMove(c.cached) // NoMove, where it is not legal
				}
				r.sameNode(p, n, spec)
			}
		}
	}
}

// No record is free: the quiet moves are valued as they are generated, and one of
// them mates.
func TestRoutinesMateWithoutAFreeRecord(t *testing.T) { onMachines(t, testMateWithoutAFreeRecord) }

func testMateWithoutAFreeRecord(t testing.TB, r *rig) {
	p := position(t, "7k/8/6PK/8/2B5/8/8/8 w - - 0 1")
	for _, spec := range []string{"sx81", "uniform"} {
		n := nodeOf(t, p, spec, 2, 8)
		n.Sorted = 384
		require.Equal(t, goengine.Mate-3, r.sameNode(p, n, spec).Value, spec)
	}
}

// A killer that ends a half-frontier is far better than the window, or loses what
// it should win and is the only move: the value is in the window all the same.
func TestRoutinesKillersFarFromTheWindow(t *testing.T) { onMachines(t, testKillersFarFromTheWindow) }

func testKillersFarFromTheWindow(t testing.TB, r *rig) {
	for _, c := range []struct {
		fen, killer string
	}{
		{"4k3/8/8/8/8/2N5/4B3/R3K3 w - - 0 1", "c3d5"},
		{"4k3/3n4/8/8/8/8/4B3/4K3 w - - 0 1", "e2c4"},
		{"4k3/8/8/8/6pp/p7/P1p3P1/K7 w - - 0 1", "g2g3"}, // the only move
	} {
		p := position(t, c.fen)
		for _, spec := range []string{"sx81,switch.killers=on,price.killer=9", "sx81,switch.killers=on", "uniform,switch.killers=on,switch.half-frontier=on"} {
			for i, above := range []int16{-700, -600, -300, -40, -20, 0, 20, 30, 40, 50, 60, 80, 300, 600, 700, 20, 30, 40, 50, 20, 30, 40, 50, 20, 30, 40, 50} {
				n := nodeOf(t, p, spec, 2, 7)
				n.Static += int16(i * 41)
				if c.killer != "" {
					var err error
					n.Killers[0], err = p.ParseMove(c.killer)
					require.NoError(t, err, c.fen)
				}
				n.Alpha = n.Static - above
				n.Beta = n.Alpha + 1
				r.sameNode(p, n, spec)
			}
		}
	}
}

// A side in check by a pawn makes a move of the game that leaves the check.
func TestRoutinesPlayMoveInCheckByAPawn(t *testing.T) { onMachines(t, testPlayMoveInCheckByAPawn) }

func testPlayMoveInCheckByAPawn(t testing.TB, r *rig) {
	for _, fen := range []string{
		"4k3/3P1p2/8/8/8/2n5/8/4K3 b - - 0 1", "4k3/3p1P2/3P4/8/8/2N5/8/4K3 b - - 0 1",
		"4k3/8/2N5/8/8/8/3p1P2/4K3 w - - 0 1", "4k3/8/2N5/8/3p4/4K3/5P2/8 w - - 0 1",
	} {
		p := position(t, fen)
		require.True(t, p.InCheck(), fen)
		legal := p.LegalMoves()
		s := p.Probe().State()
		for from := range goengine.Square(128) {
			for to := range goengine.Square(128) {
				mv := goengine.Move(to)<<8 | goengine.Move(from)
				if from&0x88 != 0 || to&0x88 != 0 || s.Board[from]&(0x40<<s.Side) == 0 || slices.Contains(legal, mv) {
					continue
				}
				r.set(p)
				r.layout.setMove(r.addr("play_from"), mv)
				r.gives("play_move", nil, out{"yes": false}, "%s %v", fen, mv)
				require.Zero(t, r.byte("play_ok"))
			}
		}
	}
}

// The moves of a node lie in two pages, or a pawn takes en passant although the clock
// of a position that somebody wrote down stands high.
func TestRoutinesPerftByHand(t *testing.T) { onMachines(t, testPerftByHand) }

func testPerftByHand(t testing.TB, r *rig) {
	for _, fen := range []string{
		"7k/q7/7q/2q2q2/2Q2Q2/7Q/Q7/7K w - - 0 1",
		"8/8/8/3pP3/8/8/8/4K2k w - d6 130 90",
		"4k2K/8/8/8/3Pp3/8/8/8 b - d3 130 90",
		"7k/8/8/K1Pp3r/8/8/8/8 w - d6 130 90", // en passant opens the rank
		"8/8/8/8/k1pP3R/8/8/7K b - d3 130 90",
		"7k/8/8/2Pp4/4K3/8/8/8 w - d6 130 90", // and takes the pawn that checks
		"8/8/8/4k3/2pP4/8/8/7K b - d3 130 90",
		"8/PPPPPPPP/8/8/1k6/8/8/RNBQKBNR w - - 0 1", // the piece of a side's last slot is promoted
		"rnbqkbnr/8/8/1K6/8/8/pppppppp/8 b - - 0 1",
	} {
		p := position(t, fen)
		legal := len(p.LegalMoves())
		for _, above := range []int{0, 256 - legal, 255, 256} {
			r.set(p)
			r.setPointer("raw_end", r.rawAt(above))
			r.setByte("perft_depth", 1)
			for i := range uint32(4) {
				r.m.Write(r.addr("perft_count")+i, 0)
			}
			r.cpu.scramble(r.m)
			r.call("perft_node", nil)
			require.EqualValues(t, legal, r.long(r.addr("perft_count")), "%s behind %d moves", fen, above)
			require.Equal(t, r.rawAt(above), r.pointer("raw_end"), fen)
			sameState(t, p.Probe().State(), r.state(), fen)
		}
	}

	// In the second half-move the piece of the last slot gives check, and another pins.
	for _, fen := range []string{"rn1qk1nr/ppppppp1/8/8/7b/P6b/1p3P2/4K3 b - - 0 1", "4k3/1P3p2/p6B/7B/8/8/PPPPPPP1/RN1QK1NR w - - 0 1"} {
		p := position(t, fen)
		r.set(p)
		r.setByte("perft_depth", 2)
		r.call("perft", nil)
		require.EqualValues(t, p.Perft(2), r.long(r.addr("perft_count")), fen)
	}

	// A map of hits that a search has left at the same ply is not asked where
	// the kings may go.
	p := position(t, "7k/8/8/8/8/8/R7/K7 w - - 0 1")
	r.set(p)
	r.call("clear_hits", nil)
	r.call("map_hits", nil)
	r.setByte("ply", 0)
	r.setByte("hits_ply", 0)
	r.setByte("perft_depth", 3)
	r.call("perft", nil)
	require.EqualValues(t, p.Perft(3), r.long(r.addr("perft_count")))
}

// Castling does not set the clock back where the key is 0 once king and rook have moved, and the
// right has not left it.
func TestRoutinesCastlingWhereTheKeyIsZero(t *testing.T) {
	onMachines(t, testCastlingWhereTheKeyIsZero)
}

func testCastlingWhereTheKeyIsZero(t testing.TB, r *rig) {
	key := func(fen string) uint32 {
		p := position(t, fen)
		return p.Probe().State().Key
	}
	right := key("k7/8/8/8/8/8/8/4K2R w K - 0 1") ^ key("k7/8/8/8/8/8/8/4K2R w - - 0 1")
	p := r.playFrom(t, "k7/n3b3/2p5/8/1Pp3N1/2P1B3/8/4K2R w K - 7 1", "e1g1")
	require.Equal(t, right, p.Probe().State().Key)
	require.EqualValues(t, 8, p.Probe().State().Half)
	sameState(t, p.Probe().State(), r.state())
}

// A loss is seen where the map of hits at hand is not the root's, or its stamp is less than the
// ply.
func TestRoutinesLosesByHand(t *testing.T) { onMachines(t, testLosesByHand) }

func testLosesByHand(t testing.TB, r *rig) {
	// Qe4-e2: the rook sees through e4.
	for label, fen := range map[string]string{
		"loses":         "4r2k/8/8/8/4Q3/8/8/K7 w - - 0 1",
		"exchange_loss": "4r2k/8/8/8/4Q3/8/4p3/K7 w - - 0 1",
	} {
		p := position(t, fen)
		for _, ply := range []byte{0, 30} {
			r.setExchange(p)
			r.setByte("hits_stamp", 2) // a map of another node, on which nothing is attacked
			r.setByte("ply", ply)
			r.setByte("hits_ply", 0xFF)
			o := r.call(label, in{"from": 0x34, "to": 0x14, "flags": label == "exchange_loss"})
			require.Zero(t, o.value("zero"), "%s at ply %d", label, ply)
		}
	}
}

// Where as many moves wait as may, and a cached quiet move is sorted, the list of those that wait
// ends in its own page, and the nodes below judge their own moves.
func TestRoutinesCachedMoveWhereMostWait(t *testing.T) { onMachines(t, testCachedMoveWhereMostWait) }

func testCachedMoveWhereMostWait(t testing.TB, r *rig) {
	p := position(t, "2k5/8/1P6/3p4/1P6/3P4/2p5/7K b - - 3 60")
	n := &probe.Node{
		Profile: &goengine.Profile{
			Switches: goengine.TwoBudgets | goengine.WindowPrices | goengine.Killers | goengine.HalfFrontier | goengine.PhasePrices |
				goengine.SwapSort | goengine.Scout | goengine.Cache,
			Start: 10, Step: 8, Price: [...]uint8{8, 3, 7, 7, 7, 24, 24, 8, 7, 10, 10, 12},
			Above: 14, AboveBy: 43, ScoreShift: 2, ScoreCap: 24, CheckBonus: 200, Pass: 1, DeepFrom: 8, DeepQuiet: -3,
			LateFrom: 7, Late: 26, Single: 7, Tempo: -22,
		},
		Ply: 6, SX: 21, Other: 3, Checked: 1, Static: 22, Alpha: 57, Beta: 626, Draw: -42, Limit: 3000, Waiting: 255,
		Cached: 0x63<<8 | 0x72, Killers: [2]goengine.Move{0x63<<8 | 0x72, 0x61<<8 | 0x72},
	}
	r.looked(p, n)
	want := p.Probe().TryCachedAt(n, true)
	require.NotEmpty(t, want.Tried)
	o := r.call("try_cached", in{"half": 1})
	require.False(t, o.is("cut"))
	require.Equal(t, want.Result, r.nodeState(n, r.layout.score(r.addr("n_alpha")), false))
}

// pawnsFirst leaves each node one move: a pawn's, if there is one, else the last.
type pawnsFirst struct{ goengine.EventHash }

// Event implements Callbacks.
func (x *pawnsFirst) Event(n Node, ev *goengine.Event) {
	if ev.Kind == goengine.EventGenerated {
		if moves := n.Moves(nil); len(moves) > 0 {
			keep := moves[len(moves)-1]
			for _, mv := range moves {
				if d := mv.To() ^ mv.From(); d&7 == 0 && (d&0x70 == 0x10 || d&0x70 == 0x30 || d&0x70 == 0x70) {
					keep = mv
				}
			}
			n.Keep([]goengine.Move{keep})
		}
	}
	x.EventHash.Event(n, ev)
}

// A line has as many moves as one may have.
func TestLongestLine(t *testing.T) { onMachines(t, testLongestLine) }

func testLongestLine(t testing.TB, r *rig) {
	p := position(t, "k7/1ppppppp/8/8/8/8/1PPPPPPP/7K w - - 0 1")
	prof := cheap(1, 0)
	var results []Result
	var hashes []goengine.EventHash
	for _, e := range []Engine{newGo(t), r} {
		var x pawnsFirst
		e.Attach(&x)
		res, err := e.Search(context.Background(), goengine.NewGame(p), prof, goengine.Limits{})
		e.Attach(nil)
		require.NoError(t, err)
		results, hashes = append(results, res), append(hashes, x.EventHash)
	}
	require.Len(t, results[0].PV, goengine.MaxPly)
	require.Equal(t, results[0].PV, results[1].PV)
	require.Equal(t, hashes[0], hashes[1])
}

// The last stage of a node goes by its own king's squares, and finds its own threats of mate, after
// its captures have been searched.
func TestRoutinesThreatsOfTheLastStage(t *testing.T) { onMachines(t, testThreatsOfTheLastStage) }

func testThreatsOfTheLastStage(t testing.TB, r *rig) {
	const spec = "cyrus86,switch.staged=on,switch.mate-threats=on,price.threat=1"
	for _, fen := range []string{
		"3kBK2/R1pp4/3pp3/P6P/8/r1n4Q/7q/8 w - - 0 1",
		"8/2pR4/2P5/2B5/8/P1PQ4/r2p2P1/n2K3k w - - 0 1",
		"6r1/1P1p3p/p1P5/2Q3n1/5P2/8/2P5/5K1k w - - 0 1",
	} {
		for _, fen := range []string{fen, turned(fen)} {
			p := position(t, fen)
			n := nodeOf(t, p, spec, 2, 17)
			n.Limit = 1000
			r.looked(p, n)
			want := p.Probe().InPartsAt(n, false)
			require.Equal(t, want, r.nodeResult(n, r.call("in_parts", in{"stages": 0x80})), fen)
			require.Less(t, want.Nodes, n.Limit, fen)
		}
	}
}
