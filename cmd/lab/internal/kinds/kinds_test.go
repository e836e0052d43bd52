package kinds

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/ladder"
	"github.com/searchex/searchex/cmd/lab/internal/sex"
	"github.com/searchex/searchex/cmd/lab/internal/tune"
)

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// Parameters from another computer name no program to run, and make no worker panic.
func TestParametersThatNoCommandWritesAreRefused(t *testing.T) {
	for _, c := range []struct {
		kind, params, want string
	}{
		{SoakKind, `{}`, "0 engines"},
		{SoakKind, `null`, "0 engines"},
		{SoakKind, `[]`, "cannot unmarshal"},
		{SoakKind, `{"engines":["go","/bin/sh"],"from":1,"batch":1}`, `engine "/bin/sh"`},
		{SoakKind, `{"engines":["go","go"],"from":1,"batch":1}`, `engine "go"`},
		{SoakKind, `{"engines":["go","z80"],"from":0,"batch":1}`, "from 0"},
		{SoakKind, `{"engines":["go","z80"],"from":1,"batch":100000000}`, "batch 100000000"},
		{SexKind, `{"quick":true,"keys":"0"}`, `its jobs are "0" there, "`},
		{SexKind, `{"quick":true,"games":"/etc/passwd"}`, "the published games:1: "},
		{LadderKind, `{"quick":true,"entrants":[["cmd=/bin/true","0"]]}`, `"cmd=/bin/true" is not a player`},
		{tune.Kind, `{}`, "iteration 0 with 0 openings"},
		{tune.Kind, `{"pool_pairs":1,"openings":[{"FEN":"` + start + `"}]}`, "somebody to play against"},
		{tune.Kind, `{"player":"cmd=/bin/true","openings":[{"FEN":"` + start + `"}]}`, "is a program"},
		{tune.Kind, `{"player":"go:tuned,nodes=9","openings":[{"FEN":"` + start + `"}],"keys":[{"names":["pass"]}]}`, "a value of each key"},
		{tune.Kind, `{"player":"go:tuned,nodes=9","openings":[{"FEN":"` + start + `"}],"keys":[{"names":["x"]}],"trials":[[1],[1]]}`, `key "x" is unknown`},
		{MatchKind, `{}`, "0 games"},
		{MatchKind, `{"players":["go","z80"],"games":2,"openings":[{"fen":"8/8"}]}`, "8/8"},
		{MatchKind, `{"players":["go","cmd=/bin/true"],"games":2,"openings":[{"fen":"` + start + `"}]}`, "is a program"},
		{MatchKind, `{"players":["go","cmd=self"],"games":2,"openings":[{"fen":"` + start + `"}]}`, "is a program"},
		{MatchKind, `{"players":["go","go:sx81,movetime=5"],"games":2,"openings":[{"fen":"` + start + `"}]}`, "plays by a clock"},
		{MatchKind, `{"players":["go","go:sx81,elo=1200"],"games":2,"openings":[{"fen":"` + start + `"}]}`, "plays by a clock or a level"},
	} {
		_, err := All.Open(&job.Plan{Kind: c.kind, Params: json.RawMessage(c.params)})
		assert.ErrorContains(t, err, c.want, c.params)
	}
}

// A worker with another release of the program that values positions, or with other openings, draws
// no positions.
func TestOtherDrawingsAreRefused(t *testing.T) {
	specs, err := player.ParseSpec(Labeller, player.Defaults{})
	if err != nil {
		t.Skip("stockfish is not installed")
	}
	d, err := NewDrawing(&specs[0], 7)
	require.NoError(t, err)
	h, err := d.Header(t.Context())
	require.NoError(t, err)
	for want, change := range map[string]func(){
		"":                 func() {},
		"program: \"old":   func() { h.Program = "old" },
		"search (":         func() { h.Search = "0" },
		"fresh openings: ": func() { h.Fresh = "0" },
		"by: ":             func() { h.By = "/bin/sh" },
	} {
		before := h
		change()
		plan, err := job.NewPlan(PositionsKind, h)
		require.NoError(t, err)
		h = before
		_, err = All.Open(&plan)
		if want == "" {
			assert.NoError(t, err)
			continue
		}
		assert.ErrorContains(t, err, "plan positions: this computer draws other positions: "+want)
	}
}

// A job's result depends on its number, and neither on the jobs before it nor on the computer's
// time.
func TestResultsDependOnTheNumberAlone(t *testing.T) {
	list, err := ladder.Quick()
	require.NoError(t, err)
	for i := range list.Players {
		if list.Players[i].Rung {
			list.Players[i].Missing = errors.New("it may not be installed")
		}
	}
	s, err := list.Schedule(&ladder.Results{}, 4)
	require.NoError(t, err)
	for _, c := range []struct {
		kind   string
		params any
	}{
		{SoakKind, Soak{Engines: []string{"go", "6502"}, Seed: 7, From: 3, Batch: 4}},
		{MatchKind, Match{
			Players: []string{"go:tuned", "go:sx81"}, Opponent: "z80:uniform", Games: 2, Defaults: player.Defaults{Limits: player.Limits{Nodes: 60}},
			Openings: []Opening{{FEN: start}},
		}},
		{LadderKind, s.Terms()},
	} {
		plan, err := job.NewPlan(c.kind, c.params)
		require.NoError(t, err)
		open, err := All.Open(&plan)
		require.NoError(t, err)
		used, err := open()
		require.NoError(t, err)
		for _, n := range []int{3, 0, 1, 2} {
			fresh, err := open()
			require.NoError(t, err)
			a, err := used.Run(t.Context(), n)
			require.NoError(t, err)
			b, err := fresh.Run(t.Context(), n)
			require.NoError(t, err)
			assert.Equal(t, string(a), string(b))
			assert.NotContains(t, string(a), `"date":"2`)
		}
		_, err = used.Run(t.Context(), 1<<40)
		if c.kind == MatchKind {
			assert.EqualError(t, err, "there is no such game")
		}
	}
}

// A worker that has the same jobs opens the plan of the experiment on the SEX algorithm.
func TestTheSameExperimentIsOpened(t *testing.T) {
	terms := sex.Terms{Quick: true}
	p, err := terms.Plan("")
	require.NoError(t, err)
	terms.Keys = p.Digest()
	plan, err := job.NewPlan(SexKind, terms)
	require.NoError(t, err)
	open, err := All.Open(&plan)
	require.NoError(t, err)
	r, err := open()
	require.NoError(t, err)
	_, err = r.Run(t.Context(), len(p.Keys()))
	assert.EqualError(t, err, "there is no such job")
}
