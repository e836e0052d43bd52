package pgn

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// number matches a move number, even one without a space before the move, and dots.
var number = regexp.MustCompile(`^[0-9]*\.+`)

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

// signs replaces the signs of printed books in a word by those of the standard.
var signs = strings.NewReplacer("♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "", "♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "",
	"×", "x", "…", "...", "†", "+", "‡", "#", "\uFE0E", "", "\uFE0F", "")

// hyphens replaces the dashes that word processors put for a hyphen.
var hyphens = strings.NewReplacer("‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "−", "-")

// plainWord returns a word with the signs of the standard.
func plainWord(b []byte) string {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return hyphens.Replace(signs.Replace(decode(b)))
		}
	}
	return string(b)
}

// result returns the result that a word stands for, empty if it is not a result.
func result(w []byte) string {
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
	s := strings.TrimSuffix(plainWord(w), ".")
	switch s = strings.ReplaceAll(s, ":", "-"); s {
	case "1-0", "0-1", "1/2-1/2", "*":
		return s
	case "1/2", "½-½", "½":
		return "1/2-1/2"
	}
	return ""
}

// cut splits the glyphs from the end of a move, such as Nf3!+=. The sign of a check is
// no glyph.
func cut(word string) (move string, nags []int) {
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
