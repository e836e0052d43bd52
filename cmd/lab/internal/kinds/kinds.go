// Package kinds has the kinds of jobs of the laboratory: what their parameters mean, and
// how a job is done. Parameters come from another computer, so that they can name only
// what is in this program: built-in engines, profiles, numbers; no files and no commands. A job
// that needs another program runs one that its kind names, as this computer has it.
package kinds

import (
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/tune"
)

// All has all kinds by name.
var All = job.Kinds{
	SoakKind:      openSoak,
	MatchKind:     openMatch,
	LadderKind:    openLadder,
	MutateKind:    openMutate,
	PositionsKind: openPositions,
	SexKind:       openSex,
	tune.Kind:     openTune,
}
