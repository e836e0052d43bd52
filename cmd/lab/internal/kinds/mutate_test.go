package kinds

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm/tools/mutant"
	"github.com/searchex/searchex/cmd/internal/given"
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
	fmt.Println("perft\tkillers, by hand")
	all, err := Mutants("z80")
	if err != nil || how == "unsound" {
		fmt.Println("perft fails without any change")
		return
	}
	fmt.Println("ready")
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		for _, place := range strings.Fields(in.Text()) {
			i, _ := strconv.Atoi(place)
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

// runner returns a runner of jobs of a campaign whose checks are the test program, of the
// mutants at some places, nil for all.
func runner(t *testing.T, how string, chosen []int) *campaigner {
	t.Setenv("KINDS_CHECKS", how)
	path, err := os.Executable()
	require.NoError(t, err)
	checks, err := os.ReadFile(path)
	require.NoError(t, err)
	c := &campaigner{Mutate: Mutate{CPU: "z80", Batch: 5, Chosen: chosen}, checks: checks}
	c.all, err = c.mutants()
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

// Each verdict stands with its mutant, also when a campaign goes on.
func TestACampaignsVerdictsAreThoseOfItsMutants(t *testing.T) {
	places := []int{0, 1, 3, 9, 10, 11, 100, 102, 103, 200, 300, 301, 303}
	c := runner(t, "sound", places)
	path := filepath.Join(t.TempDir(), "state")
	var want []byte
	for _, numbers := range [][]int{{0, 1, 2}, {2}} { // the second goes on after a cut
		s, err := NewMutateState(c.Mutate)
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
		for i, place := range places {
			assert.Equal(t, place%3 == 0, s.Killed[i] == "", i)
		}
		s.Close()
		have := given.File(t, path)
		if want != nil {
			assert.Equal(t, string(want), string(have))
		}
		want = have
		lines := strings.SplitAfter(string(have), "\n")
		require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines[:1+12], "")+`{"i":12,"mu`), 0o600))
	}
	for differs, m := range map[string]Mutate{
		"batch: 5 there, 6 here": {CPU: "z80", Batch: 6, Chosen: places}, "only: ": {CPU: "z80", Batch: 5, Chosen: places, Only: "perft"},
		"mutants (the ROM or the choice has changed): ": {CPU: "z80", Batch: 5},
	} {
		other, err := NewMutateState(m)
		require.NoError(t, err)
		assert.ErrorContains(t, other.Keep(path, true), "is the state of another campaign: "+differs)
		_, err = other.Add(0, []byte(`{"i":1,"mutant":"x"}`))
		assert.ErrorContains(t, err, `job 0: mutant 1 is not "x"`)
	}
	_, err := c.Run(t.Context(), 3)
	assert.ErrorContains(t, err, "there are 13 mutants")
}

// A campaign tries the mutants that were asked for, the same ones each time.
func TestTheMutantsOfACampaignAreThoseThatWereChosen(t *testing.T) {
	all, err := Mutants("6502")
	require.NoError(t, err)
	names := func(c Choice) (names []string) {
		places, err := c.Of(all)
		require.NoError(t, err)
		some, err := chosen(all, places)
		require.NoError(t, err)
		for i := range some {
			names = append(names, some[i].Name)
		}
		return names
	}
	places, err := (&Choice{}).Of(all)
	require.NoError(t, err)
	assert.Nil(t, places)
	branches := names(Choice{Match: "search.s node: ", Kinds: []mutant.Kind{mutant.Never, mutant.Always}})
	require.NotEmpty(t, branches)
	for _, name := range branches {
		assert.Regexp(t, "^search.s node: .* -> (never|always)", name)
	}
	assert.Equal(t, branches[:2], names(Choice{Names: append([]string{"", "no such mutant"}, branches[:2]...)}))
	assert.Equal(t, branches[1:2], names(Choice{Names: branches[:2], Not: map[string]string{branches[0]: ""}}))
	few, many := names(Choice{Sample: 50}), names(Choice{Sample: 100})
	assert.Len(t, few, 50)
	assert.Subset(t, many, few)
	assert.NotEqual(t, many[:50], few, "a sample is of the whole ROM")
	_, err = (&Choice{Names: []string{}}).Of(all)
	assert.ErrorContains(t, err, "none of the ")
}

// Checks that end, or that are out of step, give no verdict, do not block, and leave the worker
// running.
func TestChecksThatEndFailTheirJobAlone(t *testing.T) {
	for how, want := range map[string]string{
		"dies": `the checks say "" (unexpected EOF)`, "other": `the checks say "another mutant\tperft"`,
		"unsound": `the checks of the ROM as it is: "perft fails without any change"`,
	} {
		c := runner(t, how, nil)
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

// Parameters from another computer are refused before a worker builds or runs anything.
func TestCampaignsThatNoCommandWritesAreRefused(t *testing.T) {
	for params, want := range map[string]string{
		`{}`:                       "batch 0",
		`{"cpu":"go","batch":5}`:   `engine "go" has no ROM`,
		`{"cpu":"z80","batch":-1}`: "batch -1",
		`{"cpu":"../z80","batch":1,"checks":"0"}`:    `engine "../z80"`,
		`{"cpu":"z80","batch":5,"run":"x"}`:          "unknown field",
		`{"cpu":"z80","batch":5,"chosen":[3,3]}`:     "mutant 3 of ",
		`{"cpu":"z80","batch":5,"chosen":[-1]}`:      "mutant -1 of ",
		`{"cpu":"z80","batch":5,"chosen":[1e6]}`:     "parameters: ",
		`{"cpu":"z80","batch":5,"chosen":[1000000]}`: "mutant 1000000 of ",
	} {
		_, err := All.Open(&job.Plan{Kind: MutateKind, Params: json.RawMessage(params)})
		assert.ErrorContains(t, err, want, params)
	}
}
