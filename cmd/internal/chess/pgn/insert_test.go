package pgn

import (
	"io"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sources reads a text by a reader that keeps the sources.
func sources(t *testing.T, text string) (games []*Raw, rest string) {
	t.Helper()
	r := NewReader(strings.NewReader(text), "x.pgn")
	r.KeepSource()
	for {
		raw, err := r.Next()
		if err == io.EOF {
			return games, string(r.Rest())
		}
		require.NoError(t, err)
		games = append(games, raw)
	}
}

// annotated inserts a value, a glyph and a line at each move of each game.
func annotated(t *testing.T, text string, notes ...Note) string {
	t.Helper()
	games, rest := sources(t, text)
	var b strings.Builder
	for _, raw := range games {
		out, _, err := raw.Insert(notes, by)
		require.NoError(t, err)
		b.Write(out)
	}
	return b.String() + rest
}

// by is the annotator of the tests.
var by = Annotator("go", "tuned", "5 nodes")

func TestInsertByHand(t *testing.T) {
	value := Note{Eval: &Eval{Centipawns: 25}}
	bad := Note{Eval: &Eval{Centipawns: -125}, NAG: 2, Loss: 150, Better: []Move{{UCI: "d2d4"}, {UCI: "d7d5"}}}
	const ours = "searchex go, profile tuned, 5 nodes a position, marked %sx"
	const oldTag = "[Annotator \"searchex z80, profile tuned, 1,000 nodes a position\"]\n"
	const old = "searchex go, profile sx81,price.killer=12, SX 34, 1,000 nodes, 20,000 cycles a position"
	const tag = "[Annotator \"" + ours + "\"]\n"
	const judged = " {[%eval -1.25] [%sx $2]}"
	// The checksum is the CRC-32 of "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - e2e4
	// Better, by 1.50: d4 d5" in one line.
	const line = "({Better, by 1.50: [%sx a1aefaad]} 1. d4 d5)"
	for _, tt := range []struct {
		name, text, want string
		notes            []Note
	}{
		{"no tags", "1. e4 e5 *\n", tag + "\n1. e4 {[%eval 0.25]} 1... e5 {[%eval 0.25]} *\n", []Note{value, value}},
		{"a tag", "[White \"A\"]\n\n1. e4 *\n", "[White \"A\"]\n" + tag + "\n1. e4 {[%eval 0.25]} *\n", []Note{value}},
		{"no notes", "[White \"A\"]\n\n1.e4  e5\n*", "[White \"A\"]\n\n1.e4  e5\n*", nil},
		{"numbers without a space", "1.e4 e5 2.Nf3", tag + "\n1.e4 {[%eval 0.25]} 1... e5 {[%eval 0.25]} 2.Nf3", []Note{value, value}},
		{"a glyph, a line", "1. e4 e5 *", tag + "\n1. e4 $2" + judged + " " + line + "\n1... e5 *", []Note{bad}},
		{"judged by its author", "1. e4! e5 $1 *", tag + "\n1. e4! {[%eval -1.25]} " + line + " 1... e5 $1\n{[%eval 0.25]} *", []Note{bad, {NAG: 2, Eval: value.Eval}}},
		{"a glyph that does not judge", "1. e4 $10 e5 *", tag + "\n1. e4 $2 $10" + judged + " ({Better, by 1.50: [%sx a1aefaad]} 1. d4\nd5) 1... e5 *", []Note{bad}},
		{"a comment", "1. e4 { king's  pawn } e5 *", tag + "\n1. e4 {[%eval 0.25] king's  pawn } 1... e5 *", []Note{value}},
		{"a value of another program", "1. e4 {[%clk 0:01:00] so [%eval 3.00,20] so} e5 *", tag + "\n1. e4 {[%clk 0:01:00] so [%eval 0.25] so} 1... e5 *", []Note{value}},
		{"a comment to the end of the line", "1. e4 ; well\ne5 *", tag + "\n1. e4 {[%eval 0.25]} ; well\n1... e5 *", []Note{value}},
		{"an old line", oldTag + "\n1. e4 ({Better, by\n0.60:} 1. c4) ({mine} 1. b3) e5 *", tag + "\n1. e4 $2" + judged + " ({mine} 1. b3) ({Better, by\n1.50: [%sx a1aefaad]} 1. d4 d5) 1... e5 *", []Note{bad, {}}},
		{"a variation with a value", "1. e4 (1. d4 {[%eval 1.00]}) e5 *", tag + "\n1. e4 {[%eval 0.25]} (1. d4 {[%eval 1.00]}) 1... e5 *", []Note{value}},
		{"an escaped line", "1. e4\n%secret 1. d4\ne5 *", tag + "\n1. e4 {[%eval 0.25]}\n%secret 1. d4\n1... e5 *", []Note{value}},
		{"CRLF", "[White \"A\"]\r\n\r\n1. e4 *\r\n", "[White \"A\"]\r\n[Annotator \"" + ours + "\"]\r\n\r\n1. e4 {[%eval 0.25]} *\r\n", []Note{value}},
		{"Latin-1", "[White \"M\xfcller\"]\n\n1. e4 {gr\xf6\xdfer} *\n", "[White \"M\xfcller\"]\n" + tag + "\n1. e4 {[%eval 0.25] gr\xf6\xdfer} *\n", []Note{value}},
		{"BOM", "\uFEFF[White \"A\"]\n\n1. e4 *\n", "\uFEFF[White \"A\"]\n" + tag + "\n1. e4 {[%eval 0.25]} *\n", []Note{value}},
		{"another annotator", "[Annotator \"Tal\"]\n[ECO \"A00\"]\n\n1. e4 *\n", "[Annotator \"Tal; " + ours + "\"]\n[ECO \"A00\"]\n\n1. e4 {[%eval 0.25]} *\n", []Note{value}},
		{"itself as annotator", "[Annotator \"Tal; " + old + "\"]\n\n1. e4 *\n", "[Annotator \"Tal; " + ours + "\"]\n\n1. e4 {[%eval 0.25]} *\n", []Note{value}},
		{"a tag without its bracket", "[White \"A\"\n\n1. e4 *\n", "[White \"A\"\n" + tag + "\n1. e4 {[%eval 0.25]} *\n", []Note{value}},
		{"breaks off", "1. e4 e7 2. Nc3 {so} *", tag + "\n1. e4 {[%eval 0.25]} e7 2. Nc3 {so} *", []Note{value}},
		{"breaks off, a line before", "1. e4 e7 2. Nc3 *", tag + "\n1. e4 $2" + judged + " " + line + "\ne7 2. Nc3 *", []Note{bad}},
		{"no move is read", "1. e5 e7 *", "1. e5 e7 *", []Note{value}},
		{"a variation without end", "1. e4 (1. d4 d5", tag + "\n1. e4 $2" + judged + " " + line + "\n(1. d4 d5", []Note{bad}},
		{"a comment without end", "1. e4 e5 {and then", tag + "\n1. e4 {[%eval 0.25]} 1... e5 {and then", []Note{value}},
		{"a position that cannot be played", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n", []Note{value}},
		{"nothing to say", "1. e4 e5 *", tag + "\n1. e4 e5 *", []Note{{}, {}}},
		{"a comment after the result", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 1-0 {of this game}\n",
			tag + "\n1. e4 {[%eval 0.25]} 1... e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1\n1-0 {of this game}\n", []Note{value}},
		{"a comment far after the result", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O 1-0 {of this game, not of the next}\n",
			tag + "\n1. e4 {[%eval 0.25]} 1... e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O 1-0 {of this game, not of the next}\n", []Note{value}},
		{"long", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 *",
			tag + "\n1. e4 {[%eval 0.25]} 1... e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1\nb5 7. Bb3 d6 8. c3 O-O 9. h3 *", []Note{value}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := annotated(t, tt.text, tt.notes...)
			assert.Equal(t, tt.want, got)
			assert.Equal(t, got, annotated(t, got, tt.notes...), "once more")
		})
	}
}

// insertions matches what Insert adds.
var insertions = regexp.MustCompile(`\[Annotator "` + by + `, marked %sx"\]|\(\{Better, by 1\.50: \[%sx [0-9a-f]{8}\]\} [^)]*\)|\{\[%eval 0\.25\]( \[%sx \$6\])?\}|\[%eval 0\.25\]( \[%sx \$6\])?|\$6|[0-9]+\.\.\. `)

// bare returns a text without spaces and without what Insert adds.
func bare(s string) string {
	return strings.Join(strings.Fields(insertions.ReplaceAllString(strings.Join(strings.Fields(s), " ")+" ", "")), "")
}

// files returns texts as users have them: the samples, and random pieces of games.
func files(t *testing.T) (all []string) {
	names, err := filepath.Glob("testdata/*.pgn")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		b := given.File(t, name)
		all = append(all, string(b))
	}
	pieces := []string{"[White \"A\"]", "[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]", "[Event \"x", "\n", "\n\n", "\r\n", " ", "1. e4", "1.d4", "e5", "Nf3", "d5", "(", ")", "{a  b}", "{", "}", "; c\n",
		"\n%d\n", "$3", "!", "??", "Nf3!?", "*", "1-0", "½-½", "--", "Ke8", "\xfc", "\x00", "%e", "[",
		"[0:15]", "[%x]", "{a {b} c}", "{a {", "\u00a0", "\xa0", "\u200b", "\uFEFF", ",", "1 - 0", "1/2 - 1/2", "1-0 1-0", "e4ch", "e8(Q)", "a8=(Q)+", "♘f3!±", "O–O", "\r", "[FEN x]", "[White “a”]", "Sf3", "Z0"}
	random := rand.New(rand.NewPCG(34, 1))
	for range 5_000 {
		var b strings.Builder
		for range random.IntN(30) {
			b.WriteString(pieces[random.IntN(len(pieces))])
			if random.IntN(2) == 0 {
				b.WriteByte(' ')
			}
		}
		all = append(all, b.String())
	}
	return all
}

// The sources of the games and the rest are the file.
func TestSourcesAreTheFile(t *testing.T) {
	for _, text := range files(t) {
		games, rest := sources(t, text)
		var b strings.Builder
		for _, g := range games {
			b.Write(g.Source())
		}
		require.Equal(t, text, b.String()+rest)
	}
}

// Whatever the file, annotation only adds, and the games and moves that are read
// afterwards are the same.
func TestInsertOnlyAdds(t *testing.T) {
	for _, text := range files(t) {
		insertOnlyAdds(t, text)
	}
}

// FuzzInsert is TestInsertOnlyAdds for any text that does not look like an annotated game.
func FuzzInsert(f *testing.F) {
	for _, s := range wild {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		utf16 := strings.HasPrefix(text, "\xfe\xff") || strings.HasPrefix(text, "\xff\xfe")
		if !utf16 && !insertions.MatchString(strings.Join(strings.Fields(text), " ")+" ") {
			insertOnlyAdds(t, text)
		}
	})
}

func insertOnlyAdds(t *testing.T, text string) {
	value := Eval{Centipawns: 25}
	games, rest := sources(t, text)
	var moves [][]string
	var all strings.Builder
	for _, raw := range games {
		g, _, _ := raw.Game()
		moves = append(moves, g.UCI())
		notes := make([]Note, len(g.Moves))
		for i, m := range g.Moves {
			notes[i] = Note{NAG: 6, Eval: &value, Loss: 150, Better: []Move{{UCI: m.UCI}}}
		}
		out, _, err := raw.Insert(notes, by)
		require.NoError(t, err, "%q", text)
		require.Equal(t, bare(string(raw.Source())), bare(string(out)), "%q", text)
		all.Write(out)
	}
	again, _ := sources(t, all.String()+rest)
	var read [][]string
	for _, raw := range again {
		g, _, _ := raw.Game()
		read = append(read, g.UCI())
	}
	require.Equal(t, moves, read, "%q\n%q", text, all.String()+rest)
}
