package guest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// Whatever a file has for a description, its fault is one short line with its place, at once.
func TestAbsurdDescriptions(t *testing.T) {
	path := filepath.Join("..", "..", "asm", "guests", "miniz80", "miniz80.toml")
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	whole := string(b)
	in := func(old, new string) string {
		require.Contains(t, whole, old)
		return strings.Replace(whole, old, new, 1)
	}
	wide := func(mark string, low int) string {
		text := []byte(mark)
		for _, u := range utf16.Encode([]rune(whole)) {
			two := [2]byte{byte(u >> 8), byte(u)}
			text = append(text, two[1-low], two[low])
		}
		return string(text)
	}
	for what, c := range map[string]struct{ text, want string }{
		"UTF-16":                  {wide("\xFF\xFE", 0), ":1: the text is UTF-16: want UTF-8"},
		"UTF-16, the other order": {wide("\xFE\xFF", 1), ":1: the text is UTF-16: want UTF-8"},
		"tables without end":      {whole + strings.Repeat("[other]\n", 20_000), ":9997: more than 10000 keys: want labels in a file of program.symbols"},
		"labels without end":      {whole + "[labels]\n" + strings.Repeat("a = 1\n", 20_000), ":9997: more than 10000 keys: want labels in a file of program.symbols"},
		"images without end":      {in("at = 0x4000 }", "at = 0x4000 }"+strings.Repeat(", {}", 200)), ":9: program.images: 201 files: want at most 100"},
		"symbols without end":     {in(`"miniz80.nm"`, "["+strings.Repeat(`"miniz80.nm", `, 50_000)+"]"), ":10: program.symbols: 50000 files: want at most 100"},
		"parts without end":       {"a" + strings.Repeat(".a", 100_000) + " = 1\n", ":1: a key of more than 8 parts"},
		"parts of a label":        {whole + "labels" + strings.Repeat(".a", 100_000) + " = 1\n", ":87: a key of more than 8 parts"},
		"a long key":              {whole + "[" + strings.Repeat("k", 10_000) + "]\n", ":87: " + strings.Repeat("k", 79) + "…: there is no key " + strings.Repeat("k", 39) + "…: the nearest is answer or board or events"},
		"a table that is twice":   {whole + "[program]\n", ":87: column 2: table program already exists"},
		"the board in ROM":        {in(`at = "board"`, `at = "$4000"`), ":22: board.at: a1 is at $4015, which is ROM: want RAM"},
		"a pawn below nothing":    {in("[events]\npawn = 20", "[events]\npawn = -20"), ":58: events.pawn: -20: want how many units of the values a pawn has"},
		"a pawn beyond all":       {in("pawn = 20", "pawn = 9_000_000_000_000_000_000"), ":46: answer.pawn: 9000000000000000000: want how many units of the score a pawn has"},
	} {
		d, err := parseOn(path, []byte(c.text))
		if err == nil {
			_, err = open("", d)
		}
		assert.EqualError(t, err, path+c.want, what)
	}
}

// A description that begins with the mark of UTF-8 is the same.
func TestTheMarkOfUTF8(t *testing.T) {
	path := filepath.Join("..", "..", "asm", "guests", "miniz80", "miniz80.toml")
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	want, err := parseOn(path, b)
	require.NoError(t, err)
	have, err := parseOn(path, append([]byte("\xEF\xBB\xBF"), b...))
	require.NoError(t, err)
	assert.Equal(t, want, have)
}

// A program that runs where no memory is gets no advice to permit what the description permits already.
func TestAdviceThatIsNotTaken(t *testing.T) {
	e := openToy(t, "\x4C\x00\x90", "[labels]", "code_in_ram = true\n[labels]")
	_, err := e.Search(t.Context(), initial(), uniform, goengine.Limits{Depth: 1})
	assert.ErrorContains(t, err, "instruction at $9000, cycle 3: it is not in memory.ram or memory.rom")
}

// A name has no characters that control a terminal or turn the direction of its text.
func TestNamesAreOneLine(t *testing.T) {
	assert.Equal(t, "a [2Jb c d", title("a\x1b[2Jb\u0007\nc\u202Ed"))
}

// Values beyond all others are the largest, whatever the units.
func TestValuesBeyondAllOthers(t *testing.T) {
	d := &Description{Answer: Answer{Pawn: 1}, Events: Events{Pawn: 1}}
	for _, n := range []int64{1 << 62, 1 << 40, 1 << 20} {
		assert.Equal(t, []int16{goengine.Infinity, -goengine.Infinity}, []int16{d.ours(n), d.ours(-n)}, n)
		assert.Equal(t, []int16{goengine.MateBound - 1, 1 - goengine.MateBound}, []int16{d.score(n, goengine.White), d.score(-n, goengine.White)}, n)
	}
}
