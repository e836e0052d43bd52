package cli

import (
	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Tasks returns the searches of all positions with each profile in turn.
func (a *App) Tasks(pf *ProfileFlag, positions []epd.Position, bf *BudgetFlags) ([]hostbridge.Task, error) {
	profiles, err := pf.Profiles()
	if err != nil {
		return nil, err
	}
	var all []hostbridge.Task
	for _, p := range profiles {
		l, err := bf.Limits(a, p)
		if err != nil {
			return nil, err
		}
		for _, pos := range positions {
			all = append(all, hostbridge.Task{
				FEN: pos.FEN, ID: pos.ID, Game: goengine.NewGame(pos.Board), ProfileName: p.Name, Profile: p.Data, Limits: l,
			})
		}
	}
	return all, nil
}
