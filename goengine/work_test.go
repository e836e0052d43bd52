package goengine

import (
	"testing"

	"github.com/searchex/searchex/internal/work"
)

// pliesDeep is uniform in one iteration of n plies.
func pliesDeep(n int) (Profile, Limits) {
	prof, _ := ProfileByName("uniform")
	prof.Start = uint8(8 * (n - 1))
	return prof, Limits{SX: 8 * (n - 1), SXSet: true}
}

// TestWorkByHand counts what a search of one and of two plies has to do.
func TestWorkByHand(t *testing.T) {
	for _, c := range []struct {
		what, fen string
		plies     int
		want      map[work.Kind]uint64
	}{
		{
			// The root is a frontier: its moves are valued one by one. Of White's
			// men three hop, and 8 lines of the rooks, 8 of the bishops and 8 of
			// the queen end on the next square. Black's 16 are mapped once, for the
			// first move above alpha; his king is no hop there. Nothing attacks
			// anything, so nothing may hang, and no line is left.
			"the initial position, a ply", StartFEN, 1,
			map[work.Kind]uint64{
				work.Searches: 1, work.Endings: 0, work.Iterations: 1, work.Visits: 1, work.Keys: 0, work.Looks: 1, work.Expanded: 1, work.Officers: 14,
				work.PassTries: 0, work.PassSwaps: 0, work.Bare: 0, work.Maps: 1, work.MapMen: 16, work.MapHops: 2, work.MapSwept: 24,
				work.CaptureParts: 1, work.CaptureHops: 3, work.CaptureSwept: 24, work.Captures: 0,
				work.QuietParts: 1, work.QuietMen: 32, work.Quiets: 20, work.KingTests: 0, work.Evasions: 0, work.Sifted: 0,
				work.Lists: 0, work.Listed: 0, work.Picks: 0, work.Follows: 0, work.SwapOffs: 0, work.Exchanges: 0,
				work.ScannedCaptures: 0, work.ScannedQuiet: 20, work.Uncovered: 0, work.MateTests: 0, work.Glances: 0,
			},
		},
		{
			// e3, e4 and four moves of the king are listed: 6 + 5 + ... + 1 choices.
			// The king's four are half-moves that could repeat, and are looked back
			// on from the position after each. Black's king has five squares six
			// times, all of them free, and the pieces are 3 at 7 generations.
			"a pawn against a king, two plies", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 2,
			map[work.Kind]uint64{
				work.Searches: 1, work.Endings: 1, work.Iterations: 1, work.Visits: 7, work.Bare: 7, work.Keys: 4, work.Looks: 7, work.Expanded: 7, work.Officers: 0,
				work.CaptureParts: 7, work.CaptureHops: 7, work.CaptureSwept: 0, work.Captures: 0,
				work.QuietParts: 7, work.QuietMen: 21, work.Quiets: 36, work.KingTests: 34, work.Evasions: 0,
				work.Lists: 1, work.JudgedCaptures: 0, work.JudgedQuiet: 6, work.JudgedHalf: 0, work.Listed: 6, work.Picks: 6, work.PickSteps: 21, work.Scouts: 0, work.Follows: 6,
				work.ScannedCaptures: 0, work.MateTests: 0, work.PawnFollows: 2, work.PinnedParts: 0, work.JudgedBare: 0,
			},
		},
		{
			// A rook gives check along the rank. The king has d2, e2 and f2 to go to,
			// d1 and f1 are tested too; the knight's eight moves are sifted for the
			// two that come between, on b1 and d1.
			"in check, a ply", "4k3/8/8/8/8/2N5/8/r3K3 w - - 0 1", 1,
			map[work.Kind]uint64{
				work.Visits: 1, work.CaptureParts: 1, work.QuietParts: 1, work.Evasions: 2, work.KingTests: 5, work.Sifted: 8,
				work.KingSearches: 5, work.KingMen: 20, work.Quiets: 5, work.ScannedQuiet: 5, work.ScannedCaptures: 0, work.PinnedParts: 0, work.Bare: 1,
			},
		},
		{
			// In check there is no map for the king: the knight that he may take is
			// searched for guards in one generation, d1, f1, e2 and f2 in the other.
			"in check, with a man to take, a ply", "4k3/8/8/8/8/8/3n4/r3K3 w - - 0 1", 1,
			map[work.Kind]uint64{
				work.Evasions: 2, work.KingTests: 5, work.KingSearches: 5, work.KingMen: 20, work.Captures: 1, work.Quiets: 2,
			},
		},
		{
			// Not in check, the man is searched for guards all the same: the map is
			// made for what taking him is worth, and shows the other four squares.
			"a man to take, a ply", "4k3/8/8/8/8/8/3n4/4K3 w - - 0 1", 1,
			map[work.Kind]uint64{
				work.Evasions: 0, work.KingTests: 5, work.KingSearches: 1, work.KingMen: 3, work.Maps: 1, work.Captures: 1, work.Quiets: 3,
			},
		},
		{
			// A rook pins the knight, in both generations; its six moves are sifted
			// and none is left. The king has the four squares beside the file, of which
			// the map shows.
			"a pin, a ply", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", 1,
			map[work.Kind]uint64{
				work.CaptureParts: 1, work.QuietParts: 1, work.PinnedParts: 2, work.Evasions: 0, work.Sifted: 6, work.Quiets: 4,
				work.KingTests: 4, work.KingSearches: 0,
			},
		},
		{
			// The knight stands between a rook and Black's king: all moves of the root,
			// its six, the rook's six and the king's three, are judged for what they
			// leave. Black's replies, of which the checks leave few, are not judged. The
			// knight's moves may check, and so, for all that is known, may what led to
			// the root.
			"a bare piece, two plies", "4k3/8/8/8/8/8/4N3/K3R3 w - - 0 1", 2,
			map[work.Kind]uint64{
				work.Lists: 1, work.JudgedQuiet: 15, work.JudgedBare: 15, work.Follows: 15, work.PawnFollows: 0, work.CheckLooks: 1 + 6,
			},
		},
		{
			// The pawn may take the knight or go on, the king has five squares. Five men
			// are more than a bare board's four.
			"a capture, a ply", "3rk3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", 1,
			map[work.Kind]uint64{
				work.Captures: 1, work.ScannedCaptures: 1, work.Quiets: 6, work.ScannedQuiet: 6, work.KingTests: 5, work.Officers: 2, work.Bare: 0,
			},
		},
	} {
		p, err := ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		prof, l := pliesDeep(c.plies)
		r := NewEngine().search(background, p, &prof, l)
		for w, want := range c.want {
			if r.Work[w] != want {
				t.Errorf("%s: %d %v, want %d", c.what, r.Work[w], w, want)
			}
		}
	}
}

// A search's work is its own, not that of the one before it.
func TestWorkBeginsAnew(t *testing.T) {
	e := NewEngine()
	p, _ := ParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	prof, _ := ProfileByName("sex88")
	l := Limits{Nodes: 5000}
	first := e.search(background, p, &prof, l).Work
	if second := e.search(background, p, &prof, l).Work; second != first {
		t.Errorf("%v, then %v", first, second)
	}
	for _, w := range []work.Kind{work.PassTries, work.PassSwaps, work.Lists, work.SwapOffs, work.Glances, work.GlanceProofs, work.GlanceSteps, work.JudgedQuiet, work.High, work.Uncovered} {
		if first[w] == 0 {
			t.Errorf("no %v", w)
		}
	}
}

// TestCyclesLimit stops searches by a model in which a visit takes 1,000 cycles
// and all else nothing: the search ends at the visit that reaches the limit.
func TestCyclesLimit(t *testing.T) {
	costs := &work.Costs{}
	costs.Each[work.Visits] = 1000 * work.Unit
	p, _ := ParseFEN(StartFEN)
	prof, _ := ProfileByName("sx81")
	e := NewEngine()
	for _, visits := range []uint64{150, 151, 400} {
		for _, less := range []uint64{0, 999} {
			r := e.search(background, p, &prof, Limits{Cycles: visits*1000 - less, Costs: costs})
			if !r.Stopped || r.Work[work.Visits] != visits {
				t.Errorf("a limit of %d cycles ends at visit %d, want %d", visits*1000-less, r.Work[work.Visits], visits)
			}
		}
	}
	all := e.search(background, p, &prof, Limits{SX: 24})
	for _, l := range []Limits{
		{SX: 24, Costs: costs}, {SX: 24, Cycles: 1}, {SX: 24, Cycles: 1<<64 - 1, Costs: costs}, {SX: 24, Cycles: 1, Costs: &work.Costs{}},
	} {
		if r := e.search(background, p, &prof, l); r.Stopped || r.Work != all.Work {
			t.Errorf("limits %+v end a search, or change it", l)
		}
	}
	// The same grace as for nodes: until a root move has been searched.
	least := e.search(background, p, &prof, Limits{Cycles: 1, Costs: costs})
	if want := e.search(background, p, &prof, Limits{Nodes: 1}); least.Nodes != want.Nodes || least.Best != want.Best || !least.Stopped {
		t.Errorf("a limit of one cycle ends after %d nodes, of one node after %d", least.Nodes, want.Nodes)
	}
	both := e.search(background, p, &prof, Limits{Cycles: 400_000, Costs: costs, Nodes: 100})
	if both.Work[work.Visits] >= 400 || both.Nodes < 100 {
		t.Errorf("%d visits, %d nodes with a limit of each", both.Work[work.Visits], both.Nodes)
	}
}

// TestPullsByHand: each king is drawn by each passed pawn, and where one side is
// four pawns ahead its king to the other, the other's off the edge.
func TestPullsByHand(t *testing.T) {
	for fen, want := range map[string]int{
		"6rk/8/8/8/8/8/8/KR6 w - - 0 1": 0, // as much on either side
		"7k/8/8/8/8/8/8/KB6 w - - 0 1":  0, // three pawns ahead
		"7k/8/8/8/8/8/8/KR6 w - - 0 1":  2, // five
		"7k/8/8/8/8/8/8/KR6 b - - 0 1":  2,
		"7k/8/8/8/8/P7/8/K7 w - - 0 1":  2, // a passed pawn
		"7k/8/8/8/8/P7/8/KR6 w - - 0 1": 4, // and six pawns ahead
		"7k/p7/8/8/8/P7/8/K7 w - - 0 1": 0, // none is passed
		"7k/8/7p/8/8/P7/8/K7 w - - 0 1": 4, // two passed pawns
		// Four passed pawns, which are four pawns ahead, and three.
		"7k/8/8/8/8/8/PPPP4/K7 w - - 0 1": 2*4 + 2,
		"7k/8/8/8/8/8/PPP5/K7 w - - 0 1":  2 * 3,
	} {
		var tab tables
		if got := mustParse(t, fen).buildTables(&tab); got != want {
			t.Errorf("%s: %d pulls, want %d", fen, got, want)
		}
	}
}

// TestEveryKindOfWorkIsDone: a kind that nothing counts would not show
// what the machines take.
func TestEveryKindOfWorkIsDone(t *testing.T) {
	var all work.Counts
	for _, fen := range []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 6 30",
		"8/5pk1/6p1/8/8/6P1/3R1PK1/r7 w - - 0 40",
		"8/8/3k4/8/8/3K4/3P4/8 w - - 0 1",
		"4k3/8/8/8/8/8/4N3/K3R3 w - - 0 1", // a piece that checks by leaving the rook's line
	} {
		for _, name := range []string{"cyrus86", "tuned,switch.staged=on,switch.cache=on", "net"} {
			prof, err := ParseProfile(name)
			if err != nil {
				t.Fatal(err)
			}
			w := NewEngine().search(background, mustParse(t, fen), &prof, Limits{Nodes: 5000}).Work
			for i, n := range w {
				all[i] += n
			}
		}
	}
	for _, w := range work.Kinds {
		if all[w] == 0 {
			t.Errorf("%v: none", w)
		}
	}
}

// TestWorkOfParts: a search with a cache empties it once; the picture is looked
// at again where another node's was drawn since; what a stage leaves to the other
// is judged in both.
func TestWorkOfParts(t *testing.T) {
	for name, want := range map[string]uint64{"sx81": 0, "sx81,switch.cache=on": 1} {
		prof, _ := ParseProfile(name)
		if e := listingEngine(mustParse(t, StartFEN), prof); e.meter.work[work.Caches] != want {
			t.Errorf("%s: %d caches emptied", name, e.meter.work[work.Caches])
		}
	}

	prof, _ := ProfileByName("sx81")
	e := listingEngine(mustParse(t, StartFEN), prof)
	e.meter.lookPly = 3
	for _, step := range []struct {
		ply  int
		want uint64
	}{{3, 0}, {2, 1}, {2, 1}, {3, 2}} {
		if e.meter.lookedAgain(step.ply); e.meter.work[work.LooksAgain] != step.want {
			t.Errorf("ply %d: looked again %d times, want %d", step.ply, e.meter.work[work.LooksAgain], step.want)
		}
	}

	// exd5 wins a pawn; Qxd5 loses the queen for it. Sound moves leave Qxd5 out,
	// the others exd5.
	for which, want := range map[selection]uint64{everything: 0, sound: 1, losingAndQuiet: 1} {
		e := listingEngine(mustParse(t, "3rk3/8/8/3p4/4P3/8/8/3QK3 w - -"), prof)
		e.lists(which)
		if e.meter.work[work.PassedOver] != want {
			t.Errorf("selection %d: %d passed over, want %d", which, e.meter.work[work.PassedOver], want)
		}
	}
}

// TestOfficersOfTheRoot: they are counted once for each node and each swap-off,
// whatever has been taken since; the kings and the pawns do not count.
func TestOfficersOfTheRoot(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	// Two queens, three rooks, a bishop and a knight.
	w := NewEngine().search(background, mustParse(t, "3qk2r/p5pp/8/3n4/8/2B5/P5PP/R2QK2R w - -"), &prof, Limits{Nodes: 2000}).Work
	if w[work.Expanded] == 0 || w[work.SwapOffs] == 0 || w[work.Officers] != 7*w[work.Expanded] || w[work.SwapMen] != 7*w[work.SwapOffs] {
		t.Errorf("%d nodes with %d officers, %d swap-offs with %d", w[work.Expanded], w[work.Officers], w[work.SwapOffs], w[work.SwapMen])
	}
}

// TestEarlyTestsByHand: the move of the cache is asked whether it is legal, and
// each killer.
func TestEarlyTestsByHand(t *testing.T) {
	prof, _ := ParseProfile("sx81,switch.cache=on")
	e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
	e.putCached(moveA6)
	e.tryCached(0, -Infinity, Infinity, false)
	if e.meter.work[work.EarlyTests] != 1 {
		t.Errorf("a cached move: %d tests", e.meter.work[work.EarlyTests])
	}
	for i, m := range []Move{moveA2, moveB1} {
		if e.earlyKiller(0, m, 0); e.meter.work[work.EarlyTests] != uint64(2+i) {
			t.Errorf("killer %d: %d tests with the cached move's", i+1, e.meter.work[work.EarlyTests])
		}
	}
}

// TestLooksAgainByHand: a node looks again after a part of its moves only where
// one of them was followed up, for then the picture is a child's.
func TestLooksAgainByHand(t *testing.T) {
	const kings = "7k/p7/8/8/8/8/8/K7 w - -"    // Kb1, Ka2, Kb2
	const takes = "7k/8/8/3p4/4P3/8/8/K7 w - -" // exd5
	const on = "sx81,pass=0,switch.cache=on"
	for _, c := range []struct {
		name, fen, profile string
		sx                 uint8
		cached, killer     Move
		want               uint64
	}{
		{"a capture that ends the line", takes, "sx81,pass=0", 6, NoMove, NoMove, 0},
		{"a capture that is followed up", takes, "sx81,pass=0", 8, NoMove, NoMove, 1},
		{"a killer that is followed up, in stages", kings, "sx81,pass=0,switch.staged=on", 30, NoMove, moveA2, 1},
		{"a capture and then a killer, both followed up", takes, "sx81,pass=0,switch.staged=on", 30, NoMove, moveA2, 2},
		{"no killer", kings, "sx81,pass=0,switch.staged=on", 30, NoMove, NoMove, 0},
		{"a cached move that ends the line", kings, on, 5, moveA2, NoMove, 0},
		{"a cached move that is followed up", kings, on, 30, moveA2, NoMove, 1},
		{"no cached move", kings, on, 30, NoMove, NoMove, 0},
		{"a node that is listed at once", kings, "sx81,pass=0", 30, NoMove, NoMove, 0},
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		e := listingEngine(mustParse(t, c.fen), prof)
		e.putCached(c.cached)
		e.killers[0][0] = c.killer
		e.depth, e.meter.lookPly = 2, 7
		e.frames[0].sx, e.frames[0].maybeCheck = c.sx, true
		if _, cut := e.node(0, -Infinity, Infinity); cut || e.meter.work[work.LooksAgain] != c.want {
			t.Errorf("%s: looked again %d times, want %d", c.name, e.meter.work[work.LooksAgain], c.want)
		}
	}
}

// TestStuckKingsByHand: a check is proved to be mate in two places; the king is
// stuck where he has no move, though another piece may have one.
func TestStuckKingsByHand(t *testing.T) {
	for _, c := range []struct {
		what, fen, move string
		glance          bool // is it seen that the move threatens mate? Else: that it is mate
		proofs, stuck   uint64
		mate            bool
	}{
		{"mate on the last rank", "6k1/5ppp/8/8/8/8/8/R6K w - -", "a1a8", false, 1, 1, true},
		{"the rook comes between", "6k1/5ppp/8/8/8/8/3r4/R6K w - -", "a1a8", false, 1, 1, false},
		{"the king goes to h7", "6k1/5pp1/8/8/8/8/8/R6K w - -", "a1a8", false, 1, 0, false},
		{"the king goes to h7, or the rook between", "6k1/5pp1/8/8/8/8/3r4/R6K w - -", "a1a8", false, 1, 0, false},
		{"the king takes, or the rook comes between", "6k1/5pNp/8/8/8/8/3r4/R6K w - -", "a1a8", false, 1, 0, false},
		{"the king takes", "1k6/1ppp4/8/8/8/8/8/R6K w - -", "a1a8", false, 1, 0, false},
		{"no check", "6k1/5ppp/8/8/8/8/8/R6K w - -", "a1a7", false, 0, 0, false},
		{"a threat of Rb8", "7k/6pp/8/8/8/8/8/R5K1 w - -", "a1b1", true, 1, 1, true},
		{"on Rb8 the rook comes between", "7k/6pp/8/8/8/8/3r4/R5K1 w - -", "a1b1", true, 1, 1, false},
		{"on Rb8 the king goes to h7, his one flight", "7k/6p1/8/8/2B5/8/8/R5K1 w - -", "a1b1", true, 1, 0, false},
	} {
		prof, _ := ProfileByName("cyrus86")
		e := listingEngine(mustParse(t, c.fen), prof)
		m, err := e.pos.ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		kind, mate := work.MateProofs, false
		if c.glance {
			e.frames[0].flights = flightsUnknown
			kind, mate = work.GlanceMates, e.threatensMate(0, m, e.pos.board[m.From()])
		} else {
			mate = e.mates(0, m, 0)
		}
		if e.meter.work[kind] != c.proofs || e.meter.work[work.StuckKings] != c.stuck || mate != c.mate {
			t.Errorf("%s: %d proofs, %d stuck kings, mate %v; want %d, %d, %v", c.what, e.meter.work[kind], e.meter.work[work.StuckKings], mate, c.proofs, c.stuck, c.mate)
		}
	}
}
