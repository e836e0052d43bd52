package hostbridge

import (
	"context"
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// solver proves mates by trying all moves of both sides, with no evaluation,
// no pruning and no thought of draws.
type solver struct {
	budget int // positions it may still look at
	known  map[solved]bool
}

type solved struct {
	fen   string
	plies int
}

// wins reports whether the side to move can force mate within the given number of plies.
func (s *solver) wins(p *goengine.Position, plies int) bool {
	if plies < 1 {
		return false
	}
	var replies []*goengine.Position
	for _, m := range p.LegalMoves() {
		q := *p
		q.Play(m)
		if plies > 1 || q.InCheck() {
			replies = append(replies, &q)
		}
	}
	for _, checks := range []bool{true, false} {
		for _, q := range replies {
			if q.InCheck() == checks && s.loses(q, plies-1) {
				return true
			}
		}
	}
	return false
}

// loses reports whether the side to move is mated within the given number of plies, whatever
// it plays.
func (s *solver) loses(p *goengine.Position, plies int) bool {
	fen := p.FEN()
	key := solved{fen[:strings.LastIndex(fen[:strings.LastIndex(fen, " ")], " ")], plies}
	if known, ok := s.known[key]; ok {
		return known
	}
	s.budget--
	if s.budget < 0 {
		return false
	}
	moves := p.LegalMoves()
	lost := len(moves) > 0 || p.InCheck()
	if len(moves) > 0 && plies < 2 {
		lost = false
	}
	for _, m := range moves {
		if !lost {
			break
		}
		q := *p
		q.Play(m)
		lost = s.wins(&q, plies-1)
	}
	if s.budget >= 0 {
		s.known[key] = lost
	}
	return lost
}

// claims counts what became of the mates that searches claimed.
type claims struct {
	searches, won, lost, falseWon, falseLost, open int
}

// check compares a result with the solver and reports whether it is true, or
// can't be decided.
func (c *claims) check(p *goengine.Position, r *Result) bool {
	c.searches++
	s := solver{budget: 40_000, known: map[solved]bool{}}
	var is bool
	switch {
	case r.Score >= goengine.MateBound:
		c.won++
		q := *p
		if is = q.Play(r.Best) && s.loses(&q, int(goengine.Mate-r.Score)-1); !is && s.budget >= 0 {
			c.falseWon++
		}
	case r.Score <= -goengine.MateBound:
		c.lost++
		if is = s.loses(p, int(goengine.Mate+r.Score)); !is && s.budget >= 0 {
			c.falseLost++
		}
	default:
		return true
	}
	if s.budget < 0 {
		c.open++
		return true
	}
	return is
}

// crowded are positions of random pieces in which mates are common.
func crowded(seed int64, count int, f func(i int, p *goengine.Position)) {
	n := 0
	visit := func(p *goengine.Position) {
		f(n, p)
		n++
	}
	placed(seed, count/3, visit)
	cornered(seed, count/3, visit)
	randomGames(seed, count-2*(count/3), func(_ int, g *goengine.Game) { visit(g.Position()) })
}

// A score that is printed as a mate is one, however small the limit is that
// ends the search.
func TestMatesAreProved(t *testing.T) {
	t.Parallel()
	var all claims
	for _, name := range Names {
		e, err := New(name)
		require.NoError(t, err)
		r := rand.New(rand.NewSource(35))
		var c claims
		crowded(35, slow(400, 6000), func(i int, p *goengine.Position) {
			profileName := goengine.ProfileNames[i%len(goengine.ProfileNames)]
			l := goengine.Limits{Nodes: uint64(50 * math.Pow(20000.0/50, r.Float64()))}
			if name != "go" && l.Nodes > 4000 {
				return
			}
			got, err := e.Search(context.Background(), goengine.NewGame(p), profile(t, profileName), l)
			require.NoError(t, err)
			if !c.check(p, &got) {
				t.Errorf("%s, %s, %d nodes: %s says %s %d", p.FEN(), profileName, l.Nodes, name, p.UCI(got.Best), got.Score)
			}
		})
		t.Logf("%s: %+v", name, c)
		all.won += c.won
		all.lost += c.lost
	}
	require.NotZero(t, all.won)
	require.NotZero(t, all.lost)
}
