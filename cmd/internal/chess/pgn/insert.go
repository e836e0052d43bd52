package pgn

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine/book"
)

// Note is what Insert adds to a move of the main line.
type Note struct {
	// NAG is an annotation glyph, 2, 4 or 6; 0 for none. A move to which someone else has
	// given a glyph from ! to ?! keeps that instead.
	NAG int
	// Eval is the value of the position after the move. It replaces the values that the
	// move has; nil keeps them.
	Eval *Eval
	// Better is a line that is better than the move by Loss centipawns, without moves for
	// none. It becomes a variation.
	Better []Move
	Loss   int
}

// Insert returns the source of a game with notes, one for each move of the main line
// from the first on, and with the annotator, a text of Annotator, in its tag. glyphs has
// the first glyph from 1 to 6 of each of these moves in the new text, 0 for none.
//
// It only adds to the source: tags, comments, variations, the encoding, and whatever
// could not be read stay as they are; spaces and ends of lines between two words may
// change. Two things are replaced: what an earlier Insert has added, by its marks, and
// values of other programs. So the text depends on the notes and on what others wrote
// alone. Without notes the source is returned. The reader must have kept the source.
func (g *Raw) Insert(notes []Note, annotator string) (text []byte, glyphs []int, err error) {
	p := g.parser()
	_ = p.run()
	n := min(len(notes), len(p.places))
	if n == 0 {
		return g.source, nil, nil
	}
	in := inserter{raw: g, parser: p, newline: firstLineEnd(g.source), edits: map[int]*edit{}}
	if part := ourPart(g.source[g.annotator:g.annotatorEnd]); part != nil && part[2] < 0 {
		in.old = true
	}
	for i := range min(n+1, len(p.places)) {
		if in.needsNumber(i) {
			in.edit(p.places[i]).before = []string{fmt.Sprintf("%d...", p.positions[i].Ply()/2+1)}
		}
		if i == n {
			break
		}
		glyph, err := in.note(i, notes[i])
		if err != nil {
			return nil, nil, err
		}
		glyphs = append(glyphs, glyph)
	}
	if !in.old || n == len(p.places) { // otherwise old lines are left
		annotator += annotatorMark
	}
	in.head(annotator)
	in.moves()
	return in.out, glyphs, nil
}

// firstLineEnd returns the end of the first line of a text.
func firstLineEnd(b []byte) string {
	i := bytes.IndexAny(b, "\r\n")
	switch {
	case i < 0 || b[i] == '\n':
		return "\n"
	case bytes.HasPrefix(b[i:], []byte("\r\n")):
		return "\r\n"
	}
	return "\r"
}

// inserter writes the source of a game with insertions.
type inserter struct {
	raw     *Raw
	parser  *parser
	newline string
	old     bool          // lines without a mark are ours
	edits   map[int]*edit // by token
	body    int           // in source: where the tags end and the moves begin
	out     []byte
	column  int
	space   bool // a space or the end of a line is due
}

// edit is what changes at a token.
type edit struct {
	before []string // words
	text   string   // replaces the token; empty: as it is
	drop   bool
	after  []string // words
}

func (in *inserter) edit(token int) *edit {
	if in.edits[token] == nil {
		in.edits[token] = &edit{}
	}
	return in.edits[token]
}

// text returns the token as the lexer has read it.
func (in *inserter) text(token int) []byte {
	t := in.raw.tokens[token]
	return in.raw.text[t.start:t.end]
}

// bytes returns the source of a token.
func (in *inserter) bytes(token int) []byte {
	t := in.raw.tokens[token]
	return in.raw.source[t.from:t.to]
}

// note plans the insertions at the i-th move of the main line. It returns the glyph from
// 1 to 6 that the move then has.
func (in *inserter) note(i int, n Note) (glyph int, err error) {
	move := in.parser.places[i]
	old := in.marked(i)
	for _, t := range old.tokens {
		in.edit(t).drop = true
	}
	kept := slices.Clone(in.parser.game.Moves[i].NAGs)
	if at := slices.Index(kept, old.nag); at >= 0 {
		kept = slices.Delete(kept, at, at+1)
	}
	if at := slices.IndexFunc(kept, func(n int) bool { return n >= 1 && n <= 6 }); at >= 0 {
		n.NAG, glyph = 0, kept[at]
	} else if glyph = n.NAG; glyph > 0 {
		in.after(move, move+1, fmt.Sprintf("$%d", glyph))
	}
	in.commands(i, n)
	if len(n.Better) == 0 {
		return glyph, nil
	}
	words, err := betterLine(in.parser.positions[i], in.parser.game.Moves[i].UCI, n)
	if err != nil {
		return 0, err
	}
	_, end := in.extent(move)
	in.after(move, end, words...)
	return glyph, nil
}

// after plans words after the last token that stays, of those from a move up to end.
func (in *inserter) after(move, end int, words ...string) {
	last := end - 1
	for last > move && in.edits[last] != nil && in.edits[last].drop {
		last--
	}
	in.edit(last).after = append(in.edit(last).after, words...)
}

// region returns the tokens from the i-th move of the main line up to the next.
func (in *inserter) region(i int) (from, end int) {
	if i+1 < len(in.parser.places) {
		return in.parser.places[i], in.parser.places[i+1]
	}
	return in.parser.places[i], in.parser.end
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
	text := in.text(token)
	_, glyph := book.Glyph(book.PlainWord(text))
	return glyph || text[0] == '$'
}

// needsNumber reports whether the i-th move of the main line is one of Black's that has no
// number and needs one, since a comment or a variation comes before it.
func (in *inserter) needsNumber(i int) bool {
	if i == 0 || in.parser.positions[i].WhiteToMove() || !in.remarked(i-1) {
		return false
	}
	from, move := in.region(i - 1)
	if number.MatchString(book.PlainWord(in.text(move))) {
		return false
	}
	depth := 0
	for t := move - 1; t > from; t-- {
		switch in.raw.tokens[t].kind {
		case shut:
			depth++
		case open:
			depth--
		case word:
			if depth == 0 && in.text(t)[0] != '$' && len(unnumbered([]string{string(in.text(t))})) == 0 {
				return false
			}
		}
	}
	return true
}

// remarked reports whether a comment or a variation, of the file or inserted, comes after
// the i-th move of the main line.
func (in *inserter) remarked(i int) bool {
	move := in.parser.places[i]
	from, end := in.extent(move)
	for t := move; t < from; t++ {
		if e := in.edits[t]; e != nil && slices.ContainsFunc(e.after, func(w string) bool { return w[0] != '$' }) {
			return true
		}
	}
	return from < end
}

// commands plans the commands of the i-th move, its value and the mark of its glyph, and
// leaves out old ones. They go in place of the first old value, or to the beginning of
// the first comment, or into a comment of their own.
func (in *inserter) commands(i int, n Note) {
	var all []string
	if n.Eval != nil {
		all = append(all, "[%eval "+n.Eval.String()+"]")
	}
	if n.NAG > 0 {
		all = append(all, glyphMark(n.NAG))
	}
	text := strings.Join(all, " ")
	from, end := in.extent(in.parser.places[i])
	_, next := in.region(i)
	for t := from; t < next; t++ {
		switch in.raw.tokens[t].kind {
		case open:
			t = in.shut(t, next)
		case comment:
			place := text
			if t >= end || n.Eval == nil {
				place = "" // it would not be read as the move's
			}
			if in.replace(t, place, n.Eval != nil) {
				text = ""
			}
		}
	}
	if text == "" {
		return
	}
	if from < end && in.raw.tokens[from].kind == comment && in.bytes(from)[0] == '{' && !in.edit(from).drop {
		b := cmp.Or(in.edit(from).text, string(in.bytes(from)))
		in.edit(from).text = "{" + text + " " + strings.TrimLeft(b[1:], " ")
		return
	}
	in.after(in.parser.places[i], from, "{"+text+"}")
}

// replace plans to leave out of a comment the marks of glyphs and, if values is set, the
// values. It puts text, if there is one, in place of the first value, and reports whether
// it did. A comment of which nothing is left goes.
func (in *inserter) replace(token int, text string, values bool) (put bool) {
	b := string(in.bytes(token))
	var out strings.Builder
	done := 0
	blanks := " \t\r\n"
	if b[0] == ';' { // it ends with its line
		blanks = " \t"
	}
	for _, at := range ourCommand.FindAllStringSubmatchIndex(b, -1) {
		value := at[2] < 0
		if value && !values || b[0] == ';' && strings.ContainsAny(b[at[0]:at[1]], "\r\n") {
			continue
		}
		before := b[done:at[0]]
		done = at[1]
		after := strings.TrimLeft(b[done:], blanks)
		glued := after != "" && len(after) == len(b[done:]) && strings.IndexByte("}[", after[0]) < 0
		switch kept := strings.TrimRight(before, blanks); {
		case value && text != "" && !put && b[0] != '[':
			out.WriteString(before + text)
			put = true
		case out.Len() == 0 && len(kept) <= 1: // at the beginning of the comment
			out.WriteString(before)
			done, glued = len(b)-len(after), false
		default:
			out.WriteString(kept)
		}
		if glued {
			out.WriteByte(' ')
		}
	}
	if done == 0 {
		return false
	}
	out.WriteString(b[done:])
	in.edit(token).text = out.String()
	in.edit(token).drop = strings.Trim(out.String(), "{}; \t\r\n") == ""
	return put
}
