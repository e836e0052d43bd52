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

// The two versions of the algorithm in "AI Chess Algorithms".
const (
	preservation = "preservation"
	mutation     = "mutation"
)

// maxStart is the greatest weight of a random function.
const maxStart = 5

// tournament is a run of the algorithm.
type tournament struct {
	kind string
	seed uint64
	// Each generation has a number of functions, which search depth plies. A game has at most plies plies.
	functions, generations, depth, plies int
}

// kept returns the number of functions that count as the best of a generation: half of them, five of the text's ten.
func (t *tournament) kept() int { return max(t.functions/2, 1) }

// Generation has the functions of a generation and their scores.
type Generation struct {
	// Functions has the 19 numbers of each function without possession, in the order of Weights.Numbers. Fresh reports
	// which functions are random, not kept or bred.
	Functions [][]int
	Fresh     []bool
	// Points has White's half points, by White's function and Black's. It is -1 if they are the same function.
	Points [][]int
	// Mates is the number of games that ended by mate, Disputed of those in which both functions scored their own side
	// ahead, or neither did.
	Mates, Disputed int
}

// possessions is the number of weights of possession among the 25 numbers.
const possessions = 6

// weights returns the weights of a function, with the usual ones of possession.
func weights(function []int) *classic.Weights {
	w := classic.Default
	_, numbers := w.Numbers()
	for i, n := range function {
		*numbers[possessions+i] = n
	}
	return &w
}

// random returns a random function.
func random(chance *rand.Rand) []int {
	f := make([]int, 25-possessions)
	for i := range f {
		f[i] = chance.IntN(maxStart + 1)
	}
	return f
}

// child returns a function with each number from one of two functions, chosen at random.
func child(chance *rand.Rand, a, b []int) []int {
	f := slices.Clone(a)
	for i := range f {
		if chance.IntN(2) == 1 {
			f[i] = b[i]
		}
	}
	return f
}

// next returns the functions of generation n. before is the generation before, nil for the first.
func (t *tournament) next(n int, before *Generation) *Generation {
	chance := rand.New(rand.NewPCG(t.seed, uint64(n)))
	g := &Generation{}
	if before != nil {
		best := before.ranking()[:t.kept()]
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

// score returns the half points of a function in all its games.
func (g *Generation) score(i int) (sum int) {
	for j := range g.Functions {
		if i != j {
			sum += g.Points[i][j] + 2 - g.Points[j][i]
		}
	}
	return sum
}

// ranking returns the functions from best to worst. Of equal functions the older comes first.
func (g *Generation) ranking() []int {
	all := make([]int, len(g.Functions))
	for i := range all {
		all[i] = i
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(g.score(b), g.score(a)) })
	return all
}

// best returns the weights of the function with the highest score.
func (g *Generation) best() *classic.Weights { return weights(g.Functions[g.ranking()[0]]) }

// beats reports whether function i had more than half the points in its games with function j.
func (g *Generation) beats(i, j int) bool { return g.Points[i][j]+2-g.Points[j][i] > 2 }

// cycles counts the triples in which each pair has a winner (decided), and those among them in which A beats B, B beats C
// and C beats A (cycles). first is the first of the latter.
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

// jobs returns the generations up to the first that has not been played. Each depends on the one before.
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

// play plays the games of all functions against all others, with White and with Black. It takes results of the
// generation before for games that would be the same.
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

// find returns the index of a function, -1 if it is not in the generation.
func (g *Generation) find(function []int) int {
	if g == nil {
		return -1
	}
	return slices.IndexFunc(g.Functions, func(f []int) bool { return slices.Equal(f, function) })
}

// outcome is the outcome of a game.
type outcome struct {
	points         int // White's half points
	mate, disputed bool
}

// game plays a game from the initial position. It ends by mate, by a draw of the rules, at the first repetition, or
// after t.plies plies. Without a mate both functions judge the board.
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

// judge returns the side that both functions score ahead. If they don't agree the game is drawn.
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
