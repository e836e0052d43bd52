// Package kinds has the kinds of jobs of the laboratory: what their parameters mean, and
// how a job is done. Parameters come from another computer, so that they can name only
// what is in this program: built-in engines, profiles, numbers; no files and no commands. A job
// that needs another program runs one that its kind names, as this computer has it.
package kinds

import (
	"encoding/json"

	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/ladder"
	"github.com/searchex/searchex/cmd/lab/internal/sex"
	"github.com/searchex/searchex/cmd/lab/internal/tune"
)

// The kinds of jobs of two experiments: the SEX algorithm, and pairs of games of the ladder. The
// programs are those of the ladder, as each computer has them; the terms have their fingerprints.
const (
	SexKind    = "sex"
	LadderKind = "ladder"
)

// All has all kinds by name.
var All = job.Kinds{
	SoakKind:      kind((*Soak).open),
	MatchKind:     kind((*Match).open),
	LadderKind:    kind(openLadder),
	MutateKind:    kind((*Mutate).open),
	PositionsKind: kind(openPositions),
	SexKind:       kind((*sex.Terms).Open),
	tune.Kind:     kind(func(t *tune.Terms) (job.Open, error) { return t.Open(Repeats) }),
}

func openLadder(t *ladder.Terms) (job.Open, error) {
	s, err := t.Open()
	return func() (job.Runner, error) { return s, nil }, err
}

// kind returns what reads the parameters of a kind and opens its runs.
func kind[T any](open func(params *T) (job.Open, error)) func(json.RawMessage) (job.Open, error) {
	return func(raw json.RawMessage) (job.Open, error) {
		params, err := job.Params[T](raw)
		if err != nil {
			return nil, err
		}
		return open(&params)
	}
}
