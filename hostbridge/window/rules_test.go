package window

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// plain is alpha-beta to a fixed depth by the rules that the original's logs
// follow, with no engine: it writes the log that a model must have.
type plain struct {
	recorder
	depth int
}

func newPlain(m *Model, s *Setting) *plain {
	r := &Run{Model: m, Setting: s, Engine: "rules", Visits: map[string]*Visit{}}
	m.Root.Each(func(p *Position) { r.Visits[p.Key] = &Visit{} })
	x := &plain{recorder: recorder{Run: r}, depth: s.Depth}
	x.create(m.Root)
	x.search(m.Root, *m.Start, -goengine.Infinity, goengine.Infinity)
	return x
}

// search is fail-hard; cut says that the move to the position is dropped.
func (x *plain) search(p *Position, board goengine.Position, alpha, beta int16) (value int16, cut bool) {
	var children []*Position // in the order of generation
	for _, m := range board.LegalMoves() {
		if c := p.child(m); c != nil {
			children = append(children, c)
		}
	}
	static := func(c *Position) int16 { return x.pretended(c, 0) }
	frontier := p.Ply()+1 == x.depth
	if !frontier {
		for _, c := range children {
			x.create(c)
		}
		slices.SortStableFunc(children, func(a, b *Position) int { return int(static(b)) - int(static(a)) })
	}
	for _, c := range children {
		value := static(c)
		if frontier {
			x.create(c)
		} else if len(c.Children) > 0 {
			next := board
			next.Play(c.Move)
			v, cut := x.search(c, next, -beta, -alpha)
			if cut {
				continue
			}
			value = -v
		}
		x.add(Evaluated, c, 0, 0)
		if value >= beta {
			x.add(Cutoff, c, value, beta)
			return beta, true
		}
		x.add(NoCutoff, c, value, beta)
		if value > alpha {
			x.add(Best, c, -value, -alpha)
			x.add(Confirmed, c, 0, 0)
			alpha = value
		} else {
			x.add(NotBest, c, -value, -alpha)
		}
	}
	return alpha, false
}

// randomModel is the file of a model with random moves and scores, of a random
// shape.
func randomModel(r *rand.Rand, start *goengine.Position) string {
	type entry struct {
		Move  string  `json:"move"`
		Score float64 `json:"score"`
	}
	var b strings.Builder
	var grow func(key string, p goengine.Position, depth int)
	grow = func(key string, p goengine.Position, depth int) {
		moves := p.LegalMoves()
		r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		for i, m := range moves[:min(len(moves), 1+r.Intn(4))] {
			text, _ := json.Marshal(entry{p.UCI(m), float64(r.Intn(33)-16) / 8})
			if b.Len() > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "%q: %s", key+string(rune('A'+i)), text)
			if next := p; depth > 1 && r.Intn(8) > 0 {
				next.Play(m)
				grow(key+string(rune('A'+i)), next, depth-1)
			}
		}
	}
	grow("", *start, 1+r.Intn(4))
	return fmt.Sprintf(`{"start": %q, "positions": {%s}}`, start.FEN(), b.String())
}

func randomStarts(t *testing.T) (starts []*goengine.Position) {
	f, err := os.Open(filepath.Join("..", "..", "testdata", "own_perft200.epd"))
	require.NoError(t, err)
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if fields := strings.Fields(s.Text()); len(fields) >= 4 && fields[0] != "#" {
			p, err := goengine.ParseFEN(strings.Join(fields[:4], " "))
			require.NoError(t, err)
			if len(p.LegalMoves()) > 0 {
				starts = append(starts, p)
			}
		}
	}
	return starts
}

func allEngines(t *testing.T) (all []hostbridge.Engine) {
	for _, name := range hostbridge.Names {
		all = append(all, engine(t, name))
	}
	return all
}

// Whatever the model, the engines log what plain alpha-beta does to it: neither
// what stands on the board nor what the engines make of it shows through.
func TestEveryEngineFollowsTheRulesOnRandomModels(t *testing.T) {
	starts := randomStarts(t)
	r := rand.New(rand.NewSource(4))
	engines := allEngines(t)
	events, cutoffs := 0, 0
	for i := range 400 {
		text := randomModel(r, starts[i%len(starts)])
		m, err := Parse("random.json", strings.NewReader(text))
		if err != nil {
			require.ErrorContains(t, err, "is a draw by", text)
			continue
		}
		s := &m.Runs[0]
		want := newPlain(m, s).Log()
		for _, e := range engines {
			got, err := m.Run(e, s)
			require.NoError(t, err, text)
			require.Equal(t, want, got.Log(), "%s on %s", text, e.Name())
		}
		events += len(want)
		cutoffs += strings.Count(strings.Join(want, "\n"), "\ncutoff")
	}
	assert.Greater(t, events, 15_000)
	assert.Greater(t, cutoffs, 800)
}

// With prices of every kind, which no simple rules foretell, the engines agree
// in all that is noted of a run.
func TestEnginesAgreeOnRandomModelsInEveryProfile(t *testing.T) {
	starts := randomStarts(t)
	r := rand.New(rand.NewSource(5))
	asTheyStand := ",switch.half-frontier=on,switch.staged=on,switch.scout=on,futility=32,pass=1,check-bonus=200,killer-bonus=30,switch.swap-sort=on,switch.cache=on,late.from=2,late=5"
	logs := map[string]bool{}
	engines := allEngines(t)
	for i := range 600 {
		text := randomModel(r, starts[r.Intn(len(starts))])
		spec := goengine.ProfileNames[i%len(goengine.ProfileNames)]
		if i%4 == 3 {
			spec += asTheyStand
		}
		text = fmt.Sprintf(`{"profile": %q, "sx": %d, "depth": %d, %s`, spec, r.Intn(80), 1+r.Intn(6), text[1:])
		m, err := Parse("random.json", strings.NewReader(text))
		if err != nil {
			require.ErrorContains(t, err, "is a draw by", text)
			continue
		}
		var first *Run
		for _, e := range engines {
			run, err := m.Run(e, &m.Runs[0])
			require.NoError(t, err, text)
			if first == nil {
				first = run
			}
			require.Empty(t, Difference(first, run), text)
			var line []goengine.Move
			for _, key := range run.PV {
				line = append(line, m.Root.find(key).Move)
			}
			require.Equal(t, run.Result.PV, line, text)
		}
		logs[strings.Join(first.Log(), "\n")] = true
	}
	assert.Greater(t, len(logs), 500)
}

func TestTheRulesAreTheOriginals(t *testing.T) {
	for _, name := range []string{"1", "2", "3", "4", "5"} {
		m, err := Builtin(name)
		require.NoError(t, err)
		log, err := os.ReadFile(recorded(&Run{Model: m, Setting: &m.Runs[0]}))
		require.NoError(t, err)
		assert.Equal(t, string(log), strings.Join(newPlain(m, &m.Runs[0]).Log(), "\n")+"\n")
	}
}
