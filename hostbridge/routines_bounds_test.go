package hostbridge

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// A node is searched as Go does it where a line seldom comes to: the stacks are nearly full, the
// fifty moves nearly over, or the line is as deep as can be.
func TestRoutinesBounds(t *testing.T) { onMachines(t, testRoutinesBounds) }

// counts searches a node on machine and in Go where so many records of the stack are in use, and returns how many nodes each
// search counts.
func (r *rig) counts(p *goengine.Position, n *probe.Node, sorted ...int) (counted []uint64) {
	for _, n.Sorted = range sorted {
		want := p.Probe().SearchAt(n)
		r.givesNode(p, n, "node", nil, want)
		counted = append(counted, want.Nodes)
	}
	return counted
}

func testRoutinesBounds(t testing.TB, r *rig) {
	full, fifty := 0, 0
	kinds := map[string]int{}
	searchPositions(t, 40, whole(240, 2400), func(rng *rand.Rand, p *goengine.Position) {
		n := searchNode(rng, p)
		n.SX, n.Limit = 30, 150
		tactical, quiet := p.Probe().Generated()
		switch rng.Intn(4) {
		case 0: // 384 records; with 218 free all moves fit
			if rng.Intn(2) == 0 { // every move that can be is followed up
				n.Alpha, n.Beta = -goengine.Infinity, goengine.Infinity
			}
			switch rng.Intn(4) {
			case 0:
				n.Sorted = 165 + rng.Intn(4)
			case 1:
				n.Sorted = min(384-len(tactical)+rng.Intn(2), 384)
			case 2:
				n.Sorted = 384 - len(quiet) + rng.Intn(min(3, len(quiet)+1))
			case 3:
				n.Sorted = 384 - rng.Intn(len(tactical)+len(quiet)+3)
			}
			full++
		case 1: // 255
			n.Waiting = 255 - rng.Intn(max(90, len(quiet)+2))
			full++
		case 2:
			fields := strings.Fields(p.FEN())
			q := position(t, strings.Join(fields[:4], " ")+fmt.Sprintf(" %d 60", 97+rng.Intn(5)))
			p = q
			fifty++
		case 3:
			n.Ply = goengine.MaxPly - 3 + rng.Intn(3)
		}
		what := fmt.Sprintf("%s, %+v, profile %+v", p.FEN(), n, n.Profile)
		r.looked(p, n)
		r.call("tactical_part", nil)
		fits := n.Sorted+len(tactical) <= 384
		r.gives("has_room", nil, out{"yes": fits}, what)
		r.call("generate_quiet", nil)
		quietFit := n.Sorted+len(quiet) <= 384
		r.gives("quiet_room", nil, out{"yes": quietFit}, what)
		allFit := n.Sorted+len(tactical)+len(quiet) <= 384
		r.gives("has_room", nil, out{"yes": allFit}, what)
		r.setPointer("sorted_top", r.addr("sorted_stack")+8*(384-256)) // more than the moves of any node are free
		r.gives("has_room", nil, out{"yes": true}, what)
		kinds[fmt.Sprintf("captures fit %v, quiet moves %v, all %v, wait %v", fits, quietFit, allFit, n.Waiting+len(quiet) <= 255)]++
		r.givesNode(p, n, "node", nil, p.Probe().SearchAt(n))
		r.givesNode(p, n, "frontier", nil, p.Probe().FrontierAt(n))
		if !evades(p, n) && n.Ply < goengine.MaxPly-1 {
			r.givesNode(p, n, "in_parts", in{"stages": 0}, p.Probe().InPartsAt(n, true))
		}
		sameState(t, p.Probe().State(), r.state(), what)
	})
	// Losing captures are all the moves that there are, and wait for the second
	// part.
	for _, fen := range []string{"4k3/8/8/2b5/p7/1p5p/2p4P/N6K w - - 0 1", "n6k/2P4p/1P5P/P7/2B5/8/8/4K3 b - - 0 1"} {
		p := position(t, fen)
		n := searchNode(rand.New(rand.NewSource(43)), p)
		n.Profile, n.SX, n.Following, n.Alpha, n.Beta = profile(t, "tuned"), 40, false, -goengine.Infinity, goengine.Infinity
		r.looked(p, n)
		want := p.Probe().InPartsAt(n, false)
		require.NotEmpty(t, want.PV)
		require.Equal(t, want, r.nodeResult(n, r.call("in_parts", in{"stages": 0x80})), fen)
	}
	// With 218 free records stages, and a cached move, spare the other moves;
	// with one less they don't. exd5 cuts; e5, Ka2, Kb1 and Kb2 are spared.
	p := position(t, "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1")
	for spec, cached := range map[string]goengine.Move{"uniform,switch.staged=on": goengine.NoMove, "uniform,switch.cache=on": 0x43<<8 | 0x34} {
		prof := *profile(t, spec)
		n := searchNode(rand.New(rand.NewSource(44)), p)
		n.Profile, n.SX, n.Ply, n.Following, n.Maybe, n.Cached, n.CachedElse = &prof, 8, 2, false, false, cached, false
		n.Alpha, n.Beta = n.Static-600, n.Static-500
		require.Equal(t, []uint64{1 + 3, 1 + 3, 5 + 3}, r.counts(p, n, 165, 166, 167), spec)
	}
	// A half-frontier's only capture, which the budget could follow up, finds the
	// last record or none.
	n := searchNode(rand.New(rand.NewSource(45)), p)
	n.Profile, n.SX, n.Ply, n.Following, n.Maybe, n.Cached = profile(t, "sx81"), 8, 2, false, false, goengine.NoMove
	n.Alpha, n.Beta = -goengine.Infinity, goengine.Infinity
	require.Equal(t, []uint64{5 + 3, 5}, r.counts(p, n, 383, 384))
	// 218 moves are listed, and so counted, before the first is tried, where as many
	// records are free; with one less they are valued one by one, and an early
	// one cuts.
	p = position(t, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
	n = searchNode(rand.New(rand.NewSource(47)), p)
	n.Profile, n.SX, n.Ply, n.Following, n.Maybe, n.Limit = profile(t, "uniform"), 8, 2, false, false, 2000
	n.Alpha, n.Beta = n.Static-600, n.Static-500
	counted := r.counts(p, n, 166, 167)
	require.GreaterOrEqual(t, counted[0], uint64(218))
	require.Less(t, counted[1], uint64(218))
	// At a half-frontier the quiet Nb3, which checks, is followed up, and axb3
	// counted; with one record less than there are quiet moves it is terminal.
	p = position(t, "R6R/3Q4/1Q4Q1/4Q3/p1Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
	_, quiet := p.Probe().Generated()
	n.Profile, n.SX, n.Killers, n.Cached, n.Limit = profile(t, "sx81"), 7, [2]goengine.Move{}, goengine.NoMove, 2000
	n.Alpha, n.Beta = -goengine.Infinity, goengine.Infinity
	fits := 384 - len(quiet)
	counted = r.counts(p, n, fits, fits+1)
	require.Equal(t, counted[1]+1, counted[0], "%d quiet moves", len(quiet))
	enough(t, full, 50)
	enough(t, fifty, 20)
	for _, kind := range []string{
		"captures fit true, quiet moves true, all true, wait true",
		"captures fit true, quiet moves true, all false, wait true",
		"captures fit true, quiet moves false, all false, wait true",
		"captures fit false, quiet moves false, all false, wait true",
		"captures fit true, quiet moves true, all true, wait false",
	} {
		enough(t, kinds[kind], 5, kind)
	}
	t.Log(kinds)
}

// The half-frontier's list has Go's moves: discovered checks, and attacks on pieces that were
// promoted in the game, too.
func TestRoutinesHalf(t *testing.T) { onMachines(t, testRoutinesHalf) }

func testRoutinesHalf(t testing.TB, r *rig) {
	sorted := 0
	half := func(p *goengine.Position, n *probe.Node) {
		if evades(p, n) {
			return
		}
		r.enter(n)
		r.lookNode(n)
		r.toList(p)
		r.setByte("flights_count", 0) // a child's, as the captures have left it
		r.call("list_half", nil)
		list, _ := r.givesList(p, n, false, true, probe.Worthy)
		sorted += len(list)
		r.enter(n)
		r.lookNode(n)
		r.toList(p)
		r.call("list_full", nil)
		r.givesList(p, n, false, true, probe.Everything)
	}
	for _, c := range []struct{ fen, moves, killer string }{
		// An old rook stands before the new queen in the list.
		{"r3k3/8/8/8/8/7R/2p3K1/8 b - - 0 1", "c2c1q", ""},
		{"8/2P3k1/7r/8/8/8/8/R3K3 w - - 0 1", "c7c8q", ""},
		// A bishop stands beside the rook, on either side.
		{"rb2k3/8/8/8/8/7R/2p3K1/8 b - - 0 1", "c2c1q", ""},
		{"8/2P3k1/7r/8/8/8/8/RB2K3 w - - 0 1", "c7c8q", ""},
		{"3br1k1/8/8/8/8/7R/2p3K1/8 b - - 0 1", "c2c1q", ""},
		{"8/2P3k1/7r/8/8/8/8/3BR1K1 w - - 0 1", "c7c8q", ""},
		// Sixteen officers, behind which the other side's kinds and pieces stand.
		{"qqrrbbbk/nnnnnnbb/8/8/3N4/8/8/R3K3 w - - 0 1", "", ""},
		{"r3k3/8/8/3n4/8/8/NNNNNNBB/QQRRBBBK b - - 0 1", "", ""},
		{"q3k3/8/8/3n4/8/8/NNNNNNBB/QQRRBBBK b - - 0 1", "", ""},
		// A pawn's step checks; another's opens a line.
		{"8/8/3k4/8/8/1R2P1K1/2P5/8 w - - 0 1", "", ""},
		{"8/2p5/1r2p1k1/8/8/3K4/8/8 b - - 0 1", "", ""},
		// Two pieces may open a line to the king.
		{"4k3/8/8/1N6/Q3N3/8/8/4R1K1 w - - 0 1", "", ""},
		{"4r1k1/8/8/q3n3/1n6/8/8/4K3 b - - 0 1", "", ""},
		// Two queens, one of which a rook can attack.
		{"k6q/8/8/3q4/8/8/P7/KR6 w - - 0 1", "", ""},
		{"kr6/p7/8/8/3Q4/8/8/K6Q b - - 0 1", "", ""},
		// A rook can attack the only queen, which stands before three rooks.
		{"q3rrrk/8/8/8/8/8/3R4/1K6 w - - 0 1", "", ""},
		{"1k6/3r4/8/8/8/8/8/Q3RRRK b - - 0 1", "", ""},
		// A killer's knight can attack each of four, with a move for each.
		{"1q3r1k/8/7q/8/3N4/r7/8/6K1 w - - 0 1", "", "d4e2"},
		{"6k1/8/R7/3n4/8/7Q/8/1Q3R1K b - - 0 1", "", "d5e7"},
		{"1q2k3/7q/r7/3r4/8/8/8/1N4K1 w - - 0 1", "", "b1a3"}, // from one of the first squares
		// Behind a killer's knight comes a bishop of g2, which can attack.
		{"7k/8/8/8/r7/8/6B1/1N5K w - - 0 1", "", "b1a3"},
		// The other move of a killer's pawn attacks a knight.
		{"4k3/8/8/3n4/8/8/4P3/4K3 w - - 0 1", "", "e2e3"},
		{"4k3/4p3/8/8/3N4/8/8/4K3 b - - 0 1", "", "e7e6"},
		// The only move, a killer and of the last variation, goes to the first square.
		{"2r4k/8/8/8/8/8/7r/1K6 w - - 0 1", "", "b1a1"},
		// Behind a pawn comes a rook of the first square, which can check.
		{"4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", "", ""},
		{"3k4/4p3/8/8/8/8/4K3/r7 b - - 0 1", "", ""},
		// The rook can attack any of eight queens, guarded by pawns.
		{"qqqqqqqk/7q/8/8/R7/PPPPPPPP/8/7K w - - 0 1", "", ""},
		{"7k/8/pppppppp/r7/8/8/7Q/QQQQQQQK b - - 0 1", "", ""},
		{"qqqqqqqk/7q/8/PPPPPPPP/4N3/8/8/7K w - - 0 1", "", ""}, // or the knight can
		{"7k/8/8/4n3/pppppppp/8/7Q/QQQQQQQK b - - 0 1", "", ""},
		// The only move is a pawn's, which attacks a knight.
		{"1r5k/8/4n3/8/3P4/8/7r/K7 w - - 0 1", "", ""},
		{"k7/7R/8/3p4/8/4N3/8/1R5K b - - 0 1", "", ""},
	} {
		rng := rand.New(rand.NewSource(41))
		for range 3 {
			p := position(t, c.fen)
			r.set(p)
			r.play(p, strings.Fields(c.moves)...)
			n := searchNode(rng, p)
			n.Maybe = true
			for _, m := range p.LegalMoves() {
				if p.UCI(m) == c.killer {
					n.Killers[0], n.Line, n.Following = m, m, true
					n.Profile.Switches |= goengine.Killers
				}
			}
			half(p, n)
		}
	}
	// Behind an old rook stands a new queen, whose square is any number's in the ply's
	// killers.
	for ply := range goengine.MaxPly {
		for _, moves := range []string{"c2c1q", "g2g1q"} {
			p := r.playFrom(t, "r3k3/8/8/7K/8/7R/1Pp3pP/8 b - - 0 1", moves)
			n := nodeOf(t, p, "sx81", ply, 7)
			half(p, n)
		}
	}
	searchPositions(t, 42, slow(480, 4800), func(rng *rand.Rand, p *goengine.Position) {
		r.set(p)
		for range rng.Intn(3) { // promotions first
			moves := p.LegalMoves()
			if len(moves) == 0 {
				return
			}
			mv := moves[rng.Intn(len(moves))]
			for _, m := range moves {
				if name := p.UCI(m); len(name) == 5 && strings.ContainsAny(name[4:], "qr") {
					mv = m
				}
			}
			r.play(p, p.UCI(mv))
		}
		n := searchNode(rng, p)
		n.Maybe = true
		half(p, n)
	})
	enough(t, sorted, 500)
}

// play plays moves on both boards.
func (r *rig) play(p *goengine.Position, moves ...string) {
	for _, name := range moves {
		played := false
		for _, mv := range p.LegalMoves() {
			if p.UCI(mv) == name {
				r.layout.setMove(r.addr("play_from"), mv)
				require.True(r.t, p.Play(mv))
				r.gives("play_move", nil, out{"yes": true}, p.FEN())
				played = true
				break
			}
		}
		require.True(r.t, played, "%s %s", p.FEN(), name)
	}
}
