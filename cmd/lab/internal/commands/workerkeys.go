package commands

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/nats-io/nats.go"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/cmd/lab/internal/spread"
)

// key makes, lists or revokes keys of workers.
func (c *Worker) key(a *cli.App) error {
	asked := 0
	for _, given := range []bool{c.Join != nil, c.Keys, c.Revoke != nil} {
		if given {
			asked++
		}
	}
	switch {
	case asked > 1:
		return cli.Usagef("--join, --keys and --revoke: want one of them")
	case c.Cores != nil:
		return cli.Usagef("--cores: is for a worker that works, not for keys")
	case c.Server == "" && c.Join != nil:
		return c.join(a, nil)
	case c.Server == "":
		return cli.Usagef("--keys and --revoke: want the address of a server too")
	}
	at, err := c.access(a, c.Server)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	var conn *nats.Conn
	if err := a.Abandonable(func() (err error) { conn, err = at.Dial("keys", func(error) {}); return err }); err != nil {
		return err
	}
	defer conn.Close()
	switch {
	case c.Join != nil:
		return c.join(a, conn)
	case c.Revoke != nil:
		if err := spread.Revoke(a.Ctx, conn, *c.Revoke); err != nil {
			return fmt.Errorf("%s: %w", c.Server, err)
		}
		return nil
	}
	keys, err := spread.Keys(a.Ctx, conn)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Server, err)
	}
	t := report.NewTable("<worker", "<connected", "<key")
	for _, k := range keys {
		t.Add(k.Name, map[bool]string{true: "yes", false: "no"}[k.Connected], k.Key)
	}
	if t.Empty() {
		_, err = fmt.Fprintln(a.Out, "no keys: --join NAME makes one")
		return err
	}
	return t.Write(a.Out)
}

// join makes a key in a new file, and lets a server admit it.
func (c *Worker) join(a *cli.App, conn *nats.Conn) error {
	k, err := spread.NewKey(*c.Join)
	if err != nil {
		return cli.Usagef("--join: %w", err)
	}
	path := k.Name + ".key"
	f, err := userfile.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return cli.Usagef("--join %s: %s exists already: remove it, or take another name", k.Name, path)
	}
	if err == nil {
		_, err = f.Write([]byte(k.Line() + "\n"))
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		os.Remove(path)
		return userfile.NotWritten(path, err)
	}
	if conn == nil {
		_, err = fmt.Fprintf(a.Out, "%s is the key of %s. Among the users of the server's configuration:\n%s\n", path, k.Name, k.Configuration())
		return err
	}
	if err := spread.Join(a.Ctx, conn, k); err != nil {
		os.Remove(path)
		return fmt.Errorf("%s: %w", c.Server, err)
	}
	_, err = fmt.Fprintf(a.Out, "%s is the key of %s: lab worker %s --token-file %s\n", path, k.Name, c.Server, path)
	return err
}
