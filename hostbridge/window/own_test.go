package window

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// onEveryEngine runs all of a model on each engine, and hands the runs over in
// the order of the file.
func onEveryEngine(t *testing.T, name string, check func(t *testing.T, runs []*Run)) {
	for _, on := range hostbridge.Names {
		t.Run(on, func(t *testing.T) {
			m, err := Builtin(name)
			require.NoError(t, err)
			var runs []*Run
			for i := range m.Runs {
				r, err := m.Run(engine(t, on), &m.Runs[i])
				require.NoError(t, err)
				runs = append(runs, r)
			}
			check(t, runs)
		})
	}
}

// plays asserts a run's move, and its score in pawns.
func plays(t *testing.T, r *Run, key string, score float64) {
	t.Helper()
	require.NotEmpty(t, r.PV)
	assert.Equal(t, key, r.PV[0], "%s: the move", r.Setting.Name)
	assert.Equal(t, score*pawn, float64(r.Result.Score), "%s: the score, in 64ths of a pawn", r.Setting.Name)
}

// deepest is the most plies of any position under a key that a run created.
func deepest(r *Run, key string) (plies int) {
	for k, v := range r.Visits {
		if v.Created > 0 && strings.HasPrefix(k, key) {
			plies = max(plies, len(k))
		}
	}
	return plies
}

func TestSXCarriesChecksAndCapturesDeepAndEndsQuietLinesEarly(t *testing.T) {
	onEveryEngine(t, "sx", func(t *testing.T, runs []*Run) {
		require.Len(t, runs, 2)
		fixed, sx := runs[0], runs[1]
		require.NotEmpty(t, fixed.PV)
		assert.NotEqual(t, "A", fixed.PV[0])
		assert.Zero(t, fixed.Result.Score)
		plays(t, sx, "A", 1)
		sx.Model.Root.Each(func(p *Position) {
			assert.Empty(t, p.Category, "%s: the engine's own categories", p.Key)
			assert.Zero(t, p.Price, "%s: and prices", p.Key)
		})
		assert.Equal(t, 3, deepest(fixed, "A"))
		assert.Equal(t, 6, deepest(sx, "A"))
		for _, quiet := range []string{"AGB", "B", "C", "D"} {
			assert.LessOrEqual(t, deepest(sx, quiet), len(quiet)+2, quiet)
		}
		type bill struct {
			category string
			price    uint8
		}
		for key, want := range map[string]bill{
			"A": {"first check", 3}, "AG": {"evasion", 10}, "AGA": {"check", 7}, "AGAG": {"evasion", 10},
			"AGAGA": {"capture", 7}, "AGAGAG": {"attack", 7}, "AGB": {"forward", 21},
			"B": {"attack", 7}, "BG": {"backward", 24}, "C": {"backward", 24}, "D": {"forward", 21},
		} {
			v := sx.Visits[key]
			require.True(t, v.Priced, key)
			assert.Equal(t, want, bill{v.Category, v.Price}, key)
		}
		left := sx.Setting.SX
		for n := 1; n <= 5; n++ {
			v := sx.Visits["AGAGAG"[:n]]
			left -= int(v.Price)
			assert.True(t, v.Expanded)
			assert.Equal(t, left, int(v.SX), "what is left after %d plies", n)
		}
		assert.Less(t, left, int(sx.Visits["AGAGAG"].Price), "SX ends the line, not the model")
	})
}

func TestTwoBudgetsFindWhatOneLosesToTheDefendersQuietMoves(t *testing.T) {
	onEveryEngine(t, "horizon", func(t *testing.T, runs []*Run) {
		require.Len(t, runs, 2)
		one, two := runs[0], runs[1]
		assert.Zero(t, one.Setting.Profile.Switches&goengine.TwoBudgets)
		assert.Equal(t, one.Setting.Profile.Switches|goengine.TwoBudgets, two.Setting.Profile.Switches)
		assert.Equal(t, one.Setting.Profile.Price, two.Setting.Profile.Price, "the same prices")
		assert.Equal(t, one.Setting.SX, 2*two.Setting.SX, "no more in all")
		assert.Empty(t, one.Setting.Scores)
		assert.Empty(t, two.Setting.Scores)
		plays(t, one, "B", 0.5)
		plays(t, two, "A", 2)

		attack, retreat := one.Visits["A"], one.Visits["AG"]
		assert.Equal(t, "attack", attack.Category)
		assert.Equal(t, "backward", retreat.Category)
		assert.Less(t, int(attack.Price)*3, int(retreat.Price), "one retreat costs more than three attacks")
		assert.False(t, one.Visits["AGA"].Expanded, "the end of one budget")
		assert.True(t, two.Visits["AGA"].Expanded)
		assert.Equal(t, uint8(0), two.Visits["AGA"].SX, "Black has nothing left there, and White's budget goes on")
		assert.NotZero(t, two.Visits["AGAGA"].Evaluated)
	})
}

// The least budgets that find it: one has to pay for 1.g4, 1...Bg6 and 2.f5,
// two for White's moves alone and a little to go on with.
func TestTheHorizonIsWhereThePricesPutIt(t *testing.T) {
	m, err := Builtin("horizon")
	require.NoError(t, err)
	e := engine(t, "go")
	least := func(s Setting) int {
		for s.SX = 0; s.SX <= goengine.MaxSX; s.SX++ {
			r, err := m.Run(e, &s)
			require.NoError(t, err)
			if r.PV[0] == "A" {
				return s.SX
			}
		}
		return -1
	}
	assert.Equal(t, 7+24+7, least(m.Runs[0]))
	assert.Equal(t, 7+7+1, least(m.Runs[1]), "one is left for White: positive")
}

func TestWindowPricesMakeAMovesValueDependOnAnother(t *testing.T) {
	onEveryEngine(t, "window-price", func(t *testing.T, runs []*Run) {
		require.Len(t, runs, 2)
		a, b := runs[0], runs[1]
		assert.Equal(t, a.Setting.Profile, b.Setting.Profile)
		assert.Equal(t, a.Setting.SX, b.Setting.SX)
		assert.Empty(t, a.Setting.Scores)
		assert.Equal(t, map[string]int16{"AG": 0}, b.Setting.Scores, "nothing else differs, and it is not below B or C")
		plays(t, a, "B", 2)
		plays(t, b, "C", 1.25)

		assert.Equal(t, int16(2*pawn), a.Visits["B"].Value)
		assert.Equal(t, int16(pawn/2), b.Visits["B"].Value, "the value of B, below which nothing has changed")
		deep, shallow := a.Visits["BG"], b.Visits["BG"]
		assert.Equal(t, deep.Static, shallow.Static)
		assert.GreaterOrEqual(t, deep.Static, deep.Beta, "it seems to cut: interesting")
		assert.Less(t, shallow.Static, shallow.Beta)
		assert.Equal(t, "forward", deep.Category)
		assert.Equal(t, "forward", shallow.Category)
		assert.Equal(t, [2]uint8{14, 21}, [2]uint8{deep.Price, shallow.Price})
		assert.Equal(t, [2]bool{true, false}, [2]bool{deep.Expanded, shallow.Expanded})
		assert.Less(t, deep.Value, shallow.Value, "the deeper search refutes Black's answer")
	})
}

// Without such prices the move that is not played changes nothing: B is worth
// half a pawn, and only a cutoff, where that is known to be too little, says
// less.
func TestWithoutWindowPricesBothRunsPlayTheSame(t *testing.T) {
	m, err := Builtin("window-price")
	require.NoError(t, err)
	for i, worth := range []Kind{"", Best} {
		s := m.Runs[i]
		s.Profile.Switches &^= goengine.WindowPrices
		r, err := m.Run(engine(t, "go"), &s)
		require.NoError(t, err)
		plays(t, r, "C", 1.25)
		assert.Equal(t, int16(-pawn/2), r.Visits["BG"].Value, s.Name)
		assert.Equal(t, worth, r.Visits["B"].Verdict, s.Name)
	}
}

func TestOddDepthsLetOneSideHaveTheLastWord(t *testing.T) {
	onEveryEngine(t, "odd-even", func(t *testing.T, runs []*Run) {
		require.Len(t, runs, 3)
		for i, r := range runs {
			assert.Equal(t, i+2, r.Setting.Depth)
			assert.Empty(t, r.Setting.Scores, "one tree")
			assert.Len(t, r.PV, r.Setting.Depth)
		}
		plays(t, runs[0], "A", -0.5)
		plays(t, runs[1], "B", 3.25)
		plays(t, runs[2], "A", -0.5)
	})
}

// lines counts the positions at the horizon that a run evaluated.
func lines(r *Run) (n int) {
	for k, v := range r.Visits {
		if len(k) == r.Setting.Depth && v.Evaluated > 0 {
			n++
		}
	}
	return n
}

// shape is the branching factor and the depth of a model that is a full tree.
func shape(t *testing.T, m *Model) (b, n int) {
	b = len(m.Root.Children)
	m.Root.Each(func(p *Position) {
		n = max(n, p.Ply())
	})
	m.Root.Each(func(p *Position) {
		if p.Ply() < n {
			require.Len(t, p.Children, b, "key %q", p.Key)
		}
	})
	return b, n
}

func power(b, n int) int {
	if n == 0 {
		return 1
	}
	return b * power(b, n-1)
}

func TestTheBestOrderReachesTheMinimalTreeAndTheWorstSeesEverything(t *testing.T) {
	onEveryEngine(t, "order", func(t *testing.T, runs []*Run) {
		require.Len(t, runs, 3)
		b, n := shape(t, runs[0].Model)
		least := power(b, (n+1)/2) + power(b, n/2) - 1
		assert.Equal(t, 11, least, "three moves, three plies")
		assert.Equal(t, least, lines(runs[0]))
		assert.Equal(t, power(b, n), lines(runs[1]))
		assert.Less(t, lines(runs[2]), least+b, "sorting all but the last ply is nearly as good")
		for i, key := range []string{"A", "C", "C"} {
			plays(t, runs[i], key, 3)
		}
	})
}

// The runs of the model are of one tree: turned round, the scores of the other
// orders are those of the first.
func TestTheOrdersAreOfOneTree(t *testing.T) {
	m, err := Builtin("order")
	require.NoError(t, err)
	scores := map[string]int16{}
	m.Root.Each(func(p *Position) { scores[p.Key] = p.Score })
	turn := strings.NewReplacer("A", "C", "C", "A", "G", "I", "I", "G")
	for _, s := range m.Runs[1:] {
		m.Root.Each(func(p *Position) {
			if len(p.Children) == 0 {
				assert.Equal(t, scores[turn.Replace(p.Key)], s.Scores[p.Key], "%s: %s", s.Name, p.Key)
			}
		})
	}
}

// minimax is a position's score to a depth, for the side that moves there,
// without any of the search's savings.
func minimax(p *Position, s *Setting, white bool) int16 {
	if len(p.Children) == 0 || p.Ply() == s.Depth {
		score := p.Score
		if v, ok := s.Scores[p.Key]; ok {
			score = v
		}
		if !white {
			return -score
		}
		return score
	}
	best := -goengine.Infinity
	for _, c := range p.Children {
		best = max(best, -minimax(c, s, !white))
	}
	return best
}

// Alpha-beta finds what minimax finds, in every model that has a fixed depth
// and all its scores.
func TestUniformModelsAreMinimax(t *testing.T) {
	count := 0
	for _, name := range BuiltinNames() {
		m, err := Builtin(name)
		require.NoError(t, err)
		scored := true
		m.Root.Each(func(p *Position) { scored = scored && (p.Scored || p == m.Root) })
		for i := range m.Runs {
			s := &m.Runs[i]
			if s.Spec != "uniform" || !scored {
				continue
			}
			for _, on := range hostbridge.Names {
				r, err := m.Run(engine(t, on), s)
				require.NoError(t, err)
				assert.Equal(t, minimax(m.Root, s, m.Start.Side() == goengine.White), r.Result.Score, "%s %s", name, s.Name)
				count++
			}
		}
	}
	assert.GreaterOrEqual(t, count, 12*len(hostbridge.Names))
}

func TestOurModelsAreThere(t *testing.T) {
	for _, name := range []string{"horizon", "odd-even", "order", "sx", "window-price"} {
		assert.True(t, slices.Contains(BuiltinNames(), name), name)
	}
}
