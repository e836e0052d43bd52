package hostbridge

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/hostbridge/contracts"
)

// called finds the labels that the tests call, by machine or by rig.
var called = regexp.MustCompile(`\b(?:(?:[cC]all|sift|gives)\(|givesNode\(\w+, \w+, )"([a-z_0-9]+)"`)

// TestEveryRoutineIsTested: each routine that computes something is called by a test.
func TestEveryRoutineIsTested(t *testing.T) { onMachines(t, testEveryRoutineIsTested) }

func testEveryRoutineIsTested(t testing.TB, m *rig) {
	files, err := filepath.Glob("*_test.go")
	require.NoError(t, err)
	tested := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range called.FindAllSubmatch(text, -1) {
			tested[string(m[1])] = true
		}
	}
	labels := map[string]bool{}
	for _, label := range routines(m.m.Program()) {
		labels[label] = true
		if !tested[label] && m.cpu.untested[label] == "" {
			t.Errorf("no test calls %s: write one, or say under untested why there is none", label)
		}
	}
	for label := range m.cpu.untested {
		require.True(t, labels[label], "%s is no routine", label)
		require.False(t, tested[label], "%s has a test", label)
	}
	book, err := contracts.Load(m.Name(), nil)
	require.NoError(t, err)
	held := book.Routines() // TestRoutinesHoldTheirContracts calls them
	for label := range m.places {
		require.True(t, labels[label], "places.txt: %s is no routine", label)
		require.True(t, tested[label] || slices.Contains(held, label), "places.txt: no test calls %s", label)
	}
}
