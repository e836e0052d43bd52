package sex

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/tactics"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/window"
)

func solving(spec string, cycles uint64) string {
	return fmt.Sprintf("tactics with %s at %d cycles", spec, cycles)
}

func costing(spec string) string { return "cost of " + spec }

// planTrials plans the tactics and the benchmark of each profile.
func (p *Plan) planTrials() {
	for _, spec := range slices.Concat(p.specs(), shown) {
		prof := p.profile(spec)
		for _, cycles := range []uint64{p.Small, p.Large} {
			if cycles == p.Small || p.isLong(spec) {
				p.add(solving(spec, cycles), fmt.Sprintf("1 of %d", p.Tactics), func(w *worker) (Record, error) {
					s, err := p.solve(w, prof, cycles, slices.Contains(shown, spec))
					return Record{Solved: s}, err
				}, spec)
			}
		}
		p.add(costing(spec), fmt.Sprintf("%d positions to SX %d", p.Benchmark, p.reach(prof)), func(w *worker) (Record, error) {
			c, err := p.cost(w, prof)
			return Record{Cost: c}, err
		}, spec)
	}
}

// isLong reports whether a profile plays at the large budget.
func (p *Plan) isLong(spec string) bool {
	return slices.ContainsFunc(p.longPairings(), func(x pairing) bool { return spec == x.first || spec == x.second })
}

// reach returns the SX of a profile in the benchmark: two budgets of n are about equivalent to one of
// 2n.
func (p *Plan) reach(prof *goengine.Profile) int {
	if prof.Switches&goengine.TwoBudgets != 0 {
		return p.SX / 2
	}
	return p.SX
}

// group returns the group of a task: the length of a mate, or endings.
func group(t *tactics.Task) string {
	if strings.Contains(t.Pos.Where, "endgame") {
		return endings
	}
	return t.Group
}

const endings = "endings"

// solve tries the positions with a solution. lines says whether lines are recorded.
func (p *Plan) solve(w *worker, prof *goengine.Profile, cycles uint64, lines bool) (*Solved, error) {
	return p.tryAll(w, lines, func(g *goengine.Game) (hostbridge.Result, error) { return w.limited(g, prof, cycles) })
}

// tryAll tries the positions with a solution with a search.
func (p *Plan) tryAll(w *worker, lines bool, search func(g *goengine.Game) (hostbridge.Result, error)) (*Solved, error) {
	s := &Solved{Groups: map[string][2]int{}}
	for i, t := range p.tactics {
		r, err := search(goengine.NewGame(t.Pos.Board))
		switch {
		case err != nil:
			return nil, err
		case w.ctx.Err() != nil:
			return nil, errStopped
		}
		n := s.Groups[group(t)]
		n[1]++
		ok := t.Solved(t.Pos.Board.UCI(r.Best), r.Score)
		if ok {
			n[0]++
		}
		s.Groups[group(t)] = n
		if lines {
			s.Found = append(s.Found, Found{Place: i, OK: ok, Score: r.Score, Line: lineOf(t.Pos.Board, &r), Nodes: r.Nodes, SX: r.SX})
		}
	}
	return s, nil
}

var errStopped = errors.New("stopped")

// lineOf returns the principal variation of a search, or at least its best move, in UCI notation.
func lineOf(p *goengine.Position, r *hostbridge.Result) string {
	now := *p
	line := r.PV
	if len(line) == 0 || line[0] != r.Best {
		line = []goengine.Move{r.Best}
	}
	var words []string
	for _, m := range line {
		words = append(words, now.UCI(m))
		now.Play(m)
	}
	return strings.Join(words, " ")
}

// cost searches the benchmark up to an SX.
func (p *Plan) cost(w *worker, prof *goengine.Profile) (*Cost, error) {
	c := &Cost{}
	for i := range p.bench {
		r, err := w.to(goengine.NewGame(p.bench[i].Board), prof, p.reach(prof))
		switch {
		case err != nil:
			return nil, err
		case r.Stopped:
			return nil, errStopped
		}
		c.Nodes += r.Nodes
		c.Cycles += r.Spent()
	}
	return c, nil
}

// The example of the horizon: the model of package window, and its gain.
const (
	horizonModel = "horizon"
	horizonBest  = "g2g4"
	horizonPlies = 16
	// The model's score is exactly the gain. The engine's evaluation also counts some tempi.
	modelWins, boardWins = 2 * 64, 3 * 64 / 2
	mostHorizonSX        = 90
)

func horizon(r *reading, model bool) string {
	return fmt.Sprintf("horizon, %s, model %v", r.name, model)
}

// spec returns sx81 with the interpretation.
func (r *reading) spec() string { return strings.TrimSuffix("sx81,"+r.keys, ",") }

func equalSX(r *reading) string { return "tactics to equal SX, " + r.name }

// planEqualSX plans the tactics of each interpretation of two budgets with the same total SX.
func (p *Plan) planEqualSX() {
	for i := range readings {
		r := &readings[i]
		prof := p.profile(r.spec())
		p.add(equalSX(r), fmt.Sprintf("1 of %d, SX %d", p.Tactics, p.reach(prof)), func(w *worker) (Record, error) {
			c := &Cost{}
			s, err := p.tryAll(w, false, func(g *goengine.Game) (hostbridge.Result, error) {
				r, err := w.to(g, prof, p.reach(prof))
				c.Nodes += r.Nodes
				c.Cycles += r.Spent()
				return r, err
			})
			return Record{Solved: s, Cost: c}, err
		}, r.spec())
	}
}

// planHorizon plans the example with each interpretation of two budgets.
func (p *Plan) planHorizon() {
	for i := range readings {
		r := &readings[i]
		spec := r.spec()
		for _, model := range []bool{true, false} {
			p.add(horizon(r, model), "", func(w *worker) (Record, error) {
				prey, err := hunt(w, spec, model)
				return Record{Prey: prey}, err
			}, spec)
		}
	}
}

// hunt raises SX until the search sees the gain of the example, in the model or on the board alone.
func hunt(w *worker, spec string, model bool) (*Prey, error) {
	m, err := window.Builtin(horizonModel)
	if err != nil {
		return nil, err
	}
	prof, err := window.ParseProfile(spec)
	if err != nil {
		return nil, err
	}
	prey := &Prey{}
	for sx := 1; sx <= mostHorizonSX; sx++ {
		var r hostbridge.Result
		wins := int16(modelWins)
		if model {
			run, err := m.Run(w.engine, &window.Setting{Spec: spec, Profile: prof, SX: sx, Depth: horizonPlies})
			if err != nil {
				return nil, err
			}
			r = run.Result
		} else {
			wins = boardWins
			alone := prof
			alone.Start = uint8(sx) // a single iteration, as in the model
			if r, err = w.engine.Search(w.ctx, goengine.NewGame(m.Start), &alone, goengine.Limits{SX: sx, SXSet: true, Depth: horizonPlies}); err != nil {
				return nil, err
			}
		}
		switch {
		case w.ctx.Err() != nil:
			return nil, errStopped
		case m.Start.UCI(r.Best) == horizonBest && r.Score >= wins:
			prey.SX, prey.Nodes, prey.Cycles = sx, r.Nodes, r.Spent()
			return prey, nil
		}
		prey.Move, prey.Score = m.Start.UCI(r.Best), r.Score
	}
	return prey, nil
}
