package sex

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/hostbridge"
)

// Terms say what is measured.
type Terms struct {
	Quick bool `json:"quick,omitempty"`
	// Games has the published games in PGN, empty for none. Known is as in NewPlan.
	Games string `json:"games,omitempty"`
	Known bool   `json:"known,omitempty"`
	// Keys is the digest of the plan.
	Keys string `json:"keys"`
}

// Plan returns the plan; file is the name of the published games in errors.
func (t *Terms) Plan(file string) (*Plan, error) {
	var games Games
	if t.Games != "" {
		var err error
		if games, err = ReadGames([]byte(t.Games), file); err != nil {
			return nil, err
		}
	}
	size := Full
	if t.Quick {
		size = Quick
	}
	return NewPlan(size, games, t.Known)
}

// Digest returns a hash of the keys of the jobs, which say on what the results depend.
func (p *Plan) Digest() string {
	sum := sha256.Sum256([]byte(strings.Join(p.Keys(), "\n")))
	return fmt.Sprintf("%x", sum[:8])
}

// Open returns what opens runners of the plan's jobs. It returns an error if this program has other jobs.
func (t *Terms) Open() (job.Open, error) {
	p, err := t.Plan("the published games")
	if err != nil {
		return nil, err
	}
	if here := p.Digest(); here != t.Keys {
		return nil, fmt.Errorf("its jobs are %q there, %q here", t.Keys, here)
	}
	return p.Open, nil
}

// runner does jobs of a plan. Job i is for the i-th key; its result is a Record in JSON.
type runner struct {
	plan   *Plan
	engine hostbridge.Engine
}

// Open returns a runner of the plan's jobs.
func (p *Plan) Open() (job.Runner, error) {
	e, err := hostbridge.New(Engine)
	return &runner{p, e}, err
}

// Run implements job.Runner.
func (r *runner) Run(ctx context.Context, number int) ([]byte, error) {
	if number < 0 || number >= len(r.plan.tasks) {
		return nil, errors.New("there is no such job")
	}
	record, err := r.plan.Measure(ctx, number, r.engine)
	if err != nil {
		return nil, err
	}
	return json.Marshal(record)
}
