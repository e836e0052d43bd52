package match

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/searchex/internal/player"
	"github.com/searchex/searchex/cmd/searchex/internal/rules"
	"github.com/searchex/searchex/goengine"
)

// pgnWidth is the longest line of move text, as the PGN standard's export
// format has it.
const pgnWidth = 79

// pgn returns the game in PGN, its tags first and an empty line behind.
func (g *Game) pgn(event string) (string, error) {
	words, err := g.moveText()
	if err != nil {
		return "", fmt.Errorf("pgn of game %d: %w", g.Index+1, err)
	}
	var b strings.Builder
	tag := func(name, value string) {
		value = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(value)
		fmt.Fprintf(&b, "[%s \"%s\"]\n", name, value)
	}
	tag("Event", event)
	tag("Site", "?")
	tag("Date", cmp.Or(g.Date, "????.??.??"))
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
	if w, b := g.TimeControls[0], g.TimeControls[1]; w == b {
		tag("TimeControl", w)
	} else {
		tag("WhiteTimeControl", w)
		tag("BlackTimeControl", b)
	}
	tag("Termination", termination(g.End))
	b.WriteByte('\n')
	wrap(&b, append(words, g.Result))
	b.WriteString("\n\n")
	return b.String(), nil
}

// termination is an end in the words that the PGN standard has for it.
func termination(e rules.End) string {
	switch e {
	case EndMaxPlies, EndAdjudication:
		return "adjudication"
	case EndIllegal:
		return "rules infraction"
	case EndTimeout:
		return "time forfeit"
	case EndFailure:
		return "abandoned"
	case EndInterruption, "":
		return "unterminated"
	}
	return "normal"
}

// bookComment is the comment on a move of the opening.
const bookComment = "book"

// comment is what PGN says of a move, as fastchess and Cute Chess write it: the
// score in pawns from the mover's side, or the plies to the mate, then depth and
// time: "+0.48/9 0.51s", "-M4/12 3.1s". Without a score it is the time alone.
func comment(r player.Reply) string {
	decimals := 2
	switch {
	case r.Elapsed < time.Second/10:
		decimals = 3
	case r.Elapsed >= 100*time.Second:
		decimals = 0
	case r.Elapsed >= 10*time.Second:
		decimals = 1
	}
	text := strconv.FormatFloat(r.Elapsed.Seconds(), 'f', decimals, 64) + "s"
	switch {
	case r.Mate > 0:
		return fmt.Sprintf("+M%d/%d %s", r.Mate, r.Depth, text)
	case r.Mate < 0:
		return fmt.Sprintf("-M%d/%d %s", -r.Mate, r.Depth, text)
	case r.Score == 0 && r.Scored:
		return fmt.Sprintf("0.00/%d %s", r.Depth, text)
	case r.Scored:
		return fmt.Sprintf("%+.2f/%d %s", float64(r.Score)/100, r.Depth, text)
	}
	return text
}

// end says in a comment how the game ended, and what the player at fault did.
func (g *Game) end() string {
	if g.Detail == "" {
		return string(g.End)
	}
	return string(g.End) + ": " + g.Detail
}

// moveText returns the moves in standard algebraic notation, with the move
// numbers before White's moves and a first one of Black's, and the comments,
// the last of which also says how the game ended.
func (g *Game) moveText() ([]string, error) {
	r, err := rules.New(g.Opening.FEN)
	if err != nil {
		return nil, err
	}
	var words []string
	say := func(parts ...string) {
		text := strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
		if text != "" {
			text = strings.NewReplacer("{", "(", "}", ")", "[%", "(%").Replace(text)
			words = append(words, strings.Fields("{"+text+"}")...)
		}
	}
	for i, uci := range g.Moves {
		switch n := r.Ply()/2 + 1; {
		case r.WhiteToMove():
			words = append(words, fmt.Sprintf("%d.", n))
		case i == 0 || g.comment(i-1) != "":
			words = append(words, fmt.Sprintf("%d...", n))
		}
		words = append(words, r.SAN(uci))
		if err := r.Play(uci); err != nil {
			return nil, err
		}
		if last := len(g.Moves) - 1; i < last {
			say(g.comment(i))
		} else {
			say(g.comment(i), g.end())
		}
	}
	if len(g.Moves) == 0 {
		say(g.end())
	}
	return words, nil
}

// comment is the comment on a move, empty where there is none.
func (g *Game) comment(i int) string {
	if i < len(g.Comments) {
		return g.Comments[i]
	}
	return ""
}

// wrap writes words in lines of at most pgnWidth characters where they fit. No
// line begins with %, which would hide it from readers.
func wrap(b *strings.Builder, words []string) {
	column := 0
	for _, w := range words {
		switch {
		case column == 0:
		case column+1+len(w) > pgnWidth && w[0] != '%':
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
