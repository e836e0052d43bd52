package classic

import (
	"fmt"
	"math"

	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/goengine"
)

// Page returns the page of the experiment.
func (p *Plan) Page(r Records) (*lab.Page, error) {
	page := &lab.Page{Name: Name, Title: "The baseline program", Command: Command, Short: true}
	page.Text("The text *AI Chess Algorithms* describes a simple program. `cmd/internal/classic` is built like it: minimax and alpha-beta, moves sorted by the absolute size of their " +
		"one-ply scores, a null move as a first bound, quiescence of what the last move made possible, and an evaluation by 25 numbers. It plays in `searchex uci` and " +
		"`searchex match` (`classic,quiescence=off,threats.queen=5`, [match.md](../manual/match.md)). The page of the documents has key rows; `go run ./cmd/lab classic --recorded` prints all rows, and each generation of the tournaments.")
	p.breakdown(page)
	p.readings.page(page, r)
	p.trees(page, r)
	learned := p.learned(r)
	played, err := p.settledMatches(r, learned)
	if err != nil {
		return nil, err
	}
	p.ideas(page, r, played)
	p.tournamentPages(page, r)
	p.evidence(page, r)
	p.worth(page, r, played, learned)
	if err := bookPage(page); err != nil {
		return nil, err
	}
	return page, p.claims(page, r, played)
}

// breakdown writes the section on how a board is scored. "AI Chess Algorithms" shows one, of which the picture is lost.
func (p *Plan) breakdown(page *lab.Page) {
	board := p.positions[0]
	page.Heading("A board broken down")
	page.Text("The evaluation of %s, `%s`, counts possession, mobility, threats and protections of each of the 6 kinds, and the pawns' ranks: 25 numbers, each with a weight. "+
		"Mobility is the number of moves of the pieces of a kind, even into check. A threat is an attack on an enemy piece of the kind, a protection a guard of one's own: the text finds that \"threatening a queen is more "+
		"valuable\" and \"protecting knights and bishops is very valuable\". Its values of possession were in a picture that is lost; these are ours.", board.Name(), board.FEN)
	t := page.Table(&lab.Table{Name: "breakdown", Key: func(row []any) bool { return row[5] != 0 }, KeyRows: "those in which the sides differ", Columns: lab.Columns(
		"<count", "<of|kind", "White", "Black", "weight", "difference")})
	f := classic.Count(board.Board)
	w := &classic.Default
	for _, c := range []struct {
		name         string
		white, black []int
		weight       []int
	}{
		{"possession", f[0].Possession[:], f[1].Possession[:], w.Possession[:]},
		{"mobility", f[0].Mobility[:], f[1].Mobility[:], w.Mobility[:]},
		{"threats", f[0].Threats[:], f[1].Threats[:], w.Threats[:]},
		{"protects", f[0].Protects[:], f[1].Protects[:], w.Protects[:]},
	} {
		for k := goengine.Pawn; ; k-- {
			t.Add(c.name, classic.Kinds[k], c.white[k], c.black[k], c.weight[k], (c.white[k]-c.black[k])*c.weight[k])
			if k == goengine.King {
				break
			}
		}
	}
	t.Add("advancement", "pawn", f[0].Advancement, f[1].Advancement, w.Advancement, (f[0].Advancement-f[1].Advancement)*w.Advancement)
	t.Add("score", "", f[0].Score(w), f[1].Score(w), nil, f[0].Score(w)-f[1].Score(w))
}

// trees compares the trees of the ways of searching.
func (p *Plan) trees(page *lab.Page, r Records) {
	page.Heading("Minimax and alpha-beta")
	page.Text("Sums over the %d positions of the benchmark. *Leaves* are the positions that the search evaluated at the depth, *evaluations* all that it made, also to "+
		"put moves in order. *Moves a node* is the mean number of moves tried at nodes with moves; the text seems to mean this by a branching factor of 35 for minimax and 25 with alpha-beta and sorting. "+
		"*Of minimax* is the share of the leaves of the same search without pruning, *same move* the number of positions in which both play the same. Of several moves of the same score "+
		"the first in order is played.", len(p.positions))
	page.Detail(func() {
		page.Text("*Nodes* are all positions that the search reached, *growth* is that of the leaves from the depth before, *same score* is like *same move*.")
	})
	t := page.Table(&lab.Table{Name: "trees", Key: func(row []any) bool { return row[1] == p.depth }, KeyRows: fmt.Sprintf("those of depth %d", p.depth), Columns: lab.Columns(
		"<search", "?depth", "?searches", "?nodes", "leaves", "evaluations", "moves a node||%.1f", "?growth||%.1f", "of minimax %||%.1f",
		"?same score", "same move")})
	jobs, n := p.treeJobs(), len(p.positions)
	at := func(i, d int) *classic.Result {
		if made := r[jobs[i].key]; made != nil && d < len(made.Trees) {
			return &made.Trees[d]
		}
		return nil
	}
	whole := 0
	share, evaluated := map[int]float64{}, map[int]float64{} // by way, at the last depth
	for i, w := range ways() {
		if w.Minimax {
			whole = i
		}
		before := uint64(0)
		for d := range p.depth {
			var sum classic.Result
			var least uint64
			done, score, move := 0, 0, 0
			for k := range n {
				one, all := at(i*n+k, d), at(whole*n+k, d)
				if one == nil || all == nil {
					continue
				}
				done++
				sum.Nodes, sum.Leaves, sum.Inner, sum.Tried, sum.Evaluated = sum.Nodes+one.Nodes, sum.Leaves+one.Leaves, sum.Inner+one.Inner, sum.Tried+one.Tried, sum.Evaluated+one.Evaluated
				least += all.Leaves
				if one.Score == all.Score {
					score++
				}
				if one.Best == all.Best {
					move++
				}
			}
			if done == 0 {
				continue
			}
			mean := float64(sum.Tried) / float64(sum.Inner)
			t.Add(w.name, d+1, done, sum.Nodes, sum.Leaves, sum.Evaluated, mean, float64(sum.Leaves)/float64(before), 100*float64(sum.Leaves)/float64(least), score, move)
			before = sum.Leaves
			if d+1 == p.depth {
				share[i], evaluated[i] = 100*float64(sum.Leaves)/float64(least), float64(sum.Evaluated)
			}
		}
	}
	page.Text("The text's order puts moves that change little first. To %d plies it leaves %.1f%% of minimax's leaves to alpha-beta. The order of generation, captures first, leaves %.1f%%; "+
		"best first, which the text calls intuitive, %.1f%%, for %.1f times as many evaluations.", p.depth, share[2], share[1], share[3], evaluated[3]/evaluated[1])
	minimax, program := p.movesANode(r, minimaxWay), p.movesANode(r, programWay)
	page.Text("The text has 35 on average for minimax, and around 25 for its program with null move and quiescence. By position, with 95%% intervals: minimax %s, 35 %s; the program as a whole %s, 25 %s. "+
		"The gain is so small because of the text's order.", mean(minimax), figure(textMinimax, minimax), mean(program), figure(textProgram, program))
	page.Text("Alpha-beta must return minimax's moves: here its scores are always the same, its moves if the move order is. Ideally it doubles the depth, since of b^n leaves about b^(n/2) remain: the minimum here is some %s leaves of %s; best first has %s.",
		report.Int(p.least(r)), report.Count(p.leaves(r, minimaxWay)), report.Count(p.leaves(r, bestWay)))
}

// The text's branching factors: of minimax on average, and of the whole program.
const textMinimax, textProgram = 35, 25

// movesANode returns the mean number of moves that a way of searching tries at the nodes of each position, to the last
// depth.
func (p *Plan) movesANode(r Records, way string) (all lab.Sample) {
	for _, trees := range p.madeTrees(r, way) {
		last := &trees[p.depth-1]
		all = append(all, float64(last.Tried)/float64(last.Inner))
	}
	return all
}

// movesOverall returns the mean number of moves that a way of searching tries at the nodes of all positions together.
func (p *Plan) movesOverall(r Records, way string) float64 {
	var tried, inner uint64
	for _, trees := range p.madeTrees(r, way) {
		tried, inner = tried+trees[p.depth-1].Tried, inner+trees[p.depth-1].Inner
	}
	return float64(tried) / float64(inner)
}

// mean writes the mean of a sample with its 95% interval.
func mean(s lab.Sample) string {
	return fmt.Sprintf("%.1f (%.1f to %.1f)", s.Mean(), s.Mean()-s.Error95(), s.Mean()+s.Error95())
}

// figure returns the verdict on a figure of the text.
func figure(claimed float64, s lab.Sample) string {
	return lab.VerdictOn(claimed, s.Mean()-s.Error95(), s.Mean()+s.Error95())
}

// madeTrees returns the searches of the positions in a way, those that are in the records.
func (p *Plan) madeTrees(r Records, way string) (all [][]classic.Result) {
	jobs, n := p.treeJobs(), len(p.positions)
	for i, w := range ways() {
		for k := range n {
			if made := r[jobs[i*n+k].key]; w.name == way && made != nil && len(made.Trees) >= p.depth {
				all = append(all, made.Trees[:p.depth])
			}
		}
	}
	return all
}

// leaves returns the leaves of a way of searching at the last depth, the sum of all positions.
func (p *Plan) leaves(r Records, way string) (sum uint64) {
	for _, trees := range p.madeTrees(r, way) {
		sum += trees[p.depth-1].Leaves
	}
	return sum
}

// least returns the leaves of the minimal trees of all positions, with the mean number of moves of each.
func (p *Plan) least(r Records) (least int) {
	sum := 0.0
	for _, trees := range p.madeTrees(r, minimaxWay) {
		b := math.Pow(float64(trees[p.depth-1].Leaves), 1/float64(p.depth))
		sum += math.Pow(b, math.Ceil(float64(p.depth)/2)) + math.Pow(b, math.Floor(float64(p.depth)/2)) - 1
	}
	return int(sum)
}
