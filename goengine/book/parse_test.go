package book

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// after is the position after moves in SAN.
func after(t testing.TB, moves string) *goengine.Position {
	t.Helper()
	p, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	for san := range strings.FieldsSeq(moves) {
		m, err := ParseSAN(p, san)
		require.NoError(t, err, san)
		require.True(t, p.Play(m))
	}
	return p
}

func parse(t testing.TB, source string) *Tree {
	t.Helper()
	tree, err := Parse(strings.NewReader(source), "x")
	require.NoError(t, err)
	return tree
}

// movesOf are the moves of a position with their weights, in the order of the source.
func movesOf(n *Node) string {
	var s []string
	for _, e := range n.Moves {
		s = append(s, fmt.Sprintf("%s*%d", e.SAN, e.Weight()))
	}
	return strings.Join(s, " ")
}

func TestParseReadsEveryForm(t *testing.T) {
	f, err := os.Open("testdata/small.pgn")
	require.NoError(t, err)
	defer f.Close()
	tree, err := Parse(f, "small.pgn")
	require.NoError(t, err)
	for moves, want := range map[string]string{
		"":                     "e4*4 Nf3*1",
		"e4":                   "e5*1 c5*1 e6*1",
		"e4 e5":                "Nf3*1",
		"e4 e5 Nf3":            "Nc6*3 d6*1 f6*0",
		"e4 e5 Nf3 d6 d4":      "exd4*1",
		"e4 e5 Nf3 f6":         "Nxe5*8",
		"e4 e5 Nf3 Nc6":        "Bb5*2",
		"e4 e5 Nf3 Nc6 Bb5":    "a6*1",
		"e4 e5 Nf3 Nc6 Bb5 a6": "",
		"e4 c5":                "Nf3*1",
		"Nf3 c5":               "e4*1",
		"e4 c5 Nf3":            "d6*1 Nc6*1", // however it came about
		"Nf3 c5 e4 d6":         "d4*0 c3*1",
		"Nf3 c5 e4 d6 c3":      "Nf6*1",
		"e4 e6":                "",
		"e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5 Ndb5": "",
	} {
		n := tree.Node(after(t, moves))
		require.NotNil(t, n, moves)
		require.Equal(t, want, movesOf(n), moves)
	}
	require.Equal(t, 6, tree.Lines)
	require.True(t, tree.Open)
	require.Equal(t, Stats{HalfMoves: 34, Played: 32, Positions: 27, Transpositions: 1}, tree.Stats())

	for moves, want := range map[string]string{
		"":                     "",
		"e4":                   "",
		"e4 e5":                "C60 Ruy Lopez",
		"e4 e5 Nf3 Nc6 Bb5 a6": "C60 Ruy Lopez",
		"e4 c5":                "Sicilian",
		"e4 c5 Nf3":            "A04 Reti", // where a line of that name ends
		"e4 c5 Nf3 d6 d4":      "A04 Reti",
		"e4 c5 Nf3 d6":         "", // the Reti goes through too
		"e4 c5 Nf3 d6 d4 cxd4": "B90 Sicilian, Najdorf",
		"e4 c5 Nf3 Nc6":        "B33 Sicilian, Sveshnikov",
		"Nf3":                  "A04 Reti",
		"Nf3 c5 e4 d6 c3":      "A04 Reti",
		"e4 e6":                "",
	} {
		require.Equal(t, want, tree.Node(after(t, moves)).Name().String(), moves)
	}
}

func TestOneLineInManyForms(t *testing.T) {
	want := parse(t, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O *").Stats()
	for _, source := range []string{
		"e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O",
		"1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 Nf6 5.d3 0-0",
		"1 e4 e5 2 Nf3 Nc6 3 Bc4 Bc5 4 O-O Nf6 5 d3 O-O 1-0",
		"1. e4 1... e5 2. Nf3 2... Nc6 3 . Bc4 3. ... Bc5 4.O-O Nf6 5. d3 O-O 0-1",
		"\xEF\xBB\xBF1. e4 e5\r\n2. Nf3 Nc6\r\n\r\n3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O\r\n\r\n1/2-1/2\r\n",
		"1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1c4 Bf8c5 4. e1g1 g8f6 5. d2d3 e8g8*",
		"1. e4 {a} e5 {b {still b}2.Nf3 Nc6 (2... d6) 3. Bc4 Bc5 4. O-O (4. c3) Nf6 5. d3 O-O",
		"1. e4 e5 2. Nf3 Nc6 3. Bc4\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O",
		"[Event \"?\"]\n[Result \"*\"]\n1. e4 e5 2. Nf3 Nc6\n3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O *\n[Event \"[]\\\"]\"]\n",
		"1. e4 += e5± 2. ♘f3!? ♞c6□ 3. Bc4 N Bc5 4. O–O +- Nf6 = 5. d3 O—O ½–½ 1. e4 e5",
		"[Variant \"From Position\"]\n1. e4 e5 (1... -- 2. d4 d5) 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O 6. Z0 h6 *",
	} {
		tree := parse(t, source)
		n := tree.Node(after(t, "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O"))
		require.NotNil(t, n, source)
		require.GreaterOrEqual(t, tree.Stats().HalfMoves, want.HalfMoves, source)
	}
}

func TestWeights(t *testing.T) {
	for source, want := range map[string]string{
		"1. e4":                         "e4*1",
		"1. e4*0":                       "e4*0",
		"1. e4*8":                       "e4*8",
		"1. e4!*3":                      "e4*3",
		"1. e4*3!?":                     "e4*3",
		"1. e4?":                        "e4*0",
		"1. e4??":                       "e4*0",
		"1. e4?!":                       "e4*1",
		"1. e4!?":                       "e4*1",
		"1. e4 $2":                      "e4*0",
		"1. e4 $4":                      "e4*0",
		"1. e4 $6":                      "e4*1",
		"1. e4*4 * 1. e4*2 * 1. e4":     "e4*4",
		"1. e4*2 * 1. e4*4":             "e4*4",
		"1. e4? * 1. e4 e5":             "e4*0", // a weight was given, and none else
		"1. e4? * 1. e4*2":              "e4*2",
		"1. e4?*2":                      "e4*2",
		"1. f3 e5 2. g4 Qh4#*5 * 1. e4": "f3*1 e4*1",
		"1. e4*":                        "e4*1",
	} {
		require.Equal(t, want, movesOf(parse(t, source).Node(after(t, ""))), source)
	}
}

// Each mistake is named with its own line, and hides none that follows.
func TestParseTellsEveryBadLine(t *testing.T) {
	const start = goengine.StartFEN
	for source, want := range map[string][]string{
		"1. e4 e5 2. Nf7":            {`x:1: move 2 "Nf7": no such legal move in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2`},
		"1. e4\n1... Nf3":            {`x:2: move 1... "Nf3": no such legal move in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1`},
		"1. e9":                      {`x:1: move 1 "e9": not a move in ` + start},
		"1. hello world *\n1. d5":    {`x:1: move 1 "hello": not a move in ` + start, `x:2: move 1 "d5": no such legal move in ` + start},
		"1. d4 d5 2. Nf3 Nf6 3. Nd2": {`x:1: move 3 "Nd2": ambiguous: Nbd2 or Nfd2 in rnbqkb1r/ppp1pppp/5n2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 2 3`},
		"1. Nxf3":                    {`x:1: move 1 "Nxf3": nothing to take on f3 in ` + start},
		"1. e4*9":                    {`x:1: move 1 "e4": weight "9": want 0 to 8`},
		"1. e4*-1":                   {`x:1: move 1 "e4": weight "-1": want 0 to 8`},
		"1. e4*99999999999999999999": {`x:1: move 1 "e4": weight "99999999999999999999": want 0 to 8`},
		"1. e4*x":                    {`x:1: move 1 "e4": weight "x": want 0 to 8`},
		"1. e4 *4":                   {`x:1: weight "*4" stands apart from its move`},
		"1. e4 (1. d4":               {`x:1: ( without )`},
		"1. e4\n(1. d4\n(1. c4)\n\n1. d4 d5 2. xx": {`x:2: ( without )`, `x:5: move 2 "xx": not a move in rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2`},
		"1. e4 (1. d4 *":              {`x:1: ( without )`},
		"1. e4 (1. d4\n[ECO \"A00\"]": {`x:1: ( without )`},
		"1. e4 e5) 2. Nf3 Nf3":        {`x:1: ) without (`, `x:1: move 2... "Nf3": no such legal move in rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2`},
		"(1. e4)":                     {`x:1: a variation before the first move`},
		"1. e4\n{ no end\n\n1. d4":    {`x:2: comment { without }`},
		"1. e4 } e5":                  {`x:1: "}" without its beginning`},
		"1. e4 ] e5":                  {`x:1: "]" without its beginning`},
		"1. e4 $x":                    {`x:1: "$x" is not an annotation`},
		". e4":                        {`x:1: "." without a move number`},
		"1. e4 e5 3. Nf3 Ke8":         {`x:1: move number 3 where 2 is due`},
		"1. e4 e5 2... Nc6":           {`x:1: move number 2... where White is to move`},
		"[B90]\n1. e5":                {`x:1: tag: want [Name "value"]`, `x:2: move 1 "e5": no such legal move in ` + start},
		"[ECO \"B90]\n1. e4":          {`x:1: tag: want [Name "value"]`},
		"[FEN \"8/8\"]\n1. e4":        {`x:1: fen "8/8": want 4 to 6 fields, have 1`},
		"[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 30\"]\n30. a8":   {`x:2: move 30 "a8": the pawn promotes: write a8=Q in 8/P6k/8/8/8/8/8/K7 w - - 0 30`},
		"[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 30\"]\n30. a8=N": {`x:2: move 30 "a8=N": a book holds no promotion but to a queen`},
		"1. e4 (1. xx (1. yy) 1... e5) (1. zz) 1... e4": {
			`x:1: move 1 "xx": not a move in ` + start, `x:1: move 1 "zz": not a move in ` + start,
			`x:1: move 1... "e4": no such legal move in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1`},
		"[Variant \"Antichess\"]\n1. e3 b5 2. Bxb5 *\n1. e4 e5 *\n[Event \"chess\"]\n1. e4 *": {"x:1: the game is Antichess: searchex plays standard chess"},
		"[Variant \"Atomic\"]\n[FEN \"" + start + "\"]\n1. e4 *":                              {"x:1: the game is Atomic: searchex plays standard chess"},
		"\x00\x01\x02": {"x:1: move 1 \"\\x00\": not a move in " + start},
	} {
		tree, err := Parse(strings.NewReader(source), "x")
		require.NotNil(t, tree)
		var errs Errors
		require.ErrorAs(t, err, &errs, source)
		var got []string
		for _, e := range errs {
			got = append(got, e.Error())
		}
		require.Equal(t, want, got, source)
	}
}

// What is right before and after a mistake is in the tree.
func TestParseKeepsWhatIsRight(t *testing.T) {
	tree, err := Parse(strings.NewReader("1. e4 e5 2. Qf7 Nc6 *\n1. d4 d5 2. c4"), "x")
	require.Error(t, err)
	require.Equal(t, "e4*1 d4*1", movesOf(tree.Node(after(t, ""))))
	require.Equal(t, "c4*1", movesOf(tree.Node(after(t, "d4 d5"))))
	require.Empty(t, tree.Node(after(t, "e4 e5")).Moves)
}

func TestErrorsAreCounted(t *testing.T) {
	source := strings.Repeat("1. e5 *\n", 500)
	_, err := Parse(strings.NewReader(source), "x")
	var errs Errors
	require.ErrorAs(t, err, &errs)
	require.Len(t, errs, MaxErrors)
	require.Equal(t, MaxErrors, errs[MaxErrors-1].Line)
	require.Equal(t, `x:1: move 1 "e5": no such legal move in `+goengine.StartFEN+" (and 99 more)", err.Error())

	broken := errors.New("disc on fire")
	_, err = Parse(io.MultiReader(strings.NewReader("1. e4 "), iotest.ErrReader(broken)), "x")
	require.ErrorIs(t, err, broken)
	require.EqualError(t, err, "x: disc on fire")
}

func TestCutAtSomeHalfMoves(t *testing.T) {
	tree := NewTree()
	require.NoError(t, tree.Read(strings.NewReader("1. e4 e5 (1... c5 2. Nf3 d6 (2... zz)) 2. Nf3 (2. d4) Nc6 (2... d6) 3. xx yy (zz) *\n"), "x", 3))
	require.Equal(t, "e5*1 c5*1", movesOf(tree.Node(after(t, "e4"))))
	require.Equal(t, "Nf3*1 d4*1", movesOf(tree.Node(after(t, "e4 e5"))))
	require.Empty(t, tree.Node(after(t, "e4 e5 Nf3")).Moves)
	require.Equal(t, 6, tree.Stats().HalfMoves)
}

// endless is a source of one line that does not end for n bytes.
type endless struct {
	pattern string
	at, n   int
}

func (e *endless) Read(b []byte) (int, error) {
	if e.at >= e.n {
		return 0, io.EOF
	}
	for i := range b {
		b[i] = e.pattern[(e.at+i)%len(e.pattern)]
	}
	e.at += len(b)
	return len(b), nil
}

func TestLinesWithoutEnd(t *testing.T) {
	for _, pattern := range []string{"a", "(", ")", "1. e4 (1. d4 ", "{", "[", "[A \"", "\"", "e4 e5 Nf3 Nc6 Ng1 Nb8 ", "1", ".", "*", "$", "\n", "e4*", "\x00", "\xff", "%"} {
		_, err := Parse(&endless{pattern: pattern, n: 1 << 18}, "x")
		var errs Errors
		if err != nil {
			require.ErrorAs(t, err, &errs, pattern)
			for _, e := range errs {
				require.Less(t, len(e.Text), 250, pattern)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	small, err := os.ReadFile("testdata/small.pgn")
	require.NoError(f, err)
	f.Add(small)
	for _, s := range []string{"", "1. e4 (1. d4", "{", "[ECO \"", "1. e4*9 e5?? $4 )", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n1. e4", magic} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		tree, err := Parse(bytes.NewReader(source), "x")
		require.NotNil(t, tree)
		var errs Errors
		if err != nil {
			require.ErrorAs(t, err, &errs)
		}
		table, err := tree.Compile()
		if err != nil {
			return
		}
		opened, err := Open(table)
		require.NoError(t, err)
		s := tree.Stats()
		require.Equal(t, s.Played, opened.HalfMoves())
		require.Equal(t, s.Positions, opened.Positions())
	})
}
