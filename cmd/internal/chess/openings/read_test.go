package openings

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
)

func TestAnOpeningIsPlayedOnce(t *testing.T) {
	all, err := Load(t.Context(), "../../../../testdata/openings.txt")
	require.NoError(t, err)
	assert.Equal(t, Digest(builtIn(t)), Digest(all))
	for _, o := range all {
		require.NotNil(t, o.played, "an opening must not be played again for each game")
	}
}

func TestOpeningsAreReadInEveryForm(t *testing.T) {
	read := func(text string) []Opening {
		all, err := Read(strings.NewReader(text), "x")
		require.NoError(t, err, text)
		for i := range all {
			all[i].played = nil
		}
		return all
	}
	moves := []string{"e2e4", "e7e5", "g1f3"}
	assert.Equal(t, []Opening{{Name: "A", FEN: goengine.StartFEN, Moves: moves}, {Name: "1. e4 e5 2.Nf3", FEN: goengine.StartFEN, Moves: moves}},
		read("\uFEFF# comment\r\nA: e2e4 e5 Ng1f3\r\n\r\n1. e4 e5 2.Nf3\r\n"))
	const fen = "4k2r/8/8/8/8/8/4P3/4K3 b k -"
	assert.Equal(t, []Opening{{Name: "one: two", FEN: fen + " 0 1"}, {Name: fen + " 7 30", FEN: fen + " 7 30"}, {Name: fen + " 7 1", FEN: fen + " 7 1"}},
		read(fen+" bm Kd7; id \"one: two\";\n"+fen+" 7 30\n"+fen+" 7\n"))
	assert.Equal(t, []Opening{
		{Name: "Italian", FEN: goengine.StartFEN, Moves: moves},
		{Name: "game 2", FEN: fen + " 0 1", Moves: []string{"e8g8"}},
	}, read("[Event \"x\"]\n[Opening \"Italian\"]\n\n1. e4! {best [%clk 1]} e5 $1 (1... c5 (1... e6) 2. Nf3) 2.Nf3 ; *\n*\n\n[FEN \""+fen+" 0 1\"]\n[SetUp \"1\"]\n\n1... O-O *\n"))
}

func TestWrongOpeningsAreNamedByLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                                           "x: no openings; openings are lines of moves (",
		"# nothing\n":                                "x: no openings; openings are lines of moves (",
		"\nA: e4 e5\nB: e4 e6 d9":                    `3: opening "B": illegal move "d9" at ply 3`,
		"Fool: f3 e5 g4 Qh4#":                        `1: opening "Fool": the game is over (checkmate)`,
		"Knights: Nf3 Nf6 Nd2":                       `illegal move "Nd2" at ply 3`, // Nb1 and Nf3 both can
		"hello world":                                `1: opening "hello world": illegal move "hello" at ply 1 in "` + goengine.StartFEN + `"; openings are lines of moves (`,
		"8/8/8/8/8/8/8/8 w - - 0 1":                  "1: opening",
		"4k3/8/8/8/8/8/8/4K2P w - - 0 1":             "a pawn stands on h1",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":              "the game is over (insufficient material)",
		"4k3/8/8/8/8/8/8/4K3 w":                      "want at least 4 fields, have 2",
		"[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n":       `3: opening "game 1": move 2. Ke3: king on e1: kings move one square`,
		"[Event \"x\"]\n1. e4 {best *":               `2: opening "game 1": "{best *" has no end`,
		"[Event \"x\"]\n1. e4 (1. d4":                "a variation is not closed",
		"[Event \"x\"]\n1. e4)":                      `2: opening "game 1": a variation ends`,
		"[Event x]\n1. e4 *":                         `1: opening "game 1": tag [Event x]: want [Name "value"]`,
		"[FEN \"8/8 w\"]\n\n1. e4 *\n":               `want 4 to 6 fields`,
		"[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n": "the game is over",
		strings.Repeat("x", 70_000):                  "1: bufio.Scanner: token too long",
		"\x00\x01\x02":                               "x: is not a text: openings are lines of moves (",
	} {
		_, err := Read(strings.NewReader(text), "x")
		require.Error(t, err, text)
		assert.ErrorContains(t, err, want, report.Short(text, 60))
	}
	_, err := Read(strings.NewReader("A: e4 e5\nB: e4 e6 d9"), "x")
	assert.NotContains(t, err.Error(), "openings are", "the format is known by then")
	dir := t.TempDir()
	_, err = Load(t.Context(), dir)
	assert.EqualError(t, err, "open "+dir+": is a folder: want a regular file")
	_, err = Load(t.Context(), "/nowhere")
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"A: e4 e5", "[FEN \"8/8 w\"]\n\n1. e4 *", "4k3/8/8/8/8/8/8/4K2R w K - id \"x\";", "[Event \"x\"]\n1. e4 (1. d4 {x}) *"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, err := Read(strings.NewReader(text), "x")
		if err == nil {
			require.NotEmpty(t, all)
		}
	})
}

func TestShuffleSpreadsOverFamilies(t *testing.T) {
	all := builtIn(t)
	family := func(o Opening) string { return o.Moves[0] }
	families := map[string]bool{}
	mixed := Shuffle(all, 1)
	for _, o := range mixed[:30] {
		families[family(o)] = true
	}
	assert.GreaterOrEqual(t, len(families), 3, "30 openings must not all begin alike")
	assert.Equal(t, Digest(mixed), Digest(Shuffle(all, 1)))
	assert.NotEqual(t, Digest(mixed), Digest(Shuffle(all, 2)))
	names := map[string]bool{}
	for _, o := range mixed {
		names[o.Name] = true
	}
	assert.Len(t, names, len(all))
}
