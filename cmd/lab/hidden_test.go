package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/lab/internal/rootnet"
)

// labArgs runs the laboratory with arguments that may have blanks.
func labArgs(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, complaint bytes.Buffer
	status = run(cli.NewApp(t.Context(), strings.NewReader(""), &out, &complaint), args)
	return status, out.String(), complaint.String()
}

// The pictures of the network in the documents, and what draws them.
var networkPictures = map[string][]string{
	"docs/lab/root-net-knight.svg": {"hidden", "--fen", "rqb2r1k/p2pbppp/1pn1p3/4P3/2B1NP2/1Q5P/P2B2P1/2R1R1K1 w - -"},
	"docs/lab/root-net-units.svg":  {"hidden", "--units", "1,2,3,6,8,9"},
	"docs/lab/root-net-hidden.svg": {"hidden"},
}

// The pictures in the documents are of the network as it is, and what the page says of a hidden
// value holds.
func TestThePicturesOfTheNetworkAreFresh(t *testing.T) {
	for file, args := range networkPictures {
		picture := filepath.Join(t.TempDir(), "picture.svg")
		status, out, complaint := labArgs(t, append(args[:len(args):len(args)], "--json", "--svg", picture)...)
		require.Zero(t, status, complaint)
		now, err := os.ReadFile(picture)
		require.NoError(t, err)
		have, err := os.ReadFile("../../" + file)
		require.NoError(t, err)
		assert.True(t, bytes.Equal(now, have), "%s is another picture than is drawn now: go run ./cmd/lab %q --svg %s", file, args, file)
		if len(args) == 1 {
			thePageSays(t, out)
		}
	}
}

// thePageSays tests that the page has, as printed, what each hidden value follows most and how much all features explain.
func thePageSays(t *testing.T, printed string) {
	page, err := os.ReadFile("../../docs/lab/root-net.md")
	require.NoError(t, err)
	d := json.NewDecoder(strings.NewReader(printed))
	n := 0
	for ; d.More(); n++ {
		var u rootnet.Unit
		require.NoError(t, d.Decode(&u))
		row := regexp.MustCompile(fmt.Sprintf(`(?m)^\| %d \|.*$`, u.Number)).FindString(string(page))
		first, _, _ := strings.Cut(u.Words(), ",")
		want := fmt.Sprintf("| %s | %.0f%% |", first, 100*u.Explained)
		assert.Contains(t, row, want, "hidden value %d: think of what it looks at again", u.Number)
	}
	assert.Equal(t, 13, n)
}

func TestTheTablesOfARoot(t *testing.T) {
	status, out, complaint := labArgs(t, "hidden", "--piece", "pawn", "--fen", "8/8/4k3/8/8/4K3/4P3/8 w - -")
	require.Zero(t, status, complaint)
	lines := strings.Split(out, "\n")
	assert.Equal(t, "white pawn on each square, in hundredths of a pawn: without and with the network", lines[0])
	require.Len(t, lines, 12)
	assert.Equal(t, strings.Repeat("    .", 8), lines[2][1:41], "no pawn stands on the last rank")
	for _, line := range lines[3:9] {
		assert.Equal(t, line[1:41], line[44:84], "against a king alone the network adds nothing")
	}
	_, out, _ = labArgs(t, "hidden", "--json", "--fen", "8/8/4k3/8/8/4K3/4P3/8 w - -")
	assert.Contains(t, out, `"man":"white knight"`)
}

func TestHiddenRefusesWhatItCannotShow(t *testing.T) {
	for line, want := range map[string]string{
		"--units 0":           "--units 0: want 1 to 13",
		"--units 14":          "--units 14: want 1 to 13",
		"--units one":         "--units: want a whole number",
		"--units 1 --fen 8/8": "--fen and --units: want one of them",
		"--piece king":        "--piece: want --fen with it",
		"--fen 8/8":           `fen "8/8"`,
		"--fen 8/8/4k3/8/8/4K3/4P3/8_w_-_- --piece knihgt": `nearest is knight; want one of king, queen, rook, bishop, knight, pawn`,
		"--svg /nowhere/a.svg":                             "--svg /nowhere/a.svg: there is no folder /nowhere",
		"--svg " + os.TempDir():                            "is a folder",
	} {
		args := strings.Fields("hidden " + line)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "_", " ")
		}
		status, out, complaint := labArgs(t, args...)
		assert.Equal(t, cli.ExitUsage, status, line)
		assert.Empty(t, out, line)
		assert.Contains(t, complaint, want, line)
		assert.Equal(t, 1, strings.Count(complaint, "\n"), line)
	}
}
