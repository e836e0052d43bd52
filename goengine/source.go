package goengine

import "embed"

// Source is the text of this package without its tests, for programs that show the engine as it is written.
//
//go:embed attack.go board.go cache.go callbacks.go doc.go early.go eval.go eventhash.go export.go
//go:embed export_constants.go export_eval.go export_routines.go export_search.go fen.go game.go glance.go
//go:embed half.go hits.go key.go kingterms.go legal.go list.go losing.go meter.go move.go movegen.go node.go
//go:embed pass.go perft.go price.go profile.go profilefield.go profilekeys.go quiet.go root.go scan.go
//go:embed score.go search.go source.go swapoff.go tables.go terms.go try.go work.go
var Source embed.FS
