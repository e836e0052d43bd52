package match

import (
	"fmt"
	"io"
	"strings"

	"github.com/searchex/searchex/cmd/searchex/internal/rules"
	"github.com/searchex/searchex/goengine"
)

// pgnWidth is the longest line of move text, as the PGN standard's export
// format has it.
const pgnWidth = 79

// WritePGN writes games in PGN. The date is YYYY.MM.DD; empty means unknown,
// which keeps the output of equal matches equal.
func WritePGN(w io.Writer, event, date string, games ...Game) error {
	for _, g := range games {
		text, err := g.pgn(event, date)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	return nil
}

// pgn returns the game with its tags and an empty line behind.
func (g Game) pgn(event, date string) (string, error) {
	words, err := moveText(g.Opening.FEN, g.Moves)
	if err != nil {
		return "", fmt.Errorf("pgn of game %d: %w", g.Index+1, err)
	}
	if date == "" {
		date = "????.??.??"
	}
	var b strings.Builder
	tag := func(name, value string) {
		value = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(value)
		fmt.Fprintf(&b, "[%s \"%s\"]\n", name, value)
	}
	tag("Event", event)
	tag("Site", "?")
	tag("Date", date)
	tag("Round", fmt.Sprint(g.Index+1))
	tag("White", g.White)
	tag("Black", g.Black)
	tag("Result", g.Result)
	if g.Opening.FEN != goengine.StartFEN {
		tag("SetUp", "1")
		tag("FEN", g.Opening.FEN)
	}
	tag("Opening", g.Opening.Name)
	tag("PlyCount", fmt.Sprint(len(g.Moves)))
	tag("Termination", string(g.End))
	b.WriteByte('\n')

	if g.Detail != "" {
		comment := strings.NewReplacer("{", "(", "}", ")").Replace(g.Detail)
		words = append(words, strings.Fields("{"+comment+"}")...)
	}
	wrap(&b, append(words, g.Result))
	b.WriteString("\n\n")
	return b.String(), nil
}

// moveText returns moves in standard algebraic notation, with the move numbers
// before White's moves and a first one of Black's.
func moveText(fen string, moves []string) ([]string, error) {
	r, err := rules.New(fen)
	if err != nil {
		return nil, err
	}
	var words []string
	for i, uci := range moves {
		switch n := r.Ply()/2 + 1; {
		case r.WhiteToMove():
			words = append(words, fmt.Sprintf("%d.", n))
		case i == 0:
			words = append(words, fmt.Sprintf("%d...", n))
		}
		words = append(words, r.SAN(uci))
		if err := r.Play(uci); err != nil {
			return nil, err
		}
	}
	return words, nil
}

// wrap writes words in lines of at most pgnWidth characters where they fit.
func wrap(b *strings.Builder, words []string) {
	column := 0
	for _, w := range words {
		switch {
		case column == 0:
		case column+1+len(w) > pgnWidth:
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
