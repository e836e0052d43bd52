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
	// Nodes and Cycles (0 for Go) have been spent so far.
	Nodes, Cycles uint64
	// Deepest is the longest line in plies whose last move was valued.
	Deepest int
}

// Follower is told how a search comes along, little enough to cost no speed:
// unlike a Watcher it does not hear of single nodes. Functions may be nil. They
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

// Followed is an engine whose searches can be followed. All engines are.
type Followed interface {
	// Follow attaches a follower to all searches from now on, beside a
	// watcher; nil detaches it.
	Follow(f *Follower)
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
	then goengine.Watcher // nil: nobody

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
	return Progress{Nodes: g.nodes, Deepest: g.deepest}
}

// line is the best line of the root.
func (g *goFollow) line() []goengine.Move {
	return append([]goengine.Move(nil), g.pv[0][:g.pvLen[0]]...)
}

// Generated is a Watcher's.
func (g *goFollow) Generated(ply, n int) {
	g.deepest = max(g.deepest, ply+1)
	if g.then != nil {
		g.then.Generated(ply, n)
	}
}

// Scored is a Watcher's.
func (g *goFollow) Scored(ply int, m goengine.Move, value int16) {
	if g.then != nil {
		g.then.Scored(ply, m, value)
	}
	g.nodes++
	g.pvLen[ply+1] = 0
	if g.nodes == g.next {
		g.next += g.f.Every
		g.f.tick(g.progress())
	}
}

// Priced is a Watcher's.
func (g *goFollow) Priced(ply int, m goengine.Move, c goengine.Category, price uint8) {
	g.pvLen[ply+1] = 0
	if g.then != nil {
		g.then.Priced(ply, m, c, price)
	}
}

// BetaTest is a Watcher's.
func (g *goFollow) BetaTest(ply int, m goengine.Move, value, alpha, beta int16) {
	if ply == 0 {
		g.value = value
	}
	if g.then != nil {
		g.then.BetaTest(ply, m, value, alpha, beta)
	}
}

// AlphaTest is a Watcher's.
func (g *goFollow) AlphaTest(ply int, m goengine.Move, value, alpha int16) {
	if g.then != nil {
		g.then.AlphaTest(ply, m, value, alpha)
	}
}

// Best is a Watcher's.
func (g *goFollow) Best(ply int, m goengine.Move) {
	n := g.pvLen[ply+1]
	g.pv[ply][0] = m
	copy(g.pv[ply][1:], g.pv[ply+1][:n])
	g.pvLen[ply] = n + 1
	if g.then != nil {
		g.then.Best(ply, m)
	}
	if ply == 0 {
		p := g.progress()
		p.Score, p.PV = g.value, g.line()
		g.f.best(p)
	}
}

// Iteration is a Watcher's.
func (g *goFollow) Iteration(sx uint8, score int16, best goengine.Move) {
	if g.then != nil {
		g.then.Iteration(sx, score, best)
	}
	p := g.progress()
	p.SX, p.Score, p.PV = int(sx), score, g.line()
	g.f.iteration(p)
	g.pvLen[0] = 0
}
