package classic

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

// ideas writes the section on the matches about the search.
func (p *Plan) ideas(page *lab.Page, r Records, played []settled) {
	page.Heading("What each idea buys")
	page.Text("The time of a node on one core of the computer that measured it, in searches of the benchmark with %d nodes a position, the median of %d rounds. Sorting takes evaluations that "+
		"do not count as nodes, so equal nodes flatter it.", p.nodes, rounds)
	t := page.Table(&lab.Table{Name: "prices", Columns: lab.Columns("<player", "ns a node||%.0f", "evaluations a node")})
	for _, text := range p.priced() {
		if made := r[p.priceKey(text)]; made != nil {
			per := any(nil)
			if made.Price.Evaluated > 0 {
				per = float64(made.Price.Evaluated) / float64(made.Price.Nodes)
			}
			t.Add(text, made.Price.Nanos(), per)
		}
	}
	page.Text("Matches have two games from each opening with colours reversed, the openings of `searchex match` (seed 1). A search deepens ply by ply. It stops at the node limit; the best move of the unfinished iteration "+
		"counts. At *equal nodes* both have %d a move. At *equal time* the second has the nodes that take as long by the table above. Both are `%s` except for the subject of the match. "+
		"A game is won when both have seen the same one %d pawns ahead for %d moves in a row. Elo is computed from pairs ([match.md](../manual/match.md)).", p.nodes, bare, rules.WinScore/100, rules.WinMoves)
	about := func(m *match) bool { return !m.weights() && !m.open }
	p.matchTable(page, r, played, "ideas", about)
	p.matchPlot(page, r, played, "classic-ideas", "What each idea buys", about)
}

// weights reports whether a match is about weights, not about the search.
func (m *match) weights() bool {
	return strings.Contains(m.about, "weights")
}

// worth writes the section on the matches about the weights.
func (p *Plan) worth(page *lab.Page, r Records, played []settled, learned map[string]*classic.Weights) {
	page.Heading("What the weights are worth")
	page.Text("Matches as above; both have the search `%s`, except for `uniform`.", quiet)
	p.matchTable(page, r, played, "weights", (*match).weights)
	p.matchPlot(page, r, played, "classic-worth", "What the weights are worth", (*match).weights)
	p.lessons(page, learned, p.nodes)
}

// lessons writes the weights that won each tournament as players for the command match.
func (p *Plan) lessons(page *lab.Page, learned map[string]*classic.Weights, nodes uint64) {
	for _, t := range p.tournaments {
		if w := learned[t.kind]; w != nil {
			s := classic.Plain()
			s.Weights = *w
			page.Text("Learned by %s: `searchex match %s,%s %s --nodes %d`", t.kind, quiet, strings.Join(s.Settings(), ","), quiet, nodes)
		}
	}
}

// clock returns what both players have the same amount of.
func (m *match) clock() string {
	switch {
	case m.timed:
		return "time"
	case m.plies[0] == 0:
		return "nodes"
	case m.plies[0] == m.plies[1]:
		return "plies"
	}
	return "openings"
}

// matchTable writes a table of the matches played so far.
func (p *Plan) matchTable(page *lab.Page, r Records, played []settled, name string, of func(*match) bool) {
	atNodes := map[string]string{} // verdicts, by match
	another := func(row []any) bool {
		return row[1] != "time" || lab.Verdict(row[10].(float64), row[11].(float64)) != atNodes[row[0].(string)]
	}
	t := page.Table(&lab.Table{Name: name, Key: another, KeyRows: "at equal time those with another result than at equal nodes", Columns: lab.Columns(
		"<match", "<equal", "?nodes", "?nodes of the second", "games", "?won", "?drawn", "?lost", "?score %||%.1f", "Elo||%+.0f",
		"from|elo_from|%+.0f", "to|elo_to|%+.0f")})
	replays, faults, unfinished := 0, 0, 0
	for i := range played {
		s := &played[i]
		if !of(&s.match) {
			continue
		}
		y := s.tally(r)
		if y.games == 0 {
			continue
		}
		if y.games < 2*len(s.keys) {
			unfinished++
		}
		elo, low, high := y.pairs.Elo()
		if !s.timed {
			atNodes[s.about] = lab.Verdict(low, high)
		}
		t.Add(s.about, s.clock(), int(s.specs[0].Limits.Nodes), int(s.specs[1].Limits.Nodes), y.games, y.score[0], y.score[1], y.score[2], 100*y.pairs.Fraction(), elo, low, high)
		replays, faults = replays+y.replays, faults+y.faults
	}
	if unfinished > 0 {
		page.Text("Matches that are to have more games: %d. `go run ./cmd/lab classic --doc` goes on with them.", unfinished)
	}
	if replays > 0 {
		page.Text("Pairs with a game that had been played before, move for move: %d. They stand among the games, and not in the score and the Elo.", replays)
	}
	if faults > 0 {
		page.Text("Games lost by fault, an illegal move or a crash: %d.", faults)
	}
}

// matchPlot draws the scores of matches with their 95% intervals, at equal nodes and at equal time.
func (p *Plan) matchPlot(page *lab.Page, r Records, played []settled, name, title string, of func(*match) bool) {
	plot := &lab.Plot{Name: name, Title: title, Y: "score of the first, %"}
	place := map[string]float64{}
	nodes, time := lab.Line{Name: "equal nodes", Loose: true, Spread: []float64{}}, lab.Line{Name: "equal time", Loose: true, Spread: []float64{}}
	for i := range played {
		s := &played[i]
		y := s.tally(r)
		if !of(&s.match) || y.pairs.Count() < 2 {
			continue
		}
		at, ok := place[s.about]
		if !ok {
			at = float64(len(plot.Names))
			place[s.about] = at
			first, second, _ := strings.Cut(s.about, " over ")
			first = strings.NewReplacer(" as a first bound", "", "weights learned by ", "", "the text's weights", "text's", "the ", "").Replace(first)
			if second == "uniform" {
				first += ", uniform"
			}
			plot.Names = append(plot.Names, first)
		}
		line := &nodes
		if s.timed {
			line, at = &time, at+0.15
		}
		line.X, line.Y = append(line.X, at), append(line.Y, 100*y.pairs.Fraction())
		line.Spread = append(line.Spread, 100*1.96*math.Sqrt(y.pairs.Variance()/float64(y.pairs.Count())))
	}
	for _, l := range []lab.Line{nodes, time} {
		plot.Add(l)
	}
	page.Plot(plot)
}

// played returns the generations played so far.
func (t *tournament) played(r Records, searches string) (all []*Generation) {
	for _, j := range t.jobs(r, searches) {
		if made := r[j.key]; made != nil {
			all = append(all, made.Generation)
		}
	}
	return all
}

// learned returns the best weights of the finished tournaments, by kind.
func (p *Plan) learned(r Records) map[string]*classic.Weights {
	best := map[string]*classic.Weights{}
	for i := range p.tournaments {
		t := &p.tournaments[i]
		if all := t.played(r, p.searches); len(all) == t.generations {
			best[t.kind] = all[len(all)-1].best()
		}
	}
	return best
}

// tournamentPages writes a section on each tournament. The rules that they share stand in the first.
func (p *Plan) tournamentPages(page *lab.Page, r Records) {
	for i := range p.tournaments {
		t := &p.tournaments[i]
		t.page(page, t.played(r, p.searches), i == 0)
	}
}

// page writes the section on a tournament, with the rules of all tournaments if it is the first.
func (t *tournament) page(page *lab.Page, all []*Generation, isFirst bool) {
	page.Heading("A tournament of evaluation functions: " + t.kind)
	best, others, fresh := word(t.kept()), word(t.kept()-1), word(t.functions-t.kept())
	if isFirst {
		page.Text("%d functions have the 19 weights that are not possession at random from 0 to %d (seed %d). In a generation each meets each with White and with Black: %d games of at most %d plies from the initial position, so that they can be repeated to the move. "+
			"They search %d plies with alpha-beta and quiescence. A game also ends at its first repetition. Without a mate both functions judge the board; if they do not agree, the point is shared (*disputed*). "+
			"Two functions that have met before do not play again.", t.functions, maxStart, t.seed, t.functions*(t.functions-1), t.plies, t.depth)
	}
	if t.kind == mutation {
		page.Text("After a generation the best stays, %s others take each number from one of two of the %s best, by chance, and %s new ones join them.", others, best, fresh)
	} else {
		page.Text("After a generation the %s best stay as they are, and %s new ones join them.", best, fresh)
	}
	table := &lab.Table{Name: "tournament " + t.kind, Columns: lab.Columns(
		"generation", "best has %|best_percent|%.0f", "new ones have %|new_percent|%.0f", "best is new", "mates", "disputed",
		"threes decided|decided", "in a circle|circles", "<one of these")}
	page.Detail(func() {
		page.Text("*Mates* and *disputed* count the games that were played.")
		page.Table(table)
	})
	circles, decided := 0, 0
	for n, g := range all {
		most := 4 * (len(g.Functions) - 1)
		fresh, count := 0, 0
		for i := range g.Functions {
			if g.Fresh[i] {
				fresh, count = fresh+g.score(i), count+1
			}
		}
		best := g.ranking()[0]
		isNew := "no"
		if g.Fresh[best] {
			isNew = "yes"
		}
		c, d, first := g.cycles()
		circles, decided = circles+c, decided+d
		one := ""
		if first != nil {
			one = fmt.Sprintf("%d beats %d beats %d beats %d", first[0]+1, first[1]+1, first[2]+1, first[0]+1)
		}
		table.Add(n+1, 100*float64(g.score(best))/float64(most), 100*float64(fresh)/float64(most*max(count, 1)), isNew, g.Mates, g.Disputed, d, c, one)
	}
	if decided > 0 {
		page.Text("Of %d threes in which each pair has a winner %d go in a circle, A beats B beats C beats A: %.1f%%. By chance alone 25%% would; if strength were one number, none.", decided, circles, 100*float64(circles)/float64(decided))
	}
	t.plots(page, all)
}

// word returns a number as it stands in a sentence.
func word(n int) string {
	if n < 10 {
		return []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}[n]
	}
	return strconv.Itoa(n)
}

// plots draws the mean weights of the best functions by generation.
func (t *tournament) plots(page *lab.Page, all []*Generation) {
	if len(all) < 2 {
		return
	}
	var w classic.Weights
	names, _ := w.Numbers()
	for _, group := range []string{"mobility", "threats", "protects"} {
		plot := &lab.Plot{Name: page.Name + "-" + t.kind + "-" + group, Title: fmt.Sprintf("%s by generation, %s: mean of the best %s", group, t.kind, word(t.kept())), X: "generation", Y: "weight, 0 to 5"}
		for k, name := range names[possessions:] {
			if !strings.HasPrefix(name, group+".") && !(group == "mobility" && name == "advancement.pawn") {
				continue
			}
			line := lab.Line{Name: strings.TrimPrefix(name, group+".")}
			for n, g := range all {
				sum, best := 0, g.ranking()[:t.kept()]
				for _, i := range best {
					sum += g.Functions[i][k]
				}
				line.X, line.Y = append(line.X, float64(n+1)), append(line.Y, float64(sum)/float64(len(best)))
			}
			plot.Lines = append(plot.Lines, line)
		}
		page.Plot(plot)
	}
}

// evidence writes the section on the correlation of weights and points among the random functions.
func (p *Plan) evidence(page *lab.Page, r Records) {
	var w classic.Weights
	names, usual := w.Numbers()
	w = classic.Default
	x, y := p.random(r)
	learned := p.learned(r)
	page.Heading("What the tournaments say of each weight")
	chance := chanceCorrelation(len(y))
	page.Text("The correlation of each weight with a function's share of the points in its first generation, over the %d functions that were made at random. Chance alone exceeds ±%.2f "+
		"one time in twenty. The table also has the text's weights, and those that won the last generation.", len(y), chance)
	columns := lab.Columns("<weight", "correlation||%+.2f", "the text's|text")
	for _, t := range p.tournaments {
		columns = append(columns, lab.Columns(t.kind)...)
	}
	t := page.Table(&lab.Table{Name: "evidence", Columns: columns, Key: func(row []any) bool { return math.Abs(row[1].(float64)) > chance }, KeyRows: "those beyond chance"})
	for n, name := range names[possessions:] {
		cells := []any{name, correlation(x[n], y), *usual[possessions+n]}
		for _, t := range p.tournaments {
			if best := learned[t.kind]; best != nil {
				_, numbers := best.Numbers()
				cells = append(cells, *numbers[possessions+n])
			} else {
				cells = append(cells, nil)
			}
		}
		t.Add(cells...)
	}
}

// random returns the weights of the functions that were made at random, by weight, and the share of the points that each
// function won in its first generation.
func (p *Plan) random(r Records) (x []lab.Sample, y lab.Sample) {
	var w classic.Weights
	names, _ := w.Numbers()
	x = make([]lab.Sample, len(names)-possessions)
	for i := range p.tournaments {
		for _, g := range p.tournaments[i].played(r, p.searches) {
			for k, f := range g.Functions {
				if !g.Fresh[k] {
					continue
				}
				y = append(y, float64(g.score(k))/float64(4*(len(g.Functions)-1)))
				for n := range x {
					x[n] = append(x[n], float64(f[n]))
				}
			}
		}
	}
	return x, y
}

// chanceCorrelation is what chance alone exceeds one time in twenty, up or down, among n pairs of numbers.
func chanceCorrelation(n int) float64 { return 1.96 / math.Sqrt(float64(max(n, 1))) }

// correlation returns Pearson's correlation, NaN if it is undefined.
func correlation(x, y lab.Sample) float64 {
	mx, my, sum := x.Mean(), y.Mean(), 0.0
	for i := range x {
		sum += (x[i] - mx) * (y[i] - my)
	}
	return sum / (float64(len(x)-1) * x.Deviation() * y.Deviation())
}
