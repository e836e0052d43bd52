package hostbridge

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// rootWatch notes what the iterations of a search do at the root.
type rootWatch struct {
	complete  bool // there has been a complete iteration
	last      goengine.Move
	lastScore int16

	// Of the iteration under way: the moves begun, the last of which is not
	// finished when a limit comes, their static values, and the best one.
	begun  []goengine.Move
	static map[goengine.Move]int16
	best   goengine.Move
	score  int16
}

// Event implements Callbacks.
func (w *rootWatch) Event(n Node, ev *goengine.Event) {
	switch ev.Kind {
	case goengine.EventScored:
		if n.Ply() == 0 {
			if w.static == nil {
				w.static = map[goengine.Move]int16{}
			}
			w.static[ev.Move] = ev.Value
		}
	case goengine.EventPriced:
		if n.Ply() == 0 {
			w.begun = append(w.begun, ev.Move)
		}
	case goengine.EventBeta:
		if n.Ply() == 0 && ev.Value > ev.Alpha {
			w.best, w.score = ev.Move, ev.Value
		}
	case goengine.EventIteration:
		*w = rootWatch{complete: true, last: ev.Move, lastScore: ev.Value}
	}
}

// want is the result of a stopped search by decision 35, and which of its rules
// says so.
func (w *rootWatch) want() (best goengine.Move, score int16, complete bool, rule string) {
	if len(w.begun) == 0 {
		return w.last, w.lastScore, true, "nothing begun"
	}
	underWay := w.begun[len(w.begun)-1]
	finished := w.begun[:len(w.begun)-1]
	lost := w.best != goengine.NoMove && w.score <= -goengine.MateBound
	if w.complete {
		at := slices.Index(finished, w.last)
		switch {
		case w.best == goengine.NoMove:
			return w.last, w.lastScore, true, "nothing finished"
		case w.score >= w.lastScore:
			return w.best, w.score, false, "as good"
		case at < 0:
			return w.last, w.lastScore, true, "last best not tried"
		case lost:
			return underWay, w.static[underWay], false, "all lost"
		case w.best == w.last && at == len(finished)-1:
			return w.last, w.lastScore, true, "no sibling"
		}
		return w.best, w.score, false, "worse, with siblings"
	}
	if w.best == goengine.NoMove || lost {
		return underWay, w.static[underWay], false, "first iteration, none or all lost"
	}
	return w.best, w.score, false, "first iteration"
}

// What a stopped search says is what decision 35 makes of the events at the
// root, in both engines, wherever the limit falls.
func TestStoppedSearchSaysWhatItKnows(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for _, name := range Names {
		e, err := New(name)
		require.NoError(t, err)
		stoppedSearches(t, e, slow(30, 600), seen)
	}
	t.Log(seen)
	for _, rule := range []string{
		"nothing begun", "nothing finished", "as good", "last best not tried", "all lost", "no sibling", "worse, with siblings",
		"first iteration, none or all lost", "first iteration",
	} {
		require.NotZero(t, seen[rule], rule)
	}
}

// stoppedSearches compares an engine's stopped searches with decision 35, and
// counts by which of its rules they went.
func stoppedSearches(t testing.TB, e Engine, positions int, seen map[string]int) {
	check := func(profileName string, prof *goengine.Profile, g *goengine.Game, l goengine.Limits) {
		var w rootWatch
		e.Attach(&w)
		r, err := e.Search(context.Background(), g, prof, l)
		require.NoError(t, err)
		what := g.Position().FEN() + " " + profileName + " " + e.Name()
		if !r.Stopped {
			require.True(t, r.Complete, what)
			return
		}
		best, score, complete, rule := w.want()
		seen[rule]++
		require.Equal(t, g.Position().UCI(best), g.Position().UCI(r.Best), "%s %+v: %s", what, l, rule)
		require.Equal(t, score, r.Score, "%s %+v: %s", what, l, rule)
		require.Equal(t, complete, r.Complete, "%s %+v: %s", what, l, rule)
		require.Equal(t, r.Best, r.PV[0], "%s %+v: %s", what, l, rule)
	}
	i := 0
	each := func(pos *goengine.Position) {
		profileName := goengine.ProfileNames[i%len(goengine.ProfileNames)]
		i++
		for n := uint64(40); n < 1500; n *= 2 {
			check(profileName, profile(t, profileName), goengine.NewGame(pos), goengine.Limits{Nodes: n})
		}
		if i%10 == 0 {
			check("heavy", heavy(t), goengine.NewGame(pos), goengine.Limits{Nodes: 1})
		}
	}
	// The moves tried again are mated, and the last iteration's best is not
	// among them.
	for fen, nodes := range map[string]uint64{
		"2K1k3/q7/7p/3rn1B1/8/5q2/2R5/8 w - - 0 1":     167,
		"R7/p5r1/KNq1n1N1/8/8/8/1r6/k7 w - - 0 1":      133,
		"8/6Q1/8/8/2Q5/K6R/2r5/1k6 b - - 0 1":          84,
		"7k/1r2nK2/4BR2/6R1/1q6/b7/6b1/Q2q4 b - - 0 1": 209,
	} {
		pos := position(t, fen)
		check("sx81", profile(t, "sx81"), goengine.NewGame(pos), goengine.Limits{Nodes: nodes})
	}
	placed(3, positions, each)
	cornered(3, positions, each)
	for _, g := range epd(t, "bench12.epd") {
		each(g.Position())
	}
}

// Where the first move of the iteration that 4,000 nodes end is mated, and its siblings are not,
// the search says neither #-1 nor plays it.
func TestStoppedSearchPlaysNoRefutedMove(t *testing.T) {
	pos := position(t, "K4nbq/8/2p1p2r/N1P1k1B1/P5p1/p1NBp2r/P1ppP1Pb/Q7 b - - 0 1")
	for _, name := range Names {
		e, err := New(name)
		require.NoError(t, err)
		r, err := e.Search(context.Background(), goengine.NewGame(pos), profile(t, "sx81"), goengine.Limits{Nodes: 4000})
		require.NoError(t, err)
		require.NotEqual(t, "d2d1r", pos.UCI(r.Best))
		require.Greater(t, r.Score, -goengine.MateBound)
		require.False(t, r.Complete)
		t.Logf("%s: %s %d %+v", name, pos.UCI(r.Best), r.Score, r)
	}
}
