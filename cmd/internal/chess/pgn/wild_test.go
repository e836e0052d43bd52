package pgn

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// one reads a text with one game.
func one(t *testing.T, text string) (*Game, string) {
	t.Helper()
	raw, err := NewReader(strings.NewReader(text), "x").Next()
	require.NoError(t, err)
	g, _, err := raw.Game()
	if err != nil {
		return g, err.Error()
	}
	return g, ""
}

// san returns the moves of a game as the writer prints them.
func san(t *testing.T, g *Game) string {
	t.Helper()
	words, err := g.words()
	require.NoError(t, err)
	return strings.Join(append(words, g.Result), " ")
}

// Moves, results and signs as books, typists and other programs write them.
func TestNotationsOfOthers(t *testing.T) {
	for text, want := range map[string]string{
		"1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 *":                        "1. e4 e5 2. Nf3 Nc6 3. Bb5 *",
		"1. ♙e4 ♟e5 *":                                        "1. e4 e5 *",
		"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O–O O—O ½–½":       "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O 1/2-1/2",
		"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0–0 1–0":       "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O 1-0",
		"1. e4 += e5 +- 2. Nf3 ± d6 ∓ 0−1":                    "1. e4 $14 e5 $18 2. Nf3 $16 d6 $17 0-1",
		"1. e4+= e5± 2. Nf3= d6∞ 3. d4!? exd4?! 4. Nxd4□ *":   "1. e4 $14 e5 $16 2. Nf3 $10 d6 $13 3. d4 $5 exd4 $6 4. Nxd4 $7 *",
		"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0":         "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
		"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7++ 1-0":        "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
		"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Q×f7 mate 1-0":     "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
		"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Q:f7‡ 1-0":         "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
		"1. e4 f5 2. e5 d5 3. exd6 e.p. *":                    "1. e4 f5 2. e5 d5 3. exd6 *",
		"1. e4 f5 2. e5 d5 3. exd6ep exd6 *":                  "1. e4 f5 2. e5 d5 3. exd6 exd6 *",
		"1. e4 d5 2. e.d5 Qxd5 3. N.c3 *":                     "1. e4 d5 2. exd5 Qxd5 3. Nc3 *",
		"1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1xb5 *":         "1. e4 e5 2. Nf3 Nc6 3. Bb5 *",
		"1. e2e4 e7e5 2. g1f3 *":                              "1. e4 e5 2. Nf3 *",
		"1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 1/2":                      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2",
		"1… e4":                                               "1. e4 *",
		"1. e4 e5 2. Nf3 N d6 *":                              "1. e4 e5 2. Nf3 $146 d6 *",
		"1. e4 e5\r2. Nf3 ; to the end of the line\rNc6 *\r":  "1. e4 e5 2. Nf3 {to the end of the line} 2... Nc6 *",
		"1. e4 e5 2. Nf3 -- 3. Bb5 Z0 4. O-O *":               "1. e4 e5 2. Nf3 -- 3. Bb5 -- 4. O-O *",
		"1. e4 e5 2. Nf3 (2. -- Nc6 3. @@@@ d6) 2... Nc6 *":   "1. e4 e5 2. Nf3 (2. -- Nc6 3. -- d6) 2... Nc6 *",
		"[FEN \"8/P6k/8/8/8/8/7K/8 w - -\"]\n\n1. a8=Q *":     "1. a8=Q *",
		"[FEN \"8/P6k/8/8/8/8/7K/8 w - - 3\"]\n\n1. a8Q *":    "1. a8=Q *",
		"[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w HAha -\"]\n\nO-O *": "1. O-O *",
		"[Variant \"Standard\"]\n\n1. e4 *":                   "1. e4 *",
		"[Variant \"From Position\"]\n\n1. e4 *":              "1. e4 *",
		"[Variant \"Chess960\"]\n\n1. e4 *":                   "1. e4 *",
	} {
		g, err := one(t, text)
		assert.Empty(t, err, text)
		assert.Equal(t, want, san(t, g), text)
	}
}

// What is not chess, or not in English, is named.
func TestRefusalsNameTheReason(t *testing.T) {
	for text, want := range map[string]string{
		"[Variant \"Antichess\"]\n\n1. e3 b5 2. Bxb5 *":                                                             `x:1: game 1: the game is "Antichess": want chess`,
		"[Variant \"Crazyhouse\"]\n\n1. e4 N@e5 *":                                                                  `x:1: game 1: the game is "Crazyhouse": want chess`,
		"[Variant \"Fischerandom\"]\n[FEN \"bqnrkbrn/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBRN w GDgd - 0 1\"]\n\n1. e4 *": `x:1: game 1: the game is "Fischerandom": want chess`,
		"[FEN \"bqnrkbrn/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBRN w GDgd - 0 1\"]\n\n1. e4 *":                             "want letters of KQkq or -; Chess960 is not played",
		"1. e4 e5 2. Sf3 Sc6 *":             "move 2. Sf3: S is the knight of German notation: want English letters, here Nf3",
		"1. e4 e5 2. Lc4 *":                 "L is the bishop of German or Dutch notation: want English letters, here Bc4",
		"1. e4 e5 2. Cf3 *":                 "C is the knight of French, Spanish or Italian notation: want English letters, here Nf3",
		"1. e4 e5 2. Dh5 *":                 "D is the queen of",
		"1. e4 e.f4 *":                      "move 1... e.f4: ",
		"1. e4 e5 2. e.f4 *":                "move 2. e.f4: ",
		"1. e4 hello *":                     "move 1... hello: not a move: want one such as e4, Nf3, O-O or e2e4",
		"1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- *": "move 3... --: a null move in check",
		"1. e4 e5 2. Nf3 -- 3. Ne4 *":       "move 3. Ne4: ",
	} {
		_, err := one(t, text)
		assert.Contains(t, err, want, text)
	}
}

// The samples of users' files.
func TestSamples(t *testing.T) {
	for name, want := range map[string][]string{
		"fen4":         {"1. a8=Q *"},
		"mate-in-book": {"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0", "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O *"},
		"mixed":        {"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0", "1-0", "1. d4 d5 2. c4 *"},
		"nullmove":     {"1. e4 e5 2. Nf3 (2. -- Nc6 3. Bc4) 2... Nc6 3. Bc4 (3. Bb5 -- 4. O-O) 3... Bc5 *"},
		"variant":      {"*", "1. e4 e5 2. Nf3 Nc6 *"},
		"wild":         {"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6 $14 6. Bg5 $18 h6 7. Bh4 1/2-1/2"},
	} {
		b, err := os.ReadFile("testdata/" + name + ".pgn")
		require.NoError(t, err)
		games, _ := sources(t, string(b))
		var got []string
		for _, raw := range games {
			g, _, _ := raw.Game()
			got = append(got, san(t, g))
		}
		assert.Equal(t, want, got, name)
	}
}
