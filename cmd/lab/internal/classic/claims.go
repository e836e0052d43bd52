package classic

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

// claimed has what the table of claims is written from.
type claimed struct {
	*Plan
	records Records
	played  []settled
}

// Claims returns the table of the claims of "AI Chess Algorithms", in Markdown.
func (p *Plan) Claims(r Records) (string, error) {
	played, err := p.settledMatches(r, p.learned(r))
	if err != nil {
		return "", err
	}
	v := &claimed{p, r, played}
	var c lab.Claims
	v.searching(&c)
	v.evaluating(&c)
	if err := v.around(&c); err != nil {
		return "", err
	}
	return c.String(), nil
}

// elo returns the Elo of a match with its interval and games, and the verdict on the claim that the first is stronger.
func (v *claimed) elo(about, equal string) (figures, verdict string) {
	for i := range v.played {
		s := &v.played[i]
		if s.about != about || s.clock() != equal {
			continue
		}
		y := s.tally(v.records)
		elo, low, high := y.pairs.Elo()
		return lab.Elo(elo, low, high, y.games), lab.Verdict(low, high)
	}
	return "not played", lab.NotShown
}

// both returns the Elo of a match at equal nodes and at equal time, and the verdicts, one word if they agree.
func (v *claimed) both(about string) (figures, verdicts string) {
	nodes, a := v.elo(about, "nodes")
	time, b := v.elo(about, "time")
	return fmt.Sprintf("%s at equal nodes, %s at equal time", nodes, time), lab.Agreed([]string{a, b}, []string{a + " at equal nodes", b + " at equal time"})
}

// same returns how many of all searches of a way, to each depth, have minimax's score, and its move.
func (v *claimed) same(way string) (scores, moves, of int) {
	minimax := v.madeTrees(v.records, minimaxWay)
	for k, trees := range v.madeTrees(v.records, way) {
		for d := range trees {
			of++
			if trees[d].Score == minimax[k][d].Score {
				scores++
			}
			if trees[d].Best == minimax[k][d].Best {
				moves++
			}
		}
	}
	return scores, moves, of
}

// searching adds the claims about the search.
func (v *claimed) searching(c *lab.Claims) {
	positions := fmt.Sprintf("counted, %d positions", len(v.positions))
	minimax, program := v.movesANode(v.records, minimaxWay), v.movesANode(v.records, programWay)
	plies := fmt.Sprintf("to %d plies", v.depth)
	c.Row("the branching factor of minimax is typically 25 to 40, 35 on average", fmt.Sprintf("%.1f moves a node %s, by position %s", v.movesOverall(v.records, minimaxWay), plies, mean(minimax)), figure(textMinimax, minimax), positions)
	var figures, verdicts, named []string
	for _, about := range []string{"2 plies over 1", "3 plies over 2", "4 plies over 3"} {
		elo, is := v.elo(about, "openings")
		figures, verdicts, named = append(figures, about+" "+elo), append(verdicts, is), append(named, about+" "+is)
	}
	c.Row("the bigger the ply, the better the move", strings.Join(figures, "; "), lab.Agreed(verdicts, named), "played")

	scores, _, of := v.same(unsortedWay)
	sorted, moves, _ := v.same(textWay)
	elo, stronger := v.both("alpha-beta over minimax")
	exact := lab.Fails
	if scores == of && sorted == of {
		exact = lab.Held
	}
	c.Row("alpha-beta returns exactly minimax's moves", fmt.Sprintf("the same score in %d of %d searches, %d of %d in the text's order, which among moves of equal value plays minimax's in %d. In matches it is worth %s", scores, of, sorted, of, moves, elo),
		fmt.Sprintf("the scores: %s; that it is stronger: %s", exact, stronger), positions+fmt.Sprintf(" × %d depths; played", v.depth))
	all := v.leaves(v.records, minimaxWay)
	share := func(way string) string {
		return fmt.Sprintf("%.1f%%", 100*float64(v.leaves(v.records, way))/float64(all))
	}
	c.Row("ideally it doubles the depth without more time", fmt.Sprintf("%s the minimal trees of %d positions have some %s of minimax's %s leaves; best first leaves %s, captures first %s", plies, len(v.positions), report.Int(v.least(v.records)), report.Count(all), share(bestWay), share(unsortedWay)),
		"of the ideal held; real orders stay above it", "exact for the formula ([odd-even](odd-even.md)); counted")
	elo, stronger = v.both("the text's order over captures first")
	best, _ := v.both("best first over captures first")
	c.Row(`"it makes sense to order the stand-pat moves first", by the absolute size of one-ply scores, rather than from best to worst`,
		fmt.Sprintf("%s of minimax's leaves remain; captures first leave %s, best first %s. In matches against captures first the text's order has %s; best first %s", share(textWay), share(unsortedWay), share(bestWay), elo, best), stronger, positions+"; played")
	c.Row("alpha-beta and sorting bring the branching factor from 35 to around 25", fmt.Sprintf("the program as a whole, with null move and quiescence, tries %.1f moves a node %s, by position %s; the text's order alone %s, no order %s", v.movesOverall(v.records, programWay), plies, mean(program), mean(v.movesANode(v.records, textWay)), mean(v.movesANode(v.records, unsortedWay))),
		figure(textProgram, program)+"; but no order would do better", positions)
	elo, stronger = v.both("null move as a first bound over none")
	c.Row(`the null move gives a first bound, for "certainly" any move beats the opponent's moving twice`, fmt.Sprintf("%s leaves without it, %s with it; in matches %s. In mutual zugzwang (`8/8/8/4pK2/3kP3/8/8/8 w`) every move is worth less, so that the search must be made again",
		report.Count(v.leaves(v.records, textWay)), report.Count(v.leaves(v.records, nullWay)), elo), `as a gain: `+stronger+`; "certainly": `+lab.Fails, "counted; played; exact by an example")
	elo, stronger = v.both("quiescence over none")
	c.Row("quiescence sees that a queen that takes a guarded knight is lost", "without it one ply plays Qxd5, with it it does not; in matches "+elo, stronger, "exact; played")
	atPlies, _ := v.elo("all captures over only new ones", "plies")
	atNodes, is := v.elo("all captures over only new ones", "nodes")
	c.Row("it must look only at captures that the move itself made possible, or a hanging bishop makes a good capture look bad",
		fmt.Sprintf("the text's position in our setting: gxh4 is played, +299; en passant is always such a capture. All captures instead: %s at 2 plies, for many times the nodes; %s at equal nodes", atPlies, atNodes),
		"the example: held; that all captures are stronger at equal nodes: "+is, "exact by hand; played")
}

// evaluating adds the claims about the evaluation and the tournaments.
func (v *claimed) evaluating(c *lab.Claims) {
	remain, own := v.remaining()
	guards, is := v.elo(guardsOverOwn, "nodes")
	c.Row("25 integers make the evaluation: 6 of possession, mobility, threats and protections each, and pawns' advancement",
		fmt.Sprintf("rebuilt, with a breakdown of a board as the text has it. The text's own board is lost; on boards with its men %s. As `protects=%s` the program has %s Elo against its own. A rook's mobility of 14, two rooks, weight 3: 84", remain, likeliest, guards),
		"the 25 numbers: held; that the text counts protects as the program: "+own+"; that this reading is stronger: "+is, "exact; counted on random boards; played")
	c.Row("19 factors of 5 values make 5^19 functions", "the text draws integers between 0 and 5: six values, so 6^19", "a slip", "exact")
	c.Row("a round of ten functions is 10² = 100 games", "90, because none plays itself", "a slip", "exact")
	c.Row("a round takes hours even at low ply", "90 games at 2 plies take 2 to 3 seconds of one core today", "not so today", "counted")
	games, mates, disputed, circles, decided := v.tournamentSums()
	c.Row("in a close game each side may think that it is winning", fmt.Sprintf("%d of %s games were disputed", disputed, report.Int(games)), lab.Held+": it happens", "counted, two tournaments of one seed")
	c.Row("at 2 plies it is unlikely ever to come to mate", fmt.Sprintf("%d of %s games of 50 moves ended by mate", mates, report.Int(games)), lab.Fails+": one in "+report.Int(games/max(mates, 1)), "counted, two tournaments of one seed")
	c.Row("results are circular: A beats B, B beats C, C beats A, so that the best can't be told", fmt.Sprintf("%d of %d triples (%.0f%%) in which each pair has a winner; chance alone would give 25%%", circles, decided, 100*float64(circles)/float64(max(decided, 1))), lab.Held+": there are circles", "counted, two tournaments of one seed")
	preserved, a := v.elo("weights learned by preservation over the text's", "nodes")
	mutated, b := v.elo("weights learned by mutation over the text's", "nodes")
	c.Row("tournaments were not as productive as hoped", fmt.Sprintf("the winners against the text's weights: preservation %s, mutation %s", preserved, mutated), fmt.Sprintf("that the winners are better: preservation %s, mutation %s", a, b), "played")
	c.Row("mobility and threats ought to be worth more for dearer pieces; protecting knights and bishops is very valuable, a queen not; checks are valuable; weights of pawns are often harmful",
		v.correlations(), "by the reading that the program has; a weight pays if its correlation is beyond chance, harms if it is so below", "counted, weak")
	alone, a := v.elo("the text's weights over possession alone", "nodes")
	uniformly, b := v.both("the text's weights over uniform")
	c.Row("the default weights are decent", fmt.Sprintf("against possession alone %s; against `uniform` %s", alone, uniformly), fmt.Sprintf("against possession alone: %s; against a search of 1981 with swap-off: %s", a, b), "played")
}

// remaining says which readings of protections remain, and returns the verdict on the program's own.
func (v *claimed) remaining() (figures, own string) {
	counted, _, ok := v.readings.counted(v.records)
	if !ok {
		return "the readings of \"protects\" are not counted", lab.NotShown
	}
	n, shown := 0, compare(&counted)
	var times [len(sources)]float64
	own = lab.Fails
	for _, x := range shown {
		if x.remains {
			n++
		}
		if x.reading == 0 {
			times = x.lessLikely
			if x.remains {
				own = lab.NotShown
			}
		}
	}
	return fmt.Sprintf("%d of %d readings of \"protects\" remain ([classic](classic.md#what-protects-counts)), the likeliest `%s`; the program's own, `of`, is %.0f times less likely on played boards and %.0f times on random ones than the likeliest there",
		n, len(classic.Readings()), shown[0].reading, times[0], times[1]), own
}

// tournamentSums returns sums over the tournaments of the page.
func (v *claimed) tournamentSums() (games, mates, disputed, circles, decided int) {
	for i := range v.tournaments {
		t := &v.tournaments[i]
		seen := map[string]bool{}
		for _, g := range t.played(v.records, v.searches) {
			mates, disputed = mates+g.Mates, disputed+g.Disputed
			a, b, _ := g.cycles()
			circles, decided = circles+a, decided+b
			for x, white := range g.Functions {
				for y, black := range g.Functions {
					if pair := fmt.Sprint(white, black); x != y && !seen[pair] {
						seen[pair] = true
						games++
					}
				}
			}
		}
	}
	return games, mates, disputed, circles, decided
}

// correlations says which weights go with points beyond chance.
func (v *claimed) correlations() string {
	x, y := v.random(v.records)
	var w classic.Weights
	names, _ := w.Numbers()
	chance := chanceCorrelation(len(y))
	var pays, harms []string
	for n, name := range names[possessions:] {
		switch r := correlation(x[n], y); {
		case r > chance:
			pays = append(pays, fmt.Sprintf("%s %+.2f", name, r))
		case r < -chance:
			harms = append(harms, fmt.Sprintf("%s %+.2f", name, r))
		}
	}
	return fmt.Sprintf("of %d correlations with the points of %d random functions, ±%.2f by chance alone, these are beyond it: %s; harmful: %s", len(x), len(y), chance, strings.Join(pays, ", "), strings.Join(harms, ", "))
}

// around adds the claims about the book and the boards.
func (v *claimed) around(c *lab.Claims) error {
	b, err := compareBooks()
	if err != nil {
		return err
	}
	c.Row("the opening book is a binary tree with constant time access", fmt.Sprintf("%.1f comparisons on average and %d at most, growing with the game; %s bytes where the engines' table has %s and finds transpositions, for a sum of %.0f bytes a look-up; "+
		"40 ns against 2 µs, most of which makes the legal moves, so that no move of another position is played (`go test -run - -bench Book ./cmd/lab/internal/classic`)", b.compared, b.most, report.Int(b.treeBytes), report.Int(b.tableBytes), b.summed),
		"constant: "+lab.Fails+"; the time is short", "exact for our book")
	c.Row("more common answers are chosen with higher probability", "both forms keep weights ([book](../manual/book.md))", "rebuilt", "exact")
	c.Row("one board on which moves are made and reversed saves space and time", "a leaf takes 30 ns on one board, 45 ns with a board for each ply, 430 ns with a new one for each move ([classic](classic.md), `go test ./goengine -run - -bench Boards`)", lab.Held, "measured, 2026-11-28")
	c.Row("boards of bits are faster", "not measured: the machines are of 8 and 16 bits", "open", "open")
	return nil
}

// likeliest is the reading of protections that was likeliest on the boards, as words of a setting without x-rays and
// pins, and guardsOverOwn the match of it against the program's own.
const (
	likeliest     = "of+guards+noking+nopawns"
	guardsOverOwn = "protects=" + likeliest + " over protects=of"
)
