package main

import (
	"regexp"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
)

// every lists all commands and groups of commands.
func every(t *testing.T) (names []string) {
	t.Helper()
	parser, err := kong.New(&commands{}, kong.Vars{"engines": "", "standing": "", "machines": "", "roms": ""})
	require.NoError(t, err)
	var walk func(n *kong.Node, name string)
	walk = func(n *kong.Node, name string) {
		for _, c := range n.Children {
			names = append(names, name+c.Name)
			walk(c, name+c.Name+" ")
		}
	}
	walk(parser.Model.Node, "")
	require.Greater(t, len(names), 10)
	return names
}

// manuals matches the line of a command's help that names its manual.
var manuals = regexp.MustCompile(`\nManual: (README\.md|docs/[a-z/-]+\.md)`)

// A command's help does not say what it prints, or gives no example of that command, or
// does not name its manual.
func TestEveryHelpSaysWhatIsPrintedAndGivesAnExample(t *testing.T) {
	for _, name := range every(t) {
		status, out, complaint := runWith(t, fake{}, append([]string{"help"}, words(name)...)...)
		assert.Equal(t, cli.ExitFine, status, name)
		assert.Empty(t, complaint, name)
		assert.Regexp(t, `\n(Prints|Reads|An opening book) `, out, name)
		assert.Regexp(t, `(?s)\nFor example:\n\n    .*`+regexp.QuoteMeta("searchex "+name)+`\b`, out, name)
		manual := manuals.FindStringSubmatch(out)
		if assert.NotNil(t, manual, name) {
			assert.FileExists(t, "../../"+manual[1], name)
		}
	}
}

func words(s string) []string { return regexp.MustCompile(` +`).Split(s, -1) }
