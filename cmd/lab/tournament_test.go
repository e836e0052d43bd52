package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/given"
)

// content returns the content of a file in a folder.
func content(t *testing.T, dir, name string) string {
	t.Helper()
	b := given.File(t, filepath.Join(dir, name))
	return string(b)
}

// A tournament that goes on from an earlier run ends as one that was played at once, and does not play again what is in
// its records.
func TestATournamentGoesOn(t *testing.T) {
	const line = "classic --functions 4 --depth 1 --plies 6 --seed 3 "
	once, twice := t.TempDir(), filepath.Join(t.TempDir(), "new")
	status, all, complaint := runLab(t, line+"--generations 3 --out "+once)
	require.Zero(t, status, complaint)
	assert.Contains(t, all, "A tournament of evaluation functions: preservation")
	assert.Contains(t, all, "A tournament of evaluation functions: mutation")
	status, _, complaint = runLab(t, line+"--generations 1 --kind mutate --out "+twice)
	require.Zero(t, status, complaint)
	assert.NoFileExists(t, filepath.Join(twice, "preserve.txt"))
	status, _, complaint = runLab(t, line+"--generations 3 --out "+twice)
	require.Zero(t, status, complaint)
	for _, name := range []string{"preserve.txt", "mutate.txt", "tournament.md", "tournament.jsonl", "tournament-preservation-threats.svg", "tournament-mutation-mobility.svg"} {
		assert.Equal(t, content(t, once, name), content(t, twice, name), name)
	}
	assert.Equal(t, 3, strings.Count(content(t, once, "mutate.txt"), "\ngeneration "))
	assert.Equal(t, 2, strings.Count(content(t, once, "tournament.md"), "| generation |"), "a page of one's own has each generation")

	marked := strings.Replace(content(t, twice, "tournament.jsonl"), `"Mates":`, `"Mates":77`, 1)
	require.NoError(t, os.WriteFile(filepath.Join(twice, "tournament.jsonl"), []byte(marked), 0o600))
	status, _, complaint = runLab(t, line+"--generations 3 --out "+twice)
	require.Zero(t, status, complaint)
	assert.Contains(t, content(t, twice, "preserve.txt"), "generation 1: 77")

	require.NoError(t, os.WriteFile(filepath.Join(twice, "tournament.jsonl"), []byte("{\n"), 0o600))
	status, _, complaint = runLab(t, line+"--out "+twice)
	assert.Equal(t, cli.ExitUsage, status)
	assert.Contains(t, complaint, "tournament.jsonl:1: ")
	assert.Equal(t, "{\n", content(t, twice, "tournament.jsonl"), "a file that cannot be read is left alone")
}

// The recorded tournaments are written as raw data without playing them. Others are not recorded.
func TestTheRecordedTournamentsAsRawData(t *testing.T) {
	dir := t.TempDir()
	status, out, complaint := runLab(t, "classic --recorded --out "+dir)
	require.Zero(t, status, complaint)
	assert.Contains(t, out, "Of 167 threes", "as on the page")
	for _, name := range []string{"preserve.txt", "mutate.txt"} {
		assert.Equal(t, 10, strings.Count(content(t, dir, name), "\ngeneration "), name)
	}
	status, _, complaint = runLab(t, "classic --recorded --seed 2")
	assert.Equal(t, cli.ExitUsage, status)
	assert.Contains(t, complaint, `--recorded: there is no record of "tournament: preservation, seed 2, generation 1`)
}
