package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
)

// leastWidth is the least width of a terminal that the README names for tables.
const leastWidth = 40

// No table is wider than the terminal.
func TestTablesFitTheTerminal(t *testing.T) {
	fits := func(a *cli.App, width int, line string) {
		var out, complaint bytes.Buffer
		a.Out, a.Err = &report.Screen{Writer: &out, Width: width}, &complaint
		assert.Equal(t, cli.ExitFine, run(a, strings.Fields(line)), "%s: %s", line, &complaint)
		assert.NotEmpty(t, out.String(), line)
		for row := range strings.Lines(out.String()) {
			assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(row, "\n")), width, "%s: %s", line, row)
		}
	}
	for _, line := range []string{
		"search --sx 10", "compare --sx 10", "solve --nodes 50", "perft --depth 1", "tree --sx 10",
		"match go go:sx81 --games 2 --nodes 50", "match go:sex88 go:sx81 go:uniform --round-robin --games 2 --nodes 50",
	} {
		for _, width := range []int{leastWidth, 60, 80, 132} {
			a := cli.NewApp(t.Context(), strings.NewReader(""), nil, nil)
			a.NewEngine = fake{}.engine
			fits(a, width, line)
		}
	}
	for _, line := range []string{ // of real machines
		"cycles --engine z80 --sx 10 --profile sx81", "engines --seconds 0.001", "disasm follow", "disasm --engine 68000 follow",
		"trace --count 9", "trace --engine 68000 --count 9", "heat --nodes 20 --profile sx81",
	} {
		fits(cli.NewApp(t.Context(), strings.NewReader(""), nil, nil), leastWidth, line)
	}
}
