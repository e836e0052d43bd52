package window

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

const pawns = "7k/8/6pp/8/1P6/P7/8/K7 w - - 0 1"

// model is a small model's file with some fields and positions.
func model(fields, positions string) string {
	return `{"start": "` + pawns + `", ` + fields + `"positions": {` + positions + `}}`
}

// Each bad file gives one line: the file, the key, and what is wrong.
func TestBadModels(t *testing.T) {
	const a = `"A": {"move": "a3a4"}`
	deep := strings.Repeat("A", 33)
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", `the file is empty, want a model`},
		{"blank", " \n\t", `the file is empty, want a model`},
		{"no JSON", "model", `line 1: invalid character 'm' looking for beginning of value`},
		{"other JSON", `[1]`, `want an object, have a list`},
		{"null", `null`, `want an object, have null`},
		{"cut off", "{\n\"title\": \"x\",\n", `line 2: the file ends early`},
		{"cut off in a position", `{"positions": {"A": {"move": "a3a4"`, `key "A": line 1: the file ends early`},
		{"trailing data", model("", a) + "\n{}", `line 2: invalid character '{' after top-level value`},
		{"comma too many", `{"start": "` + pawns + `", "positions": {` + a + `,}}`, `positions: line 1: invalid character '}' looking for beginning of object key string`},
		{"field twice", `{"title": "x", "title": "y"}`, `field "title" is there twice`},
		{"field unknown", `{"titel": "x"}`, `field "titel" is unknown: want one of about, depth, outcome, positions, pretend, profile, runs, start, sx, title`},
		{"field in capitals", `{"Title": "x"}`, `field "Title" is unknown: want one of about, depth, outcome, positions, pretend, profile, runs, start, sx, title`},
		{"field of a position unknown", model("", `"A": {"mvoe": "a3a4"}`), `key "A": field "mvoe" is unknown: want one of category, line, move, price, score`},
		{"field of a position twice", model("", `"A": {"move": "a3a4", "move": "b4b5"}`), `key "A": field "move" is there twice`},
		{"title no string", `{"title": 3}`, `title: want a string, have the number 3`},
		{"title of two lines", `{"title": "a\nb"}`, `title: "a\nb": want printable text`},
		{"escape sequence", model("", `"A": {"move": "a3a4", "line": "\u001b[2J"}`), `key "A": line: "\x1b[2J": want printable text`},
		{"no start", `{"positions": {` + a + `}}`, `start is missing: want the position that is searched, a FEN`},
		{"bad start", `{"start": "8/8/8", "positions": {` + a + `}}`, `start: fen "8/8/8": want 4 to 6 fields, have 1`},
		{"start without a king", `{"start": "8/8/8/8/8/8/8/K7 w - - 0 1", "positions": {` + a + `}}`, `start: fen "8/8/8/8/8/8/8/K7 w - - 0 1": black has no king`},
		{"bad pretend", model(`"pretend": "x", `, a), `pretend: fen "x": want 4 to 6 fields, have 1`},
		{"no positions", `{"start": "` + pawns + `"}`, `there are no positions: want at least one`},
		{"empty positions", model("", ""), `there are no positions: want at least one`},
		{"positions as a list", `{"positions": []}`, `positions: want an object, have a list`},
		{"position no object", model("", `"A": "a3a4"`), `key "A": want an object, have the string "a3a4"`},
		{"key twice", model("", a+`, `+a), `key "A": is there twice`},
		{"key twice, once escaped", model("", a+`, "\u0041": {"move": "b4b5"}`), `key "A": is there twice`},
		{"parent missing", model("", a+`, "BG": {"move": "h6h5"}`), `key "BG": the position before its last move, "B", is missing`},
		{"empty key", model("", `"": {"move": "a3a4"}`), `key "": want a letter from A to Z for each ply`},
		{"digit in a key", model("", `"A1": {"move": "a3a4"}`), `key "A1": want a letter from A to Z for each ply`},
		{"small letter", model("", `"a": {"move": "a3a4"}`), `key "a": want a letter from A to Z for each ply`},
		{"other letter", model("", `"Ä": {"move": "a3a4"}`), `key "Ä": want a letter from A to Z for each ply`},
		{"control character in a key", model("", `"A\n": {"move": "a3a4"}`), `key "A\n": want a letter from A to Z for each ply`},
		{"too many plies", model("", `"`+deep+`": {"move": "a3a4"}`), `key "` + deep + `": has 33 plies, want at most 32`},
		{"no move", model("", `"A": {"score": 1}`), `key "A": its move is missing`},
		{"illegal move", model("", a+`, "AG": {"move": "a4a5"}`), `key "AG": move "a4a5" is not legal in 7k/8/6pp/8/PP6/8/8/K7 b - - 0 1`},
		{"no move at all", model("", `"A": {"move": "0000"}`), `key "A": move "0000" is not legal in ` + pawns},
		{"move in words", model("", `"A": {"move": "`+strings.Repeat("x", 999)+`"}`), `key "A": move "` + strings.Repeat("x", 60) + `…" is not legal in ` + pawns},
		{"two positions of one move", model("", a+`, "B": {"move": "a3a4"}`), `key "B": its move a3a4 is that of "A" already`},
		{"two positions of one line", model("", `"A": {"move": "a3a4", "line": "1.x"}, "B": {"move": "b4b5", "line": "1.x"}`), `key "B": its line "1.x" is that of "A" already`},
		{"score too high", model("", `"A": {"move": "a3a4", "score": 100.01}`), `key "A": score: 100.01: want -100 to 100`},
		{"score too low", model("", `"A": {"move": "a3a4", "score": -101}`), `key "A": score: -101: want -100 to 100`},
		{"score beyond numbers", model("", `"A": {"move": "a3a4", "score": 1e999}`), `key "A": score: 1e999: want -100 to 100`},
		{"score NaN", model("", `"A": {"move": "a3a4", "score": NaN}`), `key "A": score: line 1: invalid character 'N' looking for beginning of value`},
		{"score as text", model("", `"A": {"move": "a3a4", "score": "1"}`), `key "A": score: want a number, have the string "1"`},
		{"score null", model("", `"A": {"move": "a3a4", "score": null}`), `key "A": score: want a number, have null`},
		{"unknown category", model("", `"A": {"move": "a3a4", "category": "chess"}`), `key "A": category "chess" is unknown: want one of ` + strings.Join(goengine.CategoryNames[:], ", ")},
		{"price 0", model("", `"A": {"move": "a3a4", "price": 0}`), `key "A": price: 0: want a whole number from 1 to 254`},
		{"price 255", model("", `"A": {"move": "a3a4", "price": 255}`), `key "A": price: 255: want a whole number from 1 to 254`},
		{"price in parts", model("", `"A": {"move": "a3a4", "price": 7.5}`), `key "A": price: 7.5: want a whole number from 1 to 254`},
		{"price true", model("", `"A": {"move": "a3a4", "price": true}`), `key "A": price: want a number, have true`},
		{"unknown profile", model(`"profile": "sx82", `, a), `profile "sx82" is unknown: want one of uniform, sx81, parker83, cyrus86, sex88, tuned, net, sx81-text, sx81-graded`},
		{"bad change of a profile", model(`"profile": "sx81,price.check=0", `, a), `profile sx81,price.check=0: price.check=0: want a number from 1 to 255`},
		{"sx too high", model(`"sx": 256, `, a), `sx: 256: want a whole number from 0 to 255`},
		{"sx negative", model(`"sx": -1, `, a), `sx: -1: want a whole number from 0 to 255`},
		{"depth 0", model(`"depth": 0, `, a), `depth: 0: want a whole number from 1 to 32`},
		{"depth 33", model(`"depth": 33, `, a), `depth: 33: want a whole number from 1 to 32`},
		{"runs no list", model(`"runs": {}, `, a), `runs: want a list, have an object`},
		{"no runs", model(`"runs": [], `, a), `runs: the list is empty, want at least one run`},
		{"too many runs", model(`"runs": [`+strings.Repeat(`{},`, 100)+`{}], `, a), `runs: want at most 100`},
		{"run without a name", model(`"runs": [{"name": "x"}, {}], `, a), `run 2: its name is missing`},
		{"runs of one name", model(`"runs": [{"name": "x"}, {"name": "x"}], `, a), `run 2: the name "x" is another's already`},
		{"run's field", model(`"runs": [{"dept": 3}], `, a), `run 1: field "dept" is unknown: want one of depth, name, profile, scores, sx`},
		{"run's profile", model(`"runs": [{"profile": "x"}], `, a), `run 1: profile "x" is unknown: want one of uniform, sx81, parker83, cyrus86, sex88, tuned, net, sx81-text, sx81-graded`},
		{"run's score", model(`"runs": [{"scores": {"A": 1000}}], `, a), `run 1: key "A": score: 1000: want -100 to 100`},
		{"run's score twice", model(`"runs": [{"scores": {"A": 1, "A": 1}}], `, a), `run 1: key "A": is there twice`},
		{"run's score of nothing", model(`"runs": [{"scores": {"B": 1}}], `, a), `run 1: key "B": the model has no such position`},
		{"run's score of the root", model(`"runs": [{"scores": {"": 1}}], `, a), `run 1: key "": the model has no such position`},
		{"drawn by material", `{"start": "7k/8/8/8/8/8/1p6/K7 w - - 0 1", "positions": {"A": {"move": "a1b2"}, "AG": {"move": "h8h7"}}}`,
			`key "A": is a draw by insufficient material on the board, so its moves would never be tried`},
		{"drawn by fifty moves", `{"start": "7k/8/6pp/8/1P6/P7/8/K7 w - - 99 90", "positions": {"A": {"move": "a1b1"}, "AG": {"move": "h6h5"}}}`,
			`key "A": is a draw by fifty moves on the board, so its moves would never be tried`},
		{"drawn by repetition", model("", `"A": {"move": "a1b1"}, "AG": {"move": "h8h7"}, "AGA": {"move": "b1a1"}, "AGAG": {"move": "h7h8"}, "AGAGA": {"move": "a3a4"}`),
			`key "AGAG": is a draw by repetition on the board, so its moves would never be tried`},
		{"too large", strings.Repeat(" ", MaxSize+1), `larger than 1048576 bytes, want a model`},
		{"nested without end", strings.Repeat("[", 100_000), `want an object, have a list`},
		{"nested in a field", `{"title": ` + strings.Repeat("[", 100_000), `title: want a string, have a list`},
		{"profile without end", model(`"profile": "sx81`+strings.Repeat(",step=4", 99)+`", `, a), `profile "sx81,step=4,step=4,step=4,step=4,step=4,step=4,step=4,step=4…" is too long: want at most 400 characters`},
		{"not UTF-8", "{\"title\": \"\xff\"}", `the file is not UTF-8, want a model`},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := Parse("dir/bad.json", strings.NewReader(c.text))
			require.Nil(t, m)
			require.EqualError(t, err, "dir/bad.json: "+c.want)
		})
	}
}

// full is a model that uses every field.
const full = `{
	"title": "All", "about": "one\ntwo", "outcome": "three",
	"start": "7k/8/6pp/8/1P6/P7/8/K7 b - - 0 1", "pretend": "7k/8/8/8/8/8/8/KR6 w - - 0 1",
	"profile": "sx81,switch.half-frontier=on", "sx": 40, "depth": 5,
	"positions": {
		"HB": {"move": "b4b5", "line": "1...g5 2.b5", "score": 0.1, "category": "first check", "price": 3},
		"H": {"move": "g6g5", "score": -0.06},
		"HA": {"move": "a3a4", "score": -100},
		"G": {"move": "h6h5", "price": 254}
	},
	"runs": [
		{"name": "own"},
		{"name": "other", "profile": "uniform", "depth": 2, "scores": {"H": 99.9, "HB": -0.1875}},
		{"name": "free", "profile": "tuned", "sx": 0}
	]
}`

func TestAModelIsReadAsItStands(t *testing.T) {
	m, err := Parse("dir/all.json", strings.NewReader(full))
	require.NoError(t, err)
	assert.Equal(t, "all", m.Name)
	assert.Equal(t, []string{"All", "one\ntwo", "three"}, []string{m.Title, m.About, m.Outcome})
	assert.Equal(t, "7k/8/8/8/8/8/8/KR6 w - - 0 1", m.Pretend)

	var all []*Position
	m.Root.Each(func(p *Position) { all = append(all, p) })
	require.Len(t, all, 5)
	h, hb, ha, g := all[1], all[2], all[3], all[4]
	assert.Equal(t, []string{"H", "HB", "HA", "G"}, []string{h.Key, hb.Key, ha.Key, g.Key}, "the file's order")
	assert.Equal(t, []int{1, 3, 4, 2}, []int{h.Number, hb.Number, ha.Number, g.Number})
	assert.Equal(t, []string{"1...g6g5", "1...g5 2.b5", "1...g6g5 2.a3a4", "1...h6h5"}, []string{h.Line, hb.Line, ha.Line, g.Line})
	assert.Equal(t, []int16{0, 8, -6400, 0}, []int16{h.Score, hb.Score, ha.Score, g.Score}, "eighths of a pawn")
	assert.True(t, h.Scored)
	assert.False(t, g.Scored)
	assert.Equal(t, []uint8{0, 3, 0, 254}, []uint8{h.Price, hb.Price, ha.Price, g.Price})
	assert.Equal(t, "first check", hb.Category)
	assert.Same(t, h, hb.Parent)

	require.Len(t, m.Runs, 3)
	own, other, free := m.Runs[0], m.Runs[1], m.Runs[2]
	sx81, _ := goengine.ProfileByName("sx81")
	sx81.Pass, sx81.KillerBonus = 0, 0 // half-frontiers are wanted
	assert.Equal(t, sx81, own.Profile)
	assert.Equal(t, []int{40, 5}, []int{own.SX, own.Depth})
	uni, _ := goengine.ProfileByName("uniform")
	uni.Switches &^= goengine.HalfFrontier
	uni.CheckBonus = 0
	assert.Equal(t, uni, other.Profile)
	assert.Equal(t, []int{40, 2}, []int{other.SX, other.Depth})
	assert.Equal(t, map[string]int16{"H": 6392, "HB": -16}, other.Scores, "halves round away from zero")
	tuned, _ := goengine.ProfileByName("tuned")
	tuned.Switches &^= goengine.HalfFrontier
	tuned.Switches &^= goengine.Staged | goengine.Scout | goengine.Cache
	tuned.Futility, tuned.Pass, tuned.Late, tuned.KillerBonus = 0, 0, 0, 0
	assert.Equal(t, tuned, free.Profile)
	assert.Equal(t, []int{0, 5}, []int{free.SX, free.Depth})
}

func TestDefaultsOfASetting(t *testing.T) {
	for fields, want := range map[string]Setting{
		``:                                   {Spec: "uniform", SX: 8, Depth: 2},
		`"depth": 3, `:                       {Spec: "uniform", SX: 16, Depth: 3},
		`"profile": "uniform,step=4", `:      {Spec: "uniform,step=4", SX: 8, Depth: 2},
		`"profile": "sx81", `:                {Spec: "sx81", SX: 255, Depth: 2},
		`"sx": 0, `:                          {Spec: "uniform", SX: 0, Depth: 2},
		`"runs": [{"depth": 32}], `:          {Spec: "uniform", SX: 248, Depth: 32},
		`"sx": 9, "runs": [{"depth": 32}], `: {Spec: "uniform", SX: 9, Depth: 32},
	} {
		m, err := Parse("x.json", strings.NewReader(model(fields, `"A": {"move": "a3a4"}, "AG": {"move": "h6h5"}`)))
		require.NoError(t, err, fields)
		require.Len(t, m.Runs, 1)
		s := m.Runs[0]
		assert.Equal(t, []any{want.Spec, want.SX, want.Depth, ""}, []any{s.Spec, s.SX, s.Depth, s.Name}, fields)
	}
}

// Whatever the file holds, it is read or refused in one line; and what is read
// can be searched.
func FuzzParse(f *testing.F) {
	for _, name := range BuiltinNames()[:5] {
		text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "models", name+".json"))
		require.NoError(f, err)
		f.Add(string(text))
	}
	f.Add(full)
	f.Add(`{"start": 1e999, "positions": {"\n": [`)
	e, err := hostbridge.New("go")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse("x.json", strings.NewReader(text))
		if err != nil {
			assert.Nil(t, m)
			assert.Regexp(t, `^x\.json: .`, err.Error())
			for _, c := range err.Error() {
				assert.True(t, strconv.IsPrint(c), "%q", err)
			}
			assert.Less(t, len(err.Error()), 1000)
			return
		}
		for i := range m.Runs {
			_, err := m.Run(e, &m.Runs[i])
			assert.NoError(t, err)
		}
	})
}
