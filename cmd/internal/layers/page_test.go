package layers

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What go doc prints of goengine is short enough to be read: at most 45 symbols, in 650 lines.
func TestGoengineHasAShortPage(t *testing.T) {
	page := func(args ...string) string {
		c := exec.Command("go", append([]string{"doc"}, args...)...)
		c.Dir = root
		out, err := c.Output()
		require.NoError(t, err)
		return string(out)
	}
	symbols := regexp.MustCompile(`(?m)^ *(func|type|const|var) `).FindAllString(page("./goengine"), -1)
	assert.LessOrEqual(t, len(symbols), 45, "exported symbols: tests and tools have internal/probe")
	assert.Greater(t, len(symbols), 30)
	assert.LessOrEqual(t, strings.Count(page("-all", "./goengine"), "\n"), 650)
}
