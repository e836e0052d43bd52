package commands

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/lab/internal/kinds"
)

// adding is a soak that returns an error of its own for its second search.
type adding struct {
	*kinds.SoakState
	err func() error
}

func (s *adding) Add(n int, result []byte) ([]byte, error) {
	kept, err := s.SoakState.Add(n, result)
	if n == 1 {
		err = s.err()
	}
	return kept, err
}

// Lines are printed with --json as they come, the search that differs, which ends the work, and the
// last before an interruption among them.
func TestLinesAreCarriedToTheFirstThatDiffers(t *testing.T) {
	carry := func(asJSON bool, err func(end func()) error) (lines int, _ error) {
		ctx, end := context.WithCancel(t.Context())
		defer end()
		s := kinds.NewSoakState(kinds.Soak{Engines: []string{"go", "z80"}, Seed: 5, From: 1, Batch: 1}, 4)
		one, out, state := 1, bytes.Buffer{}, filepath.Join(t.TempDir(), "soak.jsonl")
		f := &carrierFlags{Workers: &one}
		failed := f.carryLines(cli.NewApp(ctx, strings.NewReader(""), &out, io.Discard), kinds.SoakKind, s.Soak, &state, asJSON, &s.Lines, &adding{s, func() error { return err(end) }})
		return bytes.Count(out.Bytes(), []byte("\n")), failed
	}
	none := func(func()) error { return nil }
	lines, err := carry(true, none)
	assert.NoError(t, err)
	assert.Equal(t, 4, lines)
	lines, err = carry(false, none)
	assert.NoError(t, err)
	assert.Zero(t, lines)
	lines, err = carry(true, func(func()) error { return &kinds.DiffersError{} })
	assert.NoError(t, err)
	assert.Equal(t, 2, lines)
	lines, err = carry(true, func(end func()) error { end(); return context.Canceled })
	assert.ErrorAs(t, err, &cli.Interrupted{})
	assert.Regexp(t, `^interrupted: 2 of 4 finished; .*soak\.jsonl holds what was finished: --resume goes on$`, err.Error())
	assert.Equal(t, 2, lines)
}
