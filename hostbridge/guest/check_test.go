package guest

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// checked checks a description with few cases.
func checked(t *testing.T, d *Description) *Report {
	t.Helper()
	r, err := (&checker{ctx: t.Context(), d: d, cases: 60, allowance: 300_000}).check()
	require.NoError(t, err)
	return r
}

// parts checks some parts of a description.
func parts(t *testing.T, d *Description, some ...func(*checker)) *Report {
	t.Helper()
	c := &checker{ctx: t.Context(), d: d, cases: 60, allowance: 600_000}
	if c.load() {
		for _, part := range some {
			part(c)
		}
	}
	return &c.Report
}

// part returns the check of a part by the name of its row.
func part(what string) func(*checker) {
	switch what {
	case "list":
		return (*checker).lists
	case "play":
		return (*checker).plays
	case "search", "answer.promotion", "answer.score":
		return (*checker).search
	case "answer.none":
		return (*checker).noMove
	case "mate in one", "answer.mate":
		return (*checker).mates
	case "events.generated.suppress":
		return (*checker).suppress
	case "events.scored.replace":
		return (*checker).replace
	case "start":
		return (*checker).start
	case "board.castling", "board.en_passant":
		return (*checker).untold
	case "events.generated", "events.scored", "events.best":
		return (*checker).event
	}
	return func(*checker) {}
}

// find returns the row of a part, a row of no state if there is none.
func (r *Report) find(what string) Row {
	for _, row := range r.Rows {
		if row.What == what {
			return row
		}
	}
	return Row{What: what}
}

// Both guests work, and the hash to be pasted is that of the image.
func TestBothGuestsPassTheCheck(t *testing.T) {
	for name, sum := range map[string]string{
		"mini6502": "11cf1ca4920a6118f928d354c0dd4732bba1e3d4fbeefbd065e64fae7cc14379",
		"miniz80":  "66c0b2dcccbf8342819e13106fba8af6a1fe53d7b69c2ec2b0c250748975347f",
	} {
		d, err := describe(t, name, "plies = 3", "plies = 1")
		require.NoError(t, err)
		r := checked(t, d)
		for _, row := range r.Rows {
			assert.NotEqual(t, Fails, row.State, row)
		}
		for _, what := range []string{
			"memory", "start", "board", "list", "play", "search", "answer.none", "mate in one", "events.generated", "events.scored", "events.beta",
			"events.alpha", "events.best", "events.generated.suppress", "events.scored.replace", "events.beta.replace",
		} {
			assert.Equal(t, Works, r.find(what).State, "%s %s", name, what)
		}
		assert.Equal(t, 0, r.Failed())
		assert.Equal(t, Missing, r.find("move number").State)
		require.Len(t, r.Searches, 3)
		for _, s := range r.Searches {
			assert.Equal(t, 1, s.Plies)
			assert.Positive(t, s.Nodes)
			assert.Positive(t, s.Cycles)
			assert.Len(t, s.Move, 4)
		}
		assert.Equal(t, `sha256 = "`+sum+`"`, r.find("program.images "+name+".bin").Write)
		d, err = describe(t, name, name+".bin\"", name+".bin\", sha256 = \""+sum+"\"")
		require.NoError(t, err)
		assert.Contains(t, parts(t, d).find("program.images "+name+".bin").Result, "SHA-256 as described")
	}
}

// A thousand positions are written and read back, and as many lists of legal moves compared, in each program of the tree.
// The routine that initialises it is called once.
func TestAThousandPositionsAreChecked(t *testing.T) {
	for _, name := range append(slices.Clone(guests), "mini68k") {
		d, err := describe(t, name)
		require.NoError(t, err)
		c := newChecker(t.Context(), d)
		require.True(t, c.load())
		c.start()
		begun := c.begun
		c.board()
		c.lists()
		assert.Equal(t, "1000 random positions are written and read back", c.Report.find("board").Result, name)
		assert.Equal(t, "28546 legal moves in 1000 random positions", c.Report.find("list").Result, name)
		assert.Same(t, begun, c.begun, name)
	}
}

// A list that takes long is compared in fewer positions: as many as its cycles allow.
func TestFewerListsOfASlowProgram(t *testing.T) {
	d, err := describe(t, "mini6502")
	require.NoError(t, err)
	assert.Equal(t, "200 legal moves in 11 random positions", parts(t, d, (*checker).lists).find("list").Result)
}

// A start that fails is no beginning: each part that calls it fails.
func TestAStartThatFails(t *testing.T) {
	d, err := Read(toy(t, "\x8D\x00\x40\x60", "[search]", "[start]\ncall = \"first\"\n[search]"))
	require.NoError(t, err)
	r := parts(t, d, (*checker).start, (*checker).board)
	for _, what := range []string{"start", "board"} {
		assert.Contains(t, r.find(what).Result, "start: 6502 toy: access outside the map at $4000", what)
	}
}

// A wrong key makes the part fail that it belongs to, with what is wrong.
func TestCheckNamesWhatFails(t *testing.T) {
	for _, c := range []struct{ old, new, what, want string }{
		{"mini6502.bin", "none.bin", "program", "none.bin: no such file or directory"},
		{"$0000-$07FF", "$0000-$8FFF", "memory", "overlap"},
		{"call = \"reset\"", "call = \"rest\"", "description", `line 19: start.call: "rest", column 1: rest is not a register, a label or a known number: the nearest is reset`},
		{"from = \"best_from\"", "from = \"best_from\"\nwhite = true\n#", "mate in one", "answer.mate: the score of a mate in one ply is not mate - 1"},
		{"K = 1, Q = 2", "K = 2, Q = 1", "list", "list: "},
		{"white = 0, black = 0x80", "white = 0x80, black = 0", "list", "list: "},
		{"none = 0xFF", "none = 0x54", "list", "list: "},
		{"\"0x88\"", "{ a1 = 0x70, rank = -16, file = 1 }", "list", "list: "},
		{"castling = {", "castling = {}\n#", "list", "list: "},
		{"best_to = move.to", "best_to = move.from", "play", "the board is "},
		{"best_promo = move.promotion", "best_promo = 3", "play", "the board is "},
		{"from = \"best_from\"", "from = \"best_to\"", "search", "1 plies in " + "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1: "},
		{"best_from == $FF", "best_from == $7F", "answer.none", "no legal move, 1 plies in "},
		{"best_from == $FF", "best_from != $FF", "search", "it finds no move, and there are some"},
		{"mate = 8000", "mate = 8001", "mate in one", "answer.mate: the score of a mate in one ply is not mate - 1"},
		{"signed(word(&best_score))", "-signed(word(&best_score))", "mate in one", "answer.mate: "},
		{"from = \"from\"\nto = \"to\"", "from = \"to\"\nto = \"from\"", "events.generated", "is not legal in"},
		{"ply = \"ply\"", "ply = \"ply + 1\"", "events.best", "is not legal in"},
		{"at = \"generated\"", "at = \"reset\"", "events.generated", "events.generated.at: no search comes there"},
		{"value = \"signed(word(&value))\"\nreplace", "value = \"word(&value)\"\nreplace", "events.scored", "want at most 8000"},
		{"suppress = \"pc = &dropped\"", "suppress = \"a = 0\"", "events.generated.suppress", "is not one of the moves to be searched"},
		{"replace = \"word(&value) = event.value\"", "replace = \"a = event.value - event.value\"", "events.scored.replace", "values are replaced, and no search is another"},
		{"count = \"list_count\"", "count = \"list_count - 1\"", "list", "is missing"},
		{"count = \"list_count\"", "count = \"300\"", "list", "list.count: 300 moves in"},
		{"promotion = \"list_promo[list.index]\"", "promotion = \"5\"", "list", "is missing"},
	} {
		d, err := describe(t, "mini6502", "plies = 3", "plies = 1", c.old, c.new)
		if err != nil {
			assert.Fail(t, err.Error())
			continue
		}
		r := parts(t, d, part(c.what))
		row := r.find(c.what)
		assert.Equal(t, Fails, row.State, "%s -> %s: %+v", c.old, c.new, r.Rows)
		assert.Contains(t, row.Result, c.want, "%s -> %s", c.old, c.new)
		assert.Positive(t, r.Failed())
	}
}

// What a description leaves out is named with what cannot be done without it, and nothing fails.
func TestCheckNamesWhatIsLeftOut(t *testing.T) {
	for _, c := range []struct{ old, new, what, want string }{
		{"[start]\ncall = \"reset\"", "", "start", "memory is as the images have it"},
		{`castling = { at = "castling", rights = { K = 1, Q = 2, k = 4, q = 8 } }`, "set = \"castling = 0\"", "board.castling", "the program is not told who may castle"},
		{"k = 4, q = 8", "", "board.castling", "the program is not told of the rights kq"},
		{`en_passant = { at = "ep", none = 0xFF, of = "passed" }`, "set = \"ep = $FF\"", "board.en_passant", "the program is not told of pawns to be taken en passant"},
		{"promotion = \"best_promo\"\n", "", "answer.promotion", "a pawn that it promotes becomes a queen"},
		{"none = \"best_from == $FF\"\n", "", "answer.none", "that the program has no move cannot be told from an answer"},
		{"score = \"signed(word(&best_score))\"\npawn = 20\nmate = 8000", "", "answer.score", "its scores are 0"},
		{"mate = 8000", "", "answer.mate", "mates have scores of pawns"},
		{"symbols = \"mini6502.lbl\"\n", "", "program.symbols", "errors and profiles name addresses alone"},
		{"suppress = \"pc = &dropped\"", "", "events.generated.suppress", "no move can be left out"},
		{"[events.best]\nat = \"improved\"", "", "events.best", "no principal variation; a stopped search has no move"},
		{"call = \"think\"\nset = \"depth = search.plies\"", "", "search", "no search: want the routine that searches, or is to be run"},
	} {
		d, err := describe(t, "mini6502", "plies = 3", "plies = 1", c.old, c.new)
		require.NoError(t, err)
		r := parts(t, d, part(c.what))
		row := r.find(c.what)
		assert.Equal(t, Missing, row.State, "%s: %+v", c.what, r.Rows)
		assert.Equal(t, c.want, row.Result)
		assert.NotEmpty(t, row.Write, c.what)
	}
}

// A program with [play] alone is checked by games from the initial position.
func TestCheckWithoutABoard(t *testing.T) {
	edits := []string{
		"plies = 3", "plies = 1", "at = \"board\"\n", "", `to_move = { at = "side", white = 0, black = 0x80 }`, "",
		`castling = { at = "castling", rights = { K = 1, Q = 2, k = 4, q = 8 } }`, "", `en_passant = { at = "ep", none = 0xFF, of = "passed" }`, "",
	}
	d, err := describe(t, "mini6502", edits...)
	require.NoError(t, err)
	r := checked(t, d)
	assert.Equal(t, 0, r.Failed(), "%+v", r.Rows)
	assert.Equal(t, Missing, r.find("board").State)
	assert.Equal(t, Works, r.find("play").State)
	assert.Equal(t, "2 found with 2 plies", r.find("mate in one").Result)
	d, err = describe(t, "mini6502", append(edits, "best_promo = move.promotion", "best_promo = 0", "best_to = move.to", "best_to = move.to & $F7")...)
	require.NoError(t, err)
	assert.Equal(t, 0, parts(t, d, part("play")).Failed(), "a mask that changes no square")
	d, err = describe(t, "mini6502", append(edits, "best_to = move.to", "best_to = move.to ^ 1")...)
	require.NoError(t, err)
	row := parts(t, d, part("play")).find("play")
	assert.Equal(t, Fails, row.State)
	assert.Contains(t, row.Result, "list: ")
}

// A routine that never returns ends with its budget, and the loop is named by its label; nothing else calls it.
func TestCheckNamesALoopByItsLabel(t *testing.T) {
	loop := "\xEA\xEA\xEA\x4C\x03\x80"
	d, err := Read(toy(t, loop))
	require.NoError(t, err)
	r := checked(t, d)
	row := r.find("search")
	assert.Equal(t, Fails, row.State)
	assert.Equal(t, "1 plies in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1: search: 6502 toy: runaway, no return within the budget, instruction at $8003 again, cycle 10002: cycles permits more, until ends a routine that does not return",
		strings.Replace(row.Result, "line 15: ", "", 1), "the key's line is named")
	assert.Equal(t, "search", r.Rows[len(r.Rows)-1].What)
	d, err = Read(toy(t, loop, "[search]", "[start]\ncall = \"first\"\ncycles = 5_000\n[play]\ncall = \"first\"\n[search]"))
	require.NoError(t, err)
	r = checked(t, d)
	assert.Contains(t, r.find("start").Result, "runaway, no return within the budget, instruction at $8003 again")
	assert.Equal(t, 1, r.Failed())
}

// The end of the context ends a check.
func TestTheContextEndsACheck(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d, err := describe(t, "mini6502")
	require.NoError(t, err)
	_, err = Check(ctx, d)
	assert.ErrorIs(t, err, context.Canceled)
}
