package hostbridge

import (
	"context"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
	"github.com/searchex/searchex/internal/work"
)

// goEngine is the Engine of the Go reference.
type goEngine struct {
	name      string
	engine    *goengine.Engine
	callbacks Callbacks
	follower  *Follower
	book      *book.Table // nil for the built-in one

	costs      *work.Costs
	cycleLimit uint64
}

func newGoEngine(k *EngineKind) (Engine, error) {
	m, err := k.Timed().Model()
	if err != nil {
		return nil, err
	}
	return &goEngine{name: k.Name, engine: goengine.NewEngine(), costs: m.Costs()}, nil
}

func (g *goEngine) Name() string           { return g.name }
func (g *goEngine) SetCycleLimit(n uint64) { g.cycleLimit = n }
func (g *goEngine) Clock() emu.Clock       { return 0 }
func (g *goEngine) Attach(c Callbacks)     { g.callbacks = c }
func (g *goEngine) Follow(f *Follower)     { g.follower = f }

func (g *goEngine) Search(ctx context.Context, game *goengine.Game, prof *goengine.Profile, l goengine.Limits) (r Result, err error) {
	g.engine.Callbacks = nil
	if g.callbacks != nil {
		guard := &Guarded{Callbacks: g.callbacks, Engine: g.Name()}
		defer guard.Recover(&r, &err)
		g.engine.Callbacks = guard
	}
	if g.cycleLimit > 0 {
		l.Cycles, l.Costs = g.cycleLimit, g.costs
	}
	if g.follower != nil {
		g.engine.Callbacks = &goFollow{f: g.follower, cycles: g.cycles, then: g.engine.Callbacks, next: g.follower.Every, two: prof.Switches&goengine.TwoBudgets != 0}
	}
	r.Result, err = g.engine.Search(ctx, game, prof, l)
	r.Modelled = g.cycles()
	return r, err
}

// cycles returns the modelled cycles of the search under way, or of the last one.
func (g *goEngine) cycles() uint64 { return g.engine.Cycles(g.costs) }

func (g *goEngine) Perft(p *goengine.Position, depth int) (nodes, cycles uint64, err error) {
	q := *p
	return q.Perft(depth), 0, nil
}

// BookMove picks a book move.
func (g *goEngine) BookMove(game *goengine.Game, random byte) (m goengine.Move, ok bool, cycles uint64, err error) {
	t := g.book
	if t == nil {
		t = book.Default()
	}
	m, ok = t.Pick(game.Position(), random)
	return m, ok, 0, nil
}

// SetBook gives the engine another book.
func (g *goEngine) SetBook(table []byte) error {
	t, err := openBook(table)
	if err == nil {
		g.book = t
	}
	return err
}

// openBook is the book of some bytes, the built-in one for nil.
func openBook(table []byte) (*book.Table, error) {
	if table == nil {
		return book.Default(), nil
	}
	return book.Open(table)
}
