package match

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/match/player"
)

// pgn returns the game in PGN, followed by an empty line.
func (g *Game) pgn(event string) (string, error) {
	file := pgn.Game{FEN: g.Opening.FEN, Result: g.Result}
	for _, t := range []pgn.Tag{
		{Name: "Event", Value: event},
		{Name: "Date", Value: g.Date},
		{Name: "Round", Value: fmt.Sprint(g.Index + 1)},
		{Name: "White", Value: g.White},
		{Name: "Black", Value: g.Black},
		{Name: "Opening", Value: g.Opening.Name},
		{Name: "PlyCount", Value: fmt.Sprint(len(g.Moves))},
	} {
		file.SetTag(t.Name, t.Value)
	}
	if w, b := g.TimeControls[0], g.TimeControls[1]; w == b {
		file.SetTag("TimeControl", w)
	} else {
		file.SetTag("WhiteTimeControl", w)
		file.SetTag("BlackTimeControl", b)
	}
	file.SetTag("Termination", termination(g.End))
	for i, uci := range g.Moves {
		file.Moves = append(file.Moves, pgn.Move{UCI: uci, Comment: remark(g.comment(i))})
	}
	if last := len(g.Moves) - 1; last >= 0 {
		file.Moves[last].Comment = remark(g.comment(last), g.end())
	} else {
		file.Comment = remark(g.end())
	}
	text, err := file.Text()
	if err != nil {
		return "", fmt.Errorf("pgn of game %d: %w", g.Index+1, err)
	}
	return text, nil
}

// remark joins the parts of a comment. The output of a program in it can't be read as a
// command.
func remark(parts ...string) string {
	text := strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
	return strings.ReplaceAll(text, "[%", "(%")
}

// termination returns the PGN standard's word for an end.
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

// comment returns the comment on a move in the form of fastchess and Cute Chess: the
// score for the mover in pawns, or the plies to the mate, then depth and time:
// "+0.48/9 0.51s", "-M4/12 3.1s". Without a score it is only the time.
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

// end returns the comment that says how the game ended, with the fault if there was one.
func (g *Game) end() string {
	if g.Detail == "" {
		return string(g.End)
	}
	return string(g.End) + ": " + g.Detail
}

// comment returns the comment on a move, "" if there is none.
func (g *Game) comment(i int) string {
	if i < len(g.Comments) {
		return g.Comments[i]
	}
	return ""
}
