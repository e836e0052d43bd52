package kinds

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/lab/internal/job"
)

// TestMain makes the test program one of checks if the environment says so.
func TestMain(m *testing.M) {
	if how := os.Getenv("KINDS_CHECKS"); how != "" {
		playChecks(how)
		return
	}
	os.Exit(m.Run())
}

// playChecks is a program of checks that kills all mutants but each third one.
func playChecks(how string) {
	all, err := Mutants("z80")
	if err != nil || how == "unsound" {
		fmt.Println("perft fails without any change")
		return
	}
	fmt.Println("ready")
	for {
		var from, n int
		if _, err := fmt.Scanln(&from, &n); err == io.EOF {
			return
		}
		for i := from; i < from+n; i++ {
			switch {
			case i == 7 && how == "dies":
				return
			case i == 7 && how == "other":
				fmt.Println("another mutant\tperft")
			case i%3 == 0:
				fmt.Println(all[i].Name + "\tSURVIVED")
			default:
				fmt.Println(all[i].Name + "\tperft")
			}
		}
		fmt.Println()
	}
}

// runner returns a runner of jobs of a campaign whose checks are the test program.
func runner(t *testing.T, how string) *campaigner {
	t.Setenv("KINDS_CHECKS", how)
	path, err := os.Executable()
	require.NoError(t, err)
	checks, err := os.ReadFile(path)
	require.NoError(t, err)
	all, err := Mutants("z80")
	require.NoError(t, err)
	c := &campaigner{Mutate: Mutate{CPU: "z80", Batch: 5}, all: all, checks: checks}
	t.Cleanup(func() { c.Close() })
	return c
}

// A verdict stands with another mutant, or is lost when a campaign goes on.
func TestACampaignsVerdictsAreThoseOfItsMutants(t *testing.T) {
	c := runner(t, "sound")
	path := filepath.Join(t.TempDir(), "state")
	var want []byte
	for _, numbers := range [][]int{{0, 1, 2}, {2}} { // the second goes on after a cut
		s, err := NewMutateState(c.Mutate, 13)
		require.NoError(t, err)
		require.NoError(t, s.Keep(path, true))
		assert.Equal(t, numbers, s.Need())
		for _, n := range numbers {
			result, err := c.Run(t.Context(), n)
			require.NoError(t, err)
			_, err = s.Add(n, result)
			require.NoError(t, err)
		}
		assert.Equal(t, 13, s.Done())
		assert.Empty(t, s.Need())
		for i := range 13 {
			assert.Equal(t, i%3 == 0, s.Killed[i] == "", i)
		}
		s.Close()
		have, err := os.ReadFile(path)
		require.NoError(t, err)
		if want != nil {
			assert.Equal(t, string(want), string(have))
		}
		want = have
		lines := strings.SplitAfter(string(have), "\n")
		require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines[:1+12], "")+`{"i":12,"mu`), 0o600))
	}
	other, err := NewMutateState(Mutate{CPU: "z80", Batch: 6}, 0)
	require.NoError(t, err)
	assert.ErrorContains(t, other.Keep(path, true), "is the state of another campaign: batch: 5 there, 6 here")
	_, err = other.Add(0, []byte(`{"i":1,"mutant":"x"}`))
	assert.ErrorContains(t, err, `job 0: mutant 1 is not "x"`)
	_, err = c.Run(t.Context(), len(c.all))
	assert.ErrorContains(t, err, "there are")
}

// Checks that end, or that are out of step, give verdicts, or block, or end the worker.
func TestChecksThatEndFailTheirJobAlone(t *testing.T) {
	for how, want := range map[string]string{
		"dies": `the checks say "" (unexpected EOF)`, "other": `the checks say "another mutant\tperft"`,
		"unsound": `the checks of the ROM as it is: "perft fails without any change"`,
	} {
		c := runner(t, how)
		_, err := job.Safely(t.Context(), c, 1)
		require.ErrorContains(t, err, want)
		assert.NotContains(t, err.Error(), "\n")
		assert.NoDirExists(t, c.dir)
		if how != "unsound" {
			_, err = job.Safely(t.Context(), c, 0)
			assert.NoError(t, err, "a new process does the next job")
		}
	}
}

// Parameters from another computer make a worker build or run something before they are
// refused.
func TestCampaignsThatNoCommandWritesAreRefused(t *testing.T) {
	for params, want := range map[string]string{
		`{}`:                       "batch 0",
		`{"cpu":"go","batch":5}`:   `engine "go" has no ROM`,
		`{"cpu":"z80","batch":-1}`: "batch -1",
		`{"cpu":"../z80","batch":1,"checks":"0"}`: `engine "../z80"`,
		`{"cpu":"z80","batch":5,"run":"x"}`:       "unknown field",
	} {
		_, err := All.Open(&job.Plan{Kind: MutateKind, Params: json.RawMessage(params)})
		assert.ErrorContains(t, err, want, params)
	}
}
