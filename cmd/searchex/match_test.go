package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
)

// runMatch runs a match command until the state file has a number of games, 0 for all: it ends
// when the next one is to be written.
func runMatch(t *testing.T, state string, games int, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if games > 0 {
		defer userfile.Failing(func(step userfile.Step, path string) error {
			if b, _ := os.ReadFile(state); step == userfile.Writing && path == state && bytes.Count(b, []byte("\n")) > games {
				cancel()
			}
			return nil
		})()
	}
	var out, complaint bytes.Buffer
	a := cli.NewApp(ctx, strings.NewReader(""), &out, &complaint)
	status = run(a, append([]string{"match"}, args...))
	return status, out.String(), complaint.String()
}

// gamesOf returns the lines of a state file, without times and in the order of the games.
func gamesOf(t *testing.T, state string) []string {
	t.Helper()
	b := given.File(t, state)
	var games []string
	for line := range strings.Lines(string(b)) {
		line, _, _ = strings.Cut(line, `,"date"`)
		games = append(games, line)
	}
	return games
}

func TestAnInterruptedMatchCommandIsResumedWithTheSameGames(t *testing.T) {
	dir := t.TempDir()
	whole, state, pgn := filepath.Join(dir, "whole"), filepath.Join(dir, "state"), filepath.Join(dir, "pgn")
	args := []string{"go:sx81", "go:uniform", "--against", "go:tuned", "--nodes", "1500", "--games", "10"}
	status, want, complaint := runMatch(t, whole, 0, append(args, "--out", whole)...)
	require.Equal(t, cli.ExitFine, status, complaint)

	args = append(args, "--out", state, "--pgn", pgn)
	status, out, complaint := runMatch(t, state, 4, args...)
	require.Equal(t, cli.ExitInterrupted, status)
	assert.Regexp(t, `^searchex: match: interrupted: [0-9]+ of 20 finished\n$`, complaint)
	assert.Regexp(t, `(?m)^go:sx81 +go:tuned +[4-9] `, out)

	status, _, complaint = runMatch(t, state, 0, args...)
	assert.Equal(t, cli.ExitUsage, status, "without --resume")
	assert.Contains(t, complaint, "exists already: continue it with --resume")
	status, _, complaint = runMatch(t, state, 0, append(args, "--resume", "--seed", "2")...)
	assert.Equal(t, cli.ExitUsage, status, "another match")
	assert.Contains(t, complaint, "is the state of another match: openings: ")

	status, _, complaint = runMatch(t, state, 14, append(args, "--resume")...)
	require.Equal(t, cli.ExitInterrupted, status, complaint)
	status, out, complaint = runMatch(t, state, 0, append(args, "--resume")...)
	require.Equal(t, cli.ExitFine, status, complaint)
	assert.Equal(t, want, out)
	assert.ElementsMatch(t, gamesOf(t, whole), gamesOf(t, state))
	b := given.File(t, pgn)
	assert.Equal(t, 20, strings.Count(string(b), "[Event "))

	// All games have been played.
	status, out, _ = runMatch(t, state, 0, append(args, "--resume")...)
	assert.Equal(t, []any{cli.ExitFine, want}, []any{status, out})
}

// A round robin that is interrupted in its second round continues with the same games, and ends
// with the same list.
func TestAnInterruptedRoundRobinIsResumedWithTheSameList(t *testing.T) {
	dir := t.TempDir()
	state := filepath.Join(dir, "state")
	args := []string{"go:sx81", "go:uniform", "go:tuned", "go:cyrus86", "--round-robin", "--nodes", "300", "--games", "4", "--draw-after", "80"}
	status, want, complaint := runMatch(t, "", 0, args...)
	require.Equal(t, cli.ExitFine, status, complaint)
	args = append(args, "--out", state)
	status, out, complaint := runMatch(t, state, 14, args...)
	require.Equal(t, cli.ExitInterrupted, status)
	assert.Regexp(t, `^searchex: match: interrupted: 1[4-9] of 24 finished\n$`, complaint)
	assert.Regexp(t, `(?m)^1 +go:`, out, "the list so far")
	against := append([]string{"go:sx81", "go:uniform", "go:tuned", "--against", "go:cyrus86"}, args[5:]...)
	status, _, complaint = runMatch(t, state, 0, append(against, "--resume")...)
	assert.Equal(t, cli.ExitUsage, status, "the same players, but another tournament")
	assert.Contains(t, complaint, "is the state of another match: round robin: true there, false here")
	status, out, complaint = runMatch(t, state, 0, append(args, "--resume")...)
	require.Equal(t, cli.ExitFine, status, complaint)
	assert.Equal(t, want, out)
}

// The referee keeps the clock of a player with a time control in seconds of the machine.
func TestAMatchByTheMachinesClock(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	args := []string{"go:sx81,option.Clock=4000", "z80:sx81", "--tc", "4/2+0.1", "--games", "2", "--draw-after", "30", "--out", state}
	status, out, complaint := runMatch(t, state, 0, args...)
	require.Equal(t, cli.ExitFine, status, complaint+out)
	assert.Contains(t, out, "go:sx81 tc=4/2+0.1; z80:sx81 tc=4/2+0.1")

	status, _, complaint = runMatch(t, state, 0, "go:sx81,movetime=300", "cmd=self,nodes=50,option.Profile=uniform", "--games", "2", "--draw-after", "20")
	require.Equal(t, cli.ExitFine, status, complaint)
}

func TestANoteThatCannotBeWrittenIsAnError(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	status, out, complaint := runMatch(t, "", 0, "go:sx81", "go:uniform", "--nodes", "50", "--games", "4", "--draw-after", "20", "--parallel", "1", "--pgn", "/dev/full")
	assert.Equal(t, cli.ExitOutput, status)
	assert.Contains(t, complaint, "writing /dev/full")
	assert.Contains(t, out, "go:sx81", "what was played is still shown")
	a := cli.NewApp(t.Context(), strings.NewReader(""), io.Discard, io.Discard)
	assert.Equal(t, cli.ExitUsage, run(a, []string{"match", "go:sx81", "go:uniform", "--out", t.TempDir()}))
}

// Wrong use is found before anything is played or written.
func TestWrongMatchCommandsAreExplained(t *testing.T) {
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty")
	require.NoError(t, os.WriteFile(empty, nil, 0o600))
	interrupted, cancel := context.WithCancel(t.Context())
	cancel() // one that is not refused ends at once
	for want, args := range map[string][]string{
		"--games 0: want 1 to 1000000":                     {"--games", "0"},
		"--games 1000001: want 1 to 1000000":               {"--games", "1000001"},
		"--parallel 0: want 1 to 1000":                     {"--parallel", "0"},
		"--draw-after 0: want at least 1":                  {"--draw-after", "0"},
		"--nodes 0: want 1 to 1099511627776":               {"--nodes", "0"},
		"--nodes 18446744073709551615: want 1 to":          {"--nodes", "18446744073709551615"},
		"--cycles 0: want 1 to 1125899906842624":           {"--cycles", "0"},
		"--movetime 0: want 1 to 604800000":                {"--movetime", "0"},
		"--movetime 99999999999: want 1 to 604800000":      {"--movetime", "99999999999"},
		"--depth 0: want 1 to 32":                          {"--depth", "0"},
		"--depth 33: want 1 to 32":                         {"--depth", "33"},
		"--sx 256: want 0 to 255":                          {"--sx", "256"},
		"unknown flag --cpn":                               {"--cycles", "9000", "--cpn", "4000"},
		`--tc: time control "": no base time`:              {"--tc", ""},
		`--tc: time control "NaN": no base time`:           {"--tc", "NaN"},
		`--tc: time control "60+-1": no increment`:         {"--tc", "60+-1"},
		"--movetime and --tc: want one of them":            {"--tc", "60", "--movetime", "5"},
		"--resign : want centipawns and moves":             {"--resign", ""},
		"--resign NaN,4: want centipawns and moves":        {"--resign", "NaN,4"},
		`--sprt "": want elo0,elo1`:                        {"--sprt", ""},
		"--pgn: want the name of a file":                   {"--pgn", ""},
		"--out: want the name of a file":                   {"--out", ""},
		"--openings: want the name of a file":              {"--openings", ""},
		"empty: no openings; openings are lines of moves":  {"--openings", empty},
		dir + ": is a folder: want a regular file":         {"--openings", dir},
		filepath.Join(dir, "none") + ": no such file":      {"--openings", filepath.Join(dir, "none")},
		filepath.Join(dir, "no", "pgn") + ": no such file": {"--pgn", filepath.Join(dir, "no", "pgn")},
		dir + ": is a directory":                           {"--pgn", dir},
		filepath.Join(dir, "no", "out") + ": no such file": {"--out", filepath.Join(dir, "no", "out")},
		"--resume: want --out FILE, the state to continue": {"--resume"},
	} {
		var out, complaint bytes.Buffer
		ctx := interrupted
		if args[0] == "--openings" {
			ctx = t.Context() // to be read before that
		}
		a := cli.NewApp(ctx, strings.NewReader(""), &out, &complaint)
		status := run(a, append([]string{"match", "go:sx81", "go:uniform"}, args...))
		assert.Equal(t, cli.ExitUsage, status, want)
		assert.Contains(t, complaint.String(), want)
		assert.Equal(t, 1, strings.Count(complaint.String(), "\n"), complaint.String())
		assert.Empty(t, out.String(), want)
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 1, "only the empty file that was there")
}

func TestOpeningsFromStandardInput(t *testing.T) {
	var out, complaint bytes.Buffer
	a := cli.NewApp(t.Context(), strings.NewReader("A: e4 e5\nB: d4 d5\n"), &out, &complaint)
	args := []string{"match", "go:sx81", "go:uniform", "--openings", "-", "--nodes", "50", "--games", "4", "--draw-after", "9"}
	assert.Equal(t, cli.ExitFine, run(a, args), complaint.String())
	assert.Contains(t, out.String(), "\n2 openings, ")

	// Ctrl-C ends a Read that would never return.
	never, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Equal(t, cli.ExitInterrupted, run(cli.NewApp(ctx, never, &out, &complaint), args))
	assert.Equal(t, "searchex: match: interrupted\n", complaint.String())
}

// The PGN is not appended to another file of the match, under whatever name.
func TestThePGNIsAFileOfItsOwn(t *testing.T) {
	dir := t.TempDir()
	state, link, lines := filepath.Join(dir, "state"), filepath.Join(dir, "link"), filepath.Join(dir, "lines")
	require.NoError(t, os.Symlink(state, link))
	require.NoError(t, os.WriteFile(lines, []byte("A: e4 e5\n"), 0o600))
	for _, tt := range []struct{ pgn, file []string }{
		{[]string{"--pgn", state}, []string{"--out", state}},
		{[]string{"--pgn", link}, []string{"--out", state}},
		{[]string{"--pgn", lines}, []string{"--openings", lines}},
	} {
		args := append([]string{"go:sx81", "go:uniform", "--nodes", "50", "--games", "2", "--draw-after", "12"}, tt.pgn...)
		status, _, complaint := runMatch(t, "", 0, append(args, tt.file...)...)
		assert.Equal(t, cli.ExitUsage, status)
		assert.Contains(t, complaint, strings.Join(tt.pgn, " ")+": is the file of "+strings.Join(tt.file, " ")+": want one of its own")
		_, err := os.Stat(state)
		assert.ErrorIs(t, err, os.ErrNotExist, "a state without a game is no use")
	}
	b := given.File(t, lines)
	assert.Equal(t, "A: e4 e5\n", string(b))
}

func TestAMatchIsNotResumedWithFewerGames(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	args := []string{"go:sx81", "go:uniform", "--nodes", "50", "--draw-after", "12", "--out", state}
	status, _, complaint := runMatch(t, "", 0, append(args, "--games", "6")...)
	require.Equal(t, cli.ExitFine, status, complaint)
	before := given.File(t, state)
	status, _, complaint = runMatch(t, "", 0, append(args, "--games", "4", "--resume")...)
	assert.Equal(t, cli.ExitUsage, status)
	assert.Contains(t, complaint, "--games 4: "+state+" holds game ")
	after := given.File(t, state)
	assert.Equal(t, string(before), string(after))
}

func TestAMatchFitsTheScreen(t *testing.T) {
	var out bytes.Buffer
	a := cli.NewApp(t.Context(), strings.NewReader(""), io.Discard, io.Discard)
	a.Out = &report.Screen{Writer: &out, Width: 60, ASCII: true}
	require.Equal(t, cli.ExitFine, run(a, []string{"match", "go:sx81,name=Jérôme", "go:uniform", "--nodes", "50", "--games", "6", "--draw-after", "9", "--sprt", "0,5"}))
	for line := range strings.Lines(out.String()) {
		assert.LessOrEqual(t, len(strings.TrimSuffix(line, "\n")), 60, line)
	}
	assert.Contains(t, out.String(), "warning: ", "the notes stand below")
	assert.NotContains(t, out.String(), "é")
}
