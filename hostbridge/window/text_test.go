package window

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/hostbridge"
)

var textFile = flag.String("text", "../../../shared/reference/window-into-sargon.txt",
	"the text A Window into Sargon: its logs' hashes are compared, with -update written anew")

// hashes has, for each line of the text's five detailed logs, the model's number
// and the line's hash, so that the logs can be compared where the text is not.
var hashes = filepath.Join("testdata", "sargon-text.sha256")

// hashed is a line of hashes: 8 bytes of SHA-256 tell 236 lines apart.
func hashed(model int, line string) string {
	sum := sha256.Sum256([]byte(line))
	return string(rune('0'+model)) + " " + hex.EncodeToString(sum[:8])
}

// textLogs returns the five detailed logs of the text.
func textLogs(t *testing.T) (logs [5][]string) {
	data, err := os.ReadFile(*textFile)
	if os.IsNotExist(err) {
		t.Skipf("%s is not here: the hashes of its lines are compared all the same", *textFile)
	}
	require.NoError(t, err)
	parts := strings.Split(string(data), "\nDetailed log\n")
	require.Len(t, parts, 1+len(logs))
	for i := range logs {
		for line := range strings.Lines(parts[i+1]) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "Example number") || strings.HasPrefix(line, "Finally") {
				break
			}
			if line != "" {
				logs[i] = append(logs[i], line)
			}
		}
	}
	return logs
}

// Every line of the text's logs, "(Confirming best move)" included, is that of each
// engine, in the text's order; no line is left over on either side.
func TestTheDetailedLogsAreTheTextsWordForWord(t *testing.T) {
	data, err := os.ReadFile(hashes)
	require.NoError(t, err)
	want := strings.Split(strings.TrimSpace(string(data)), "\n")
	// 203 lines of tests and positions, five roots, 28 confirmations.
	require.Len(t, want, 203+5+28)
	for _, on := range hostbridge.Names {
		n := 0
		for i := 1; i <= 5; i++ {
			m, err := Builtin(string(rune('0' + i)))
			require.NoError(t, err)
			r, err := m.Run(engine(t, on), &m.Runs[0])
			require.NoError(t, err)
			for j, line := range r.DetailedLog() {
				require.Less(t, n, len(want), "model %d on %s has more lines than the text", i, on)
				require.Equal(t, want[n], hashed(i, line),
					"model %d on %s, line %d: the text does not have %q", i, on, j+1, line)
				n++
			}
		}
		assert.Equal(t, len(want), n, "the text has more lines than %s", on)
	}
}

// The hashes are of the text's lines, never of an engine's.
func TestTheHashesAreOfTheText(t *testing.T) {
	var lines []string
	for i, log := range textLogs(t) {
		for _, line := range log {
			lines = append(lines, hashed(i+1, line))
		}
	}
	got := strings.Join(lines, "\n") + "\n"
	if *update {
		require.NoError(t, os.WriteFile(hashes, []byte(got), 0o644))
	}
	want, err := os.ReadFile(hashes)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}
