package ladder

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/goengine"
)

// small returns a plan of two of ours and a program that is not installed.
func small(t *testing.T) *Plan {
	t.Helper()
	p, err := plan([]rung{{name: "Nobody", program: "no-such-program", depth: 3}},
		[]Clock{{200_000, "fast", "200,000 cycles"}}, []string{"uniform", "sx81"}, true)
	require.NoError(t, err)
	return p
}

// play plays until n pairs have been kept, 0 for all.
func play(t *testing.T, p *Plan, r *Results, games, stopAfter int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s, err := p.Schedule(r, games)
	require.NoError(t, err)
	kept := 0
	err = job.Local{Workers: 2}.Do(ctx, &job.Run{Open: func() (job.Runner, error) { return s, nil }, Need: s.Need(), Gapless: true, Emit: func(n int, result []byte) error {
		if kept == stopAfter && stopAfter > 0 {
			return nil // a pair that was under way
		}
		if kept++; kept == stopAfter {
			cancel()
		}
		return s.Add(n, result)
	}})
	if stopAfter > 0 {
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, stopAfter, kept)
	} else {
		require.NoError(t, err)
	}
}

func written(t *testing.T, r *Results) string {
	t.Helper()
	b, err := r.Bytes()
	require.NoError(t, err)
	return string(b)
}

func TestALadderGoesOnWhereItWasInterrupted(t *testing.T) {
	p, whole, r := small(t), &Results{}, &Results{}
	play(t, p, whole, 6, 0)
	require.Len(t, whole.Meetings, 1, "who is not installed is left out")
	assert.Equal(t, [2]string{"sx81, fast", "uniform, fast"}, whole.Meetings[0].Names)
	assert.Len(t, whole.Meetings[0].Games, 6)
	assert.Equal(t, 3, whole.Meetings[0].Pairs().Count(), "each pair has an opening of its own")
	assert.Equal(t, []string{"Nobody is left out: no-such-program is not installed"}, p.Missing())

	play(t, p, r, 6, 2)
	assert.Len(t, r.Meetings[0].Games, 4)
	r, err := Read([]byte(written(t, r)))
	require.NoError(t, err)
	play(t, p, r, 6, 0)
	assert.Equal(t, written(t, whole), written(t, r))
	before := written(t, r)
	play(t, p, r, 4, 0)
	assert.Equal(t, before, written(t, r), "nothing is left to play, nothing is dropped")

	// A pair that is withdrawn is played again, and what comes after it.
	s, err := p.Schedule(r, 6)
	require.NoError(t, err)
	s.Withdraw([]string{s.Piece(1), "others - unknown, 1"})
	assert.Equal(t, whole.Meetings[0].Games[:2], r.Meetings[0].Games)
	play(t, p, r, 6, 0)
	assert.Equal(t, written(t, whole), written(t, r))

	// A player that searches differently by now plays all its games again.
	r.Meetings[0].Searches[0] = "of before"
	play(t, p, r, 2, 0)
	assert.Len(t, r.Meetings[0].Games, 2)
	assert.Equal(t, whole.Meetings[0].Games[:2], r.Meetings[0].Games)

	_, err = p.Schedule(r, 782)
	assert.ErrorContains(t, err, "782 games: want at most 780")
}

// A worker plays the coordinator's games, and what is not a result is not kept.
func TestTermsNameTheSamePlayers(t *testing.T) {
	p, err := Quick()
	require.NoError(t, err)
	r := &Results{}
	s, err := p.Schedule(r, 2)
	require.NoError(t, err)
	terms := s.Terms()
	again, err := terms.Open()
	require.NoError(t, err)
	assert.Equal(t, terms, again.Terms())
	assert.Equal(t, s.Need(), again.Need())
	last := len(terms.Entrants) - 1
	for want, change := range map[string]func(e *[2]string){
		`"Nobody" is not a player of the ladder`:                                   func(e *[2]string) { e[0] = "Nobody" },
		"tuned, quick: its searches are \"0\" there, \"" + terms.Entrants[last][1]: func(e *[2]string) { e[1] = "0" },
	} {
		other := terms
		other.Entrants = slices.Clone(terms.Entrants)
		change(&other.Entrants[last])
		_, err := other.Open()
		assert.ErrorContains(t, err, want)
	}
	for _, bad := range []string{"", "{}", "[]", `[{"r":"won","p":1}]`, `[{"r":"won","p":1},{"r":"won?","p":1}]`} {
		assert.ErrorContains(t, s.Add(0, []byte(bad)), "job 0: ", bad)
	}
	assert.ErrorContains(t, s.Add(len(s.met), []byte(`[{"r":"won","p":1},{"r":"won","p":1}]`)), "which have 0 games")
	assert.Empty(t, r.Meetings[0].Games)
	_, err = s.Run(t.Context(), -1)
	assert.Error(t, err)
}

func TestDamagedResultsAreRefused(t *testing.T) {
	r := &Results{}
	play(t, small(t), r, 2, 0)
	whole := written(t, r)
	again, err := Read([]byte(whole))
	require.NoError(t, err)
	assert.Equal(t, whole, written(t, again))
	again, err = Read(nil)
	require.NoError(t, err)
	assert.Empty(t, again.Meetings)
	result := `"r":"` + r.Meetings[0].Games[0].Result
	for want, text := range map[string]string{
		"line 1: not the results of a ladder":      "{",
		"line 2: not the results of a ladder":      whole + "[Event \"a PGN\"]\n",
		"unknown field":                            strings.Replace(whole, `"names"`, `"name"`, 1),
		`game 1: result "won?"`:                    strings.Replace(whole, result, `"r":"won?`, 1),
		"-1 plies":                                 `{"names":["a","b"],"games":[{"r":"won","p":-1},{"r":"won"}]}`,
		"sx81, fast and uniform, fast stand twice": whole + whole,
		`players ["" "uniform, fast"]`:             strings.Replace(whole, "sx81, fast", "", 1),
		"line 2: not the results of a ladder: EOF": whole + "\n" + whole,
		"half a pair of games":                     `{"names":["a","b"],"games":[{"r":"won"}]}`,
	} {
		_, err := Read([]byte(text))
		assert.ErrorContains(t, err, want, text)
	}
}

func TestPairsOfAMeeting(t *testing.T) {
	game := func(result, moves string) Game { return Game{Result: result, Moves: moves} }
	m := &Meeting{Games: []Game{
		game(won, "a"), game(won, "b"), // 2
		game(drawn, "c"), game(lost, "d"), // ½
		game(won, "a"), game(drawn, "e"), // the first is a replay
		game(won, "f"), game(lost, "f"), // with the colours reversed it is not a pair
	}}
	assert.Equal(t, stats.Pairs{0, 1, 1, 0, 1}, m.Pairs())
}

// list makes players without engines: two rungs, and two of ours.
func listed() *Plan {
	p := &Plan{Clocks: []Clock{{1, "MK V", "a cycle"}}}
	for _, name := range []string{anchorRung, "GNU Chess", "Fairy-Max"} {
		p.Players = append(p.Players, Player{Name: name, Rung: true, Spec: player.Spec{Limits: player.Limits{Depth: 4}}})
	}
	for _, name := range goengine.ProfileNames[:2] {
		p.Players = append(p.Players, Player{Name: name + ", MK V", Spec: player.Spec{Engine: "go", ProfileName: name}})
	}
	return p
}

// meet returns pairs of games, by their half points.
func meet(first, second string, points ...int) *Meeting {
	m := &Meeting{Names: [2]string{first, second}, Players: [2]string{(&player.Spec{Engine: "go", ProfileName: strings.TrimSuffix(first, ", MK V")}).String()}}
	for i, n := range points {
		results := [5][2]string{{lost, lost}, {lost, drawn}, {won, lost}, {won, drawn}, {won, won}}[n]
		for side, r := range results {
			m.Games = append(m.Games, Game{Result: r, Plies: 9, Moves: string(rune('a'+2*i+side)) + first + second, Nodes: [2]uint64{600, 100}, Asked: [2]int{3, 1}})
		}
	}
	return m
}

func TestThePageRatesAllAndEachByEachRung(t *testing.T) {
	p := listed()
	r := &Results{Meetings: []*Meeting{
		meet("GNU Chess", anchorRung, 1, 1),     // ¼: 191 below by these alone
		meet("uniform, MK V", anchorRung, 3, 3), // ¾: 191 above
		meet("uniform, MK V", "GNU Chess", 4, 4, 4),
		meet("somebody", anchorRung, 4),
	}}
	r.Meetings[2].Games[0].Fault = "an illegal move"
	for i := range p.Players {
		if p.Players[i].Rung {
			continue
		}
		print, err := p.Players[i].Spec.Fingerprint()
		require.NoError(t, err)
		for _, m := range r.Meetings {
			if m.Names[0] == p.Players[i].Name {
				m.Searches[0] = print
			}
		}
	}
	page, err := p.Page(r)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, page.WriteJSON(&b))
	rows := strings.Split(strings.TrimSpace(b.String()), "\n")
	require.Len(t, rows, 4, "three players, and one of ours by each rung")
	assert.Regexp(t, `^\{"table":"list","rank":1,"player":"uniform, MK V","elo":[0-9.]+,"bound":"","error":[0-9.]+,"games":10,"score":90,"nodes":200\}$`, rows[0])
	assert.Contains(t, rows[1], `"player":"Stockfish 1000","elo":0,"bound":"","error":0,"games":8,"score":50,`)
	assert.Contains(t, rows[2], `"player":"GNU Chess","elo":-`)
	assert.Contains(t, rows[3], `"table":"by rung","player":"uniform, MK V","gnu_chess":"`)
	assert.Contains(t, rows[3], `"stockfish_1000":"+191 ± `)
	assert.NotContains(t, b.String(), "Fairy-Max", "it has not played")
	assert.NotContains(t, b.String(), "somebody", "it is not in the plan")

	content := func() string {
		page, err := p.Page(r)
		require.NoError(t, err)
		files, err := page.Files()
		require.NoError(t, err)
		require.Len(t, files, 3)
		return string(files[0].Content)
	}
	text := content()
	assert.Contains(t, text, "Stockfish 1000 is 0")
	assert.Contains(t, text, "4 to 6 games a pairing")
	assert.Contains(t, text, "an illegal move or a crash: 1.")
	assert.NotContains(t, text, "other numbers")
	assert.NotContains(t, text, "another program")
	ours := r.Meetings[1]
	print := ours.Searches[0]
	ours.Searches[0] = "of before"
	assert.Contains(t, content(), "**By another program or another model of cycles today than when they played: uniform, MK V.**")
	ours.Searches[0] = print
	ours.Players[0] = "go:uniform with other numbers"
	assert.Contains(t, content(), "**uniform, MK V has other numbers today than when it played.**")
}

// The page has the column of bounds where a rating is one, and not where none is.
func TestThePageHasBoundsWhereThereAreSome(t *testing.T) {
	list := func(m ...*Meeting) string {
		page, err := listed().Page(&Results{Meetings: m})
		require.NoError(t, err)
		files, err := page.Files()
		require.NoError(t, err)
		return string(files[0].Content)
	}
	assert.Regexp(t, `(?m)^\| player \| Elo \| bound \|.*\n.*\n\| uniform, MK V \| \+\d+ \| \? \|`, list(meet("uniform, MK V", anchorRung, 4, 4)))
	assert.Regexp(t, `(?m)^\| player \| Elo \| ± 95% \|`, list(meet("uniform, MK V", anchorRung, 3, 3)))
}

func TestARatingOfNothingHasNoMinus(t *testing.T) {
	assert.Equal(t, "+0 -1", fmt.Sprintf("%+.0f %+.0f", whole(-0.3), whole(-0.7)))
}

func TestAPageWithoutGamesIsAnError(t *testing.T) {
	_, err := listed().Page(&Results{})
	assert.EqualError(t, err, "no games have been played yet")
}

// The page is the same where no program is installed.
func TestThePlanKnowsItsProgramsWithoutThem(t *testing.T) {
	t.Setenv("PATH", "")
	p, err := Full()
	require.NoError(t, err)
	assert.Len(t, p.Players, 7+14)
	assert.Len(t, p.pairings(), 7*6/2+14*7)
	assert.Equal(t, []string{"- GNU Chess: depth 4", "- Phalanx: depth 4", "- Fairy-Max: depth 5"}, p.limits())
	q, err := Quick()
	require.NoError(t, err)
	assert.Len(t, q.pairings(), 5*4/2)
}
