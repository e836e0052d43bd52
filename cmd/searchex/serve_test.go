package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/testdata"
)

// serve runs searchex serve and returns its address. end stops it as ctrl-C does, and
// returns the exit status.
func serve(t *testing.T, args ...string) (url string, end func() int) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	status := make(chan int, 1)
	var complaint bytes.Buffer
	go func() { status <- run(cli.NewApp(ctx, nil, w, &complaint), append([]string{"serve"}, args...)) }()
	line, err := bufio.NewReader(r).ReadString('\n')
	require.NoError(t, err)
	return strings.TrimSpace(line), func() int {
		cancel()
		return <-status
	}
}

// A page gets what searchex search --json prints, for 50 positions, to the event hash.
func TestServeFindsWhatSearchFinds(t *testing.T) {
	const positions, nodes = 50, 400
	b, err := testdata.Files.ReadFile("own_perft200.epd")
	require.NoError(t, err)
	lines := strings.SplitN(string(b), "\n", positions+1)[:positions]
	for i, line := range lines {
		lines[i], _, _ = strings.Cut(line, " ;")
	}
	file := filepath.Join(t.TempDir(), "fifty.epd")
	require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600))

	url, end := serve(t, "--listen", "127.0.0.1:0", "--open=false")
	c, _, err := websocket.Dial(t.Context(), sessionOf(url), nil)
	require.NoError(t, err)
	c.SetReadLimit(1 << 20)
	for i, name := range hostbridge.Names {
		var want bytes.Buffer
		profile := []string{"sx81", "tuned", "sex88", "uniform"}[i]
		require.Equal(t, cli.ExitFine, run(cli.NewApp(t.Context(), nil, &want, io.Discard),
			[]string{"search", "--json", "--engine", name, "--profile", profile, "--nodes", fmt.Sprint(nodes), "--epd", file}))
		printed := strings.Split(strings.TrimSpace(want.String()), "\n")
		require.Len(t, printed, positions)
		for j, fen := range lines {
			order := fmt.Sprintf(`{"type":"search","id":"s","engine":%q,"profile":%q,"fen":%q,"nodes":%d}`, name, profile, fen, nodes)
			require.NoError(t, c.Write(t.Context(), websocket.MessageText, []byte(order)))
			require.JSONEq(t, printed[j], string(result(t, c)), "%s %s", name, fen)
		}
	}
	require.Equal(t, cli.ExitInterrupted, end())
	_, _, err = c.Read(t.Context())
	require.Equal(t, websocket.StatusGoingAway, websocket.CloseStatus(err), "the page is told")
}

// sessionOf returns the address of the session of a page.
func sessionOf(url string) string {
	return strings.Replace(strings.Replace(url, "http", "ws", 1), "/?", "/session?", 1)
}

// result reads messages up to a result.
func result(t *testing.T, c *websocket.Conn) json.RawMessage {
	for {
		_, text, err := c.Read(t.Context())
		require.NoError(t, err)
		var m struct {
			Type, Text string
			Result     json.RawMessage
		}
		require.NoError(t, json.Unmarshal(text, &m))
		require.NotEqual(t, "error", m.Type, m.Text)
		if m.Type == "found" {
			return m.Result
		}
	}
}

// Ctrl-C ends a search under way, and frees the address.
func TestServeEndsInTheMiddleOfASearch(t *testing.T) {
	url, end := serve(t)
	c, _, err := websocket.Dial(t.Context(), sessionOf(url), nil)
	require.NoError(t, err)
	require.NoError(t, c.Write(t.Context(), websocket.MessageText, []byte(
		`{"type":"search","id":"s","engine":"6502","profile":"sx81","speed":100,"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}`)))
	_, _, err = c.Read(t.Context())
	require.NoError(t, err)
	require.Equal(t, cli.ExitInterrupted, end())
	_, err = http.Get(url)
	require.Error(t, err)
}

func TestServeRefusesWhereItCannotListen(t *testing.T) {
	for _, address := range []string{"8080", "127.0.0.1:99999", "256.1.1.1:80"} {
		status, _, complaint := runWith(t, fake{}, "serve", "--listen", address)
		require.Equal(t, cli.ExitUsage, status, complaint)
		require.Contains(t, complaint, "--listen")
	}
}
