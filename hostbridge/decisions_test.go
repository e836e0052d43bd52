package hostbridge

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// The three worked examples of "A Window into Sargon": keys in the order in
// which their moves are tried, with an asterisk where the text has one, and
// the principal variation that it finds.
func TestPrincipalVariationOfTheTextsExamples(t *testing.T) {
	for marks, want := range map[string]string{
		"AGA* AGB  AG* AHA* AHB  AH  A* BGA* BGB  BG* BHA* BHB  BH  B ": "A AG AGA",
		"AGA* AGB  AG* AHA* AHB  AH  A* BGA* BGB* BG* BHA* BHB* BH* B ": "A AG AGA",
		"AGA* AGB  AG* AHA* AHB* AH* A* BGA* BGB* BG* BHA* BHB* BH  B*": "B BG BGB",
	} {
		line := PrincipalVariation(marked(marks))
		assert.Equal(t, want, keysOf(line), marks)
	}
}

// Lines of different lengths, which the text's models don't have.
func TestPrincipalVariationEndsWithItsLine(t *testing.T) {
	for marks, want := range map[string]string{
		"":                  "",
		"AG* A":             "",     // no decision at the root yet
		"AG* A* B*":         "B",    // B is terminal: AG is no answer to it
		"AGA* AG* A* BG B*": "B",    // nor where its answers are no decisions
		"B* AG* AGA A*":     "A AG", // a line that ends within another's reach
		"AG* A* BGA* BG* B": "A AG",
		"A* AG* B* BG*":     "B", // decisions of a move that was not finished
	} {
		assert.Equal(t, want, keysOf(PrincipalVariation(marked(marks))), marks)
	}
}

// marked are the decisions of a list of keys, those with an asterisk; a
// letter is a move.
func marked(list string) (decisions []Decision) {
	for _, key := range strings.Fields(list) {
		if key, ok := strings.CutSuffix(key, "*"); ok {
			var path []goengine.Move
			for _, c := range key {
				path = append(path, goengine.Move(c))
			}
			decisions = append(decisions, Decision{path})
		}
	}
	return decisions
}

func keysOf(line []Decision) string {
	var keys []string
	for _, d := range line {
		key := ""
		for _, m := range d.Path {
			key += string(rune(m))
		}
		keys = append(keys, key)
	}
	return strings.Join(keys, " ")
}

// variation is the line of moves that decisions lead to.
func variation(decisions []Decision) (moves []goengine.Move) {
	for _, d := range PrincipalVariation(decisions) {
		moves = append(moves, d.Path[len(d.Path)-1])
	}
	return moves
}

// stopAt is DecisionRecorder that stop the search at a node, counted from 1.
type stopAt struct {
	DecisionRecorder
	left int
}

// Event implements Callbacks.
func (s *stopAt) Event(n Node, ev *goengine.Event) {
	if ev.Kind == goengine.EventGenerated {
		if s.left--; s.left == 0 {
			n.Stop()
		}
	}
	s.DecisionRecorder.Event(n, ev)
}

// The limit of nodes of the recorded searches is 4000; the others end inside
// other iterations.
func TestDecisionsLeadToTheSearchsOwnVariation(t *testing.T) {
	for _, name := range goengine.ProfileNames {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			prof := profile(t, name)
			stopped, deepest := 0, 0
			most := uint64(whole(1200, 4000))
			check := func(e Engine, g *goengine.Game, d *DecisionRecorder, l goengine.Limits) {
				r, err := e.Search(context.Background(), g, prof, l)
				require.NoError(t, err)
				decisions := d.All
				if r.Complete {
					decisions = d.Complete
				}
				require.Equal(t, r.PV, variation(decisions), "%s on %s: %+v", g.Position().FEN(), e.Name(), l)
				if r.Stopped {
					stopped++
				}
				deepest = max(deepest, len(r.PV))
			}
			for _, on := range Names {
				e, err := New(on)
				require.NoError(t, err)
				for i, g := range epd(t, "bench12.epd") {
					for _, l := range []goengine.Limits{{Nodes: most}, {Nodes: 1}, {Nodes: most/6 + uint64(i)}, {SX: 8 + i, Nodes: most / 2}} {
						var d DecisionRecorder
						e.Attach(&d)
						check(e, g, &d, l)
					}
					s := stopAt{left: 3 + 5*i}
					e.Attach(&s)
					check(e, g, &s.DecisionRecorder, goengine.Limits{})
				}
			}
			assert.Greater(t, stopped, 72, "searches that end inside an iteration")
			assert.Greater(t, deepest, 3)
		})
	}
}

// nodeAt is a Node that only knows the way to it.
type nodeAt struct {
	Node
	key string
}

func (n nodeAt) Ply() int { return len(n.key) }

func (n nodeAt) Path(line []goengine.Move) []goengine.Move {
	for _, c := range n.key {
		line = append(line, goengine.Move(c))
	}
	return line
}

func TestDecisionsAreThoseOfTheLastIterationWithABestMove(t *testing.T) {
	var d DecisionRecorder
	iterations := []struct{ marks, want string }{
		{"AG* A*", "AG A"},
		{"AGA* AG*", "AG A"}, // no best move yet: those before
		{"B* BG* BGA*", "B"}, // and no more of iterations that are over
		{"AG* A* BG* B* CG*", "AG A BG B"},
	}
	for _, it := range iterations {
		d.Event(nil, &goengine.Event{Kind: goengine.EventIteration})
		for _, b := range marked(it.marks) {
			key := keysOf([]Decision{b})
			d.Event(nodeAt{key: key[:len(key)-1]}, &goengine.Event{Kind: goengine.EventBest, Move: b.Path[len(key)-1]})
		}
		assert.Equal(t, it.want, keysOf(d.All), it.marks)
	}
}

func TestDecisionsOfARootWithoutMoves(t *testing.T) {
	for _, fen := range []string{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/8/6Q1/8/8/8/8/K7 b - - 0 1"} {
		p := position(t, fen)
		for _, on := range Names {
			e, err := New(on)
			require.NoError(t, err)
			var d DecisionRecorder
			e.Attach(&d)
			_, err = e.Search(context.Background(), goengine.NewGame(p), profile(t, "sx81"), goengine.Limits{Nodes: 1000})
			require.NoError(t, err)
			assert.Empty(t, PrincipalVariation(d.All))
		}
	}
}

// A proof of mate narrows the root's window: where nothing mates, nothing is
// best.
func TestDecisionsOfAMateSearch(t *testing.T) {
	for i, g := range epd(t, "own_mates.epd")[:8] {
		for _, on := range Names {
			e, err := New(on)
			require.NoError(t, err)
			for mateIn := 1; mateIn <= 2; mateIn++ {
				var d DecisionRecorder
				e.Attach(&d)
				r, err := e.Search(context.Background(), g, profile(t, "uniform"), goengine.Limits{MateIn: mateIn, Nodes: 4000})
				require.NoError(t, err)
				require.Equal(t, r.PV, variation(d.All), "%d: mate in %d on %s", i, mateIn, on)
			}
		}
	}
}
