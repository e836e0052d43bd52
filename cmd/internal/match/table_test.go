package match

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/cmd/internal/report"
)

func TestTable(t *testing.T) {
	// By hand: the squared distances of those 50 pairs from 0.65 sum to 5, so the
	// interval is 0.65 ± 1.96 sqrt(0.1/50) = 0.5623 .. 0.7377, and normalised Elo
	// 347.44 · 0.15/sqrt(0.2) = 116.5. The 29 that are all won: 1 - 3/29 = 0.8966.
	results := []Result{
		{First: "sx81", Second: "stockfish", Score: stats.Score{Wins: 50, Draws: 30, Losses: 20}, Pairs: stats.Pairs{4, 7, 9, 15, 15}, Distinct: 100},
		{First: "a", Second: "b", Score: stats.Score{Wins: 60}, Pairs: stats.Pairs{4: 29}, Evidence: stats.Score{Wins: 59}, Distinct: 59, Faults: []string{"game 1: b (white): gone"}},
		{First: "c", Second: "d"},
	}
	var b strings.Builder
	require.NoError(t, WriteTable(&b, nil, results...))
	assert.Equal(t, `
first  second     games  different  won  drawn  lost   score  ptnml(0-2)    Elo  95%           nElo     LOS  faults
sx81   stockfish    100        100   50     30    20   65.0%  4-7-9-15-15  +108  +44 .. +180   +117  100.0%       0
a      b             60         59   60      0     0  100.0%  0-0-0-0-29   +inf  +375 .. +inf  +inf  100.0%       1
c      d              0          0    0      0     0       -  0-0-0-0-0      +0  -inf .. +inf    +0   50.0%       0
`, "\n"+b.String())
	b.Reset()
	require.NoError(t, WriteTable(&b, &stats.SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}, results...))
	assert.Contains(t, b.String(), "Elo +50 accepted")
	assert.Contains(t, b.String(), "open (-2.94, +2.94)")

	notes := strings.Join(Notes(results...), "\n")
	assert.Contains(t, notes, "warning: a - b: only 59 of 60 games are different")
	assert.Contains(t, notes, "note: a - b: Elo and what follows are drawn from 29 pairs; games without a new one to make a pair: 1")
	assert.Contains(t, notes, "fault: a - b: game 1: b (white): gone")
	assert.NotContains(t, notes, "sx81")
}

func TestRowsAreJSONWithoutInfinities(t *testing.T) {
	r := Tally("a", "b", []Game{{Opening: start, Moves: []string{"e2e4"}, Result: rules.WhiteWins, End: rules.Checkmate, FirstIsWhite: true,
		Spent: [2]Spent{{Moves: 2, Nodes: 10, Cycles: 40}, {Moves: 1, Nodes: 3}}}})
	b, err := json.Marshal(NewRow(r, &stats.SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}, true))
	require.NoError(t, err)
	var row map[string]any
	require.NoError(t, json.Unmarshal(b, &row))
	assert.Nil(t, row["elo"], "one game is no pair")
	assert.Equal(t, []any{0., 0., 0., 0., 0.}, row["pairs"])
	assert.Equal(t, "logistic", row["sprt"].(map[string]any)["model"])
	assert.Nil(t, row["elo_high"])
	assert.Equal(t, []any{1.0, []any{5.0, 3.0}, []any{20.0, 0.0}, map[string]any{"checkmate": 1.0}, []any{}},
		[]any{row["score"], row["nodes_per_move"], row["cycles_per_move"], row["ends"], row["faults"]})
	assert.Equal(t, "", row["sprt"].(map[string]any)["accepted"])
}

// Equal players win all games as White. With each repeated game counted once that is no difference
// in strength.
func TestReplayedGamesAreNoEvidence(t *testing.T) {
	p := script("p", "f2f3 e7e5 g2g4 d8h4")
	r, err := Run(t.Context(), Config{First: maker(p), Second: maker(p), Openings: []openings.Opening{start}, Games: 40, Parallel: 1})
	require.NoError(t, err)
	assert.Equal(t, []any{1, stats.Score{Wins: 20, Losses: 20}, stats.Score{Wins: 1, Losses: 1}, stats.Pairs{2: 1}}, []any{r.Distinct, r.Score, r.Evidence, r.Pairs})
}

func TestLiveLinesAreFewWhereThereIsNoTerminal(t *testing.T) {
	var b bytes.Buffer
	l := NewLive(&b, false, nil, 1, 100, 0)
	r := Result{First: "a", Second: "b", Score: stats.Score{Wins: 3}, Pairs: stats.Pairs{4: 1}}
	for range 50 {
		l.Score(r)
	}
	assert.Empty(t, b.String(), "nothing in the first seconds")
	l.last = l.last.Add(-lineInterval)
	l.Score(r)
	assert.Regexp(t, `^a - b: game 3 of 100, \+3 =0 -0, 100.0%, .*\n$`, b.String())
	l.Clear()
	assert.NotContains(t, b.String(), "\x1b")
}

func TestLiveTableTakesItselfOffTheTerminal(t *testing.T) {
	var b bytes.Buffer
	l := NewLive(&b, true, nil, 2, 100, 0)
	r := Result{First: "a", Second: "b", Score: stats.Score{Wins: 3}, Pairs: stats.Pairs{4: 1}}
	l.Score(r)
	lines := strings.Count(b.String(), "\n")
	assert.Equal(t, 3, lines, "titles, a row, the pace")
	b.Reset()
	l.Finish(r)
	l.last = l.last.Add(-lineInterval)
	l.Score(r)
	assert.True(t, strings.HasPrefix(b.String(), "\x1b[3A\r\x1b[J"), "%q", b.String())
	b.Reset()
	l.Clear()
	assert.Equal(t, "\x1b[4A\r\x1b[J", b.String())
}

func TestLiveTableFitsTheTerminal(t *testing.T) {
	var b bytes.Buffer
	l := NewLive(&report.Screen{Writer: &b, Width: 60, ASCII: true}, true, nil, 1, 100, 0)
	r := Result{First: "go:séx", Second: "stockfish", Score: stats.Score{Wins: 3}, Pairs: stats.Pairs{4: 1}}
	l.Score(r)
	plain := regexp.MustCompile("\x1b\\[[?0-9]*[a-zA-Z]").ReplaceAllString(b.String(), "")
	for _, line := range strings.Split(plain, "\n") {
		assert.LessOrEqual(t, len(line), 60, line)
	}
	assert.Contains(t, plain, "faults", "no column is cut off")
	assert.NotContains(t, plain, "é")
	drawn := strings.Count(plain, "\n")
	b.Reset()
	l.Clear()
	assert.Equal(t, fmt.Sprintf("\x1b[%dA\r\x1b[J", drawn), b.String())
}
