package pgn

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/searchex/searchex/goengine/book"
)

// head writes what stands before the moves, with the annotator in its tag.
func (in *inserter) head(annotator string) {
	g := in.raw
	end := len(g.source)
	if i := slices.IndexFunc(g.tokens, func(t token) bool { return int(t.from) >= g.tagsEnd }); i >= 0 {
		end = int(g.tokens[i].from)
	}
	in.body = end
	var b strings.Builder
	writeTag(&b, annotatorTag, annotator)
	line := strings.TrimSuffix(b.String(), "\n")
	from, to := g.annotator, g.annotatorEnd
	switch {
	case to > 0:
		line = string(withAnnotator(g.source[from:to], annotator))
	case g.tagsEnd > 0:
		from, to = g.tagsEnd, g.tagsEnd
		if lineEnds(g.source[:to]) { // the last tag has no bracket
			line += in.newline
		} else {
			line = in.newline + line
		}
	case bytes.HasPrefix(g.source[end:], []byte("%")): // at the beginning of a line it would be an escape
		from, to, line = end, end, ""
	default:
		from, to = end, end
		if line += in.newline + in.newline; g.Number > 1 && !lineEnds(g.source[:end]) {
			line = in.newline + line
		}
	}
	in.out = append(in.out, g.source[:from]...)
	in.out = append(in.out, line...)
	in.out = append(in.out, g.source[to:end]...)
	in.column = len(in.out) - 1 - bytes.LastIndexAny(in.out, "\r\n")
}

// lineEnds reports whether a text ends with the end of a line.
func lineEnds(b []byte) bool { return len(b) > 0 && (b[len(b)-1] == '\n' || b[len(b)-1] == '\r') }

// moves writes the tokens of the moves with the insertions, and the rest of the source.
// Between two words of the main line there is a space, whether there was one or not: so
// the text does not depend on what an earlier Insert has added.
func (in *inserter) moves() {
	g := in.raw
	done := in.body // where the source is written to
	depth, ended := 0, false
	for i, t := range g.tokens[:in.parser.end] {
		if int(t.from) < in.body {
			continue // a comment among the tags
		}
		switch {
		case ended:
			in.write(g.source[done:t.from])
		case int(t.from) > in.body:
			in.gap(g.source[done:t.from], depth == 0)
		}
		done = int(t.to)
		switch t.kind {
		case open:
			depth++
		case shut:
			depth--
		}
		ended = ended || depth == 0 && t.kind == word && book.Result(in.text(i)) != ""
		in.token(i)
	}
	in.rest(g.source[done:], ended || lineEnds(g.source[:done]) && bytes.HasPrefix(g.source[done:], []byte("%")))
}

// rest writes what follows the last move that was read: as it is, or after a gap.
func (in *inserter) rest(b []byte, whole bool) {
	lead, body := b[:between(b)], b[between(b):]
	switch {
	case len(body) == 0:
		in.write(b)
	case whole || body[0] == '%' && lineEnds(bytes.TrimRight(lead, " \t")):
		in.hard(b)
	default:
		in.gap(lead, true)
		in.word(body)
	}
}

// between returns the number of bytes before the first token of a text.
func between(b []byte) (n int) {
	for n < len(b) {
		switch c, size := utf8.DecodeRune(b[n:]); {
		case c <= ' ', c == ',', wideSpace(c), size == 1 && b[n] == 0xA0:
			n += size
		default:
			return n
		}
	}
	return n
}

// token writes a token and what changes at it.
func (in *inserter) token(i int) {
	e := in.edits[i]
	if e == nil {
		e = &edit{}
	}
	in.words(e.before)
	b := in.bytes(i)
	if e.text != "" {
		b = []byte(e.text)
	}
	if e.drop {
		in.space = true
	} else if in.word(b); b[0] == ';' && !bytes.ContainsAny(b, "\r\n") { // the last line of the file
		in.write([]byte(in.newline))
	}
	in.words(e.after)
}

// gap writes what is between two tokens. Where it is spaces and at most one end of a
// line, the line may be broken elsewhere. Any other gap stays: an empty line, a line
// escaped with %, a comma; only spaces at its end may change. apart asks for a space
// where there is no gap.
func (in *inserter) gap(b []byte, apart bool) {
	kept := bytes.TrimRightFunc(b, unicode.IsSpace)
	if tail := b[len(kept):]; bytes.IndexByte(b, '%') >= 0 || max(bytes.Count(tail, []byte("\n")), bytes.Count(tail, []byte("\r"))) > 1 {
		kept = b[:max(len(kept), bytes.LastIndexAny(b, "\r\n")+1)]
	}
	if len(kept) == 0 {
		in.space = in.space || apart || len(b) > 0
		return
	}
	in.hard(kept)
	in.space = true
}

// hard writes a gap that stays as it is. An escaped line in it begins a line.
func (in *inserter) hard(b []byte) {
	switch escape, ok := bytes.CutPrefix(b, []byte(in.newline)); {
	case bytes.HasPrefix(b, []byte("%")) && in.column > 0:
		in.write([]byte(in.newline))
	case ok && in.column == 0 && bytes.HasPrefix(escape, []byte("%")):
		b = escape
	}
	in.write(b)
}

// words writes inserted words, with spaces around them.
func (in *inserter) words(words []string) {
	for _, w := range words {
		in.space = true
		in.word([]byte(w))
		in.space = true
	}
}

// word writes a word, after a space or the end of a line if one is due.
func (in *inserter) word(b []byte) {
	first := b
	if i := bytes.IndexAny(b, "\r\n"); i >= 0 {
		first = b[:i]
	}
	switch escape := b[0] == '%'; { // at the beginning of a line it would be one
	case in.column == 0 && escape, in.column > 0 && in.space && (escape || b[0] == '[' || in.column+1+len(first) <= width):
		in.write([]byte(" "))
	case in.column > 0 && in.space:
		in.write([]byte(in.newline))
	}
	in.space = false
	in.write(b)
}

func (in *inserter) write(b []byte) {
	in.out = append(in.out, b...)
	if i := bytes.LastIndexAny(b, "\r\n"); i >= 0 {
		in.column = 0
		b = b[i+1:]
	}
	in.column += len(b)
}
