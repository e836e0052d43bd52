package openings

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
)

func TestAnOpeningIsPlayedOnce(t *testing.T) {
	all, err := load(t, "../../../../testdata/openings.txt")
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
		"\nA: e4 e5\nB: e4 e6 d9":                    `3: opening "B": move 3, d9: not a move: want one such as e4`,
		"Fool: f3 e5 g4 Qh4#":                        `1: opening "Fool": the game is over (checkmate)`,
		"Knights: Nf3 Nf6 Nd2":                       `opening "Knights": move 3, Nd2: knight on b1: own pawn on d2`, // Nb1 and Nf3 both could
		"hello world":                                `1: opening "hello world": move 1, hello: not a move: want one such as e4, Nf3, O-O or e2e4; openings are lines of moves (`,
		"8/8/8/8/8/8/8/8 w - - 0 1":                  "1: opening",
		"4k3/8/8/8/8/8/8/4K2P w - - 0 1":             "a pawn stands on h1",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":              "the game is over (insufficient material)",
		"4k3/8/8/8/8/8/8/4K3 w":                      "want at least 4 fields, have 2",
		"[Event \"x\"]\n{best *":                     `2: opening "game 1": "{best *" has no end`,
		"[Event \"x\"]\n1. e5 *":                     `2: opening "game 1": move 1. e5: `,
		"[FEN \"8/8 w\"]\n\n1. e4 *\n":               `want 4 to 6 fields`,
		"[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n": "the game is over",
		strings.Repeat("x", 70_000):                  "1: bufio.Scanner: token too long",
		"\x00\x01\x02":                               "x: is not a text, since it has null bytes: openings are lines of moves (",
	} {
		_, err := Read(strings.NewReader(text), "x")
		require.Error(t, err, text)
		assert.ErrorContains(t, err, want, report.Short(text, 60))
	}
	_, err := Read(strings.NewReader("A: e4 e5\nB: e4 e6 d9"), "x")
	assert.NotContains(t, err.Error(), "openings are", "the format is known by then")
}

// load reads a file of openings.
func load(t *testing.T, name string) ([]Opening, error) {
	t.Helper()
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	return Read(f, name)
}

// Games as they are in files: one that is over, one that breaks off, one with a null move, a variant.
func TestGamesAreUsedAsFarAsTheyCan(t *testing.T) {
	const file = `[Event "mate"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[Event "M\xfcller"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O *

[Event "breaks off"]

1. c4 e5 2. Nc3 e9 *

[Event "null move"]

1. Nf3 d5 2. -- Nf6 *

[Event "another game"]
[Variant "Antichess"]

1. e3 b5 *

[Event "short"]

1. g3 *
`
	for plies, want := range map[int]string{
		0: "game 2: 10, game 3: 3, game 4: 2, game 6: 1; x:1: game 1: opening \"game 1\": the game is over (checkmate) (skipped); " +
			"x:11: game 3: move 2... e9: not a move: want one such as e4, Nf3, O-O or e2e4 (used up to there); x:13: game 4: move 2. --: a null move (used up to there); x:17: game 5: the game is Antichess: searchex plays standard chess (skipped)",
		3: "game 1: 3, game 2: 3, game 3: 3, game 4: 2, game 6: 1; x:13: game 4: move 2. --: a null move (used up to there); x:17: game 5: the game is Antichess: searchex plays standard chess (skipped)",
	} {
		var parts, skipped []string
		all, err := Games{plies, func(err error) { skipped = append(skipped, err.Error()) }}.Read(strings.NewReader(strings.Replace(file, `\xfc`, "\xfc", 1)), "x")
		require.NoError(t, err)
		for _, o := range all {
			parts = append(parts, fmt.Sprintf("%s: %d", o.Name, len(o.Moves)))
		}
		assert.Equal(t, want, strings.Join(append([]string{strings.Join(parts, ", ")}, skipped...), "; "))
	}
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
