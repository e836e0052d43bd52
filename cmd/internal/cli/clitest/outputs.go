package clitest

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
)

// Outputs fails for a flag or argument that names a file to write and that is not refused,
// before any work, when the file cannot be written. Inputs are the flags and arguments that
// name files to read. Outputs gives for each of the others a command line that would work for
// hours, with @ in place of the file's name. A flag whose placeholder is FILE, DIR or FOLDER,
// and an argument whose help is about a file, must be in one of them. Both name a flag as
// "annotate --out" and an argument as "book build <src>".
func Outputs(t *testing.T, declared any, inputs []string, outputs map[string]string, run func(args ...string) (status int, stdout, stderr string)) {
	t.Helper()
	listed := slices.AppendSeq(slices.Clone(inputs), maps.Keys(outputs))
	isFolder := files(t, declared)
	require.ElementsMatch(t, slices.Collect(maps.Keys(isFolder)), listed, "flags and arguments that name files")
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for name, line := range outputs {
		bad := []string{filepath.Join(file, "x")}
		if !isFolder[name] {
			bad = append(bad, filepath.Join(folder, "missing", "x"), folder)
		}
		for _, path := range bad {
			args := strings.Fields(line)
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "@", path)
			}
			status, out, complaint := run(args...)
			assert.Contains(t, []int{cli.ExitUsage, cli.ExitOutput}, status, "%s %q: %s", name, path, complaint)
			assert.Empty(t, out, "%s %q", name, path)
			assert.Equal(t, 1, strings.Count(complaint, "\n"), "%s %q: %s", name, path, complaint)
			assert.Contains(t, complaint, path, name)
		}
	}
}

// aFile matches the help of an argument that names a file.
var aFile = regexp.MustCompile(`(?i)\b(file|pgn|book|sources?|writes?)\b`)

// files returns the flags and arguments that name files, and which of them name folders.
func files(t *testing.T, declared any) (isFolder map[string]bool) {
	t.Helper()
	isFolder = map[string]bool{}
	walk(model(t, declared), "", func(n *kong.Node, name string) {
		for _, f := range n.Flags {
			switch f.PlaceHolder {
			case "FILE":
				isFolder[name+"--"+f.Name] = false
			case "DIR", "FOLDER":
				isFolder[name+"--"+f.Name] = true
			}
		}
		for _, a := range n.Positional {
			if aFile.MatchString(a.Help) {
				isFolder[name+"<"+a.Name+">"] = false
			}
		}
	})
	require.NotEmpty(t, isFolder)
	return isFolder
}

// writers returns the flags without a value that make a command write files, each as the command
// line that has it.
func writers(t *testing.T, declared any) map[string]string {
	t.Helper()
	all := map[string]string{}
	walk(model(t, declared), "", func(n *kong.Node, name string) {
		for _, f := range n.Flags {
			if f.IsBool() && strings.HasPrefix(f.Help, "Write ") {
				all[name+"--"+f.Name] = name + "--" + f.Name
			}
		}
	})
	return all
}

// walk calls f for each command, with its name and a space.
func walk(n *kong.Node, name string, f func(n *kong.Node, name string)) {
	f(n, name)
	for _, c := range n.Children {
		walk(c, name+c.Name+" ", f)
	}
}
