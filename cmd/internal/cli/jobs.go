package cli

import (
	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/goengine"
)

// Job is one search to be made.
type Job struct {
	Pos    epd.Position // its Board is the one searched
	Prof   Profile
	Limits goengine.Limits
	Game   *goengine.Game // that led to the position, nil without a history
	// most events are allowed, 0 for any number: one more is an error.
	Most uint64
}

// Start is the game that ends at the position.
func (j *Job) Start() *goengine.Game {
	if j.Game != nil {
		return j.Game
	}
	return goengine.NewGame(j.Pos.Board)
}

// Jobs are all profiles on all positions.
func (a *App) Jobs(pf *ProfileFlag, positions []epd.Position, bf *BudgetFlags) ([]Job, error) {
	profiles, err := pf.Profiles()
	if err != nil {
		return nil, err
	}
	var all []Job
	for _, p := range profiles {
		l, err := bf.Limits(a, p)
		if err != nil {
			return nil, err
		}
		for _, pos := range positions {
			all = append(all, Job{Pos: pos, Prof: p, Limits: l})
		}
	}
	return all, nil
}
