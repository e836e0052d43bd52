package spread

import (
	"context"
	"crypto/rand"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/searchex/searchex/cmd/internal/userfile"
)

// Access says how to reach a server.
type Access struct {
	// URL is the server's address: nats://HOST:PORT, or tls:// with TLS.
	URL string
	// Token is the token of the server, or the line of a key's file. It is empty for a server
	// without one.
	Token string
	// CA is a file of certificates that vouch for the server, empty for those of the
	// system.
	CA string
}

// CheckURL returns an error for an address that is not a server's.
func CheckURL(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Hostname() == "" || u.User != nil || strings.Trim(u.Path, "/") != "" {
		return fmt.Errorf("%s: want nats://HOST:PORT, or tls://HOST:PORT", text)
	}
	return nil
}

// maxToken bounds the size of a file with a token or a key.
const maxToken = 4096

// ReadToken reads a file with a token or a key.
func ReadToken(ctx context.Context, path string) (string, error) {
	b, err := userfile.Read(ctx, path, maxToken)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(b))
	if token == "" || strings.ContainsAny(token, " \n\t") {
		return "", fmt.Errorf("%s: want one line with a token", path)
	}
	return token, nil
}

// Worker returns the name of the worker whose key it is, "" for a token.
func (a *Access) Worker() string {
	if k := parseKey(a.Token); k != nil {
		return k.Name
	}
	return ""
}

// login returns the options with which a token or a key is shown.
func (a *Access) login() []nats.Option {
	k := parseKey(a.Token)
	if k == nil {
		return []nats.Option{nats.Token(a.Token)}
	}
	return []nats.Option{nats.Nkey(k.Public(), k.pair.Sign), nats.CustomInboxPrefix(inbox(k.Name))}
}

// Dial connects to a server. A connection that is lost is made again for as long as it
// takes; closed is called when that is not possible.
func (a *Access) Dial(name string, closed func(error), more ...nats.Option) (*nats.Conn, error) {
	options := append([]nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond),
		nats.Timeout(request), nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(2),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // else it prints: requests that fail say why
		nats.ClosedHandler(func(c *nats.Conn) { closed(a.explain(c.LastError())) }),
	}, append(a.login(), more...)...)
	if a.CA != "" {
		options = append(options, nats.RootCAs(a.CA))
	}
	c, err := nats.Connect(a.URL, options...)
	if err != nil {
		return nil, a.explain(err)
	}
	return c, nil
}

// explain returns an error that says what to do.
func (a *Access) explain(err error) error {
	var unknown x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, nats.ErrNoServers), errors.Is(err, nats.ErrTimeout):
		return fmt.Errorf("%s: no server answers: want the address that a run with --spread has printed, or that of a NATS server", a.URL)
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		return fmt.Errorf("%s: the server refuses the token: want --token-file with the file that its run has written, or a key that it has not revoked", a.URL)
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return fmt.Errorf("%s: the server's certificate is not valid at this computer's time: %w: want the clock or the certificate put right", a.URL, err)
	case errors.As(err, &unknown):
		return fmt.Errorf("%s: %w: want --tls-ca with the file of its authority", a.URL, err)
	}
	return fmt.Errorf("%s: %w", a.URL, err)
}

// Embedded is a server in this process.
type Embedded struct {
	Access
	// TokenFile holds the token.
	TokenFile string
	server    *server.Server
	keys      *nats.Conn // answers questions about keys
	folder    string
	keep      bool
}

// Listening says where a server in this process listens.
type Listening struct {
	// Host and Port are its address. Port 0 means any, or the one of the run that is
	// continued.
	Host string
	Port int
	// Cert and Key are TLS files, empty for none.
	Cert, Key string
	// Folder is where the server keeps its files; empty for a temporary folder.
	Folder string
}

// startTime is how long a server may take to start.
const startTime = 30 * time.Second

// Start starts a server in this process.
func Start(l Listening) (*Embedded, error) {
	e := &Embedded{folder: l.Folder, keep: l.Folder != ""}
	var err error
	if e.folder == "" {
		e.folder, err = os.MkdirTemp("", "lab-spread-*")
	} else {
		err = os.MkdirAll(e.folder, 0o700)
	}
	if err != nil {
		return nil, fmt.Errorf("a folder for the server: %w", err)
	}
	if err := e.start(l); err != nil {
		e.Close(false)
		return nil, err
	}
	return e, nil
}

func (e *Embedded) start(l Listening) error {
	var err error
	if e.Token, err = e.token(); err != nil {
		return err
	}
	ring, err := newKeyring(e.Token, filepath.Join(e.folder, "keys"))
	if err != nil {
		return err
	}
	o := &server.Options{
		ServerName: "lab", Host: l.Host, Port: l.Port, CustomClientAuthentication: ring, AlwaysEnableNonce: true, NoLog: true, NoSigs: true,
		JetStream: true, StoreDir: filepath.Join(e.folder, "store"), SyncAlways: true, MaxPayload: maxPayload,
		JetStreamMaxMemory: 64 << 20, JetStreamMaxStore: 8 << 30, DisableJetStreamBanner: true,
	}
	portFile := filepath.Join(e.folder, "address")
	if l.Port == 0 {
		o.Port = server.RANDOM_PORT
		if b, err := os.ReadFile(portFile); err == nil { // workers come back to it
			var port int
			if _, err := fmt.Sscan(string(b), &port); err == nil && free(l.Host, port) {
				o.Port = port
			}
		}
	}
	if l.Port != 0 && !free(l.Host, l.Port) {
		return fmt.Errorf("%s:%d is not free to listen at: want another address or port", l.Host, l.Port)
	}
	scheme := "nats"
	if l.Cert != "" {
		scheme, o.TLS = "tls", true
		if o.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{CertFile: l.Cert, KeyFile: l.Key}); err != nil {
			return fmt.Errorf("--tls-cert %s, --tls-key %s: %w", l.Cert, l.Key, err)
		}
	}
	if e.server, err = server.NewServer(o); err != nil {
		return fmt.Errorf("the server: %w", err)
	}
	ring.server = e.server
	go e.server.Start()
	if !e.server.ReadyForConnections(startTime) || !e.server.JetStreamEnabled() {
		return fmt.Errorf("the server at %s:%d did not start with its files in %s: want a free port, and room; what is in the folder is not needed: remove it if it is damaged",
			l.Host, o.Port, e.folder)
	}
	port := e.server.Addr().(*net.TCPAddr).Port
	e.URL = fmt.Sprintf("%s://%s:%d", scheme, l.Host, port)
	if e.keys, err = e.InProcess("keys", func(error) {}); err != nil {
		return err
	}
	if _, err := e.keys.Subscribe(keysSubject, ring.answer); err != nil {
		return err
	}
	if err := e.keys.FlushTimeout(startTime); err != nil { // the server has the subscription
		return err
	}
	return os.WriteFile(portFile, fmt.Appendln(nil, port), 0o600)
}

// free reports whether a port can be listened at.
func free(host string, port int) bool {
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return false
	}
	l.Close()
	return true
}

// token reads the token of the run that is continued, or makes a new one.
func (e *Embedded) token() (string, error) {
	e.TokenFile = filepath.Join(e.folder, "token")
	if token, err := ReadToken(context.Background(), e.TokenFile); err == nil {
		return token, nil
	}
	var b [24]byte
	if _, err := rand.Read(b[:]); err != nil {
		return "", err
	}
	token := hex.EncodeToString(b[:])
	if err := os.WriteFile(e.TokenFile, []byte(token+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("the token: %w", err)
	}
	return token, nil
}

// room is what must be free for the server's files, in bytes.
const room = 64 << 10

// Healthy returns an error if the server can't go on, since its disk is full.
func (e *Embedded) Healthy() error {
	probe := filepath.Join(e.folder, "room")
	err := os.WriteFile(probe, make([]byte, room), 0o600)
	_ = os.Remove(probe)
	if err == nil && !e.server.JetStreamEnabled() {
		err = errors.New("it has stopped to store")
	}
	if err != nil {
		return fmt.Errorf("the server's files: %w: make room, and continue with --resume", err)
	}
	return nil
}

// InProcess connects to the server without the network.
func (e *Embedded) InProcess(name string, closed func(error)) (*nats.Conn, error) {
	a := Access{URL: "nats://127.0.0.1", Token: e.Token}
	return a.Dial(name, closed, nats.InProcessServer(e.server))
}

// own are the names of the server's files in its folder.
var own = []string{"address", "keys", "room", "store", "token"}

// Close ends the server. It removes its files if the run is finished, or nobody can find
// them. Anything else in a folder that it was given stays.
func (e *Embedded) Close(finished bool) {
	if e.keys != nil {
		e.keys.Close()
	}
	if e.server != nil {
		e.server.Shutdown()
		e.server.WaitForShutdown()
	}
	switch {
	case !e.keep:
		_ = os.RemoveAll(e.folder)
	case finished:
		for _, name := range own {
			_ = os.RemoveAll(filepath.Join(e.folder, name))
		}
		_ = os.Remove(e.folder) // unless somebody has put something there
	}
}
