package rootnet

import (
	"math/rand/v2"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// nearBy is how far outside the window a terminal's value may be to be near it, in score units.
const nearBy = 80

// sampler takes moves that end a line of a search, each with the same probability: some of all,
// and some of those that may be near the window.
type sampler struct {
	least  uint8 // the lowest price
	tempo  int16
	random *rand.Rand
	any    reservoir
	near   reservoir
}

// reservoir keeps a random sample of lines.
type reservoir struct {
	lines   [][]goengine.Move
	windows [][2]int16
	seen    int
}

func newReservoir(n int) reservoir {
	return reservoir{make([][]goengine.Move, n), make([][2]int16, n), 0}
}

// place returns where the next line is kept, or -1.
func (r *reservoir) place(random *rand.Rand) int {
	at := r.seen
	if r.seen++; at >= len(r.lines) {
		if at = random.IntN(r.seen); at >= len(r.lines) {
			return -1
		}
	}
	return at
}

// take keeps the line to a move.
func (r *reservoir) take(random *rand.Rand, n goengine.Node, m goengine.Move, window [2]int16) {
	if at := r.place(random); at >= 0 {
		r.lines[at] = append(n.Path(r.lines[at][:0]), m)
		r.windows[at] = window
	}
}

// taken returns the number of lines that are kept.
func (r *reservoir) taken() int { return min(r.seen, len(r.lines)) }

func (s *sampler) begin() { s.any.seen, s.near.seen = 0, 0 }

// Event implements Callbacks.
func (s *sampler) Event(n goengine.Node, ev *goengine.Event) {
	if ev.Kind != goengine.EventScored {
		return
	}
	if own, _ := n.Budget(); own >= s.least {
		return
	}
	alpha, beta := n.Window()
	s.any.take(s.random, n, ev.Move, [2]int16{alpha, beta})
	// A swap-off can only lower the value, by a queen and more.
	if v := int(ev.Value) - int(s.tempo); v >= int(alpha)-nearBy && v <= int(beta)+nearBy+maxSwap {
		s.near.take(s.random, n, ev.Move, [2]int16{alpha, beta})
	}
}

// maxSwap bounds what a swap-off that brings a value near the window may win, in score units.
const maxSwap = 600

// terminals returns up to n terminals of a reservoir, without positions that all has already,
// and the FEN of each. Only those near the window are taken if near is set.
func (s *sampler) terminals(r *reservoir, root *goengine.Position, tables *probe.RootTables, near bool, n int, all map[Board]bool) (ts []Terminal, fens []string) {
next:
	for i, line := range r.lines[:r.taken()] {
		if len(ts) == n {
			break
		}
		p := *root
		for _, m := range line[:len(line)-1] {
			if m == goengine.NoMove {
				continue next // a pass
			}
			p.Play(m)
		}
		t, fen, ok := newTerminal(&p, line[len(line)-1], tables)
		v := int(t.Static) - int(s.tempo) - int(t.Swap)
		w := r.windows[i]
		if !ok || all[t.Board] || near && (v < int(w[0])-nearBy || v > int(w[1])+nearBy) {
			continue
		}
		all[t.Board] = true
		t.Near = near
		ts, fens = append(ts, t), append(fens, fen)
	}
	return ts, fens
}

// newTerminal returns the terminal after a move, and its FEN; ok is false if the move is not
// legal, or leaves the other side without any.
func newTerminal(before *goengine.Position, m goengine.Move, tables *probe.RootTables) (t Terminal, fen string, ok bool) {
	flags, legal := before.Probe().IsLegal(m)
	if !legal {
		return t, "", false
	}
	at := *before
	at.Play(m)
	if len(at.LegalMoves()) == 0 {
		return t, "", false
	}
	t = Terminal{Board: NewBoard(&at), Mover: before.Side(), Static: -at.Probe().Static(tables)}
	before.Probe().AfterMove(probe.Move{Move: m, Flags: flags}, func(_ uint32, best func(static, alpha, beta int16) uint8) {
		t.Swap = int16(int(best(t.Static, -goengine.MateBound, goengine.MateBound)) * goengine.SwapUnit)
	})
	return t, at.FEN(), true
}
