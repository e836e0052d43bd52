package spread

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// join makes a key that the server admits, and returns the access with it.
func (b *bench) join(name string) *Access {
	k, err := NewKey(name)
	require.NoError(b.t, err)
	owner, err := b.Dial("owner", func(error) {})
	require.NoError(b.t, err)
	defer owner.Close()
	require.NoError(b.t, Join(b.t.Context(), owner, k))
	return &Access{URL: b.URL, Token: k.Line()}
}

// may reports whether the server lets a connection publish to a subject. The server refuses it
// before it answers to Flush.
func may(t *testing.T, c *nats.Conn, subject, reply string, data []byte) bool {
	t.Helper()
	require.NoError(t, c.PublishMsg(&nats.Msg{Subject: subject, Reply: reply, Data: data}))
	require.NoError(t, c.Flush())
	return !refused(c, "Publish to", subject)
}

// refused reports whether the last error of a connection is about a subject.
func refused(c *nats.Conn, what, subject string) bool {
	err := c.LastError()
	return err != nil && strings.Contains(strings.ToLower(err.Error()), strings.ToLower(fmt.Sprintf("permissions violation for %s %q", what, subject)))
}

// Workers with keys do the work of runs, at the server in this process and at one that has
// them in its configuration.
func TestWorkersWithKeysWork(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	alice, bob := b.join("alice"), b.join("bob")
	for range 2 {
		b.helpWith(ctx, alice, false)
		b.helpWith(ctx, bob, false)
		got, err := b.carry(ctx, 8, 20, 50, nil)
		require.NoError(t, err)
		wantCubes(t, got, 8, 20)
		b.elsewhere = configured(t, parseKey(alice.Token), parseKey(bob.Token))
		alice.URL, bob.URL = b.elsewhere.URL, b.elsewhere.URL
	}
}

// helpWith starts a worker with a key.
func (b *bench) helpWith(ctx context.Context, at *Access, lies bool) <-chan error {
	w := &Worker{Name: at.Worker(), Cores: 1, Kinds: kinds(lies), Program: b.plan.Program, Log: b.say}
	ctx, cut := context.WithCancelCause(ctx)
	c, err := at.Dial(w.Name, func(err error) { cut(err) })
	require.NoError(b.t, err)
	ended := make(chan error, 1)
	go func() { ended <- w.Serve(ctx, c); c.Close() }()
	return ended
}

// configured is a server elsewhere, with an owner who may do everything and workers with keys.
func configured(t *testing.T, keys ...*Key) (owner *Access) {
	k, err := NewKey("owner")
	require.NoError(t, err)
	users := []string{"{ nkey: " + k.Public() + " }"}
	for _, k := range keys {
		users = append(users, k.Configuration())
	}
	path := filepath.Join(t.TempDir(), "nats.conf")
	text := fmt.Sprintf("listen: \"127.0.0.1:-1\"\njetstream: { store_dir: %q }\nauthorization: { users: [\n%s\n] }\n", t.TempDir(), strings.Join(users, "\n"))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	o, err := server.ProcessConfigFile(path)
	require.NoError(t, err)
	o.NoLog, o.NoSigs = true, true
	s, err := server.NewServer(o)
	require.NoError(t, err)
	go s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	require.True(t, s.ReadyForConnections(startTime))
	return &Access{URL: s.ClientURL(), Token: k.Line()}
}

// A worker's key lets it fetch, acknowledge, store results and tell what it is doing, and do
// nothing else, at both kinds of servers.
func TestAKeyAllowsNothingElse(t *testing.T) {
	alice, err := NewKey("alice")
	require.NoError(t, err)
	b := newBench(t)
	for name, at := range map[string][2]*Access{
		"embedded":   {&b.Access, b.join("alice")},
		"configured": func() [2]*Access { o := configured(t, alice); return [2]*Access{o, {URL: o.URL, Token: alice.Line()}} }(),
	} {
		t.Run(name, func(t *testing.T) {
			owner, err := at[0].Dial("owner", func(error) {})
			require.NoError(t, err)
			defer owner.Close()
			js, err := jetstream.New(owner)
			require.NoError(t, err)
			id := b.plan.ID()
			c := &coordinator{Carrier: &Carrier{Conn: owner, AckWait: time.Second, Ledger: NewLedger(), Log: b.say}, id: id, js: js, stopWatching: func() {}}
			c.Plan = b.plan
			require.NoError(t, c.setUp(t.Context()))
			defer c.stopWatching()
			before := map[string]uint64{}
			for _, s := range []string{"KV_" + plansBucket, "KV_" + runsBucket, "KV_" + workersBucket, streamName(id), resultsName(id)} {
				info, err := js.Stream(t.Context(), s)
				require.NoError(t, err)
				before[s] = info.CachedInfo().State.LastSeq
			}
			worker, err := at[1].Dial("worker", func(error) {})
			require.NoError(t, err)
			defer worker.Close()
			for _, subject := range []string{
				"$JS.API.STREAM.DELETE." + resultsName(id), "$JS.API.STREAM.PURGE." + resultsName(id), "$JS.API.STREAM.PURGE.KV_" + plansBucket,
				"$JS.API.STREAM.CREATE.other", "$JS.API.STREAM.UPDATE." + streamName(id), "$JS.API.STREAM.MSG.DELETE." + resultsName(id),
				"$JS.API.STREAM.MSG.GET." + resultsName(id), "$JS.API.DIRECT.GET." + resultsName(id) + ".x",
				"$JS.API.CONSUMER.CREATE.KV_" + plansBucket, "$JS.API.CONSUMER.CREATE." + resultsName(id) + ".x", "$JS.API.CONSUMER.DURABLE.CREATE." + streamName(id) + ".x",
				"$JS.API.CONSUMER.DELETE." + streamName(id) + "." + consumerName, "$JS.API.CONSUMER.MSG.NEXT." + streamName(id) + ".other",
				"$JS.API.CONSUMER.PAUSE." + streamName(id) + "." + consumerName, "$JS.API.STREAM.NAMES", "$JS.API.STREAM.LIST",
				"$KV." + plansBucket + "." + id, "$KV." + plansBucket + "." + barredKey, "$KV." + runsBucket + "." + id, "$KV." + workersBucket + ".bob",
				subjectName(id), resultSubject(id, first, 3, "bob"), "lab.results." + id + ".first.3.alice.bob", keysSubject, begunSubject, "$SYS.REQ.SERVER.PING", "other",
			} {
				assert.False(t, may(t, worker, subject, "", []byte("{}")), subject)
			}
			for _, subject := range []string{">", "_INBOX.>", inbox("bob") + ".>", "lab.results.>", "$KV.>", "$JS.>"} {
				_, err := worker.SubscribeSync(subject)
				require.NoError(t, err)
				require.NoError(t, worker.Flush())
				assert.True(t, refused(worker, "Subscription to", subject), "%s: %v", subject, worker.LastError())
			}
			for s, seq := range before {
				info, err := js.Stream(t.Context(), s)
				require.NoError(t, err)
				assert.Equal(t, seq, info.CachedInfo().State.LastSeq, "%s has something new", s)
			}
			// A header that rolls a stream up removes nothing of others.
			theirs, err := js.Publish(t.Context(), resultSubject(id, first, 1, "bob"), []byte("x"))
			require.NoError(t, err)
			_ = may(t, worker, "$KV."+workersBucket+".alice", "", []byte("{}"))
			require.NoError(t, worker.PublishMsg(&nats.Msg{Subject: resultSubject(id, first, 1, "alice"), Header: nats.Header{"Nats-Rollup": {"all"}}}))
			assert.True(t, may(t, worker, resultSubject(id, first, 2, "alice"), "", nil))
			s, err := js.Stream(t.Context(), resultsName(id))
			require.NoError(t, err)
			_, err = s.GetMsg(t.Context(), theirs.Sequence)
			assert.NoError(t, err)
			// Answers go where the worker says, which NATS does not restrict: the coordinator mends a
			// plan, and blames nobody for what is no result.
			c.Need, c.place, c.have, c.thrown, c.emitted = []int{7}, map[int]int{7: 0}, map[int]*received{}, map[int]int{}, 0
			require.True(t, may(t, worker, "$JS.API.STREAM.INFO."+resultsName(id), "$KV."+plansBucket+"."+id, nil))
			require.True(t, may(t, worker, "$JS.API.STREAM.INFO."+resultsName(id), resultSubject(id, first, 7, "bob"), nil))
			require.Eventually(t, func() bool {
				e, err := c.plans.Get(t.Context(), id)
				return err == nil && strings.Contains(string(e.Value()), "stream_info_response")
			}, time.Minute, time.Millisecond)
			require.NoError(t, c.tick(t.Context()))
			e, err := c.plans.Get(t.Context(), id)
			require.NoError(t, err)
			assert.Equal(t, string(c.plan), string(e.Value()))
			for m := range c.came {
				kind, number, name := splitSubject(m.Subject())
				if kind == first && number == 7 && name == "bob" {
					require.NoError(t, c.receive(t.Context(), m))
					break
				}
			}
			assert.Empty(t, c.Ledger.names())
			assert.Contains(t, b.logged(), "is thrown away: not a result")
		})
	}
}

// A server that has started answers about keys: it has the subscription before Start returns.
func TestAServerThatHasStartedHasKeys(t *testing.T) {
	for range 20 {
		e, err := Start(Listening{Host: "127.0.0.1"})
		require.NoError(t, err)
		t.Cleanup(func() { e.Close(true) })
		s, err := e.server.Subsz(&server.SubszOptions{Test: keysSubject, Subscriptions: true})
		require.NoError(t, err)
		assert.Len(t, s.Subs, 1)
	}
}

// A finished run leaves nothing of the server's folder but what somebody else has put there.
func TestAFinishedRunRemovesTheServersFilesAlone(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "soak.jsonl.spread")
	mine := filepath.Join(folder, "notes.txt")
	for _, notes := range []bool{false, true} {
		e, err := Start(Listening{Host: "127.0.0.1", Folder: folder})
		require.NoError(t, err)
		require.NoError(t, e.Healthy())
		if !notes {
			e.Close(true)
			assert.NoDirExists(t, folder)
			continue
		}
		require.NoError(t, os.WriteFile(mine, nil, 0o600))
		e.Close(true)
		left, err := os.ReadDir(folder)
		require.NoError(t, err)
		assert.Len(t, left, 1)
		assert.FileExists(t, mine)
	}
}

// Who knows only the public half of a key is refused, and so is a key of nobody.
func TestAKeyWithoutItsSecretIsRefused(t *testing.T) {
	b := newBench(t)
	alice, other := parseKey(b.join("alice").Token), parseKey(b.join("bob").Token)
	for _, sign := range []nats.SignatureHandler{
		other.pair.Sign, func([]byte) ([]byte, error) { return nil, nil }, func([]byte) ([]byte, error) { return make([]byte, 64), nil },
	} {
		_, err := nats.Connect(b.URL, nats.Nkey(alice.Public(), sign))
		assert.ErrorIs(t, err, nats.ErrAuthorization)
	}
	k, err := NewKey("carol")
	require.NoError(t, err)
	_, err = (&Access{URL: b.URL, Token: k.Line()}).Dial("carol", func(error) {})
	assert.ErrorContains(t, err, "the server refuses the token")
	for _, line := range []string{"", "alice", "alice:", "alice:SU", ":" + alice.Line(), strings.ToLower(alice.Line()), "a b" + strings.TrimPrefix(alice.Line(), "alice")} {
		assert.Nil(t, parseKey(line), line)
	}
}

// The manual has the rights of a worker as they are.
func TestTheManualHasTheRightsOfAWorker(t *testing.T) {
	page := given.File(t, "../../../../docs/manual/spread.md")
	publish, subscribe := Rights("alice")
	for _, subject := range append(publish, subscribe...) {
		assert.Contains(t, string(page), strconv.Quote(subject))
	}
	assert.Equal(t, 2*(len(publish)+len(subscribe)), strings.Count(string(page[bytes.Index(page, []byte("publish: [")):bytes.Index(page, []byte("## What is promised"))]), `"`))
}

// A key that is revoked ends its worker, and is refused from then on; the others go on. The
// keys outlive the server.
func TestARevokedKeyIsRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	alice, bob := b.join("alice"), b.join("bob")
	ended := b.helpWith(ctx, alice, false)
	b.helpWith(ctx, bob, false)
	owner, err := b.Dial("owner", func(error) {})
	require.NoError(t, err)
	defer owner.Close()
	k, err := NewKey("alice")
	require.NoError(t, err)
	assert.ErrorContains(t, Join(ctx, owner, k), "alice has a key already")
	assert.ErrorContains(t, Revoke(ctx, owner, "carol"), "no key has the name carol: want one of: alice, bob")
	require.NoError(t, Revoke(ctx, owner, "alice"))
	assert.ErrorContains(t, <-ended, "the server refuses the token")
	_, err = alice.Dial("alice", func(error) {})
	assert.ErrorContains(t, err, "the server refuses the token")
	all, err := Keys(ctx, owner)
	require.NoError(t, err)
	require.Len(t, all, 1)
	assert.Equal(t, "bob", all[0].Name)
	assert.True(t, all[0].Connected)
	got, err := b.carry(ctx, 8, 20, 0, nil)
	require.NoError(t, err)
	wantCubes(t, got, 8, 20)

	b.Close(false)
	back, err := Start(Listening{Host: "127.0.0.1", Folder: b.folder})
	require.NoError(t, err)
	t.Cleanup(func() { back.Close(false) })
	_, err = (&Access{URL: back.URL, Token: alice.Token}).Dial("alice", func(error) {})
	assert.ErrorContains(t, err, "the server refuses the token")
	c, err := (&Access{URL: back.URL, Token: bob.Token}).Dial("bob", func(error) {})
	require.NoError(t, err)
	c.Close()
}
