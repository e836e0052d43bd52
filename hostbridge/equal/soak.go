package equal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

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

// Summary is a comparison of a drawn task as far as a Tally needs it.
type Summary struct {
	Number uint64 `json:"search"`
	Source string `json:"source"`
	Kind   string `json:"kind"`
	// Nodes, Events and their Hash are the first engine's.
	Nodes  uint64 `json:"nodes"`
	Events uint64 `json:"events"`
	Hash   string `json:"hash,omitempty"`
	// Is has the properties of the search and its root, in this order: "no move",
	// "check", "history", "late", "mate", "draw", "stopped".
	Is []string `json:"is,omitempty"`
	// Cycles are those of the other engines, in order.
	Cycles []uint64 `json:"cycles,omitempty"`
	// Failed says that the first engine could not finish the search.
	Failed      bool     `json:"failed,omitempty"`
	Differences []string `json:"differences,omitempty"`
}

// Add counts a comparison.
func (t *Tally) Add(d *Drawn, c *Comparison) {
	s := d.Summary(c)
	t.AddSummary(&s)
}

// AddSummary counts the comparison of a summary.
func (t *Tally) AddSummary(s *Summary) {
	t.Searches++
	if s.Failed {
		return
	}
	for _, group := range [][]*Coverage{t.Sources, t.Kinds} {
		for _, x := range group {
			if x.Name == s.Source || x.Name == s.Kind {
				x.add(s)
			}
		}
	}
	t.All.add(s)
}

// lateClock is the half-move clock from which Coverage.Late counts a root.
const lateClock = 90

// Summary returns the summary of the task's comparison.
func (d *Drawn) Summary(c *Comparison) Summary {
	s := Summary{Number: d.Number, Source: d.Source, Kind: d.Kind, Differences: c.Differences, Failed: len(c.Engines) == 0}
	if s.Failed {
		return s
	}
	f := &c.Engines[0]
	r, p, l := &f.Result, d.Task.Position(), &d.Task.Limits
	s.Nodes, s.Events, s.Hash = r.Nodes, f.Count, f.Events
	for _, other := range c.Engines[1:] {
		s.Cycles = append(s.Cycles, other.Cycles)
	}
	_, history := d.Task.Game.Line()
	moved := r.Best != goengine.NoMove
	for _, is := range []struct {
		what string
		so   bool
	}{
		{"no move", !moved},
		{"check", p.InCheck()},
		{"history", len(history) > 0},
		{"late", p.HalfmoveClock() >= lateClock},
		{"mate", moved && (r.Score >= goengine.MateBound || r.Score <= -goengine.MateBound)},
		{"draw", moved && r.Score == l.DrawValue()},
		{"stopped", r.Stopped},
	} {
		if is.so {
			s.Is = append(s.Is, is.what)
		}
	}
	return s
}

// Check returns an error for a summary that no comparison of the task by n engines has:
// another number, other properties of the root, or numbers that do not fit each other.
func (d *Drawn) Check(s *Summary, n int) error {
	want := d.Summary(&Comparison{Engines: make([]Found, n)})
	// What is not a property of the root must be known, and stand once, in its place.
	var is []string
	for _, what := range []string{"no move", "check", "history", "late", "mate", "draw", "stopped"} {
		search := what != "check" && what != "history" && what != "late"
		if search && slices.Contains(s.Is, what) || !search && slices.Contains(want.Is, what) {
			is = append(is, what)
		}
	}
	switch {
	case s.Number != d.Number || s.Source != want.Source || s.Kind != want.Kind:
		return fmt.Errorf("search %d, %s, %s: want search %d, %s, %s", s.Number, s.Source, s.Kind, d.Number, want.Source, want.Kind)
	case s.Failed && len(s.Differences) == 0:
		return fmt.Errorf("search %d has failed, and nothing differs", s.Number)
	case s.Failed:
		return nil
	case len(s.Cycles) != n-1:
		return fmt.Errorf("search %d: cycles of %d engines: want %d", s.Number, len(s.Cycles), n-1)
	case !slices.Equal(s.Is, is):
		return fmt.Errorf("search %d is %q: want %q", s.Number, s.Is, is)
	case len(s.Hash) != 16 || strings.Trim(s.Hash, "0123456789abcdef") != "":
		return fmt.Errorf("search %d: %.40q: want a hash of 16 digits", s.Number, s.Hash)
	}
	return nil
}

func (x *Coverage) add(s *Summary) {
	x.Searches++
	x.Nodes += s.Nodes
	x.MostNodes = max(x.MostNodes, s.Nodes)
	x.Events += s.Events
	counts := map[string]*int{
		"no move": &x.NoMove, "check": &x.Checks, "history": &x.Histories, "late": &x.Late,
		"mate": &x.Mates, "draw": &x.Draws, "stopped": &x.Stopped,
	}
	for _, what := range s.Is {
		if n := counts[what]; n != nil {
			*n++
		}
	}
}
