package epd

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/testdata"
)

const kings = "4k3/8/8/8/8/8/8/4K2R w K -"

func TestReadsEveryForm(t *testing.T) {
	text := "\uFEFF# a comment\r\n\r\n" +
		kings + " bm Rh8+ O-O; id \"one; two\"; c0 \"a b\";\r\n" +
		kings + " 3 17 ;D1 15 ;D2 66 ;id \"perft\"\n" +
		kings + "\t0 1\n" +
		kings + "\n" +
		kings + " hmvc 7; fmvn 20;\n" +
		kings + " bm Rh8+"
	all, err := Read(strings.NewReader(text), "x.epd")
	require.NoError(t, err)
	require.Len(t, all, 6)
	assert.Equal(t, "x.epd:3", all[0].Where)
	assert.Equal(t, "one; two", all[0].ID)
	assert.Equal(t, []string{"Rh8+", "O-O"}, all[0].Ops["bm"])
	assert.Equal(t, []string{"a b"}, all[0].Ops["c0"])
	assert.Equal(t, kings+" 0 1", all[0].FEN)
	assert.Equal(t, kings+" 3 17", all[1].FEN)
	assert.Equal(t, map[int]uint64{1: 15, 2: 66}, all[1].Perft)
	assert.Equal(t, "perft", all[1].ID)
	assert.Equal(t, kings+" 0 1", all[2].FEN)
	assert.Equal(t, all[3].FEN, all[3].Name())
	assert.Equal(t, kings+" 7 20", all[4].FEN)
	assert.Equal(t, 7, all[4].Board.HalfmoveClock())
	assert.Equal(t, []string{"Rh8+"}, all[5].Ops["bm"])
}

func TestErrorsNameFileAndLine(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"nothing":          {"", "x.epd: no position in this file"},
		"comments only":    {"# none\n\n", "x.epd: no position in this file"},
		"words":            {kings + "\nhello world\n", `x.epd:2: fen "hello world": want 4 to 6 fields, have 2`},
		"no king":          {"8/8/8/8/8/8/8/4K3 w - -\n", `x.epd:1: fen "8/8/8/8/8/8/8/4K3 w - -": black has no king`},
		"open quote":       {kings + ` id "one;`, `x.epd:1: a quote " is not closed`},
		"no semicolon":     {kings + " x 1\n", `x.epd:1: operation "x 1" has no ; at its end`},
		"not an operation": {kings + " -3 1;\n", `x.epd:1: operation "-3" does not begin with a letter`},
		"bad count":        {kings + " ;D1 many\n", `x.epd:1: operation D1: "many" is not a number of leaves`},
		"no count":         {kings + " ;D1\n", "x.epd:1: operation D1 has 0 numbers, want 1"},
		"bad clock":        {kings + " hmvc 900;\n", `x.epd:1: fen "` + kings + ` 900 1": half-move clock "900": want a number from 0 to 150`},
		"long line":        {kings + " c0 \"" + strings.Repeat("x", maxLine) + "\";", "x.epd:1: line of more than 65536 bytes"},
		"binary":           {"\x00\x01\x02\n", "x.epd: is not a text, since it has null bytes"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := Read(strings.NewReader(test.text), "x.epd")
			assert.EqualError(t, err, test.want)
		})
	}
}

func TestReadsTheProjectsFiles(t *testing.T) {
	names, err := fs.Glob(testdata.Files, "*.epd")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		all, err := BuiltIn(name)
		require.NoError(t, err)
		require.NotEmpty(t, all)
		for _, p := range all {
			assert.NotEmpty(t, p.ID, p.Where)
		}
	}
}

func TestSplitByHand(t *testing.T) {
	for line, want := range map[string][2]string{
		"":                                   {"", ""},
		kings:                                {kings, ""},
		kings + " 3 17 bm Rh8;":              {kings + " 3 17", "bm Rh8;"},
		kings + ` id "3 17";`:                {kings, `id "3 17";`},
		kings + ";D1 15":                     {kings, ";D1 15"},
		`"` + kings + ` 0 1" bm Rh8;`:        {`"` + kings + ` 0 1"`, "bm Rh8;"},
		"'" + kings + "'":                    {"'" + kings + "'", ""},
		`"` + kings:                          {`"` + kings, ""},
		"startpos bm e4;":                    {"startpos", "bm e4;"},
		"startpos":                           {"startpos", ""},
		"4k3/8/8/8/8/8/8/4K2R\tw  K\t- bm O": {kings, "bm O"},
	} {
		fen, ops := Split(line)
		assert.Equal(t, want, [2]string{fen, ops}, line)
	}
}

// With somebody to hear of bad lines the others are read, and each bad line is named.
func TestBadLinesAreNamedAndLeftOut(t *testing.T) {
	var bad []string
	all, err := ReadGood(strings.NewReader("hello world\r"+kings+" id \"one\";\r"+kings+" x 1\r"), "x.epd", func(err error) { bad = append(bad, err.Error()) })
	require.NoError(t, err)
	require.Len(t, all, 1)
	assert.Equal(t, "one", all[0].ID)
	assert.Equal(t, "x.epd:2", all[0].Where)
	assert.Equal(t, []string{`x.epd:1: fen "hello world": want 4 to 6 fields, have 2`, `x.epd:3: operation "x 1" has no ; at its end`}, bad)
}
