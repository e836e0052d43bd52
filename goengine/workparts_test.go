package goengine

import (
	"fmt"
	"testing"

	"github.com/searchex/searchex/internal/work"
)

// wantWork compares some kinds of work that an engine has done with what they
// should be.
func (e *Engine) wantWork(t *testing.T, what string, want work.Counts, kinds ...work.Kind) {
	t.Helper()
	got := *e.workSoFar()
	for _, w := range kinds {
		if got[w] != want[w] {
			t.Errorf("%s: %d %v, want %d", what, int64(got[w]), w, want[w])
		}
	}
}

// moveOf is a move of an engine's position, legal or not.
func (e *Engine) moveOf(move string) Move { return newMove(squareOf(move[:2]), squareOf(move[2:])) }

// TestWorkOfPassesByHand: uniform with a margin of 1, and a budget of 0, holds
// the static value less 1 against beta. The knight that hangs is worth 54*4, 216,
// and a queen's 160*4, 640, is the most that may hang.
func TestWorkOfPassesByHand(t *testing.T) {
	const quiet = "4k2r/8/8/8/8/8/8/R3K3 w - -"
	const hangs = "1r2k3/8/8/8/8/8/8/1N2K3 w - -"
	prof, _ := ParseProfile("uniform,pass=1")
	for _, c := range []struct {
		what, fen    string
		static, beta int16
		want         work.Counts
	}{
		{"99 is less than 100: none is tried", quiet, 100, 100, work.Counts{}},
		{"99 is beta, and nothing hangs", quiet, 100, 99, work.Counts{work.PassTries: 1, work.PassSwaps: 1, work.Maps: 1}},
		{"399-216 is 183", hangs, 400, 184, work.Counts{work.PassTries: 1, work.PassSwaps: 1, work.PassFails: 1, work.Maps: 1, work.SwapOffs: 1}},
		{"and that is beta, so the knight isn't looked at", hangs, 400, 183, work.Counts{work.PassTries: 1, work.PassSwaps: 1, work.Maps: 1}},
		{"639 above beta a queen might hang", quiet, 640, 0, work.Counts{work.PassTries: 1, work.PassSwaps: 1, work.Maps: 1}},
		{"640 above beta nothing can", quiet, 641, 0, work.Counts{work.PassTries: 1}},
		{"so that the knight isn't looked at", hangs, 641, 0, work.Counts{work.PassTries: 1}},
	} {
		e := listingEngine(mustParse(t, c.fen), prof)
		e.frames[1].static = c.static
		e.passes(1, -Infinity, c.beta)
		e.wantWork(t, c.what, c.want, work.PassTries, work.PassSwaps, work.PassFails, work.Maps, work.SwapOffs)
	}
}

// TestOutOfReachByHand: 640 above beta, a queen, no swap-off brings a value below
// it.
func TestOutOfReachByHand(t *testing.T) {
	for _, c := range []struct {
		static, beta int16
		want         bool
	}{{640, 0, true}, {639, 0, false}, {641, 0, true}, {700, 60, true}, {699, 60, false}, {0, -640, true}, {0, 640, false}, {Infinity, -Infinity, true}} {
		if got := outOfReach(c.static, c.beta); got != c.want {
			t.Errorf("%d and beta %d: %v", c.static, c.beta, got)
		}
	}
}

// TestWorkOfTerminalsByHand: what is done for the value of a move that ends the
// line, whose static value is 100.
func TestWorkOfTerminalsByHand(t *testing.T) {
	const mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - -"
	const behind = "3rk3/8/8/8/3N4/8/3R4/4K3 w - -" // a rook looks at the knight before a rook
	for _, c := range []struct {
		what, profile, fen, move string
		flags                    uint8
		alpha, beta              int16
		want                     work.Counts
	}{
		{"not above alpha", "uniform", mate, "a1a8", flagCheck, 100, 200, work.Counts{}},
		{"mate", "uniform", mate, "a1a8", flagCheck, 99, 200, work.Counts{work.High: 1, work.MateTests: 1, work.MateProofs: 1}},
		{"not flagged as a check", "uniform", mate, "a1a8", 0, 99, 200, work.Counts{work.High: 1, work.HighMade: 1, work.Maps: 1}},
		{"mates are not looked for", "uniform,switch.mate-test=off", mate, "a1a8", flagCheck, 99, 200, work.Counts{work.High: 1, work.HighMade: 1, work.Maps: 1}},
		{"flagged as a check, and none", "uniform", mate, "a1a7", flagCheck, 99, 200, work.Counts{work.High: 1, work.MateTests: 1, work.HighMade: 1, work.Maps: 1}},
		{"640 above beta nothing can hang", "uniform", mate, "a1a7", 0, -600, -540, work.Counts{work.High: 1}},
		{"639 above beta it is made", "uniform", mate, "a1a7", 0, -600, -539, work.Counts{work.High: 1, work.HighMade: 1, work.Maps: 1}},
		// The rook behind the knight is asked, and the knight, which stood attacked where it was.
		{"it leaves a slider's line", "uniform", behind, "d4b3", 0, 99, 2000, work.Counts{work.High: 1, work.HighMade: 1, work.Maps: 1, work.Uncovered: 1, work.SwapOffs: 2}},
		{"the king does not, and the knight is asked", "uniform", behind, "e1f1", 0, 99, 2000, work.Counts{work.High: 1, work.HighMade: 1, work.Maps: 1, work.SwapOffs: 1}},
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		e := listingEngine(mustParse(t, c.fen), prof)
		e.terminal(0, e.moveOf(c.move), c.flags, 100, c.alpha, c.beta)
		e.wantWork(t, c.what, c.want, work.High, work.HighMade, work.MateTests, work.MateProofs, work.Maps, work.Uncovered, work.SwapOffs)
	}
}

// TestWorkOfSwapOffsByHand counts the captures of swap-offs and the empty squares
// around them.
func TestWorkOfSwapOffsByHand(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	kinds := []work.Kind{work.SwapOffs, work.SwapSwept, work.SwapSliders, work.Exchanges}
	// Around d4: d5 to d7, e4 to h4, d3 to d1, c4 to a4; e5 to h8, e3 to g1, none to c3, c5 to a7: 3+4+3+3+4+3+0+3 = 23.
	// RxQ, PxR. Around a5: a6 to a8, b5 to h5, a4 to a1; b6 and c7, b4: 3+7+4+2+1 = 17. NxR; the rook is on a diagonal there.
	const hanging = "3r2k1/1n6/8/R7/3Q4/2P5/8/7K w - -"
	for _, c := range []struct {
		what  string
		slots uint32
		want  work.Counts
	}{
		{"the queen", 0b0010, work.Counts{work.SwapOffs: 1, work.SwapSwept: 23, work.SwapSliders: 1, work.Exchanges: 2}},
		{"and the rook", 0b0110, work.Counts{work.SwapOffs: 2, work.SwapSwept: 23 + 17, work.SwapSliders: 1, work.Exchanges: 2 + 1}},
		{"none", 0, work.Counts{}},
	} {
		e := listingEngine(mustParse(t, hanging), prof)
		e.bestSwap(c.slots, 0, -2000, 2000)
		e.wantWork(t, c.what, c.want, kinds...)
	}
	// Around d4 queen and rook from above, one behind the other, a rook from the left and one from below, a bishop behind his own
	// pawn, and one behind the other side's, which is not met. d5 and d6, e4 to h4, d3 and d2, c4 and b4; none to e5, e3 to g1,
	// none to c3, c5 to a7: 2+4+2+2+0+3+0+3 = 16. PxN, PxP, BxP, RxB, QxR or RxR.
	e := listingEngine(mustParse(t, "3r2k1/3q4/5b2/4p3/r2N4/2P5/1b6/3R3K w - -"), prof)
	e.bestSwap(0b0100, 0, -2000, 2000)
	e.wantWork(t, "the knight", work.Counts{work.SwapOffs: 1, work.SwapSwept: 16, work.SwapSliders: 5, work.Exchanges: 5}, kinds...)
	// The rook is lifted off d1. Around d5: d6 to d8, e5 to h5, d4 to d1, c5 to a5; none to e6, e4 to h1, c4 to a2, c6 to a8:
	// 3+4+4+3+0+4+3+3 = 24. On d4: d3 to d1, none to d5, e4 to h4, c4 to a4; e5 to h8, e3 to g1, c3 to a1, c5 to a7:
	// 3+0+4+3+4+3+3+3 = 23.
	const guarded = "4k3/8/4p3/3p4/8/8/8/3RK3 w - -"
	for _, c := range []struct {
		what, fen, move string
		want            work.Counts
	}{
		{"PxR", guarded, "d1d5", work.Counts{work.SwapOffs: 1, work.SwapSwept: 24, work.Exchanges: 1}},
		{"nothing attacks d4", guarded, "d1d4", work.Counts{}},
		{"but that is worked out on a slider's line", "3rk3/8/8/3p4/8/8/8/3RK3 w - -", "d1d4", work.Counts{}},
		{"here it is one", "4k3/8/8/3p4/8/8/8/r2RK3 w - -", "d1d4", work.Counts{work.SwapOffs: 1, work.SwapSwept: 23 - 1}}, // a1 is the rook's
	} {
		e := listingEngine(mustParse(t, c.fen), prof)
		if m := e.moveOf(c.move); e.mayLose(0, m) {
			e.lossOn(m)
		}
		e.wantWork(t, c.what, c.want, kinds...)
	}
}

// TestWorkOfGlancesByHand: the squares of a proof are those along the piece's
// lines, up, right, down and left for a rook, until the mate is found; those of
// its own pieces do not count, the first of the enemy's is the last.
func TestWorkOfGlancesByHand(t *testing.T) {
	prof, _ := ProfileByName("cyrus86")
	kinds := []work.Kind{work.ThreatTests, work.Glances, work.GlanceProofs, work.GlanceSteps, work.GlanceMates}
	for _, c := range []struct {
		what, fen string
		moves     []string
		want      work.Counts
	}{
		{"b2 to b8, mate", "7k/6pp/8/8/8/8/8/R5K1 w - -", []string{"a1b1"},
			work.Counts{work.ThreatTests: 1, work.Glances: 1, work.GlanceProofs: 1, work.GlanceSteps: 7, work.GlanceMates: 1}},
		{"b2 to b8, which the rook answers, c1 to f1, a1", "7k/6pp/8/8/8/8/3r4/R5K1 w - -", []string{"a1b1"},
			work.Counts{work.ThreatTests: 1, work.Glances: 1, work.GlanceProofs: 1, work.GlanceSteps: 7 + 4 + 1, work.GlanceMates: 1}},
		{"b2 to b4, a pawn, c1 to f1, a1", "7k/6pp/8/8/1p6/8/8/R5K1 w - -", []string{"a1b1"},
			work.Counts{work.ThreatTests: 1, work.Glances: 1, work.GlanceProofs: 1, work.GlanceSteps: 3 + 4 + 1}},
		{"two moves of one node; a3 to a8, mate", "7k/6pp/8/8/8/8/8/R5K1 w - -", []string{"a1b1", "a1a2"},
			work.Counts{work.ThreatTests: 2, work.Glances: 1, work.GlanceProofs: 2, work.GlanceSteps: 7 + 6, work.GlanceMates: 2}},
		{"a king with g8 and h7 to flee to", "7k/6p1/8/8/8/8/8/R5K1 w - -", []string{"a1b1", "a1c1"},
			work.Counts{work.ThreatTests: 2, work.Glances: 1}},
		{"a bishop, and the king", "7k/6pp/8/8/8/8/8/B5K1 w - -", []string{"a1b2", "g1f1"}, work.Counts{}},
	} {
		e := listingEngine(mustParse(t, c.fen), prof)
		e.frames[0].flights = flightsUnknown
		for _, move := range c.moves {
			m := e.moveOf(move)
			e.threatensMate(0, m, e.pos.board[m.From()])
		}
		e.wantWork(t, c.what, c.want, kinds...)
	}
}

// TestWorkOfListsByHand counts what is judged and listed.
func TestWorkOfListsByHand(t *testing.T) {
	const rook = "7k/2p5/3n4/8/8/K7/8/3R2n1 w - -" // of TestSelectionsByHand: two captures, nine moves of the rook and five of the king
	const dear = "q5k1/8/8/1r6/8/8/8/1N4K1 w - -"  // a queen and a rook; Na3, which she takes, Nc3, Nd2, Kf1, Kf2 and Kh2
	const check = "4k3/8/8/8/8/2N5/8/r3K3 w - -"   // Nb1, Nd1, Kd2, Ke2, Kf2
	for _, c := range []struct {
		what, profile, fen string
		which              selection
		want               work.Counts
	}{
		{"everything", "sx81", rook, everything, work.Counts{work.Lists: 1, work.JudgedCaptures: 2, work.JudgedQuiet: 14, work.Listed: 16}},
		// Of the captures one loses; nothing quiet checks or attacks.
		{"worthy moves", "sx81", rook, worthy, work.Counts{work.Lists: 1, work.JudgedCaptures: 2, work.JudgedHalf: 14, work.Listed: 2}},
		{"sound ones", "sx81", rook, sound, work.Counts{work.Lists: 1, work.JudgedCaptures: 2, work.JudgedQuiet: 14, work.Listed: 15, work.PassedOver: 1}},
		// Na3 loses, so it isn't asked what it attacks.
		{"five that may attack two", "sx81", dear, everything, work.Counts{work.Lists: 1, work.JudgedQuiet: 6, work.Listed: 6, work.AttackTargets: 5 * 2}},
		// Nc3 attacks the rook.
		{"six at a half-frontier", "sx81", dear, worthy, work.Counts{work.Lists: 1, work.JudgedHalf: 6, work.Listed: 1, work.AttackTargets: 6 * 2}},
		{"in check", "sx81", check, everything, work.Counts{work.Lists: 1, work.JudgedEvasions: 5, work.JudgedQuiet: 5, work.Listed: 5}},
		// As other quiet moves: one piece may be attacked. Nb1 is the rook's to take, Nd1 the king's.
		{"in check, where evasions have no price", "uniform", check, everything, work.Counts{work.Lists: 1, work.JudgedQuiet: 5, work.Listed: 5, work.AttackTargets: 4}},
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		e := listingEngine(mustParse(t, c.fen), prof)
		e.lists(c.which)
		e.wantWork(t, c.what, c.want, work.Lists, work.JudgedCaptures, work.JudgedQuiet, work.JudgedHalf, work.JudgedEvasions, work.PassedOver, work.Listed, work.AttackTargets)
	}
}

// TestWorkOfMapsByHand: of men, knights and squares that sliders sweep up to the
// men or edges at their ends.
func TestWorkOfMapsByHand(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	for _, c := range []struct {
		what, fen string
		want      work.Counts
	}{
		// d6 to d8 and the edge, e5 to h5 and the edge, d4 to d1 and the edge, c5, b5 and the knight: 4+5+5+3.
		{"a rook and a knight", "7k/8/8/n2r4/8/1P6/8/K7 w - -", work.Counts{work.Maps: 1, work.MapMen: 3, work.MapHops: 1, work.MapSwept: 17}},
		// b2 to h8 and the edge, and an edge each way else.
		{"a bishop in the corner", "7k/p7/8/8/8/8/8/b6K w - -", work.Counts{work.Maps: 1, work.MapMen: 3, work.MapSwept: 7 + 3}},
		{"a pawn", "7k/p7/8/8/8/8/8/7K w - -", work.Counts{work.Maps: 1, work.MapMen: 2}},
	} {
		e := listingEngine(mustParse(t, c.fen), prof)
		e.hitsOf(0)
		e.hitsOf(0) // which is made
		e.wantWork(t, c.what, c.want, work.Maps, work.MapMen, work.MapHops, work.MapSwept)
	}
}

// TestWorkOfNodesByHand: what a node generates, where all its moves end the
// line, as one, at a half-frontier, in stages and at a frontier.
func TestWorkOfNodesByHand(t *testing.T) {
	const knight = "4k3/8/8/8/8/8/3n4/4K3 w - -"    // Kxd2; Kd1, Ke2, Kf2 and, which the knight guards, f1
	const losing = "4k3/8/4p3/3p4/8/8/8/3RK3 w - -" // Rxd5; six moves of the rook, Kd2, Ke2, Kf1 and Kf2
	const mated = "7k/6Q1/6K1/8/8/8/8/8 b - -"      // g8 and h7, which the queen guards, and she herself, whom the king does
	const pawn = "4k3/8/8/8/8/8/4P3/4K3 w - -"      // e3, e4; Kd1, Kd2, Kf1 and Kf2
	const castles = "4k3/8/8/8/8/8/6P1/4K2R w K -"  // over f1 to g1
	const whole, half, staged = "sx81,switch.half-frontier=off", "sx81", "sx81,switch.half-frontier=off,switch.staged=on"
	parts := work.Counts{work.CaptureParts: 1, work.QuietParts: 1}
	with := func(c work.Counts, more work.Counts) work.Counts {
		for w := range c {
			c[w] += more[w]
		}
		return c
	}
	taking := with(parts, work.Counts{work.Captures: 1, work.Quiets: 3, work.KingTests: 5})
	for _, c := range []struct {
		what, profile, fen string
		sx                 uint8
		above              int16 // alpha is so much above the static value
		want               work.Counts
	}{
		// At once, all of it is after the map is made; in parts, the quiet moves are.
		{"at once", whole, knight, 5, -1000, with(taking, work.Counts{work.Maps: 1})},
		{"at a half-frontier", half, knight, 5, -1000, with(taking, work.Counts{work.Maps: 1, work.KingSearches: 1, work.KingMen: 3})},
		{"in stages", staged, knight, 5, -1000, with(taking, work.Counts{work.Maps: 1, work.KingSearches: 1, work.KingMen: 3})},
		{"at a frontier", half, knight, 2, -1000, with(taking, work.Counts{work.Maps: 1, work.KingSearches: 1, work.KingMen: 3})},
		{"at a frontier far below alpha", half, knight, 2, 1000, with(taking, work.Counts{work.KingSearches: 5, work.KingMen: 15})},

		// So it is where nothing before them has wanted a map.
		{"quiet moves at a half-frontier", half, pawn, 5, -1000, with(parts, work.Counts{work.Quiets: 6, work.KingTests: 4, work.Maps: 1})},
		{"in stages", staged, pawn, 5, -1000, with(parts, work.Counts{work.Quiets: 6, work.KingTests: 4, work.Maps: 1})},

		{"at a frontier a unit above alpha", half, pawn, 2, -1, with(parts, work.Counts{work.Quiets: 6, work.KingTests: 4, work.Maps: 1})},
		{"at a frontier that is alpha", half, pawn, 2, 0, with(parts, work.Counts{work.Quiets: 6, work.KingTests: 4, work.KingSearches: 4, work.KingMen: 12, work.Maps: 1})},
		{"at a frontier above alpha, in check, so that there is no map", half, mated, 2, -1000,
			with(parts, work.Counts{work.Evasions: 2, work.KingTests: 3, work.KingSearches: 3, work.KingMen: 9})},
		{"at once, in check", whole, mated, 5, -1000,
			with(parts, work.Counts{work.Evasions: 2, work.KingTests: 3, work.KingSearches: 3, work.KingMen: 9})},

		// O-O, nine moves of the rook, g3 and g4, and Kd1, Kd2, Ke2, Kf2 and Kf1.
		{"castling", half, castles, 2, -1000, with(parts, work.Counts{work.Quiets: 1 + 9 + 2 + 5, work.KingTests: 5 + 2, work.Maps: 1})},

		{"a losing capture, at once", whole, losing, 5, -1000,
			with(parts, work.Counts{work.Captures: 1, work.Quiets: 10, work.KingTests: 4, work.Maps: 1})},
		{"a losing capture in stages is generated twice", staged, losing, 5, -1000,
			with(parts, work.Counts{work.CaptureParts: 1, work.Captures: 2, work.Quiets: 10, work.KingTests: 4, work.Maps: 1})},
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		e := listingEngine(mustParse(t, c.fen), prof)
		f := &e.frames[0]
		f.sx, f.maybeCheck, e.depth = c.sx, true, 2
		e.node(0, f.static+c.above, Infinity)
		e.wantWork(t, c.what, c.want, work.CaptureParts, work.Captures, work.QuietParts, work.Quiets, work.Evasions, work.Maps,
			work.KingTests, work.KingSearches, work.KingMen)
	}
}

// TestSweptAndSiftedByHand: what generating takes, but for the king's squares.
func TestSweptAndSiftedByHand(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	for _, c := range []struct {
		what, fen string
		want      work.Counts
	}{
		// The rook sweeps as in TestWorkOfMapsByHand, the knight and the king hop.
		{"a rook, a knight and the king", "7k/8/8/N2R4/8/1p6/8/K7 w - -", work.Counts{work.CaptureMen: 3, work.CaptureHops: 2, work.CaptureSwept: 17}},
		{"a pawn and the king", "7k/8/8/8/8/8/P7/K7 w - -", work.Counts{work.CaptureMen: 2, work.CaptureHops: 1}},
		// In check each knight's eight moves are sifted for those to b1, c1, d1 and a1: Nc3 has b1 and d1, Ne3 d1.
		{"two knights against a check", "4k3/8/8/8/8/2N1N3/8/r3K3 w - -", work.Counts{work.CaptureMen: 3, work.CaptureHops: 3, work.Sifted: 16}},
	} {
		e := listingEngine(mustParse(t, c.fen), prof)
		e.buffer.n = 0
		e.pos.generateTactical(&e.frames[0].info, &e.buffer)
		e.pos.generateQuiet(&e.frames[0].info, &e.buffer)
		e.wantWork(t, c.what, c.want, work.CaptureMen, work.CaptureHops, work.CaptureSwept, work.Sifted)
	}
}

// TestPricedByHand: a forward or backward move costs more work where the profile
// looks at its score.
func TestPricedByHand(t *testing.T) {
	for _, c := range []struct {
		profile  string
		category Category
		want     uint64
	}{
		{"uniform,switch.score-prices=on", Forward, 1},
		{"uniform,switch.window-prices=on,above=9", Backward, 1},
		{"uniform,switch.score-prices=on,switch.window-prices=on,above=9", Forward, 1},
		{"uniform", Forward, 0},
		{"uniform,switch.score-prices=on", Capture, 0},
		{"uniform,switch.window-prices=on,above=9", Evasion, 0},
		{"uniform,switch.window-prices=on,above=9", Attack, 0},
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		e := listingEngine(mustParse(t, StartFEN), prof)
		best := Infinity
		e.priceOf(1, &listed{move: moveA2, category: c.category}, 2, 0, &best)
		e.wantWork(t, fmt.Sprint(c.profile, " ", CategoryNames[c.category]), work.Counts{work.Priced: c.want}, work.Priced)
	}
}

// TestWorkBeginsByHand: what a search begins to count with.
func TestWorkBeginsByHand(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	// Each rook weighs 2, a knight 1, and the 24 of all men are 5 phases of 16/5: from 8 on kings are judged as in the ending.
	for fen, want := range map[string]uint64{"r3k2r/8/8/8/8/8/8/R3K2R w - -": 1, "r3k2r/8/8/8/8/8/8/RN2K2R w - -": 0, "r3k3/8/8/8/8/8/8/R3K2R w - -": 1} {
		listingEngine(mustParse(t, fen), prof).wantWork(t, fen, work.Counts{work.Endings: want}, work.Endings)
	}
	p := mustParse(t, "4k3/8/8/3n4/4P3/8/8/4K1N1 w - -")
	if got := listingEngine(p, prof).meter.officers; got != 2 {
		t.Errorf("two knights: %d officers", got)
	}
	if !p.Play(newMove(squareOf("e4"), squareOf("d5"))) || listingEngine(p, prof).meter.officers != 1 {
		t.Error("the knight that was taken is an officer still")
	}
}

// TestPickedInASearch: each move of a list of six is picked at its place.
func TestPickedInASearch(t *testing.T) {
	// e3, e4 and four moves of the king, all of them tried.
	prof, l := pliesDeep(2)
	r := NewEngine().search(background, mustParse(t, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), &prof, l)
	if want := (work.Picked{6: {6, 6, 6, 6, 6, 6}}); r.Picked != want {
		t.Errorf("picked %v, want %v", r.Picked, want)
	}
}

// TestCheckStepsByHand: the squares from where a listed move goes to the enemy
// king, where it brings a slider to point at him, whatever stands between.
func TestCheckStepsByHand(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	for fen, want := range map[string]uint64{
		"7k/8/8/8/8/8/8/K2R4 w - -":      4 + 7,         // from d8 and h1
		"7k/7p/8/8/8/8/8/K2R4 w - -":     4 + 7,         // a pawn stands before h1
		"7k/8/8/8/4N3/8/8/K7 w - -":      0,             // a knight, which does not check
		"7k/8/8/4N3/8/8/8/K7 w - -":      0,             // and one that does, on f7 and g6
		"8/8/8/4k3/8/3P4/8/K7 w - -":     0,             // a pawn that does, too
		"7k/P7/8/8/8/8/8/K7 w - -":       7 + 7,         // a queen and a rook on a8
		"8/4P3/8/4k3/8/8/8/K7 w - -":     3 + 3,         // and on e8, where the pawn has left the line
		"4k3/3p4/8/8/4B3/8/8/K3R3 w - -": 2 + 2 + 6 + 5, // Bc6 and Bg6, which also leave the rook's line; Re2 and Re3 behind the bishop
	} {
		e := listingEngine(mustParse(t, fen), prof)
		e.lists(everything)
		e.wantWork(t, fen, work.Counts{work.CheckSteps: want}, work.CheckSteps)
	}
}

// TestPromotedLooksByHand: a promotion makes scans more expensive to the end of the line.
func TestPromotedLooksByHand(t *testing.T) {
	prof, _ := ProfileByName("uniform")
	for _, c := range []struct {
		before bool
		move   string
		flags  uint8
		want   uint64
	}{{false, "e1d1", 0, 0}, {true, "e1d1", 0, 1}, {false, "h7h8", flagPromotion, 1}, {true, "h7h8", flagPromotion, 1}} {
		e := listingEngine(mustParse(t, "8/7P/8/8/8/k7/8/4K3 w - -"), prof)
		e.depth = 2
		e.frames[0].promoted = c.before
		e.follow(0, &listed{move: e.moveOf(c.move), flags: c.flags}, 1, -Infinity, Infinity)
		e.wantWork(t, c.move, work.Counts{work.Looks: 1, work.PromotedLooks: c.want}, work.Looks, work.PromotedLooks)
		if e.frames[0].promoted != c.before {
			t.Errorf("%s: it is the parent's too", c.move)
		}
	}
}

// TestScoutsByHand: once a move has raised alpha, each of the others is first
// searched with a window of one.
func TestScoutsByHand(t *testing.T) {
	for profile, want := range map[string]uint64{"uniform": 0, "uniform,switch.scout=on": 5} {
		prof, err := ParseProfile(profile)
		if err != nil {
			t.Fatal(err)
		}
		prof.Start = 8
		e := NewEngine()
		e.search(background, mustParse(t, "4k3/8/8/8/8/8/4P3/4K3 w - -"), &prof, Limits{SX: 8}) // six moves
		e.wantWork(t, profile, work.Counts{work.Scouts: want}, work.Scouts)
	}
}

// TestMapsOfListsByHand: quiet moves are listed with the map at hand, whether one
// of them asks for it or not, unless they are evasions with a price. No move here
// is above alpha, so that its value does not ask for it.
func TestMapsOfListsByHand(t *testing.T) {
	const check = "6k1/5ppp/8/8/8/8/8/R5K1 w - -"    // Ra8, which loses nothing since it checks
	const taken = "7k/8/8/2b5/8/6n1/6PP/7K w - -"    // in check hxg3 alone, a knight for a pawn
	const lost = "7k/8/8/2b5/5p2/6n1/6RN/7K w - -"   // and here Rxg3, which a pawn takes back
	const evasions = "4k3/8/8/8/8/2N5/8/r3K3 w - -"  // five, all more expensive than 5
	const capture = "6k1/8/8/3p4/4P3/8/8/R5K1 w - -" // exd5
	const whole, unpriced = "sx81,switch.half-frontier=off", ",price.evasion=0"
	none := func(*Engine, int16) {}
	node := func(e *Engine, alpha int16) { e.node(0, alpha, Infinity) }
	cached := func(move string, half bool) func(*Engine, int16) {
		return func(e *Engine, alpha int16) {
			c, tag := e.cacheEntry()
			c.move, c.check = e.moveOf(move), tag
			e.tryCached(0, alpha, Infinity, half)
		}
	}
	killers := func(e *Engine, alpha int16) {
		e.killers[0][0] = e.moveOf("a1a8")
		e.killersPart(0, alpha, Infinity, false)
	}
	for _, c := range []struct {
		what, profile, fen string
		do                 func(e *Engine, alpha int16)
		want               work.Counts
	}{
		{"nothing", whole, check, none, work.Counts{}},
		{"evasions at once", whole + ",single=5", evasions, node, work.Counts{work.Lists: 1}},
		{"an evasion without a price at once", whole + unpriced, taken, node, work.Counts{work.Lists: 1, work.Maps: 1}},
		{"a losing evasion without a price in stages", whole + ",switch.staged=on" + unpriced, lost, node, work.Counts{work.Lists: 2, work.Maps: 1}},
		{"a losing evasion without a price at a half-frontier", "sx81" + unpriced, lost, node, work.Counts{work.Lists: 1}},
		{"a killer that checks", whole, check, killers, work.Counts{work.Lists: 1, work.Maps: 1}},
		{"a cached move that checks", whole, check, cached("a1a8", false), work.Counts{work.Lists: 1, work.Maps: 1}},
		{"and at a half-frontier", whole, check, cached("a1a8", true), work.Counts{work.Lists: 1}},
		{"a cached capture", whole, capture, cached("e4d5", false), work.Counts{work.Lists: 1}},
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		e := listingEngine(mustParse(t, c.fen), prof)
		f := &e.frames[0]
		f.sx, f.maybeCheck, e.depth = 5, true, 2
		c.do(e, f.static+1000)
		e.wantWork(t, c.what, c.want, work.Lists, work.Maps)
	}
}

// TestTheLimitCountsPicks: what the limit of cycles adds up as it goes is what Cycles finds.
func TestTheLimitCountsPicks(t *testing.T) {
	costs := &work.Costs{}
	for i := range costs.Each {
		costs.Each[i] = uint32(3*i + 1)
	}
	for i := range costs.Pick {
		for j := range costs.Pick[i] {
			costs.Pick[i][j] = uint64(100*i + 7*j + 1)
		}
	}
	prof, _ := ProfileByName("net")
	e := NewEngine()
	for _, p := range readEPD(t, "../testdata/bench12.epd") {
		e.search(background, p, &prof, Limits{Nodes: 3000, Costs: costs, Cycles: 1 << 40})
		if e.pastCycles() || e.meter.pickUnits == 0 {
			t.Fatal("nothing was counted")
		}
		cycles := e.Cycles(costs)
		for limit, want := range map[uint64]bool{cycles - 1: true, cycles: true, cycles + 1: false} {
			e.limits.Cycles = limit
			if e.pastCycles() != want {
				t.Errorf("%d cycles, limit %d: reached is %v", cycles, limit, !want)
			}
		}
		e.search(background, p, &prof, Limits{Nodes: 3000, Costs: costs})
		if e.pastCycles() || e.meter.pickUnits != 0 {
			t.Error("a search without a limit of cycles has one")
		}
	}
}
