package match

import (
	"fmt"
	"io"
	"strings"

	"github.com/corentings/chess/v2"
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
	san, start, err := sanMoves(g.Opening.FEN, g.Moves)
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
	if g.Opening.FEN != StartFEN {
		tag("SetUp", "1")
		tag("FEN", g.Opening.FEN)
	}
	tag("Opening", g.Opening.Name)
	tag("PlyCount", fmt.Sprint(len(g.Moves)))
	tag("Termination", string(g.End))
	b.WriteByte('\n')

	words := numbered(san, start)
	if g.Detail != "" {
		comment := strings.NewReplacer("{", "(", "}", ")").Replace(g.Detail)
		words = append(words, strings.Fields("{"+comment+"}")...)
	}
	wrap(&b, append(words, g.Result))
	b.WriteString("\n\n")
	return b.String(), nil
}

// sanMoves returns UCI moves in standard algebraic notation, and the position
// that they start from.
func sanMoves(fen string, moves []string) ([]string, *chess.Position, error) {
	r, err := newReferee(Opening{FEN: fen})
	if err != nil {
		return nil, nil, err
	}
	start := r.pos
	san := make([]string, 0, len(moves))
	for _, uci := range moves {
		before := r.pos
		if err := r.play(uci); err != nil {
			return nil, nil, err
		}
		for _, m := range before.ValidMoves() {
			if m.String() == uci {
				san = append(san, chess.AlgebraicNotation{}.Encode(before, &m))
			}
		}
	}
	return san, start, nil
}

// numbered puts the move numbers before White's moves and a first one of
// Black's.
func numbered(san []string, start *chess.Position) []string {
	var words []string
	ply := start.Ply() - 1
	for i, s := range san {
		switch n := (ply+i)/2 + 1; {
		case (ply+i)%2 == 0:
			words = append(words, fmt.Sprintf("%d.", n))
		case i == 0:
			words = append(words, fmt.Sprintf("%d...", n))
		}
		words = append(words, s)
	}
	return words
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
