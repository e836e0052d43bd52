package book

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Signs are told from moves, results from castling, and checks from glyphs.
func TestSigns(t *testing.T) {
	for word, want := range map[string]string{
		"♘f3": "Nf3", "♞xe5": "Nxe5", "♙e4": "e4", "O–O": "O-O", "0—0−0": "0-0-0", "e×d5": "exd5", "Qh5†": "Qh5+", "Qf7‡": "Qf7#", "♔\uFE0Ee2": "Ke2", "1…": "1...",
		"O\x96O": "O-O", "e4": "e4", "Müller": "Müller",
	} {
		require.Equal(t, want, PlainWord([]byte(word)), word)
	}
	for word, want := range map[string]string{
		"1-0": "1-0", "0–1": "0-1", "½–½": "1/2-1/2", "1/2-1/2": "1/2-1/2", "1/2": "1/2-1/2", "\xbd-\xbd": "1/2-1/2", "1:0": "1-0", "1-0.": "1-0", "*": "*",
		"0-0": "", "O-O": "", "1": "", "1.": "", "0": "", "": "", "1-": "", "1-1": "", "12-0": "", "½.½": "",
	} {
		require.Equal(t, want, Result([]byte(word)), word)
	}
	for word, want := range map[string]struct {
		move string
		nags []int
	}{
		"Nf3": {"Nf3", nil}, "Nf3!": {"Nf3", []int{1}}, "Nf3!?": {"Nf3", []int{5}}, "Nf3+!±": {"Nf3+", []int{1, 16}}, "e4+=": {"e4", []int{14}}, "e4+-": {"e4", []int{18}},
		"--": {"--", nil}, "--?": {"--", []int{2}}, "O-O-O+": {"O-O-O+", nil}, "Qf7#": {"Qf7#", nil}, "!": {"!", nil}, "e8=N": {"e8=N", nil}, "e8=": {"e8", []int{10}},
	} {
		move, nags := CutGlyphs(word)
		require.Equal(t, want.move, move, word)
		require.Equal(t, want.nags, nags, word)
	}
	for _, move := range append([]string{"e4", "Nf3", "O-O", "Qd1", "R", "B", "K", "Q", "P"}, NullMoves...) {
		_, ok := Glyph(move)
		require.False(t, ok, move)
	}
}

func TestVariants(t *testing.T) {
	for _, name := range []string{"", "?", "-", "Standard", "standard chess", "NORMAL", "Chess", "From Position", "from-position", "Chess (standard)"} {
		require.NoError(t, Variant(name, false), name)
	}
	for _, name := range []string{"Chess960", "chess 960", "Fischerandom", "Fischer Random", "Freestyle Chess"} {
		require.NoError(t, Variant(name, true), name)
		require.EqualError(t, Variant(name, false), "the game is "+name+": searchex plays standard chess")
	}
	for _, name := range []string{"Antichess", "Crazyhouse", "King of the Hill", "Three-check", "Atomic", "Horde", "Racing Kings", "Bughouse", "suicide", "Шахматы"} {
		require.EqualError(t, Variant(name, true), "the game is "+name+": searchex plays standard chess")
	}
}
