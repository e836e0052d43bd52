package tune

import (
	"errors"
	"fmt"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/match"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/lab/internal/job"
)

// Kind is the kind of jobs that play the games of an iteration.
const Kind = "tune"

// Terms are the parameters of the games of an iteration.
type Terms struct {
	// Player and Against are as on the command line, with Cycles by default.
	Player  string   `json:"player"`
	Against []string `json:"against,omitempty"`
	Cycles  uint64   `json:"cycles"`
	// Openings, Rules, Pairs and PoolPairs are as in Config.
	Openings  []openings.Opening `json:"openings"`
	Rules     match.Rules        `json:"rules"`
	Pairs     int                `json:"pairs"`
	PoolPairs int                `json:"pool_pairs"`
	// Iteration counts from 0. Trials have the values of Keys.
	Iteration int      `json:"iteration"`
	Keys      []Key    `json:"keys"`
	Trials    [2][]int `json:"trials"`
}

// The greatest number of iterations, and of pairs of games of an iteration.
const (
	MaxIterations = 1_000_000
	MaxPairs      = 1000
)

// Open returns the jobs of the iteration. check returns an error for players that may not play.
func (t *Terms) Open(check func([]player.Spec) error) (job.Open, error) {
	switch {
	case t.Pairs < 0 || t.Pairs > MaxPairs || t.PoolPairs < 0 || t.PoolPairs > MaxPairs || t.PoolPairs > 0 && len(t.Against) == 0:
		return nil, fmt.Errorf("%d and %d pairs: want 0 to %d, and somebody to play against", t.Pairs, t.PoolPairs, MaxPairs)
	case t.Iteration < 0 || t.Iteration > MaxIterations || len(t.Openings) == 0:
		return nil, fmt.Errorf("iteration %d with %d openings", t.Iteration, len(t.Openings))
	case len(t.Trials[0]) != len(t.Keys) || len(t.Trials[1]) != len(t.Keys):
		return nil, errors.New("want a value of each key for both trials")
	}
	for i := range t.Openings {
		if _, err := t.Openings[i].Game(); err != nil {
			return nil, err
		}
	}
	c := &Config{Openings: t.Openings, Rules: t.Rules, Pairs: t.Pairs, PoolPairs: t.PoolPairs, Warn: func(string) {}}
	for i, text := range append([]string{t.Player}, t.Against...) {
		specs, err := player.ParseSpec(text, player.Defaults{Limits: player.Limits{Cycles: t.Cycles}})
		if err == nil {
			err = check(specs)
		}
		switch {
		case err != nil:
			return nil, err
		case i == 0 && len(specs) != 1:
			return nil, fmt.Errorf("player %q: want one", text)
		case i == 0:
			c.Player = specs[0]
			continue
		}
		for k := range specs {
			c.Pool = append(c.Pool, Opponent{Name: specs[k].Label, Make: specs[k].Maker(true, nil)})
		}
	}
	for _, k := range t.Keys {
		for _, name := range k.Names {
			if _, known := c.Player.Profile.Get(name); !known {
				return nil, fmt.Errorf("key %q is unknown", name)
			}
		}
	}
	games := &table{config: c}
	return games.open, games.lay(t.Iteration, t.Keys, t.Trials)
}

// open returns a worker of its own.
func (t *table) open() (job.Runner, error) {
	return &worker{table: t, pool: make([]player.Player, len(t.config.Pool))}, nil
}
