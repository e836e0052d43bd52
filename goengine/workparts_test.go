package goengine

import (
	"fmt"
	"testing"
)

// wantWork compares some kinds of work that an engine has done with what they
// should be.
func (e *Engine) wantWork(t *testing.T, what string, want Counts, kinds ...Work) {
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
		want         Counts
	}{
		{"99 is less than 100: none is tried", quiet, 100, 100, Counts{}},
		{"99 is beta, and nothing hangs", quiet, 100, 99, Counts{WorkPassTries: 1, WorkPassSwaps: 1, WorkMaps: 1}},
		{"399-216 is 183", hangs, 400, 184, Counts{WorkPassTries: 1, WorkPassSwaps: 1, WorkPassFails: 1, WorkMaps: 1, WorkSwapOffs: 1}},
		{"and that is beta, so the knight isn't looked at", hangs, 400, 183, Counts{WorkPassTries: 1, WorkPassSwaps: 1, WorkMaps: 1}},
		{"639 above beta a queen might hang", quiet, 640, 0, Counts{WorkPassTries: 1, WorkPassSwaps: 1, WorkMaps: 1}},
		{"640 above beta nothing can", quiet, 641, 0, Counts{WorkPassTries: 1}},
		{"so that the knight isn't looked at", hangs, 641, 0, Counts{WorkPassTries: 1}},
	} {
		e := listingEngine(mustParse(t, c.fen), prof)
		e.frames[1].static = c.static
		e.passes(1, -Infinity, c.beta)
		e.wantWork(t, c.what, c.want, WorkPassTries, WorkPassSwaps, WorkPassFails, WorkMaps, WorkSwapOffs)
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
		want                     Counts
	}{
		{"not above alpha", "uniform", mate, "a1a8", flagCheck, 100, 200, Counts{}},
		{"mate", "uniform", mate, "a1a8", flagCheck, 99, 200, Counts{WorkHigh: 1, WorkMateTests: 1, WorkMateProofs: 1}},
		{"not flagged as a check", "uniform", mate, "a1a8", 0, 99, 200, Counts{WorkHigh: 1, WorkHighMade: 1, WorkMaps: 1}},
		{"mates are not looked for", "uniform,switch.mate-test=off", mate, "a1a8", flagCheck, 99, 200, Counts{WorkHigh: 1, WorkHighMade: 1, WorkMaps: 1}},
		{"flagged as a check, and none", "uniform", mate, "a1a7", flagCheck, 99, 200, Counts{WorkHigh: 1, WorkMateTests: 1, WorkHighMade: 1, WorkMaps: 1}},
		{"640 above beta nothing can hang", "uniform", mate, "a1a7", 0, -600, -540, Counts{WorkHigh: 1}},
		{"639 above beta it is made", "uniform", mate, "a1a7", 0, -600, -539, Counts{WorkHigh: 1, WorkHighMade: 1, WorkMaps: 1}},
		// The rook behind the knight is asked, and the knight, which stood attacked where it was.
		{"it leaves a slider's line", "uniform", behind, "d4b3", 0, 99, 2000, Counts{WorkHigh: 1, WorkHighMade: 1, WorkMaps: 1, WorkUncovered: 1, WorkSwapOffs: 2}},
		{"the king does not, and the knight is asked", "uniform", behind, "e1f1", 0, 99, 2000, Counts{WorkHigh: 1, WorkHighMade: 1, WorkMaps: 1, WorkSwapOffs: 1}},
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		e := listingEngine(mustParse(t, c.fen), prof)
		e.terminal(0, e.moveOf(c.move), c.flags, 100, c.alpha, c.beta)
		e.wantWork(t, c.what, c.want, WorkHigh, WorkHighMade, WorkMateTests, WorkMateProofs, WorkMaps, WorkUncovered, WorkSwapOffs)
	}
}

// TestWorkOfSwapOffsByHand counts the captures of swap-offs and the empty squares
// around them.
func TestWorkOfSwapOffsByHand(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	kinds := []Work{WorkSwapOffs, WorkSwapSwept, WorkSwapSliders, WorkExchanges}
	// Around d4: d5 to d7, e4 to h4, d3 to d1, c4 to a4; e5 to h8, e3 to g1, none to c3, c5 to a7: 3+4+3+3+4+3+0+3 = 23.
	// RxQ, PxR. Around a5: a6 to a8, b5 to h5, a4 to a1; b6 and c7, b4: 3+7+4+2+1 = 17. NxR; the rook is on a diagonal there.
	const hanging = "3r2k1/1n6/8/R7/3Q4/2P5/8/7K w - -"
	for _, c := range []struct {
		what  string
		slots uint32
		want  Counts
	}{
		{"the queen", 0b0010, Counts{WorkSwapOffs: 1, WorkSwapSwept: 23, WorkSwapSliders: 1, WorkExchanges: 2}},
		{"and the rook", 0b0110, Counts{WorkSwapOffs: 2, WorkSwapSwept: 23 + 17, WorkSwapSliders: 1, WorkExchanges: 2 + 1}},
		{"none", 0, Counts{}},
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
	e.wantWork(t, "the knight", Counts{WorkSwapOffs: 1, WorkSwapSwept: 16, WorkSwapSliders: 5, WorkExchanges: 5}, kinds...)
	// The rook is lifted off d1. Around d5: d6 to d8, e5 to h5, d4 to d1, c5 to a5; none to e6, e4 to h1, c4 to a2, c6 to a8:
	// 3+4+4+3+0+4+3+3 = 24. On d4: d3 to d1, none to d5, e4 to h4, c4 to a4; e5 to h8, e3 to g1, c3 to a1, c5 to a7:
	// 3+0+4+3+4+3+3+3 = 23.
	const guarded = "4k3/8/4p3/3p4/8/8/8/3RK3 w - -"
	for _, c := range []struct {
		what, fen, move string
		want            Counts
	}{
		{"PxR", guarded, "d1d5", Counts{WorkSwapOffs: 1, WorkSwapSwept: 24, WorkExchanges: 1}},
		{"nothing attacks d4", guarded, "d1d4", Counts{}},
		{"but that is worked out on a slider's line", "3rk3/8/8/3p4/8/8/8/3RK3 w - -", "d1d4", Counts{}},
		{"here it is one", "4k3/8/8/3p4/8/8/8/r2RK3 w - -", "d1d4", Counts{WorkSwapOffs: 1, WorkSwapSwept: 23 - 1}}, // a1 is the rook's
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
	kinds := []Work{WorkThreatTests, WorkGlances, WorkGlanceProofs, WorkGlanceSteps, WorkGlanceMates}
	for _, c := range []struct {
		what, fen string
		moves     []string
		want      Counts
	}{
		{"b2 to b8, mate", "7k/6pp/8/8/8/8/8/R5K1 w - -", []string{"a1b1"},
			Counts{WorkThreatTests: 1, WorkGlances: 1, WorkGlanceProofs: 1, WorkGlanceSteps: 7, WorkGlanceMates: 1}},
		{"b2 to b8, which the rook answers, c1 to f1, a1", "7k/6pp/8/8/8/8/3r4/R5K1 w - -", []string{"a1b1"},
			Counts{WorkThreatTests: 1, WorkGlances: 1, WorkGlanceProofs: 1, WorkGlanceSteps: 7 + 4 + 1, WorkGlanceMates: 1}},
		{"b2 to b4, a pawn, c1 to f1, a1", "7k/6pp/8/8/1p6/8/8/R5K1 w - -", []string{"a1b1"},
			Counts{WorkThreatTests: 1, WorkGlances: 1, WorkGlanceProofs: 1, WorkGlanceSteps: 3 + 4 + 1}},
		{"two moves of one node; a3 to a8, mate", "7k/6pp/8/8/8/8/8/R5K1 w - -", []string{"a1b1", "a1a2"},
			Counts{WorkThreatTests: 2, WorkGlances: 1, WorkGlanceProofs: 2, WorkGlanceSteps: 7 + 6, WorkGlanceMates: 2}},
		{"a king with g8 and h7 to flee to", "7k/6p1/8/8/8/8/8/R5K1 w - -", []string{"a1b1", "a1c1"},
			Counts{WorkThreatTests: 2, WorkGlances: 1}},
		{"a bishop, and the king", "7k/6pp/8/8/8/8/8/B5K1 w - -", []string{"a1b2", "g1f1"}, Counts{}},
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
		want               Counts
	}{
		{"everything", "sx81", rook, everything, Counts{WorkLists: 1, WorkJudgedCaptures: 2, WorkJudgedQuiet: 14, WorkListed: 16}},
		// Of the captures one loses; nothing quiet checks or attacks.
		{"worthy moves", "sx81", rook, worthy, Counts{WorkLists: 1, WorkJudgedCaptures: 2, WorkJudgedHalf: 14, WorkListed: 2}},
		{"sound ones", "sx81", rook, sound, Counts{WorkLists: 1, WorkJudgedCaptures: 2, WorkJudgedQuiet: 14, WorkListed: 15, WorkPassedOver: 1}},
		// Na3 loses, so it isn't asked what it attacks.
		{"five that may attack two", "sx81", dear, everything, Counts{WorkLists: 1, WorkJudgedQuiet: 6, WorkListed: 6, WorkAttackTargets: 5 * 2}},
		// Nc3 attacks the rook.
		{"six at a half-frontier", "sx81", dear, worthy, Counts{WorkLists: 1, WorkJudgedHalf: 6, WorkListed: 1, WorkAttackTargets: 6 * 2}},
		{"in check", "sx81", check, everything, Counts{WorkLists: 1, WorkJudgedEvasions: 5, WorkJudgedQuiet: 5, WorkListed: 5}},
		// As other quiet moves: one piece may be attacked. Nb1 is the rook's to take, Nd1 the king's.
		{"in check, where evasions have no price", "uniform", check, everything, Counts{WorkLists: 1, WorkJudgedQuiet: 5, WorkListed: 5, WorkAttackTargets: 4}},
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		e := listingEngine(mustParse(t, c.fen), prof)
		e.lists(c.which)
		e.wantWork(t, c.what, c.want, WorkLists, WorkJudgedCaptures, WorkJudgedQuiet, WorkJudgedHalf, WorkJudgedEvasions, WorkPassedOver, WorkListed, WorkAttackTargets)
	}
}

// TestWorkOfMapsByHand: of men, knights and squares that sliders sweep up to the
// men or edges at their ends.
func TestWorkOfMapsByHand(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	for _, c := range []struct {
		what, fen string
		want      Counts
	}{
		// d6 to d8 and the edge, e5 to h5 and the edge, d4 to d1 and the edge, c5, b5 and the knight: 4+5+5+3.
		{"a rook and a knight", "7k/8/8/n2r4/8/1P6/8/K7 w - -", Counts{WorkMaps: 1, WorkMapMen: 3, WorkMapHops: 1, WorkMapSwept: 17}},
		// b2 to h8 and the edge, and an edge each way else.
		{"a bishop in the corner", "7k/p7/8/8/8/8/8/b6K w - -", Counts{WorkMaps: 1, WorkMapMen: 3, WorkMapSwept: 7 + 3}},
		{"a pawn", "7k/p7/8/8/8/8/8/7K w - -", Counts{WorkMaps: 1, WorkMapMen: 2}},
	} {
		e := listingEngine(mustParse(t, c.fen), prof)
		e.hitsOf(0)
		e.hitsOf(0) // which is made
		e.wantWork(t, c.what, c.want, WorkMaps, WorkMapMen, WorkMapHops, WorkMapSwept)
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
	parts := Counts{WorkCaptureParts: 1, WorkQuietParts: 1}
	with := func(c Counts, more Counts) Counts {
		for w := range c {
			c[w] += more[w]
		}
		return c
	}
	taking := with(parts, Counts{WorkCaptures: 1, WorkQuiets: 3, WorkKingTests: 5})
	for _, c := range []struct {
		what, profile, fen string
		sx                 uint8
		above              int16 // alpha is so much above the static value
		want               Counts
	}{
		// At once, all of it is after the map is made; in parts, the quiet moves are.
		{"at once", whole, knight, 5, -1000, with(taking, Counts{WorkMaps: 1})},
		{"at a half-frontier", half, knight, 5, -1000, with(taking, Counts{WorkMaps: 1, WorkKingSearches: 1, WorkKingMen: 3})},
		{"in stages", staged, knight, 5, -1000, with(taking, Counts{WorkMaps: 1, WorkKingSearches: 1, WorkKingMen: 3})},
		{"at a frontier", half, knight, 2, -1000, with(taking, Counts{WorkMaps: 1, WorkKingSearches: 1, WorkKingMen: 3})},
		{"at a frontier far below alpha", half, knight, 2, 1000, with(taking, Counts{WorkKingSearches: 5, WorkKingMen: 15})},

		// So it is where nothing before them has wanted a map.
		{"quiet moves at a half-frontier", half, pawn, 5, -1000, with(parts, Counts{WorkQuiets: 6, WorkKingTests: 4, WorkMaps: 1})},
		{"in stages", staged, pawn, 5, -1000, with(parts, Counts{WorkQuiets: 6, WorkKingTests: 4, WorkMaps: 1})},

		{"at a frontier a unit above alpha", half, pawn, 2, -1, with(parts, Counts{WorkQuiets: 6, WorkKingTests: 4, WorkMaps: 1})},
		{"at a frontier that is alpha", half, pawn, 2, 0, with(parts, Counts{WorkQuiets: 6, WorkKingTests: 4, WorkKingSearches: 4, WorkKingMen: 12, WorkMaps: 1})},
		{"at a frontier above alpha, in check, so that there is no map", half, mated, 2, -1000,
			with(parts, Counts{WorkEvasions: 2, WorkKingTests: 3, WorkKingSearches: 3, WorkKingMen: 9})},
		{"at once, in check", whole, mated, 5, -1000,
			with(parts, Counts{WorkEvasions: 2, WorkKingTests: 3, WorkKingSearches: 3, WorkKingMen: 9})},

		// O-O, nine moves of the rook, g3 and g4, and Kd1, Kd2, Ke2, Kf2 and Kf1.
		{"castling", half, castles, 2, -1000, with(parts, Counts{WorkQuiets: 1 + 9 + 2 + 5, WorkKingTests: 5 + 2, WorkMaps: 1})},

		{"a losing capture, at once", whole, losing, 5, -1000,
			with(parts, Counts{WorkCaptures: 1, WorkQuiets: 10, WorkKingTests: 4, WorkMaps: 1})},
		{"a losing capture in stages is generated twice", staged, losing, 5, -1000,
			with(parts, Counts{WorkCaptureParts: 1, WorkCaptures: 2, WorkQuiets: 10, WorkKingTests: 4, WorkMaps: 1})},
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		e := listingEngine(mustParse(t, c.fen), prof)
		f := &e.frames[0]
		f.sx, f.maybeCheck, e.depth = c.sx, true, 2
		e.node(0, f.static+c.above, Infinity)
		e.wantWork(t, c.what, c.want, WorkCaptureParts, WorkCaptures, WorkQuietParts, WorkQuiets, WorkEvasions, WorkMaps,
			WorkKingTests, WorkKingSearches, WorkKingMen)
	}
}

// TestSweptAndSiftedByHand: what generating takes, but for the king's squares.
func TestSweptAndSiftedByHand(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	for _, c := range []struct {
		what, fen string
		want      Counts
	}{
		// The rook sweeps as in TestWorkOfMapsByHand, the knight and the king hop.
		{"a rook, a knight and the king", "7k/8/8/N2R4/8/1p6/8/K7 w - -", Counts{WorkCaptureMen: 3, WorkCaptureHops: 2, WorkCaptureSwept: 17}},
		{"a pawn and the king", "7k/8/8/8/8/8/P7/K7 w - -", Counts{WorkCaptureMen: 2, WorkCaptureHops: 1}},
		// In check each knight's eight moves are sifted for those to b1, c1, d1 and a1: Nc3 has b1 and d1, Ne3 d1.
		{"two knights against a check", "4k3/8/8/8/8/2N1N3/8/r3K3 w - -", Counts{WorkCaptureMen: 3, WorkCaptureHops: 3, WorkSifted: 16}},
	} {
		e := listingEngine(mustParse(t, c.fen), prof)
		e.buffer.n = 0
		e.pos.generateTactical(&e.frames[0].info, &e.buffer)
		e.pos.generateQuiet(&e.frames[0].info, &e.buffer)
		e.wantWork(t, c.what, c.want, WorkCaptureMen, WorkCaptureHops, WorkCaptureSwept, WorkSifted)
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
		e.wantWork(t, fmt.Sprint(c.profile, " ", CategoryNames[c.category]), Counts{WorkPriced: c.want}, WorkPriced)
	}
}

// TestWorkBeginsByHand: what a search begins to count with.
func TestWorkBeginsByHand(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	// Each rook weighs 2, a knight 1, and the 24 of all men are 5 phases of 16/5: from 8 on kings are judged as in the ending.
	for fen, want := range map[string]uint64{"r3k2r/8/8/8/8/8/8/R3K2R w - -": 1, "r3k2r/8/8/8/8/8/8/RN2K2R w - -": 0, "r3k3/8/8/8/8/8/8/R3K2R w - -": 1} {
		listingEngine(mustParse(t, fen), prof).wantWork(t, fen, Counts{WorkEndings: want}, WorkEndings)
	}
	p := mustParse(t, "4k3/8/8/3n4/4P3/8/8/4K1N1 w - -")
	if got := listingEngine(p, prof).meter.officers; got != 2 {
		t.Errorf("two knights: %d officers", got)
	}
	if !p.Play(newMove(squareOf("e4"), squareOf("d5"))) || listingEngine(p, prof).meter.officers != 1 {
		t.Error("the knight that was taken is an officer still")
	}
	if len(Works) != int(works) || Works[len(Works)-1] != works-1 {
		t.Errorf("%d kinds of work of %d", len(Works), works)
	}
	if got := works.String(); got != "unknown" {
		t.Errorf("the kind after the last is %q", got)
	}
}

// TestPickedByHand: a move picked adds the length of its list at its place; long
// lists are counted together, and so are late places.
func TestPickedByHand(t *testing.T) {
	const last = pickSizes - 1
	for _, c := range []struct {
		what   string
		picks  [][2]int // length of the list, place
		length int
		place  int
		want   uint64
	}{
		{"once", [][2]int{{9, 0}}, 9, 0, 9},
		{"three times", [][2]int{{9, 2}, {9, 2}, {9, 2}}, 9, 2, 27},
		{"another place", [][2]int{{9, 2}}, 9, 1, 0},
		{"another length", [][2]int{{9, 2}}, 8, 2, 0},
		{"the longest list that is told apart", [][2]int{{last - 1, 0}, {last, 0}}, last - 1, 0, last - 1},
		{"longer lists", [][2]int{{last, 3}, {MaxMoves, 3}}, last, 3, last + MaxMoves},
		{"late places", [][2]int{{MaxMoves, last}, {MaxMoves, MaxMoves - 1}}, last, last, 2 * MaxMoves},
	} {
		var p Picked
		for _, x := range c.picks {
			p.add(x[0], x[1])
		}
		if got := p[c.length][c.place]; got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}

	// e3, e4 and four moves of the king, all of them tried.
	prof, l := pliesDeep(2)
	r := NewEngine().Search(mustParse(t, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), &prof, l)
	if want := (Picked{6: {6, 6, 6, 6, 6, 6}}); r.Picked != want {
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
		e.wantWork(t, fen, Counts{WorkCheckSteps: want}, WorkCheckSteps)
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
		e.wantWork(t, c.move, Counts{WorkLooks: 1, WorkPromotedLooks: c.want}, WorkLooks, WorkPromotedLooks)
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
		e.Search(mustParse(t, "4k3/8/8/8/8/8/4P3/4K3 w - -"), &prof, Limits{SX: 8}) // six moves
		e.wantWork(t, profile, Counts{WorkScouts: want}, WorkScouts)
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
		want               Counts
	}{
		{"nothing", whole, check, none, Counts{}},
		{"evasions at once", whole + ",single=5", evasions, node, Counts{WorkLists: 1}},
		{"an evasion without a price at once", whole + unpriced, taken, node, Counts{WorkLists: 1, WorkMaps: 1}},
		{"a losing evasion without a price in stages", whole + ",switch.staged=on" + unpriced, lost, node, Counts{WorkLists: 2, WorkMaps: 1}},
		{"a losing evasion without a price at a half-frontier", "sx81" + unpriced, lost, node, Counts{WorkLists: 1}},
		{"a killer that checks", whole, check, killers, Counts{WorkLists: 1, WorkMaps: 1}},
		{"a cached move that checks", whole, check, cached("a1a8", false), Counts{WorkLists: 1, WorkMaps: 1}},
		{"and at a half-frontier", whole, check, cached("a1a8", true), Counts{WorkLists: 1}},
		{"a cached capture", whole, capture, cached("e4d5", false), Counts{WorkLists: 1}},
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		e := listingEngine(mustParse(t, c.fen), prof)
		f := &e.frames[0]
		f.sx, f.maybeCheck, e.depth = 5, true, 2
		c.do(e, f.static+1000)
		e.wantWork(t, c.what, c.want, WorkLists, WorkMaps)
	}
}

// TestTheLimitCountsPicks: what the limit of cycles adds up as it goes is what Cycles finds.
func TestTheLimitCountsPicks(t *testing.T) {
	costs := &Costs{}
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
		e.Search(p, &prof, Limits{Nodes: 3000, Costs: costs, Cycles: 1 << 40})
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
		e.Search(p, &prof, Limits{Nodes: 3000, Costs: costs})
		if e.pastCycles() || e.meter.pickUnits != 0 {
			t.Error("a search without a limit of cycles has one")
		}
	}
}
