package match

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/internal/match/player/playertest"
	"github.com/searchex/searchex/cmd/internal/userfile"
)

// playInto continues the match of a state file, stops after a number of new games, and returns the
// result.
func playInto(t *testing.T, path string, from []openings.Opening, games, stopAfter int) Result {
	t.Helper()
	s, err := OpenState(path, testHeader, from)
	require.NoError(t, err)
	defer s.Close()
	played := 0
	stop := os.ErrClosed
	r, err := Run(t.Context(), Config{
		First: maker(playertest.Random("one", 1)), Second: maker(playertest.Random("two", 2)), Openings: from, Games: games,
		Played: s.Played[0], Parallel: 2, Rules: Rules{MaxPlies: 30},
		OnGame: func(g Game) error {
			if played++; played > stopAfter {
				return stop
			}
			return s.Add(0, g)
		},
	})
	if stopAfter < games {
		require.ErrorIs(t, err, stop)
	} else {
		require.NoError(t, err)
	}
	return r
}

var testHeader = Header{Players: []string{"one", "two"}, Names: []string{"one", "two"}, Openings: "five", Seed: 3, Time: "emulated"}

func TestAnInterruptedMatchGoesOnWithTheSameGames(t *testing.T) {
	from := manyOpenings(t)[:5]
	whole := playInto(t, filepath.Join(t.TempDir(), "whole"), from, 10, 100)
	path := filepath.Join(t.TempDir(), "state")
	playInto(t, path, from, 10, 3)
	b := given.File(t, path)
	assert.Equal(t, 4, strings.Count(string(b), "\n"), "header and three games")

	// The last line is torn at every byte in turn: nothing before it is lost.
	last := strings.LastIndexByte(strings.TrimRight(string(b), "\n"), '\n') + 1
	for _, cut := range []int{last, last + 1, (last + len(b)) / 2, len(b) - 1} {
		require.NoError(t, os.WriteFile(path, b[:cut], 0o600))
		s, err := OpenState(path, testHeader, from)
		require.NoError(t, err)
		assert.Len(t, s.Played[0], 2)
		assert.Equal(t, cut-last, s.Cut)
		require.NoError(t, s.Close())
		have := given.File(t, path)
		assert.Equal(t, string(b[:last]), string(have))
	}
	resumed := playInto(t, path, from, 10, 100)
	assert.Equal(t, timeless(whole.Games), timeless(resumed.Games))
	assert.Equal(t, whole.Score, resumed.Score)

	// More games than before are the same match.
	more := playInto(t, path, from, 12, 100)
	assert.Equal(t, []int{12, 10}, []int{more.Score.Games(), more.Distinct})
}

func TestAStateOfAnotherMatchIsRefusedUnchanged(t *testing.T) {
	from := manyOpenings(t)[:5]
	path := filepath.Join(t.TempDir(), "state")
	playInto(t, path, from, 4, 100)
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	for want, change := range map[string]func(*Header){
		`players: "two" there, "three" here`:         func(h *Header) { h.Players = []string{"one", "three"} },
		`players: ["one","two"] there, ["one"] here`: func(h *Header) { h.Players = h.Players[:1] },
		`openings: "five" there, "six" here`:         func(h *Header) { h.Openings = "six" },
		"round robin: false there, true here":        func(h *Header) { h.RoundRobin = true },
		"seed: 3 there, 4 here":                      func(h *Header) { h.Seed = 4 },
		"rules: ":                                    func(h *Header) { h.Rules.MaxPlies = 9 },
		"time: ":                                     func(h *Header) { h.Time = "wall" },
		"the engines have changed":                   func(h *Header) { h.Searches = []string{"12ab"} },
	} {
		h := testHeader
		change(&h)
		_, err := OpenState(path, h, from)
		require.ErrorContains(t, err, path+": is the state of another match: ")
		assert.ErrorContains(t, err, want)
	}
	_, err = CreateState(path, testHeader)
	assert.ErrorContains(t, err, "exists already: continue it with --resume")
	after := given.File(t, path)
	assert.Equal(t, string(before), string(after))
}

func TestADamagedStateIsRefusedUnchanged(t *testing.T) {
	from := manyOpenings(t)[:5]
	path := filepath.Join(t.TempDir(), "state")
	playInto(t, path, from, 4, 100)
	b := given.File(t, path)
	lines := strings.SplitAfter(string(b), "\n")
	for want, text := range map[string]string{
		"is not the state of a match":        "[Event \"a PGN\"]\n",
		"is not the state of a match ":       "no newline at all",
		"line 3: not a game":                 lines[0] + lines[1] + "{\"pairing\":0,\n" + lines[2],
		"line 3: game ":                      lines[0] + lines[1] + lines[1],
		"stands twice":                       lines[0] + lines[1] + lines[1] + "{",
		"illegal move":                       lines[0] + strings.Replace(lines[1], `"moves":"`, `"moves":"e2e5 `, 1),
		`result "*"`:                         lines[0] + strings.Replace(lines[1], `"result":"1/2-1/2"`, `"result":"*"`, 1),
		`11 moves in "NaN"`:                  lines[0] + regexp.MustCompile(`"clock":\["[^"]*"`).ReplaceAllString(lines[1], `"clock":["NaN"`),
		`11 moves in "-1s"`:                  lines[0] + regexp.MustCompile(`"clock":\["[^"]*"`).ReplaceAllString(lines[1], `"clock":["-1s"`),
		"nodes of 1 moves of":                lines[0] + regexp.MustCompile(`"move_nodes":\[[^]]*\]`).ReplaceAllString(lines[1], `"move_nodes":[1]`),
		"-3 moves in":                        lines[0] + strings.Replace(lines[1], `"moves_asked":[11`, `"moves_asked":[-3`, 1),
		"1e+300 seconds":                     lines[0] + regexp.MustCompile(`"seconds":[0-9.e-]*`).ReplaceAllString(lines[1], `"seconds":1e300`),
		"29 comments on 30 moves":            lines[0] + strings.Replace(lines[1], `"comments":["book",`, `"comments":[`, 1),
		"line 2: game 0":                     lines[0] + "{}\n",
		"pairing 7 does not exist":           lines[0] + strings.Replace(lines[1], `"pairing":0`, `"pairing":7`, 1),
		"is the state of another match: ver": strings.Replace(lines[0], `:2,`, `:99,`, 1),
	} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := OpenState(path, testHeader, from)
		assert.ErrorContains(t, err, strings.TrimSpace(want), text)
		have := given.File(t, path)
		assert.Equal(t, text, string(have), want)
	}
}

// A state file with a damaged byte is rejected or read, but never changed before its last line.
func TestRandomDamageNeverPanicsOrDestroys(t *testing.T) {
	from := manyOpenings(t)[:5]
	path := filepath.Join(t.TempDir(), "state")
	playInto(t, path, from, 3, 100)
	whole := given.File(t, path)
	rng := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for range 150 {
		b := bytes.Clone(whole)
		for range 1 + rng.IntN(3) {
			b[rng.IntN(len(b))] = byte(rng.Uint32())
		}
		require.NoError(t, os.WriteFile(path, b, 0o600))
		s, err := OpenState(path, testHeader, from)
		if err != nil {
			refused++
		} else {
			s.Close()
		}
		have := given.File(t, path)
		require.True(t, bytes.HasPrefix(b, have))
		require.GreaterOrEqual(t, len(have), bytes.LastIndexByte(b, '\n')+1)
	}
	assert.Greater(t, refused, 50)
}

func TestAStateTornInItsHeaderIsBegunAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	for _, text := range []string{"", `{"searchex`, `{"searchex_match":1,"players":["o`} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		s, err := OpenState(path, testHeader, manyOpenings(t)[:5])
		require.NoError(t, err)
		require.NoError(t, s.Close())
		have := given.File(t, path)
		assert.Regexp(t, `^\{"searchex_match":2,.*\}\n$`, string(have))
	}
}

func TestTwoMatchesCannotWriteTheSameState(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	s, err := CreateState(path, testHeader)
	require.NoError(t, err)
	_, err = OpenState(path, testHeader, manyOpenings(t)[:5])
	assert.ErrorContains(t, err, "another match is writing to it")
	require.NoError(t, s.Close())
	_, err = os.Stat(path)
	assert.ErrorIs(t, err, os.ErrNotExist, "a state without a game is no use")
}

func TestAPGNIsCompletedAfterAnInterruption(t *testing.T) {
	r, err := Run(t.Context(), Config{
		First: maker(playertest.Random("one", 1)), Second: maker(playertest.Random("two", 2)), Openings: manyOpenings(t), Games: 3, Rules: Rules{MaxPlies: 20},
	})
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "games.pgn")
	other := "[Event \"another\"]\n\n1. e4 *\n\n"
	require.NoError(t, os.WriteFile(path, []byte(other), 0o600))
	complete := func() string {
		p, err := OpenPGN(t.Context(), path)
		require.NoError(t, err)
		require.NoError(t, p.Complete("test", r.Games))
		require.NoError(t, p.Close())
		b := given.File(t, path)
		return string(b)
	}
	whole := complete()
	assert.Equal(t, 4, strings.Count(whole, "[Event "))
	assert.True(t, strings.HasPrefix(whole, other))
	assert.Equal(t, whole, complete(), "nothing is missing")
	for _, cut := range []int{1, 2, 60, 300} {
		require.NoError(t, os.WriteFile(path, []byte(whole[:len(whole)-cut]), 0o600))
		assert.Equal(t, whole, complete(), "torn %d bytes before its end", cut)
	}
}

// Several matches append to one PGN file at once, while another program replaces it: no game is
// lost.
func TestMatchesShareAPGN(t *testing.T) {
	r, err := Run(t.Context(), Config{
		First: maker(playertest.Random("one", 1)), Second: maker(playertest.Random("two", 2)), Openings: manyOpenings(t), Games: 1, Rules: Rules{MaxPlies: 20},
	})
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "games.pgn")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	const n, games = 4, 10
	done := make(chan error, n+1)
	for i := range n {
		go func() {
			p, err := OpenPGN(t.Context(), path)
			for range games {
				if err == nil {
					err = p.Add(fmt.Sprint("match ", i), r.Games[0])
				}
			}
			done <- err
		}()
	}
	go func() {
		var err error
		for range games {
			err = errors.Join(err, userfile.Alone(t.Context(), path, func() error {
				text, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				return userfile.Write(t.Context(), path, text)
			}))
		}
		done <- err
	}()
	for range n + 1 {
		require.NoError(t, <-done)
	}
	text := given.File(t, path)
	assert.Equal(t, n*games, strings.Count(string(text), "[Event "))
}
