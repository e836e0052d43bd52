package pgn

import (
	"bytes"
	"errors"
	"io"
	"math/rand"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/goengine"
)

// read returns all games of a text, and the warnings and errors.
func read(t testing.TB, text string) (games []*Game, notes []string) {
	t.Helper()
	r := NewReader(strings.NewReader(text), "x.pgn")
	for {
		raw, err := r.Next()
		if errors.Is(err, io.EOF) {
			return games, notes
		}
		require.NoError(t, err)
		g, warnings, err := raw.Game()
		for _, w := range warnings {
			notes = append(notes, "warning: "+w.Error())
		}
		if err != nil {
			notes = append(notes, err.Error())
		}
		games = append(games, g)
	}
}

const full = `[Event "A \"great\" game"]
[Site "?"]
[Date "2026.11.22"]
[Round "3"]
[White "Müller, A"]
[Black "MK V \\ 6502"]
[Result "1-0"]
[ECO "C20"]

{Before it.} 1. e4 $1 {[%eval 0.25,12] [%clk 1:59:57] Best by test.} (1. d4
{the other} 1... d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 {[%clk 0:00:05.3]}
2. Bc4 Nc6 3. Qh5 $6 Nf6 $4 $10 {[%eval #1] [%emt 0:00:02] [%csl Gh5]} 4. Qxf7#
1-0

`

func TestAGameToPGNAndBack(t *testing.T) {
	games, notes := read(t, full)
	require.Empty(t, notes)
	require.Len(t, games, 1)
	clock := func(d time.Duration) *time.Duration { return &d }
	assert.Equal(t, &Game{
		Tags: []Tag{{"Event", `A "great" game`}, {"Site", "?"}, {"Date", "2026.11.22"}, {"Round", "3"}, {"White", "Müller, A"},
			{"Black", `MK V \ 6502`}, {"ECO", "C20"}},
		FEN: goengine.StartFEN, Comment: "Before it.", Result: rules.WhiteWins,
		Moves: []Move{
			{UCI: "e2e4", NAGs: []int{1}, Eval: &Eval{Centipawns: 25, Depth: 12}, Clock: clock(2*time.Hour - 3*time.Second), Comment: "Best by test.",
				Variations: []Line{
					{Moves: []Move{{UCI: "d2d4", Comment: "the other"}, {UCI: "d7d5", Variations: []Line{{Moves: []Move{{UCI: "g8f6"}, {UCI: "c2c4"}}}}}, {UCI: "c2c4"}}},
					{Moves: []Move{{UCI: "c2c4"}}},
				}},
			{UCI: "e7e5", Clock: clock(5300 * time.Millisecond)},
			{UCI: "f1c4"}, {UCI: "b8c6"}, {UCI: "d1h5", NAGs: []int{6}},
			{UCI: "g8f6", NAGs: []int{4, 10}, Eval: &Eval{Mate: 1}, Elapsed: clock(2 * time.Second), Comment: "[%csl Gh5]"},
			{UCI: "h5f7"},
		},
	}, games[0])
	text, err := games[0].Text()
	require.NoError(t, err)
	assert.Equal(t, full, text)
}

func TestAGameFromAPosition(t *testing.T) {
	g := Game{FEN: "r3k2r/8/8/8/8/8/6p1/R3K2R b KQkq - 3 12", Moves: []Move{{UCI: "g2h1q"}, {UCI: "e1e2"}},
		Tags: []Tag{{"Annotator", "x"}, {"White", "one\ntwo"}}}
	text, err := g.Text()
	require.NoError(t, err)
	assert.Equal(t, `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "one two"]
[Black "?"]
[Result "*"]
[SetUp "1"]
[FEN "r3k2r/8/8/8/8/8/6p1/R3K2R b KQkq - 3 12"]
[Annotator "x"]

12... gxh1=Q+ 13. Ke2 *

`, text)
	games, notes := read(t, text)
	require.Empty(t, notes)
	assert.Equal(t, g.FEN, games[0].FEN)
	assert.Equal(t, g.Moves, games[0].Moves)

	_, err = (&Game{Moves: []Move{{UCI: "e2e4"}, {UCI: "e2e4"}}}).Text()
	assert.ErrorContains(t, err, "move 1: e2e4: no piece on e2")
}

// Files as other programs and people write them.
func TestFilesOfOthers(t *testing.T) {
	for name, text := range map[string]string{
		"plain":                 "1. e4 e5 2. Nf3 *",
		"CRLF and BOM":          "\uFEFF[Event \"x\"]\r\n\r\n1. e4 e5\r\n2. Nf3 *\r\n",
		"no spaces":             "[Event \"x\"]1.e4e5 2.Nf3*",
		"coordinates":           "[Event \"x\"]\n1. e2-e4 e7e5 2. Ng1-f3 *",
		"escaped line":          "% 1. d4\n1. e4 e5\n% 2. d4\n2. Nf3 *",
		"semicolon":             "[Event \"x\"]\n1. e4 ; 1. d4\ne5 2. Nf3 *",
		"numbers that lie":      "7. e4 e5 1... 3. Nf3 *",
		"dots apart":            "1 . e4 1 ... e5 2 . Nf3 *",
		"glyphs":                "1. e4! e5 $1 2. Nf3 !? *",
		"empty variation":       "1. e4 () e5 2. Nf3 *",
		"no end":                "1. e4 e5 2. Nf3",
		"tags in a later line":  "[Event \"x\"] [Site \"y\"]\n\n\n1. e4 e5 2. Nf3 *",
		"comment among tags":    "[Event \"x\"]\n{hello}\n[Site \"y\"]\n\n1. e4 e5 2. Nf3 *",
		"bracket in a tag":      "[Event \"x ] y\"]\n\n1. e4 e5 2. Nf3 *",
		"brackets in a comment": "[Event \"x\"]\n\n1. e4 {(a [b] ; c\n% d} e5 2. Nf3 *",
	} {
		if name == "no spaces" {
			text = strings.Replace(text, "e4e5", "e4 e5", 1)
			text = strings.Replace(text, "Nf3*", "Nf3 *", 1)
		}
		games, notes := read(t, text)
		assert.Empty(t, notes, name)
		if assert.Len(t, games, 1, name) {
			assert.Equal(t, []string{"e2e4", "e7e5", "g1f3"}, games[0].UCI(), name)
		}
	}
	games, notes := read(t, "[White \"M\xfcller\"]\n\n1. e4 {h\xfcbsch} *")
	assert.Empty(t, notes)
	assert.Equal(t, "Müller", games[0].Tag("White"), "Latin-1")
	assert.Equal(t, "hübsch", games[0].Moves[0].Comment)

	games, _ = read(t, "{about the file}\n[Event \"1\"]\n\n1. e4 1-0 {resigns}\n{next}\n[Event \"2\"]\n\n1. d4 1/2-1/2\n[Event \"3\"]\n[Result \"0-1\"]\n\n1. c4\n[Event \"4\"]\n\n*\n")
	require.Len(t, games, 4)
	assert.Equal(t, []string{"1-0", "1/2-1/2", "0-1", "*"}, []string{games[0].Result, games[1].Result, games[2].Result, games[3].Result})
	assert.Equal(t, "resigns", games[0].Moves[0].Comment, "a comment behind the result")
	assert.Empty(t, games[1].Comment)
	assert.Equal(t, "4", games[3].Tag("Event"))
}

// A broken game is read up to the error, and so are the games after it.
func TestBrokenGames(t *testing.T) {
	const next = "\n[Event \"next\"]\n\n1. d4 *\n"
	for text, want := range map[string]struct {
		moves int
		note  string
	}{
		"[Event \"x\"]\n\n1. e4 e5\n2. Ke3 *":                           {2, "x.pgn:4: game 1: move 2. Ke3: king on e1: kings move one square"},
		"[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nf3 *":                        {3, "x.pgn:3: game 1: move 2... Nf3: no knight can go to f3"},
		"[Event \"x\"]\n1. e4 (1. d4 e5 2. Nf3 d6":                      {1, "x.pgn:2: game 1: a variation is not closed"},
		"[Event \"x\"]\n1. e4) e5":                                      {1, "x.pgn:2: game 1: a variation ends that has not begun"},
		"[Event \"x\"]\n(1. e4) e5":                                     {0, "x.pgn:2: game 1: a variation stands before the first move"},
		"[Event \"x\"]\n1. e4 {torn e5":                                 {1, `x.pgn:2: game 1: "{torn e5" has no end`},
		"[Event \"x\"]\n1. e4 } e5":                                     {1, "x.pgn:2: game 1: a comment ends that has not begun"},
		"[Event \"x\"]\n1. e4 e5 2. Bc4 Bc5 3. Ke2 a6 4. Ke1 a5 5. O-O": {8, "x.pgn:2: game 1: move 5. O-O: castling after the king has moved"},
		"[FEN \"8/8 w\"]\n\n1. e4 *":                                    {0, `x.pgn:1: game 1: fen "8/8 w": want 4 to 6 fields, have 2`},
		"hello there, this is no game":                                  {0, "x.pgn:1: game 1: move 1. hello: not a move: want one such as e4, Nf3, O-O or e2e4"},
	} {
		games, notes := read(t, text+next)
		assert.Equal(t, []string{want.note}, notes, text)
		if assert.Len(t, games, 2, text) {
			assert.Len(t, games[0].Moves, want.moves, text)
			assert.Equal(t, []string{"d2d4"}, games[1].UCI(), text)
		}
	}
	// A broken variation and a tag without a value affect nothing else.
	games, notes := read(t, "[Event x]\n[Site \"y\"]\n\n1. e4 (1. d4 d6 2. d6 e5 (2... e6) 3. e4) 1... e5 *\n")
	assert.Equal(t, []string{`warning: x.pgn:1: game 1: tag [Event x]: want [Name "value"]`,
		"warning: x.pgn:4: game 1: move 2. d6: pawn on d4: only a pawn that has not moved goes two squares"}, notes)
	assert.Equal(t, []Move{{UCI: "e2e4", Variations: []Line{{Moves: []Move{{UCI: "d2d4"}, {UCI: "d7d6"}}}}}, {UCI: "e7e5"}}, games[0].Moves)

	r := NewReader(strings.NewReader("\xff\xfe1\x00.\x00"), "x.pgn")
	_, err := r.Next()
	assert.EqualError(t, err, "x.pgn:1: is written in UTF-16: want UTF-8")
	r = NewReader(io.MultiReader(strings.NewReader("1. e4 e5"), broken{}), "x.pgn")
	raw, err := r.Next()
	require.NoError(t, err, "what was read counts")
	assert.NotNil(t, raw)
	_, err = r.Next()
	assert.EqualError(t, err, "reading x.pgn: out of order")
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("out of order") }

func TestVariationsWithoutEnd(t *testing.T) {
	const deep = 200_000
	games, notes := read(t, "1. e4 "+strings.Repeat("(1. d4 ", deep)+strings.Repeat(") ", deep)+"1... e5 *")
	assert.Empty(t, notes)
	assert.Equal(t, []string{"e2e4", "e7e5"}, games[0].UCI())
}

// endless is a reader that repeats a text up to a number of bytes.
type endless struct {
	text string
	left int
	at   int
}

func (e *endless) Read(b []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := min(len(b), e.left)
	for i := 0; i < n; {
		i += copy(b[i:n], e.text[(e.at+i)%len(e.text):])
	}
	e.at, e.left = e.at+n, e.left-n
	return n, nil
}

// Large files need the memory of one game, and files without the end of a game that of the
// longest game that is read.
func TestLargeFilesNeedLittleMemory(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		size, kept int // MB
	}{
		{"games", full, 30, 15},
		{"one comment", "{ never ending ", 100, 80},
		{"one tag", "[Event \"x", 100, 80},
		{"one word", "x", 100, 80},
		{"moves", "e4 ", 100, 80},
		{"variations", "( 1. e4 ", 100, 80},
		{"zeros", "\x00\x01\xff", 100, 80},
	} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		r := NewReader(&endless{text: strings.Repeat(tt.text, 1+4096/len(tt.text)), left: tt.size << 20}, tt.name)
		n, most := 0, uint64(0)
		for {
			raw, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
			if n%1000 == 0 {
				runtime.ReadMemStats(&after)
				most = max(most, after.HeapAlloc-min(before.HeapAlloc, after.HeapAlloc))
				_, _, _ = raw.Game()
			}
			n++
		}
		assert.Less(t, most>>20, uint64(tt.kept), tt.name)
		t.Logf("%s: %d MB are read with %d", tt.name, tt.size, most>>20)
		if tt.name == "games" {
			assert.Equal(t, tt.size<<20/len(full), n-1, "the last is torn")
		}
	}
}

// wild are texts that are not as the standard has them.
var wild = []string{
	"1. e4 {a {b} c (d) e} e5 [0:15] 2. ♘f3!± ♞c6, 3. Bb5ch *", "[FEN 8/P6k/8/8/8/8/7K/8 w - -]\n1. a8(Q) 1/2 - 1/2 1 - 0", "[Variant Antichess]\n1. e3\u00a0b5 2.\xa0Bxb5 1:0\r[White “a”]\r1. -- Z0",
	"1. e4 e5 2. Sf3 Sc6 3. Lb5 *", "1. e4 {torn\n\n[White \"a\"]\n1. d4 -- 2. O–O ½–½", "[Site \"C:\\\"]\n1. e4 (1. d4 d5 (1... Nf6)) 1... e5 } [Event \"x\"]\n*",
}

// FuzzRead reads any text. The games that it reads are read again as they were written.
func FuzzRead(f *testing.F) {
	for _, s := range []string{full, "1. e4 (1. d4) e5 *", "[FEN \"8/8 w\"]\n\n1. e4 *", "{", "[", "(", ")", "1. e4 {[%clk 1:00:00] x} $3 ; y\n1-0",
		"[White \"M\xfcller\"]\n1. e4 !? {% x} *", "%\n1. e4 {a}{b} (1. d4 {c} (1. c4)) 0-1 {d}", "[Event \"x\"]\n[Event \"y\"]\n\n1. e4\n"} {
		f.Add([]byte(s))
	}
	for _, s := range wild {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r := NewReader(bytes.NewReader(b), "x")
		for range 50 {
			raw, err := r.Next()
			if err != nil {
				return
			}
			again(t, raw)
		}
	})
}

// again checks that a game, even a broken one, is read as it was written.
func again(t *testing.T, raw *Raw) {
	t.Helper()
	g, _, err := raw.Game()
	if err != nil && strings.HasSuffix(err.Error(), "plays standard chess") {
		return // and so it is when it is read again
	}
	text, err := g.Text()
	require.NoError(t, err)
	games, notes := read(t, text)
	require.Empty(t, notes, text)
	require.Len(t, games, 1, text)
	for _, name := range roster {
		if g.Tag(name) == "" { // written as unknown
			g.SetTag(name, games[0].Tag(name))
		}
	}
	require.ElementsMatch(t, g.Tags, games[0].Tags)
	g.Tags, games[0].Tags = nil, nil
	require.Equal(t, g, games[0], text)
}

// Damaged files must be read again as the games that were read from them.
func TestGarbledFiles(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 2000 {
		b := []byte(full + full)
		for range 1 + r.Intn(8) {
			at := r.Intn(len(b))
			switch r.Intn(3) {
			case 0:
				b[at] = "{}()[]\"\\;%$*\n .1e4NO-\x00\xff"[r.Intn(23)]
			case 1:
				b = append(b[:at], b[at+1:]...)
			case 2:
				end := min(len(b), at+r.Intn(30))
				b = append(b[:end:end], b[at:]...)
			}
		}
		reader := NewReader(bytes.NewReader(b), "x")
		for {
			raw, err := reader.Next()
			if err != nil {
				break
			}
			again(t, raw)
		}
	}
}
