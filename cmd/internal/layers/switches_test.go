package layers

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/testdata/switches"
)

// A list has names and values; what is unknown, empty or lacks its value is refused.
func TestSwitches(t *testing.T) {
	for list, want := range map[string]map[string]string{
		"":                   {},
		"slow":               {"slow": ""},
		"all":                {"all": "", "slow": ""},
		"mame, few":          {"mame": "", "few": ""},
		"seed=7,site=/a=b/c": {"seed": "7", "site": "/a=b/c"},
	} {
		got, err := switches.Parse(list)
		require.NoError(t, err, list)
		assert.Equal(t, want, got, list)
	}
	for _, list := range []string{"slwo", "slow,", ",", "slow=1", "seed", "seed=", "SLOW"} {
		_, err := switches.Parse(list)
		require.ErrorContains(t, err, "is no switch: want some of all away= browser", list)
	}
}

// Tests, pages and what builds them name no other variable, and the page for contributors has
// each switch with what it does.
func TestOneVariable(t *testing.T) {
	known := []string{switches.Variable, "SEARCHEX_TEST_PROGRAM"} // the second is between a test and the program that it starts
	files, err := exec.Command("git", "-C", root, "ls-files", "*.go", "*.md", "Makefile", ".ci").Output()
	if err != nil {
		t.Skip("no git repository")
	}
	for _, name := range strings.Fields(string(files)) {
		text := given.File(t, filepath.Join(root, name))
		for _, v := range regexp.MustCompile(`SEARCHEX_[A-Z]+[A-Z_]*`).FindAllString(string(text), -1) {
			assert.Contains(t, known, v, name)
		}
	}
	page := given.File(t, filepath.Join(root, "docs", "contributing.md"))
	for name, what := range switches.Known {
		row := "| `" + name + "` | " + what
		assert.True(t, strings.Contains(string(page), row), "docs/contributing.md: %s", row)
	}
}
