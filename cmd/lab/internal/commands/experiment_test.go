package commands

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/cmd/lab/internal/oddeven"
	"github.com/searchex/searchex/hostbridge"
)

// numbers is an experiment that computes squares. It cancels the context after job last.
type numbers struct {
	n    int
	last int
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
		a := cli.NewApp(ctx, strings.NewReader(""), io.Discard, io.Discard)
		results, err = measure(a, &pageFlags{Doc: true}, &rawFlags{Raw: dir}, "squares", "go run", nil, numbers{6, last, end, &made})
		return made, results, err
	}
	made, results, err := measure(3)
	assert.Equal(t, cli.Interrupted{Done: 3, Of: 6}, err)
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

// Of two runs of an experiment at once, the second waits, and measures only what the first has
// not kept.
func TestTwoRunsOfAnExperimentKeepTheResultsOfBoth(t *testing.T) {
	dir := t.TempDir()
	begun, goOn := make(chan struct{}), make(chan struct{})
	measure := func(n int, wait func()) error {
		var made []int
		a := cli.NewApp(t.Context(), strings.NewReader(""), io.Discard, io.Discard)
		_, err := measure(a, &pageFlags{Doc: true}, &rawFlags{Raw: dir}, "squares", "go run", nil, numbers{n, 0, wait, &made})
		return err
	}
	ended := make(chan error, 2)
	go func() { ended <- measure(1, func() { close(begun); <-goOn }) }()
	<-begun
	second := make(chan struct{})
	go func() {
		close(second)
		ended <- measure(2, func() { t.Error("it measures what the first has measured") })
	}()
	<-second
	close(goOn)
	require.NoError(t, <-ended)
	require.NoError(t, <-ended)
	file := given.File(t, filepath.Join(dir, "squares.jsonl"))
	assert.Equal(t, 3, strings.Count(string(file), "\n"), string(file))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}

// Each step of keeping raw results fails: the file is as it was or has all, and the error is that
// of the file.
func TestRawResultsSurviveADiskThatFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "squares.jsonl")
	measure := func(n int) error {
		var made []int
		a := cli.NewApp(t.Context(), strings.NewReader(""), io.Discard, io.Discard)
		_, err := measure(a, &pageFlags{Doc: true}, &rawFlags{Raw: dir}, "squares", "go run", nil, numbers{n, -1, nil, &made})
		return err
	}
	require.NoError(t, measure(1))
	old := given.File(t, path)
	for n, steps := 1, 1; n <= steps; n++ {
		require.NoError(t, os.WriteFile(path, old, 0o600))
		steps = 0
		restore := userfile.Failing(func(userfile.Step, string) error {
			if steps++; steps == n {
				return syscall.EIO
			}
			return nil
		})
		err := measure(2)
		restore()
		text, rerr := os.ReadFile(path)
		require.NoError(t, rerr)
		if err != nil {
			assert.EqualError(t, err, "writing "+path+": input/output error")
			assert.Equal(t, string(old), string(text))
		} else {
			assert.Equal(t, 3, strings.Count(string(text), "\n"))
		}
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		assert.Len(t, entries, 1)
	}
}

// Recorded results of another version of the experiment are refused.
func TestRecordedResultsMustBeThoseThatAreAskedFor(t *testing.T) {
	recorded := &rawFlags{Recorded: true}
	r, err := openRaw[[]oddeven.Iteration](&pageFlags{}, recorded, "odd-even", "go run", []string{"something new"})
	assert.EqualError(t, err, `--recorded: testdata/lab/odd-even.jsonl has no "something new": something was changed since; run go run`)
	assert.Empty(t, r.results, "no page is made of the others")
	_, err = openRaw[int](&pageFlags{}, recorded, "no-such", "go run", nil)
	assert.ErrorContains(t, err, "--recorded: ")
}

// A file of raw results that is damaged is named, and stays as it is.
func TestDamagedRawResultsAreRefused(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "squares.jsonl")
	require.NoError(t, os.WriteFile(path, []byte("{\"key\":\n"), 0o600))
	a := cli.NewApp(t.Context(), strings.NewReader(""), io.Discard, io.Discard)
	_, err := measure(a, &pageFlags{Doc: true}, &rawFlags{Raw: dir}, "squares", "go run", nil, numbers{n: 1})
	assert.EqualError(t, err, "--raw: "+path+":1: unexpected end of JSON input")
	assert.Equal(t, "{\"key\":\n", string(given.File(t, path)))
}
