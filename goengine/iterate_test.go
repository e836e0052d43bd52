package goengine

import (
	"slices"
	"testing"
)

// TestLimitsByHand: the longest line and the alpha of the root.
func TestLimitsByHand(t *testing.T) {
	for _, c := range []struct {
		limits Limits
		plies  int
		alpha  int16
	}{
		{Limits{}, MaxPly, -Infinity},
		{Limits{Depth: 3}, 3, -Infinity},
		{Limits{Depth: 40}, MaxPly, -Infinity},
		{Limits{MateIn: 2}, 4, Mate - 4}, // his move, the answer, his move; and the ply after it
		{Limits{MateIn: 2, Depth: 3}, 3, Mate - 4},
		{Limits{MateIn: 2, Depth: 5}, 4, Mate - 4},
		{Limits{MateIn: 20}, MaxPly, Mate - 32},
		{Limits{MateIn: -1}, MaxPly, -Infinity},
	} {
		if plies, alpha := c.limits.Plies(), c.limits.RootAlpha(); plies != c.plies || alpha != c.alpha {
			t.Errorf("%+v: %d plies, alpha %d, want %d, %d", c.limits, plies, alpha, c.plies, c.alpha)
		}
	}
}

// iterations notes the budget of each iteration, and the deepest node.
type iterations struct {
	only
	sx     []int
	scores []int16
	ply    int
}

// Event implements Callbacks.
func (i *iterations) Event(n Node, ev *Event) {
	switch ev.Kind {
	case EventIteration:
		i.sx, i.scores = append(i.sx, int(ev.SX)), append(i.scores, ev.Value)
	case EventGenerated:
		i.ply = max(i.ply, n.Ply())
	default:
		i.only.Event(n, ev)
	}
}

// TestIterationsByHand: which budgets are searched, and when it is enough.
func TestIterationsByHand(t *testing.T) {
	const quiet = "7k/p7/8/8/8/8/P7/K7 w - -"
	const kings = "7k/8/8/8/8/8/8/K7 w - -"     // all its moves draw
	const mateIn1 = "7k/8/6K1/8/8/8/8/R7 w - -" // Ra8; a budget of 0 takes Ra7, which stands better
	const mated = "8/8/8/8/8/6k1/r7/7K w - -"   // Kg1, Ra1: two plies
	for _, c := range []struct {
		name, fen, profile string
		limits             Limits
		want               []int
		score              int16 // 0: not asked
		best               bool
	}{
		{"10, and 8 more each time", quiet, "sx81", Limits{SX: 26}, []int{10, 18, 26}, 0, true},
		{"the last step may be shorter", quiet, "sx81", Limits{SX: 20}, []int{10, 18, 20}, 0, true},
		{"a limit below the start is the only one", quiet, "sx81", Limits{SX: 5}, []int{5}, 0, true},
		{"0 as a limit", quiet, "sx81", Limits{SXSet: true}, []int{0}, 0, true},
		{"a step of 1", quiet, "sx81,start=10,step=1", Limits{SX: 11}, []int{10, 11}, 0, true},
		{"a step of 0: no second iteration", quiet, "sx81,step=0", Limits{}, []int{10}, 0, true},
		{"nor where more SX is asked for", quiet, "sx81,step=0", Limits{SX: 12}, []int{10}, 0, true},
		{"but no more than is asked for", quiet, "sx81,step=0", Limits{SX: 9}, []int{9}, 0, true},
		{"steps of 3, and what is left", quiet, "sx81,start=2,step=3", Limits{SX: 12}, []int{2, 5, 8, 11, 12}, 0, true},
		{"steps of 5, and nothing left", quiet, "sx81,start=2,step=5", Limits{SX: 12}, []int{2, 7, 12}, 0, true},
		{"a byte is the end", kings, "sx81,start=240", Limits{}, []int{240, 248, 255}, 0, true},
		{"a step that would leave it", kings, "sx81,start=250,step=7", Limits{}, []int{250, 255}, 0, true},
		{"a step that just does not", kings, "sx81,start=250,step=5", Limits{}, []int{250, 255}, 0, true},
		{"the longest step", kings, "sx81,start=0,step=255", Limits{}, []int{0, 255}, 0, true},
		{"from behind the start", kings, "sx81,start=1,step=255", Limits{}, []int{1, 255}, 0, true},
		{"the longest step, and a limit", kings, "sx81,start=1,step=255", Limits{SX: 254}, []int{1, 254}, 0, true},
		{"nothing behind the end", kings, "sx81,start=255,step=1", Limits{}, []int{255}, 0, true},
		{"a mate is enough", mateIn1, "uniform", Limits{SX: 80}, []int{0, 8}, Mate - 1, true},
		{"being mated is enough", mated, "uniform", Limits{SX: 80}, []int{0, 8, 16}, 2 - Mate, true}, // at 8 another move of the rook stands better
		{"a mate in so many is enough", mateIn1, "uniform", Limits{SX: 80, MateIn: 1}, []int{0, 8}, Mate - 1, true},
		{"and without one all budgets are", quiet, "uniform", Limits{SX: 16, MateIn: 1}, []int{0, 8, 16}, Mate - 2, false},
		{"no moves", "7k/5K2/6Q1/8/8/8/8/8 b - -", "uniform", Limits{SX: 80}, []int{0}, 0, false},
		{"mated", "R6k/8/6K1/8/8/8/8/8 b - -", "uniform", Limits{SX: 80}, []int{0}, -Mate, false},
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		i := &iterations{}
		e := NewEngine()
		e.Callbacks = i
		r := e.search(background, mustParse(t, c.fen), &prof, c.limits)
		if !slices.Equal(i.sx, c.want) || r.SX != c.want[len(c.want)-1] {
			t.Errorf("%s: iterations %v, the last %d, want %v", c.name, i.sx, r.SX, c.want)
		}
		if c.score != 0 && (r.Score != c.score || i.scores[len(i.scores)-1] != c.score) {
			t.Errorf("%s: score %d, want %d", c.name, r.Score, c.score)
		}
		if (r.Best != NoMove) != c.best || len(r.PV) > 0 != c.best || c.best && r.PV[0] != r.Best {
			t.Errorf("%s: best %v, variation %v", c.name, r.Best, r.PV)
		}
		if r.Stopped {
			t.Errorf("%s: stopped", c.name)
		}
	}
}

// TestDepthByHand: the node that is expanded last is a ply before the end of
// the line. A context that is not done stops nothing.
func TestDepthByHand(t *testing.T) {
	prof, _ := ParseProfile("uniform,start=32")
	for depth := 1; depth <= 3; depth++ {
		i := &iterations{}
		e := NewEngine()
		e.Callbacks = i
		if r := e.search(t.Context(), mustParse(t, "7k/p7/8/8/8/8/P7/K7 w - -"), &prof, Limits{SX: 32, Depth: depth}); i.ply != depth-1 || r.Stopped {
			t.Errorf("depth %d: nodes to ply %d, stopped %v", depth, i.ply, r.Stopped)
		}
	}
}

// TestEvasionsByHand: in check, where evasions have a price, it is what decides
// how a node is searched: below it a frontier, from it on one list.
func TestEvasionsByHand(t *testing.T) {
	for _, c := range []struct {
		profile string
		sx      int
		want    []int
	}{
		{"sx81", 9, []int{0, 4}},
		{"sx81", 10, []int{4}},
		{"sx81,price.evasion=0", 10, []int{0, 4}}, // a half-frontier: 10 is less than 21
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		prof.Start = uint8(c.sx)
		p := &parts{}
		e := NewEngine()
		e.Callbacks = p
		e.search(background, mustParse(t, "4r2k/8/8/8/8/8/8/4K3 w - -"), &prof, Limits{SX: c.sx}) // Kd1, Kd2, Kf1, Kf2
		if !slices.Equal(p.counts, c.want) {
			t.Errorf("%s, SX %d: lists of %v moves, want %v", c.profile, c.sx, p.counts, c.want)
		}
	}
}

// TestAnEngineRemembersNothing: a second search of one engine, after another
// position or a stopped search, is the search of a new one.
func TestAnEngineRemembersNothing(t *testing.T) {
	positions := readEPD(t, "../testdata/bench12.epd")
	for _, name := range []string{"tuned", "sex88"} {
		prof, _ := ProfileByName(name)
		used := NewEngine()
		for i, p := range positions {
			run := func(e *Engine) (Result, EventHash) {
				h := &EventHash{}
				e.Callbacks = h
				return e.search(background, p, &prof, Limits{SX: int(prof.Start) + 10}), *h
			}
			a, ha := run(used)
			b, hb := run(NewEngine())
			if a.Best != b.Best || a.Score != b.Score || a.Nodes != b.Nodes || a.SwapOffs != b.SwapOffs || a.Expanded != b.Expanded ||
				a.Stopped != b.Stopped || !slices.Equal(a.PV, b.PV) || ha != hb {
				t.Errorf("%s: %s: %+v, a new engine %+v", name, p.FEN(), a, b)
			}
			q := *p
			for i, m := range a.PV {
				if !q.Play(m) {
					t.Errorf("%s: %s: move %d of the variation %v is illegal", name, p.FEN(), i+1, a.PV)
					break
				}
			}
			if i%3 == 0 {
				used.search(background, p, &prof, Limits{Nodes: 500})
			}
		}
	}
}

// TestOrderChangesNoScore: with every move at one price the ideas that change
// the order of the moves, or how they are listed, change no score.
func TestOrderChangesNoScore(t *testing.T) {
	base, _ := ParseProfile("uniform,start=16")
	positions := readEPD(t, "../testdata/own_perft200.epd")
	n := 0
	for _, p := range positions {
		if moves := len(p.LegalMoves()); moves == 0 || moves > 22 {
			continue
		}
		if n++; n > 12 {
			break
		}
		want := NewEngine().search(background, p, &base, Limits{SX: 16}).Score
		for _, change := range []string{
			"switch.killers=on", "switch.staged=on,switch.killers=on", "switch.scout=on", "switch.swap-sort=on", "switch.cache=on",
			"switch.half-frontier=off", "switch.cache=on,switch.half-frontier=off", "switch.staged=on,switch.scout=on,switch.killers=on,switch.swap-sort=on,switch.cache=on",
		} {
			prof, err := ParseProfile("uniform,start=16," + change)
			if err != nil {
				t.Fatal(err)
			}
			if got := NewEngine().search(background, p, &prof, Limits{SX: 16}).Score; got != want {
				t.Errorf("%s: %s: score %d, without %d", p.FEN(), change, got, want)
			}
		}
	}
}

// atPly counts the moves that are valued at a ply.
type atPly struct {
	only
	ply, scored int
}

// Event implements Callbacks.
func (a *atPly) Event(n Node, ev *Event) {
	if ev.Kind != EventScored {
		a.only.Event(n, ev)
		return
	}
	if n.Ply() == a.ply {
		a.scored++
	}
}

// TestStagesOfKillersByHand: Black's king has 8 answers to a8=Q, and to a8=B
// and a8=N, one of which cuts; it is the killer when the last of the three is
// answered, and in stages it is listed alone.
func TestStagesOfKillersByHand(t *testing.T) {
	for profile, want := range map[string]int{
		"uniform,switch.killers=on":                  8 + 8 + 8,
		"uniform,switch.staged=on":                   8 + 8 + 8,
		"uniform,switch.staged=on,switch.killers=on": 8 + 8 + 1,
	} {
		prof, err := ParseProfile(profile)
		if err != nil {
			t.Fatal(err)
		}
		prof.Start = 16
		a := &atPly{only: only{"a7a8 a7a8b a7a8n"}, ply: 1}
		e := NewEngine()
		e.Callbacks = a
		e.search(background, mustParse(t, "8/P7/6k1/8/8/8/8/1R5K w - -"), &prof, Limits{SX: 16})
		if a.scored != want {
			t.Errorf("%s: %d answers valued, want %d", profile, a.scored, want)
		}
	}
}

// TestADrawCountsBeforeACapture: after Kb2 the hundredth half-move has been
// made, though Black could take the rook. Kxa2 leaves White a pawn ahead, less
// than the two that a draw is worth here; it wins a pawn, is tried first, and
// Black's axb1=Q would refute Kb2.
func TestADrawCountsBeforeACapture(t *testing.T) {
	for profile, sx := range map[string]int{"sx81,pass=0": 31, "uniform": 8, "tuned,pass=0": 31} {
		prof, err := ParseProfile(profile)
		if err != nil {
			t.Fatal(err)
		}
		prof.Start = uint8(sx)
		e := NewEngine()
		e.Callbacks = only{"a1a2 a1b2"}
		r := e.search(background, mustParse(t, "7k/5r2/8/8/8/8/p6P/KR6 w - - 99 80"), &prof, Limits{SX: sx, Draw: MaxDraw})
		if r.Best.String() != "a1b2" || r.Score != MaxDraw {
			t.Errorf("%s: %v %d, want a1b2, %d", profile, r.Best, r.Score, MaxDraw)
		}
	}
}
