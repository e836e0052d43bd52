package main

import (
	"github.com/searchex/searchex/cmd/searchex/internal/uci"
	"github.com/searchex/searchex/hostbridge"
)

// uciCmd lets a chess program play against the engines.
type uciCmd struct{}

// Run talks until quit or the end of the input.
func (uciCmd) Run(a *app) error {
	err := uci.RunWith(a.ctx, a.in, a.out, uci.Config{Engines: hostbridge.Standing(), New: a.newEngine})
	if a.ctx.Err() != nil {
		return interrupted{}
	}
	return err
}
