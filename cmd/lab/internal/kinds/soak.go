package kinds

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/searchex/searchex/cmd/internal/match/journal"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/equal"
)

// SoakKind is the kind of jobs that compare engines on random searches.
const SoakKind = "soak"

// Bounds of a soak.
const (
	MaxFrom  = 1_000_000_000_000
	MaxBatch = 1000
)

// Soak are the parameters of a soak. Job i makes the searches From+i*Batch and the
// Batch-1 after it, up to the first that differs. Its result has a line of JSON for each
// of them, an equal.Summary.
type Soak struct {
	Engines []string `json:"engines"`
	Seed    uint64   `json:"seed"`
	From    uint64   `json:"from"`
	Batch   int      `json:"batch"`
}

// check returns an error for parameters that no command writes.
func (s *Soak) check() error {
	switch {
	case len(s.Engines) < 2:
		return fmt.Errorf("%d engines: want at least 2", len(s.Engines))
	case s.From < 1 || s.From > MaxFrom:
		return fmt.Errorf("from %d: want 1 to %d", s.From, uint64(MaxFrom))
	case s.Batch < 1 || s.Batch > MaxBatch:
		return fmt.Errorf("batch %d: want 1 to %d", s.Batch, MaxBatch)
	}
	for i, name := range s.Engines {
		if !slices.Contains(hostbridge.Names, name) || slices.Contains(s.Engines[:i], name) {
			return fmt.Errorf("engine %q: want different ones of %v", name, hostbridge.Names)
		}
	}
	return nil
}

// open returns what opens runners of the soak.
func (s *Soak) open() (job.Open, error) {
	return func() (job.Runner, error) {
		r := &soakRunner{soak: *s}
		for _, name := range s.Engines {
			e, err := hostbridge.New(name)
			if err != nil {
				return nil, fmt.Errorf("engine %s: %w", name, err)
			}
			r.engines = append(r.engines, e)
		}
		return r, nil
	}, s.check()
}

type soakRunner struct {
	soak    Soak
	engines []hostbridge.Engine
}

// Run implements job.Runner.
func (r *soakRunner) Run(ctx context.Context, number int) ([]byte, error) {
	var b bytes.Buffer
	for i := range r.soak.Batch {
		d := equal.Draw(r.soak.Seed, r.soak.From+uint64(number)*uint64(r.soak.Batch)+uint64(i))
		c, err := d.Compare(ctx, r.engines)
		if err != nil {
			return nil, err
		}
		line, err := journal.Line(d.Summary(&c))
		if err != nil {
			return nil, err
		}
		b.Write(line)
		if !c.Equal {
			break
		}
	}
	return b.Bytes(), nil
}
