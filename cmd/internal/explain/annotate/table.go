package annotate

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/report"
)

// Title returns who played whom, and the result.
func Title(raw *pgn.Raw) string {
	s := raw.Players()
	if r := raw.Tag("Result"); r != "" && r != rules.Unknown {
		s += ", " + r
	}
	return s
}

// judgement is a move as WriteJSON prints it.
type judgement struct {
	Game  int      `json:"game"`
	Ply   int      `json:"ply"`
	Move  string   `json:"move"`
	SAN   string   `json:"san"`
	Eval  string   `json:"eval"` // White's view: pawns, #3 for a mate in three, or mate
	Loss  int      `json:"loss"` // centipawns
	Glyph string   `json:"glyph"`
	Best  []string `json:"best"` // empty: the move itself
	// BestSAN is Best in standard algebraic notation.
	BestSAN []string `json:"best_san"`
	Nodes   uint64   `json:"nodes"`
	Cycles  uint64   `json:"cycles"`
}

// WriteJSON prints the moves of the game with this number, one JSON object each.
func WriteJSON(w *report.Screen, game int, verdicts []Verdict) error {
	for _, v := range verdicts {
		best, san := append([]string{}, v.Best...), append([]string{}, v.BestSAN...)
		err := report.JSON(w, judgement{game, v.Ply + 1, v.UCI, v.SAN, v.Value(), v.Loss, Glyphs[v.NAG], best, san, v.Nodes, v.Cycles})
		if err != nil {
			return err
		}
	}
	return nil
}

// WriteTable prints the moves of a game with their values, and with the glyphs that they
// have in the annotated game. by is who annotated it.
func WriteTable(w *report.Screen, title, by string, verdicts []Verdict) error {
	t := report.NewTable("<move", "<", "White", "lost", "<better").Keys(1).Break("better", 24)
	var glyphs [2]map[int]int // how many, by side
	glyphs[0], glyphs[1] = map[int]int{}, map[int]int{}
	kept := 0
	for _, v := range verdicts {
		fell, better := "", ""
		if v.NAG != 0 {
			fell, better = pawns(v.Loss), strings.Join(v.BestSAN, " ")
		}
		if v.Shown != v.NAG {
			kept++
		}
		side := 0
		if strings.Contains(v.Name, "...") {
			side = 1
		}
		glyphs[side][v.Shown]++
		t.Add(v.Name, Glyphs[v.Shown], v.Value(), fell, better)
	}
	if _, err := fmt.Fprintf(w, "%s\n%s\n\n", title, w.Fold(by)); err != nil {
		return err
	}
	if !t.Empty() {
		if err := t.Write(w); err != nil {
			return err
		}
	}
	white, black := glyphs[0], glyphs[1]
	_, err := fmt.Fprintf(w, "\nWhite %d ?!, %d ?, %d ??; Black %d ?!, %d ?, %d ??\n", white[6], white[2], white[4], black[6], black[2], black[4])
	if err == nil && kept > 0 {
		_, err = fmt.Fprintf(w, "Kept: %s of the file\n", report.Plural(kept, "glyph"))
	}
	if err == nil {
		_, err = fmt.Fprintln(w)
	}
	return err
}
