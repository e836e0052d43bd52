package pgn

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/goengine/book"
)

// What Insert adds carries a mark, so that a later Insert replaces just that: a command
// of PGN that no person writes.
//
//	2. g4 $4 {[%eval #-1] [%sx $4]} ({Better, by 6.07: [%sx 8c1f0a2b]} 2. e4 e5)
//
// [%sx $4] in a comment of a move says that Insert wrote the glyph $4 of the move. The
// mark of a line is a checksum of the position, the move played, the loss and the moves
// of the line. A line that was changed since, or copied elsewhere, is no longer Insert's.

// better is the comment of a line, without its mark.
func better(loss int) string { return fmt.Sprintf("Better, by %d.%02d:", loss/100, loss%100) }

// glyphMark returns the mark of a glyph.
func glyphMark(nag int) string { return fmt.Sprintf("[%%sx $%d]", nag) }

var (
	// lineComment matches the comment of a line with its mark, or as earlier versions wrote
	// it, without. Other programs may have changed the white space.
	lineComment = regexp.MustCompile(`^\{\s*Better,\s+by\s+([0-9]{1,2})\.([0-9]{2}):(?:\s+\[%sx\s+([0-9a-f]{8})\])?\s*\}$`)
	// ourCommand matches the commands that Insert replaces: the mark of a glyph, and the
	// value of a move, whoever wrote it.
	ourCommand = regexp.MustCompile(`\[%sx\s+\$([246])\]|\[%(?i:eval)\s+[^\]\s]+\s*\]`)
)

// lineMark returns the mark of a line: the moves better in place of played, a move in UCI
// notation, in a position.
func lineMark(pos rules.Position, played string, loss int, moves []string) string {
	place := strings.Fields(pos.FEN())[:4]
	text := strings.Join(slices.Concat(place, []string{played, better(loss)}, moves), " ")
	return fmt.Sprintf("[%%sx %08x]", crc32.ChecksumIEEE([]byte(text)))
}

// unnumbered returns words of a line without the numbers of moves.
func unnumbered(words []string) (moves []string) {
	for _, w := range words {
		if w = number.ReplaceAllString(book.PlainWord([]byte(w)), ""); strings.Trim(w, "0123456789.") != "" {
			moves = append(moves, w)
		}
	}
	return moves
}

// betterLine returns the words of the variation that Insert adds.
func betterLine(pos rules.Position, played string, n Note) ([]string, error) {
	w := writer{}
	if err := w.line(pos, n.Better); err != nil {
		return nil, err
	}
	mark := lineMark(pos, played, n.Loss, unnumbered(w.words))
	words := strings.Fields("({" + better(n.Loss))
	words[len(words)-1] += " " + mark + "}"
	words = append(words, w.words...)
	words[len(words)-1] += ")"
	return words, nil
}

// marked is what Insert wrote at a move before.
type marked struct {
	nag    int   // the glyph, 0 for none
	tokens []int // its token, and those of the lines
}

// marked returns what Insert wrote at the i-th move of the main line.
func (in *inserter) marked(i int) (m marked) {
	move, end := in.region(i)
	glyphs := map[string]int{} // their tokens
	for t := move + 1; t < end; t++ {
		switch b := in.bytes(t); in.raw.tokens[t].kind {
		case comment:
			for _, c := range ourCommand.FindAllSubmatch(b, -1) {
				if m.nag == 0 && len(c[1]) > 0 {
					m.nag = int(c[1][0] - '0')
				}
			}
		case word:
			if _, ok := glyphs[string(b)]; !ok && b[0] == '$' {
				glyphs[string(b)] = t
			}
		case open:
			shut := in.shut(t, end)
			if loss, ok := in.isLine(i, t, shut); ok {
				for ; t < shut; t++ {
					m.tokens = append(m.tokens, t)
				}
				m.tokens = append(m.tokens, shut)
				if n := oldGlyph(loss); in.old && m.nag == 0 && string(in.bytes(move+1)) == fmt.Sprintf("$%d", n) {
					m.nag = n
				}
			}
			t = shut
		}
	}
	t, ok := glyphs[fmt.Sprintf("$%d", m.nag)]
	if m.nag == 0 || !ok {
		m.nag = 0 // it was changed since
		return m
	}
	m.tokens = append(m.tokens, t)
	return m
}

// shut returns the token that ends the variation that begins at a token, or the one
// before end.
func (in *inserter) shut(from, end int) int {
	depth := 0
	for t := from; t < end; t++ {
		switch in.raw.tokens[t].kind {
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return t
			}
		}
	}
	return end - 1
}

// isLine reports whether the variation between two tokens is one that Insert added at the
// i-th move, and what the move loses by its comment.
func (in *inserter) isLine(i, from, to int) (loss int, ok bool) {
	if to-from < 3 || in.raw.tokens[from+1].kind != comment || in.raw.tokens[to].kind != shut {
		return 0, false
	}
	c := lineComment.FindStringSubmatch(string(in.bytes(from + 1)))
	if c == nil {
		return 0, false
	}
	var words []string
	for t := from + 2; t < to; t++ {
		if in.raw.tokens[t].kind != word {
			return 0, false
		}
		words = append(words, string(in.bytes(t)))
	}
	pawns, _ := strconv.Atoi(c[1])
	loss, _ = strconv.Atoi(c[2])
	loss += 100 * pawns
	pos, played := in.parser.positions[i], in.parser.game.Moves[i].UCI
	if c[3] == "" {
		return loss, in.old && slices.Equal(words, written(pos, unnumbered(words)))
	}
	return loss, lineMark(pos, played, loss, unnumbered(words)) == fmt.Sprintf("[%%sx %s]", c[3])
}

// written returns the words of a line of moves as Insert writes them, nil if one of them
// is not legal.
func written(pos rules.Position, moves []string) []string {
	var line []Move
	now := pos
	for _, m := range moves {
		next, uci, err := now.Move(m)
		if err != nil {
			return nil
		}
		line, now = append(line, Move{UCI: uci}), next
	}
	w := writer{}
	if w.line(pos, line) != nil {
		return nil
	}
	return w.words
}

// oldGlyph returns the glyph that earlier versions wrote for a loss in centipawns.
func oldGlyph(loss int) int {
	switch {
	case loss >= 250:
		return 4
	case loss >= 100:
		return 2
	}
	return 6
}

// Annotator returns the value of the tag Annotator that Insert writes, without its mark.
// profile and budget describe the searches. A guest has no profile.
func Annotator(engine, profile, budget string) string {
	if profile == "" {
		name := strings.NewReplacer(",", " ", ";", " ", `"`, "'", `\`, "/").Replace(engine)
		return fmt.Sprintf("searchex with %s, %s a position", name, budget)
	}
	return fmt.Sprintf("searchex %s, profile %s, %s a position", engine, profile, budget)
}

// annotatorMark ends an annotator. Those of earlier versions do not have it: lines without
// a mark are Insert's then.
const annotatorMark = ", marked %sx"

// ourAnnotator matches an annotator that Insert wrote in the value of a tag, alone or
// among others. The second group is its mark.
var ourAnnotator = regexp.MustCompile(`(?:^|; )(searchex (?:[a-z0-9@]+, profile [a-z0-9]+(?:,[a-z0-9.-]+=[a-z0-9]+)*|with [^,;]+)(?:, (?:SX [0-9]+|depth [0-9]+|[0-9,]+ nodes|[0-9,]+ cycles))+ a position(` + annotatorMark + `)?)(?:; |$)`)

// annotatorTag is the tag that names the annotator.
const annotatorTag = "Annotator"

// quoted returns where the value of a tag between quotes begins and ends in its source.
func quoted(tag []byte) (from, to int, ok bool) {
	end := bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(tag), []byte("]")))
	at := bytes.IndexAny(tag, `"“”„`)
	if at < 0 {
		return 0, 0, false
	}
	for _, q := range []string{`"`, "“", "”", "„"} {
		if bytes.HasPrefix(tag[at:], []byte(q)) {
			from = at + len(q)
		}
		if rest, found := bytes.CutSuffix(end, []byte(q)); found {
			to = len(rest)
		}
	}
	return from, to, from > 0 && from <= to
}

// ourPart returns where an annotator that Insert wrote is in the source of a tag, and its
// mark, as the indexes of a submatch; nil if there is none.
func ourPart(tag []byte) []int {
	from, to, _ := quoted(tag)
	at := ourAnnotator.FindSubmatchIndex(tag[from:to])
	if at == nil {
		return nil
	}
	for i := range at {
		if at[i] >= 0 {
			at[i] += from
		}
	}
	return at[2:]
}

// withAnnotator returns the source of the tag Annotator with a new annotator in place of
// the one that Insert wrote before, or after those of others.
func withAnnotator(tag []byte, annotator string) []byte {
	from, to, _ := quoted(tag)
	if at := ourPart(tag); at != nil {
		from, to = at[0], at[1]
	} else if len(bytes.TrimSpace(tag[from:to])) > 0 {
		from, annotator = to, "; "+annotator
	}
	return slices.Concat(tag[:from], []byte(annotator), tag[to:])
}
