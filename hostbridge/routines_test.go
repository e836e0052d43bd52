package hostbridge

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// called finds the labels that the tests call, by machine or by rig.
var called = regexp.MustCompile(`\b[cC]all\("([a-z_0-9]+)"`)

// untested are the routines that no test calls by their label, with the reason.
var untested = map[string]string{
	"start": "sets the stack and waits",
	"idle":  "waits",

	"search":  "every search of a test",
	"iterate": "search but for set_up",
	"follow":  "what try_all and node are compared by: it needs both",

	"judge_half":   "keeps list_half's places, and is compared with it",
	"drop_waiting": "keeps list_half's places, and is compared with it",

	"king_passed":  "what king_ending begins with, and is compared with it",
	"near_side":    "a loop of near_king_terms, by its registers",
	"near_squares": "a loop of near_king_terms, by its registers",

	"swap_straight":      "counts into swap_off's states, in the midst of its look along a ray",
	"swap_diagonal":      "as swap_straight",
	"swap_near_straight": "as swap_straight",
	"swap_near_white":    "as swap_straight",
	"swap_near_black":    "as swap_straight",
	"swap_knight":        "as swap_straight",
	"swap_king":          "as swap_straight",
	"swap_overflow":      "as swap_straight",
	"swap_many":          "takes from the stack what swap_long and swap_slow have put there",
}

// TestEveryRoutineIsTested: a routine computes something and no test calls it.
func TestEveryRoutineIsTested(t *testing.T) {
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
	_, m, _ := onMachine(t)
	labels := map[string]bool{}
	for _, label := range routines(m.Program()) {
		labels[label] = true
		if !tested[label] && untested[label] == "" {
			t.Errorf("no test calls %s: write one, or say under untested why there is none", label)
		}
	}
	for label := range untested {
		require.True(t, labels[label], "%s is no routine", label)
		require.False(t, tested[label], "%s has a test", label)
	}
	for _, conventions := range []map[string]map[string]string{z80Test.in, z80Test.out} {
		for label := range conventions {
			require.True(t, labels[label], "%s is no routine", label)
			require.True(t, tested[label], "%s has a convention and no test", label)
		}
	}
}
