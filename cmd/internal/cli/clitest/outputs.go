package clitest

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
)

// written and read are the names of flags that name files, whose placeholder is FILE, DIR or FOLDER: files to write, and files
// to read.
var (
	written = []string{"out", "svg", "pgn", "polyglot", "folder", "raw"}
	read    = []string{"book", "dir", "epd", "games", "names", "openings", "positions", "rom", "sources", "symbols", "tls-ca", "tls-cert", "tls-key", "token-file", "vs"}
)

// Outputs fails for a flag or argument that names a file to write and that is not refused,
// before any work, when the file cannot be written. Lines has what a command line needs besides: by the
// name of the command, or by the command and the flag, as "classic --out"; and the arguments that name a file to write, as
// "book add <file>", with @ in place of it. Inputs are the other arguments of the name file, src or *.pgn.
func Outputs(t *testing.T, declared any, inputs []string, lines map[string]string, run func(args ...string) (status int, stdout, stderr string)) {
	t.Helper()
	all, isFolder := outputs(t, declared, inputs, lines)
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for name, line := range all {
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

// outputs returns the flags and arguments that name files to write, each with a command line that would work for hours, and
// which of them name folders.
func outputs(t *testing.T, declared any, inputs []string, lines map[string]string) (all map[string]string, isFolder map[string]bool) {
	t.Helper()
	all, isFolder = map[string]string{}, map[string]bool{}
	var arguments []string
	walk(model(t, declared), "", func(n *kong.Node, name string) {
		long := ""
		if slices.ContainsFunc(n.Flags, func(f *kong.Flag) bool { return f.Name == "nodes" }) {
			long = " --nodes 999999999999"
		}
		for _, f := range n.Flags {
			flag, isFile := name+"--"+f.Name, slices.Contains([]string{"FILE", "DIR", "FOLDER"}, f.PlaceHolder)
			switch {
			case !isFile:
				require.NotContains(t, written, f.Name, "%s: want the placeholder FILE or DIR", flag)
			case slices.Contains(read, f.Name):
			default:
				require.Contains(t, written, f.Name, "%s: want its name among those of files to write or to read", flag)
				all[flag] = name + cmp.Or(lines[flag], lines[strings.TrimSpace(name)]) + long + " --" + f.Name + " @"
				isFolder[flag] = f.PlaceHolder != "FILE"
			}
		}
		for _, a := range n.Positional {
			argument := name + "<" + a.Name + ">"
			if line := lines[argument]; line != "" {
				all[argument] = name + line
			}
			if slices.Contains([]string{"file", "src"}, a.Name) || strings.HasSuffix(a.Name, ".pgn") || lines[argument] != "" {
				arguments = append(arguments, argument)
			}
		}
	})
	listed := slices.Clone(inputs)
	for name := range lines {
		if strings.HasSuffix(name, ">") {
			listed = append(listed, name)
		}
	}
	require.ElementsMatch(t, listed, arguments, "arguments that name files")
	require.NotEmpty(t, all)
	return all, isFolder
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
