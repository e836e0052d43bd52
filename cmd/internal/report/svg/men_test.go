package svg

import (
	"regexp"
	"strings"
	"testing"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The men equal the page's, segment by segment.
func TestTheMenAreThoseOfThePage(t *testing.T) {
	page := given.File(t, "../../web/page/pieces.js")
	quoted := regexp.MustCompile(`"(M[^"]*)"`)
	base := regexp.MustCompile(`const base = "(.*)"`).FindStringSubmatch(string(page))
	require.NotNil(t, base)
	for _, m := range menShapes {
		line := regexp.MustCompile(`(?s)\n  ` + m.letter + `: \[(.*?)\]`).FindStringSubmatch(string(page))
		require.NotNil(t, line, m.letter)
		var path strings.Builder
		for _, s := range quoted.FindAllStringSubmatch(line[1], -1) {
			path.WriteString(s[1])
		}
		if strings.Contains(line[1], "base") {
			path.WriteString(base[1])
		}
		assert.Equal(t, path.String(), m.path, m.letter)
	}
}
