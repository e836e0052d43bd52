// Package annotate judges the moves of a game by the values that searches have
// found, and writes what it finds into the game.
package annotate

import (
	"fmt"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
)

// Found is what a search has found in a position.
type Found struct {
	// Score is the mover's, 64 a pawn.
	Score int16
	// Line is the principal variation in UCI notation; empty where the game is
	// over.
	Line          []string
	Nodes, Cycles uint64 // that it took
}

// Verdict is what is said of a move.
type Verdict struct {
	Ply  int // from 0
	UCI  string
	SAN  string
	Name string // 12. Nf3 or 12... Nf3
	// Eval is White's view of the position after the move; Mated says that there
	// is nothing to value, since the move mates.
	Eval  pgn.Eval
	Mated bool
	// Loss is how far the mover's value fell, in centipawns within what Decided
	// bounds.
	Loss int
	// NAG is the glyph that Loss earns, 0 for none.
	NAG int
	// Best is the line that the search preferred, in UCI and algebraic notation;
	// empty where it would have played the same.
	Best    []string
	BestSAN []string
	Nodes   uint64 // of the search before the move
	Cycles  uint64
}

// Beyond Decided a game counts as won, and values of more are as good as it. A
// loss from Slip on is dubious, from Mistake on a mistake, from Blunder on a
// blunder. All in centipawns, and our own.
const (
	Decided = 600
	Slip    = 50
	Mistake = 100
	Blunder = 250
)

// glyph returns what a loss is called.
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

// Glyphs are the glyphs by their numbers, as people write them.
var Glyphs = map[int]string{2: "?", 4: "??", 6: "?!"}

// Judge judges the moves of a game's main line of which the positions before and
// after have been searched; found are those from the first on.
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
		// After the move the other side's view is found.
		v.Eval = eval(found[i+1].Score, sign)
		v.Mated = found[i+1].Score == -goengine.Mate
		if line := found[i].Line; len(line) > 0 && line[0] != v.UCI {
			v.Best = line
			v.BestSAN = sans(pos, line)
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

// eval returns a score seen by the side that sign stands for.
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

// bounded returns a score in centipawns within what is Decided.
func bounded(score int16) int { return min(max(report.Centipawns(int(score)), -Decided), Decided) }

// sans returns a line in algebraic notation.
func sans(pos rules.Position, line []string) (all []string) {
	for _, uci := range line {
		san := pos.SAN(uci)
		next, _, err := pos.Move(uci)
		if err != nil {
			break
		}
		all = append(all, san)
		pos = next
	}
	return all
}

// Value returns the value after the move, for people.
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

// Write writes verdicts into the game: the value of every move, and where the
// score fell a glyph and the better line. What others have said of the moves
// stays.
func Write(g *pgn.Game, verdicts []Verdict) {
	for _, v := range verdicts {
		m := &g.Moves[v.Ply]
		if e := v.Eval; !v.Mated {
			m.Eval = &e
		}
		if v.NAG == 0 {
			continue
		}
		if !judged(m.NAGs) {
			m.NAGs = append([]int{v.NAG}, m.NAGs...)
		}
		line := pgn.Line{Comment: fmt.Sprintf("Better, by %s:", pawns(v.Loss))}
		for _, uci := range v.Best[:len(v.BestSAN)] {
			line.Moves = append(line.Moves, pgn.Move{UCI: uci})
		}
		m.Variations = append(m.Variations, line)
	}
}

// judged reports whether glyphs have one that calls a move good or bad.
func judged(nags []int) bool {
	for _, n := range nags {
		if n >= 1 && n <= 6 {
			return true
		}
	}
	return false
}

func pawns(centipawns int) string { return fmt.Sprintf("%d.%02d", centipawns/100, centipawns%100) }
