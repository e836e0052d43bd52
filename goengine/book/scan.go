package book

import (
	"bufio"
	"bytes"
	"io"
	"regexp"
	"strings"
)

// kind is what a token of a source is.
type kind int

const (
	endOfFile kind = iota
	tagToken       // text is the name, value the value
	openToken
	closeToken
	resultToken
	numberToken // number and dots
	nagToken    // number
	moveToken   // text with its marks; value is the weight, if any
	badToken    // text says what is wrong
)

// token is a piece of a source.
type token struct {
	kind        kind
	line        int
	text, value string
	weighted    bool // a weight follows the move, in value
	number      int
	dots        int
	// first reports whether it begins a line of text, blank whether an empty line is before it.
	first, blank bool
}

// maxWord is the number of bytes of a word that are kept, maxValue that of a tag's value.
const (
	maxWord  = 32
	maxValue = 200
)

// scanner cuts a source into tokens. It keeps no more of it than a token, whatever the length of the lines.
type scanner struct {
	r    *bufio.Reader
	line int
	err  error // of reading, io.EOF included
	// inLine reports whether anything has been read on this line, hadToken whether a token has.
	inLine, hadToken, blank bool
}

func newScanner(r io.Reader) *scanner {
	s := &scanner{r: bufio.NewReaderSize(r, 1<<16), line: 1}
	if b, err := s.r.Peek(3); err == nil && string(b) == "\xEF\xBB\xBF" {
		_, _ = s.r.Discard(3)
	}
	return s
}

// get reads a byte; ok is false at the end.
func (s *scanner) get() (c byte, ok bool) {
	if s.err != nil {
		return 0, false
	}
	if c, s.err = s.r.ReadByte(); s.err != nil {
		return 0, false
	}
	return c, true
}

// peek looks at the byte n places ahead; 0 beyond the end.
func (s *scanner) peek(n int) byte {
	b, _ := s.r.Peek(n + 1)
	if len(b) <= n {
		return 0
	}
	return b[n]
}

// newline notes the end of a line.
func (s *scanner) newline() {
	s.line++
	s.blank = s.blank || !s.inLine
	s.inLine, s.hadToken = false, false
}

// skipLine reads to the end of the line.
func (s *scanner) skipLine() {
	for {
		c, ok := s.get()
		if !ok {
			return
		}
		if c == '\n' {
			s.newline()
			return
		}
	}
}

// next reads a token.
func (s *scanner) next() token {
	for {
		c, ok := s.get()
		if !ok {
			return token{kind: endOfFile, line: s.line}
		}
		switch {
		case c == '\n':
			s.newline()
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			continue
		case c == '%' && !s.inLine:
			s.inLine = true
			s.skipLine()
			continue
		case c == ';':
			s.inLine = true
			s.skipLine()
			continue
		}
		t := token{line: s.line, first: !s.hadToken, blank: s.blank}
		s.inLine, s.hadToken = true, true
		if c == '{' {
			s.hadToken = !t.first
			if s.skipComment() {
				continue
			}
			t.kind, t.text = badToken, "comment { without }"
			return t
		}
		s.blank = false
		s.read(&t, c)
		return t
	}
}

// skipComment reads to the closing brace. It returns false if the source ends before. A
// comment may have pairs of braces in it.
func (s *scanner) skipComment() bool {
	for inside := 0; ; {
		c, ok := s.get()
		switch {
		case !ok:
			return false
		case c == '\n':
			blank := s.blank // what is inside does not count
			s.newline()
			s.blank, s.inLine = blank, true
		case c == '{':
			inside++
		case c == '}' && inside > 0 && s.closes():
			inside--
		case c == '}':
			return true
		}
	}
}

// closes reports whether another closing brace comes before an opening one.
func (s *scanner) closes() bool {
	ahead, _ := s.r.Peek(1 << 12)
	shut := bytes.IndexByte(ahead, '}')
	return shut >= 0 && bytes.IndexByte(ahead[:shut], '{') < 0
}

// read reads a token that begins with c.
func (s *scanner) read(t *token, c byte) {
	switch c {
	case '(':
		t.kind = openToken
	case ')':
		t.kind = closeToken
	case '[':
		s.readTag(t)
	case '.':
		t.kind, t.text = badToken, `"." without a move number`
	case ']', '}':
		t.kind, t.text = badToken, `"`+string(c)+`" without its beginning`
	case '*':
		if s.inWord(s.peek(0)) {
			t.kind, t.text = badToken, `weight "*`+clip(s.word(nil))+`" stands apart from its move`
			return
		}
		t.kind = resultToken
	case '$':
		digits := s.word(nil)
		n, ok := number(digits)
		if !ok {
			t.kind, t.text = badToken, `"$`+clip(digits)+`" is not an annotation`
			return
		}
		t.kind, t.number = nagToken, n
	default:
		s.readWord(t, c)
	}
}

// inWord reports whether a byte can be inside a word.
func (s *scanner) inWord(c byte) bool {
	return c > ' ' && c != 0x7F && strings.IndexByte("()[]{};*.$", c) < 0
}

// word reads the bytes of a word behind those that have been read.
func (s *scanner) word(begun []byte) string {
	w := begun
	for s.inWord(s.peek(0)) {
		c, _ := s.get()
		if len(w) <= maxWord {
			w = append(w, c)
		}
	}
	return string(w)
}

func (s *scanner) readWord(t *token, c byte) {
	w := PlainWord([]byte(s.word([]byte{c})))
	if Result([]byte(w)) != "" || s.spacedResult(w) {
		t.kind = resultToken
		return
	}
	if nag, ok := Glyph(w); ok {
		t.kind, t.number = nagToken, nag
		return
	}
	if n, ok := number(w); ok {
		t.kind, t.number = numberToken, n
		for {
			for s.peek(0) == '.' {
				_, _ = s.get()
				t.dots++
			}
			if s.peek(0) != ' ' || s.peek(1) != '.' {
				return
			}
			_, _ = s.get()
		}
	}
	if next := s.peek(1); s.peek(0) == '.' && dotted.MatchString(w) && next >= 'a' && next <= 'h' { // e.d5
		_, _ = s.get()
		w = s.word([]byte(w + "."))
	}
	if s.peek(0) == '(' && becomes.MatchString(w) && s.peek(2) == ')' { // e8(Q)
		for range 3 {
			c, _ := s.get()
			w += string(rune(c))
		}
		w = s.word([]byte(w))
	}
	t.kind, t.text = moveToken, w
	// exd6e.p. and exd6 e.p.
	if strings.HasSuffix(w, "e") && s.peek(0) == '.' && s.peek(1) == 'p' {
		_, _ = s.get()
		_, _ = s.get()
		if s.peek(0) == '.' {
			_, _ = s.get()
		}
		if t.text = w[:len(w)-1]; t.text == "" {
			t.kind = nagToken
			return
		}
	}
	if s.peek(0) == '*' && s.inWord(s.peek(1)) {
		_, _ = s.get()
		t.weighted = true
		t.value = s.word(nil)
		// Marks may stand on either side of the weight.
		marks := strings.TrimLeft(t.value, "0123456789-+")
		if strings.Trim(marks, "!?") == "" {
			t.value = t.value[:len(t.value)-len(marks)]
			t.text += marks
		}
	}
}

// dotted matches what stands before the dot of a capture such as e.d5, becomes what stands
// before the piece of a promotion such as e8(Q).
var (
	dotted  = regexp.MustCompile(`^[KQRBN]?[a-h]?[1-8]?$`)
	becomes = regexp.MustCompile(`[a-h][18]$`)
)

// spacedResult reads the rest of a result with spaces in it, such as 1 - 0, behind its first
// number.
func (s *scanner) spacedResult(w string) bool {
	for _, result := range []string{"1 - 0", "0 - 1", "1/2 - 1/2"} {
		rest, ok := strings.CutPrefix(result, w+" ")
		if ahead, _ := s.r.Peek(len(rest) + 2); ok && strings.HasPrefix(string(ahead), " "+rest) && !s.inWord(s.peek(len(rest)+1)) {
			_, _ = s.r.Discard(len(rest) + 1)
			return true
		}
	}
	return false
}

// readTag reads a tag behind its bracket.
func (s *scanner) readTag(t *token) {
	var text []byte
	for quoted, escaped := false, false; ; {
		if c := s.peek(0); c == '\n' || c == 0 && s.atEnd() { // a tag does not go beyond its line
			if t.parseTag(string(text)) {
				return
			}
			break
		}
		c, ok := s.get()
		if !ok || c == ']' && !quoted {
			if ok && t.parseTag(string(text)) {
				return
			}
			break
		}
		switch {
		case escaped:
			escaped = false
		case c == '\\' && quoted:
			escaped = true
			continue
		case c == '"':
			quoted = !quoted
			c = 0
		}
		if len(text) < maxValue+maxWord {
			text = append(text, c)
		}
	}
	t.kind, t.text = badToken, `tag: want [Name "value"]`
}

func (s *scanner) atEnd() bool {
	_, err := s.r.Peek(1)
	return err != nil
}

// parseTag takes a tag apart; zero bytes stand for the quotes. The quotes of word processors
// and none at all are read too.
func (t *token) parseTag(text string) bool {
	text = quotes.Replace(text)
	if name, value, ok := strings.Cut(strings.TrimSpace(text), " "); ok && !strings.Contains(text, "\x00") {
		text = name + " \x00" + value + "\x00"
	}
	part := strings.Split(text, "\x00")
	if len(part) != 3 || strings.TrimSpace(part[2]) != "" || len(strings.Fields(part[0])) != 1 {
		return false
	}
	t.kind, t.text, t.value = tagToken, strings.TrimSpace(part[0]), strings.TrimSpace(part[1])
	return true
}

// quotes replaces the quotes of word processors.
var quotes = strings.NewReplacer("“", "\x00", "”", "\x00", "„", "\x00", "«", "\x00", "»", "\x00", "\r", "")

// number reads digits, at most four.
func number(s string) (n int, ok bool) {
	if s == "" || len(s) > 4 {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = 10*n + int(s[i]-'0')
	}
	return n, true
}

// clip shortens a word for a message.
func clip(s string) string {
	if len(s) > maxWord {
		return s[:maxWord] + "…"
	}
	return s
}
