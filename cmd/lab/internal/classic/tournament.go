package classic

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/goengine"
)

// The two versions of the text's algorithm.
const (
	preservation = "preservation"
	mutation     = "mutation"
)

// kept is how many functions of a generation are the best, of ten.
const kept = 5

// maxStart bounds the weights of functions that are made at random: 0 to maxStart.
const maxStart = 5

// tournament is a run of the algorithm.
type tournament struct {
	kind string
	seed uint64
	// functions play in each of generations, looking depth plies ahead, and so many plies at most.
	functions, generations, depth, plies int
}

// Generation is some functions and what they scored.
type Generation struct {
	// Functions are the 19 numbers of each that are not possession, in the order of Weights.Numbers. Fresh says which
	// were made at random, rather than kept or bred.
	Functions [][]int
	Fresh     []bool
	// Points are White's half points, by White's function and Black's. -1 stands where they are the same.
	Points [][]int
	// Mates is how many games ended by mate, Disputed in how many each side saw itself ahead, or neither did.
	Mates, Disputed int
}

// possessions is how many of the 25 numbers are those of possession.
const possessions = 6

// weights are a function's, with the usual values of possession.
func weights(function []int) *classic.Weights {
	w := classic.Default
	_, numbers := w.Numbers()
	for i, n := range function {
		*numbers[possessions+i] = n
	}
	return &w
}

// random makes a function.
func random(chance *rand.Rand) []int {
	f := make([]int, 25-possessions)
	for i := range f {
		f[i] = chance.IntN(maxStart + 1)
	}
	return f
}

// child takes each number from one of two functions.
func child(chance *rand.Rand, a, b []int) []int {
	f := slices.Clone(a)
	for i := range f {
		if chance.IntN(2) == 1 {
			f[i] = b[i]
		}
	}
	return f
}

// next are the functions of generation n, which is the first where there is none before.
func (t *tournament) next(n int, before *Generation) *Generation {
	chance := rand.New(rand.NewPCG(t.seed, uint64(n)))
	g := &Generation{}
	if before != nil {
		best := before.ranking()[:min(kept, t.functions)]
		for place, i := range best {
			f := before.Functions[i]
			if t.kind == mutation && place > 0 {
				pair := chance.Perm(len(best))
				f = child(chance, before.Functions[best[pair[0]]], before.Functions[best[pair[1]]])
			}
			g.Functions, g.Fresh = append(g.Functions, f), append(g.Fresh, false)
		}
	}
	for len(g.Functions) < t.functions {
		g.Functions, g.Fresh = append(g.Functions, random(chance)), append(g.Fresh, true)
	}
	return g
}

// score is a function's half points in all its games.
func (g *Generation) score(i int) (sum int) {
	for j := range g.Functions {
		if i != j {
			sum += g.Points[i][j] + 2 - g.Points[j][i]
		}
	}
	return sum
}

// ranking are the functions from best to worst, of equal ones the older first.
func (g *Generation) ranking() []int {
	all := make([]int, len(g.Functions))
	for i := range all {
		all[i] = i
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(g.score(b), g.score(a)) })
	return all
}

// best is the function that won.
func (g *Generation) best() *classic.Weights { return weights(g.Functions[g.ranking()[0]]) }

// beats tells whether a function had more than half the points of another.
func (g *Generation) beats(i, j int) bool { return g.Points[i][j]+2-g.Points[j][i] > 2 }

// cycles counts threes of which each pair has a winner, and those among them where A beats B, B beats C and C beats A.
// The first of these is returned.
func (g *Generation) cycles() (cycles, decided int, first []int) {
	for a := range g.Functions {
		for b := range a {
			for c := range b {
				ab, bc, ca := g.beats(a, b), g.beats(b, c), g.beats(c, a)
				ba, cb, ac := g.beats(b, a), g.beats(c, b), g.beats(a, c)
				if !(ab || ba) || !(bc || cb) || !(ca || ac) {
					continue
				}
				decided++
				if ab == bc && bc == ca {
					if cycles++; first == nil {
						if first = []int{a, b, c}; !ab {
							first = []int{a, c, b}
						}
					}
				}
			}
		}
	}
	return cycles, decided, first
}

// jobs are the generations up to the first that has not been played. Each follows from the one before.
func (t *tournament) jobs(r Records, searches string) (all []job) {
	var before *Generation
	for n := 1; n <= t.generations; n++ {
		g := t.next(n, before)
		key := fmt.Sprintf("tournament: %s, seed %d, generation %d, %d functions, %d plies ahead, %d plies long, %s", t.kind, t.seed, n, t.functions, t.depth, t.plies, searches)
		older := before
		all = append(all, job{key, func(ctx context.Context, stop *atomic.Bool) (*Made, error) {
			return &Made{Generation: g}, t.play(ctx, g, older, stop)
		}})
		made := r[key]
		if made == nil {
			return all
		}
		before = made.Generation
	}
	return all
}

// play has all meet all, with White and with Black. Games of the generation before come out as they did.
func (t *tournament) play(ctx context.Context, g, before *Generation, stop *atomic.Bool) error {
	for i, white := range g.Functions {
		g.Points = append(g.Points, make([]int, len(g.Functions)))
		for j, black := range g.Functions {
			if i == j {
				g.Points[i][j] = -1
				continue
			}
			if a, b := before.find(white), before.find(black); a >= 0 && b >= 0 && a != b {
				g.Points[i][j] = before.Points[a][b]
				continue
			}
			o := t.game(weights(white), weights(black), stop)
			if err := ctx.Err(); err != nil {
				return err
			}
			g.Points[i][j] = o.points
			if o.mate {
				g.Mates++
			}
			if o.disputed {
				g.Disputed++
			}
		}
	}
	return nil
}

// find is a function's place, -1 for none.
func (g *Generation) find(function []int) int {
	if g == nil {
		return -1
	}
	return slices.IndexFunc(g.Functions, func(f []int) bool { return slices.Equal(f, function) })
}

// outcome is a game's.
type outcome struct {
	points         int // White's half points
	mate, disputed bool
}

// game plays from the initial position. It ends by mate, where it can't go on, at the first repetition, or after so many
// plies; without a mate both functions judge the board.
func (t *tournament) game(white, black *classic.Weights, stop *atomic.Bool) outcome {
	start, err := goengine.ParseFEN(goengine.StartFEN)
	if err != nil {
		panic(err)
	}
	g := goengine.NewGame(start)
	for ply := 0; ; ply++ {
		p := g.Position()
		if len(p.LegalMoves()) == 0 && p.InCheck() {
			return outcome{points: 2 * (ply % 2), mate: true}
		}
		if ply == t.plies || len(p.LegalMoves()) == 0 || p.Repeated() || p.Insufficient() || p.HalfmoveClock() >= 100 {
			return judge(p, white, black)
		}
		s := classic.Search{Weights: *white, Depth: t.depth, Quiescence: true, Stop: stop}
		if ply%2 == 1 {
			s.Weights = *black
		}
		r := s.Run(p)
		if err := g.Play(p.UCI(r.Best)); err != nil {
			panic(err)
		}
	}
}

// judge lets both functions say who is ahead. Where they don't agree the game is drawn.
func judge(p *goengine.Position, white, black *classic.Weights) outcome {
	a, b := white.Evaluate(p), black.Evaluate(p)
	if p.Side() == goengine.Black {
		a, b = -a, -b
	}
	switch {
	case a > 0 && b > 0:
		return outcome{points: 2}
	case a < 0 && b < 0:
		return outcome{points: 0}
	}
	return outcome{points: 1, disputed: true}
}
