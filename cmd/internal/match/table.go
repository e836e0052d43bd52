package match

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/cmd/internal/report"
)

// WriteTable writes results as a table, with a line for each match: the number of games
// and of different ones; the first player's wins, draws, losses and score in percent;
// the pairs of different games by the first player's points, 0 to 2; calculated from
// these the Elo difference, its 95% interval (see Pairs.Elo), normalised Elo, and the
// likelihood that the first player is stronger; the log-likelihood ratio of an SPRT; and
// the games that either player lost by fault.
func WriteTable(w io.Writer, sprt *stats.SPRT, results ...Result) error {
	titles := []string{"<first", "<second", "games", "different", "won", "drawn", "lost", "score", "<ptnml(0-2)", "Elo", "<95%", "nElo", "LOS"}
	if sprt != nil {
		titles = append(titles, "LLR", "<SPRT")
	}
	t := report.NewTable(append(titles, "faults")...).Later("nElo")
	for _, r := range results {
		diff, low, high := r.Pairs.Elo()
		nelo, _, _ := r.Pairs.NormalizedElo()
		row := []any{
			r.First, r.Second, r.Score.Games(), r.Distinct, r.Score.Wins, r.Score.Draws, r.Score.Losses,
			percent(r.Score), pentanomial(r.Pairs), formatElo(diff), formatElo(low) + " .. " + formatElo(high), formatElo(nelo),
			fmt.Sprintf("%.1f%%", 100*r.Pairs.LOS()),
		}
		if sprt != nil {
			row = append(row, fmt.Sprintf("%+.2f", sprt.LLR(r.Pairs)), sprtWords(sprt, r.Pairs))
		}
		t.Add(append(row, len(r.Faults))...)
	}
	return t.Write(w)
}

// pentanomial returns the numbers of pairs with 0, ½, 1, 1½ and 2 points.
func pentanomial(p stats.Pairs) string {
	words := make([]string, len(p))
	for i, n := range p {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, "-")
}

func percent(s stats.Score) string {
	if s.Games() == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", 100*s.Fraction())
}

// sprtWords describes the state of a test.
func sprtWords(t *stats.SPRT, p stats.Pairs) string {
	switch t.Verdict(p) {
	case 1:
		return fmt.Sprintf("%s %+g accepted", t.Unit(), t.Elo1)
	case -1:
		return fmt.Sprintf("%s %+g accepted", t.Unit(), t.Elo0)
	}
	lower, upper := t.Bounds()
	return fmt.Sprintf("open (%+.2f, %+.2f)", lower, upper)
}

func formatElo(x float64) string {
	if math.IsInf(x, 0) {
		return map[bool]string{true: "+inf", false: "-inf"}[x > 0]
	}
	// Adding 0 changes a rounded -0 to +0.
	return fmt.Sprintf("%+.0f", math.Round(x)+0)
}

// Notes returns notes for the readers of a table, one a line: repeated games, games
// without the other game of their pair, and games lost by fault.
func Notes(results ...Result) []string {
	var all []string
	for _, r := range results {
		if n := r.Score.Games(); r.Distinct < n {
			all = append(all, fmt.Sprintf("warning: %s - %s: only %d of %d games are different: the others were replayed and prove nothing; "+
				"take more openings or fewer games", r.First, r.Second, r.Distinct, n))
		}
		if n := r.Evidence.Games() - 2*r.Pairs.Count(); n > 0 {
			all = append(all, fmt.Sprintf("note: %s - %s: Elo and what follows are drawn from %d pairs; games without a new one to make a pair: %d",
				r.First, r.Second, r.Pairs.Count(), n))
		}
		const most = 5
		for i, f := range r.Faults {
			if i == most {
				all = append(all, fmt.Sprintf("fault: %s - %s: and %d more", r.First, r.Second, len(r.Faults)-most))
				break
			}
			all = append(all, fmt.Sprintf("fault: %s - %s: %s", r.First, r.Second, f))
		}
	}
	return all
}

// Row is a result for --json. Infinite values are null.
type Row struct {
	First          string            `json:"first"`
	Second         string            `json:"second"`
	Games          int               `json:"games"`
	Different      int               `json:"different"`
	Won            int               `json:"won"`
	Drawn          int               `json:"drawn"`
	Lost           int               `json:"lost"`
	Score          *float64          `json:"score"` // 0 to 1
	Pairs          stats.Pairs       `json:"pairs"` // of 0, ½, 1, 1½ and 2 points
	Elo            *float64          `json:"elo"`
	EloLow         *float64          `json:"elo_low"`
	EloHigh        *float64          `json:"elo_high"`
	NElo           *float64          `json:"nelo"`
	NEloLow        *float64          `json:"nelo_low"`
	NEloHigh       *float64          `json:"nelo_high"`
	LOS            float64           `json:"los"`
	SPRT           *SPRTRow          `json:"sprt,omitempty"`
	Ends           map[rules.End]int `json:"ends"`
	Faults         []string          `json:"faults"`
	FaultsBy       map[string]int    `json:"faults_by"`
	NodesPerMove   [2]float64        `json:"nodes_per_move"` // first, second; 0 if not reported
	CyclesPerMove  [2]float64        `json:"cycles_per_move"`
	SecondsPerMove [2]float64        `json:"seconds_per_move"` // on the player's clock
	Finished       bool              `json:"finished"`
}

// SPRTRow is the state of an SPRT.
type SPRTRow struct {
	Elo0     float64 `json:"elo0"`
	Elo1     float64 `json:"elo1"`
	Alpha    float64 `json:"alpha"`
	Beta     float64 `json:"beta"`
	Model    string  `json:"model"` // logistic or normalized
	LLR      float64 `json:"llr"`
	Lower    float64 `json:"lower"`
	Upper    float64 `json:"upper"`
	Accepted string  `json:"accepted"` // elo0, elo1 or empty
}

// NewRow returns the row of a result.
func NewRow(r Result, sprt *stats.SPRT, finished bool) Row {
	diff, low, high := r.Pairs.Elo()
	nelo, nlow, nhigh := r.Pairs.NormalizedElo()
	row := Row{
		First: r.First, Second: r.Second, Games: r.Score.Games(), Different: r.Distinct,
		Won: r.Score.Wins, Drawn: r.Score.Draws, Lost: r.Score.Losses,
		Pairs: r.Pairs, EloLow: finite(low), EloHigh: finite(high),
		NEloLow: finite(nlow), NEloHigh: finite(nhigh), LOS: r.Pairs.LOS(),
		Ends: r.Ends, Faults: r.Faults, FaultsBy: r.FaultsBy, Finished: finished,
	}
	if row.Games > 0 {
		share := r.Score.Fraction()
		row.Score = &share
	}
	if r.Pairs.Count() > 0 {
		row.Elo, row.NElo = finite(diff), finite(nelo)
	}
	if row.Faults == nil {
		row.Faults = []string{}
	}
	for i, s := range r.Spent {
		n := float64(max(s.Moves, 1))
		row.NodesPerMove[i], row.CyclesPerMove[i] = float64(s.Nodes)/n, float64(s.Cycles)/n
		row.SecondsPerMove[i] = s.Time.Seconds() / n
	}
	if sprt != nil {
		lower, upper := sprt.Bounds()
		row.SPRT = &SPRTRow{
			Elo0: sprt.Elo0, Elo1: sprt.Elo1, Alpha: sprt.Alpha, Beta: sprt.Beta,
			Model: "logistic", LLR: sprt.LLR(r.Pairs), Lower: lower, Upper: upper,
			Accepted: map[int]string{1: "elo1", -1: "elo0"}[sprt.Verdict(r.Pairs)],
		}
		if sprt.Normalized {
			row.SPRT.Model = "normalized"
		}
	}
	return row
}

func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

// Line returns a result so far as a line of text.
func (r *Result) Line(games int) string {
	diff, low, high := r.Pairs.Elo()
	s := fmt.Sprintf("%s - %s: game %d of %d, +%d =%d -%d, %s, Elo %s (%s .. %s)",
		r.First, r.Second, r.Score.Games(), games, r.Score.Wins, r.Score.Draws, r.Score.Losses, percent(r.Score),
		formatElo(diff), formatElo(low), formatElo(high))
	if n := len(r.Faults); n > 0 {
		s += fmt.Sprintf(", %d lost by fault", n)
	}
	return strings.ReplaceAll(s, "\n", " ")
}
