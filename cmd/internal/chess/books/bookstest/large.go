// Package bookstest has a book for tests of what is larger than the machines' room.
package bookstest

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// plies is the length of a line. In none of it can a pawn promote.
const plies = 8

// Large returns a source of 1,200 random lines, which no machine has room for, and the moves (UCI) that lead to the last
// position but one of a line, which a machine leaves out.
func Large(t *testing.T) (source, rare string) {
	t.Helper()
	r := rand.New(rand.NewSource(1))
	var s strings.Builder
	for range 1200 {
		p, err := goengine.ParseFEN(goengine.StartFEN)
		require.NoError(t, err)
		rare = ""
		for ply := range plies {
			moves := p.LegalMoves()
			m := moves[r.Intn(len(moves))]
			fmt.Fprintf(&s, "%s ", book.SAN(p, m))
			if ply < plies-1 {
				rare += " " + p.UCI(m)
			}
			p.Play(m)
			require.NotEmpty(t, p.LegalMoves())
		}
		s.WriteString("*\n")
	}
	return s.String(), strings.TrimSpace(rare)
}
