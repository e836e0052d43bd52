package clitest

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
)

// Commands returns the names of all commands and groups of commands, such as "book build".
// declared is a pointer to the struct that declares them for kong.
func Commands(t *testing.T, declared any) (names []string) {
	t.Helper()
	walk(model(t, declared), "", func(_ *kong.Node, name string) {
		if name != "" {
			names = append(names, strings.TrimSpace(name))
		}
	})
	require.NotEmpty(t, names)
	return names
}

// model returns the tree of the commands that a struct declares.
func model(t *testing.T, declared any) *kong.Node {
	t.Helper()
	parser, err := kong.New(declared, kong.Vars{"engines": "", "standing": "", "machines": "", "roms": ""})
	require.NoError(t, err)
	return parser.Model.Node
}

// manuals matches the line of a command's help that names its manual.
var manuals = regexp.MustCompile(`\nManual: (README\.md|docs/[A-Za-z/-]+\.md)`)

// Help fails for a command whose help does not say what it prints, or gives no example of
// that command, or names no manual in the folder root. program is the command line of the
// program in the examples; run executes its arguments.
func Help(t *testing.T, declared any, program, root string, run func(args ...string) (status int, stdout, stderr string)) {
	t.Helper()
	for _, name := range Commands(t, declared) {
		status, out, complaint := run(append([]string{"help"}, strings.Fields(name)...)...)
		assert.Equal(t, cli.ExitFine, status, name)
		assert.Empty(t, complaint, name)
		assert.Regexp(t, `\n(Prints|Reads|An opening book) `, out, name)
		assert.Regexp(t, `(?s)\nFor example:\n\n    .*`+regexp.QuoteMeta(program+" "+name)+`\b`, out, name)
		manual := manuals.FindStringSubmatch(out)
		if assert.NotNil(t, manual, name) {
			assert.FileExists(t, filepath.Join(root, manual[1]), name)
		}
	}
}
