package hostbridge

import (
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/classic"
)

// ClassicName is what goengine/classic is called as an engine. New does not know it, for it isn't
// the search that the others share.
const ClassicName = "classic"

// ClassicCycles is what an evaluation of classic counts for on the clock of the 6502, since no
// machine runs it: the 47,000 cycles that Sargon II takes for one.
const ClassicCycles = 47_000

// Classic is goengine/classic behind the common face. It tells no events and knows no profile: of one it
// takes only how many iterations lead to an SX, which is its depth. A draw is worth 0, whatever
// Limits.Draw.
type Classic struct {
	goEngine // for the book and what else is no search
	search   classic.Search
}

// NewClassic is one that searches as s has it. Its depth and nodes are the most that it takes, 0 for any.
func NewClassic(s classic.Search) *Classic {
	if s.Depth == 0 {
		s.Depth = classic.MaxDepth
	}
	return &Classic{goEngine{name: ClassicName}, s}
}

// Clock is that of the 6502.
func (c *Classic) Clock() emu.Clock { return m6502.Clock }

// Search looks for the best move by one iteration after another.
func (c *Classic) Search(g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (Result, error) {
	s := c.search
	start, step := int(prof.Start), max(int(prof.Step), 1)
	if l.SX > 0 || l.SXSet {
		s.Depth = min(s.Depth, 1+max(l.SX-start+step-1, 0)/step)
	}
	if l.Depth > 0 {
		s.Depth = min(s.Depth, l.Depth)
	}
	if l.Nodes > 0 && (s.MaxNodes == 0 || l.Nodes < s.MaxNodes) {
		s.MaxNodes = l.Nodes
	}
	s.MaxEvaluated = (c.cycleLimit + ClassicCycles - 1) / ClassicCycles
	s.Stop, s.Moves = l.Stop, l.Moves
	f := c.follower
	if f == nil {
		f = &Follower{}
	}
	if f.Every > 0 {
		s.TickNodes = max(f.Every/ClassicCycles, 1)
		s.Tick = func(r classic.Result) { f.tick(classicProgress(&r)) }
	}
	sx := 0
	budget := func(depth int) int { return min(start+step*(depth-1), goengine.MaxSX) }
	found := s.Deepen(g.Position(), func(r classic.Result) {
		sx = budget(r.Reached)
		p := classicProgress(&r)
		p.SX, p.Score, p.PV, p.Deepest = sx, classicScore(r.Score), r.Line, r.Reached
		f.iteration(p)
	})
	return Result{
		Result: goengine.Result{
			Best: found.Best, Score: classicScore(found.Score), PV: found.Line, SX: sx,
			Complete: !found.Stopped, Nodes: found.Nodes, Stopped: found.Stopped,
		},
		Modelled: found.Evaluated * ClassicCycles,
	}, nil
}

// classicProgress is how far a search has come.
func classicProgress(r *classic.Result) Progress {
	return Progress{Nodes: r.Nodes, Cycles: r.Evaluated * ClassicCycles}
}

// classicScore is a score, hundredths of a pawn, in units, and a mate the same mate.
func classicScore(score int) int16 {
	switch {
	case score >= classic.MateBound:
		return goengine.Mate - int16(classic.Mate-score)
	case score <= -classic.MateBound:
		return -goengine.Mate + int16(classic.Mate+score)
	}
	most := int(goengine.MateBound) - 1
	return int16(min(max(score*64/100, -most), most))
}
