package scale

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/cmd/internal/chess/tactics"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Cycles are in thousands, so that at 1 kHz they are seconds.
func TestTheTimeIsThatOfTheKeyThatStays(t *testing.T) {
	k := func(cycles uint64, solved bool) Shown { return Shown{1000 * cycles, solved} }
	for name, c := range map[string]struct {
		trace  Trace
		hertz  float64
		want   float64
		solved bool
	}{
		"at once":                           {Trace{k(0, true)}, 1000, 0, true},
		"after 20 s":                        {Trace{k(0, false), k(20, true), k(50, true)}, 1000, 20, true},
		"never":                             {Trace{k(0, false), k(20, false)}, 1000, 900, false},
		"nothing is shown":                  {nil, 1000, 900, false},
		"found and left":                    {Trace{k(0, true), k(20, false)}, 1000, 900, false},
		"found, left and found again":       {Trace{k(5, true), k(20, false), k(70, true)}, 1000, 70, true},
		"found only after the limit":        {Trace{k(0, false), k(901, true)}, 1000, 900, false},
		"left only after the limit":         {Trace{k(30, true), k(901, false)}, 1000, 30, true},
		"at the limit":                      {Trace{k(0, false), k(900, true)}, 1000, 900, true},
		"a clock twice as fast":             {Trace{k(0, false), k(20, true)}, 2000, 10, true},
		"it is left in time then":           {Trace{k(30, true), k(901, false)}, 2000, 900, false},
		"a slow clock does not come so far": {Trace{k(0, false), k(20, true)}, 20, 900, false},
	} {
		seconds, solved := c.trace.Time(c.hertz, 900)
		assert.Equal(t, c.want, seconds, name)
		assert.Equal(t, c.solved, solved, name)
	}
}

// The published formula for BT-2450: 2450 less the sum of the seconds by 30. With 10 s, 40 s and a position not solved
// in three: 2450 - 950/3.
func TestTheRatingIsTheConstantLessTheMean(t *testing.T) {
	traces := []Trace{{{10_000, true}}, {{0, false}, {40_000, true}}, {{0, false}}}
	r := Rule{Constant: 2450, Limit: 900}.Rate(traces, 1000)
	assert.Equal(t, []float64{10, 40, 900}, r.Times)
	assert.Equal(t, []int{3, 2}, []int{r.Positions, r.Solved})
	assert.InDelta(t, 950.0/3, r.Mean, 1e-9)
	assert.InDelta(t, 2450-950.0/3, r.Rating, 1e-9)
	none := Rule{Constant: 2450, Limit: 900}.Rate([]Trace{nil, nil}, 1000)
	assert.InDelta(t, 1550, none.Rating, 1e-9, "the least that the rule gives")
}

func TestTheConstantIsInTheName(t *testing.T) {
	for name, want := range map[string]int{"/x/bt2450.epd": 2450, "BT-2630.epd": 2630, "2450": 2450, "mates.epd": 0, "bt24501.epd": 0, "/2450/suite.epd": 0} {
		n, ok := ConstantOf(name)
		assert.Equal(t, want, n, name)
		assert.Equal(t, want > 0, ok, name)
	}
}

// A mate in one is shown as soon as anything is: the same on a machine and on the model of it, within what the model
// errs; and a search of no time shows what it would play.
func TestASearchShowsItsKey(t *testing.T) {
	all, err := epd.Read(strings.NewReader(`6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#; id "back rank";`), "x")
	require.NoError(t, err)
	task, err := tactics.New(all[0])
	require.NoError(t, err)
	prof, _ := goengine.ProfileByName("sx81")
	for _, name := range []string{"go@6502", "6502"} {
		e, err := hostbridge.New(name)
		require.NoError(t, err)
		trace, err := Search(t.Context(), e, &prof, task, 3_000_000)
		require.NoError(t, err)
		seconds, solved := trace.Time(1e6, 900)
		assert.True(t, solved, name)
		assert.Less(t, seconds, 1.5, name)
		assert.Positive(t, seconds, name)
		trace, err = Search(t.Context(), e, &prof, task, 1)
		require.NoError(t, err)
		assert.NotEmpty(t, trace)
	}
}
