package kinds

import (
	"encoding/json"

	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/tune"
)

func openTune(raw json.RawMessage) (job.Open, error) {
	t, err := job.Params[tune.Terms](raw)
	if err != nil {
		return nil, err
	}
	return t.Open(Repeats)
}
