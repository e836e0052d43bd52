package evalfit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/goengine"
)

// Position is a position at which a line of a search ended, with the root of the search.
type Position struct {
	// Game is the number of the game, from 1. Whole games are held out.
	Game int    `json:"game"`
	Root string `json:"root"`
	// Before is the position before Move, which is in UCI notation.
	Before string `json:"before"`
	Move   string `json:"move"`
	// At is the position after Move.
	At string `json:"fen"`
}

// Valued is a position with a score in centipawns for the side to move: a line of a file of values.
type Valued struct {
	Position
	Score int `json:"score"`
}

// One search in sampledOne, of searchNodes, gives perSearch positions. The others, of movingNodes,
// only choose a move. So a game gives a few dozen positions. Games have at most longest moves, of
// which one in randomOne is random.
const (
	searchNodes = 2000
	perSearch   = 4
	sampledOne  = 8
	movingNodes = 500
	longest     = 100
	randomOne   = 6
)

// Sample takes n positions from searches of games that a profile plays against itself from openings.
// They depend on the seed alone. more is called with the number of positions so far; an error ends
// the sampling.
func Sample(from []openings.Opening, profile goengine.Profile, n int, seed uint64, more func(int) error) ([]Position, error) {
	r := rand.New(rand.NewPCG(seed, 0xF17))
	s := &sampler{least: LeastPrice(&profile), random: r}
	e := goengine.NewEngine()
	var all []Position
	for game := 1; len(all) < n; game++ {
		o := from[(game-1)%len(from)]
		p, err := goengine.ParseFEN(o.FEN)
		if err != nil {
			return nil, err
		}
		g := goengine.NewGame(p)
		for _, m := range o.Moves {
			if err := g.Play(m); err != nil {
				return nil, err
			}
		}
		for range longest {
			now := g.Position()
			legal := now.LegalMoves()
			if len(legal) == 0 || now.HalfmoveClock() >= 98 || now.Insufficient() || len(all) >= n {
				break
			}
			nodes := uint64(movingNodes)
			e.Callbacks = nil
			sampled := r.IntN(sampledOne) == 0
			if sampled {
				nodes, e.Callbacks = searchNodes, s
				s.begin(now, game)
			}
			m := e.Search(now, &profile, goengine.Limits{Nodes: nodes}).Best
			if sampled {
				all = append(all, s.taken()...)
			}
			if r.IntN(randomOne) == 0 {
				m = legal[r.IntN(len(legal))]
			}
			if err := g.Play(now.UCI(m)); err != nil {
				return nil, err
			}
			if err := more(min(len(all), n)); err != nil {
				return nil, err
			}
		}
	}
	return all[:n], nil
}

// LeastPrice returns the lowest price of a profile. A node with less ends the line.
func LeastPrice(p *goengine.Profile) uint8 {
	least := p.Price[goengine.FirstCheck]
	for c, price := range p.Price {
		if price > 0 || goengine.Category(c) != goengine.Evasion {
			least = min(least, price)
		}
	}
	return least
}

// sampler takes a random sample of the moves that end a line at a frontier, with equal probability.
type sampler struct {
	least  uint8
	random *rand.Rand
	root   *goengine.Position
	game   int
	lines  [perSearch][]goengine.Move
	seen   int
}

func (s *sampler) begin(root *goengine.Position, game int) { s.root, s.game, s.seen = root, game, 0 }

// Event implements Callbacks.
func (s *sampler) Event(n goengine.Node, ev *goengine.Event) {
	if ev.Kind != goengine.EventScored {
		return
	}
	if own, _ := n.Budget(); own >= s.least {
		return
	}
	at := s.seen
	if s.seen++; at >= perSearch {
		if at = s.random.IntN(s.seen); at >= perSearch {
			return
		}
	}
	s.lines[at] = append(n.Path(s.lines[at][:0]), ev.Move)
}

// taken returns the positions that were taken from a search.
func (s *sampler) taken() (all []Position) {
next:
	for _, line := range s.lines[:min(s.seen, perSearch)] {
		p := *s.root
		for _, m := range line[:len(line)-1] {
			if m == goengine.NoMove {
				continue next // a pass
			}
			p.Play(m)
		}
		last := line[len(line)-1]
		x := Position{Game: s.game, Root: s.root.FEN(), Before: p.FEN(), Move: p.UCI(last)}
		p.Play(last)
		x.At = p.FEN()
		all = append(all, x)
	}
	return all
}

// The second of each heldOneIn games is held out. Positions of one game resemble each other, so
// whole games must be held out.
const heldOneIn = 10

// NewExample returns an example with the engine's values of a position.
func NewExample(v Valued) (Example, error) {
	x := Example{Position: v.Position, Score: -float64(v.Score), Held: v.Game%heldOneIn == 2}
	if v.Game < 1 {
		return x, fmt.Errorf("game %d: want the number of the game it is from, 1 or more", v.Game)
	}
	root, err := goengine.ParseFEN(v.Root)
	if err != nil {
		return x, fmt.Errorf("root: %w", err)
	}
	before, err := goengine.ParseFEN(v.Before)
	if err != nil {
		return x, fmt.Errorf("before: %w", err)
	}
	at, err := goengine.ParseFEN(v.At)
	if err != nil {
		return x, err
	}
	m, err := before.ParseMove(v.Move)
	if err != nil {
		return x, err
	}
	flags, legal := before.Probe().IsLegal(m)
	if !legal {
		return x, fmt.Errorf("move %s is not legal in %q", v.Move, v.Before)
	}
	tables := root.Probe().BuildTables()
	static := -at.Probe().Static(tables)
	x.Static = float64(static)
	for _, f := range Features(root, at) {
		x.Features = append(x.Features, Feature{f.Weight, -f.Count})
	}
	before.Probe().AfterMove(before.Probe().Hits(), goengine.ProbeMove{Move: m, Flags: flags}, func(_ uint32, best func(static, alpha, beta int16) uint8) {
		x.Swap = float64(int(best(static, -goengine.MateBound, goengine.MateBound)) * goengine.SwapUnit)
	})
	return x, nil
}

// ReadValues reads a file of values, a JSON object a line.
func ReadValues(b []byte, name string) ([]Example, error) {
	var all []Example
	s := bufio.NewScanner(bytes.NewReader(b))
	for n := 1; s.Scan(); n++ {
		if strings.TrimSpace(s.Text()) == "" {
			continue
		}
		var v Valued
		if err := json.Unmarshal(s.Bytes(), &v); err != nil {
			return nil, fmt.Errorf("%s:%d: want an object with game, root, before, move, fen and score: %w", name, n, err)
		}
		x, err := NewExample(v)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		all = append(all, x)
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return all, nil
}
