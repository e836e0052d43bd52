package sex

import (
	"fmt"
	"math"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/hostbridge"
)

// view is a plan with its results.
type view struct {
	*Plan
	results Results
}

// of returns the records with a purpose, in order.
func (v *view) of(what string) (all []Record) {
	for _, i := range v.at[what] {
		if r, ok := v.results[v.tasks[i].key]; ok {
			all = append(all, r)
		}
	}
	return all
}

// Page returns the page of the results, which may be incomplete.
func (p *Plan) Page(results Results) (*lab.Page, error) {
	v := &view{p, results}
	page := &lab.Page{Name: Name, Title: "What SX is worth", Command: Command, Short: true}
	v.made(page)
	v.inAll(page)
	v.prices(page)
	v.switches(page)
	v.texts(page)
	v.budgets(page)
	if err := v.finds(page); err != nil {
		return nil, err
	}
	v.style(page)
	return page, nil
}

// made adds what was measured.
func (v *view) made(page *lab.Page) {
	state := "all are in"
	if n := len(v.results.Missing(v.Keys())); n > 0 {
		state = fmt.Sprintf("**only %d are in**", len(v.tasks)-n)
	}
	page.Text("The SEX algorithm gives each line a budget, SX, and each move a price by its kind, so that interesting lines are searched deeper. " +
		"Here each of its ideas is compared with a search without it, at equal cycles of a machine. Quotations are from the Chess Programming Wiki's page, which cites the paper of 1989 ([sources](../sources.md)).")
	page.Text("The machine is the 6502 of the Chess Champion MK V, 1.96608 MHz, by the model of its cycles (`%s`, `go run ./cmd/lab fit`). **Most matches have a small budget: %s a move**; %s. What holds there need not hold at tournament pace, "+
		"where the MK V had 354 million. Openings are of seed %d, each with both colours. A game is won when both players have seen the same one %d pawns ahead for %d moves. "+
		"Elo and its 95%% interval are computed from pairs of games ([match.md](../manual/match.md)). A row whose interval contains 0 proves nothing; of twenty rows without any effect one has an interval without 0. "+
		"`searchex match %[1]s:PROFILE --against %[1]s:PROFILE --cycles %[7]d --games %[8]d --win %[9]d,%[6]d` plays a row.",
		Engine, budgetName(v.Small), v.largeName(), seed, matchRules.WinScore/100, matchRules.WinMoves, v.Small, v.Games, matchRules.WinScore)
	where := fmt.Sprintf("Their results are in `testdata/lab/%s.jsonl`. `go run ./cmd/lab %[1]s --recorded` prints them. The page of the documents has key rows alone, and leaves out the counts of moves, the positions and their lines, the mates found, and the table of budgets; `--doc` measures what has changed, and writes that page.", Name)
	if v.Quick {
		where = "This is a quick run: its numbers show how the experiment goes, and prove nothing."
	}
	page.Text("The plan has %s jobs, of which %s. %s", report.Int(len(v.tasks)), state, where)
}

// inAll adds the value of SX as a whole.
func (v *view) inAll(page *lab.Page) {
	var words []string
	for _, cycles := range v.cycles() {
		m := v.match("uniform", "sx81", cycles)
		if diff, low, high := m.elo(); !math.IsNaN(diff) && !math.IsInf(high-low, 0) {
			words = append(words, fmt.Sprintf("%s at %s cycles", lab.Elo(0-diff, 0-high, 0-low, m.games()), report.Count(cycles)))
		}
	}
	if len(words) > 0 {
		page.Text("**In all**, `sx81`, with the prices of 1981, scores against `uniform`, ordinary alpha-beta, in Elo: %s.", strings.Join(words, "; "))
	}
}

// largeName describes the large budget.
func (v *view) largeName() string {
	if v.Large == 0 {
		return "no others are played in this run"
	}
	return fmt.Sprintf("some are played at %s too", budgetName(v.Large))
}

// budgetName describes a budget of cycles.
func budgetName(cycles uint64) string {
	return fmt.Sprintf("%s cycles, %.1f seconds", report.Count(cycles), float64(cycles)/clock())
}

// clock returns the clock of the machine in Hz.
func clock() float64 {
	k, err := hostbridge.KindOf(Engine)
	if err != nil {
		return math.NaN()
	}
	return float64(k.Timed().Clock)
}

// match returns the games of two profiles with a budget, nil if there are none.
func (v *view) match(first, second string, cycles uint64) *Match {
	var sum *Match
	for _, r := range v.of((&pairing{first, second, cycles}).what()) {
		if sum == nil {
			sum = &Match{}
		}
		sum.add(r.Match)
	}
	return sum
}

// solved returns the positions that a profile has solved with a budget, nil if that was not tried.
func (v *view) solved(spec string, cycles uint64) *Solved {
	for _, r := range v.of(solving(spec, cycles)) {
		return r.Solved
	}
	return nil
}

// matesText returns the number of mates found, "" if that was not tried.
func (v *view) matesText(spec string, cycles uint64) string {
	s := v.solved(spec, cycles)
	if s == nil {
		return ""
	}
	n, _ := s.mates()
	return report.Int(n)
}

// cost returns the cycles of the benchmark in millions.
func (v *view) cost(spec string) float64 {
	for _, r := range v.of(costing(spec)) {
		return float64(r.Cost.Cycles) / 1e6
	}
	return math.NaN()
}

// elo returns the Elo difference of a match and the bounds of its interval, NaN if there are none.
func (m *Match) elo() (diff, low, high float64) {
	if m == nil || m.Pairs.Count() == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	diff, low, high = m.Pairs.Elo()
	return math.Round(diff) + 0, math.Round(low) + 0, math.Round(high) + 0
}

// proven returns 1 if the interval is above 0, -1 if it is below, and otherwise 0.
func (m *Match) proven() int {
	switch _, low, high := m.elo(); {
	case low > 0:
		return 1
	case high < 0:
		return -1
	}
	return 0
}
