package book

import (
	"regexp"
	"strings"
)

// Word is a move as it is written, without the position in which it is played.
type Word struct {
	// Castle is the wing of a move written as O-O or O-O-O: KingSide, QueenSide, or 0.
	Castle int
	// Piece is the letter of the piece: K, Q, R, B, N or P. It is 0 in a move of two
	// squares, such as e2e4, which any piece may make.
	Piece byte
	// From is what is written of the square that the piece leaves: nothing, a file, a rank
	// or both. To is the square where it arrives. A word of castling has neither.
	From, To string
	// Promotion is the letter of a promotion in small, of any alphabet; empty for none.
	Promotion string
	// Takes reports whether a capture is written.
	Takes bool
}

// The wings of castling.
const (
	KingSide  = 1
	QueenSide = 2
)

// The forms in which moves are written. Some people write a promotion as e8(Q) or
// e8/Q, a piece's letter small where no file has that letter, a dot or nothing for the
// capture, or its sign at the end, and check as ch.
var (
	coordinates  = regexp.MustCompile(`^([a-h][1-8])([-x:]?)([a-h][1-8])[=/]?\(?([a-zA-Z]?)\)?` + marks)
	castlingWord = regexp.MustCompile(`^[Oo0]-?[Oo0](-?[Oo0])?` + marks)
	sanWord      = regexp.MustCompile(`^([KQRBNPkqrn]?)([a-h]?[1-8]?)([x:.-]?)([a-h][1-8])([x:]?)(?:[=/]?\(?([a-zA-Z])\)?)??(?: ?e\.?p\.?)?` + marks)
)

// marks matches what may follow a move, to its end.
const marks = `(?:[+#!?]|(?:ch|mate|dis|dbl)\.?)*$`

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// nags matches annotation numbers behind a move.
var nags = regexp.MustCompile(`(?:\$[0-9]+)+$`)

// ReadWord reads a move as people write it, in algebraic notation with English letters or
// the signs of printed books, short or long, or in that of UCI. Annotations and the marks of
// check are read over. ok is false for what is not a move.
func ReadWord(text string) (w Word, ok bool) {
	text = strings.TrimSpace(PlainWord([]byte(text)))
	if strings.Contains(text, "$") {
		text = nags.ReplaceAllString(text, "")
	}
	if end := strings.TrimRight(text, "+#"); end != "" && !isAlphanumeric(end[len(end)-1]) { // few have a glyph
		text, _ = CutGlyphs(text)
	}
	takes := func(signs ...string) bool { return strings.ContainsAny(strings.Join(signs, ""), "x:") }
	if m := coordinates.FindStringSubmatch(text); m != nil {
		return Word{From: m[1], To: m[3], Promotion: strings.ToLower(m[4]), Takes: takes(m[2])}, true
	}
	if m := castlingWord.FindStringSubmatch(text); m != nil {
		if m[1] != "" {
			return Word{Castle: QueenSide}, true
		}
		return Word{Castle: KingSide}, true
	}
	if m := sanWord.FindStringSubmatch(text); m != nil {
		piece := strings.ToUpper(m[1] + "P")[0]
		return Word{Piece: piece, From: m[2], To: m[4], Promotion: strings.ToLower(m[6]), Takes: takes(m[3], m[5])}, true
	}
	return Word{}, false
}
