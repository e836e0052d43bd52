package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
)

func TestTreeSaysWhereEnginesDiffer(t *testing.T) {
	for _, args := range []string{"", " --json", " --svg -", " --why e4"} {
		status, out, complaint := runCrooked(t, crooked{lie: 1}, "tree --sx 10"+args)
		assert.Equal(t, cli.ExitFailed, status, args)
		assert.Empty(t, out, args)
		assert.Regexp(t, `the engines differ: go plays .* nodes, z80 plays .* nodes; see searchex diff\n$`, complaint, args)
	}
	status, _, complaint := runCrooked(t, crooked{fail: errors.New("write to ROM at $0123")}, "tree --sx 10")
	assert.Equal(t, cli.ExitFailed, status)
	assert.Contains(t, complaint, "engine z80: write to ROM at $0123\n")
}

// The objects of --json are the moves of the text, and have the fields of the documentation.
func TestTreeAsJSON(t *testing.T) {
	const line = "tree --engine go --sx 42 --plies 2 --top 2 --line e4 --why e5 --most 1000"
	status, out, complaint := runCrooked(t, crooked{}, line+" --json")
	require.Zero(t, status, complaint)
	_, text, _ := runCrooked(t, crooked{}, line)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	for i, object := range lines {
		var o map[string]any
		require.NoError(t, json.Unmarshal([]byte(object), &o), object)
		if i == len(lines)-1 {
			assert.Equal(t, "e5", o["why"])
			continue
		}
		moves := o["line"].([]any)
		assert.Equal(t, "e2e4", moves[0])
		assert.Contains(t, text, "."+o["san"].(string), object)
		assert.Contains(t, text, o["verdict"], object)
	}
	assert.Greater(t, len(lines), 6)
}

// The picture is XML, and shows the moves and values of the text.
func TestTreeAsAPicture(t *testing.T) {
	for _, prof := range []string{"sx81", "sex88", "uniform"} {
		args := "tree --engine go --sx 16 --plies 2 --top 3 --profile " + prof
		status, picture, complaint := runCrooked(t, crooked{}, args+" --svg -")
		require.Zero(t, status, complaint)
		d, words := xml.NewDecoder(strings.NewReader(picture)), ""
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
			if c, ok := token.(xml.CharData); ok {
				words += string(c) + "\n"
			}
		}
		_, text, _ := runCrooked(t, crooked{}, args)
		moves := 0
		for row := range strings.Lines(text) {
			for _, word := range strings.Fields(row) {
				if word = strings.TrimLeft(word, "│├└─*"); strings.HasPrefix(word, "1.") {
					assert.Contains(t, words, word)
					moves++
				}
			}
		}
		assert.Greater(t, moves, 3)
	}
}

func TestTreeSaysWhatItCannotWrite(t *testing.T) {
	status, _, complaint := runCrooked(t, crooked{}, "tree --engine go --sx 10 --svg /nowhere/tree.svg")
	assert.Equal(t, cli.ExitUsage, status)
	assert.Contains(t, complaint, "/nowhere/")
}

// With SX 28 a king's move forward costs 21, or 26 as a late move; a move backward 24, or 29 as a late move, or 34 from the
// tenth move on. Ne6 saves the knight, and Kb2 is searched at price 26. Ne2, the tenth, has a static value below that of Ne6,
// and 34 is too expensive. Kb1 has a higher value, and is searched at price 24.
func TestTreeShowsLateMoves(t *testing.T) {
	out := func(more ...string) string {
		var out, complaint bytes.Buffer
		a := cli.NewApp(t.Context(), strings.NewReader(""), &out, &complaint)
		require.Zero(t, run(a, append([]string{
			"tree", "--fen", "7k/8/8/4p3/3N4/8/8/K7 w - - 0 1", "--profile", "sx81,pass=0,late.from=2,late=5", "--sx", "28",
			"--plies", "1", "--top", "0", "--why", "Ne2", "--most", "1000",
		}, more...)), complaint.String())
		return out.String()
	}
	text := out()
	assert.Contains(t, text, "all engines agree")
	assert.Regexp(t, `1\.Kb2 +forward 21\+5 +2 .* refuted +1\n`, text)
	assert.Regexp(t, `1\.Kb1 +backward 24 +4 .* refuted +1\n`, text)
	assert.Regexp(t, `1\.Ne2 +backward 24\+10 +-6 .* not better, too dear when late\n`, text)
	assert.Contains(t, text, "\n21+5     a late move: ")
	assert.Contains(t, text, "\nWhy not Ne2? 1.Ne2: valued as it stands, since as a late move it costs 34, not 24 as backward, and the node had SX 28, and not better than what there was.\n")
	assert.Contains(t, text, "\nNe2 is followed up from SX 34 on (backward, price 24, as a late move 34): ")

	objects := out("--json", "--engine", "go")
	assert.Regexp(t, `"san":"Kb2",.*"price":21,"late_price":26,"only_late":true,"sx_left":2,.*"searched_twice":false`, objects)
	assert.Regexp(t, `"san":"Kb1",.*"price":24,"sx_left":4,.*"searched_twice":false`, objects)
	assert.Regexp(t, `"san":"Ne2",.*"price":24,"late_price":34,"only_late":true,"sx_left":-6,.*"end":"too dear when late"`, objects)

	picture := out("--svg", "-", "--engine", "go")
	assert.Contains(t, picture, "forward 21+5, SX left 2<")
	assert.Contains(t, picture, "21+5 is a late move: ")
}
