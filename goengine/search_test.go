package goengine

import (
	"context"
	"strings"
	"testing"
)

func mustParse(t testing.TB, fen string) *Position {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// plain is negamax without any of the search's savings: all moves to a fixed
// depth, then the static value less the best swap-off. It shares evaluation
// and rules with the search, but none of its control.
func plain(e *Engine, p *Position, static int16, depth, ply int) int16 {
	var b moveBuffer
	p.generate(&b)
	if b.n == 0 {
		if p.InCheck() {
			return int16(ply) - Mate
		}
		return 0
	}
	if ply > 0 && p.half >= 100 {
		return 0
	}
	best := -Infinity
	for i := 0; i < b.n; i++ {
		m, flags := b.moves[i].move, b.moves[i].flags
		score := p.after(&e.tables, static, m, flags)
		var u undo
		p.make(m, flags, &u)
		var v int16
		switch {
		case depth > 1 && (p.Repeated() || p.Insufficient()):
			v = 0
		case depth > 1:
			v = -plain(e, p, -score, depth-1, ply+1)
		default:
			won := uint8(0)
			for slot := uint8(1); slot < 16; slot++ {
				id := (p.side^1)<<4 | slot
				if sq := p.square[id]; sq != NoSquare {
					won = max(won, p.swapOff(sq, swapValue[p.kind[id]], p.side))
				}
			}
			v = score - int16(won)*SwapUnit
		}
		p.unmake(m, flags, &u)
		best = max(best, v)
	}
	return best
}

// TestUniformIsMinimax compares uniform's score with negamax that cuts
// nothing, skips nothing and sorts nothing.
func TestUniformIsMinimax(t *testing.T) {
	prof, _ := ProfileByName("uniform")
	prof.Switches &^= MateTest // it looks only at terminals that beat alpha
	e := NewEngine()
	positions := readEPD(t, "../testdata/own_perft200.epd")
	positions = append(positions, readEPD(t, "../testdata/bench12.epd")...)
	positions = append(positions, readEPD(t, "../testdata/own_endgame3_dtm.epd")...)
	for _, p := range positions {
		for depth := 1; depth <= 3; depth++ {
			if depth == 3 && len(p.LegalMoves()) > 25 {
				continue
			}
			r := e.search(background, p, &prof, Limits{SX: 8 * (depth - 1), SXSet: true})
			if r.SX != 8*(depth-1) {
				continue // a shorter mate ended it
			}
			q := *p
			if want := plain(e, &q, q.static(&e.tables), depth, 0); r.Score != want && len(p.LegalMoves()) > 0 {
				t.Errorf("%s: depth %d: score %d, minimax %d", p.FEN(), depth, r.Score, want)
			}
		}
	}
}

func TestPrincipalVariationIsLegal(t *testing.T) {
	for _, name := range ProfileNames {
		prof, _ := ProfileByName(name)
		e := NewEngine()
		for _, p := range readEPD(t, "../testdata/bench12.epd") {
			r := e.search(background, p, &prof, Limits{Nodes: 5000})
			if len(r.PV) == 0 || r.PV[0] != r.Best {
				t.Errorf("%s: %s: variation %v does not begin with the best move %v", name, p.FEN(), r.PV, r.Best)
			}
			q := *p
			for i, m := range r.PV {
				if !q.Play(m) {
					t.Errorf("%s: %s: move %d of the variation is illegal", name, p.FEN(), i+1)
					break
				}
			}
		}
	}
}

func TestSameLimitSameResult(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	for _, p := range readEPD(t, "../testdata/bench12.epd") {
		for _, nodes := range []uint64{1, 100, 1000, 10000} {
			run := func() (Result, uint64) {
				e, h := NewEngine(), &EventHash{}
				e.Callbacks = h
				return e.search(background, p, &prof, Limits{Nodes: nodes}), h.Sum
			}
			a, ha := run()
			b, hb := run()
			if a.Best != b.Best || a.Nodes != b.Nodes || ha != hb {
				t.Errorf("%s: %d nodes: two searches differ", p.FEN(), nodes)
			}
			if a.Best == NoMove {
				t.Errorf("%s: %d nodes: no move", p.FEN(), nodes)
			}
			// One list of at most 218 moves may be counted after the test, and
			// the first root move is always completed.
			if nodes > 500 && a.Nodes > nodes+MaxMoves {
				t.Errorf("%s: %d nodes counted, limit %d", p.FEN(), a.Nodes, nodes)
			}
		}
	}
}

// background is the context of searches that nothing stops.
var background = context.Background()

// A search whose context is done, before it or during it, has a move.
func TestAStoppedSearchStillMoves(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	e := NewEngine()
	ended, end := context.WithCancel(background)
	end()
	r := e.search(ended, mustParse(t, StartFEN), &prof, Limits{})
	if r.Best == NoMove || !r.Stopped || r.Nodes > 2000 {
		t.Errorf("best %v stopped %v nodes %d", r.Best, r.Stopped, r.Nodes)
	}
	if r := e.search(background, mustParse(t, StartFEN), &prof, Limits{SX: 40}); r.Stopped {
		t.Error("the context of a search ends the next one")
	}
	during, end := context.WithCancel(background)
	e.Callbacks = CallbackFunc(func(Node, *Event) { end() })
	if r := e.search(during, mustParse(t, StartFEN), &prof, Limits{}); !r.Stopped || r.Best == NoMove {
		t.Errorf("a context that ends during a search: best %v, stopped %v", r.Best, r.Stopped)
	}
}

func TestRootIsRestricted(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	p := mustParse(t, StartFEN)
	m, _ := p.ParseMove("a2a3")
	r := NewEngine().search(background, p, &prof, Limits{SX: 30, Moves: []Move{m}})
	if r.Best != m {
		t.Errorf("best %s, want a2a3", p.UCI(r.Best))
	}
}

func TestRootsWithoutMoves(t *testing.T) {
	for fen, want := range map[string]int16{
		"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1": -Mate,
		"7k/8/6Q1/8/8/8/8/K7 b - - 0 1":  0,
	} {
		for _, name := range ProfileNames {
			prof, _ := ProfileByName(name)
			r := NewEngine().search(background, mustParse(t, fen), &prof, Limits{SX: 20})
			if r.Best != NoMove || r.Score != want || r.Nodes != 0 {
				t.Errorf("%s: %s: best %v score %d nodes %d, want none, %d, 0", name, fen, r.Best, r.Score, r.Nodes, want)
			}
		}
	}
}

func TestRepetitionOfTheGameIsKnown(t *testing.T) {
	prof, _ := ProfileByName("uniform")
	for _, c := range []struct {
		name, fen   string
		least, most int16
		best        string // where only one move will do
	}{
		// A queen is 10 pawns of 64. White keeps her by not repeating: the root
		// is no draw, though it stood on the board before.
		{"ahead", "7k/8/8/8/8/8/8/3K2Q1 w - - 10 40", 500, 800, ""},
		// A rook behind, he repeats: after g1f1 black is to move as he was
		// before, and a draw is worth 0, to the unit. Other checks lose the queen
		// or win nothing back.
		{"behind", "1r5k/8/8/8/8/8/1q6/3K2Q1 w - - 10 40", 0, 0, "g1f1"},
	} {
		g := NewGame(mustParse(t, c.fen))
		for _, m := range strings.Fields("g1f1 h8h7 f1g1 h7h8") {
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if !g.Position().Repeated() {
			t.Errorf("%s: the position stood on the board before, and repeated() does not say so", c.name)
		}
		r := NewEngine().search(background, g.Position(), &prof, Limits{SX: 8})
		if best := g.Position().UCI(r.Best); r.Score < c.least || r.Score > c.most || c.best != "" && best != c.best {
			t.Errorf("%s: %s, score %d, want %s, %d to %d", c.name, best, r.Score, c.best, c.least, c.most)
		}
		if c.best == "" {
			continue
		}
		// Without the game there is nothing to repeat, and a rook is 5.25 pawns.
		if r := NewEngine().search(background, mustParse(t, c.fen), &prof, Limits{SX: 8}); r.Score > -200 {
			t.Errorf("%s: score %d without a game before", c.name, r.Score)
		}
	}
}

// TestNothingHangsAfterAShortSearch: on quiet opening positions three plies of
// answers do not win a piece, nor two pawns, against the move that the first
// three iterations choose.
func TestNothingHangsAfterAShortSearch(t *testing.T) {
	uniform, _ := ProfileByName("uniform")
	judge := NewEngine()
	for _, name := range ProfileNames {
		prof, _ := ProfileByName(name)
		e := NewEngine()
		for i, p := range readEPD(t, "../testdata/openings.epd") {
			if i%4 != 0 {
				continue
			}
			quiet := judge.search(background, p, &uniform, Limits{SX: 24}).Score
			r := e.search(background, p, &prof, Limits{SX: int(prof.Start) + 2*int(prof.Step)})
			q := *p
			q.Play(r.Best)
			if after := -judge.search(background, &q, &uniform, Limits{SX: 16}).Score; quiet-after >= 2*material[Pawn] {
				t.Errorf("%s: %s: %s: worth %d to four plies, %d after it", name, p.FEN(), p.UCI(r.Best), quiet, after)
			}
		}
	}
}

func TestSearchAllocatesNothingPerNode(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	p := mustParse(t, StartFEN)
	e := NewEngine()
	small := testing.AllocsPerRun(3, func() { e.search(background, p, &prof, Limits{Nodes: 1000}) })
	large := testing.AllocsPerRun(3, func() { e.search(background, p, &prof, Limits{Nodes: 50000}) })
	if large > small+1 {
		t.Errorf("%v allocations for 50,000 nodes, %v for 1,000", large, small)
	}
}
