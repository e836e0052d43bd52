package oddeven

import (
	"context"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/internal/work"
)

// arranged searches profile uniform with the moves of inner nodes in another order, and counts
// nodes. The engine sorts moves by static values, from which it calculates those of the
// positions below. So inner nodes get other values, and leaves get the true ones, which are
// calculated in parallel.
type arranged struct {
	Tally
	// order returns the value by which a move of a line is sorted.
	order func(line []goengine.Move, m goengine.Move) int16

	line  []goengine.Move
	truth [goengine.MaxPly + 2]int16                   // static values of the nodes
	after [goengine.MaxPly + 2]map[goengine.Move]int16 // of their moves
}

// Event implements Callbacks.
func (a *arranged) Event(n hostbridge.Node, ev *goengine.Event) {
	a.Tally.Event(n, ev)
	switch ev.Kind {
	case goengine.EventGenerated:
		p := n.Ply()
		if p == 0 {
			a.truth[0] = n.Static()
		}
		a.after[p] = map[goengine.Move]int16{}
	case goengine.EventScored:
		p := n.Ply()
		ev.Value += a.truth[p] - n.Static()
		if ends(n) {
			return
		}
		a.after[p][ev.Move] = ev.Value
		a.line = n.Path(a.line[:0])
		ev.Value = a.order(a.line, ev.Move)
	case goengine.EventPriced:
		p := n.Ply()
		a.truth[p+1] = -a.after[p][ev.Move]
	}
}

// ply is the price of every move in profile uniform.
const ply = 8

// ends reports whether lines end with the moves of a node, in profile uniform.
func ends(n hostbridge.Node) bool {
	own, _ := n.Budget()
	return own < ply
}

// asGenerated keeps moves in the order of generation: captures first.
func asGenerated([]goengine.Move, goengine.Move) int16 { return 0 }

// shuffled returns a pseudo-random value that is the same every time.
func shuffled(line []goengine.Move, m goengine.Move) int16 {
	h := uint64(1981)
	for _, m := range append(line, m) {
		h = (h ^ uint64(m)) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	return int16(h>>48&0x3FFF) - 0x2000
}

// bare searches profile uniform without swap-off: the value of a leaf is its static value minus
// the tempo, except for mates.
type bare struct {
	tempo  int16
	static int16
}

// Event implements Callbacks.
func (b *bare) Event(n hostbridge.Node, ev *goengine.Event) {
	switch ev.Kind {
	case goengine.EventScored:
		b.static = ev.Value
	case goengine.EventBeta:
		if !ends(n) || ev.Move == goengine.NoMove || ev.Value >= goengine.MateBound {
			return
		}
		ev.Value = b.static - b.tempo
	}
}

// swapWork are the kinds of work that swap-off alone needs. Attack maps are not among them: the machines read from
// them where a king may go.
var swapWork = []work.Kind{
	work.HighMade, work.SwapOffs, work.SwapMen, work.SwapSwept, work.SwapSliders, work.Exchanges,
}

// withoutSwaps are the costs of a machine, by its model, of a program without swap-off.
func withoutSwaps(engine string) (*work.Costs, error) {
	k, err := hostbridge.KindOf(engine)
	if err != nil {
		return nil, err
	}
	m, err := k.Timed().Model()
	if err != nil {
		return nil, err
	}
	c := m.Costs()
	for _, w := range swapWork {
		c.Each[w] = 0
	}
	return c, nil
}

// bareTally is bare, counting nodes, with the cycles of each iteration.
type bareTally struct {
	bare
	Tally
	cycles func() uint64
}

// Event implements Callbacks.
func (b *bareTally) Event(n hostbridge.Node, ev *goengine.Event) {
	b.bare.Event(n, ev)
	b.Tally.Event(n, ev)
	if ev.Kind == goengine.EventIteration {
		b.Iterations[len(b.Iterations)-1].Cycles = int64(b.cycles())
	}
}

// searchUnsettled searches the job's position in Go without swap-off.
func (j *job) searchUnsettled(ctx context.Context) ([]Iteration, error) {
	costs, err := withoutSwaps(j.engine)
	if err != nil {
		return nil, err
	}
	e := goengine.NewEngine()
	watch := &bareTally{bare: bare{tempo: int16(j.profile.Tempo)}, cycles: func() uint64 { return e.Cycles(costs) }}
	e.Callbacks = watch
	_, err = e.Search(ctx, goengine.NewGame(j.board), &j.profile, goengine.Limits{SX: j.sx, SXSet: true})
	return watch.Iterations, err
}
