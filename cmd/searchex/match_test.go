package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// runMatch runs a match command until so many games are in the state file, 0
// for all.
func runMatch(t *testing.T, state string, games int, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if games > 0 {
		go func() {
			for ctx.Err() == nil {
				if b, _ := os.ReadFile(state); bytes.Count(b, []byte("\n")) > games {
					cancel()
				}
				time.Sleep(time.Millisecond)
			}
		}()
	}
	var out, complaint bytes.Buffer
	a := newApp(ctx, strings.NewReader(""), &out, &complaint)
	status = run(a, append([]string{"match"}, args...))
	return status, out.String(), complaint.String()
}

// gamesOf are the lines of a state, without the times and in order of the games.
func gamesOf(t *testing.T, state string) []string {
	t.Helper()
	b, err := os.ReadFile(state)
	require.NoError(t, err)
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
	require.Equal(t, exitFine, status, complaint)

	args = append(args, "--out", state, "--pgn", pgn)
	status, out, complaint := runMatch(t, state, 4, args...)
	require.Equal(t, exitInterrupted, status)
	assert.Regexp(t, `^searchex: match: interrupted: [0-9]+ of 20 finished\n$`, complaint)
	assert.Regexp(t, `(?m)^go:sx81 +go:tuned +[4-9] `, out)

	status, _, complaint = runMatch(t, state, 0, args...)
	assert.Equal(t, exitUsage, status, "without --resume")
	assert.Contains(t, complaint, "exists already: continue it with --resume")
	status, _, complaint = runMatch(t, state, 0, append(args, "--resume", "--seed", "2")...)
	assert.Equal(t, exitUsage, status, "another match")
	assert.Contains(t, complaint, "is the state of another match: openings: ")

	status, _, complaint = runMatch(t, state, 14, append(args, "--resume")...)
	require.Equal(t, exitInterrupted, status, complaint)
	status, out, complaint = runMatch(t, state, 0, append(args, "--resume")...)
	require.Equal(t, exitFine, status, complaint)
	assert.Equal(t, want, out)
	assert.ElementsMatch(t, gamesOf(t, whole), gamesOf(t, state))
	b, err := os.ReadFile(pgn)
	require.NoError(t, err)
	assert.Equal(t, 20, strings.Count(string(b), "[Event "))

	// Nothing is left to play.
	status, out, _ = runMatch(t, state, 0, append(args, "--resume")...)
	assert.Equal(t, []any{exitFine, want}, []any{status, out})
}

// The clock of a player that plays by time is kept by the referee, in the
// machine's seconds.
func TestAMatchByTheMachinesClock(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	args := []string{"go:sx81,option.Clock=4000", "z80:sx81", "--tc", "4/2+0.1", "--games", "2", "--draw-after", "30", "--out", state}
	status, out, complaint := runMatch(t, state, 0, args...)
	require.Equal(t, exitFine, status, complaint+out)
	assert.Contains(t, out, "go:sx81 tc=4/2+0.1; z80:sx81 tc=4/2+0.1")

	status, _, complaint = runMatch(t, state, 0, "go:sx81,movetime=300", "cmd=self,nodes=50,option.Profile=uniform", "--games", "2", "--draw-after", "20")
	require.Equal(t, exitFine, status, complaint)
}

func TestANoteThatCannotBeWrittenIsAnError(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	status, out, complaint := runMatch(t, "", 0, "go:sx81", "go:uniform", "--nodes", "50", "--games", "4", "--draw-after", "20", "--parallel", "1", "--pgn", "/dev/full")
	assert.Equal(t, exitFailed, status)
	assert.Contains(t, complaint, "writing /dev/full")
	assert.Contains(t, out, "go:sx81", "what was played is still shown")
	a := newApp(t.Context(), strings.NewReader(""), io.Discard, io.Discard)
	assert.Equal(t, exitUsage, run(a, []string{"match", "go:sx81", "go:uniform", "--out", t.TempDir()}))
}
