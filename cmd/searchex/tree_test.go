package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTreeSaysWhereEnginesDiffer(t *testing.T) {
	for _, args := range []string{"", " --json", " --svg -", " --why e4"} {
		status, out, complaint := runCrooked(t, crooked{lie: 1}, "tree --sx 10"+args)
		assert.Equal(t, exitFailed, status, args)
		assert.Empty(t, out, args)
		assert.Regexp(t, `the engines differ: go plays .* nodes, z80 plays .* nodes; see searchex diff\n$`, complaint, args)
	}
	status, _, complaint := runCrooked(t, crooked{fail: errors.New("write to ROM at $0123")}, "tree --sx 10")
	assert.Equal(t, exitFailed, status)
	assert.Contains(t, complaint, "engine z80: write to ROM at $0123\n")
}

// The objects of --json are the moves of the text, with the fields of the documentation.
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

// The picture is XML, and says of each move that the text shows what the text says.
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

func TestTreeEndsQuietlyAndSaysWhatItCannotWrite(t *testing.T) {
	for _, args := range []string{"", "--json", "--svg -"} {
		status, complaint := toClosedPipe(t, append([]string{"tree", "--engine", "go", "--sx", "10"}, strings.Fields(args)...)...)
		assert.Empty(t, complaint, args)
		assert.NotEqual(t, exitFailed, status, args)
	}
	status, _, complaint := runCrooked(t, crooked{}, "tree --engine go --sx 10 --svg /nowhere/tree.svg")
	assert.Equal(t, exitFailed, status)
	assert.Contains(t, complaint, "/nowhere/")
}
