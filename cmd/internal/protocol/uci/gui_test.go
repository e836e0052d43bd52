package uci

import (
	"bufio"
	"context"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// grammar matches the lines that the protocol allows.
var grammar = regexp.MustCompile(`^(id (name|author) .+|uciok|readyok` +
	`|option name [A-Za-z_ ]+ type (button|(check|string) default \S+|spin default -?\d+ min -?\d+ max -?\d+|combo default \S+( var \S+)+)` +
	`|info string \S.*` +
	`|info nodes \d+ time \d+ nps \d+` +
	`|info depth \d+ seldepth \d+( multipv \d+)?( score (cp -?\d+|mate -?\d+))? nodes \d+ time \d+ nps \d+( pv( [a-h][1-8][a-h][1-8][qrbn]?)+)?` +
	`|bestmove (0000|[a-h][1-8][a-h][1-8][qrbn]?( ponder [a-h][1-8][a-h][1-8][qrbn]?)?))$`)

// gui is the chess program in a test.
type gui struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string
	ended chan error
	said  []string // since the last send
	all   []string
}

// standard is the configuration of a session that takes the time it needs to read a book.
func standard() Config {
	return Config{
		Engines: hostbridge.AllNames(), New: hostbridge.New,
		LoadBook: func(ctx context.Context, path, kind string) (*books.Held, error) {
			return loadBook(context.WithoutCancel(ctx), path, kind)
		},
	}
}

// patience is the time for which a test waits for what must come: in a bubble of testing/synctest
// on the bubble's clock, otherwise until go test's timeout ends it.
const patience = time.Hour

// begin begins a session, which ends with the test.
func begin(t *testing.T, cfg Config) *gui {
	t.Helper()
	in, send := io.Pipe()
	answers, out := io.Pipe()
	g := &gui{t: t, in: send, lines: make(chan string, 100_000), ended: make(chan error, 1)}
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() {
		defer close(over)
		err := RunWith(ctx, in, out, cfg)
		out.Close()
		in.Close()
		g.ended <- err
	}()
	go func() {
		defer close(g.lines)
		for s := bufio.NewScanner(answers); s.Scan(); {
			g.lines <- s.Text()
		}
	}()
	t.Cleanup(func() {
		cancel()
		g.in.Close()
		<-over
	})
	return g
}

// with begins a session with an engine.
func with(t *testing.T, engine string) *gui {
	t.Helper()
	g := begin(t, standard())
	g.send("setoption name Engine value " + engine)
	return g
}

func (g *gui) send(lines ...string) {
	g.t.Helper()
	for _, line := range lines {
		_, err := io.WriteString(g.in, line+"\n")
		require.NoError(g.t, err, line)
	}
	g.said = nil
}

// next returns the next line. It reports false if the time is over or the engine has ended.
func (g *gui) next(within time.Duration) (string, bool) {
	select {
	case line, ok := <-g.lines:
		if ok {
			assert.Regexp(g.t, grammar, line)
			g.said = append(g.said, line)
			g.all = append(g.all, line)
		}
		return line, ok
	case <-time.After(within):
		return "", false
	}
}

// until reads up to a line that matches.
func (g *gui) until(pattern string) string {
	g.t.Helper()
	want := regexp.MustCompile(pattern)
	deadline := time.Now().Add(patience)
	for time.Now().Before(deadline) {
		line, ok := g.next(time.Until(deadline))
		if !ok {
			break
		}
		if want.MatchString(line) {
			return line
		}
	}
	require.Failf(g.t, "no such line", "want %s, said since the last command:\n%s", pattern, strings.Join(g.said, "\n"))
	return ""
}

// best sends lines and returns the best move.
func (g *gui) best(lines ...string) string {
	g.t.Helper()
	g.send(lines...)
	return strings.Fields(g.until("^bestmove "))[1]
}

// sync waits until all commands are handled, and returns the output.
func (g *gui) sync() string {
	g.t.Helper()
	said := g.said
	_, err := io.WriteString(g.in, "isready\n")
	require.NoError(g.t, err)
	g.said = said
	g.until("^readyok$")
	return strings.Join(g.said, "\n")
}

// silent requires that no best move comes for a while.
func (g *gui) silent(d time.Duration) {
	g.t.Helper()
	for deadline := time.Now().Add(d); ; {
		line, ok := g.next(time.Until(deadline))
		if !ok {
			return
		}
		require.NotContains(g.t, line, "bestmove")
	}
}

// quit ends the session and returns the remaining output.
func (g *gui) quit() []string {
	g.t.Helper()
	g.send("quit")
	return g.end()
}

// end waits for the end of the session.
func (g *gui) end() []string {
	g.t.Helper()
	select {
	case err := <-g.ended:
		require.NoError(g.t, err)
	case <-time.After(patience):
		require.Fail(g.t, "the conversation does not end")
	}
	for {
		if _, ok := g.next(time.Second); !ok {
			return g.said
		}
	}
}

// bestmoves returns the best moves of lines.
func bestmoves(lines []string) (moves []string) {
	for _, line := range lines {
		if f := strings.Fields(line); f[0] == "bestmove" {
			moves = append(moves, f[1])
		}
	}
	return moves
}

// depths returns the info lines about iterations.
func depths(lines []string) (found []string) {
	for _, line := range lines {
		if strings.HasPrefix(line, "info depth ") {
			found = append(found, line)
		}
	}
	return found
}

// field returns the number after a word of an info line.
func field(t *testing.T, line, word string) float64 {
	t.Helper()
	f := strings.Fields(line)
	for i := range f[:len(f)-1] {
		if f[i] == word {
			n, err := strconv.ParseFloat(f[i+1], 64)
			require.NoError(t, err, line)
			return n
		}
	}
	require.Failf(t, "no such word", "%s in %q", word, line)
	return 0
}

// pv returns the principal variation of an info line.
func pv(line string) []string {
	_, moves, _ := strings.Cut(line, " pv ")
	return strings.Fields(moves)
}

// legal requires a line of moves to be legal from a position.
func legal(t *testing.T, fen string, before, moves []string) {
	t.Helper()
	p, err := goengine.ParseFEN(fen)
	require.NoError(t, err)
	game := goengine.NewGame(p)
	for _, m := range append(append([]string{}, before...), moves...) {
		require.NoError(t, game.Play(m), "%v after %v", moves, before)
	}
}

// longSearches skips a test in short mode, which the race detector uses. The test searches long,
// and has no concurrency that other tests don't have.
func longSearches(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it searches for seconds")
	}
}
