package book

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// glyphs are the annotations that can follow a move, with their numbers. The signs of
// printed books are among them, in the forms of typists too.
var glyphs = map[string]int{
	"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "‼": 3, "⁇": 4, "⁉": 5, "⁈": 6, "□": 7, "▢": 7,
	"=": 10, "∞": 13, "~": 13, "⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15,
	"±": 16, "+/-": 16, "∓": 17, "-/+": 17, "+-": 18, "-+": 19, "+--": 20, "--+": 21, "⨀": 22, "○": 26, "⟳": 32, "↑": 36, "→": 40,
	"=/∞": 44, "∞/=": 44, "⯹": 44, "⇆": 132, "⇄": 132, "⊕": 136, "⨁": 136, "∆": 140, "△": 140, "⌓": 142, "N": 146, "TN": 146,
}

// nothing are words after a move that add nothing to it.
var nothing = []string{"+", "++", "#", "x", "ch", "ch.", "dis", "dis.", "dbl", "dbl.", "mate", "ep", "e.p.", "--/--", "D", "RR", "ₙ"}

// Glyph returns the number of an annotation glyph, 0 if it adds nothing to the move. It
// reports whether the word is one.
func Glyph(word string) (nag int, ok bool) {
	nag, ok = glyphs[word]
	return nag, ok || slices.Contains(nothing, word)
}

// NullMoves are the ways in which a null move is written.
var NullMoves = []string{"0000", "--", "Z0", "@@@@", "null", "pass"}

// Variant returns an error if a value of the tag Variant is not chess. Chess with another
// order of the pieces is chess where the position can be played: king and rooks are then
// where ours are.
func Variant(value string, playable bool) error {
	name := strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, value)
	switch {
	case slices.Contains(ordinary, name):
	case slices.Contains(shuffled, name) && playable:
	default:
		return fmt.Errorf("the game is %s: searchex plays standard chess", clip(strings.Join(strings.Fields(value), " ")))
	}
	return nil
}

// The values of the tag Variant, in small letters and digits: for chess, and for chess
// with another order of the pieces.
var (
	ordinary = []string{"", "standard", "standardchess", "chessstandard", "normal", "normalchess", "chess", "orthodox", "orthodoxchess", "orthochess",
		"classical", "classicalchess", "classic", "regular", "fromposition", "setup"}
	shuffled = []string{"chess960", "960", "fischerandom", "fischerrandom", "fischerandomchess", "fischerrandomchess", "fischer", "freestyle",
		"freestylechess", "frc", "chess9lx", "chess960frc", "fischerandom960", "chess960fischerrandom"}
)

// signs replaces the signs of printed books in a word by those of the standard.
var signs = strings.NewReplacer("♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "", "♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "",
	"×", "x", "…", "...", "†", "+", "‡", "#", "\uFE0E", "", "\uFE0F", "")

// hyphens replaces the dashes that word processors put for a hyphen.
var hyphens = strings.NewReplacer("‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "−", "-")

// PlainWord returns a word with the signs of the standard.
func PlainWord(b []byte) string {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return hyphens.Replace(signs.Replace(Decode(b)))
		}
	}
	return string(b)
}

// Result returns the result that a word stands for, empty if it is not a result.
func Result(w []byte) string {
	if len(w) == 0 || w[0] < utf8.RuneSelf && strings.IndexByte("01*", w[0]) < 0 {
		return ""
	}
	switch string(w) {
	case "1-0", "0-1", "1/2-1/2", "*":
		return string(w)
	}
	if c := w[len(w)-1]; len(w) == 1 && c < utf8.RuneSelf || c == '.' && strings.Trim(string(w), "0123456789.") == "" {
		return "" // a move number
	}
	s := strings.TrimSuffix(PlainWord(w), ".")
	switch s = strings.ReplaceAll(s, ":", "-"); s {
	case "1-0", "0-1", "1/2-1/2", "*":
		return s
	case "1/2", "½-½", "½":
		return "1/2-1/2"
	}
	return ""
}

// CutGlyphs splits the glyphs from the end of a move, such as Nf3!+=. The sign of a check is
// no glyph.
func CutGlyphs(word string) (move string, nags []int) {
	for move = word; ; {
		i := slices.IndexFunc(glyphEnds, func(end string) bool { return len(end) < len(move) && strings.HasSuffix(move, end) })
		if i < 0 {
			return move, nags
		}
		move = strings.TrimSuffix(move, glyphEnds[i])
		nags = append([]int{glyphs[glyphEnds[i]]}, nags...)
	}
}

// glyphEnds are the glyphs that can stand at the end of a move, the longest first.
var glyphEnds = func() (all []string) {
	for g := range glyphs {
		if c := g[0]; c < 'A' || c > 'Z' {
			all = append(all, g)
		}
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return all
}()

// windows1252 are the characters 80 to 9F of Windows-1252. The others are as in Latin-1.
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// Decode returns a text. What is not UTF-8 is read as Windows-1252.
func Decode(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	runes := make([]rune, len(b))
	for i, c := range b {
		if runes[i] = rune(c); c >= 0x80 && c < 0xA0 {
			runes[i] = windows1252[c-0x80]
		}
	}
	return string(runes)
}
