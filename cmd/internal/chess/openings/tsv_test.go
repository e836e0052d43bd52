package openings

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A table has an opening in each row, with or without a head and whatever the order of its
// columns; a row that cannot be used is named and left out.
func TestATableOfOpenings(t *testing.T) {
	for name, text := range map[string]string{
		"with a head":    "eco\tname\tpgn\nC50\tItalian Game\t1. e4 e5 2. Nf3 Nc6 3. Bc4\n",
		"without":        "C50\tItalian Game\t1. e4 e5 2. Nf3 Nc6 3. Bc4\n",
		"more columns":   "eco\tname\tpgn\tuci\tepd\r\nC50\tItalian Game\t1. e4 e5 2. Nf3 Nc6 3. Bc4\te2e4\tx\r\n",
		"another order":  "ECO\tMoves\tName\nC50\te4 e5 Nf3 Nc6 Bc4\tItalian Game\n",
		"blank lines":    "C50\tItalian Game\t1. e4 e5 2. Nf3 Nc6 3. Bc4\r\r",
		"with a comment": "eco\tname\tpgn\n# x\nC50\tItalian Game\t1. e4 e5 2. Nf3 Nc6 3. Bc4",
	} {
		all, err := Read(strings.NewReader(text), "x")
		require.NoError(t, err, name)
		require.Len(t, all, 1, name)
		assert.Equal(t, "C50 Italian Game", all[0].Name, name)
		assert.Equal(t, []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1c4"}, all[0].Moves, name)
	}
	var skipped []string
	bad := "eco\tname\tpgn\nA00\tx\t1. e5\nA01\ty\nC50\tz\t1. e4\n"
	all, err := Games{Skipped: func(err error) { skipped = append(skipped, err.Error()) }}.Read(strings.NewReader(bad), "x")
	require.NoError(t, err)
	require.Len(t, all, 1)
	require.Len(t, skipped, 2)
	assert.Contains(t, skipped[0], "line 2: ")
	assert.Contains(t, skipped[1], "line 3: 2 columns")
	_, err = Read(strings.NewReader("eco\tname\tpgn\nA00\tx\t1. e5\n"), "x")
	assert.ErrorContains(t, err, "x:2: ")
}

// A line that begins with a move is moves, even with the colon of a capture; any other
// beginning before a colon is a name.
func TestANameIsToldFromACapture(t *testing.T) {
	for line, want := range map[string]string{
		"e4 e5 Nf3 Nc6 N:e5": "e4 e5 Nf3 Nc6 N:e5", "1. e4 d5 2. e:d5": "1. e4 d5 2. e:d5",
		"Scandinavian: e4 d5 e:d5": "Scandinavian", "B01: e4 d5": "B01", "Nimzo 1: e4 Nc6": "Nimzo 1",
	} {
		all, err := Read(strings.NewReader(line), "x")
		require.NoError(t, err, line)
		assert.Equal(t, want, all[0].Name, line)
	}
}
