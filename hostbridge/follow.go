package hostbridge

import "github.com/searchex/searchex/goengine"

// Progress is how far a search has come.
type Progress struct {
	// SX is the budget of the iteration, Score its value. These and PV are set in
	// calls of Iteration and Best.
	SX    int
	Score int16
	// PV is the principal variation, for Best that of the best move so far.
	PV []goengine.Move
	// Nodes and Cycles (for Go those of the model) have been spent so far.
	Nodes, Cycles uint64
	// Deepest is the longest line in plies whose last move was evaluated.
	Deepest int
}

// Follower is a progress listener. Unlike Callbacks it costs no speed, since it
// gets no events of single nodes. Functions may be nil. They are called on the
// goroutine of the search, which waits for them.
type Follower struct {
	// Iteration: the root has been searched with a budget.
	Iteration func(Progress)
	// Best: the root has a new best move in the iteration under way. SX is 0.
	Best func(Progress)
	// Tick is called whenever Every more cycles (for Go: nodes) have passed, if
	// Every is not 0. It may sleep. If the context of the search is done after a Tick,
	// the search ends at once.
	Tick  func(Progress)
	Every uint64
}

// iteration, best and tick call a function unless it is nil.
func (f *Follower) iteration(p Progress) {
	if f.Iteration != nil {
		f.Iteration(p)
	}
}

func (f *Follower) best(p Progress) {
	if f.Best != nil {
		f.Best(p)
	}
}

func (f *Follower) tick(p Progress) {
	if f.Tick != nil {
		f.Tick(p)
	}
}

// goFollow turns the events of the Go engine into a Follower's calls, and passes
// them on to other callbacks.
type goFollow struct {
	f    *Follower
	then Callbacks // or nil
	// cycles returns the model's cycles so far.
	cycles func() uint64

	nodes, next uint64
	deepest     int
	value       int16 // of the root move tested last
	// pv holds each ply's best line so far. A ply's line is empty from the
	// moment that a move of the ply above is about to be tried.
	pv    [goengine.MaxPly + 2][goengine.MaxPly + 2]goengine.Move
	pvLen [goengine.MaxPly + 2]int
}

// progress returns what is known at any moment.
func (g *goFollow) progress() Progress {
	return Progress{Nodes: g.nodes, Cycles: g.cycles(), Deepest: g.deepest}
}

// line returns the best line of the root.
func (g *goFollow) line() []goengine.Move {
	return append([]goengine.Move(nil), g.pv[0][:g.pvLen[0]]...)
}

// Event implements Callbacks. The other callbacks come first, since they may
// change the value; only the number of nodes is counted before Tick.
func (g *goFollow) Event(n Node, ev *goengine.Event) {
	e, ply := *ev, ev.Ply // as the engine reported it
	if e.Kind == goengine.EventBest {
		below := g.pvLen[ply+1]
		g.pv[ply][0] = e.Move
		copy(g.pv[ply][1:], g.pv[ply+1][:below])
		g.pvLen[ply] = below + 1
	}
	if g.then != nil {
		g.then.Event(n, ev)
	}
	switch e.Kind {
	case goengine.EventGenerated:
		g.deepest = max(g.deepest, int(ply)+1)
	case goengine.EventScored:
		g.nodes++
		g.pvLen[ply+1] = 0
		if g.nodes == g.next {
			g.next += g.f.Every
			g.f.tick(g.progress())
		}
	case goengine.EventPriced:
		g.pvLen[ply+1] = 0
	case goengine.EventBeta:
		if ply == 0 {
			g.value = ev.Value
		}
	case goengine.EventBest:
		if ply == 0 {
			p := g.progress()
			p.Score, p.PV = g.value, g.line()
			g.f.best(p)
		}
	case goengine.EventIteration:
		p := g.progress()
		p.SX, p.Score, p.PV = int(e.SX), e.Value, g.line()
		g.f.iteration(p)
		g.pvLen[0] = 0
	}
}
