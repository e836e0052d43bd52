package thinker

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/cmd/internal/chess/books/bookstest"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// fakeClock is a clock that advances only in Sleep.
type fakeClock struct {
	sync.Mutex
	now   time.Time
	slept []time.Duration
}

func (c *fakeClock) Now() time.Time {
	c.Lock()
	defer c.Unlock()
	return c.now
}

func (c *fakeClock) Sleep(d time.Duration, _ <-chan struct{}) {
	c.Lock()
	defer c.Unlock()
	c.now = c.now.Add(d)
	c.slept = append(c.slept, d)
}

// middle is a position that the book doesn't know.
const middle = "r1bq1rk1/ppp1bppp/2np1n2/4p3/2BPP3/2N1BN2/PPP2PPP/R2QK2R w KQ - 0 8"

// ask runs a task, and returns the answer and the reports.
func ask(task Task, c *fakeClock, during func(*Search, Report)) (Answer, []Report) {
	if task.Profile == "" {
		task.Profile = "sx81"
	}
	return askWith(New(c, hostbridge.New), task, during)
}

// askWith is ask with a thinker.
func askWith(t *Thinker, task Task, during func(*Search, Report)) (Answer, []Report) {
	var reports []Report
	var a Answer
	started := make(chan struct{})
	var s *Search
	s = t.Start(task, func(r Report) {
		<-started
		reports = append(reports, r)
		if during != nil {
			during(s, r)
		}
	}, func(answer Answer) { a = answer })
	close(started)
	s.Wait()
	return a, reports
}

func TestAMachineTakesItsTime(t *testing.T) {
	for _, c := range []struct {
		speed int
		wants time.Duration
	}{{100, 2 * time.Second}, {1000, 200 * time.Millisecond}, {50, 4 * time.Second}, {0, 0}} {
		clock := &fakeClock{}
		a, reports := ask(Task{Engine: "6502", FEN: middle, Time: 2 * time.Second, Speed: c.speed}, clock, nil)
		require.NoError(t, a.Err)
		assert.NotEmpty(t, a.Move)
		assert.InDelta(t, 2, a.Time.Seconds(), 0.1, "of the machine")
		assert.InDelta(t, c.wants.Seconds(), clock.now.Sub(time.Time{}).Seconds(), 0.1, "of the host, at speed %d", c.speed)
		for _, d := range clock.slept {
			assert.LessOrEqual(t, d, 150*time.Millisecond, "never silent for long")
		}
		require.NotEmpty(t, reports)
		last := reports[len(reports)-1]
		assert.Equal(t, a.Move, last.Line[0])
	}
}

func TestAPacedSearchFindsWhatAFastOneDoes(t *testing.T) {
	slow, _ := ask(Task{Engine: "6502", FEN: middle, Time: time.Second, Speed: 100, Watch: true}, &fakeClock{}, nil)
	fast, _ := ask(Task{Engine: "6502", FEN: middle, Time: time.Second}, &fakeClock{}, nil)
	assert.Equal(t, fast, slow)
}

func TestStopAnswersWithTheBestSoFar(t *testing.T) {
	a, reports := ask(Task{Engine: "6502", FEN: middle, Time: time.Hour, Speed: 100}, &fakeClock{}, func(s *Search, r Report) {
		if r.Time > time.Second {
			s.Stop()
		}
	})
	require.NoError(t, a.Err)
	assert.Less(t, a.Time, 2*time.Second)
	assert.Equal(t, reports[len(reports)-1].Line[0], a.Move)
}

func TestWhatIsAskedIsHeeded(t *testing.T) {
	a, _ := ask(Task{Engine: "go@6502", FEN: goengine.StartFEN, Time: time.Second, Book: true}, &fakeClock{}, nil)
	assert.True(t, a.Book)
	assert.Contains(t, []string{"e2e4", "d2d4", "g1f3", "c2c4", "b2b3", "b1c3", "g2g3", "f2f4"}, a.Move)

	first, _ := ask(Task{Engine: "go@6502", FEN: middle, Time: time.Second}, &fakeClock{}, nil)
	second, _ := ask(Task{Engine: "go@6502", FEN: middle, Time: time.Second, Exclude: []string{first.Move}}, &fakeClock{}, nil)
	assert.NotEqual(t, first.Move, second.Move)
	assert.NotEmpty(t, second.Move)

	a, _ = ask(Task{Engine: "go@6502", FEN: middle}, &fakeClock{}, nil)
	assert.Equal(t, 1, a.Depth, "no time: the first iteration")
	assert.Equal(t, 10, a.SX)

	// One legal move, Kxg2: nothing to think about.
	a, _ = ask(Task{Engine: "go@6502", FEN: "7k/p7/8/8/8/8/6q1/7K w - - 0 1", Time: time.Hour}, &fakeClock{}, nil)
	assert.Equal(t, "h1g2", a.Move)
	assert.Equal(t, 1, a.Depth)

	// 700 means 1,024 nodes (docs/manual/levels.md), plus the rest of a list of moves.
	a, _ = ask(Task{Engine: "go@6502", FEN: middle, Elo: 700, Time: time.Hour}, &fakeClock{}, nil)
	assert.InDelta(t, 1024+109, a.Nodes, 109)

	a, _ = ask(Task{Engine: "go", FEN: goengine.StartFEN, Moves: []string{"f2f3", "e7e5", "g2g4", "d8h4"}, Time: time.Second}, &fakeClock{}, nil)
	assert.Equal(t, Answer{}, a, "mated: no move")
}

// Of a book larger than the machines a machine has the beginning, Go all; a tree serves every engine.
func TestTheLibraryIsPlayedFrom(t *testing.T) {
	source, rare := bookstest.Large(t)
	for _, c := range []struct {
		engine, kind string
		all          bool
	}{{"go", "hash", true}, {"go@6502", "hash", true}, {"6502", "hash", false}, {"6502", "tree", true}} {
		library, err := books.Hold("x", []byte(source), c.kind)
		require.NoError(t, err)
		thinks := New(&fakeClock{}, hostbridge.New)
		thinks.Library = library
		for moves, want := range map[string]bool{"": true, rare: c.all} {
			a, _ := askWith(thinks, Task{Engine: c.engine, Profile: "sx81", FEN: goengine.StartFEN, Moves: strings.Fields(moves), Time: time.Millisecond, Book: true}, nil)
			require.NoError(t, a.Err)
			assert.Equal(t, want, a.Book, "%s, %s, %q", c.engine, c.kind, moves)
		}
	}
}

func TestMatesAreProvedOrRefuted(t *testing.T) {
	// 1 Rh8 is mate, since the kings are in opposition.
	a, _ := ask(Task{Engine: "go@6502", FEN: "4k3/8/4K3/8/8/8/8/7R w - - 0 1", Mate: 1}, &fakeClock{}, nil)
	assert.True(t, a.Proved)
	assert.Equal(t, "h1h8", a.Move)
	// Without the opposition there is no mate in one.
	a, _ = ask(Task{Engine: "go@6502", FEN: "4k3/8/3K4/8/8/8/8/7R w - - 0 1", Mate: 1}, &fakeClock{}, nil)
	assert.True(t, a.Refuted)
	assert.Empty(t, a.Move)
}

func TestAProofThatIsStoppedProvesNothing(t *testing.T) {
	a, _ := ask(Task{Engine: "6502", FEN: middle, Mate: 5, Speed: 100}, &fakeClock{}, func(s *Search, _ Report) { s.Stop() })
	require.NoError(t, a.Err)
	assert.False(t, a.Proved || a.Refuted)
}

func TestTheLineUnderSearchIsOneAndItsBudgetFalls(t *testing.T) {
	for _, profile := range []string{"sx81", "sex88"} {
		_, reports := ask(Task{Engine: "6502", Profile: profile, FEN: middle, Time: time.Second, Speed: 100, Watch: true}, &fakeClock{}, nil)
		prof, _ := goengine.ProfileByName(profile)
		paths := 0
		for _, r := range reports {
			p, err := goengine.ParseFEN(middle)
			require.NoError(t, err)
			left := map[int]int{}
			for i, step := range r.Path {
				m, err := p.ParseMove(step.Move)
				require.NoError(t, err)
				require.True(t, p.Play(m))
				assert.Less(t, step.Left, max(r.SX+int(prof.Step), int(prof.Start)), "%s: less than the iteration began with", profile)
				own := 0 // with one budget both sides share it
				if profile == "sex88" {
					own = i % 2
				}
				if before, ok := left[own]; ok && profile == "sx81" {
					assert.Less(t, step.Left, before, "%s: each move has a price", profile)
				}
				left[own] = step.Left
			}
			paths += min(len(r.Path), 1)
		}
		assert.Greater(t, paths, 10, profile)
	}
}

func TestWhatCannotBeAskedIsAnError(t *testing.T) {
	for _, task := range []Task{
		{Engine: "z81", FEN: middle},
		{Engine: "go", Profile: "sx82", FEN: middle},
		{Engine: "go", FEN: "8/8/8/8/8/8/8/8 w - - 0 1"},
		{Engine: "go", FEN: middle, Moves: []string{"a1a8"}},
	} {
		a, _ := ask(task, &fakeClock{}, nil)
		assert.Error(t, a.Err)
	}
}

func TestBookBytesDependOnSeedAndPosition(t *testing.T) {
	var bytes []byte
	for seed := range uint64(200) {
		bytes = append(bytes, bookByte(seed, middle))
	}
	slices.Sort(bytes)
	assert.Greater(t, len(slices.Compact(bytes)), 80)
	assert.Equal(t, bookByte(7, middle), bookByte(7, middle))
}

// sx81 finds axb8=R, which is taken at once as the queen is.
func TestAQueenIsPlayedWhereALesserPieceGainsNothing(t *testing.T) {
	const fen = "1r3rk1/P4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
	for _, task := range []Task{{Engine: "z80", Time: 2 * time.Second}, {Engine: "go", Time: 2 * time.Second}, {Engine: "go", Elo: 700}} {
		task.FEN = fen
		a, reports := ask(task, &fakeClock{}, nil)
		require.NoError(t, a.Err)
		assert.Equal(t, []string{"a7b8q", "f8b8"}, a.Line[:2], "%+v", task)
		assert.Equal(t, "a7b8q", a.Move, "%+v", task)
		assert.Equal(t, "a7b8r", reports[len(reports)-1].Line[0], "what the search found")
		if task.Time > 0 {
			assert.Less(t, a.Time, task.Time*41/40, "both searches have the time of the move")
		}
		task.Exclude = []string{"a7b8q"}
		a, _ = ask(task, &fakeClock{}, nil)
		assert.NotEqual(t, "a7b8q", a.Move)
	}
}

// counted is an engine that counts its searches.
type counted struct {
	hostbridge.Engine
	searches int
}

func (e *counted) Search(ctx context.Context, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (hostbridge.Result, error) {
	e.searches++
	return e.Engine.Search(ctx, g, prof, l)
}

func TestAStopIsAnsweredAtOnce(t *testing.T) {
	e, err := hostbridge.New("go")
	require.NoError(t, err)
	engine := &counted{Engine: e}
	th := New(&fakeClock{}, func(string) (hostbridge.Engine, error) { return engine, nil })
	var a Answer
	started := make(chan struct{})
	var s *Search
	s = th.Start(Task{Engine: "go", Profile: "sx81", FEN: "1r3rk1/P4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", Time: time.Hour}, func(r Report) {
		<-started
		if len(r.Line) > 0 && r.Line[0] == "a7b8r" {
			s.Stop()
		}
	}, func(answer Answer) { a = answer })
	close(started)
	s.Wait()
	assert.Equal(t, []any{"a7b8r", 1}, []any{a.Move, engine.searches})
}
