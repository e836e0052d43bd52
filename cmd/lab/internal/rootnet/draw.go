package rootnet

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// How games are played. Half of the searches, at random, give terminals and have a random number
// of nodes, leastNodes times a power of 2; the others only choose a move. One move in randomOne
// is random. A game ends after longest moves, or when a side is ahead by decided score units.
const (
	movingNodes = 400
	leastNodes  = 500
	doublings   = 5
	sampledOne  = 2
	randomOne   = 6
	longest     = 120
	decided     = 12 * 64
)

// How many terminals a search gives: at random, and near the window, chosen among candidates.
const (
	randomTerminals = 4
	nearTerminals   = 8
	nearCandidates  = 16
)

// Drawing draws games.
type Drawing struct {
	// Openings are those with which every other game begins, followed by up to bookRandom random
	// moves. The others begin with plies of random moves from the initial position.
	Openings []openings.Opening
	// Fresh are openings with which no game begins.
	Fresh []openings.Opening
	// By is the program that values the positions.
	By   *player.Spec
	Seed uint64

	once  sync.Once
	fresh map[string]bool
	err   error // of reading Fresh
}

// Random moves with which a game begins: up to bookRandom after an opening of the book, otherwise
// leastRandom to mostRandom.
const (
	bookRandom  = 3
	leastRandom = 6
	mostRandom  = 9
)

// Header returns the header of the drawing's file. It starts the program to learn its name.
func (d *Drawing) Header(ctx context.Context) (h Header, err error) {
	v, err := startValuer(ctx, d.By)
	if err != nil {
		return h, err
	}
	defer v.Close()
	search, err := Search()
	if err != nil {
		return h, err
	}
	return Header{
		Version: fileVersion, Search: search, Program: v.name, By: d.By.Label + "," + strings.TrimPrefix(v.goes, "go "),
		Openings: openings.Digest(d.Openings), Fresh: openings.Digest(d.Fresh), Seed: d.Seed,
	}, nil
}

// Search returns a hash of the searches of profile tuned, from which terminals are drawn.
func Search() (string, error) {
	tuned, _ := goengine.ProfileByName("tuned")
	return player.Fingerprint("go", tuned)
}

// drawer draws games, one at a time.
type drawer struct {
	*Drawing
	engine *goengine.Engine
	valuer *valuer // nil before the first game, and after one that failed
}

// Open returns a runner of jobs. Job N is game N, and its result the game's bytes, which
// depend on seed and number alone.
func (d *Drawing) Open() (job.Runner, error) {
	d.once.Do(func() {
		d.fresh = map[string]bool{}
		for _, o := range d.Fresh {
			g, err := o.Game()
			if err != nil {
				d.err = err
				return
			}
			d.fresh[g.Key()] = true
		}
	})
	return &drawer{Drawing: d, engine: goengine.NewEngine()}, d.err
}

// Run implements job.Runner.
func (w *drawer) Run(ctx context.Context, number int) (result []byte, err error) {
	if number < 1 || number > MaxGames {
		return nil, fmt.Errorf("game %d: want 1 to %d", number, MaxGames)
	}
	if w.valuer == nil {
		if w.valuer, err = startValuer(context.Background(), w.By); err != nil {
			return nil, err
		}
	}
	defer context.AfterFunc(ctx, w.valuer.kill)()
	g, err := w.game(ctx, number)
	if err != nil {
		_ = w.Close()
		return nil, err
	}
	return g.append(nil), nil
}

// Close ends the program that values positions.
func (w *drawer) Close() error {
	if w.valuer != nil {
		w.valuer.Close()
		w.valuer = nil
	}
	return nil
}

// MaxGames is the greatest number of games of a drawing.
const MaxGames = 10_000_000

// game draws a game.
func (w *drawer) game(ctx context.Context, number int) (*Game, error) {
	r := newRandom(w.Seed, number)
	play, err := w.begin(r, number)
	if err != nil {
		return nil, err
	}
	tuned, _ := goengine.ProfileByName("tuned")
	s := &sampler{least: leastPrice(&tuned), tempo: int16(tuned.Tempo), random: r, any: newReservoir(randomTerminals), near: newReservoir(nearCandidates)}
	g := &Game{Number: number}
	var fens []string
	for range longest {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		now := play.Position()
		legal := now.LegalMoves()
		if len(legal) == 0 || now.HalfmoveClock() >= 98 || now.Insufficient() {
			break
		}
		nodes := uint64(movingNodes)
		w.engine.Callbacks = nil
		sampled := r.IntN(sampledOne) == 0
		if sampled {
			nodes = leastNodes << r.IntN(doublings)
			w.engine.Callbacks = s
			s.begin()
		}
		result := probe.Of(now).Search(w.engine, &tuned, goengine.Limits{Nodes: nodes})
		if result.Score >= decided || result.Score <= -decided {
			break
		}
		if sampled {
			root, more := s.root(now)
			if len(more) > 0 {
				g.Roots, fens = append(g.Roots, root), append(fens, more...)
			}
		}
		m := result.Best
		if r.IntN(randomOne) == 0 {
			m = legal[r.IntN(len(legal))]
		}
		if err := play.Play(now.UCI(m)); err != nil {
			return nil, err
		}
	}
	scores, err := w.valuer.values(fens)
	if err != nil {
		return nil, err
	}
	g.value(scores)
	return g, nil
}

// begin returns a game after its opening.
func (d *Drawing) begin(r *rand.Rand, number int) (*goengine.Game, error) {
	for {
		o := openings.Opening{FEN: goengine.StartFEN}
		random := leastRandom + r.IntN(mostRandom-leastRandom+1)
		if number%2 == 1 {
			o, random = d.Openings[r.IntN(len(d.Openings))], r.IntN(bookRandom+1)
		}
		g, err := randomGame(r, o.FEN, random, o.Moves...)
		if err != nil {
			return nil, err
		}
		if g == nil || d.fresh[g.Key()] {
			continue
		}
		p, err := goengine.ParseFEN(g.FEN())
		if err != nil {
			return nil, err
		}
		return goengine.NewGame(p), nil
	}
}

// root returns the root of the search that was sampled, with its terminals, which have no scores
// yet, and their FENs.
func (s *sampler) root(p *goengine.Position) (Root, []string) {
	root := Root{Board: NewBoard(p), Side: p.Side()}
	tables := p.Probe().BuildTables()
	all := map[Board]bool{}
	some, fens := s.terminals(&s.any, p, tables, false, randomTerminals, all)
	near, more := s.terminals(&s.near, p, tables, true, nearTerminals, all)
	root.Terminals = append(some, near...)
	return root, append(fens, more...)
}

// value gives the terminals of a game their scores, in order, and leaves out those without one.
func (g *Game) value(scores []score) {
	n := 0
	for i := range g.Roots {
		r := &g.Roots[i]
		kept := r.Terminals[:0]
		for _, t := range r.Terminals {
			if s := scores[n]; s.ok {
				t.Score = -s.value // the score is the view of the side to move
				kept = append(kept, t)
			}
			n++
		}
		r.Terminals = kept
	}
}

// newRandom returns the random numbers of a game.
func newRandom(seed uint64, number int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(number)))
}

// leastPrice returns the lowest price of a profile. A node with less ends the line.
func leastPrice(p *goengine.Profile) uint8 {
	least := p.Price[goengine.FirstCheck]
	for c, price := range p.Price {
		if price > 0 || goengine.Category(c) != goengine.Evasion {
			least = min(least, price)
		}
	}
	return least
}
