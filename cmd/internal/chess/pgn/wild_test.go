package pgn

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/given"
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

const promoting = "[FEN \"r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq -\"]\n\n1. "

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
		"[Variant \"Chess (standard)\"]\n\n1. e4 *":           "1. e4 *",
		// Signs.
		"1. e4 e5 2. Nf3 d6 3. Bb5ch c6 4. Bxc6 ch bxc6 *":                "1. e4 e5 2. Nf3 d6 3. Bb5+ c6 4. Bxc6+ bxc6 *",
		"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7mate 1-0":                  "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
		"1. e4 e5 2. Nf3 d6 3. Bb5+!± c6?!∓ 4. Ba4!+- *":                  "1. e4 e5 2. Nf3 d6 3. Bb5+ $1 $16 c6 $6 $17 4. Ba4 $1 $18 *",
		"1. e4 +/= e5 +/- 2. Nf3 -/+ Nc6 =/+ =+ ⩲ ⩱ =/∞ 3. Bb5 +-- --+ *": "1. e4 $14 e5 $16 2. Nf3 $17 Nc6 $15 $15 $14 $15 $44 3. Bb5 $20 $21 *",
		"1. e4 e5 $1! $139 2. Nf3 $ Nc6 *":                                "1. e4 e5 $1 $139 2. Nf3 Nc6 *",
		"1. e4 …e5 2. Nf3 ...Nc6 *":                                       "1. e4 e5 2. Nf3 Nc6 *",
		"1.e4, e5 2.Nf3,Nc6 *":                                            "1. e4 e5 2. Nf3 Nc6 *",
		"1. e4 [0:15] e5 [%x] *":                                          "1. e4 {0:15} 1... e5 {%x} *",
		// Moves.
		"1. Pe4 Pe7-e5 2. Ng1-f3 Nb8c6 3. f1-b5 g8f6 4. b5xc6 d7xc6 *": "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. Bxc6 dxc6 *",
		"1. e4 d5 2. ed5 Qd5: 3. N:c3 *":                               "1. e4 d5 2. exd5 Qxd5 3. Nc3 *",
		"1. e4 e5 2. e1e2 e8e7 3. d2d3 d7d6 4. d1d2+ *":                "1. e4 e5 2. Ke2 Ke7 3. d3 d6 4. Qd2 *",
		promoting + "b8Q *":                                            "1. b8=Q+ *",
		promoting + "b8(Q) *":                                          "1. b8=Q+ *",
		promoting + "b8/Q *":                                           "1. b8=Q+ *",
		promoting + "b7b8=Q+ *":                                        "1. b8=Q+ *",
		promoting + "b7-b8(Q)+ *":                                      "1. b8=Q+ *",
		promoting + "bxa8=(Q)++! *":                                    "1. bxa8=Q+ $1 *",
		promoting + "b8=♘ (b8=R+ Ke7) (b8(B)) *":                       "1. b8=N+ (1. b8=R+ Ke7) (1. b8=B+) *",
		promoting + "O-O+ *":                                           "1. O-O *",
		promoting + "O–O–O *":                                          "1. O-O-O *",
		promoting + "o-o! *":                                           "1. O-O $1 *",
		"1. e4 Z0! 2. d4 --?! 3. null pass *":                          "1. e4 -- $1 2. d4 -- $6 3. -- -- *",
		// Results.
		"1. e4 1 - 0": "1. e4 1-0", "1. e4 0 – 1": "1. e4 0-1", "1. e4 1:0": "1. e4 1-0", "1. e4 1-0.": "1. e4 1-0", "1. e4 1/2 - 1/2": "1. e4 1/2-1/2",
		"1. e4 1-0 1-0 *": "1. e4 1-0", "[Result \"½-½\"]\n\n1. e4": "1. e4 1/2-1/2", "1. e4 \xbd\x96\xbd": "1. e4 1/2-1/2",
		// Encodings and spaces.
		"1. e4\u00a0e5 2.\u00a0Nf3\u2009Nc6\u200b *": "1. e4 e5 2. Nf3 Nc6 *",
		"1. e4\xa0e5 2.\xa0Nf3\xb1 Nc6 *":            "1. e4 e5 2. Nf3 $16 Nc6 *",
		"1.\te4\te5\x00\x00 2. Nf3\f Nc6 *":          "1. e4 e5 2. Nf3 Nc6 *",
		// Comments.
		"1. e4 {\x93so\x94 \x96 \x8akoda} *":         "1. e4 {“so” – Škoda} *",
		"1. e4 {a {b} c (d) e} e5 *":                 "1. e4 {a (b) c (d) e} 1... e5 *",
		"1. e4 {a {b {c} d} e} (1. d4 {{x} y}) e5 *": "1. e4 {a (b (c) d) e} (1. d4 {(x) y}) 1... e5 *",
		"1. e4 {a {b} e5 *":                          "1. e4 {a (b} 1... e5 *", // by the standard
		// Tags.
		"[FEN \"\"]\n\n1. e4 *":                                          "1. e4 *",
		"[FEN \"startpos\"]\n\n1. e4 *":                                  "1. e4 *",
		"[fen \"8/P6k/8/8/8/8/7K/8 w - -\"]\n[Setup \"1\"]\n\n1. a8=Q *": "1. a8=Q *",
		"[FEN 8/P6k/8/8/8/8/7K/8 w - -]\n1. a8=Q *":                      "1. a8=Q *",
		"[FEN\"8/P6k/8/8/8/8/7K/8 w - -\"]\n1. a8=Q *":                   "1. a8=Q *",
		"[FEN “8/P6k/8/8/8/8/7K/8 w - -”]\n1. a8=Q *":                    "1. a8=Q *",
		"[FEN \"8/P6k/8/8/8/8/7K/8 w - -\"\n1. a8=Q *":                   "1. a8=Q *",
		"[Site \"C:\\\"]\n[FEN \"8/P6k/8/8/8/8/7K/8 w - -\"]\n1. a8=Q *": "1. a8=Q *",
	} {
		g, err := one(t, text)
		assert.Empty(t, err, text)
		assert.Equal(t, want, san(t, g), text)
	}
}

// What is not chess, or not in English, is named.
func TestRefusalsNameTheReason(t *testing.T) {
	for text, want := range map[string]string{
		"[Variant \"Antichess\"]\n\n1. e3 b5 2. Bxb5 *":                                                             `x:1: game 1: the game is Antichess: searchex plays standard chess`,
		"[Variant \"Crazyhouse\"]\n\n1. e4 N@e5 *":                                                                  `x:1: game 1: the game is Crazyhouse: searchex plays standard chess`,
		"[Variant \"Fischerandom\"]\n[FEN \"bqnrkbrn/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBRN w GDgd - 0 1\"]\n\n1. e4 *": `x:1: game 1: the game is Fischerandom: searchex plays standard chess`,
		"[FEN \"bqnrkbrn/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBRN w GDgd - 0 1\"]\n\n1. e4 *":                             "want letters of KQkq or -; Chess960 is not played",
		"1. e4 e5 2. Sf3 Sc6 *":                "move 2. Sf3: S is the knight of German notation: want English letters, here Nf3",
		"1. e4 e5 2. Lc4 *":                    "L is the bishop of German or Dutch notation: want English letters, here Bc4",
		"1. e4 e5 2. Cf3 *":                    "C is the knight of French, Spanish or Italian notation: want English letters, here Nf3",
		"1. e4 e5 2. Dh5 *":                    "D is the queen of",
		"1. Rd1 Td8 *":                         "move 1. Rd1: R is the king of French, Spanish or Italian notation: want English letters, here Kd1",
		"1. e4 e5 2. Pf3 Pc6 3. Lb5 *":         "move 2. Pf3: P is the knight of Dutch notation: want English letters, here Nf3",
		"1. e4 e5 2. Ab5 Cc6 *":                "move 2. Ab5: A is the bishop of Spanish or Italian notation: want English letters, here Bb5",
		"1. e4 e5 2. Sf3 Fc5 *":                "move 2. Sf3: S is the knight of German notation",
		"1. e4 e5 2. Кf3 *":                    "move 2. Кf3: a move in Russian letters: want the English ones, K Q R B N",
		"1. e4 e5 2. Wf3 *":                    "move 2. Wf3: W is no piece of English notation: want one of K Q R B N",
		"1. P-K4 P-K4 *":                       "move 1. P-K4: descriptive notation: want algebraic notation, such as e4 or Nf3",
		"1. e4 d5 2. PxP *":                    "move 2. PxP: descriptive notation",
		promoting + "b8=D *":                   "move 1. b8=D: D is the queen of German, Dutch, French, Spanish or Italian notation: want English letters, here b8=Q",
		promoting + "O-O-O 0-0-0 *":            "move 1... 0-0-0: castling through d8, which the rook on d1 attacks",
		"[Variant \"Three-check\"]\n\n1. e4 *": "the game is Three-check: searchex plays standard chess",
		"[variant \"Atomic\"]\n\n1. e4 *":      "the game is Atomic: searchex plays standard chess",
		"[Variant Horde]\n\n1. e4 *":           "the game is Horde: searchex plays standard chess",
		"1. e4 e5 } 2. Nf3 *":                  "a comment ends that has not begun",
		"1. e4 e.f4 *":                         "diagonally; the dot is read as an x",
		"1. e4 e5 2. e.f4 *":                   "move 2. e.f4: ",
		"1. e4 hello *":                        "move 1... hello: not a move: want one such as e4, Nf3, O-O or e2e4",
		"1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- *":    "move 3... --: a null move in check",
		"1. e4 e5 2. Nf3 -- 3. Ne4 *":          "move 3. Ne4: ",
	} {
		_, err := one(t, text)
		assert.Contains(t, err, want, text)
	}
}

// What separates the games of a file without tags, or with damage between them.
func TestGamesBesideOneAnother(t *testing.T) {
	for text, want := range map[string][]string{
		"": nil, "\n\n": nil, "\uFEFF": nil, "\x00\x00": nil, "; only a comment": nil, "{only a comment}": nil, "% escaped": nil, "*": {"*"},
		"1. e4 * 1. d4 1-0 1. c4":                                                              {"1. e4 *", "1. d4 1-0", "1. c4 *"},
		"1. e4 1-0 1-0\n\n1. d4 0-1 *\n*\n1. c4 *":                                             {"1. e4 1-0", "1. d4 0-1", "1. c4 *"},
		"1. e4 1 - 0\n1. d4 1/2 - 1/2\n1. c4 *":                                                {"1. e4 1-0", "1. d4 1/2-1/2", "1. c4 *"},
		"[White \"a\"]\n*\n[White \"b\"]\n\n1-0":                                               {"*", "1-0"},
		"[White \"a\"]\n\n1. e4 e5\n[White \"b\"]\n1. d4":                                      {"1. e4 e5 *", "1. d4 *"},
		"[White \"a\"]\n\n1. e4 {torn\n\n[White \"b\"]\n1. d4 *":                               {"1. e4 *", "1. d4 *"},
		"[White \"a\"]\n\n1. e4 {a\n[White \"b\"]\nc} e5 *":                                    {"1. e4 {a [White \"b\"] c} 1... e5 *"},
		"[White \"a\"]\n\n1. e4 } e5\n\n[White \"b\"]\n1. d4 *":                                {"1. e4 *", "1. d4 *"},
		"[White \"a\"]\n\n1. e4 *\uFEFF[White \"b\"]\n\n1. d4 *\n\uFEFF[White \"c\"]\n\n1. c4": {"1. e4 *", "1. d4 *", "1. c4 *"},
		"[White \"a\"]\r\r1. e4 *\r\r[White \"b\"]\r\r1. d4 *\r":                               {"1. e4 *", "1. d4 *"},
	} {
		games, _ := sources(t, text)
		var got []string
		for _, raw := range games {
			g, _, _ := raw.Game()
			got = append(got, san(t, g))
		}
		assert.Equal(t, want, got, "%q", text)
	}
}

// A brace in a comment is no fault of the game, but the reader has to guess.
func TestABraceInACommentIsNamed(t *testing.T) {
	_, notes := read(t, "1. e4 {a {b}\nc} e5 *")
	assert.Equal(t, []string{`warning: x.pgn:1: game 1: the comment "{a {b" has a brace in it: what follows up to another closing brace is read as a part of it`}, notes)
}

// What is repeated without end takes no longer each time. With the square of the number
// these would take minutes each.
func TestRepetitionsAreReadInLinearTime(t *testing.T) {
	const many = 500_000
	for name, tt := range map[string]struct {
		text  string
		notes int
	}{
		"braces":         {"1. e4 " + strings.Repeat("{", many) + strings.Repeat("} ", many) + "e5 *", 1},
		"comments":       {"1. e4 " + strings.Repeat("{a}", many) + "e5 *", 0},
		"tags":           {strings.Repeat("[a \"x\"]\n", many) + "1. e4 e5 *", 0},
		"bad tags":       {strings.Repeat("[a]\n", many) + "1. e4 e5 *", many},
		"tags, comments": {strings.Repeat("[a \"x\"]{a}\n", many/2) + "1. e4 e5 *", 0},
		"glyphs":         {"1. e4 " + strings.Repeat("$1 ", many) + "e5 *", 0},
	} {
		games, notes := read(t, tt.text)
		assert.Len(t, notes, tt.notes, name)
		assert.Equal(t, []string{"e2e4", "e7e5"}, games[0].UCI(), name)
	}
}

// An opening ends before what is wrong behind it.
func TestOpeningsOfGames(t *testing.T) {
	for text, want := range map[string]string{
		"1. e4 e5 (1... c5 2. Ke5) 2. Nf3 Nf9 *": "1. e4 e5 2. Nf3 *",
		"1. e4 {so} e5 2. Nf3 (":                 "1. e4 {so} 1... e5 2. Nf3 *",
		"1. e4 e5 2. Nf3 {torn":                  "1. e4 e5 2. Nf3 *",
		"1. e4 -- 2. d4 Nf3 *":                   "1. e4 -- 2. d4 *",
	} {
		raw, err := NewReader(strings.NewReader(text), "x").Next()
		require.NoError(t, err)
		g, played, err := raw.Opening(3)
		require.NoError(t, err, text)
		assert.Equal(t, want, san(t, g))
		again, err := rules.New(g.FEN, g.UCI()...)
		require.NoError(t, err)
		assert.Equal(t, again.FEN(), played.FEN(), text)
		assert.Equal(t, again.Moves(), played.Moves(), text)
		_, _, err = raw.Opening(4)
		assert.Error(t, err, text)
		_, _, err = raw.Opening(0)
		assert.Error(t, err, text)
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
		b := given.File(t, "testdata/"+name+".pgn")
		games, _ := sources(t, string(b))
		var got []string
		for _, raw := range games {
			g, _, _ := raw.Game()
			got = append(got, san(t, g))
		}
		assert.Equal(t, want, got, name)
	}
}
