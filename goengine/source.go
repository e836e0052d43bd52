package goengine

import (
	"embed"
	"io/fs"
)

// source is the text of this package without its tests.
//
//go:embed attack.go board.go cache.go callbacks.go doc.go early.go eval.go event.go eventhash.go fen.go game.go
//go:embed glance.go half.go hits.go key.go kingterms.go legal.go list.go losing.go meter.go move.go
//go:embed movegen.go node.go pass.go perft.go price.go probe.go probeeval.go probesearch.go profile.go
//go:embed profilefield.go profilekeys.go quiet.go root.go rootnet.go scan.go score.go search.go shared.go
//go:embed sharedconstants.go source.go swapoff.go tables.go terms.go try.go
var source embed.FS

func (probe) Source() fs.FS { return source }
