package kinds

import (
	"encoding/json"
	"fmt"

	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/sex"
)

// SexKind is the kind of jobs of the experiment on the SEX algorithm.
const SexKind = "sex"

func openSex(raw json.RawMessage) (job.Open, error) {
	t, err := job.Params[sex.Terms](raw)
	if err != nil {
		return nil, err
	}
	p, err := t.Plan("the published games")
	if err != nil {
		return nil, err
	}
	if here := p.Digest(); here != t.Keys {
		return nil, fmt.Errorf("its jobs are %q there, %q here", t.Keys, here)
	}
	return p.Open, nil
}
