package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/cli/clitest"
	"github.com/searchex/searchex/cmd/internal/given"
)

var (
	// aFigure matches a number of five or more digits with separators, or one with a unit that is measured.
	aFigure = regexp.MustCompile(`\b\d{2,3}(?:,\d{3})+\b|\b\d{1,3}(?:,\d{3}){2,}\b|\b\d[\d,.]*(?: ?%| MHz\b| Elo\b| seconds?\b| s\b)`)
	// aDefinition matches numbers that define something and are no results: the clocks of the machines and the
	// interval of a rating.
	aDefinition = regexp.MustCompile(`\b(?:` + clocks + `) MHz\b|\b(?:Elo|measured|error), 95%|±95%|\b95% (?:interval|is its interval)`)
	// aDate matches a date, which is the source of what follows it.
	aDate = regexp.MustCompile(`\b20\d\d-\d\d-\d\d\b`)
	// aBlock matches a block that a command fills and a test compares.
	aBlock = regexp.MustCompile(`(?s)<!-- (?:` + blocks + `) -->.*?<!-- end -->`)
)

const (
	// clocks of the Z80, 6502 and 68000, exact and as pages round them, and of an MSX and a Mega Drive.
	clocks = `4|4\.000|1\.96608|1\.97|8|8\.000|3\.58|7\.67`
	// aLog has what was measured by date: there a date is enough.
	aLog = "docs/lab/log.md"
	// blocks are the names that tests give to clitest.Block.
	blocks = `claims|claims-classic|claims-odd-even|added|fields|figures|routines|sizes|levels|others|pairs`
)

// aSource returns what matches a commit, a command of the project or a page of the web: the source of the figures around it.
func aSource(t *testing.T) *regexp.Regexp {
	t.Helper()
	var names []string
	for _, name := range clitest.Commands(t, &commands{}) {
		if !strings.Contains(name, " ") {
			names = append(names, name)
		}
	}
	return regexp.MustCompile("(?m)\\bcommits?\\s[0-9a-f]{7}|\\bgo (?:run|test) |(?:^|[` /])searchex (?:" + strings.Join(names, "|") + `)\b|\blab [a-z-]+ --|make (?:docs|golden)|\bhttps?://`)
}

// withoutSessions returns a page without its commands at a prompt and what they printed.
func withoutSessions(page string) string {
	lines := strings.Split(page, "\n")
	for _, s := range slices.Backward(sessions(lines)) {
		lines = slices.Replace(lines, s.from-1, s.to, "")
	}
	return strings.Join(lines, "\n")
}

// unsourced returns the figures of a page without a source. A commit, a command or an address is the source of
// its paragraph or table and the ones before and after. In a section that names one of them somewhere, or in any if
// byDate, a date is the source of its paragraph and the one after, and in the section's heading of all in it. Blocks that
// commands fill have one.
func unsourced(page string, source *regexp.Regexp, byDate bool) (all []string) {
	if strings.HasPrefix(page, "<!-- Written by") || strings.HasPrefix(page, "*Written by `go run ") {
		return nil
	}
	text := aBlock.ReplaceAllString(page, "filled")
	dated := 0 // the level of the heading with a date that the section is below, 0 for none
	for _, section := range sections(text) {
		title, _, _ := strings.Cut(section, "\n")
		level := len(title) - len(strings.TrimLeft(title, "#"))
		if dated == 0 || level <= dated {
			dated = 0
			if level > 1 && aDate.MatchString(title) {
				dated = level
			}
		}
		named := byDate || source.MatchString(section)
		chunks := regexp.MustCompile(`\n{2,}`).Split(section, -1)
		for i, chunk := range chunks {
			before := strings.Join(chunks[max(i-1, 0):i+1], "\n\n")
			near := strings.Join(chunks[max(i-1, 0):min(i+2, len(chunks))], "\n\n")
			if !source.MatchString(near) && !(named && (dated > 0 || aDate.MatchString(before))) {
				all = append(all, aFigure.FindAllString(aDefinition.ReplaceAllString(chunk, ""), -1)...)
			}
		}
	}
	return all
}

// sections returns the parts of a page from each heading to the next one.
func sections(page string) (all []string) {
	begin := 0
	for _, m := range regexp.MustCompile(`(?m)^##+ `).FindAllStringIndex(page, -1) {
		all = append(all, page[begin:m[0]])
		begin = m[0]
	}
	return append(all, page[begin:])
}

// unsourcedYet has the figures without a source of each page that has some, and why. The numbers may only go
// down, and no page may be added.
var unsourcedYet = map[string]struct {
	figures int
	because string
}{
	"docs/decisions.md":        {1, "a size that a decision sets"},
	"docs/design.md":           {4, "what is required"},
	"docs/manual/files.md":     {1, "a limit of the program"},
	"docs/manual/match.md":     {3, "examples of time controls, and a default"},
	"docs/manual/play.md":      {1, "a limit of the program"},
	"docs/manual/uci.md":       {3, "limits of the program, and the price that classic is given"},
	"docs/manual/xboard.md":    {1, "a bound of the protocol"},
	"docs/session-protocol.md": {2, "bounds of the protocol"},
	"docs/session.md":          {2, "limits that commands set"},
}

// No page has more figures without a source than it is allowed, and what is allowed is what there is.
func TestFiguresHaveASource(t *testing.T) {
	pages := slices.DeleteFunc(documents(t), func(path string) bool { return strings.Contains(filepath.ToSlash(path), "docs/pages/") })
	compared := map[string]bool{}
	for _, x := range pagesOfSessions {
		compared[x.page] = true
	}
	source, all := aSource(t), 0
	for _, page := range pages {
		text := given.File(t, page)
		name := strings.TrimPrefix(filepath.ToSlash(page), "../../")
		shown := strings.ReplaceAll(string(text), "\r\n", "\n")
		if compared[name] {
			shown = withoutSessions(shown)
		}
		found, allowed := unsourced(shown, source, name == aLog), unsourcedYet[name]
		assert.Len(t, found, allowed.figures, "%s: figures that are in no filled block, and have no date, commit or command beside them", name)
		assert.Equal(t, allowed.figures > 0, allowed.because != "", "%s: why", name)
		all += len(found)
	}
	assert.LessOrEqual(t, all, 30)
	t.Logf("%d figures on %d pages have no source beside them", all, len(pages))
}

// Clocks that pages may state without a source equal the machines' clocks.
func TestClocksAreThoseOfTheMachines(t *testing.T) {
	for _, name := range cli.MachineNames() {
		e := given.Engine(t, name)
		assert.Regexp(t, "^(?:"+clocks+")$", fmt.Sprintf("%g", e.Clock().MHz()), name)
	}
}

func TestUnsourcedCountsFigures(t *testing.T) {
	source := aSource(t)
	for page, n := range map[string]int{
		"It takes 378,079,981 cycles, 94.5 s.":                                                2,
		"Rooks have 5 of 1,024.":                                                              0,
		"+60 Elo, 12%, 3 MHz and 5 seconds":                                                   4,
		"+60, 95% interval, at 4 MHz and 1.96608 MHz; 4.1 MHz":                                1,
		"On 2026-11-25 it took 94.5 s.":                                                       0,
		"On 2026-11-25:\n\n94.5 s\n\n9 s":                                                     1,
		"94.5 s\n\nOn 2026-11-25 something else was done.":                                    1,
		"94.5 s\n\n    go run ./cmd/searchex cycles\n\n12,345":                                0,
		"94.5 s\n\ntext\n\n    go run ./cmd/searchex cycles":                                  1,
		"searchex needs 94.5 s":                                                               1,
		"94.5 s by `searchex cycles`":                                                         0,
		"## Speed (2026-11-25)\n\n94.5 s\n\n12,345\n\n## Now\n\ntext\n\n50,000":               1,
		"## Speed (2026-11-25)\n\n### Of one\n\ntext\n\n94.5 s\n\n## Now\n\n50,000":           1,
		"# `searchex match` (2026-11-25)\n\ntext\n\n94.5 s":                                   1,
		"<!-- figures -->\n| 12,345 |\n\n| 12,346 |\n<!-- end -->\n\ntext\n\n<!-- x -->\n9 s": 1,
		"<!-- Written by x. -->\n\n12,345":                                                    0,
		"*Written by `go run x`*\n\ntext\n\n12,345":                                           0,
	} {
		assert.Len(t, unsourced(page, source, true), n, page)
	}
	for page, n := range map[string]int{
		"On 2026-11-25 it took 94.5 s.":                                                                1,
		"On 2026-11-25 it took 94.5 s (commit ab74be8).":                                               0,
		"## Speed (2026-11-25)\n\n94.5 s\n\ntext\n\n    go run ./cmd/searchex cycles\n\n## Now\n\n9 s": 1,
		"## Speed (2026-11-25)\n\n94.5 s\n\n## Now\n\n    go run ./cmd/searchex cycles":                1,
	} {
		assert.Len(t, unsourced(page, source, false), n, page)
	}
	page := "9 s\n\n    $ ./searchex x\n    12,345\n\n    12,346\n\ntext\n\n8 s"
	assert.Equal(t, []string{"9 s", "8 s"}, unsourced(withoutSessions(page), source, true))
}
