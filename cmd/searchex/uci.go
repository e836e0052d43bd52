package main

import (
	"github.com/searchex/searchex/cmd/searchex/internal/uci"
)

// uciCmd lets a chess program play against the engines.
type uciCmd struct{}

// Run talks until quit or the end of the input.
func (uciCmd) Run(a *app) error {
	err := uci.Run(a.ctx, a.in, a.out)
	if a.ctx.Err() != nil {
		return interrupted{}
	}
	return err
}
