package tune

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/searchex/searchex/cmd/internal/match"
	"github.com/searchex/searchex/cmd/internal/match/journal"
)

// Header identifies the tuning of a state file. It has everything on which games and steps depend,
// but not their number.
type Header struct {
	Version  int      `json:"searchex_tune"`
	Player   string   `json:"player"`
	Keys     []Key    `json:"keys"`
	Pool     []string `json:"pool"`
	Searches []string `json:"searches"` // fingerprints of player and pool
	Openings string   `json:"openings"`
	Seed     uint64   `json:"seed"`
	Pairs    int      `json:"pairs"`
	// PoolPairs is the number of pairs of each trial against the pool.
	PoolPairs int         `json:"pool_pairs"`
	Gain      float64     `json:"gain"`
	Rules     match.Rules `json:"rules"`
}

// stateVersion is the version of the file's format.
const stateVersion = 1

// difference describes the difference between two headers, "" if there is none.
func (h *Header) difference(o *Header) string {
	return journal.Difference([]journal.Field{
		{What: "version", There: h.Version, Now: o.Version}, {What: "player", There: h.Player, Now: o.Player},
		{What: "keys", There: h.Keys, Now: o.Keys}, {What: "pool", There: h.Pool, Now: o.Pool},
		{What: "openings", There: h.Openings, Now: o.Openings}, {What: "seed", There: h.Seed, Now: o.Seed},
		{What: "pairs", There: h.Pairs, Now: o.Pairs}, {What: "pairs against the pool", There: h.PoolPairs, Now: o.PoolPairs},
		{What: "gain", There: h.Gain, Now: o.Gain}, {What: "rules", There: h.Rules, Now: o.Rules},
		{What: "searches (the engines have changed)", There: h.Searches, Now: o.Searches},
	})
}

// Score has the numbers of won, drawn and lost games.
type Score [3]int

// Points returns the points of a score: 1 for a win, a half for a draw.
func (s Score) Points() float64 { return float64(s[0]) + float64(s[1])/2 }

// Games returns the number of games.
func (s Score) Games() int { return s[0] + s[1] + s[2] }

func (s *Score) add(o Score) {
	for i, n := range o {
		s[i] += n
	}
}

// Iteration is a line of a state file.
type Iteration struct {
	Number int `json:"iteration"` // from 1
	// Plus and Minus are the values of the keys in both trials.
	Plus  []int `json:"plus"`
	Minus []int `json:"minus"`
	// Self is the first trial's score against the second. PlusPool and MinusPool are the trials'
	// scores against the pool.
	Self      Score `json:"self"`
	PlusPool  Score `json:"plus_pool"`
	MinusPool Score `json:"minus_pool"`
	// At has the values of the keys after the iteration.
	At []float64 `json:"at"`
}

// Points returns the lead of the first trial over the second in points. A game between them counts
// for both.
func (i *Iteration) Points() float64 {
	return float64(i.Self[0]-i.Self[2]) + i.PlusPool.Points() - i.MinusPool.Points()
}

// State is the state file of a tuning.
type State struct {
	*journal.Journal
	// Iterations has the iterations of the file.
	Iterations []Iteration
}

// work identifies state files of tunings.
var work = journal.Work{Name: "tuning", Key: "searchex_tune"}

// CreateState creates a state file. It returns an error if the file exists.
func CreateState(path string, h Header) (*State, error) {
	h.Version = stateVersion
	j, err := journal.Create(path, work, h)
	if err != nil {
		return nil, err
	}
	return &State{Journal: j}, nil
}

// OpenState opens the state file of the tuning that h describes. learn repeats each iteration of the
// file, and returns an error if it differs. OpenState creates a file that doesn't exist.
func OpenState(path string, h Header, learn func(Iteration) error) (*State, error) {
	h.Version = stateVersion
	s := &State{}
	var err error
	s.Journal, err = journal.Open(path, work, h, func(old Header) string { return old.difference(&h) }, func(line []byte) error {
		var i Iteration
		if err := json.Unmarshal(line, &i); err != nil {
			return err
		}
		s.Iterations = append(s.Iterations, i)
		return learn(i)
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Add writes an iteration.
func (s *State) Add(i Iteration) error { return s.Journal.Add(i) }

// check returns an error if an iteration of a file is not the next one.
func (i *Iteration) check(s *SPSA) error {
	plus, minus := s.Trials()
	switch {
	case i.Number != s.Done()+1:
		return fmt.Errorf("iteration %d where %d is next", i.Number, s.Done()+1)
	case !slices.Equal(i.Plus, plus) || !slices.Equal(i.Minus, minus):
		return fmt.Errorf("iteration %d tried other values than these steps lead to", i.Number)
	}
	return nil
}
