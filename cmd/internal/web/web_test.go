package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/session"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/goengine"
)

// server serves the page.
func server(t *testing.T) (*Server, *httptest.Server) {
	ctx, cancel := context.WithCancel(context.Background())
	s, err := New(ctx, "chess.example")
	require.NoError(t, err)
	h := httptest.NewServer(s)
	t.Cleanup(func() { cancel(); s.Wait(); h.Close() })
	return s, h
}

// dial opens a session.
func dial(t *testing.T, h *httptest.Server, header http.Header) (*websocket.Conn, *http.Response, error) {
	return websocket.Dial(t.Context(), h.URL+"/session", &websocket.DialOptions{HTTPHeader: header})
}

// ask sends a message and returns the next one of a type.
func ask(t *testing.T, c *websocket.Conn, message, kind string) map[string]any {
	t.Helper()
	require.NoError(t, c.Write(t.Context(), websocket.MessageText, []byte(message)))
	for {
		_, text, err := c.Read(t.Context())
		require.NoError(t, err)
		m := map[string]any{}
		require.NoError(t, json.Unmarshal(text, &m))
		if m["type"] == kind {
			return m
		}
	}
}

// get asks for a path as a host, and returns the status and the header.
func get(t *testing.T, h *httptest.Server, method, host, path string) (*http.Response, string) {
	r, err := http.NewRequest(method, h.URL+path, nil)
	require.NoError(t, err)
	if host != "" {
		r.Host = host
	}
	a, err := http.DefaultTransport.RoundTrip(r)
	require.NoError(t, err)
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	require.NoError(t, err)
	return a, string(text)
}

func TestThePageIsServed(t *testing.T) {
	_, h := server(t)
	a, text := get(t, h, "GET", "", "/")
	assert.Equal(t, 200, a.StatusCode)
	assert.Contains(t, text, `<script type="module" src="main.js">`)
	policy := a.Header.Get("Content-Security-Policy")
	assert.Contains(t, policy, "default-src 'none'")
	assert.NotContains(t, policy, "unsafe-inline")
	assert.NotContains(t, policy, "http")
	for path, want := range map[string]string{"/main.js": "text/javascript", "/style.css": "text/css", "/icon.svg": "image/svg+xml", "/carrier.js": "text/javascript"} {
		a, text := get(t, h, "GET", "", path)
		assert.Contains(t, a.Header.Get("Content-Type"), want)
		assert.NotEmpty(t, text)
	}
}

// Only files of the page are served, and only to requests for this host.
func TestNothingElseIsServed(t *testing.T) {
	_, h := server(t)
	for _, path := range []string{"/../web.go", "/page/index.html", "/%2e%2e/web.go", "//etc/passwd", "/worker.js", "/.git/config", "/index.html/"} {
		a, text := get(t, h, "GET", "", path)
		assert.Equal(t, 404, a.StatusCode, path)
		assert.NotContains(t, text, "package")
	}
	a, _ := get(t, h, "POST", "", "/")
	assert.Equal(t, 405, a.StatusCode)
	for host, want := range map[string]int{
		"127.0.0.1": 200, "localhost:99": 200, "[::1]:80": 200, "10.1.2.3:80": 200, "chess.example": 200, "CHESS.example:80": 200,
		"evil.example": 421, "127.0.0.1.evil.example:80": 421, "localhost.evil.example": 421,
	} {
		a, _ := get(t, h, "GET", host, "/")
		assert.Equal(t, want, a.StatusCode, host)
	}
}

// Another site's page opens no session.
func TestOtherOriginsAreRefused(t *testing.T) {
	_, h := server(t)
	for _, origin := range []string{"http://evil.example", "null", "https://127.0.0.1:1", "file://"} {
		_, a, err := dial(t, h, http.Header{"Origin": {origin}})
		require.Error(t, err, origin)
		assert.Equal(t, 403, a.StatusCode, origin)
	}
	c, _, err := dial(t, h, http.Header{"Origin": {h.URL}})
	require.NoError(t, err)
	ask(t, c, `{"type":"hello"}`, "welcome")
	require.NoError(t, c.Close(websocket.StatusNormalClosure, ""))
}

// Each page has a game of its own.
func TestPagesHaveGamesOfTheirOwn(t *testing.T) {
	_, h := server(t)
	a, _, err := dial(t, h, nil)
	require.NoError(t, err)
	b, _, err := dial(t, h, nil)
	require.NoError(t, err)
	ask(t, a, `{"type":"hello"}`, "done")
	ask(t, a, `{"type":"say","text":"two"}`, "done")
	ask(t, a, `{"type":"move","move":"e4"}`, "done")
	assert.Empty(t, ask(t, b, `{"type":"hello"}`, "game")["moves"])
}

// A message that is too long ends its session, another bad one does not, and sessions are bounded.
func TestBounds(t *testing.T) {
	s, h := server(t)
	c, _, err := dial(t, h, nil)
	require.NoError(t, err)
	assert.Contains(t, ask(t, c, `nonsense`, "error")["text"], "not a JSON object")
	ask(t, c, `{"type":"hello"}`, "done")
	require.NoError(t, c.Write(t.Context(), websocket.MessageText, []byte(strings.Repeat(" ", session.MaxMessage+1))))
	for err == nil {
		_, _, err = c.Read(t.Context())
	}
	assert.Equal(t, websocket.StatusMessageTooBig, websocket.CloseStatus(err))
	s.Wait() // its session does not count any more

	for range MaxSessions {
		c, _, err := dial(t, h, nil)
		require.NoError(t, err)
		ask(t, c, `{"type":"hello"}`, "done")
	}
	c, _, err = dial(t, h, nil)
	require.NoError(t, err)
	_, _, err = c.Read(t.Context())
	assert.Equal(t, websocket.StatusTryAgainLater, websocket.CloseStatus(err))
	assert.Contains(t, err.Error(), "8 pages already")
}

// The search of a page that vanishes ends.
func TestAPageThatVanishes(t *testing.T) {
	s, h := server(t)
	c, _, err := dial(t, h, nil)
	require.NoError(t, err)
	c.SetReadLimit(1 << 20)
	for i, engine := range []string{"go", "6502"} {
		ask(t, c, fmt.Sprintf(`{"type":"search","id":"%d","engine":%q,"profile":"sx81","fen":%q}`, i, engine, goengine.StartFEN), "progress")
	}
	require.NoError(t, c.CloseNow())
	for end := time.Now().Add(time.Minute); s.slots.Busy(); time.Sleep(5 * time.Millisecond) {
		require.True(t, time.Now().Before(end), "the searches go on")
	}
}

// Each name in the page's files is one that is served.
func TestThePageRefersToItsOwnFiles(t *testing.T) {
	for _, carrier := range []string{"socket", "workers"} {
		all, err := Page(carrier)
		require.NoError(t, err)
		later := map[string]bool{"wasm_exec.js": true, "searchex.wasm.gz": true, "offline.js": true, "program.js": true} // that make site adds
		refers := regexp.MustCompile(`(?:from |import |importScripts\(|new Worker\(|register\(|fetch\(|src=|href=)"\.?/?([a-z0-9_.]+)"`)
		n := 0
		for name, text := range all {
			for _, m := range refers.FindAllStringSubmatch(string(text), -1) {
				n++
				assert.True(t, all[m[1]] != nil || later[m[1]], "%s refers to %s", name, m[1])
			}
			assert.NotRegexp(t, `https?://[^"'\s]*`, strings.ReplaceAll(string(text), "http://www.w3.org/2000/svg", ""), "%s names another host", name)
		}
		assert.Greater(t, n, 15)
	}
}

func TestListen(t *testing.T) {
	l, url, host, err := Listen(":0")
	require.NoError(t, err)
	defer l.Close()
	assert.Equal(t, "127.0.0.1", host)
	assert.Regexp(t, `^http://127\.0\.0\.1:[0-9]+/$`, url)
	assert.True(t, strings.HasPrefix(l.Addr().String(), "127.0.0.1:"), "only this computer unless told")
	_, _, _, err = Listen("8080")
	assert.ErrorContains(t, err, "want HOST:PORT")
}

// Without the token of the address nothing is served but the answer that the server lives;
// with it the browser gets a cookie, which is enough from then on.
func TestATokenIsWanted(t *testing.T) {
	s, h := server(t)
	s.Token = "GIVENTOKEN"
	for _, path := range []string{"/", "/main.js", "/session", "/?token=", "/?token=GIVENTOKE", "/?token=GIVENTOKENS"} {
		a, text := get(t, h, "GET", "", path)
		assert.Equal(t, http.StatusForbidden, a.StatusCode, path)
		assert.Contains(t, text, "with its token", path)
		assert.Empty(t, a.Cookies(), path)
	}
	a, text := get(t, h, "GET", "", "/healthz")
	assert.Equal(t, 200, a.StatusCode)
	assert.Equal(t, "ok\n", text)
	a, _ = get(t, h, "GET", "", "/?token=GIVENTOKEN")
	assert.Equal(t, http.StatusSeeOther, a.StatusCode)
	assert.Equal(t, "/", a.Header.Get("Location"))
	require.Len(t, a.Cookies(), 1)
	assert.True(t, a.Cookies()[0].HttpOnly)
	for path, want := range map[string]int{"/": 200, "/main.js": 200, "/nothing": 404} {
		r, err := http.NewRequest("GET", h.URL+path, nil)
		require.NoError(t, err)
		r.AddCookie(a.Cookies()[0])
		a, err := http.DefaultTransport.RoundTrip(r)
		require.NoError(t, err)
		a.Body.Close()
		assert.Equal(t, want, a.StatusCode, path)
	}
	_, _, err := dial(t, h, nil)
	require.Error(t, err)
	c, _, err := dial(t, h, http.Header{"Cookie": {cookie + "=GIVENTOKEN"}})
	require.NoError(t, err)
	ask(t, c, `{"type":"hello"}`, "done")
}

// A token stays the same from run to run, its file is its owner's alone, and a file that
// cannot be kept does not end the server.
func TestTheTokenIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "searchex", "serve-token")
	first, err := Token(path)
	require.NoError(t, err)
	assert.Len(t, first, tokenLength)
	again, err := Token(path)
	require.NoError(t, err)
	assert.Equal(t, first, again)
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o600), info.Mode().Perm())
	for _, damaged := range []string{"", first[:tokenLength/2]} {
		require.NoError(t, os.WriteFile(path, []byte(damaged), 0o600))
		other, err := Token(path)
		require.NoError(t, err)
		assert.NotContains(t, []string{first, damaged}, other)
	}
	other, err := Token(filepath.Join(path, "below", "a file"))
	assert.Error(t, err)
	assert.Len(t, other, tokenLength)
}

// Each step of keeping a token fails: there is one for this run, and the next run has one that
// is kept.
func TestATokenSurvivesADiskThatFails(t *testing.T) {
	for n, steps := 1, 1; n <= steps; n++ {
		path := filepath.Join(t.TempDir(), "searchex", "serve-token")
		steps = 0
		restore := userfile.Failing(func(userfile.Step, string) error {
			if steps++; steps == n {
				return syscall.EIO
			}
			return nil
		})
		token, err := Token(path)
		restore()
		assert.Len(t, token, tokenLength)
		next, rerr := Token(path)
		require.NoError(t, rerr)
		assert.Len(t, next, tokenLength)
		if err == nil {
			assert.Equal(t, token, next, "step %d", n)
		}
		entries, err := os.ReadDir(filepath.Dir(path))
		require.NoError(t, err)
		assert.Len(t, entries, 1)
	}
}

// Servers that begin at once have one token.
func TestServersShareAToken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "serve-token")
	const n = 10
	tokens := make(chan string, n)
	for range n {
		go func() {
			token, err := Token(path)
			assert.NoError(t, err)
			tokens <- token
		}()
	}
	first := <-tokens
	for range n - 1 {
		assert.Equal(t, first, <-tokens)
	}
}

// A session ends with its page and with the server, also while messages of it wait.
func TestASessionEndsWhileMessagesWait(t *testing.T) {
	load := fmt.Sprintf(`{"type":"load","pgn":"1. e4 %s *"}`, strings.Repeat("(d4 d5) ", 1_000))
	for name, end := range map[string]func(c *websocket.Conn, stop func()){
		"page":   func(c *websocket.Conn, _ func()) { _ = c.CloseNow() },
		"server": func(_ *websocket.Conn, stop func()) { stop() },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		s, err := New(ctx, "")
		require.NoError(t, err)
		h := httptest.NewServer(s)
		c, _, err := dial(t, h, nil)
		require.NoError(t, err, name)
		c.SetReadLimit(1 << 24)
		ask(t, c, load, "done")
		for range readAhead {
			require.NoError(t, c.Write(t.Context(), websocket.MessageText, []byte(load)))
		}
		end(c, cancel)
		go func() { // a page that the server tells of its end
			for err := error(nil); err == nil; _, _, err = c.Read(t.Context()) {
			}
		}()
		s.Wait()
		cancel()
		h.Close()
	}
}
