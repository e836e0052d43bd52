package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/play/thinker"
	pages "github.com/searchex/searchex/cmd/internal/session"
)

// A page's review has the moves, values, glyphs and better lines of searchex annotate with
// the same budget, and its PGN is what annotate writes, with the comments, variations and glyphs
// of the person.
func TestAReviewEqualsAnnotate(t *testing.T) {
	const game = "1. e4 {mine} e5 2. Qh5 (2. Nf3 Nc6) Ke7 $4 3. Qxe5# 1-0"
	annotate := func(more ...string) string {
		var printed, complaint bytes.Buffer
		a := cli.NewApp(t.Context(), strings.NewReader(game), &printed, &complaint)
		require.Zero(t, run(a, append([]string{"annotate", "-", "--nodes", "500"}, more...)), complaint.String())
		return strings.TrimSpace(printed.String())
	}
	answers := make(chan []byte, 100)
	s := pages.New(t.Context(), pages.Options{Clock: thinker.HostClock{}}, func(m []byte) { answers <- bytes.Clone(m) })
	defer s.Close()
	s.Receive(fmt.Appendf(nil, `{"type":"review","id":"r","pgn":%q,"nodes":500}`, game))
	var r struct {
		Type, Text, PGN, By string
		Moves               []json.RawMessage
	}
	for r.Type != "reviewed" {
		require.NoError(t, json.Unmarshal(<-answers, &r))
		require.Empty(t, r.Text)
	}
	var lines []string
	for _, m := range r.Moves {
		lines = append(lines, string(m))
	}
	assert.Equal(t, annotate("--json"), strings.Join(lines, "\n"))
	assert.Equal(t, annotate(), strings.TrimSpace(r.PGN))
	assert.Contains(t, r.PGN, "mine")
	assert.Equal(t, "searchex go, profile tuned, 500 nodes a position", r.By)
}
