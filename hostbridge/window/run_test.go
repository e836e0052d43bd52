package window

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

func parse(t testing.TB, text string) *Model {
	m, err := Parse("small.json", strings.NewReader(text))
	require.NoError(t, err)
	return m
}

// A model's run leaves nothing behind in the engine.
func TestTheEngineIsUsableAfterARun(t *testing.T) {
	p, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	prof, _ := goengine.ProfileByName("sx81")
	m, err := Builtin("1")
	require.NoError(t, err)
	for _, name := range hostbridge.Names {
		e := engine(t, name)
		search := func() hostbridge.Result {
			r, err := e.Search(context.Background(), goengine.NewGame(p), &prof, goengine.Limits{Nodes: 2000})
			require.NoError(t, err)
			return r
		}
		plain := search()
		first, err := m.Run(e, &m.Runs[0])
		require.NoError(t, err)
		require.Equal(t, plain, search(), "%s after a model", name)
		events := len(first.Events)
		again, err := m.Run(e, &m.Runs[0])
		require.NoError(t, err)
		assert.Empty(t, Difference(first, again))
		assert.Len(t, first.Events, events, "a later search must not write into an earlier run")
	}
}

// A model made by a program, not read from a file, may have moves that the
// generator never makes.
func TestAModelOfImpossibleMovesIsRefused(t *testing.T) {
	m := parse(t, model("", `"A": {"move": "a3a4"}, "AG": {"move": "h6h5"}`))
	m.Root.find("AG").Move = m.Root.find("A").Move
	for _, name := range hostbridge.Names {
		_, err := m.Run(engine(t, name), &m.Runs[0])
		require.EqualError(t, err, `model small: key "AG": move a3a4 is not legal in 7k/8/6pp/8/PP6/8/8/K7 b - - 0 1`)
	}
}

// A position without moves ends a line, however much budget is left, and
// whichever side has it.
func TestAPositionWithoutMovesIsTerminal(t *testing.T) {
	positions := `"A": {"move": "a3a4", "score": 2}, "B": {"move": "b4b5", "score": 1},
		"BG": {"move": "h6h5", "score": 3}, "BGA": {"move": "a3a4"}`
	for _, spec := range []string{"uniform", "sx81", "parker83", "cyrus86", "sex88", "tuned", "sx81,pass=1,switch.half-frontier=on", "tuned,futility=1,switch.staged=on,switch.scout=on"} {
		for _, sx := range []string{`"sx": 255, `, `"sx": 40, `, `"sx": 0, `} {
			m := parse(t, model(sx+`"profile": "`+spec+`", "depth": 32, `, positions))
			var first *Run
			for _, name := range hostbridge.Names {
				r, err := m.Run(engine(t, name), &m.Runs[0])
				require.NoError(t, err, "%s %s on %s", spec, sx, name)
				if first == nil {
					first = r
				}
				require.Empty(t, Difference(first, r), "%s %s", spec, sx)
			}
			v := first.Visits["A"]
			assert.Equal(t, int16(2*pawn), v.Value, "%s %s", spec, sx)
			assert.False(t, v.Expanded)
			bga := first.Visits["BGA"]
			assert.False(t, bga.Expanded)
			if bga.Created > 0 {
				assert.Less(t, max(bga.Value, -bga.Value), int16(10*pawn), "%s %s: the engine's own static value, no mate and no stalemate", spec, sx)
			}
		}
	}
}

// Scores are White's view whoever is to move at the root.
func TestBlackToMoveAtTheRoot(t *testing.T) {
	m := parse(t, `{"start": "7k/8/6pp/8/1P6/P7/8/K7 b - - 0 1", "positions": {
		"G": {"move": "h6h5", "score": 1}, "H": {"move": "g6g5", "score": -1},
		"GA": {"move": "a3a4", "score": 2}, "GB": {"move": "b4b5", "score": 3},
		"HA": {"move": "a3a4", "score": -4}, "HB": {"move": "b4b5", "score": -3}}}`)
	for _, name := range hostbridge.Names {
		r, err := m.Run(engine(t, name), &m.Runs[0])
		require.NoError(t, err)
		assert.Equal(t, int16(3*pawn), r.Result.Score)
		assert.Equal(t, []string{"H", "HB"}, r.PV)
		assert.Equal(t, []string{
			"created    (root)  position 0",
			"created    G  position 1",
			"created    H  position 2",
			"created    HA  position 5", // H first: better for Black
			"evaluated  HA",
			"no cutoff  HA  -4.000 < MAX",
			"best       HA  4.000 < MAX",
			"confirmed  HA",
			"created    HB  position 6",
			"evaluated  HB",
			"no cutoff  HB  -3.000 < MAX",
			"best       HB  3.000 < 4.000",
			"confirmed  HB",
			"evaluated  H",
			"no cutoff  H  3.000 < MAX",
			"best       H  -3.000 < MAX",
			"confirmed  H",
			"created    GA  position 3",
			"evaluated  GA",
			"cutoff     GA  2.000 >= -3.000", // 1...h5 is worse already
		}, r.Log())
	}
}

// The fields and signs of the log as data, by the text's first model.
func TestTheLogAsJSON(t *testing.T) {
	m, err := Builtin("1")
	require.NoError(t, err)
	r, err := m.Run(engine(t, "go"), &m.Runs[0])
	require.NoError(t, err)
	for i, want := range map[int]string{
		0:  `{"event":"created","number":0,"key":"","ply":0}`,
		5:  `{"event":"created","number":5,"key":"AGA","ply":3}`,
		6:  `{"event":"evaluated","key":"AGA","ply":3}`,
		7:  `{"event":"no cutoff","key":"AGA","ply":3,"value":3.375,"against":null}`,
		8:  `{"event":"best","key":"AGA","ply":3,"value":-3.375,"against":null}`,
		9:  `{"event":"confirmed","key":"AGA","ply":3}`,
		13: `{"event":"not best","key":"AGB","ply":3,"value":-3,"against":-3.375}`,
	} {
		b, err := json.Marshal(r.Events[i])
		require.NoError(t, err)
		assert.Equal(t, want, string(b))
	}
	p := &Position{Key: "A"}
	for e, want := range map[Event]string{
		{Cutoff, p, 96, 96}: `{"event":"cutoff","key":"A","ply":1,"value":1.5,"against":1.5}`,
		{NotBest, p, 0, 0}:  `{"event":"not best","key":"A","ply":1,"value":0,"against":0}`,
		{NoCutoff, p, -goengine.Infinity, goengine.Infinity}: `{"event":"no cutoff","key":"A","ply":1,"value":null,"against":null}`,
	} {
		b, err := json.Marshal(e)
		require.NoError(t, err)
		assert.Equal(t, want, string(b))
	}
}

func TestADifferenceIsDescribed(t *testing.T) {
	m, err := Builtin("1")
	require.NoError(t, err)
	run := func(m *Model) *Run {
		r, err := m.Run(engine(t, "go"), &m.Runs[0])
		require.NoError(t, err)
		return r
	}
	twice, err := Builtin("1")
	require.NoError(t, err)
	a := run(m)
	assert.Empty(t, Difference(a, run(twice)), "the same model, read twice")

	b := run(m)
	b.Engine = "z80"
	b.Events[7].Value += Unit
	assert.Equal(t, `event 8 is "no cutoff  AGA  3.375 < MAX" on go, "no cutoff  AGA  3.500 < MAX" on z80`, Difference(a, b))
	b = run(m)
	b.Events = b.Events[:50]
	assert.Equal(t, `68 events on go, 50 on go`, Difference(a, b))
	b = run(m)
	b.PV = b.PV[:2]
	assert.Equal(t, `the principal variation is [B BH BHA] on go, [B BH] on go`, Difference(a, b))
	b = run(m)
	b.Visits["AH"].SX++
	assert.Contains(t, Difference(a, b), `position "AH" is `)
}
