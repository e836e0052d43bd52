package hostbridge

import "github.com/searchex/searchex/goengine"

// Progress is how far a search has come.
type Progress struct {
	// SX is the budget of the iteration, Score its value. Only Iteration and
	// Best tell them, and PV.
	SX    int
	Score int16
	// PV is the principal variation, for Best that of the best move so far.
	PV []goengine.Move
	// Nodes and Cycles (for Go those of the model) have been spent so far.
	Nodes, Cycles uint64
	// Deepest is the longest line in plies whose last move was valued.
	Deepest int
}

// Follower is told how a search comes along, little enough to cost no speed:
// unlike Callbacks it does not hear of single nodes. Functions may be nil. They
// are called on the goroutine of the search, which waits for them meanwhile.
type Follower struct {
	// Iteration: the root has been searched with a budget.
	Iteration func(Progress)
	// Best: the root has a new best move in the iteration under way. SX is 0.
	Best func(Progress)
	// Tick is called whenever Every more cycles (for Go: nodes) have passed, if
	// Every is not 0. It may sleep. After a Tick Limits.Stop counts at once.
	Tick  func(Progress)
	Every uint64
}

// iteration, best and tick call what there is to call.
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

// goFollow makes a Follower's calls out of the events of the Go engine, and
// hands them on.
type goFollow struct {
	f    *Follower
	then Callbacks // nil: nobody
	// cycles are the model's.
	cycles func() uint64

	nodes, next uint64
	deepest     int
	value       int16 // of the root move tested last
	// pv holds each ply's best line so far. A ply's line is empty from the
	// moment that a move of the ply above is about to be tried.
	pv    [goengine.MaxPly + 2][goengine.MaxPly + 2]goengine.Move
	pvLen [goengine.MaxPly + 2]int
}

// progress is what can be told at any moment.
func (g *goFollow) progress() Progress {
	return Progress{Nodes: g.nodes, Cycles: g.cycles(), Deepest: g.deepest}
}

// line is the best line of the root.
func (g *goFollow) line() []goengine.Move {
	return append([]goengine.Move(nil), g.pv[0][:g.pvLen[0]]...)
}

// Generated is one of Callbacks.
func (g *goFollow) Generated(n Node, count int) {
	g.deepest = max(g.deepest, n.Ply()+1)
	if g.then != nil {
		g.then.Generated(n, count)
	}
}

// Scored is one of Callbacks.
func (g *goFollow) Scored(n Node, m goengine.Move, value int16) int16 {
	if g.then != nil {
		value = g.then.Scored(n, m, value)
	}
	g.nodes++
	g.pvLen[n.Ply()+1] = 0
	if g.nodes == g.next {
		g.next += g.f.Every
		g.f.tick(g.progress())
	}
	return value
}

// Priced is one of Callbacks.
func (g *goFollow) Priced(n Node, m goengine.Move, c goengine.Category, price uint8) uint8 {
	g.pvLen[n.Ply()+1] = 0
	if g.then != nil {
		price = g.then.Priced(n, m, c, price)
	}
	return price
}

// BetaTest is one of Callbacks.
func (g *goFollow) BetaTest(n Node, m goengine.Move, value, alpha, beta int16) int16 {
	if g.then != nil {
		value = g.then.BetaTest(n, m, value, alpha, beta)
	}
	if n.Ply() == 0 {
		g.value = value
	}
	return value
}

// AlphaTest is one of Callbacks.
func (g *goFollow) AlphaTest(n Node, m goengine.Move, value, alpha int16) {
	if g.then != nil {
		g.then.AlphaTest(n, m, value, alpha)
	}
}

// Best is one of Callbacks.
func (g *goFollow) Best(n Node, m goengine.Move) {
	ply := n.Ply()
	below := g.pvLen[ply+1]
	g.pv[ply][0] = m
	copy(g.pv[ply][1:], g.pv[ply+1][:below])
	g.pvLen[ply] = below + 1
	if g.then != nil {
		g.then.Best(n, m)
	}
	if ply == 0 {
		p := g.progress()
		p.Score, p.PV = g.value, g.line()
		g.f.best(p)
	}
}

// Iteration is one of Callbacks.
func (g *goFollow) Iteration(n Node, sx uint8, score int16, best goengine.Move) {
	if g.then != nil {
		g.then.Iteration(n, sx, score, best)
	}
	p := g.progress()
	p.SX, p.Score, p.PV = int(sx), score, g.line()
	g.f.iteration(p)
	g.pvLen[0] = 0
}
