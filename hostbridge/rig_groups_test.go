package hostbridge

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// group is what the names of some test files begin with, and what they guard.
type group struct{ prefix, guards string }

// groups are those of this package. Besides, X_test.go beside X.go guards that file.
var groups = []group{
	{"agree", "the first test, by its name: a sample of all others, and the search for the routine that is wrong"},
	{"routines", "routines of the assembly, called one by one, against the function of the Go engine"},
	{"rules", "the same of the rules: attacks, generators, moves that are made and played, perft"},
	{"eval", "the same of values: exchanges, root tables, the network, mate at a glance"},
	{"book", "the same of the book"},
	{"byhand", "one branch of the assembly each, in a position made for it"},
	{"equal", "whole searches: all engines find the same, count the same and tell the same events"},
	{"cycles", "what routines, nodes and watching cost; the counting of cycles and of kinds of work"},
	{"mutants", "changes of a ROM, by which the tests themselves are tested"},
	{"witness", "emulators of other make, which find and leave the same"},
	{"computer", "cartridges and modules of other computers, with their user interfaces"},
	{"example", "examples of the package's documentation"},
	{"rig", "nothing: what the tests share"},
}

// Every test file is named for a file of the package or begins with a group's name, and each group has files.
func TestFilesAreInGroups(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	require.NoError(t, err)
	var met []string
	for _, file := range files {
		name := strings.TrimSuffix(file, "_test.go")
		prefix, _, _ := strings.Cut(name, "_")
		if slices.ContainsFunc(groups, func(g group) bool { return g.prefix == prefix }) {
			met = append(met, prefix)
			continue
		}
		_, err := os.Stat(name + ".go")
		require.NoError(t, err, "%s: begin its name with a group of rig_groups_test.go, or add one there", file)
	}
	for _, g := range groups {
		require.Contains(t, met, g.prefix, "no file is in the group")
	}
}
