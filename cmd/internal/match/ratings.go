package match

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/cmd/internal/report"
)

// Standing is a player's row of a rating list. It counts only the games of pairs, from
// which the ratings are calculated.
type Standing struct {
	Player string `json:"player"`
	// Elo is nil for a player without a pair of games.
	Elo     *float64 `json:"elo"`
	EloLow  *float64 `json:"elo_low"`
	EloHigh *float64 `json:"elo_high"`
	// Prior reports that the rating depends on the prior (see stats.Rate), because the
	// player, or its group, won or lost all games against the others.
	Prior bool `json:"prior"`
	Games int  `json:"games"`
	// Score is 0 to 1. Opponents is the mean rating of the opponents, weighted by games.
	Score     *float64 `json:"score"`
	Opponents *float64 `json:"opponents"`
}

// Anchor fixes the scale of a rating list: by the rating of a player, or by the mean of
// all if Player is -1.
type Anchor struct {
	Player int
	Elo    float64
}

// Standings returns the ratings of players, best first. results[i] is the result of the
// players met[i].
func Standings(players []string, met [][2]int, results []Result, anchor Anchor) ([]Standing, error) {
	var all []stats.Encounter
	for i, r := range results {
		all = append(all, stats.Encounter{A: met[i][0], B: met[i][1], Pairs: r.Pairs})
	}
	ratings, err := stats.Rate(len(players), all, anchor.Player, anchor.Elo)
	if err != nil {
		return nil, err
	}
	points, faced := make([]float64, len(players)), make([]float64, len(players))
	list := make([]Standing, len(players))
	for i, name := range players {
		list[i].Player = name
	}
	for _, e := range all {
		games := 2 * e.Pairs.Count()
		share := e.Pairs.Fraction()
		for _, side := range []struct {
			of, against int
			share       float64
		}{{e.A, e.B, share}, {e.B, e.A, 1 - share}} {
			list[side.of].Games += games
			points[side.of] += side.share * float64(games)
			faced[side.of] += ratings[side.against].Elo * float64(games)
		}
	}
	for i, r := range ratings {
		if !r.Rated {
			continue
		}
		s, n := &list[i], float64(list[i].Games)
		elo, low, high := r.Elo, r.Elo-r.Error, r.Elo+r.Error
		score, opponents := points[i]/n, faced[i]/n
		s.Elo, s.EloLow, s.EloHigh, s.Score, s.Opponents, s.Prior = &elo, &low, &high, &score, &opponents, r.Prior
	}
	slices.SortStableFunc(list, func(a, b Standing) int { return cmp.Compare(b.rating(), a.rating()) })
	return list, nil
}

// rating returns the rating for sorting: players without one come last.
func (s *Standing) rating() float64 {
	if s.Elo == nil {
		return math.Inf(-1)
	}
	return *s.Elo
}

// bounded marks a rating that depends on the prior.
const bounded = "?"

// WriteStandings writes a rating list as a table.
func WriteStandings(w io.Writer, list []Standing) error {
	t := report.NewTable("+", "<player", "Elo", "~<", "±95%", "games", "score", "opponents").Keys(2)
	for i, s := range list {
		if s.Elo == nil {
			t.Add(i+1, s.Player, "-", "", "-", s.Games, "-", "-")
			continue
		}
		mark := ""
		if s.Prior {
			mark = bounded
		}
		t.Add(i+1, s.Player, formatRating(*s.Elo), mark, fmt.Sprintf("%.0f", *s.EloHigh-*s.Elo), s.Games,
			fmt.Sprintf("%.1f%%", 100**s.Score), formatRating(*s.Opponents))
	}
	return t.Write(w)
}

// formatRating formats a rating, without a plus sign.
func formatRating(x float64) string { return fmt.Sprintf("%.0f", math.Round(x)+0) }

// StandingNotes returns notes for the readers of a rating list, one a line.
func StandingNotes(list []Standing) []string {
	var all []string
	for _, s := range list {
		if s.Prior {
			all = append(all, fmt.Sprintf("warning: %s: the rating%s is only a bound: all points between this player, or its group, and others went to one side; "+
				"it hangs on one drawn game that was not played", s.Player, bounded))
		}
	}
	return all
}
