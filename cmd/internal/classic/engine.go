package classic

import (
	"context"
	"sync/atomic"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// EngineName is the name of this engine in matches and UCI. hostbridge.New does
// not know it, because it does not make the search that the others share.
const EngineName = "classic"

// EvaluationCycles is the cost of an evaluation in cycles of the 6502. No machine
// runs this engine; 47,000 is what Sargon II takes.
const EvaluationCycles = 47_000

// Engine is the search as a hostbridge.Engine. It calls no callbacks. Of a profile
// it uses only the number of iterations that lead to an SX, which is its depth. A
// draw is worth 0, whatever Limits.Draw.
type Engine struct {
	hostbridge.Engine // the Go engine, for the book and perft
	search            Search
	follower          *hostbridge.Follower
	cycleLimit        uint64
}

// NewEngine returns an engine that searches as s says. The depth and the nodes of s
// are the most that it searches, 0 for any number.
func NewEngine(s Search) (*Engine, error) {
	reference, err := hostbridge.New("go")
	if err != nil {
		return nil, err
	}
	if s.Depth == 0 {
		s.Depth = MaxDepth
	}
	return &Engine{Engine: reference, search: s}, nil
}

// Name returns EngineName.
func (*Engine) Name() string { return EngineName }

// Clock returns the clock of the 6502.
func (*Engine) Clock() emu.Clock { return m6502.Clock }

// Attach does nothing: the search has no events.
func (*Engine) Attach(hostbridge.Callbacks) {}

// Follow attaches a progress listener.
func (e *Engine) Follow(f *hostbridge.Follower) { e.follower = f }

// SetCycleLimit stops searches after n cycles, EvaluationCycles an evaluation.
func (e *Engine) SetCycleLimit(n uint64) { e.cycleLimit = n }

// Search searches for the best move by iterative deepening.
func (e *Engine) Search(ctx context.Context, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (hostbridge.Result, error) {
	s := e.search
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
	s.MaxEvaluated = (e.cycleLimit + EvaluationCycles - 1) / EvaluationCycles
	s.Stop, s.Moves = new(atomic.Bool), l.Moves
	s.Stop.Store(ctx.Err() != nil)
	defer context.AfterFunc(ctx, func() { s.Stop.Store(true) })()
	if f := e.follower; f != nil && f.Every > 0 && f.Tick != nil {
		s.TickNodes = max(f.Every/EvaluationCycles, 1)
		s.Tick = func(r Result) {
			if f.Tick(progress(&r)); ctx.Err() != nil {
				s.Stop.Store(true) // at once
			}
		}
	}
	sx := 0
	budget := func(depth int) int { return min(start+step*(depth-1), goengine.MaxSX) }
	found := s.Deepen(g.Position(), func(r Result) {
		sx = budget(r.Reached)
		if e.follower == nil || e.follower.Iteration == nil {
			return
		}
		p := progress(&r)
		p.SX, p.Score, p.PV, p.Deepest = sx, score64(r.Score), r.Line, r.Reached
		e.follower.Iteration(p)
	})
	return hostbridge.Result{
		Result: goengine.Result{
			Best: found.Best, Score: score64(found.Score), PV: found.Line, SX: sx,
			Complete: !found.Stopped, Nodes: found.Nodes, Stopped: found.Stopped,
		},
		Modelled: found.Evaluated * EvaluationCycles,
	}, nil
}

// progress returns what is known at any moment of a search.
func progress(r *Result) hostbridge.Progress {
	return hostbridge.Progress{Nodes: r.Nodes, Cycles: r.Evaluated * EvaluationCycles}
}

// score64 converts a score from hundredths to 64ths of a pawn. A mate stays the same
// mate.
func score64(score int) int16 {
	switch {
	case score >= MateBound:
		return goengine.Mate - int16(Mate-score)
	case score <= -MateBound:
		return -goengine.Mate + int16(Mate+score)
	}
	most := int(goengine.MateBound) - 1
	return int16(min(max(score*64/100, -most), most))
}
