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

// elo returns the Elo of a match with its interval, and the verdict on the claim that the first is stronger.
func (v *claimed) elo(about, equal string) (figures, verdict string) {
	for i := range v.played {
		s := &v.played[i]
		if s.about != about || s.clock() != equal {
			continue
		}
		y := s.tally(v.records)
		elo, low, high := y.pairs.Elo()
		return lab.EloInterval(elo, low, high), lab.Verdict(low, high)
	}
	return "not played", lab.NotShown
}

// both returns the Elo of a match, at equal nodes first and then at equal time, and the verdicts, one word if they agree.
func (v *claimed) both(about string) (figures, verdicts string) {
	nodes, a := v.elo(about, "nodes")
	time, b := v.elo(about, "time")
	return nodes + " and " + time, lab.Agreed([]string{a, b}, []string{a + " at equal nodes", b + " at equal time"})
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
	minimax, program := v.movesANode(v.records, minimaxWay), v.movesANode(v.records, programWay)
	c.Row("the branching factor of minimax is typically 25 to 40, 35 on average", fmt.Sprintf("%.1f moves a node, by position %s", v.movesOverall(v.records, minimaxWay), mean(minimax)), figure(textMinimax, minimax), "counted")
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
	c.Row("alpha-beta returns exactly minimax's moves", fmt.Sprintf("the same score in %d of %d searches, in the text's order in %d, and the move in %d; in matches %s", scores, of, sorted, moves, elo),
		fmt.Sprintf("scores: %s; stronger: %s", exact, stronger), "counted; played")
	all := v.leaves(v.records, minimaxWay)
	share := func(way string) string {
		return fmt.Sprintf("%.1f%%", 100*float64(v.leaves(v.records, way))/float64(all))
	}
	c.Row("ideally it doubles the depth without more time", fmt.Sprintf("the minimal trees have some %s of minimax's %s leaves; best first leaves %s, captures first %s", report.Int(v.least(v.records)), report.Count(all), share(bestWay), share(unsortedWay)),
		"held; real orders stay above it", "exact ([odd-even](odd-even.md)); counted")
	elo, stronger = v.both("the text's order over captures first")
	c.Row(`"it makes sense to order the stand-pat moves first", by absolute size, rather than from best to worst`,
		fmt.Sprintf("%s of minimax's leaves remain; in matches against captures first %s", share(textWay), elo), stronger, "counted; played")
	c.Row("alpha-beta and sorting bring the branching factor from 35 to around 25", fmt.Sprintf("the whole program tries %.1f, by position %s; the text's order %s, no order %s", v.movesOverall(v.records, programWay), mean(program), mean(v.movesANode(v.records, textWay)), mean(v.movesANode(v.records, unsortedWay))),
		figure(textProgram, program)+"; no order does better", "counted")
	elo, stronger = v.both("null move as a first bound over none")
	c.Row(`the null move gives a first bound, which "certainly" any move beats`, fmt.Sprintf("%s leaves without it, %s with it; in matches %s. In mutual zugzwang (`8/8/8/4pK2/3kP3/8/8/8 w`) every move is worth less",
		report.Count(v.leaves(v.records, textWay)), report.Count(v.leaves(v.records, nullWay)), elo), `as a gain: `+stronger+`; "certainly": `+lab.Fails, "counted; played; exact")
	elo, stronger = v.both("quiescence over none")
	c.Row("quiescence sees that a queen that takes a guarded knight is lost", "without it one ply plays Qxd5, with it not; in matches "+elo, stronger, "exact; played")
	atPlies, _ := v.elo("all captures over only new ones", "plies")
	atNodes, is := v.elo("all captures over only new ones", "nodes")
	c.Row("it must look only at captures that the move itself made possible",
		fmt.Sprintf("the text's position: gxh4 is played, +299. All captures: %s at 2 plies, %s at equal nodes", atPlies, atNodes),
		"the example: held; all captures stronger: "+is, "exact; played")
}

// evaluating adds the claims about the evaluation and the tournaments.
func (v *claimed) evaluating(c *lab.Claims) {
	remain, own := v.remaining()
	guards, is := v.elo(guardsOverOwn, "nodes")
	c.Row("25 integers make the evaluation",
		fmt.Sprintf("rebuilt; %s. The likeliest without x-rays and pins has %s against it", remain, guards),
		"25 numbers: held; \"protects\" as the program counts: "+own+"; the other stronger: "+is, "exact; counted; played")
	c.Row("19 factors of 5 values make 5^19 functions; a round of ten is 100 games and takes hours", "0 to 5 are six values: 6^19; 90, none plays itself; 2 to 3 seconds", "slips; not so today", "exact; counted")
	games, mates, disputed, circles, decided := v.tournamentSums()
	c.Row("in a close game each side may think that it is winning", fmt.Sprintf("in %d of %s games", disputed, report.Int(games)), lab.Held, "counted")
	c.Row("at 2 plies it is unlikely ever to come to mate", fmt.Sprintf("%d of %s games of 50 moves", mates, report.Int(games)), lab.Fails, "counted")
	c.Row("results are circular: A beats B, B beats C, C beats A", fmt.Sprintf("%d of %d decided triples (%.0f%%); chance alone would give 25%%", circles, decided, 100*float64(circles)/float64(max(decided, 1))), lab.Held, "counted")
	preserved, a := v.elo("weights learned by preservation over the text's", "nodes")
	mutated, b := v.elo("weights learned by mutation over the text's", "nodes")
	c.Row("tournaments were not as productive as hoped", fmt.Sprintf("the winners against the text's weights: preservation %s, mutation %s", preserved, mutated), "that they are better: "+lab.Agreed([]string{a, b}, []string{"preservation " + a, "mutation " + b}), "played")
	c.Row("mobility and threats of dearer pieces, protected knights and bishops, and checks are valuable; weights of pawns often harm",
		v.correlations(), "where beyond chance", "counted, weak")
	alone, a := v.elo("the text's weights over possession alone", "nodes")
	uniformly, b := v.both("the text's weights over uniform")
	c.Row("the default weights are decent", fmt.Sprintf("against possession alone %s; against `uniform` %s", alone, uniformly), fmt.Sprintf("possession alone: %s; `uniform`: %s", a, b), "played")
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
	return fmt.Sprintf("%d of %d readings of \"protects\" remain ([classic](classic.md#what-protects-counts)); the program's is %.0f and %.0f times less likely than the likeliest on played and random boards",
		n, len(classic.Readings()), times[0], times[1]), own
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
	return fmt.Sprintf("of %d correlations with the points of %d random functions (±%.2f by chance) pay: %s; harm: %s", len(x), len(y), chance, strings.Join(pays, ", "), strings.Join(harms, ", "))
}

// around adds the claims about the book and the boards.
func (v *claimed) around(c *lab.Claims) error {
	b, err := compareBooks()
	if err != nil {
		return err
	}
	c.Row("the opening book is a binary tree with constant time access", fmt.Sprintf("%.1f comparisons on average and %d at most, growing with the game; 40 ns against 2 µs of the engines' table (`go test -run - -bench Book ./cmd/lab/internal/classic`)", b.compared, b.most),
		"constant: "+lab.Fails, "exact")
	c.Row("more common answers are chosen with higher probability", "both forms keep weights ([book](../manual/book.md))", "rebuilt", "exact")
	c.Row("one board on which moves are made and reversed saves space and time", "30 ns a leaf; 45 ns with a board for each ply, 430 ns for each move (`go test ./goengine -run - -bench Boards`)", lab.Held, "measured, 2026-11-28")
	c.Row("boards of bits are faster", "not measured", "open", "open")
	return nil
}
