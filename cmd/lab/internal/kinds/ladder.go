package kinds

import (
	"encoding/json"

	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/ladder"
)

// LadderKind is the kind of jobs that play pairs of games of the ladder. The programs are
// those of the ladder, as each computer has them; the terms have their fingerprints.
const LadderKind = "ladder"

func openLadder(raw json.RawMessage) (job.Open, error) {
	t, err := job.Params[ladder.Terms](raw)
	if err != nil {
		return nil, err
	}
	s, err := t.Open()
	return func() (job.Runner, error) { return s, nil }, err
}
