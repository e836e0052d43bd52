package pgn

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/goengine"
)

// roster are the tags that every game has, in their order.
var roster = []string{"Event", "Site", "Date", "Round", "White", "Black"}

// Text returns the game in PGN, followed by an empty line.
func (g *Game) Text() (string, error) {
	words, err := g.words()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, name := range roster {
		unknown := "?"
		if name == "Date" {
			unknown = "????.??.??"
		}
		writeTag(&b, name, cmp.Or(g.Tag(name), unknown))
	}
	result := cmp.Or(g.Result, rules.Unknown)
	writeTag(&b, "Result", result)
	if fen := g.start(); fen != goengine.StartFEN {
		writeTag(&b, "SetUp", "1")
		writeTag(&b, "FEN", fen)
	}
	for _, t := range g.Tags {
		if !slices.Contains(roster, t.Name) && t.Name != "Result" && t.Name != "FEN" && t.Name != "SetUp" {
			writeTag(&b, t.Name, t.Value)
		}
	}
	b.WriteByte('\n')
	Wrap(&b, append(words, result))
	b.WriteString("\n\n")
	return b.String(), nil
}

// start returns the FEN of the initial position.
func (g *Game) start() string { return cmp.Or(g.FEN, goengine.StartFEN) }

func writeTag(b *strings.Builder, name, value string) {
	value = quotes.Replace(plain([]byte(value)))
	fmt.Fprintf(b, "[%s \"%s\"]\n", name, value)
}

// words returns the words of the move text.
func (g *Game) words() ([]string, error) {
	pos, err := rules.ParsePosition(g.start())
	if err != nil {
		return nil, err
	}
	w := &writer{}
	w.comment(g.Comment)
	return w.words, w.line(pos, g.Moves)
}

// writer collects the words of a move text.
type writer struct{ words []string }

func (w *writer) line(pos rules.Position, moves []Move) error {
	numbered := true // Black's move needs its number
	for _, m := range moves {
		n := pos.Ply()/2 + 1
		if pos.WhiteToMove() {
			w.words = append(w.words, fmt.Sprintf("%d.", n))
		} else if numbered {
			w.words = append(w.words, fmt.Sprintf("%d...", n))
		}
		before := pos
		next, _, err := pos.Move(m.UCI)
		if err != nil {
			return fmt.Errorf("move %d: %s: %w", n, m.UCI, err)
		}
		w.words = append(w.words, pos.SAN(m.UCI))
		pos = next
		length := len(w.words)
		for _, n := range m.NAGs {
			w.words = append(w.words, fmt.Sprintf("$%d", n))
		}
		w.comment(m.remark())
		for _, v := range m.Variations {
			inner := writer{}
			inner.comment(v.Comment)
			if err := inner.line(before, v.Moves); err != nil {
				return err
			}
			if n := len(inner.words); n > 0 {
				inner.words[0] = "(" + inner.words[0]
				inner.words[n-1] += ")"
				w.words = append(w.words, inner.words...)
			}
		}
		numbered = len(w.words) > length+len(m.NAGs)
	}
	return nil
}

// remark returns a move's comment with its commands.
func (m *Move) remark() string {
	var parts []string
	if m.Eval != nil {
		parts = append(parts, "[%eval "+m.Eval.String()+"]")
	}
	if m.Clock != nil {
		parts = append(parts, "[%clk "+formatClock(*m.Clock)+"]")
	}
	if m.Elapsed != nil {
		parts = append(parts, "[%emt "+formatClock(*m.Elapsed)+"]")
	}
	return strings.TrimSpace(strings.Join(append(parts, m.Comment), " "))
}

// comment adds a comment unless it is empty.
func (w *writer) comment(text string) {
	if text = words(plain([]byte(text))); text != "" {
		begun := false // a command stays on one line
		for _, word := range strings.Fields("{" + text + "}") {
			if begun {
				w.words[len(w.words)-1] += " " + word
			} else {
				w.words = append(w.words, word)
			}
			begun = commandBegins.MatchString(w.words[len(w.words)-1])
		}
	}
}

// commandBegins matches the first word of a command.
var commandBegins = regexp.MustCompile(`^\{?\[%(clk|emt|eval|sx)$`)

// width is the longest line of move text in the export format of the PGN standard.
const width = 79

// Wrap writes words in lines of at most 79 characters, unless a word is longer. No
// line begins with %, which would hide it from readers, or with [, which some
// readers take for a tag.
func Wrap(b *strings.Builder, words []string) {
	column := 0
	for _, w := range words {
		switch {
		case column == 0:
		case column+1+len(w) > width && w[0] != '%' && w[0] != '[':
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(w)
		column += len(w)
	}
}
