package words

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNearestNames(t *testing.T) {
	known := []string{"map_hits", "make_move", "hits_of", "unmake_move", "swap_off"}
	for name, want := range map[string]string{
		"map_hit": "map_hits", "mapHits": "map_hits", "MAKE_MOVE": "make_move", "un_make_move": "unmake_move",
		"hits_fo": "hits_of", "swapp_of": "swap_off", "swap": "swap_off",
	} {
		assert.Equal(t, want, Nearest(name, known), name)
	}
	assert.Equal(t, strings.Join(known[:3], " or "), Nearest(strings.Repeat("x", 1_000_000), known), "as far from all, and found in no time")
	assert.Equal(t, "ab or ac or ad", Nearest("a", []string{"ab", "ac", "xyz", "ad", "ae"}), "three at most")
}

// Distances that one can count.
func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0},
		{"abc", "abd", 1},                  // one replaced
		{"abc", "ac", 1}, {"ac", "abc", 1}, // one removed, one inserted
		{"abc", "acb", 1}, {"abcd", "badc", 2}, // neighbours exchanged, once and twice
		{"kitten", "sitting", 3}, // k to s, e to i, and g
		{"é", "e", 1},            // one character, though two bytes
	} {
		assert.Equal(t, c.want, edits([]rune(c.a), []rune(c.b)), "%s to %s", c.a, c.b)
	}
}
