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
	// Path is the line under search, of a machine the last move followed up and those before
	// it, if Follower.Path is set. Next to the root it may be empty.
	Path []Step
}

// Step is a move of a line under search.
type Step struct {
	Move goengine.Move
	// Price is what the move has cost its side's SX, and Left is what it has left.
	Price, Left uint8
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
	// Path requests Progress.Path.
	Path bool
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
	two  bool      // each side has a budget
	// cycles returns the model's cycles so far.
	cycles func() uint64

	nodes, next uint64
	deepest     int
	value       int16                       // of the root move tested last
	budgets     [goengine.MaxPly + 2]budget // of Follower.Path, by ply
	// pv holds each ply's best line so far. A ply's line is empty from the
	// moment that a move of the ply above is about to be tried.
	pv    [goengine.MaxPly + 2][goengine.MaxPly + 2]goengine.Move
	pvLen [goengine.MaxPly + 2]int
}

// budget is the SX of a node.
type budget struct{ own, other uint8 }

// progress returns what is known at any moment.
func (g *goFollow) progress(n Node) Progress {
	p := Progress{Nodes: g.nodes, Cycles: g.cycles(), Deepest: g.deepest}
	if g.f.Path {
		p.Path = g.path(n)
	}
	return p
}

// path returns the line to a node. A node from which a move leads on has priced it.
func (g *goFollow) path(n Node) (all []Step) {
	ply := n.Ply()
	g.budgets[ply].own, g.budgets[ply].other = n.Budget()
	for i, m := range n.Path(nil) {
		left := g.budgets[i+1].own
		if g.two {
			left = g.budgets[i+1].other
		}
		all = append(all, Step{m, g.budgets[i].own - left, left})
	}
	return all
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
			g.f.tick(g.progress(n))
		}
	case goengine.EventPriced:
		g.pvLen[ply+1] = 0
		if g.f.Path {
			g.budgets[ply].own, g.budgets[ply].other = n.Budget()
		}
	case goengine.EventBeta:
		if ply == 0 {
			g.value = ev.Value
		}
	case goengine.EventBest:
		if ply == 0 {
			p := g.progress(n)
			p.Score, p.PV = g.value, g.line()
			g.f.best(p)
		}
	case goengine.EventIteration:
		p := g.progress(n)
		p.SX, p.Score, p.PV = int(e.SX), e.Value, g.line()
		g.f.iteration(p)
		g.pvLen[0] = 0
	}
}
