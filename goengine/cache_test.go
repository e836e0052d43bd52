package goengine

import (
	"slices"
	"testing"

	"github.com/searchex/searchex/internal/work"
)

// putCached gives the position's entry a move.
func (e *Engine) putCached(m Move) {
	c, check := e.cacheEntry()
	*c = cached{m, check, 0}
}

// TestCachedMovesAreTriedFirst: which move of the cache is tried before any are
// generated, by the events of a node's parts. sx81: with 2 all moves end the
// line, with 5 quiet moves do, and with 30 none does.
func TestCachedMovesAreTriedFirst(t *testing.T) {
	const on = "sx81,switch.cache=on"
	const kings = "7k/p7/8/8/8/8/8/K7 w - -"   // Kb1, Ka2, Kb2
	const rook = "k7/8/8/8/8/2p5/7R/K7 w - -"  // Ka2, Kb1; the rook has 14 moves
	const takes = "7k/8/8/8/8/8/p7/K7 w - -"   // Kxa2; Kb2, and b1 is the pawn's
	const checked = "k7/8/8/8/8/8/rK6/8 w - -" // Kxa2; Kb1, Kb3, Kc1, Kc3
	d2, b2, takesA2 := newMove(0x17, 0x13), newMove(0x17, 0x11), newMove(0x11, 0x10)
	for _, c := range []struct {
		name, fen, profile string
		sx                 uint8
		cached             Move
		killers            [2]Move
		following, never   bool
		counts             []int
		nodes              int
		cut                bool
	}{
		{"a whole node's cuts", kings, on, 30, moveA2, [2]Move{}, false, false, []int{1}, 1, true},
		{"a half-frontier's", kings, on, 5, moveA2, [2]Move{}, false, false, []int{1}, 1, true},
		{"a node's in stages", kings, on + ",switch.staged=on", 30, moveA2, [2]Move{}, false, false, []int{1}, 1, true},
		{"a frontier is not asked", kings, on, 2, moveA2, [2]Move{}, false, false, []int{0, 3}, 1, true},
		{"the profile knows none", kings, "sx81", 30, moveA2, [2]Move{}, false, false, []int{3}, 3, true},
		{"a node of the variation", kings, on, 30, moveA2, [2]Move{}, true, false, []int{3}, 3, true},
		{"nothing is there", kings, on, 30, NoMove, [2]Move{}, false, false, []int{3}, 3, true},
		{"it is not legal here", kings, on, 30, moveA6, [2]Move{}, false, false, []int{3}, 3, true},
		{"a capture cuts", takes, on, 30, moveA2, [2]Move{}, false, false, []int{1}, 1, true},
		{"a capture at a half-frontier", takes, on, 5, moveA2, [2]Move{}, false, false, []int{1}, 1, true},

		{"the rest does without it", rook, on, 30, d2, [2]Move{}, false, true, []int{1, 15}, 16, false},
		{"and so at a half-frontier", rook, on, 5, d2, [2]Move{}, false, true, []int{1, 0, 15}, 16, false},
		{"and in stages", rook, on + ",switch.staged=on", 30, d2, [2]Move{}, false, true, []int{1, 0, 15}, 16, false},
		{"captures do without it", takes, on, 30, moveA2, [2]Move{}, false, true, []int{1, 1}, 2, false},
		{"and so at a half-frontier, captures", takes, on, 5, moveA2, [2]Move{}, false, true, []int{1, 0, 1}, 2, false},
		{"in stages, captures", takes, on + ",switch.staged=on", 30, moveA2, [2]Move{}, false, true, []int{1, 0, 1}, 2, false},
		{"a killer is not tried again", rook, on, 5, d2, [2]Move{d2, b2}, false, true, []int{1, 1, 0, 14}, 16, false},
		{"nor the second one", rook, on, 5, b2, [2]Move{d2, b2}, false, true, []int{1, 1, 0, 14}, 16, false},

		{"evasions are tried first too", checked, on, 30, takesA2, [2]Move{}, false, true, []int{1, 4}, 5, false},
		{"but not where one alone has its price", checked, on + ",single=7", 30, takesA2, [2]Move{}, false, true, []int{5}, 5, false},
		{"which other moves have not", rook, on + ",single=7", 30, d2, [2]Move{}, false, true, []int{1, 15}, 16, false},
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		e := listingEngine(mustParse(t, c.fen), prof)
		e.putCached(c.cached)
		e.killers[0] = c.killers
		e.depth = 2
		f := &e.frames[0]
		f.sx, f.static, f.following, f.maybeCheck = c.sx, 1000, c.following, true
		f.hasMoves, f.frontier, f.nEarly = true, true, 3 // of another node
		e.wantParts(t, c.name, c.never, 0, c.counts, c.nodes, c.cut)
	}
}

// TestCachedMovesWantRoomForAny: 218 of the 384 records, since the parts after it
// have no frontier to turn to.
func TestCachedMovesWantRoomForAny(t *testing.T) {
	prof, _ := ParseProfile("sx81,switch.cache=on")
	for sorted, want := range map[int][]int{166: {1}, 167: {3}} {
		e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
		s := &parts{}
		e.Callbacks = s
		e.putCached(moveA2)
		e.nSorted = sorted
		e.frames[0].sx, e.frames[0].static, e.depth = 30, 1000, 2
		if _, cut := e.node(0, -1000, 0); !cut || !slices.Equal(s.counts, want) {
			t.Errorf("%d sorted: told of %v, cut %v, want %v", sorted, s.counts, cut, want)
		}
	}
}

// TestADrawByFiftyMovesComesBeforeTheCache: where the clock is at a hundred a
// legal move is all that counts.
func TestADrawByFiftyMovesComesBeforeTheCache(t *testing.T) {
	prof, _ := ParseProfile("sx81,switch.cache=on")
	for half, want := range map[uint8]bool{99: true, 100: false} {
		e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
		e.pos.half = half
		e.putCached(moveA2)
		e.depth = 3
		e.frames[1].sx, e.frames[1].static = 5, 1000
		if value, cut := e.node(1, -1000, 20); cut != want || !cut && value != 0 {
			t.Errorf("clock %d: %d, cut %v, want %v", half, value, cut, want)
		}
	}
}

// TestACachedMoveThatIsThinnedOutStaysOut: the node is a stalemate where nothing
// else is left. Where it is the only move there is, it is not a node.
func TestACachedMoveThatIsThinnedOutStaysOut(t *testing.T) {
	prof, _ := ParseProfile("sx81,switch.cache=on")
	for _, sx := range []uint8{5, 30} {
		e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
		s := &emptied{}
		e.Callbacks = s
		e.putCached(moveA2)
		e.frames[0].sx, e.frames[0].static, e.depth = sx, 1000, 2
		value, cut := e.node(0, -1000, 900)
		if cut || value != 0 || e.nodes != 0 || len(s.seen) != 3 || len(slices.Compact(slices.Sorted(slices.Values(s.seen)))) != 3 {
			t.Errorf("budget %d: %d, cut %v, %d nodes, told of %v", sx, value, cut, e.nodes, s.seen)
		}

		e = listingEngine(mustParse(t, "7k/8/8/8/8/8/1r6/K7 w - -"), prof) // Kxb2 alone
		e.putCached(newMove(0x00, 0x11))
		e.Callbacks = &neverCut{never: true}
		e.frames[0].sx, e.frames[0].static, e.depth = sx, 1000, 2
		if value, cut := e.node(0, -1000, 900); value != -1000 || cut || e.nodes != 1 {
			t.Errorf("budget %d, the only move: %d, cut %v, %d nodes, want alpha", sx, value, cut, e.nodes)
		}
	}
}

// TestTheCacheRemembersByHand: a move that cuts or raises alpha, not at a
// frontier, at the place that the key's first ten bits say, with its third
// byte.
func TestTheCacheRemembersByHand(t *testing.T) {
	for _, c := range []struct {
		name            string
		value           int16
		off, frontier   bool
		remembered, cut bool
	}{
		{"it cuts", 10, false, false, true, true},
		{"it raises alpha", 9, false, false, true, false},
		{"a unit above alpha", -9, false, false, true, false},
		{"alpha", -10, false, false, false, false},
		{"it cuts at a frontier", 10, false, true, false, true},
		{"it raises alpha at a frontier", 9, false, true, false, false},
		{"the profile knows no cache", 10, true, false, false, true},
	} {
		prof, _ := ParseProfile("uniform,switch.cache=on")
		if c.off {
			prof.Switches &^= Cache
		}
		e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
		e.pos.key = 0x12AB5C07
		e.frames[0].frontier, e.frames[0].sx = c.frontier, 37
		alpha := int16(-10)
		if cut := e.test(0, moveA2, 0, c.value, &alpha, 10); cut != c.cut {
			t.Errorf("%s: cut %v", c.name, cut)
		}
		want := cached{}
		if c.remembered {
			want = cached{moveA2, 0xAB, 37}
		}
		if got := e.cache[0x007]; got != want {
			t.Errorf("%s: %+v, want %+v", c.name, got, want)
		}
		for i, entry := range e.cache {
			if i != 0x007 && entry != (cached{}) {
				t.Errorf("%s: entry %#x is %+v", c.name, i, entry)
			}
		}
	}
}

// TestADearerEntryWearsOffByHand: another position's entry with more budget stays
// and loses a unit; with as much or less it goes, and so does the position's own.
func TestADearerEntryWearsOffByHand(t *testing.T) {
	prof, _ := ParseProfile("uniform,switch.cache=on")
	theirs := newMove(0x13, 0x14)
	for _, c := range []struct {
		name     string
		own      bool
		has, now uint8
		want     cached
	}{
		{"a unit dearer", false, 38, 37, cached{theirs, 0xAC, 37}},
		{"the dearest, and a budget that is spent", false, 255, 0, cached{theirs, 0xAC, 254}},
		{"a unit dearer than nothing", false, 1, 0, cached{theirs, 0xAC, 0}},
		{"as dear", false, 37, 37, cached{moveA2, 0xAB, 37}},
		{"cheaper", false, 36, 37, cached{moveA2, 0xAB, 37}},
		{"worn off", false, 0, 0, cached{moveA2, 0xAB, 0}},
		{"cheaper, as signed bytes are not", false, 127, 128, cached{moveA2, 0xAB, 128}},
		{"dearer, as signed bytes are not", false, 128, 127, cached{theirs, 0xAC, 127}},
		{"its own, dearer", true, 38, 37, cached{moveA2, 0xAB, 37}},
		{"its own, cheaper", true, 36, 37, cached{moveA2, 0xAB, 37}},
	} {
		e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
		e.pos.key = 0x12AB5C07
		e.cache[0x007] = cached{theirs, 0xAC, c.has}
		if c.own {
			e.cache[0x007].check = 0xAB
		}
		e.frames[0].sx = c.now
		if e.remember(0, moveA2); e.cache[0x007] != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, e.cache[0x007], c.want)
		}
	}
}

// TestAnotherPositionsEntryIsNoMove: one bit of the third byte distinguishes them,
// and the two bits above the first eight choose the entry.
func TestAnotherPositionsEntryIsNoMove(t *testing.T) {
	prof, _ := ParseProfile("uniform,switch.cache=on")
	for bit, want := range map[int]bool{8: false, 9: false, 10: true, 15: true, 16: false, 23: false, 24: true, 31: true} {
		e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
		e.putCached(moveA2)
		e.pos.key ^= 1 << bit
		s := &parts{}
		e.Callbacks = s
		e.frames[0].sx, e.frames[0].static, e.depth = 30, 1000, 2
		e.node(0, -1000, 0)
		if got := slices.Equal(s.counts, []int{1}); got != want {
			t.Errorf("key bit %d: told of %v, so found: %v, want %v", bit, s.counts, got, want)
		}
	}
}

// TestEachSearchBeginsWithAnEmptyCache: what it finds doesn't depend on the one
// before.
func TestEachSearchBeginsWithAnEmptyCache(t *testing.T) {
	prof, _ := ParseProfile("tuned,switch.cache=on")
	p := mustParse(t, "r1bqk2r/2p1bppp/p1np1n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 w kq - 0 1")
	e := NewEngine()
	first := e.search(background, p, &prof, Limits{SX: 26})
	again := e.search(background, p, &prof, Limits{SX: 26})
	if first.Nodes != again.Nodes {
		t.Errorf("%d nodes, and then %d", first.Nodes, again.Nodes)
	}
	without, _ := ParseProfile("tuned,switch.cache=off")
	if off := NewEngine().search(background, p, &without, Limits{SX: 26}); off.Nodes == first.Nodes {
		t.Errorf("%d nodes with and without a cache", off.Nodes)
	}
}

// pricedAs notes the root's moves that are priced, and as what.
type pricedAs struct {
	seen []string
}

// Event implements Callbacks.
func (s *pricedAs) Event(n Node, ev *Event) {
	if ev.Kind != EventPriced {
		return
	}
	if n.Ply() == 0 {
		s.seen = append(s.seen, ev.Move.String()+" "+CategoryNames[ev.Category])
	}
}

// TestACachedMoveIsPricedAsWhatItIs: a capture as one, a quiet move as one; at a
// half-frontier a quiet move that attacks nothing waits, and has no price.
func TestACachedMoveIsPricedAsWhatItIs(t *testing.T) {
	prof, _ := ParseProfile("sx81,switch.cache=on")
	const kings, takes = "7k/p7/8/8/8/8/8/K7 w - -", "7k/8/8/8/8/8/p7/K7 w - -"
	for _, c := range []struct {
		name, fen string
		sx        uint8
		want      []string
	}{
		{"a quiet move", kings, 30, []string{"a1a2 forward"}},
		{"a capture", takes, 30, []string{"a1a2 capture"}},
		{"a quiet move at a half-frontier", kings, 5, nil},
		{"a capture at a half-frontier", takes, 8, []string{"a1a2 capture"}},
	} {
		e := listingEngine(mustParse(t, c.fen), prof)
		s := &pricedAs{}
		e.Callbacks = s
		e.putCached(moveA2)
		e.frames[0].sx, e.frames[0].static, e.depth = c.sx, 1000, 2
		if _, cut := e.node(0, -1000, 0); !cut || !slices.Equal(s.seen, c.want) {
			t.Errorf("%s: priced %v, cut %v, want %v", c.name, s.seen, cut, c.want)
		}
	}
}

// TestACachedMovesValueStands: exd5 wins a pawn, and no other move is worth as
// much: that is the node's value with the cache as without.
func TestACachedMovesValueStands(t *testing.T) {
	takes := newMove(squareOf("e4"), squareOf("d5"))
	var values [2]int16
	for i, profile := range []string{"sx81,pass=0", "sx81,pass=0,switch.cache=on"} {
		prof, _ := ParseProfile(profile)
		e := listingEngine(mustParse(t, "7k/8/8/3p4/4P3/8/8/K7 w - -"), prof)
		e.putCached(takes)
		e.frames[0].sx, e.depth = 30, 2
		values[i], _ = e.node(0, -Infinity, Infinity)
		if e.pvLen[0] == 0 || e.pv[0][0] != takes {
			t.Errorf("%s: the best move is %v", profile, e.pv[0][0])
		}
	}
	if values[0] != values[1] {
		t.Errorf("%d, and %d with the move cached", values[0], values[1])
	}
}

// TestAFrontierRemembersNothing: at a node whose moves all end the line the cache
// isn't asked, so what is best there takes no place in it.
func TestAFrontierRemembersNothing(t *testing.T) {
	prof, _ := ParseProfile("sx81,pass=0,switch.cache=on")
	for sx, want := range map[uint8]bool{2: false, 30: true} {
		e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
		e.frames[0].sx, e.depth = sx, 8
		e.node(0, -Infinity, Infinity)
		if c, _ := e.cacheEntry(); (c.move != NoMove) != want {
			t.Errorf("budget %d: the cache has %v", sx, c.move)
		}
	}
}

// TestAListOfOneThatIsTried: where the cached move is the only one, nothing is
// left to be listed.
func TestAListOfOneThatIsTried(t *testing.T) {
	prof, _ := ParseProfile("sx81,pass=0,switch.cache=on")
	e := listingEngine(mustParse(t, "7k/8/8/8/8/8/1r6/K7 w - -"), prof) // Kxb2
	e.putCached(newMove(0x00, 0x11))
	e.frames[0].sx, e.depth = 30, 2
	e.node(0, -Infinity, Infinity)
	e.wantWork(t, "one move", work.Counts{work.Lists: 1, work.Listed: 1}, work.Lists, work.Listed)
}

// TestAStopAfterTheCachedMoveEndsTheNode: Ka2 is listed, and where it would be
// followed up the search stops: nothing more is listed.
func TestAStopAfterTheCachedMoveEndsTheNode(t *testing.T) {
	prof, _ := ParseProfile("sx81,pass=0,switch.cache=on")
	e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
	e.putCached(moveA2)
	e.frames[0].sx, e.depth = 30, 8
	e.limited, e.limit = true, 1
	if e.node(0, -Infinity, Infinity); e.nodes != 1 || !e.stopped {
		t.Errorf("%d moves counted, stopped %v, want 1 and true", e.nodes, e.stopped)
	}
}
