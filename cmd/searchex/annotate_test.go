package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/hostbridge"
)

// Ctrl-C in the fourth search: the values found before it are written, with the whole
// game.
func TestAnnotateKeepsWhatIsDone(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.pgn"), filepath.Join(dir, "out.pgn")
	require.NoError(t, os.WriteFile(in, []byte("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n"), 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var printed, complaint bytes.Buffer
	a := cli.NewApp(ctx, strings.NewReader(""), &printed, &complaint)
	var left atomic.Int32
	left.Store(4)
	a.NewEngine = func(string) (hostbridge.Engine, error) {
		e, err := hostbridge.New("go")
		return interrupting{fake{Engine: e, name: "go"}, &left, cancel}, err
	}
	status := run(a, []string{"annotate", in, "--nodes", "300", "--out", out})
	assert.Equal(t, cli.ExitInterrupted, status)
	assert.Regexp(t, `^searchex: annotate: 0 of 1 game annotated; \S+out.pgn has the rest as it was\nsearchex: annotate: interrupted: [0-6] of 7 finished\n$`, complaint.String())
	b := given.File(t, out)
	raw, err := pgn.NewReader(bytes.NewReader(b), "out").Next()
	require.NoError(t, err)
	g, _, err := raw.Game()
	require.NoError(t, err)
	assert.Len(t, g.Moves, 6)
	assert.Nil(t, g.Moves[5].Eval)
}

// Whatever is written over a file of games, no game gets lost. Ctrl-C in the second game
// of three, one game of three, a game that breaks off, onto the same file by another name.
func TestAnnotateOntoItsOwnFileKeepsAllGames(t *testing.T) {
	const text = "[White \"1\"]\n\n1. e4 e5 *\n\n[White \"2\"]\n\n1. d4 d5 e7 {so} *\n\n[White \"3\"]\n[Round \"x\"]\n\n1. c4 {tail}\n ; end\n *\n\n{closing words}\n%escaped"
	bare := regexp.MustCompile(`\{\[%eval [^}]*\]\} ?|\[%eval \S+\] |\[%sx \$[246]\] |\[Annotator [^\n]*\n|1\.\.\. | \(\{Better[^)]*\)| \$[246]`)
	for _, tt := range []struct {
		name   string
		after  int32 // searches until ctrl-C
		args   []string
		status int
		tags   int // games with our tag, or -1
	}{
		{"all", 1000, nil, cli.ExitFailed, 3},
		{"interrupted in the first", 2, nil, cli.ExitInterrupted, -1},
		{"interrupted in the second", 5, nil, cli.ExitInterrupted, -1},
		{"one", 1000, []string{"--game", "3"}, 0, 1},
		{"none", 1000, []string{"--game", "4"}, 2, 0},
		{"a bad flag", 1000, []string{"--nodes", "0"}, 2, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			file, link := filepath.Join(dir, "games.pgn"), filepath.Join(dir, "link.pgn")
			require.NoError(t, os.WriteFile(file, []byte(text), 0o640))
			require.NoError(t, os.Symlink("games.pgn", link))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			a := cli.NewApp(ctx, strings.NewReader(""), io.Discard, io.Discard)
			var left atomic.Int32
			left.Store(tt.after)
			a.NewEngine = func(string) (hostbridge.Engine, error) {
				e, err := hostbridge.New("go")
				return interrupting{fake{Engine: e, name: "go"}, &left, cancel}, err
			}
			status := run(a, append([]string{"annotate", file, "--nodes", "100", "--out", link}, tt.args...))
			assert.Equal(t, tt.status, status)
			b := given.File(t, file)
			if tt.tags >= 0 { // else it depends on the workers
				assert.Equal(t, tt.tags, strings.Count(string(b), "[Annotator "))
			}
			assert.Equal(t, strings.Fields(text), strings.Fields(bare.ReplaceAllString(string(b), "")))
			entries, err := os.ReadDir(dir)
			require.NoError(t, err)
			assert.Len(t, entries, 2, "nothing is left beside it")
			info, err := os.Stat(file)
			require.NoError(t, err)
			assert.Equal(t, os.FileMode(0o640), info.Mode().Perm())
		})
	}
}

// Of several that annotate one file onto itself at once, each sees what the one before has
// written: all games are annotated.
func TestSeveralAnnotateOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	const n = 8
	require.NoError(t, os.WriteFile(path, []byte(strings.Repeat("[Event \"a\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n", n)), 0o600))
	done := make(chan string, n)
	for i := range n {
		go func() {
			var complaint bytes.Buffer
			a := cli.NewApp(t.Context(), strings.NewReader(""), io.Discard, &complaint)
			run(a, []string{"annotate", path, "--nodes", "20", "--game", fmt.Sprint(i + 1), "--out", path})
			done <- complaint.String()
		}()
	}
	for range n {
		assert.Empty(t, <-done)
	}
	text := given.File(t, path)
	assert.Equal(t, n, strings.Count(string(text), "[Annotator "), string(text))
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}

// annotateFile runs annotate on a file and returns the annotated text, and the table.
func annotateFile(t *testing.T, file, nodes string) (text, table string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.pgn")
	var printed bytes.Buffer
	a := cli.NewApp(t.Context(), strings.NewReader(""), &printed, io.Discard)
	require.NotEqual(t, cli.ExitUsage, run(a, []string{"annotate", file, "--nodes", nodes, "--out", out}))
	b := given.File(t, out)
	return string(b), printed.String()
}

// The second run on a file equals the first, also after one with other limits, and the table
// counts the glyphs of the file.
func TestAnnotateTwiceIsAsOnce(t *testing.T) {
	const games = "../internal/chess/pgn/testdata/"
	names, err := filepath.Glob(games + "*.pgn")
	require.NoError(t, err)
	wild, err := filepath.Glob(games + "wild/*.pgn")
	require.NoError(t, err)
	require.NotEmpty(t, wild)
	file := filepath.Join(t.TempDir(), "again.pgn")
	again := func(text, nodes string) string {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		text, _ = annotateFile(t, file, nodes)
		return text
	}
	for _, name := range append(names, wild...) {
		once, table := annotateFile(t, name, "20")
		require.Equal(t, once, again(once, "20"), name)
		require.Equal(t, once, again(again(once, "300"), "20"), "%s after other limits", name)
		require.Equal(t, glyphsOf(t, once), countsOf(table), name)
	}
}

// Whatever the flags, the next run knows the annotator for its own.
func TestAnnotatorsOfAllFlagsAreReplaced(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.pgn")
	require.NoError(t, os.WriteFile(file, []byte("[Annotator \"Tal\"]\n\n1. e4 *\n"), 0o600))
	for _, flags := range []string{
		"--nodes 1000000 --sx 2", "--engine go@6502 --nodes 20", "--engine z80 --cycles 1000", "--engine 68000 --profile cyrus86 --sx 2", "--profile uniform --depth 1",
		"--profile tuned,price.killer=12,switch.killers=off --nodes 20 --cycles 12345678", "--profile net --nodes 20",
	} {
		a := cli.NewApp(t.Context(), strings.NewReader(""), io.Discard, io.Discard)
		require.Equal(t, cli.ExitFine, run(a, append([]string{"annotate", file, "--out", file}, strings.Fields(flags)...)), flags)
		b := given.File(t, file)
		require.Regexp(t, `^\[Annotator "Tal; searchex [^;]* a position, marked %sx"\]\n`, string(b), flags)
	}
}

// glyphsOf returns how many moves of the games of a text, up to their errors, have the glyphs
// ?!, ? and ??.
func glyphsOf(t *testing.T, text string) (counts [3]int) {
	t.Helper()
	for r := pgn.NewReader(strings.NewReader(text), "x"); ; {
		raw, err := r.Next()
		if err == io.EOF {
			return counts
		}
		require.NoError(t, err)
		g, _, _ := raw.Game()
		for _, m := range g.Moves {
			for _, n := range m.NAGs {
				if at := slices.Index([]int{6, 2, 4}, n); at >= 0 {
					counts[at]++
					break
				}
			}
		}
	}
}

// countsOf returns what tables of annotate count.
func countsOf(tables string) (counts [3]int) {
	for _, m := range regexp.MustCompile(`([0-9]+) \?!, ([0-9]+) \?, ([0-9]+) \?\?`).FindAllStringSubmatch(tables, -1) {
		for i := range counts {
			n, _ := strconv.Atoi(m[i+1])
			counts[i] += n
		}
	}
	return counts
}
