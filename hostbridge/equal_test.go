package hostbridge

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
	"github.com/searchex/searchex/internal/work"
	"github.com/searchex/searchex/testdata/switches"
)

// FirstDifference is that of package equal, which imports this package. The tests
// of package hostbridge_test set it.
var FirstDifference func(ctx context.Context, a, b Engine, t *Task) (fmt.Stringer, error)

// lineup is the reference and all machines under the same watch.
type lineup struct {
	t        testing.TB
	ref      Engine
	machines []Engine
	cycles   map[string]uint64 // by machine
	nodes    uint64
}

func newGo(t testing.TB) Engine {
	t.Helper()
	e, err := New("go")
	require.NoError(t, err)
	return e
}

func startGame(t *testing.T) *goengine.Game {
	t.Helper()
	pos := position(t, goengine.StartFEN)
	return goengine.NewGame(pos)
}

func newLineup(t testing.TB, guards bool) *lineup {
	p := &lineup{t: t, ref: newGo(t), cycles: map[string]uint64{}}
	for _, k := range MachineKinds() {
		m, err := NewWith(k.Name, Options{Unguarded: !guards})
		require.NoError(t, err)
		p.machines = append(p.machines, m)
	}
	return p
}

// log prints what the searches have cost.
func (p *lineup) log() {
	for _, m := range p.machines {
		p.t.Logf("%s: %d nodes, %.0f cycles a node", m.Name(), p.nodes, float64(p.cycles[m.Name()])/float64(p.nodes))
	}
}

// equal searches with all, watched and unwatched, and fails with the first
// difference.
func (p *lineup) equal(g *goengine.Game, name string, prof *goengine.Profile, l goengine.Limits) Result {
	p.t.Helper()
	var a goengine.EventHash
	want, err := SearchTwice(context.Background(), p.ref, &a, g, prof, l)
	require.NoError(p.t, err)
	want.SwapOffs, want.Expanded, want.Work, want.Picked, want.Modelled = 0, 0, work.Counts{}, work.Picked{}, 0
	p.nodes += want.Nodes
	for _, m := range p.machines {
		var b goengine.EventHash
		got, err := SearchTwice(context.Background(), m, &b, g, prof, l)
		p.cycles[m.Name()] += got.Cycles
		if err != nil || a != b {
			d, err2 := FirstDifference(p.t.Context(), p.ref, m, &Task{Game: g, Profile: *prof, Limits: l})
			p.t.Fatalf("%s: %s %s %+v: %v %v\n%v", m.Name(), g.Position().FEN(), name, l, err, err2, d)
		}
		got.Cycles = 0
		require.Equal(p.t, want, got, "%s: %s %s %+v", m.Name(), g.Position().FEN(), name, l)
	}
	return want
}

// epd reads the positions of a file in testdata.
func epd(t testing.TB, name string) (games []*goengine.Game) {
	t.Helper()
	positions, err := random.Known(name)
	require.NoError(t, err)
	for _, p := range positions {
		games = append(games, goengine.NewGame(p))
	}
	return games
}

// position returns the position of a FEN.
func position(t testing.TB, fen string) *goengine.Position {
	t.Helper()
	p, err := goengine.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// profile returns the profile of a name, or of name,field=value,....
func profile(t testing.TB, spec string) *goengine.Profile {
	t.Helper()
	p, err := goengine.ParseProfile(spec)
	require.NoError(t, err)
	return &p
}

func TestEqualBench(t *testing.T) {
	for _, name := range goengine.ProfileNames {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newLineup(t, true)
			prof := profile(t, name)
			for _, g := range epd(t, "bench12.epd") {
				for _, sx := range []int{8, 16, 24} {
					p.equal(g, name, prof, goengine.Limits{SX: sx, SXSet: true, Nodes: uint64(slowest(3000, 8000, 30000))})
				}
			}
			p.log()
		})
	}
}

// Where more positions than the cache holds are to be kept, more expensive entries of
// others stay and wear off: that takes some 3,000 nodes, more than a search to
// a small SX has.
func TestEqualWhereTheCacheOverflows(t *testing.T) {
	t.Parallel()
	p := newLineup(t, true)
	prof := profile(t, "tuned")
	games := epd(t, "bench12.epd")
	for _, i := range []int{2, 9} { // the first that differ where nothing wears off
		p.equal(games[i], "tuned", prof, goengine.Limits{Nodes: uint64(slow(8000, 30000))})
	}
	p.log()
}

// randomGames calls f with games of random moves from known positions.
func randomGames(seed int64, count int, f func(i int, g *goengine.Game)) {
	r := rand.New(rand.NewSource(seed))
	for i := range count {
		f(i, random.Game(r))
	}
}

// slow is how much of something a test tries: half of few by default, few with
// SEARCHEX_TESTS=few, or many with SEARCHEX_TESTS=slow; a quarter of few where a campaign of
// mutants calls the test again and again, and notices them.
func slow(few, many int) int {
	switch {
	case sparing():
		return max(few/share(), 1)
	case switches.Has("few"):
		return few
	case switches.Has("slow"):
		return many
	}
	return max(few/2, 1)
}

// whole is slow for a test that wants to have met each kind of its subject: it tries all of
// few by default too.
func whole(few, many int) int {
	if !sparing() && !switches.Has("slow") {
		return few
	}
	return slow(few, many)
}

// slowest is like slow, with a third number for a night: SEARCHEX_TESTS=all.
func slowest(few, many, all int) int {
	if switches.Has("all") {
		return slow(few, all)
	}
	return slow(few, many)
}

// sparing reports whether tests try only some of their positions: in a campaign, and while
// the routine that is wrong is looked for.
func sparing() bool { return share() > 1 }

// share is the part of a test's positions that is tried then.
func share() int {
	if *mutantEngine != "" {
		return campaignShare
	}
	return int(locating.Load())
}

const campaignShare = 4

func TestEqualRandom(t *testing.T) {
	t.Parallel()
	p := newLineup(t, true)
	prof := profile(t, "sx81")
	randomGames(1981, slow(150, 2000), func(i int, g *goengine.Game) {
		p.equal(g, "sx81", prof, goengine.Limits{SX: 10 + i%3*4, Nodes: 5000})
	})
	p.log()
}

// Profiles that no game would use find what the named ones never meet.
func TestEqualRandomProfiles(t *testing.T) {
	t.Parallel()
	p := newLineup(t, true)
	randomProfiles(slow(100, 1000), func(g *goengine.Game, prof *goengine.Profile, l goengine.Limits) {
		p.equal(g, fmt.Sprintf("%+v %+v", prof, l), prof, l)
	})
}

// randomProfiles calls f with random games, profiles and limits.
func randomProfiles(count int, f func(g *goengine.Game, prof *goengine.Profile, l goengine.Limits)) {
	r := rand.New(rand.NewSource(8))
	randomGames(1983, count, func(_ int, g *goengine.Game) {
		prof := random.Profile(r)
		f(g, &prof, shallow(r))
	})
}

func TestEqualLimits(t *testing.T) {
	t.Parallel()
	p := newLineup(t, true)
	most := uint64(slow(4000, 10000))
	for i, g := range epd(t, "bench12.epd") {
		name := goengine.ProfileNames[i%len(goengine.ProfileNames)]
		prof := profile(t, name)
		for _, n := range []uint64{1, 2, 50, 333, 1000, 2222} {
			r := p.equal(g, name, prof, goengine.Limits{Nodes: n})
			require.True(t, r.Stopped)
		}
		for depth := 1; depth <= 4; depth++ {
			p.equal(g, name, prof, goengine.Limits{SX: 22, Depth: depth, Nodes: most})
		}
		for _, sx := range []int{0, 1, 7, 11} {
			p.equal(g, name, prof, goengine.Limits{SX: sx, SXSet: true, Nodes: most})
		}
		moves := g.Position().LegalMoves()
		for _, only := range [][]goengine.Move{{}, moves[:1], moves[len(moves)/2:], moves} {
			p.equal(g, name, prof, goengine.Limits{SX: 14, Moves: only, Nodes: most / 2})
			p.equal(g, name, prof, goengine.Limits{SX: 2, SXSet: true, Depth: 1, Moves: only})
		}
	}
}

// Iterations have the same budgets where starts and steps come near the end of a byte, or are odd.
func TestEqualSteps(t *testing.T) {
	t.Parallel()
	p := newLineup(t, true)
	kings, err := goengine.ParseFEN("7k/8/8/8/8/8/8/K7 w - - 0 1") // all moves draw
	require.NoError(t, err)
	g := goengine.NewGame(kings)
	r := rand.New(rand.NewSource(255))
	any := func() uint8 { return []uint8{0, 1, 2, 127, 128, 254, 255, uint8(r.Intn(256))}[r.Intn(8)] }
	for range slow(60, 600) {
		prof := profile(t, "sx81")
		prof.Start, prof.Step = any(), any()
		l := goengine.Limits{SX: int(any()), SXSet: r.Intn(4) > 0}
		last := goengine.MaxSX
		if l.SXSet || l.SX > 0 {
			last = l.SX
		}
		got := p.equal(g, fmt.Sprintf("start %d, step %d", prof.Start, prof.Step), prof, l)
		want := last // where steps lead there
		if prof.Step == 0 {
			want = min(int(prof.Start), last)
		}
		require.Equal(t, want, got.SX)
	}
}

// Games that repeat themselves, old positions and bare ones.
func TestEqualDraws(t *testing.T) {
	t.Parallel()
	p := newLineup(t, true)
	nodes := uint64(slow(1000, 4000))
	drawn(t, func(g *goengine.Game) {
		for _, name := range goengine.ProfileNames {
			for _, draw := range []int16{0, 40, -127} {
				p.equal(g, name, profile(t, name), goengine.Limits{SX: 30, Nodes: nodes, Draw: draw})
			}
		}
	})
}

// drawn calls f with games that are near a draw, or one.
func drawn(t testing.TB, f func(g *goengine.Game)) {
	for _, c := range []struct{ fen, moves string }{
		{goengine.StartFEN, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"},
		{"6k1/5ppp/8/8/8/8/q4PPP/3R2K1 w - - 0 1", "d1d8"},
		{"8/8/8/3k4/8/3K4/3Q4/8 w - - 96 100", ""},
		{"8/8/8/3k4/8/3K4/3Q4/8 w - - 99 100", ""},
		{"8/8/8/3k4/8/3K4/3Q4/8 w - - 100 100", ""},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ""},
		{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", ""},
		{"8/8/8/3k4/8/3K4/3B4/6n1 w - - 0 1", ""},
		{"8/8/4kb2/8/8/3K4/3B4/8 w - - 0 1", ""},
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 3 40", "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8"},
	} {
		pos := position(t, c.fen)
		g := goengine.NewGame(pos)
		for _, mv := range strings.Fields(c.moves) {
			require.NoError(t, g.Play(mv))
		}
		f(g)
	}
}

func TestEqualEndgamesAndMates(t *testing.T) {
	t.Parallel()
	p := newLineup(t, true)
	for _, file := range []string{"own_endgame3_dtm.epd", "own_mates.epd"} {
		for i, g := range epd(t, file) {
			if i%slowest(4, 2, 1) != 0 {
				continue
			}
			name := goengine.ProfileNames[i/4%len(goengine.ProfileNames)]
			p.equal(g, name, profile(t, name), goengine.Limits{SX: 26, Nodes: 4000})
		}
	}
}

// shallow returns limits of a shallow search.
func shallow(r *rand.Rand) goengine.Limits {
	l := goengine.Limits{SX: 1 + r.Intn(24), Depth: 1 + r.Intn(5), Nodes: 3000}
	switch r.Intn(4) {
	case 0:
		l.Draw = int16(r.Intn(300) - 150)
	case 1:
		l.MateIn, l.Depth = 1+r.Intn(3), 0
	}
	return l
}
