package goengine

import (
	"strings"
	"testing"
	"unicode"
)

// mirrorFEN is the same position with the colours exchanged and the board turned over: what is true of White in one is
// true of Black in the other.
func mirrorFEN(fen string) string {
	f := strings.Fields(fen)
	swapCase := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsUpper(r) {
				return unicode.ToLower(r)
			}
			return unicode.ToUpper(r)
		}, s)
	}
	ranks := strings.Split(f[0], "/")
	for i, j := 0, len(ranks)-1; i < j; i, j = i+1, j-1 {
		ranks[i], ranks[j] = ranks[j], ranks[i]
	}
	f[0] = swapCase(strings.Join(ranks, "/"))
	f[1] = map[string]string{"w": "b", "b": "w"}[f[1]]
	f[2] = swapCase(f[2])
	f[3] = mirrorMove(f[3])
	return strings.Join(f, " ")
}

// mirrorMove turns the ranks of a move or a square over.
func mirrorMove(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '1' && r <= '8' {
			return '1' + '8' - r
		}
		return r
	}, s)
}

// squareOf is the square of a name.
func squareOf(name string) Square { return (name[1]-'1')<<4 | (name[0] - 'a') }

// bothColours runs a test of a position and of its mirror image. at turns the names of squares and moves over with it.
func bothColours(t *testing.T, fen string, test func(t *testing.T, p *Position, white Side, at func(string) string)) {
	t.Helper()
	t.Run("white", func(t *testing.T) {
		test(t, mustParse(t, fen), White, func(s string) string { return s })
	})
	t.Run("black", func(t *testing.T) {
		test(t, mustParse(t, mirrorFEN(fen)), Black, mirrorMove)
	})
}
