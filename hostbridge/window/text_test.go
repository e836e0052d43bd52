package window

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/hostbridge"
)

// textLogs are the five detailed logs of the text, without the lines that tell
// of no event.
func textLogs(t *testing.T) (logs [5][]string) {
	const path = "../../../shared/reference/window-into-sargon.txt"
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		t.Skipf("%s is not here: the recorded logs, made from it, are compared elsewhere", path)
	}
	require.NoError(t, err)
	parts := strings.Split(string(text), "\nDetailed log\n")
	require.Len(t, parts, 1+len(logs))
	for i := range logs {
		for line := range strings.Lines(parts[i+1]) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "Example number") || strings.HasPrefix(line, "Finally") {
				break
			}
			if line != "" && line != "(Confirming best move)" {
				logs[i] = append(logs[i], line)
			}
		}
	}
	return logs
}

func TestTheDetailedLogsAreTheTextsWordForWord(t *testing.T) {
	for i, want := range textLogs(t) {
		m, err := Builtin(string(rune('1' + i)))
		require.NoError(t, err)
		for _, on := range hostbridge.Names {
			r, err := m.Run(engine(t, on), &m.Runs[0])
			require.NoError(t, err)
			assert.Equal(t, want, r.DetailedLog(), "model %d on %s", i+1, on)
		}
	}
}
