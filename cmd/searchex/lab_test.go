package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/searchex/internal/lab"
	"github.com/searchex/searchex/cmd/searchex/internal/lab/oddeven"
	"github.com/searchex/searchex/hostbridge"
)

// runLab runs a command line of the laboratory.
func runLab(t *testing.T, line string) (status int, stdout, stderr string) {
	t.Helper()
	var out, complaint bytes.Buffer
	a := newApp(t.Context(), strings.NewReader(""), &out, &complaint)
	status = labRun(a, strings.Fields(line))
	return status, out.String(), complaint.String()
}

// The pages of the laboratory and their plots are those that --doc writes.
func TestThePagesOfTheLaboratoryAreFresh(t *testing.T) {
	for _, name := range []string{"odd-even --recorded", "ladder --recorded", "classic --recorded", "sex --recorded"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			status, out, complaint := runLab(t, name+" --doc --folder "+dir)
			require.Zero(t, status, complaint)
			assert.Empty(t, out)
			written, err := filepath.Glob(filepath.Join(dir, "*"))
			require.NoError(t, err)
			require.NotEmpty(t, written)
			for _, path := range written {
				want, err := os.ReadFile(path)
				require.NoError(t, err)
				have, err := os.ReadFile(filepath.Join("../../docs/lab", filepath.Base(path)))
				require.NoError(t, err)
				assert.Equal(t, string(want), string(have), "%s: write it by the command in its first line", filepath.Base(path))
			}
		})
	}
}

func TestLabRefusesWhatItCannotDo(t *testing.T) {
	for line, want := range map[string]string{
		"odd-even --doc --json":                    "--doc and --json: want one of them",
		"odd-even --doc --quick":                   "--doc and --quick: a page of the documents wants the whole experiment",
		"odd-even --recorded --quick":              "--recorded and --quick: want one of them",
		"classic --recorded --quick":               "--recorded and --quick: want one of them",
		"classic --doc --folder / --raw /nowhere":  "--doc: there is no folder /nowhere here: want the root of the sources, or --raw",
		"odd-even --doc --folder /nowhere":         "--doc: there is no folder /nowhere here: want the root of the sources, or --folder",
		"odd-even --doc --folder / --raw /nowhere": "--doc: there is no folder /nowhere here: want the root of the sources, or --raw",
		"sex --doc --quick":                        "--doc and --quick: a page of the documents wants the whole experiment",
		"sex --recorded --quick":                   "--recorded and --quick: want one of them",
		"sex --quick --games lab_test.go":          "lab_test.go:1: game 1: ",
		"sex --quick --games testdata":             "testdata: is a folder",
	} {
		status, out, complaint := runLab(t, line)
		assert.Equal(t, exitUsage, status, line)
		assert.Empty(t, out, line)
		assert.Contains(t, complaint, want, line)
		assert.Equal(t, 1, strings.Count(complaint, "\n"), line)
	}
}

// The quick experiment on SX has rows in all its tables, without published games.
func TestTheQuickExperimentOnSX(t *testing.T) {
	if os.Getenv("SEARCHEX_SLOW") == "" {
		t.Skip("SEARCHEX_SLOW=1 plays its games")
	}
	status, out, complaint := runLab(t, "sex --quick --json --games no-such-file.pgn")
	require.Zero(t, status, complaint)
	for _, table := range []string{"odds", "prices", "profiles", "ideas", "theirs", "ours", "horizon", "equal_sx", "readings", "found", "style"} {
		assert.Contains(t, out, `{"table":"`+table+`",`)
	}
	assert.NotContains(t, out, `"published`)
}

// numbers is an experiment that measures squares, and may be ended from outside.
type numbers struct {
	n    int
	last int // after which the context ends
	end  func()
	made *[]int
}

func (p numbers) Keys() (keys []string) {
	for i := range p.n {
		keys = append(keys, fmt.Sprint(i))
	}
	return keys
}

func (p numbers) Measure(i int, _ func(string) hostbridge.Engine) (int, error) {
	*p.made = append(*p.made, i)
	if i == p.last {
		p.end()
	}
	return i * i, nil
}

func TestAnExperimentThatWasEndedGoesOnWhereItWas(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // one worker, so that the order is known
	dir := t.TempDir()
	measure := func(last int) (made []int, results lab.Records[int], err error) {
		ctx, end := context.WithCancel(t.Context())
		defer end()
		a := newApp(ctx, strings.NewReader(""), io.Discard, io.Discard)
		results, err = measured(a, &labFlags{Doc: true}, &rawFlags{Raw: dir}, "squares", "go run", nil, numbers{6, last, end, &made})
		return made, results, err
	}
	made, results, err := measure(3)
	assert.Equal(t, interrupted{3, 6}, err)
	assert.Equal(t, []int{0, 1, 2, 3}, made)
	assert.Equal(t, lab.Records[int]{"0": 0, "1": 1, "2": 4}, results)

	made, results, err = measure(-1)
	require.NoError(t, err)
	assert.Equal(t, []int{3, 4, 5}, made)
	assert.Len(t, results, 6)
	file, err := os.ReadFile(filepath.Join(dir, "squares.jsonl"))
	require.NoError(t, err)
	assert.Equal(t, 7, strings.Count(string(file), "\n"))

	made, _, err = measure(-1)
	require.NoError(t, err)
	assert.Empty(t, made)
}

// What is recorded of something else is not taken for it.
func TestRecordedResultsMustBeThoseThatAreAskedFor(t *testing.T) {
	_, err := recorded[[]oddeven.Iteration]("odd-even", "go run", []string{"something new"})
	assert.EqualError(t, err, `--recorded: testdata/lab/odd-even.jsonl has no "something new": something was changed since; run go run`)
	_, err = recorded[int]("no-such", "go run", nil)
	assert.ErrorContains(t, err, "--recorded: ")
}
