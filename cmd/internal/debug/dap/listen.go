package dap

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/report"
)

// grace is how long a client waits for the one before to be gone: an editor that starts
// again comes back at once.
const grace = 500 * time.Millisecond

// serving is a client that is being served, until gone is closed.
type serving struct {
	addr net.Addr
	gone chan struct{}
}

// Listen serves the clients of a listener one after the other, each with a search of its
// own, until the context ends. It refuses a client as long as another one is there. log
// gets a line on each that was refused, and on each that has gone.
func Listen(ctx context.Context, l net.Listener, log io.Writer, c Config) error {
	defer l.Close()
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	var current *serving
	for {
		conn, err := l.Accept()
		switch {
		case ctx.Err() != nil:
			if current != nil {
				<-current.gone
			}
			return ctx.Err()
		case err != nil:
			return err
		case !current.waitGone():
			refuse(conn, current.addr, log)
			continue
		}
		current = &serving{conn.RemoteAddr(), make(chan struct{})}
		go func(now *serving) {
			defer close(now.gone)
			defer conn.Close()
			what := "has disconnected"
			if err := Serve(ctx, conn, conn, c); err != nil {
				what = err.Error()
			}
			if ctx.Err() == nil {
				fmt.Fprintf(log, "searchex debug: client %v: %s; waiting for the next one\n", now.addr, what)
			}
		}(current)
	}
}

// waitGone reports whether a client has gone, after waiting for it a little. Nobody has.
func (s *serving) waitGone() bool {
	if s == nil {
		return true
	}
	select {
	case <-s.gone:
		return true
	case <-time.After(grace):
		return false
	}
}

// refuse refuses a client in one line.
func refuse(c net.Conn, first net.Addr, log io.Writer) {
	defer c.Close()
	line := fmt.Sprintf("searchex debug: client %v refused: %v is being served, and there is one search", c.RemoteAddr(), first)
	fmt.Fprintln(log, line)
	refused := &session{out: c}
	refused.say("%s", line)
}

// ListenLoopback listens on a port of this computer. Other computers must not run
// searches here, so nothing but loopback addresses is accepted.
func ListenLoopback(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("%s: want 127.0.0.1:PORT", report.Short(address, 60))
	}
	if ip := net.ParseIP(strings.Trim(host, "[]")); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("%s: want an address of this computer alone: 127.0.0.1:PORT", report.Short(address, 60))
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	return l, nil
}
