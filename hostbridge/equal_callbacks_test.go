package hostbridge

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/work"
)

// seen is an event and what a callback could read at it.
type seen struct {
	Kind            goengine.EventKind
	Move            goengine.Move
	A, B, C         int16
	Ply             int
	Path, Moves     string
	Alpha, Beta     int16
	Own, Other      uint8
	Static, Changed int16
}

// meddler records all events and changes some of them, by a hash of line,
// move and event, so that it does the same to every engine.
type meddler struct {
	seed uint64
	// One in this many events is changed; of one in this many nodes but the root all moves
	// are taken: 0 none.
	empty, thin, score, price, value uint64
	events                           []seen
}

func (x *meddler) note(n Node, kind goengine.EventKind, m goengine.Move, a, b, c int16) *seen {
	alpha, beta := n.Window()
	own, other := n.Budget()
	x.events = append(x.events, seen{
		Kind: kind, Move: m, A: a, B: b, C: c, Ply: n.Ply(), Path: lineOf(n.Path(nil)),
		Alpha: alpha, Beta: beta, Own: own, Other: other, Static: n.Static(),
	})
	return &x.events[len(x.events)-1]
}

func lineOf(moves []goengine.Move) string {
	s := ""
	for _, m := range moves {
		s += m.String() + " "
	}
	return s
}

func (x *meddler) dice(s *seen, m goengine.Move) uint64 {
	h := x.seed
	for _, c := range s.Path {
		h = (h ^ uint64(c)) * 1099511628211
	}
	h = (h ^ uint64(m)<<8 ^ uint64(s.Kind)) * 0x9E3779B97F4A7C15
	return h >> 20
}

func one(of, dice uint64) bool { return of != 0 && dice%of == 0 }

// Event implements Callbacks.
func (x *meddler) Event(n Node, ev *goengine.Event) {
	switch ev.Kind {
	case goengine.EventGenerated:
		s := x.note(n, goengine.EventGenerated, 0, int16(ev.Count), 0, 0)
		moves := n.Moves(nil)
		s.Moves = lineOf(moves)
		none := n.Ply() > 0 && one(x.empty, x.dice(s, goengine.NoMove)) // in all its parts
		if x.thin == 0 && !none {
			return
		}
		var keep []goengine.Move
		for i := range moves { // backwards: the order of the moves given to Keep does not matter
			m := moves[len(moves)-1-i]
			if !none && !one(x.thin, x.dice(s, m)) {
				keep = append(keep, m)
			}
		}
		n.Keep(keep)
		s.Changed = int16(len(keep))
	case goengine.EventScored:
		s := x.note(n, goengine.EventScored, ev.Move, ev.Value, 0, 0)
		if d := x.dice(s, ev.Move); one(x.score, d) {
			ev.Value += int16(d>>8%600) - 300
			if d>>24%64 == 0 {
				ev.Value = math.MaxInt16 // out of range
			}
		}
	case goengine.EventPriced:
		s := x.note(n, goengine.EventPriced, ev.Move, int16(ev.Category), int16(ev.Price), 0)
		if d := x.dice(s, ev.Move); one(x.price, d) {
			ev.Price = uint8(d >> 8 % 32)
		}
	case goengine.EventBeta:
		s := x.note(n, goengine.EventBeta, ev.Move, ev.Value, ev.Alpha, ev.Beta)
		if d := x.dice(s, ev.Move); one(x.value, d) {
			ev.Value += int16(d>>8%600) - 300
		}
	case goengine.EventAlpha:
		x.note(n, goengine.EventAlpha, ev.Move, ev.Value, ev.Alpha, 0)
	case goengine.EventBest:
		x.note(n, goengine.EventBest, ev.Move, 0, 0, 0)
	case goengine.EventIteration:
		x.note(n, goengine.EventIteration, ev.Move, int16(ev.SX), ev.Value, 0)
	}
}

// Whatever callbacks read and change, they read and change the same in every
// engine, and the searches stay equal.
func TestMeddlingKeepsTheEnginesEqual(t *testing.T) {
	t.Parallel()
	p := newLineup(t, true)
	changed := meddle(t, p.ref, p.machines, slow(108, 600))
	assert.Greater(t, changed, slow(72, 400), "meddling changes most searches")
}

// meddle searches random games under a meddler with the reference and with
// engines, and counts the searches that it changes.
func meddle(t testing.TB, ref Engine, engines []Engine, games int) (changed int) {
	randomGames(7, games, func(i int, g *goengine.Game) {
		name := goengine.ProfileNames[i%len(goengine.ProfileNames)]
		prof := profile(t, name)
		m := meddler{seed: uint64(i)}
		every := []uint64{3, 7, 40}[i%3]
		for k, field := range []*uint64{&m.empty, &m.thin, &m.score, &m.price, &m.value} {
			if i/6%6 == k || i/6%6 == 5 {
				*field = every
			}
		}
		a := m
		ref.Attach(&a)
		l := goengine.Limits{SX: 8 + i%25, Nodes: 2000}
		want, err := ref.Search(context.Background(), g, prof, l)
		require.NoError(t, err)
		want.SwapOffs, want.Expanded, want.Work, want.Picked, want.Modelled = 0, 0, work.Counts{}, work.Picked{}, 0
		for _, e := range engines {
			b := m
			e.Attach(&b)
			got, err := e.Search(context.Background(), g, prof, l)
			require.NoError(t, err)
			for k := range min(len(a.events), len(b.events)) {
				require.Equal(t, a.events[k], b.events[k], "%s %d: %s %s, event %d", e.Name(), i, name, g.Position().FEN(), k)
			}
			require.Equal(t, len(a.events), len(b.events))
			got.Cycles = 0
			require.Equal(t, want, got)
		}

		ref.Attach(nil)
		plain, err := ref.Search(context.Background(), g, prof, l)
		require.NoError(t, err)
		if plain.Nodes != want.Nodes || plain.Score != want.Score {
			changed++
		}
	})
	return changed
}

// A watched search costs what an unwatched one does, to the cycle.
func TestCallbacksCostNoCycles(t *testing.T) { onMachines(t, testCallbacksCostNoCycles) }

func testCallbacksCostNoCycles(t testing.TB, e *rig) {
	e.m.SetGuards(false)
	nodes := uint64(slow(600, 3000))
	for _, name := range goengine.ProfileNames {
		for _, g := range epd(t, "bench12.epd") {
			search := func(c Callbacks) Result {
				e.Attach(c)
				r, err := e.Search(context.Background(), g, profile(t, name), goengine.Limits{Nodes: nodes})
				require.NoError(t, err)
				return r
			}
			plain := search(nil)
			require.Equal(t, plain, search(&meddler{}))
			require.Equal(t, plain, search(goengine.CallbackFunc(func(Node, *goengine.Event) {})))
		}
	}
}

// scribble changes all fields of an event but the one that its kind allows to change.
func scribble(_ Node, ev *goengine.Event) {
	before := *ev
	*ev = goengine.Event{Kind: 77, Ply: 9, Category: 5, Price: 1, SX: 3, Count: 1, Move: 0x1234, Value: 999, Alpha: 31000, Beta: -31000}
	switch before.Kind {
	case goengine.EventScored, goengine.EventBeta:
		ev.Value = before.Value
	case goengine.EventPriced:
		ev.Price = before.Price
	}
}

// A change that no kind of event allows has no effect.
func TestOtherChangesOfEventsHaveNoEffect(t *testing.T) {
	e, err := New("go")
	require.NoError(t, err)
	engines := []Engine{e}
	for _, k := range MachineKinds() {
		e, err := New(k.Name)
		require.NoError(t, err)
		engines = append(engines, e)
	}
	for _, e := range engines {
		for _, name := range goengine.ProfileNames {
			g := epd(t, "bench12.epd")[3]
			search := func(c Callbacks) (r Result, progress []Progress) {
				add := func(p Progress) { progress = append(progress, p) }
				e.Follow(&Follower{Best: add, Iteration: add})
				e.Attach(c)
				r, err := e.Search(context.Background(), g, profile(t, name), goengine.Limits{Nodes: 400})
				require.NoError(t, err)
				return r, progress
			}
			want, wantProgress := search(nil)
			got, progress := search(goengine.CallbackFunc(scribble))
			require.Equal(t, want, got, "%s, %s", e.Name(), name)
			require.Equal(t, wantProgress, progress, "%s, %s", e.Name(), name)
		}
	}
}

// faulty panics at one event, or keeps a move that isn't there.
type faulty struct {
	at    int
	cause any
}

func (f *faulty) count() bool {
	f.at--
	return f.at == 0
}

// Event implements Callbacks.
func (f *faulty) Event(n Node, ev *goengine.Event) {
	switch ev.Kind {
	case goengine.EventScored:
		if f.count() {
			panic(f.cause)
		}
	case goengine.EventGenerated:
		if f.cause == nil && n.Ply() == 1 {
			n.Keep([]goengine.Move{n.Path(nil)[0]})
		}
	}
}

func TestACallbackThatFailsEndsItsSearchOnly(t *testing.T) {
	boom := errors.New("boom")
	for _, name := range Names {
		e, err := New(name)
		require.NoError(t, err)
		g := startGame(t)
		search := func(c Callbacks) (Result, error) {
			e.Attach(c)
			return e.Search(context.Background(), g, profile(t, "sx81"), goengine.Limits{Nodes: 3000})
		}
		plain, err := search(nil)
		require.NoError(t, err)

		_, err = search(&faulty{at: 700, cause: boom})
		var failed *CallbackError
		require.ErrorAs(t, err, &failed, name)
		require.ErrorIs(t, err, boom)
		assert.Regexp(t, "^"+name+`: callback Scored of [a-h1-8]{4} after( [a-h1-8]{4})+: boom$`, err.Error())

		_, err = search(&faulty{at: 1, cause: "at once"})
		assert.Regexp(t, "^"+name+`: callback Scored of [a-h1-8]{4} at the root: at once$`, err)

		_, err = search(&faulty{})
		var wrong *goengine.NotInList
		require.ErrorAs(t, err, &wrong)
		assert.Regexp(t, "^"+name+`: callback Generated after [a-h1-8]{4}: Keep: [a-h1-8]{4} is not among the node's moves$`, err)

		again, err := search(nil)
		require.NoError(t, err)
		assert.Equal(t, plain, again, "%s after failures", name)
	}
}

// stopping stops a search at its tenth node.
type stopping struct {
	left int
}

// Event implements Callbacks.
func (s *stopping) Event(n Node, ev *goengine.Event) {
	if ev.Kind != goengine.EventGenerated {
		return
	}
	if s.left--; s.left == 0 {
		n.Stop()
	}
}

func TestACallbackStopsEveryEngineAtTheSameNode(t *testing.T) {
	p := newLineup(t, false)
	p.ref.Attach(&stopping{left: 50})
	want, err := p.ref.Search(context.Background(), startGame(t), profile(t, "sx81"), goengine.Limits{})
	require.NoError(t, err)
	assert.True(t, want.Stopped)
	for _, m := range p.machines {
		m.Attach(&stopping{left: 50})
		got, err := m.Search(context.Background(), startGame(t), profile(t, "sx81"), goengine.Limits{})
		require.NoError(t, err)
		assert.True(t, want.Agrees(&got), m.Name())
	}
}
