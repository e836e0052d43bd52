package goengine

import (
	"slices"
	"testing"
)

// neverCut is a parts that values all moves at alpha.
type neverCut struct {
	parts
	scored []Move
	never  bool
}

// Event implements Callbacks.
func (s *neverCut) Event(n Node, ev *Event) {
	switch ev.Kind {
	case EventScored:
		if n.Ply() == 0 {
			s.scored = append(s.scored, ev.Move)
		}
	case EventBeta:
		if s.never {
			ev.Value = ev.Alpha
		}
	default:
		s.parts.Event(n, ev)
	}
}

// wantParts searches the root as it stands, or with no move above alpha, and
// wants it in parts of the given numbers of moves, the given number of them evaluated, each once.
func (e *Engine) wantParts(t *testing.T, name string, never bool, beta int16, counts []int, nodes int, cut bool) {
	t.Helper()
	s := &neverCut{never: never}
	e.Callbacks = s
	if _, got := e.node(0, -1000, beta); !slices.Equal(s.counts, counts) || len(s.scored) != nodes || got != cut {
		t.Errorf("%s: told of %v, %d moves, cut %v, want %v, %d, %v", name, s.counts, len(s.scored), got, counts, nodes, cut)
	}
	slices.Sort(s.scored)
	if len(slices.Compact(s.scored)) != nodes {
		t.Errorf("%s: a move is tried twice: %v", name, s.scored)
	}
}

// TestKillersAreTriedEarly: which killers of a node that is not of the
// variation are tried before what else is generated, by the events of its
// parts. sx81: with 2 all moves end the line, with 5 quiet moves do and checks
// do not, with 10 killers do not either.
func TestKillersAreTriedEarly(t *testing.T) {
	const kings = "7k/p7/8/8/8/8/8/K7 w - -"  // Kb1, Ka2, Kb2
	const rook = "k7/8/8/8/8/2p5/7R/K7 w - -" // Ka2, Kb1; the rook has 14 moves, and on d2 and b2 the pawn takes it
	const check = "7k/8/8/8/8/8/1K6/R7 w - -" // Ra8+; 14 moves of the rook, 7 of the king, who has not a1
	const takes = "7k/8/8/8/8/8/p7/K7 w - -"  // Kxa2; Kb2, and b1 is the pawn's
	d2, b2, a8 := newMove(0x17, 0x13), newMove(0x17, 0x11), newMove(0x00, 0x70)
	for _, c := range []struct {
		name, fen, profile string
		sx                 uint8
		killers            [2]Move
		static, beta       int16
		following, never   bool
		counts             []int
		nodes              int
		cut                bool
	}{
		{"a frontier's killer cuts", kings, "sx81", 2, [2]Move{moveA2}, 1000, 0, false, false, []int{1}, 1, true},
		{"the second does", kings, "sx81", 2, [2]Move{b2, moveA2}, 1000, 0, false, false, []int{1}, 1, true},
		{"it can't", kings, "sx81", 2, [2]Move{moveA2}, -1000, 0, false, false, []int{0, 3}, 3, false},
		{"the profile knows none", kings, "uniform", 2, [2]Move{moveA2}, 1000, 0, false, false, []int{0, 3}, 1, true},
		{"a node of the variation", kings, "sx81", 2, [2]Move{moveA2}, 1000, 0, true, false, []int{0, 3}, 1, true},
		{"it captures here", takes, "sx81", 2, [2]Move{moveA2}, 1000, 0, false, true, []int{1, 1}, 2, false},
		{"both are tried once", rook, "sx81", 2, [2]Move{d2, b2}, 1000, 0, false, true, []int{1, 1, 0, 14}, 16, false},
		{"a check ends the line at a frontier", check, "sx81", 2, [2]Move{a8}, 1000, 0, false, false, []int{1}, 1, true},

		{"a half-frontier's killer cuts", kings, "sx81", 5, [2]Move{moveA2}, 1000, 0, false, false, []int{1}, 1, true},
		{"at a half-frontier it can't", kings, "sx81", 5, [2]Move{moveA2}, -1000, 0, false, false, []int{0, 3}, 3, false},
		{"both once, at a half-frontier", rook, "sx81", 5, [2]Move{d2, b2}, 1000, 0, false, true, []int{1, 1, 0, 14}, 16, false},
		{"a check is followed up, after the captures", check, "sx81", 5, [2]Move{a8}, 1000, 0, false, false, []int{0, 1}, 1, true},
		{"a half-frontier of the variation", kings, "sx81", 5, [2]Move{moveA2}, 1000, 0, true, false, []int{0, 3}, 1, true},
		{"killers that are followed up, both at once", rook, "sx81", 10, [2]Move{moveA2, b2}, 1000, 0, false, true, []int{0, 2, 14}, 16, false},
		{"but not where they can't cut", rook, "sx81", 10, [2]Move{moveA2, b2}, -1000, 0, false, true, []int{0, 16}, 16, false},

		{"in stages they are tried even so", rook, "sx81,switch.staged=on", 30, [2]Move{moveA2, b2}, -1000, 0, false, true, []int{0, 2, 14}, 16, false},
		{"a whole node lists them with the rest", rook, "sx81", 30, [2]Move{moveA2, b2}, 1000, 0, false, true, []int{16}, 16, false},
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		e := listingEngine(mustParse(t, c.fen), prof)
		e.killers[0] = c.killers
		e.depth = 8
		f := &e.frames[0]
		f.sx, f.static, f.following = c.sx, c.static, c.following
		f.hasMoves, f.nEarly = true, 2 // of another node
		e.wantParts(t, c.name, c.never, c.beta, c.counts, c.nodes, c.cut)
	}
}

// TestAKillerMustReachBeta: a static value of beta may cut, a unit less may not.
func TestAKillerMustReachBeta(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	for short, want := range map[int16]int{0: 1, 1: 2} { // parts: the killer alone, or captures and then the others
		e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
		s := &parts{}
		e.Callbacks = s
		e.killers[0] = [2]Move{moveA2}
		f := &e.frames[0]
		f.sx = 2
		e.node(0, -1000, e.pos.after(&e.tables, f.static, moveA2, 0)+short)
		if len(s.counts) != want {
			t.Errorf("%d short of beta: told of %v", short, s.counts)
		}
	}
}

// TestADrawByFiftyMovesComesBeforeKillers: where the clock is at a hundred a
// legal move is all that counts.
func TestADrawByFiftyMovesComesBeforeKillers(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	for _, sx := range []uint8{2, 5, 10} {
		for half, want := range map[uint8]bool{99: true, 100: false} {
			e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
			e.pos.half = half
			e.killers[1] = [2]Move{moveA2}
			e.frames[1].sx, e.frames[1].static = sx, 1000
			if value, cut := e.node(1, -1000, 20); cut != want || !cut && value != 0 {
				t.Errorf("budget %d, clock %d: %d, cut %v, want %v", sx, half, value, cut, want)
			}
		}
	}
}

// TestAKillerThatIsThinnedOutStaysOut: and where nothing else is left the node
// is a stalemate.
func TestAKillerThatIsThinnedOutStaysOut(t *testing.T) {
	for _, sx := range []uint8{2, 5, 10} {
		prof, _ := ProfileByName("sx81")
		e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
		s := &emptied{}
		e.Callbacks = s
		e.killers[0] = [2]Move{moveA2}
		e.frames[0].sx, e.frames[0].static = sx, 1000
		value, cut := e.node(0, -1000, 900)
		if cut || value != 0 || e.nodes != 0 || slices.Contains(s.seen, moveA2) != (len(s.seen) == 3) || len(s.seen) != 3 {
			t.Errorf("budget %d: %d, cut %v, %d nodes, told of %v", sx, value, cut, e.nodes, s.seen)
		}
	}
}

// emptied thins all parts to nothing.
type emptied struct {
	seen []Move
}

// Event implements Callbacks.
func (s *emptied) Event(n Node, ev *Event) {
	if ev.Kind != EventGenerated {
		return
	}
	s.seen = n.Moves(s.seen)
	n.Keep(nil)
}
