//go:build unix

package uci

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/cmd/internal/userfile"
)

func TestNoFileThatAnOptionNamesStopsTheConversation(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, syscall.Mkfifo(in("pipe"), 0o600))
	require.NoError(t, os.WriteFile(in("large"), nil, 0o600))
	require.NoError(t, os.Truncate(in("large"), 1<<40))
	g := with(t, "go")
	for path, want := range map[string]string{
		"/dev/zero":          "open /dev/zero: is a device: want a regular file",
		in("pipe"):           "open " + in("pipe") + ": is a pipe: want a regular file",
		dir:                  "open " + dir + ": is a folder: want a regular file",
		in("large"):          "open " + in("large") + ": larger than 67108864 bytes",
		in("none"):           "open " + in("none") + ": no such file or directory",
		"/proc/self/pagemap": "/proc/self/pagemap: ", // it says that it is empty, and is not
	} {
		g.send("setoption name BookFile value " + path)
		said := g.sync()
		assert.Contains(t, said, "info string option BookFile: ", path)
		assert.Contains(t, said, want)
		g.best("go nodes 50")
	}
	for path, want := range map[string]string{
		in("pipe"):   "open " + in("pipe") + ": is a pipe: want a regular file",
		"/dev/zero":  "open /dev/zero: is a device: want a regular file",
		dir:          "open " + dir + ": is a folder: want a regular file",
		in("no/log"): "open " + in("no/log") + ": no such file or directory",
	} {
		g.send("setoption name LogFile value " + path)
		assert.Contains(t, g.sync(), "info string option LogFile: "+want)
	}
	assert.Empty(t, bestmoves(g.quit()))
}

func TestAFileNameMayHaveAnyWhiteSpace(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a  b.txt", "value of the game.txt", "a\tb"} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte("1. a4 {the only move}"), 0o600))
		g := with(t, "go")
		assert.Equal(t, "a2a4", g.best("setoption name OwnBook value true", " setoption  name  BookFile  value  "+path+" \r", "go nodes 50"), name)
		path = filepath.Join(dir, "log of "+name)
		g.send("setoption name LogFile value "+path, "setoption name LogFile value "+filepath.Join(dir, "none", "x"))
		g.best("go nodes 50")
		g.quit()
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Contains(t, string(text), "> go nodes 50\n", "a log that is refused leaves the one before")
	}
}

// Each step of writing the transcript fails, with those after it: the conversation goes on, the
// chess program is told once, and the file has the whole lines from before.
func TestATranscriptSurvivesADiskThatFails(t *testing.T) {
	for n := 0; ; n++ {
		path := filepath.Join(t.TempDir(), "log")
		steps, failed := 0, false
		restore := userfile.Failing(func(step userfile.Step, _ string) error {
			if steps++; steps <= n || step == userfile.Closing {
				return nil
			}
			failed = true
			return syscall.ENOSPC
		})
		g := with(t, "go")
		g.send("setoption name LogFile value "+path, "position startpos moves e2e4")
		assert.NotEmpty(t, g.best("go nodes 50"))
		g.quit()
		restore()
		if !failed {
			assert.Greater(t, n, 5)
			return
		}
		all := strings.Join(g.all, "\n")
		assert.Equal(t, 1, strings.Count(all, "LogFile"), all)
		text, err := os.ReadFile(path)
		if n == 0 { // it could not be made
			assert.Contains(t, all, "info string option LogFile: writing "+path+": no space left on device")
			require.ErrorIs(t, err, os.ErrNotExist)
			continue
		}
		assert.Contains(t, all, "info string option LogFile: writing "+path+": no space left on device: the transcript has ended")
		require.NoError(t, err)
		assert.Equal(t, n-1, strings.Count(string(text), "\n"), "one step made the file")
		assert.True(t, strings.HasSuffix(string(text), "\n") || n == 1, "%q", text)
	}
}

// slow returns a configuration whose books are read when a test says so, or never.
func slow(read <-chan *books.Held) Config {
	c := at(desk)
	c.LoadBook = func(ctx context.Context, path, _ string) (*books.Held, error) {
		select {
		case b := <-read:
			return b, nil
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	return c
}

func TestABookThatIsReadSlowlyHoldsUpOnlyWhatNeedsIt(t *testing.T) {
	bubble(t, func(t *testing.T) {
		g := begin(t, slow(nil))
		g.send("position fen "+middlegame, "go infinite", "setoption name BookFile value slow")
		assert.Equal(t, "readyok", lastLine(g.sync()), "while a search runs isready is answered")
		g.best("stop")
		began := time.Now()
		g.send("uci")
		g.until("^uciok$")
		g.send("setoption name MultiPV value 2", "go depth 1", "isready")
		assert.Zero(t, time.Since(began))
		g.silent(4 * time.Second)
		assert.Empty(t, g.said)
		g.until("^readyok$")
		assert.InDelta(t, 5, time.Since(began).Seconds(), 0.1, "it has 5 s")
		said := strings.Join(g.said, "\n")
		assert.Contains(t, said, "info string option BookFile: took longer than 5s")
		assert.Contains(t, said, " multipv 2 ")
		assert.Len(t, bestmoves(g.said), 1)
	})
	for name, end := range map[string]func(g *gui){"quit": func(g *gui) { g.quit() }, "input": func(g *gui) { g.in.Close(); g.end() }} {
		bubble(t, func(t *testing.T) {
			g := begin(t, slow(nil))
			g.send("setoption name BookFile value slow", "go depth 1")
			began := time.Now()
			end(g)
			if name == "quit" {
				assert.InDelta(t, 50, time.Since(began).Milliseconds(), 1, "it has 50 ms")
				assert.Empty(t, bestmoves(g.all), "what waits is dropped")
			} else {
				assert.Len(t, bestmoves(g.all), 1, "the end of input waits for what was asked")
			}
		})
	}
}

func TestABookIsUsedByTheGoBehindIt(t *testing.T) {
	bubble(t, func(t *testing.T) {
		held, err := loadBook(t.Context(), "../../../../goengine/book/book.txt", "hash")
		require.NoError(t, err)
		read := make(chan *books.Held, 1)
		g := begin(t, slow(read))
		g.send("setoption name OwnBook value true", "setoption name BookFile value slow", "setoption name Engine value z80", "go nodes 50")
		time.Sleep(time.Second)
		read <- held
		g.until("^info string book$")
		g.until("^bestmove ")
	})
}

// lastLine returns the last line of a text.
func lastLine(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }
