package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/testdata/switches"
)

// natsd is a NATS server with JetStream, a token and TLS: HOST PORT STORE TOKEN CERT KEY.
func natsd() {
	port, _ := strconv.Atoi(os.Args[2])
	tls, err := server.GenTLSConfig(&server.TLSConfigOpts{CertFile: os.Args[5], KeyFile: os.Args[6]})
	if err != nil {
		panic(err)
	}
	s, err := server.NewServer(&server.Options{
		Host: os.Args[1], Port: port, StoreDir: os.Args[3], Authorization: os.Args[4], TLS: true, TLSConfig: tls,
		JetStream: true, NoLog: true, DisableJetStreamBanner: true,
	})
	if err != nil {
		panic(err)
	}
	s.Start()
	s.WaitForShutdown()
}

// older is lab as an older build, with other ROMs.
func older() {
	self := job.Self
	job.Self = func() (job.Identity, error) {
		id, err := self()
		id.ROMs = "0123"
		return id, err
	}
	main()
}

// certificate writes a certificate of its own authority for an address, and its key.
func certificate(t *testing.T, folder, host string, from, to time.Time) (cert, key string) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	x := &x509.Certificate{
		SerialNumber: big.NewInt(39), Subject: pkix.Name{CommonName: "lab"}, NotBefore: from, NotAfter: to, IsCA: true,
		BasicConstraintsValid: true, IPAddresses: []net.IP{net.ParseIP(host)}, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, x, x, &k.PublicKey, k)
	require.NoError(t, err)
	secret, err := x509.MarshalECPrivateKey(k)
	require.NoError(t, err)
	cert, key = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	require.NoError(t, os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	require.NoError(t, os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: secret}), 0o600))
	return cert, key
}

// elsewhere is a server in another process, and a network.
type elsewhere struct {
	*site
	host, cert, key, token string
	port                   int
	// namespace is the network namespace of workers, empty if there can be none here.
	namespace string
	server    *exec.Cmd
}

// newElsewhere starts a server whose certificate is valid at some time, linked with a network
// namespace if apart is set.
func newElsewhere(t *testing.T, from, to time.Time, apart bool) *elsewhere {
	e := &elsewhere{site: &site{t: t, folder: t.TempDir()}, host: "127.0.0.1", token: "sesame"}
	if apart {
		e.separate()
	}
	e.cert, e.key = certificate(t, e.folder, e.host, from, to)
	require.NoError(t, os.WriteFile(filepath.Join(e.folder, "token"), []byte(e.token+"\n"), 0o600))
	l, err := net.Listen("tcp", net.JoinHostPort(e.host, "0"))
	require.NoError(t, err)
	e.port = l.Addr().(*net.TCPAddr).Port
	l.Close()
	e.up()
	return e
}

// separate makes a network namespace that is linked with this one.
func (e *elsewhere) separate() {
	id := os.Getpid() % 250
	ns, link := fmt.Sprintf("lab%d", os.Getpid()), fmt.Sprintf("lab%d", id)
	host := fmt.Sprintf("10.39.%d.1", id)
	for _, line := range []string{
		"netns add " + ns, "link add " + link + " type veth peer name far netns " + ns,
		"addr add " + host + "/24 dev " + link, "link set " + link + " up",
		fmt.Sprintf("-n %s addr add 10.39.%d.2/24 dev far", ns, id), "-n " + ns + " link set far up",
	} {
		if out, err := exec.Command("ip", strings.Fields(line)...).CombinedOutput(); err != nil {
			e.t.Logf("no network namespace here: ip %s: %v: %s", line, err, out)
			_ = exec.Command("ip", "netns", "del", ns).Run()
			return
		}
	}
	e.t.Cleanup(func() { _ = exec.Command("ip", "netns", "del", ns).Run() })
	e.host, e.namespace = host, ns
}

// far executes ip with the link of the namespace up or down.
func (e *elsewhere) far(state string) {
	require.NoError(e.t, exec.Command("ip", "-n", e.namespace, "link", "set", "far", state).Run())
}

// up starts the server, on the files that it had.
func (e *elsewhere) up() {
	e.server, _ = e.start("natsd", e.host, strconv.Itoa(e.port), filepath.Join(e.folder, "store"), e.token, e.cert, e.key)
	require.Eventually(e.t, func() bool {
		c, err := net.Dial("tcp", net.JoinHostPort(e.host, strconv.Itoa(e.port)))
		if err == nil {
			c.Close()
		}
		return err == nil
	}, 20*time.Second, 50*time.Millisecond)
}

func (e *elsewhere) url() string { return fmt.Sprintf("tls://%s:%d", e.host, e.port) }

// refused runs a worker that must end with one line.
func (e *elsewhere) refused(program, want string, args ...string) {
	e.t.Helper()
	c := exec.Command(program, append([]string{"worker", e.url()}, args...)...)
	c.Dir = e.folder
	out, err := c.CombinedOutput()
	assert.Error(e.t, err)
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	assert.Contains(e.t, lines[len(lines)-1], want)
	assert.NotContains(e.t, string(out), "goroutine")
}

// When a server elsewhere goes away, or a worker is cut off, no job is lost, the state file stays
// the same, and a line names it; who may not help is given the reason in a line. The server is away
// for the seconds of SEARCHEX_TESTS=away=N.
func TestAServerElsewhere(t *testing.T) {
	slow(t)
	const line = "match go:sx81 z80:uniform --nodes 500 --games 160 --draw-after 80"
	e := newElsewhere(t, time.Now().Add(-time.Hour), time.Now().Add(time.Hour), true)
	access := []string{"--token-file", "token", "--tls-ca", e.cert}
	require.NoError(t, os.WriteFile(filepath.Join(e.folder, "wrong"), []byte("wrong\n"), 0o600))
	e.refused("lab", "the server refuses the token: want --token-file", "--token-file", "wrong", "--tls-ca", e.cert)
	e.refused("lab", "want --tls-ca with the file of its authority", "--token-file", "token")

	e.coord, e.err = e.start("lab", append(strings.Fields(line+" --out state.jsonl --ack-wait 1 --check 10 --spread "+e.url()), access...)...)
	ended := make(chan error, 1)
	go func() { ended <- e.coord.Wait() }()
	e.refused("older", ": want the same build of lab", access...)
	worker := append([]string{"worker", e.url(), "--cores", "1"}, access...)
	_, near := e.start("lab", worker...)
	if e.namespace != "" {
		e.start("ip", append([]string{"netns", "exec", e.namespace, "lab"}, worker...)...)
	}
	require.Eventually(t, func() bool { // in the middle of the run
		have, _ := os.ReadFile(filepath.Join(e.folder, "state.jsonl"))
		return bytes.Count(have, []byte("\n")) > 5
	}, time.Minute, 10*time.Millisecond, "no game has been played")
	if e.namespace != "" {
		e.far("down")
	}
	kill(e.server)
	away := time.Duration(switches.Number("away", 6)) * time.Second
	time.Sleep(away)
	e.up()
	time.Sleep(time.Second)
	if e.namespace != "" {
		e.far("up")
	}
	select {
	case err := <-ended:
		require.NoError(t, err, e.said())
	case <-time.After(100 * time.Second):
		t.Fatalf("the run goes on: %s", e.said())
	}
	worked := given.File(t, near.Name())
	t.Logf("%s", e.said())
	t.Logf("%s", worked)
	assert.NotContains(t, e.said()+string(worked), "\nnats: ", "lines of the library, as after a minute")
	for _, line := range []string{"the server does not answer", "the server is back"} {
		assert.Equal(t, 1, strings.Count(e.said(), line), line)
		assert.Equal(t, 1, strings.Count(string(worked), line), line)
	}
	have := given.File(t, filepath.Join(e.folder, "state.jsonl"))
	assert.True(t, local(t, line) == string(have), "the state file differs from that of a local run")
}

// fill leaves no room in a folder. free makes it again.
func fill(t *testing.T, folder string) (free func()) {
	path := filepath.Join(folder, "filler")
	f, err := os.Create(path)
	require.NoError(t, err)
	for size := 64 << 10; size > 0; {
		if _, err := f.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	f.Close()
	return func() { require.NoError(t, os.Remove(path)) }
}

// A server elsewhere whose disk is full is named once, by the coordinator and by lab jobs; when
// there is room again the run goes on without anybody, and its state file is that of a local run.
func TestAServerElsewhereWhoseDiskIsFull(t *testing.T) {
	slow(t)
	const line = "soak 500 --seed 39 --engine go,z80 --batch 5"
	e := newElsewhere(t, time.Now().Add(-time.Hour), time.Now().Add(time.Hour), false)
	kill(e.server)
	store := filepath.Join(e.folder, "store")
	require.NoError(t, os.RemoveAll(store))
	require.NoError(t, os.Mkdir(store, 0o700))
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", store).CombinedOutput(); err != nil {
		t.Skipf("a small disk can't be mounted here: %s", out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", store).Run() })
	e.up()
	access := []string{"--token-file", "token", "--tls-ca", e.cert}
	e.coord, e.err = e.start("lab", append(strings.Fields(line+" --out state.jsonl --check 10 --spread "+e.url()), access...)...)
	ended := make(chan error, 1)
	go func() { ended <- e.coord.Wait() }()
	e.start("lab", append([]string{"worker", e.url(), "--cores", "1"}, access...)...)
	state := func() []byte { b, _ := os.ReadFile(filepath.Join(e.folder, "state.jsonl")); return b }
	require.Eventually(t, func() bool { return bytes.Count(state(), []byte("\n")) > 50 }, time.Minute, 10*time.Millisecond)
	free := fill(t, store)
	const full = "the server can't store results ("
	require.Eventually(t, func() bool { return strings.Contains(e.said(), full) }, time.Minute, 50*time.Millisecond)
	time.Sleep(7 * time.Second) // two tries, which say nothing
	c := exec.Command("lab", append([]string{"jobs", e.url()}, access...)...)
	c.Dir = e.folder
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Logf("%s", out)
	assert.Regexp(t, `(?m)^soak-[0-9a-f]+ +100 +[0-9]+ +0 +0\.00 +- +`, string(out), "no rate of results that do not come")
	assert.Regexp(t, `(?m)^soak-[0-9a-f]+: the server can't store results \(`, string(out))
	free()
	select {
	case err := <-ended:
		require.NoError(t, err, e.said())
	case <-time.After(100 * time.Second):
		t.Fatalf("the run goes on: %s", e.said())
	}
	t.Logf("%s", e.said())
	assert.Equal(t, 1, strings.Count(e.said(), full))
	assert.Equal(t, 1, strings.Count(e.said(), "the server is back"))
	assert.True(t, local(t, line) == string(state()), "the state file differs from that of a local run")
}

// A server elsewhere that is stopped for longer than its answers are waited for is named once,
// and the run goes on; a signal ends a worker that waits for it.
func TestAServerElsewhereThatIsStopped(t *testing.T) {
	slow(t)
	const line = "soak 500 --seed 39 --engine go,z80 --batch 5"
	e := newElsewhere(t, time.Now().Add(-time.Hour), time.Now().Add(time.Hour), false)
	access := []string{"--token-file", "token", "--tls-ca", e.cert}
	e.coord, e.err = e.start("lab", append(strings.Fields(line+" --out state.jsonl --check 10 --ack-wait 1 --spread "+e.url()), access...)...)
	worker := append([]string{"worker", e.url(), "--cores", "1"}, access...)
	e.start("lab", worker...)
	leaving, _ := e.start("lab", worker...)
	state := func() []byte { b, _ := os.ReadFile(filepath.Join(e.folder, "state.jsonl")); return b }
	require.Eventually(t, func() bool { return bytes.Count(state(), []byte("\n")) > 50 }, time.Minute, 10*time.Millisecond)
	require.NoError(t, halt(e.server.Process))
	require.Eventually(t, func() bool { return strings.Contains(e.said(), "the server does not answer") }, time.Minute, 50*time.Millisecond)
	late, _ := e.start("lab", worker...) // which can't connect
	time.Sleep(time.Second)
	begun := time.Now()
	require.NoError(t, leaving.Process.Signal(syscall.SIGTERM))
	require.NoError(t, late.Process.Signal(os.Interrupt))
	require.NoError(t, leaving.Wait())
	assert.Error(t, late.Wait())
	assert.Less(t, time.Since(begun), 2*time.Second)
	require.NoError(t, proceed(e.server.Process))
	require.NoError(t, e.coord.Wait(), e.said())
	t.Logf("%s", e.said())
	assert.Equal(t, 1, strings.Count(e.said(), "the server does not answer"))
	assert.Equal(t, 1, strings.Count(e.said(), "the server is back"))
	assert.True(t, local(t, line) == string(state()), "the state file differs from that of a local run")
}

// An error of a certificate names a wrong clock as the reason where it is one.
func TestACertificateOfAnotherTimeIsNamed(t *testing.T) {
	slow(t)
	for _, hours := range []time.Duration{-2, 1} {
		from := time.Now().Add(hours * time.Hour)
		e := newElsewhere(t, from, from.Add(time.Hour), false)
		e.refused("lab", "is not valid at this computer's time", "--token-file", "token", "--tls-ca", e.cert)
		kill(e.server)
	}
}
