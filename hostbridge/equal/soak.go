package equal

import (
	"context"
	"errors"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/random"
)

// Drawn is a task that was drawn at random.
type Drawn struct {
	// Seed and Number determine the rest.
	Seed, Number uint64
	// Source is one of random.Sources, Kind one of random.Kinds.
	Source, Kind string
	Task         hostbridge.Task
}

// Draw returns the task of a number that a seed draws.
func Draw(seed, number uint64) Drawn {
	s := random.NewSearch(seed, number)
	base, _ := s.Game.Line()
	return Drawn{seed, number, s.Source, s.Kind, hostbridge.Task{
		FEN: base.FEN(), Game: s.Game, ProfileName: s.Name, Profile: s.Profile, Limits: s.Limits,
	}}
}

// Compare is Compare of the drawn task, but an engine that fails is a
// difference. The only error is the context's.
func (d *Drawn) Compare(ctx context.Context, engines []hostbridge.Engine) (Comparison, error) {
	c, err := Compare(ctx, engines, &d.Task)
	var failed *EngineError
	if errors.As(err, &failed) {
		c.Differences = append(c.Differences, failed.Err.Error())
		err = nil
	}
	return c, err
}

// Tally counts what drawn searches covered, as the first engine found it.
type Tally struct {
	// Searches is the number of comparisons. It includes those that the first
	// engine could not finish, which count nowhere else.
	Searches int
	// Sources and Kinds count by random.Sources and random.Kinds, All counts
	// all.
	Sources, Kinds []*Coverage
	All            *Coverage
}

// Coverage counts searches of one kind.
type Coverage struct {
	Name     string
	Searches int
	// Nodes and Events are sums. MostNodes is the largest search.
	Nodes, MostNodes, Events uint64
	// NoMove counts roots without a legal move, Checks roots in check, Histories
	// games with moves before the root, Late roots with a half-move clock of 90
	// or more.
	NoMove, Checks, Histories, Late int
	// Mates and Draws count scores, Stopped searches that a limit ended.
	Mates, Draws, Stopped int
}

// NewTally returns an empty tally.
func NewTally() *Tally {
	t := &Tally{All: &Coverage{Name: "all"}}
	for _, name := range random.Sources {
		t.Sources = append(t.Sources, &Coverage{Name: name})
	}
	for _, name := range random.Kinds {
		t.Kinds = append(t.Kinds, &Coverage{Name: name})
	}
	return t
}

// Add counts a comparison.
func (t *Tally) Add(d *Drawn, c *Comparison) {
	t.Searches++
	if len(c.Engines) == 0 {
		return // the first engine failed
	}
	for _, group := range [][]*Coverage{t.Sources, t.Kinds} {
		for _, x := range group {
			if x.Name == d.Source || x.Name == d.Kind {
				x.add(d, &c.Engines[0])
			}
		}
	}
	t.All.add(d, &c.Engines[0])
}

// lateClock is the half-move clock from which Coverage.Late counts a root.
const lateClock = 90

func (x *Coverage) add(d *Drawn, f *Found) {
	count := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	r, p, l := &f.Result, d.Task.Position(), &d.Task.Limits
	_, history := d.Task.Game.Line()
	moved := r.Best != goengine.NoMove
	x.Searches++
	x.Nodes += r.Nodes
	x.MostNodes = max(x.MostNodes, r.Nodes)
	x.Events += f.Count
	count(&x.NoMove, !moved)
	count(&x.Checks, p.InCheck())
	count(&x.Histories, len(history) > 0)
	count(&x.Late, p.HalfmoveClock() >= lateClock)
	count(&x.Mates, moved && (r.Score >= goengine.MateBound || r.Score <= -goengine.MateBound))
	count(&x.Draws, moved && r.Score == l.DrawValue())
	count(&x.Stopped, r.Stopped)
}
