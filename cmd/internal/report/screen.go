package report

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Screen is a writer with a width and a character set. Tables and JSON written to a
// Screen respect both; other text is only converted to ASCII if necessary.
type Screen struct {
	Writer io.Writer
	// Width is the longest line in characters, 0 for no limit.
	Width int
	// ASCII reports that only ASCII characters may be written.
	ASCII bool

	begun []byte // the first bytes of a character that is not complete yet
}

// NewScreen returns a screen for a file. Its width is COLUMNS, or the width of the
// terminal, or unlimited; it is an ASCII screen if the locale is not UTF-8. w is the
// file, or a writer that wraps it.
func NewScreen(w io.Writer, f *os.File, getenv func(string) string) *Screen {
	s := &Screen{Writer: w, ASCII: !UTF8Locale(getenv)}
	if n, err := strconv.Atoi(getenv("COLUMNS")); err == nil && n > 0 {
		s.Width = n
	} else {
		s.Width = terminalWidth(f)
	}
	return s
}

// UTF8Locale reports whether the locale uses UTF-8.
func UTF8Locale(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := getenv(name); v != "" {
			v = strings.ToLower(v)
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return runtime.GOOS == "darwin"
}

// On returns a screen like s that writes to w.
func (s *Screen) On(w io.Writer) *Screen {
	return &Screen{Writer: w, Width: s.Width, ASCII: s.ASCII}
}

// ScreenOf returns w if it is a Screen, or else a screen without limits on w.
func ScreenOf(w io.Writer) *Screen {
	if s, ok := w.(*Screen); ok {
		return s
	}
	return &Screen{Writer: w}
}

// Limit returns the width of the screen, most at most.
func (s *Screen) Limit(most int) int {
	if s.Width == 0 {
		return most
	}
	return min(s.Width, most)
}

// Fold breaks lines that are too long at spaces. The rest of a line is indented to the
// text after a gap of several spaces, as in a list with explanations, or else a little.
func (s *Screen) Fold(text string) string {
	if s.Width == 0 {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		line, ended := strings.CutSuffix(line, "\n")
		if width(line) > s.Width {
			line = fold(line, s.Width)
		}
		b.WriteString(line)
		if ended {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Print writes a text whose long lines are folded.
func (s *Screen) Print(text string) error {
	_, err := s.Write([]byte(s.Fold(text)))
	return err
}

func fold(line string, limit int) string {
	lead := line[:len(line)-len(strings.TrimLeft(line, " "))]
	head, rest, indent := lead, line[len(lead):], len(lead)+2
	if gap := strings.Index(rest, "  "); gap >= 0 {
		after := strings.TrimLeft(rest[gap:], " ")
		head, rest = lead+rest[:len(rest)-len(after)], after
		indent = width(head)
	}
	if limit-indent < 8 {
		indent = 2
	}
	var b strings.Builder
	b.WriteString(head)
	column := width(head)
	for i, word := range strings.Fields(rest) {
		switch {
		case i == 0:
		case column+1+width(word) > limit:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += width(word)
	}
	return b.String()
}

// Write writes text, converted to ASCII on an ASCII screen. It keeps the bytes of an
// incomplete character at the end of b for the next call.
func (s *Screen) Write(b []byte) (int, error) {
	if !s.ASCII {
		return s.Writer.Write(b)
	}
	text := append(s.begun, b...)
	whole := len(text) - unfinished(text)
	s.begun = bytes.Clone(text[whole:])
	if whole > 0 {
		if _, err := io.WriteString(s.Writer, ASCII(string(text[:whole]))); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

// unfinished returns the number of bytes of an incomplete character at the end of a
// text.
func unfinished(b []byte) int {
	for n := 1; n <= min(utf8.UTFMax-1, len(b)); n++ {
		if c := b[len(b)-n]; utf8.RuneStart(c) {
			if utf8.FullRune(b[len(b)-n:]) {
				return 0
			}
			return n
		}
	}
	return 0
}

// substitutes maps the program's signs, and letters that are common in names, to ASCII.
var substitutes = substituteTable(
	"…", "...", "≠", "!=", "≤", "<=", "≥", ">=", "±", "+/-", "×", "x", "−", "-", "–", "-", "—", "-", "·", "-", "→", "->",
	"█", "#", "├", "|", "└", "'", "│", "|", "─", "-", "‘", "'", "’", "'", "“", `"`, "”", `"`, "½", "1/2", "ß", "ss", "\u00a0", " ",
	"áàâäãåāăą", "a", "æ", "ae", "çćč", "c", "ď", "d", "éèêëēęě", "e", "íìîïī", "i", "łľ", "l", "ñńň", "n", "óòôöõøőō", "o",
	"œ", "oe", "řŕ", "r", "šśș", "s", "ťț", "t", "úùûüűůū", "u", "ýÿ", "y", "žźż", "z",
	"ÁÀÂÄÃÅ", "A", "Æ", "AE", "ÇĆČ", "C", "ÉÈÊËĚ", "E", "ÍÌÎÏ", "I", "Ł", "L", "ÑŃ", "N", "ÓÒÔÖÕØŐ", "O", "Ř", "R", "ŠŚ", "S", "ÚÙÛÜŰ", "U", "ŽŹŻ", "Z",
)

// substituteTable returns the map of pairs: characters, and the text for each of them.
func substituteTable(pairs ...string) map[rune]string {
	m := map[rune]string{}
	for i := 0; i < len(pairs); i += 2 {
		for _, c := range pairs[i] {
			m[c] = pairs[i+1]
		}
	}
	return m
}

// ASCII converts a text to ASCII. Characters without a substitute become question marks.
func ASCII(s string) string {
	if isASCII(s) {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		if c <= 0x7F {
			b.WriteRune(c)
		} else if like, ok := substitutes[c]; ok {
			b.WriteString(like)
		} else {
			b.WriteByte('?')
		}
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] > 0x7F {
			return false
		}
	}
	return true
}

// ASCIIXML converts an XML document to ASCII, with character references.
func ASCIIXML(document []byte) []byte {
	var b bytes.Buffer
	for _, c := range string(document) {
		if c <= 0x7F {
			b.WriteRune(c)
		} else {
			fmt.Fprintf(&b, "&#%d;", c)
		}
	}
	return b.Bytes()
}
