// Package web serves the page of docs/manual/browser.md, and carries sessions over
// WebSockets.
package web

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/cmd/internal/play/thinker"
	"github.com/searchex/searchex/cmd/internal/roms"
	"github.com/searchex/searchex/cmd/internal/session"
	"github.com/searchex/searchex/hostbridge/guest"
)

// files is the page. Folder page is the same everywhere, folder socket is for a server and
// folder workers for a static site.
//
//go:embed page socket workers
var files embed.FS

// Languages are those of the page besides English: NAME.js has the texts of the page, NAMEprogram.js
// those of the program.
var Languages = []string{"german", "french"}

// Page returns the files of the page for a carrier, socket or workers, by name. disk.js has modules
// before it that import nothing, as a plain script.
func Page(carrier string) (map[string][]byte, error) {
	all := map[string][]byte{}
	for _, dir := range []string{"page", carrier} {
		entries, err := fs.ReadDir(files, dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			text, err := files.ReadFile(dir + "/" + e.Name())
			if err != nil {
				return nil, err
			}
			all[e.Name()] = text
		}
	}
	all["disk.js"] = Plain(all, "position.js", "plainmen.js", "disk.js")
	for name, text := range all {
		if strings.HasSuffix(name, ".html") {
			all[name] = preloaded(all, text)
		}
	}
	return all, nil
}

var (
	module   = regexp.MustCompile(`<script type="module" src="([a-z]+\.js)"></script>\n`)
	imported = regexp.MustCompile(`(?m)^import (?:.* from )?"\./([a-z0-9]+\.js)"`)
)

// preloaded adds to a page the modules that its module imports, and those that they import, so that
// a browser fetches them at once.
func preloaded(files map[string][]byte, page []byte) []byte {
	m := module.FindSubmatch(page)
	if m == nil {
		return page
	}
	tags := m[0]
	first := string(m[1])
	known := map[string]bool{first: true}
	for next := []string{first}; len(next) > 0; next = next[1:] {
		for _, m := range imported.FindAllSubmatch(files[next[0]], -1) {
			if to := string(m[1]); !known[to] {
				known[to] = true
				tags, next = fmt.Appendf(tags, "<link rel=\"modulepreload\" href=%q>\n", to), append(next, to)
			}
		}
	}
	return module.ReplaceAllLiteral(page, tags)
}

var exported = regexp.MustCompile(`(?m)^export `)

// Plain makes a plain script of modules that import nothing. It is a block, so that nothing of it is
// global.
func Plain(files map[string][]byte, names ...string) []byte {
	all := []byte("{\n")
	for _, name := range names {
		all = append(all, exported.ReplaceAll(files[name], nil)...)
	}
	return append(all, "}\n"...)
}

// contentTypes are the types of the page's files by extension. The system's table is not
// used, since it differs between systems.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml", ".json": "application/json", ".webmanifest": "application/manifest+json",
	".zip": "application/zip", ".rom": "application/octet-stream", ".bin": "application/octet-stream",
}

// policy is the Content-Security-Policy. The page loads nothing but the server's own files.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Bounds of a server.
const (
	// MaxSessions is the greatest number of pages that are served at a time.
	MaxSessions = 8
	// writeTimeout bounds the time for a message to be taken by a page.
	writeTimeout = 20 * time.Second
	// pingEvery is how often a page is asked if it is still there.
	pingEvery = 20 * time.Second
)

// Server is an HTTP handler that serves the page and its sessions.
type Server struct {
	// Token, if it isn't empty, is what a browser must bring, at first in the address: any
	// user of this computer reaches the port.
	Token string
	// Library is the book of the chess computers, nil for the engines' own.
	Library *books.Held

	files map[string][]byte
	hosts []string // the names by which it may be addressed, besides numbers
	slots *session.Slots

	ctx      context.Context
	sessions sync.WaitGroup
	lock     sync.Mutex
	open     int
}

// New returns a server whose sessions end with the context. It may be addressed as
// localhost, by number, and by the name host if that isn't empty: a page of another name
// that leads to this computer (DNS rebinding) must not get answers.
func New(ctx context.Context, host string) (*Server, error) {
	all, err := Page("socket")
	if err != nil {
		return nil, err
	}
	return &Server{
		files: all, hosts: []string{"localhost", strings.ToLower(host)}, ctx: ctx,
		slots: session.NewSlots(max(4, runtime.GOMAXPROCS(0))),
	}, nil
}

// Wait waits until all sessions have ended, after the context has.
func (s *Server) Wait() { s.sessions.Wait() }

// known reports whether the server may be addressed by a host, as requests have it.
func (s *Server) known(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	return name != "" && (net.ParseIP(name) != nil || slices.Contains(s.hosts, name))
}

// ServeHTTP serves the files of the page, /session, and /healthz, which answers ok.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache")
	switch {
	case !s.known(r.Host):
		http.Error(w, fmt.Sprintf("host %q: this server answers to 127.0.0.1, localhost and the name given to --listen", short(r.Host)), http.StatusMisdirectedRequest)
		return
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		http.Error(w, "want GET", http.StatusMethodNotAllowed)
		return
	case r.URL.Path == "/healthz":
		h.Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, "ok\n")
		return
	case !s.admitted(r):
		http.Error(w, "this page is its owner's: open the address that searchex serve has printed, with its token", http.StatusForbidden)
		return
	case s.remember(w, r):
		return
	case r.URL.Path == "/session":
		s.session(w, r)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	if name == "embed.html" { // in a frame of this server's pages only: a page of another site has no token
		h.Set("Content-Security-Policy", strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors 'self'", 1))
	}
	text, ok := s.file(name)
	if !ok {
		http.Error(w, "there is no such page: want /", http.StatusNotFound)
		return
	}
	h.Set("Content-Type", contentTypes[name[strings.LastIndexByte(name, '.'):]])
	h.Set("Content-Length", fmt.Sprint(len(text)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(text)
	}
}

// file returns a file of the page, or an image of a real machine.
func (s *Server) file(name string) (text []byte, ok bool) {
	if text, ok = s.files[name]; ok {
		return text, ok
	}
	images, err := roms.Downloads()
	if err != nil {
		return nil, false // the images are embedded: a test makes all of them
	}
	text, ok = images[name]
	return text, ok
}

// short cuts a text of a request to what fits in an error.
func short(text string) string { return text[:min(len(text), 60)] }

// enter reports whether there is room for a session more.
func (s *Server) enter() bool {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.open == MaxSessions || s.ctx.Err() != nil {
		return false
	}
	s.open++
	s.sessions.Add(1)
	return true
}

func (s *Server) leave() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.open--
	s.sessions.Done()
}

// session carries a session over a WebSocket. Accept rejects a page of another origin.
func (s *Server) session(w http.ResponseWriter, r *http.Request) {
	c, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has answered
	}
	defer c.CloseNow()
	if !s.enter() {
		_ = c.Close(websocket.StatusTryAgainLater, fmt.Sprintf("this server serves %d pages already: close one, and load this page again", MaxSessions))
		return
	}
	defer s.leave()
	c.SetReadLimit(session.MaxMessage)
	ctx, cancel := context.WithCancel(context.Background()) // of the connection
	defer cancel()
	work, stop := context.WithCancel(s.ctx) // of all that the session does
	defer stop()
	defer context.AfterFunc(s.ctx, func() {
		defer time.AfterFunc(grace, cancel).Stop() // a page that does not answer
		_ = c.Close(websocket.StatusGoingAway, "the server has ended")
		cancel()
	})()

	ticker := time.NewTicker(session.BeatEvery)
	defer ticker.Stop()
	out := make(chan []byte, 64)
	x := session.New(work, session.Options{
		Clock: thinker.HostClock{}, Library: s.Library, Slots: s.slots, Seed: uint64(time.Now().UnixNano()), Beat: ticker.C, Guest: guest.Load,
	}, func(message []byte) {
		select {
		case out <- message: // a page that reads slowly slows its searches down
		case <-ctx.Done():
		case <-work.Done():
		}
	})
	defer x.Close()
	defer cancel() // before Close, which waits for those who send
	go write(ctx, cancel, c, out)
	go alive(ctx, cancel, c)
	for message := range read(ctx, c, work, stop) {
		x.Receive(message)
	}
}

// readAhead is the number of messages that are read while one is handled.
const readAhead = 16

// read returns the messages of a page until it has gone, and stops the work then: a page that
// goes is noticed while a message of it is handled. After the end of the work messages are
// dropped.
func read(ctx context.Context, c *websocket.Conn, work context.Context, stop func()) <-chan []byte {
	messages := make(chan []byte, readAhead)
	go func() {
		defer close(messages)
		defer stop()
		for {
			kind, message, err := c.Read(ctx)
			switch {
			case err != nil:
				return // the page has gone, or a message was too long: the reader has said so
			case kind != websocket.MessageText:
				_ = c.Close(websocket.StatusUnsupportedData, "want text")
				return
			}
			select {
			case messages <- message:
			case <-work.Done():
			}
		}
	}()
	return messages
}

// write sends messages until the context ends. A page that takes none ends its session.
func write(ctx context.Context, cancel func(), c *websocket.Conn, out <-chan []byte) {
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			return
		case message := <-out:
			w, done := context.WithTimeout(ctx, writeTimeout)
			err := c.Write(w, websocket.MessageText, message)
			done()
			if err != nil {
				return
			}
		}
	}
}

// alive ends a session whose page has vanished.
func alive(ctx context.Context, cancel func(), c *websocket.Conn) {
	defer cancel()
	ticker := time.NewTicker(pingEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			p, done := context.WithTimeout(ctx, pingEvery)
			err := c.Ping(p)
			done()
			if err != nil {
				return
			}
		}
	}
}

// Listen listens on an address HOST:PORT and returns the listener and the address to open.
// Without a host it is this computer's own, 127.0.0.1.
func Listen(address string) (l net.Listener, url, host string, err error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, "", "", fmt.Errorf("%q: want HOST:PORT, such as 127.0.0.1:8080", address)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	l, err = net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, "", "", err
	}
	shown := host
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		shown = "127.0.0.1"
		if name, err := os.Hostname(); err == nil {
			host = name
		}
	}
	_, port, _ = net.SplitHostPort(l.Addr().String())
	return l, "http://" + net.JoinHostPort(shown, port) + "/", host, nil
}

// grace is how long Run waits for the end of requests and sessions, which it then cuts.
const grace = time.Second

// Run serves until the context ends, and then waits up to a second for the end of the
// requests and sessions. The token may be empty, and library nil: see Server.
func Run(ctx context.Context, l net.Listener, host, token string, library *books.Held) error {
	s, err := New(ctx, host)
	if err != nil {
		return err
	}
	s.Token, s.Library = token, library
	h := &http.Server{
		Handler: s, ReadHeaderTimeout: 10 * time.Second, WriteTimeout: time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
	}
	ended := make(chan struct{})
	context.AfterFunc(ctx, func() {
		defer close(ended)
		end, cancel := context.WithTimeout(context.Background(), grace)
		defer cancel()
		_ = h.Shutdown(end)
		all := make(chan struct{})
		go func() { s.Wait(); close(all) }()
		select {
		case <-all:
		case <-end.Done():
		}
		_ = h.Close()
	})
	if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-ended
	return nil
}
