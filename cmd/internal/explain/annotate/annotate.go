// Package annotate evaluates the moves of a game by searches of its positions, and
// writes values, glyphs and better lines into the game.
package annotate

import (
	"fmt"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
)

// Found is the result of a search of a position.
type Found struct {
	// Score is from the point of view of the side to move, in 64ths of a pawn.
	Score int16
	// Line is the principal variation in UCI notation; empty if the game is over.
	Line          []string
	Nodes, Cycles uint64 // of the search
}

// Verdict is the evaluation of a move.
type Verdict struct {
	Ply  int // from 0
	UCI  string
	SAN  string
	Name string // 12. Nf3 or 12... Nf3
	// Eval is the value of the position after the move for White. Mated reports that
	// the move mates, so that there is no value.
	Eval  pgn.Eval
	Mated bool
	// Loss is the loss of value for the mover, in centipawns, where values beyond
	// Decided count as Decided.
	Loss int
	// NAG is the glyph for Loss, 0 for none.
	NAG int
	// Shown is the glyph from ! to ?! that the move has in the annotated game, 0 for none.
	// If it is not NAG, it is one that the game had.
	Shown int
	// Best is the line that the search prefers, in UCI and algebraic notation; empty
	// if it prefers the move played.
	Best    []string
	BestSAN []string
	Nodes   uint64 // of the search before the move
	Cycles  uint64
}

// Thresholds in centipawns, our own. A value beyond Decided counts as a won game, and
// larger values are no better. A loss of at least Slip is dubious, of Mistake a
// mistake, of Blunder a blunder.
const (
	Decided = 600
	Slip    = 50
	Mistake = 100
	Blunder = 250
)

// glyph returns the number of the glyph for a loss.
func glyph(loss int) int {
	switch {
	case loss >= Blunder:
		return 4 // ??
	case loss >= Mistake:
		return 2 // ?
	case loss >= Slip:
		return 6 // ?!
	}
	return 0
}

// Glyphs maps the numbers of glyphs to the form in which people write them.
var Glyphs = map[int]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

// Judge returns the verdicts on the moves of the main line. found has the results for
// the game's positions from the first on; a move needs those before and after it.
func Judge(g *pgn.Game, found []Found) ([]Verdict, error) {
	pos, err := rules.ParsePosition(g.FEN)
	if err != nil {
		return nil, err
	}
	var all []Verdict
	for i := 0; i < len(g.Moves) && i+1 < len(found); i++ {
		v := Verdict{Ply: i, UCI: g.Moves[i].UCI, SAN: pos.SAN(g.Moves[i].UCI), Nodes: found[i].Nodes, Cycles: found[i].Cycles}
		sign, dots := -1, "."
		if !pos.WhiteToMove() {
			sign, dots = 1, "..."
		}
		v.Name = fmt.Sprintf("%d%s %s", pos.Ply()/2+1, dots, v.SAN)
		// After the move the score is the other side's.
		v.Eval = eval(found[i+1].Score, sign)
		v.Mated = found[i+1].Score == -goengine.Mate
		if line := found[i].Line; len(line) > 0 && line[0] != v.UCI && v.UCI != pgn.NullMove {
			v.Best = line
			v.BestSAN = pos.Line(line)
			v.Loss = max(bounded(found[i].Score)+bounded(found[i+1].Score), 0)
			v.NAG = glyph(v.Loss)
		}
		if pos, _, err = pos.Move(v.UCI); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// eval converts a score to a value for White; sign is 1 if White is to move, -1 if
// Black is.
func eval(score int16, sign int) pgn.Eval {
	switch mate, ok := report.Mate(int(score)); {
	case score == -goengine.Mate: // on the board
		return pgn.Eval{Centipawns: -sign * Decided}
	case ok:
		return pgn.Eval{Mate: sign * mate}
	default:
		return pgn.Eval{Centipawns: sign * report.Centipawns(int(score))}
	}
}

// bounded returns a score in centipawns, limited to Decided.
func bounded(score int16) int { return min(max(report.Centipawns(int(score)), -Decided), Decided) }

// Value formats the value after the move.
func (v *Verdict) Value() string {
	switch s := v.Eval.String(); {
	case v.Mated:
		return "mate"
	case v.Eval.Centipawns > 0:
		return "+" + s
	default:
		return s
	}
}

// Notes returns what verdicts add to a game: the value of every move, and for moves with
// a loss a glyph and the better line.
func Notes(verdicts []Verdict) []pgn.Note {
	notes := make([]pgn.Note, len(verdicts))
	for i, v := range verdicts {
		n := &notes[i]
		if e := v.Eval; !v.Mated {
			n.Eval = &e
		}
		if n.NAG = v.NAG; v.NAG == 0 {
			continue
		}
		n.Loss = v.Loss
		for _, uci := range v.Best[:len(v.BestSAN)] {
			n.Better = append(n.Better, pgn.Move{UCI: uci})
		}
	}
	return notes
}

func pawns(centipawns int) string { return fmt.Sprintf("%d.%02d", centipawns/100, centipawns%100) }
