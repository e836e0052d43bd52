package main

import (
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
	"github.com/searchex/searchex/cmd/internal/protocol/xboard"
)

// xboardCmd lets a chess program of the other protocol play against the engines.
type xboardCmd struct{}

// Run talks until quit or the end of the input.
func (xboardCmd) Run(a *app) error {
	err := xboard.Run(a.ctx, a.in, a.out, uci.Run)
	if a.ctx.Err() != nil {
		return interrupted{}
	}
	return err
}
