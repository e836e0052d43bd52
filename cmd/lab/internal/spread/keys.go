package spread

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/searchex/searchex/cmd/internal/userfile"
)

// Key is the credential of one worker: a name, and the secret half of a pair of keys. The
// server knows the public half.
type Key struct {
	Name string
	pair nkeys.KeyPair
}

// NewKey makes a key.
func NewKey(name string) (*Key, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	pair, err := nkeys.CreateUser()
	return &Key{name, pair}, err
}

// parseKey reads the line of a key file. It returns nil for a token.
func parseKey(line string) *Key {
	name, seed, ok := strings.Cut(line, ":")
	if !ok || CheckName(name) != nil {
		return nil
	}
	pair, err := nkeys.FromSeed([]byte(seed))
	if err != nil {
		return nil
	}
	return &Key{name, pair}
}

// Line returns the line of the key's file, which is secret.
func (k *Key) Line() string {
	seed, err := k.pair.Seed()
	if err != nil {
		panic(err) // it was made or read with its seed
	}
	return k.Name + ":" + string(seed)
}

// Public returns the public half.
func (k *Key) Public() string {
	public, err := k.pair.PublicKey()
	if err != nil {
		panic(err) // as above
	}
	return public
}

// inbox is where a worker receives answers.
func inbox(worker string) string { return "_INBOX_" + worker }

// Rights are the subjects to which a worker with a key may publish, and to which it may
// subscribe: it fetches jobs, acknowledges them, stores results under its name, tells what
// it is doing, and reads runs and their plans.
func Rights(worker string) (publish, subscribe []string) {
	return []string{
			"lab.results.*.*.*." + worker,
			"$KV." + workersBucket + "." + worker,
			"$JS.API.STREAM.INFO.*",
			"$JS.API.DIRECT.GET.KV_" + runsBucket + ".>",
			"$JS.API.DIRECT.GET.KV_" + plansBucket + ".>",
			"$JS.API.CONSUMER.INFO.*." + consumerName,
			"$JS.API.CONSUMER.MSG.NEXT.*." + consumerName,
			"$JS.ACK.*." + consumerName + ".>",
		}, []string{
			inbox(worker) + ".>", begunSubject,
		}
}

// Configuration returns the key as a user in the configuration of a NATS server.
func (k *Key) Configuration() string {
	publish, subscribe := Rights(k.Name)
	list := func(subjects []string) string {
		b, _ := json.Marshal(subjects) // strings
		return strings.ReplaceAll(string(b), `\u003e`, ">")
	}
	return fmt.Sprintf("{ nkey: %s, permissions: { publish: %s, subscribe: %s } }", k.Public(), list(publish), list(subscribe))
}

// keysSubject is where a server in a process of lab is asked about keys, which only who has
// its token may.
const keysSubject = "lab.keys"

// keysRequest asks for a key to be admitted or revoked, or for nothing but the list.
type keysRequest struct {
	Join   string `json:"join,omitempty"`
	Key    string `json:"key,omitempty"`
	Revoke string `json:"revoke,omitempty"`
}

type keysAnswer struct {
	Error string      `json:"error,omitempty"`
	Keys  []PublicKey `json:"keys"`
}

// PublicKey is what a server knows of a worker's key.
type PublicKey struct {
	Name string `json:"name"`
	Key  string `json:"key"`
	// Connected says whether a worker is there with it.
	Connected bool `json:"connected"`
}

// Join admits a key at a server that a run with --spread embedded has.
func Join(ctx context.Context, c *nats.Conn, k *Key) error {
	_, err := askKeys(ctx, c, keysRequest{Join: k.Name, Key: k.Public()})
	return err
}

// Revoke makes a server refuse a key from now on, and disconnects its worker.
func Revoke(ctx context.Context, c *nats.Conn, name string) error {
	_, err := askKeys(ctx, c, keysRequest{Revoke: name})
	return err
}

// Keys returns the keys that a server admits.
func Keys(ctx context.Context, c *nats.Conn) ([]PublicKey, error) {
	return askKeys(ctx, c, keysRequest{})
}

func askKeys(ctx context.Context, c *nats.Conn, q keysRequest) ([]PublicKey, error) {
	ctx, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	b, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	m, err := c.RequestWithContext(ctx, keysSubject, b)
	var a keysAnswer
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		return nil, errors.New("is not the server of a run with --spread embedded: its keys are the users of its configuration, and lab worker --join NAME without an address prints one")
	case err != nil:
		return nil, err
	case json.Unmarshal(m.Data, &a) != nil:
		return nil, errors.New("the answer about keys can't be read")
	case a.Error != "":
		return nil, errors.New(printable(a.Error))
	}
	return a.Keys, nil
}

// keyring admits clients of a server: with its token to everything, with a key to the
// rights of a worker. It implements server.Authentication.
type keyring struct {
	token, path string

	mu      sync.Mutex
	keys    map[string]string   // public keys by name
	clients map[string][]uint64 // those that came with a key, by name
	server  *server.Server
}

// newKeyring reads the keys of the run that is continued.
func newKeyring(token, path string) (*keyring, error) {
	k := &keyring{token: token, path: path, keys: map[string]string{}, clients: map[string][]uint64{}}
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &k.keys)
	}
	if err != nil {
		return nil, fmt.Errorf("the workers' keys in %s: %w: remove the file to begin without any", path, err)
	}
	return k, nil
}

// Check implements server.Authentication.
func (k *keyring) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	if o.Nkey == "" {
		return subtle.ConstantTimeCompare([]byte(o.Token), []byte(k.token)) == 1
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for name, public := range k.keys {
		if public != o.Nkey {
			continue
		}
		pair, err := nkeys.FromPublicKey(public)
		if err != nil {
			return false
		}
		sig, err := base64.RawURLEncoding.DecodeString(o.Sig)
		if err != nil || pair.Verify(c.GetNonce(), sig) != nil {
			return false
		}
		publish, subscribe := Rights(name)
		c.RegisterUser(&server.User{Username: name, Permissions: &server.Permissions{
			Publish: &server.SubjectPermission{Allow: publish}, Subscribe: &server.SubjectPermission{Allow: subscribe},
		}})
		k.clients[name] = append(k.clients[name], c.GetID())
		return true
	}
	return false
}

// answer answers a question about keys.
func (k *keyring) answer(m *nats.Msg) {
	var q keysRequest
	var a keysAnswer
	err := json.Unmarshal(m.Data, &q)
	if err == nil {
		err = k.change(&q)
	}
	if err != nil {
		a.Error = err.Error()
	}
	a.Keys = k.list()
	b, err := json.Marshal(a)
	if err == nil {
		_ = m.Respond(b)
	}
}

// change admits or revokes a key.
func (k *keyring) change(q *keysRequest) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, has := k.keys[q.Join+q.Revoke]
	switch {
	case q.Join != "" && q.Revoke != "":
		return errors.New("join and revoke: want one of them")
	case q.Join != "":
		if err := CheckName(q.Join); err != nil {
			return err
		}
		if has {
			return fmt.Errorf("%s has a key already: revoke it first, or take another name", q.Join)
		}
		if !nkeys.IsValidPublicUserKey(q.Key) {
			return errors.New("not a public key of a user")
		}
		k.keys[q.Join] = q.Key
	case q.Revoke != "":
		if !has {
			return fmt.Errorf("no key has the name %s: want one of: %s", printable(q.Revoke), some(append(slices.Sorted(maps.Keys(k.keys)), "(none)")[:max(len(k.keys), 1)]))
		}
		delete(k.keys, q.Revoke)
	default:
		return nil
	}
	b, err := json.MarshalIndent(k.keys, "", " ")
	if err == nil {
		err = userfile.Write(context.Background(), k.path, append(b, '\n'))
	}
	for _, id := range k.clients[q.Revoke] {
		_ = k.server.DisconnectClientByID(id) // it may have gone
	}
	delete(k.clients, q.Revoke)
	return err
}

// list returns the keys by name.
func (k *keyring) list() (all []PublicKey) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(k.keys)) {
		there := slices.ContainsFunc(k.clients[name], func(id uint64) bool { return k.server.GetClient(id) != nil })
		all = append(all, PublicKey{name, k.keys[name], there})
	}
	return all
}
