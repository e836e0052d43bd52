package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	// aFigure matches a number of five or more digits with separators, or one with a unit that is measured.
	aFigure = regexp.MustCompile(`\b\d{2,3}(?:,\d{3})+\b|\b\d{1,3}(?:,\d{3}){2,}\b|\b\d[\d,.]*(?: ?%| MHz\b| Elo\b| seconds?\b| s\b)`)
	// aSource matches what says where a figure is from: a date, a commit, a command, or a page of the web.
	aSource = regexp.MustCompile("\\b20\\d\\d-\\d\\d-\\d\\d\\b|\\bcommit [0-9a-f]{7}|\\bgo (?:run|test) |(?:^|[` /])searchex [a-z]|\\blab [a-z-]+ --recorded|make (?:docs|golden)|\\bhttps?://")
)

// unsourced counts the figures of a page without a source. A source counts for its paragraph or table and
// the ones before and after, in a heading for its section. Blocks that commands fill have one.
func unsourced(page string) (n int) {
	if strings.HasPrefix(page, "<!-- Written by") {
		return 0
	}
	filled := regexp.MustCompile(`(?s)<!-- (?:claims|figures|fields) -->.*?<!-- end -->`)
	chunks := strings.Split(filled.ReplaceAllString(page, "filled"), "\n\n")
	heading := false
	for i, chunk := range chunks {
		if strings.HasPrefix(chunk, "#") {
			title, _, _ := strings.Cut(chunk, "\n")
			heading = aSource.MatchString(title)
		}
		near := strings.Join(chunks[max(i-1, 0):min(i+2, len(chunks))], "\n\n")
		if !heading && !aSource.MatchString(near) {
			n += len(aFigure.FindAllString(chunk, -1))
		}
	}
	return n
}

// unsourcedYet has the figures without a source of each page that has some. The numbers may only
// go down, and no page may be added.
var unsourcedYet = map[string]int{
	"README.md":                3,
	"docs/decisions.md":        31,
	"docs/design.md":           8,
	"docs/lab/log.md":          9,
	"docs/lab/root-net.md":     66,
	"docs/machines/6502.md":    8,
	"docs/machines/68000.md":   15,
	"docs/machines/cores.md":   19,
	"docs/manual/cycles.md":    64,
	"docs/manual/emulators.md": 2,
	"docs/manual/files.md":     1,
	"docs/manual/levels.md":    47,
	"docs/manual/machines.md":  20,
	"docs/manual/match.md":     7,
	"docs/manual/play.md":      5,
	"docs/manual/routine.md":   12,
	"docs/manual/spread.md":    5,
	"docs/manual/tree.md":      4,
	"docs/manual/uci.md":       15,
	"docs/manual/window.md":    12,
	"docs/session-protocol.md": 2,
	"docs/session.md":          4,
}

// No page has more figures without a source than it is allowed, and what is allowed is what there is.
func TestFiguresHaveASource(t *testing.T) {
	pages := slices.DeleteFunc(documents(t), func(path string) bool { return strings.Contains(filepath.ToSlash(path), "docs/pages/") })
	all := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		name := strings.TrimPrefix(filepath.ToSlash(page), "../../")
		n := unsourced(strings.ReplaceAll(string(text), "\r\n", "\n"))
		assert.Equal(t, unsourcedYet[name], n, "%s: figures that are in no filled block, and have no date, commit or command beside them", name)
		all += n
	}
	t.Logf("%d figures on %d pages have no source beside them", all, len(pages))
}

func TestUnsourcedCountsFigures(t *testing.T) {
	for page, n := range map[string]int{
		"It takes 378,079,981 cycles, 94.5 s.":                                                2,
		"Rooks have 5 of 1,024.":                                                              0,
		"+60 Elo, 12%, 3 MHz and 5 seconds":                                                   4,
		"On 2026-11-25 it took 94.5 s.":                                                       0,
		"94.5 s\n\n    go run ./cmd/searchex cycles\n\n12,345":                                0,
		"94.5 s\n\ntext\n\n    go run ./cmd/searchex cycles":                                  1,
		"## Speed (2026-11-25)\n\n94.5 s\n\n12,345\n\n## Now\n\ntext\n\n50,000":               1,
		"<!-- figures -->\n| 12,345 |\n\n| 12,346 |\n<!-- end -->\n\ntext\n\n<!-- x -->\n9 s": 1,
		"<!-- Written by x. -->\n\n12,345":                                                    0,
	} {
		assert.Equal(t, n, unsourced(page), page)
	}
}
