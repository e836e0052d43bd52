//go:build unix

package player

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/corentings/chess/v2/uci"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	own "github.com/searchex/searchex/cmd/internal/protocol/uci"
)

// Why programs are not played by github.com/corentings/chess/v2/uci
// (docs/decisions.md, 70): it waits for ever for a program that ends without an answer, or
// never answers. A check here fails when the library is mended; then the decision must be
// reconsidered.
func TestWhatTheLibraryLacks(t *testing.T) {
	for _, name := range []string{"true", "cat"} { // one ends, the other repeats its input
		path, err := exec.LookPath(name)
		if err != nil {
			t.Skip(err)
		}
		e, err := uci.New(path)
		require.NoError(t, err)
		t.Cleanup(func() { // Close would wait for the answer, too
			if p, err := os.FindProcess(e.Getpid()); err == nil {
				_ = p.Kill()
			}
		})
		done := make(chan error, 1)
		go func() { done <- e.Run(uci.CmdUCI) }()

		p := NewUCI(name, path, nil, nil, "go nodes 1")
		p.StartTimeout = 300 * time.Millisecond
		begun := time.Now()
		assert.Error(t, p.NewGame(), name)
		assert.Less(t, time.Since(begun), 5*time.Second, name)
		p.Close()

		select {
		case err := <-done:
			assert.Fail(t, "the library does not wait", "%s: %v", name, err)
		case <-time.After(500 * time.Millisecond):
		}
	}

	// It doesn't read options with names of several words, such as most of Stockfish's.
	const skill = "option name Skill Level type spin default 20 min 0 max 20"
	assert.Error(t, new(uci.Option).UnmarshalText([]byte(skill)))
	assert.Equal(t, "Skill Level", own.ParseOption(strings.Fields(skill)[1:]).Name)
}
