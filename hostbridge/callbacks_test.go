package hostbridge

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// seen is what a callback was told and could read.
type seen struct {
	Kind            EventKind
	Move            goengine.Move
	A, B, C         int16
	Ply             int
	Path, Moves     string
	Alpha, Beta     int16
	Own, Other      uint8
	Static, Changed int16
}

// meddler notes all that it is told and changes some of it, by a hash of line,
// move and event, so that it does the same to every engine.
type meddler struct {
	seed uint64
	// One of so many events is changed, of so many nodes but the root all moves
	// are taken: 0 none.
	empty, thin, score, price, value uint64
	events                           []seen
}

func (x *meddler) note(n Node, kind EventKind, m goengine.Move, a, b, c int16) *seen {
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

func (x *meddler) Generated(n Node, count int) {
	s := x.note(n, EventGenerated, 0, int16(count), 0, 0)
	moves := n.Moves(nil)
	s.Moves = lineOf(moves)
	none := n.Ply() > 0 && one(x.empty, x.dice(s, goengine.NoMove)) // in all its parts
	if x.thin == 0 && !none {
		return
	}
	var keep []goengine.Move
	for i := range moves { // backwards: the order that Keep is told in is nothing
		m := moves[len(moves)-1-i]
		if !none && !one(x.thin, x.dice(s, m)) {
			keep = append(keep, m)
		}
	}
	n.Keep(keep)
	s.Changed = int16(len(keep))
}

func (x *meddler) Scored(n Node, m goengine.Move, value int16) int16 {
	s := x.note(n, EventScored, m, value, 0, 0)
	if d := x.dice(s, m); one(x.score, d) {
		value += int16(d>>8%600) - 300
		if d>>24%64 == 0 {
			value = math.MaxInt16 // out of range
		}
	}
	return value
}

func (x *meddler) Priced(n Node, m goengine.Move, c goengine.Category, price uint8) uint8 {
	s := x.note(n, EventPriced, m, int16(c), int16(price), 0)
	if d := x.dice(s, m); one(x.price, d) {
		price = uint8(d >> 8 % 32)
	}
	return price
}

func (x *meddler) BetaTest(n Node, m goengine.Move, value, alpha, beta int16) int16 {
	s := x.note(n, EventBeta, m, value, alpha, beta)
	if d := x.dice(s, m); one(x.value, d) {
		value += int16(d>>8%600) - 300
	}
	return value
}

func (x *meddler) AlphaTest(n Node, m goengine.Move, value, alpha int16) {
	x.note(n, EventAlpha, m, value, alpha, 0)
}

func (x *meddler) Best(n Node, m goengine.Move) { x.note(n, EventBest, m, 0, 0, 0) }

func (x *meddler) Iteration(n Node, sx uint8, score int16, best goengine.Move) {
	x.note(n, EventIteration, best, int16(sx), score, 0)
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
		want, err := ref.Search(g, prof, l)
		require.NoError(t, err)
		want.SwapOffs, want.Expanded, want.Work, want.Picked, want.Modelled = 0, 0, goengine.Counts{}, goengine.Picked{}, 0
		for _, e := range engines {
			b := m
			e.Attach(&b)
			got, err := e.Search(g, prof, l)
			require.NoError(t, err)
			for k := range min(len(a.events), len(b.events)) {
				require.Equal(t, a.events[k], b.events[k], "%s %d: %s %s, event %d", e.Name(), i, name, g.Position().FEN(), k)
			}
			require.Equal(t, len(a.events), len(b.events))
			got.Cycles = 0
			require.Equal(t, want, got)
		}

		ref.Attach(nil)
		plain, err := ref.Search(g, prof, l)
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
				r, err := e.Search(g, profile(t, name), goengine.Limits{Nodes: nodes})
				require.NoError(t, err)
				return r
			}
			plain := search(nil)
			require.Equal(t, plain, search(&meddler{}))
			require.Equal(t, plain, search(goengine.NoCallbacks{}))
		}
	}
}

// faulty panics at one event, or keeps a move that isn't there.
type faulty struct {
	goengine.NoCallbacks
	at    int
	cause any
}

func (f *faulty) count() bool {
	f.at--
	return f.at == 0
}

func (f *faulty) Scored(n Node, m goengine.Move, value int16) int16 {
	if f.count() {
		panic(f.cause)
	}
	return value
}

func (f *faulty) Generated(n Node, _ int) {
	if f.cause == nil && n.Ply() == 1 {
		n.Keep([]goengine.Move{n.Path(nil)[0]})
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
			return e.Search(g, profile(t, "sx81"), goengine.Limits{Nodes: 3000})
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
	goengine.NoCallbacks
	left int
}

func (s *stopping) Generated(n Node, _ int) {
	if s.left--; s.left == 0 {
		n.Stop()
	}
}

func TestACallbackStopsEveryEngineAtTheSameNode(t *testing.T) {
	p := newLineup(t, false)
	p.ref.Attach(&stopping{left: 50})
	want, err := p.ref.Search(startGame(t), profile(t, "sx81"), goengine.Limits{})
	require.NoError(t, err)
	assert.True(t, want.Stopped)
	for _, m := range p.machines {
		m.Attach(&stopping{left: 50})
		got, err := m.Search(startGame(t), profile(t, "sx81"), goengine.Limits{})
		require.NoError(t, err)
		assert.True(t, want.Agrees(&got), m.Name())
	}
}
