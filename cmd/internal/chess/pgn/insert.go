package pgn

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/goengine/book"
)

// Note is what Insert adds to a move of the main line.
type Note struct {
	// NAG is an annotation glyph, 0 for none. A move that has a glyph from ! to ?! keeps
	// it.
	NAG int
	// Eval is the value of the position after the move, nil for none. It replaces the
	// value that the move has.
	Eval *Eval
	// Better is a line that is better than the move, without moves for none. It becomes a
	// variation, whose comment begins with Better.
	Better Line
}

// Better begins the comment of a variation that Insert adds. Insert replaces such
// variations, so that an annotated game can be annotated again.
const Better = "Better, by "

// program begins the annotator that Insert adds, and replaces.
const program = "searchex "

// annotatorTag is the tag that names the annotator.
const annotatorTag = "Annotator"

// Insert returns the source of a game with notes, one for each move of the main line
// from the first on, and with the annotator in its tag. It only adds to the source:
// tags, comments, variations, the encoding, and whatever could not be read stay as they
// are; spaces and ends of lines between two words may change. An annotator that the
// game has is kept before the new one. Without notes the source is returned. The reader
// must have kept the source.
func (g *Raw) Insert(notes []Note, annotator string) ([]byte, error) {
	p := g.parser()
	if _ = p.run(); len(p.places) == 0 || len(notes) == 0 {
		return g.source, nil
	}
	in := inserter{raw: g, parser: p, newline: "\n", edits: map[int]*edit{}}
	switch lines := bytes.Contains(g.source, []byte("\n")); {
	case bytes.Contains(g.source, []byte("\r\n")):
		in.newline = "\r\n"
	case !lines && bytes.Contains(g.source, []byte("\r")):
		in.newline = "\r"
	}
	for i, move := range p.places[:min(len(notes)+1, len(p.places))] {
		pos := p.positions[i]
		if !pos.WhiteToMove() && i > 0 && in.remarked(i-1) && !in.numbered(move) {
			in.edit(move).before = []string{fmt.Sprintf("%d...", pos.Ply()/2+1)}
		}
		if i == len(notes) {
			break
		}
		if err := in.note(i, notes[i], pos); err != nil {
			return nil, err
		}
	}
	in.head(annotator)
	in.moves()
	return in.out, nil
}

// inserter writes the source of a game with insertions.
type inserter struct {
	raw     *Raw
	parser  *parser
	newline string
	edits   map[int]*edit // by token
	body    int           // in source: where the tags end and the moves begin
	out     []byte
	column  int
	space   bool // a space or the end of a line is due
}

// edit is what changes at a token.
type edit struct {
	before []string // words
	text   []byte   // replaces the token; nil: as it is
	drop   bool
	after  []string // words
}

func (in *inserter) edit(token int) *edit {
	if in.edits[token] == nil {
		in.edits[token] = &edit{}
	}
	return in.edits[token]
}

// bytes returns the source of a token.
func (in *inserter) bytes(token int) []byte {
	t := in.raw.tokens[token]
	return in.raw.source[t.from:t.to]
}

// note plans the insertions at the i-th move of the main line; pos is the position
// before it.
func (in *inserter) note(i int, n Note, pos rules.Position) error {
	move := in.parser.places[i]
	glyphsEnd, end := in.extent(move)
	if n.NAG > 0 && !judged(in.parser.game.Moves[i].NAGs) {
		in.edit(move).after = append(in.edit(move).after, fmt.Sprintf("$%d", n.NAG))
	}
	if n.Eval != nil {
		in.value(*n.Eval, glyphsEnd, end)
	}
	in.dropOld(glyphsEnd, end)
	if len(n.Better.Moves) == 0 {
		return nil
	}
	w := writer{}
	w.comment(n.Better.Comment)
	if err := w.line(pos, n.Better.Moves); err != nil {
		return err
	}
	w.words[0] = "(" + w.words[0]
	w.words[len(w.words)-1] += ")"
	last := in.edit(end - 1)
	last.after = append(last.after, w.words...)
	return nil
}

// judged reports whether one of the glyphs calls a move good or bad.
func judged(nags []int) bool {
	return slices.ContainsFunc(nags, func(n int) bool { return n >= 1 && n <= 6 })
}

// extent returns the end of the glyphs after the token of a move, and the end of all
// that belongs to the move: comments and variations too. A variation that is not closed
// does not.
func (in *inserter) extent(move int) (glyphsEnd, end int) {
	glyphsEnd = move + 1
	for glyphsEnd < in.parser.end && in.glyph(glyphsEnd) {
		glyphsEnd++
	}
	depth, opened := 0, 0
	for end = glyphsEnd; end < in.parser.end; end++ {
		switch k := in.raw.tokens[end].kind; {
		case k == open:
			if depth == 0 {
				opened = end
			}
			depth++
		case k == shut:
			depth--
		case k == word && depth == 0 && !in.glyph(end):
			return glyphsEnd, end
		}
	}
	if depth > 0 {
		end = opened
	}
	return glyphsEnd, end
}

// glyph reports whether a token is an annotation glyph.
func (in *inserter) glyph(token int) bool {
	t := in.raw.tokens[token]
	if t.kind != word {
		return false
	}
	text := in.raw.text[t.start:t.end]
	_, glyph := book.Glyph(book.PlainWord(text))
	return glyph || text[0] == '$'
}

// numbered reports whether a move number stands before a move.
func (in *inserter) numbered(move int) bool {
	if c := in.bytes(move)[0]; c >= '0' && c <= '9' {
		return !bytes.HasPrefix(in.bytes(move), []byte("0-0"))
	}
	return move > 0 && in.raw.tokens[move-1].kind == word && strings.Trim(string(in.bytes(move-1)), "0123456789.") == ""
}

// remarked reports whether something that needs a new move number comes after a move of
// the main line: a comment or a variation, of the file or inserted.
func (in *inserter) remarked(i int) bool {
	from, end := in.extent(in.parser.places[i])
	if from < end {
		return true
	}
	e := in.edits[end-1]
	return e != nil && slices.ContainsFunc(e.after, func(w string) bool { return w[0] != '$' })
}

// evalCommand matches the command of a value in the bytes of a comment.
var evalCommand = regexp.MustCompile(`\[%eval\s+[^\]\s]+\s*\]`)

// value plans the value of a move: in place of the one that its comments have, or at the
// beginning of its first comment, or in a comment of its own.
func (in *inserter) value(e Eval, from, end int) {
	text := []byte("[%eval " + e.String() + "]")
	depth := 0
	for i := from; i < end; i++ {
		switch in.raw.tokens[i].kind {
		case open:
			depth++
		case shut:
			depth--
		case comment:
			if at := evalCommand.FindIndex(in.bytes(i)); at != nil && depth == 0 {
				b := in.bytes(i)
				in.edit(i).text = slices.Concat(b[:at[0]], text, b[at[1]:])
				return
			}
		}
	}
	if from < end && in.raw.tokens[from].kind == comment && in.bytes(from)[0] == '{' {
		in.edit(from).text = slices.Concat([]byte("{"), text, []byte(" "), bytes.TrimLeft(in.bytes(from)[1:], " "))
		return
	}
	last := in.edit(from - 1)
	last.after = append(last.after, "{"+string(text)+"}")
}

// better matches the comment of a variation that Insert has added. Its words may be on
// two lines.
var better = regexp.MustCompile(`^\{` + strings.ReplaceAll(Better, " ", `\s+`))

// dropOld plans to leave out the variations between two tokens that Insert has added
// before.
func (in *inserter) dropOld(from, end int) {
	depth, begin := 0, -1
	for i := from; i < end; i++ {
		switch in.raw.tokens[i].kind {
		case open:
			if depth == 0 && i+1 < end && better.Match(in.bytes(i+1)) {
				begin = i
			}
			depth++
		case shut:
			if depth--; depth == 0 && begin >= 0 {
				for k := begin; k <= i; k++ {
					in.edit(k).drop = true
				}
				begin = -1
			}
		}
	}
}

// head writes what stands before the moves, with the annotator's tag.
func (in *inserter) head(annotator string) {
	g := in.raw
	end := len(g.source)
	if i := slices.IndexFunc(g.tokens, func(t token) bool { return int(t.from) >= g.tagsEnd }); i >= 0 {
		end = int(g.tokens[i].from)
	}
	in.body = end
	if old, _, _ := strings.Cut(g.Tag(annotatorTag), program); strings.TrimSpace(old) != "" {
		annotator = strings.TrimSuffix(old, "; ") + "; " + annotator
	}
	var b strings.Builder
	writeTag(&b, annotatorTag, annotator)
	line := strings.TrimSuffix(b.String(), "\n")
	from, to := g.annotator, g.annotatorEnd
	switch {
	case to > 0: // in place of the old tag
	case g.tagsEnd > 0:
		from, to = g.tagsEnd, g.tagsEnd
		line = in.newline + line
	case bytes.HasPrefix(g.source[end:], []byte("%")): // at the beginning of a line it would be an escape
		from, to, line = end, end, ""
	default:
		from, to = end, end
		if line += in.newline + in.newline; g.Number > 1 && !lineEnds(g.source[:end]) {
			line = in.newline + line
		}
	}
	in.out = append(in.out, g.source[:from]...)
	if lineEnds(in.out) {
		line = strings.TrimPrefix(line, in.newline)
	}
	in.out = append(in.out, line...)
	if to > 0 && to <= g.tagsEnd && lineEnds(g.source[:to]) { // a tag without a bracket ends with its line
		in.out = append(in.out, in.newline...)
	}
	in.out = append(in.out, g.source[to:end]...)
	in.column = len(in.out) - 1 - bytes.LastIndexAny(in.out, "\r\n")
}

// lineEnds reports whether a text ends with the end of a line.
func lineEnds(b []byte) bool { return len(b) > 0 && (b[len(b)-1] == '\n' || b[len(b)-1] == '\r') }

// moves writes the tokens of the moves with the insertions, and the rest of the source.
func (in *inserter) moves() {
	g := in.raw
	done := in.body // where the source is written to
	for i, t := range g.tokens[:in.parser.end] {
		if int(t.from) < in.body {
			continue // a comment among the tags
		}
		in.gap(g.source[done:t.from], book.Result(g.source[g.tokens[max(i-1, 0)].from:done]) != "")
		done = int(t.to)
		e := in.edits[i]
		if e == nil {
			in.word(in.bytes(i))
			continue
		}
		in.words(e.before)
		switch {
		case e.drop:
			in.space = true
		case e.text != nil:
			in.word(e.text)
		default:
			in.word(in.bytes(i))
		}
		in.words(e.after)
	}
	if rest := g.source[done:]; len(rest) > 0 {
		switch {
		case rest[0] == '%' && lineEnds(g.source[:done]) && in.column > 0: // an escape
			in.write([]byte(in.newline))
		case rest[0] > ' ' && in.space && in.column > 0:
			in.write([]byte(" "))
		}
		in.write(rest)
	}
}

// gap writes what is between two tokens. Where it is spaces and at most one end of a
// line, the line may be broken elsewhere. Any other gap stays as it is: an empty line,
// a line escaped with %, and the gap after a result, since a comment on the next line
// belongs to the next game.
func (in *inserter) gap(b []byte, result bool) {
	switch blank := len(bytes.TrimSpace(b)) == 0; {
	case len(b) == 0:
	case blank && !result && max(bytes.Count(b, []byte("\n")), bytes.Count(b, []byte("\r"))) <= 1:
		in.space = true
	default:
		in.space = false
		if b[0] > ' ' && in.column > 0 {
			in.write([]byte(in.newline))
		}
		in.write(b)
	}
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
	first, _, _ := bytes.Cut(b, []byte("\n"))
	switch escape := b[0] == '%'; { // at the beginning of a line it would be one
	case in.column == 0 && escape, in.column > 0 && in.space && (escape || in.column+1+len(first) <= width):
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
