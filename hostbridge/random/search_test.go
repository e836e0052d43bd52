package random

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// A search drawn twice is the same, whatever was drawn between; another number
// or another seed gives another one.
func TestASearchDependsOnSeedAndNumberAlone(t *testing.T) {
	key := func(s Search) string { return s.Game.Position().FEN() + s.Name }
	first := map[string]bool{}
	for i := range uint64(200) {
		first[key(NewSearch(7, i))] = true
	}
	require.Len(t, first, 200)
	for i := uint64(200); i > 0; i-- {
		a, b := NewSearch(7, i-1), NewSearch(7, i-1)
		require.Equal(t, a, b)
		require.True(t, first[key(a)])
		require.False(t, first[key(NewSearch(8, i-1))])
	}
}

// What is printed of a search, to see it once more, is the search: the position
// that nothing irreversible happened after, the moves from there, the profile's
// name.
func TestASearchCanBeWrittenDown(t *testing.T) {
	for i := range uint64(5000) {
		s := NewSearch(1981, i)
		prof, err := goengine.ParseProfile(s.Name)
		require.NoError(t, err)
		require.Equal(t, s.Profile, prof, s.Name)

		base, moves := s.Game.Line()
		p, err := goengine.ParseFEN(base.FEN())
		require.NoError(t, err)
		g := goengine.NewGame(p)
		for _, m := range moves {
			require.NoError(t, g.Play(g.Position().UCI(m)))
		}
		of, since := g.Line()
		require.Equal(t, base, of, "search %d: %s %v", i, base.FEN(), moves)
		require.Equal(t, moves, since, "search %d: %s %v", i, base.FEN(), moves)
		require.Equal(t, s.Game.Position(), g.Position(), "search %d: %s %v", i, base.FEN(), moves)
	}
}

// The searches are of all kinds that they are meant to be.
func TestSearchesAreOfAllKinds(t *testing.T) {
	seen := map[string]int{}
	count := func(what string, is bool) {
		if is {
			seen[what]++
		}
	}
	const n = 3000
	for i := range uint64(n) {
		s := NewSearch(3, i)
		seen[s.Source]++
		seen[s.Kind]++
		p := s.Game.Position()
		_, moves := s.Game.Line()
		_, named := goengine.ProfileByName(s.Kind)
		l := &s.Limits
		count("a named profile", named)
		count("a history", len(moves) > 3)
		count("a long history", len(moves) > 60)
		count("a position that was there before", p.Repeated())
		count("a clock near a hundred", p.HalfmoveClock() > 90)
		count("check", p.InCheck())
		count("no move", len(p.LegalMoves()) == 0)
		count("1 to 9 nodes", l.Nodes < 10)
		count("1,000 nodes or more", l.Nodes >= 1000)
		count("deep ones", l.Nodes > mostNodes)
		count("an SX", l.SXSet)
		count("a depth", l.Depth > 0)
		count("a draw's value", l.Draw != 0)
		count("mates only", l.MateIn > 0)
		count("some moves only", l.Moves != nil)
		require.True(t, l.Nodes >= 1 && l.Nodes <= deepNodes, l.Nodes)
		for _, m := range l.Moves {
			require.True(t, slices.Contains(p.LegalMoves(), m))
		}
	}
	t.Log(seen)
	for _, what := range append(slices.Concat(Sources, Kinds), "a named profile", "a history", "a long history", "a position that was there before",
		"a clock near a hundred", "check", "no move", "1 to 9 nodes", "1,000 nodes or more", "an SX", "a depth", "a draw's value", "mates only", "some moves only") {
		require.Greater(t, seen[what], n/100, what)
	}
	require.NotZero(t, seen["deep ones"])
	require.InDelta(t, 2./3, float64(seen["a named profile"])/n, 0.05)
}

// Each field of the profile takes all its values over the searches, off and the bounds among them,
// so that the soak sees an engine that leaves it out or keeps it in too few bits.
func TestSearchesDrawEveryField(t *testing.T) {
	values := make([]map[int]bool, len(goengine.ProfileFields))
	for i := range values {
		values[i] = map[int]bool{}
	}
	for i := range uint64(20_000) {
		s := NewSearch(1981, i)
		for k := range goengine.ProfileFields {
			values[k][goengine.ProfileFields[k].Get(&s.Profile)] = true
		}
	}
	for k, f := range goengine.ProfileFields {
		require.Greater(t, len(values[k]), 1, "%s is never drawn: give it a Draw, or draw it in Absurd", f.Key)
		if f.Off != goengine.NeverOff {
			require.True(t, values[k][f.Off], "%s is never off", f.Key)
		}
		if f.Bit == 0 && f.Min == 0 && f.Key != "above" { // with window prices above is at least 1
			require.True(t, values[k][f.Min], "%s is never %d", f.Key, f.Min)
		}
		most := f.Max
		if f.Min < 0 {
			most = -1 // the byte 255
		}
		require.True(t, values[k][most], "%s is never %d", f.Key, most)
	}
}

// The searches of a seed are those that it drew before. compare --soak promises that search I of
// seed S is always the same, and results name searches by these two numbers. The hash changes only
// when a profile gets a new field, which the hashed bytes include. It did last with the switch and
// the profile of the network of the root tables.
func TestASeedDrawsTheSearchesThatItDrewBefore(t *testing.T) {
	h := sha256.New()
	for i := range uint64(2000) {
		s := NewSearch(1981, i)
		base, moves := s.Game.Line()
		fmt.Fprintf(h, "%s %s %v %x %d %d %d %d %d %v\n", s.Name, base.FEN(), moves, s.Profile.Bytes(), s.Limits.Nodes, s.Limits.SX, s.Limits.Depth, s.Limits.Draw, s.Limits.MateIn, s.Limits.Moves)
	}
	require.Equal(t, "05d529cc53575eda", fmt.Sprintf("%x", h.Sum(nil)[:8]), "if a profile has a new field, write the hash that it makes (actual) here; if not, a seed names other searches now: mend that")
}
