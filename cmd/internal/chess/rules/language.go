package rules

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The letters of king, queen, rook, bishop and knight.
const english = "KQRBN"

var languages = []language{{"German", "KDTLS"}, {"Dutch", "KDTLP"}, {"French", "RDTFC"}, {"Spanish", "RDTAC"}, {"Italian", "RDTAC"}}

type language struct{ name, letters string }

// lettered matches a move with a capital letter for a piece; becoming matches the letter
// of a promotion.
var (
	lettered = regexp.MustCompile(`^([A-Z])([a-h]?[1-8]?[x:.-]?[a-h][1-8].*)$`)
	becoming = regexp.MustCompile(`^([a-h].*[18])([=/(]?)([A-Z])(\)?[+#!?]*)$`)
)

// letterOf returns the letter of the piece in a move, empty if it has none.
func letterOf(move string) string {
	if m := lettered.FindStringSubmatch(move); m != nil {
		return m[1]
	}
	if m := becoming.FindStringSubmatch(move); m != nil {
		return m[3]
	}
	return ""
}

// Foreign is a notation with letters of pieces other than the English ones.
type Foreign struct{ languages []language }

// ForeignLetters returns the notation of moves, nil if it is English. Only the moves of a
// game together show it: R is the king of French notation, and P the knight of Dutch. If
// there are English letters among them too, only the others are errors.
func ForeignLetters(moves ...string) *Foreign {
	used, mixed := "", false
	for _, m := range moves {
		switch c := letterOf(m); {
		case c == "":
		case strings.Contains("QBN", c): // pieces in English alone
			mixed = true
		case !strings.Contains(used, c):
			used += c
		}
	}
	if strings.Trim(used, "KRP") == "" {
		return nil
	}
	f := &Foreign{}
	for _, l := range languages {
		if !mixed && strings.Trim(used, l.letters) == "" {
			f.languages = append(f.languages, l)
		}
	}
	return f
}

// Err returns the error of a move whose letter is not the English one, nil for any other
// move.
func (f *Foreign) Err(move string) error {
	c := letterOf(move)
	if c == "" {
		return nil
	}
	possible := f.languages
	if len(possible) == 0 { // a slip in an English game, or a mixture: by this letter alone
		for _, l := range languages {
			if strings.Contains(l.letters, c) && !strings.Contains(english+"P", c) {
				possible = append(possible, l)
			}
		}
	}
	var names []string
	meant := ""
	for _, l := range possible {
		if i := strings.Index(l.letters, c); i >= 0 && english[i:i+1] != c {
			names, meant = append(names, l.name), english[i:i+1]
		}
	}
	if meant == "" {
		return nil
	}
	want := becoming.ReplaceAllString(move, "${1}${2}"+meant+"${4}")
	if want == move {
		want = lettered.ReplaceAllString(move, meant+"${2}")
	}
	return fmt.Errorf("%s is the %s of %s notation: want English letters, here %s", c, words[letters[strings.ToLower(meant)]], series(names, "or"), want)
}

// descriptive matches a move such as P-K4, N-KB3 or QxRP.
var descriptive = regexp.MustCompile(`^[KQ]?[KQRBNP](?:[-x])(?:[KQ]?[KQRBNP][1-8]?|[KQ]?[RBNP]P)(?:ch|\+)?[!?]*$`)

// notAMoveBecause returns the error of a text that is not a move in English notation.
func notAMoveBecause(text string) error {
	if f := ForeignLetters(text); f != nil {
		if err := f.Err(text); err != nil {
			return err
		}
	}
	switch c, _ := utf8.DecodeRuneInString(text); {
	case unicode.Is(unicode.Cyrillic, c):
		return fmt.Errorf("a move in Russian letters: want the English ones, %s", strings.Join(strings.Split(english, ""), " "))
	case lettered.MatchString(text) && !strings.ContainsAny(text[:1], english+"P"):
		return fmt.Errorf("%c is no piece of English notation: want one of %s", c, strings.Join(strings.Split(english, ""), " "))
	case descriptive.MatchString(text):
		return errors.New("descriptive notation: want algebraic notation, such as e4 or Nf3")
	}
	return errors.New(notAMove)
}
