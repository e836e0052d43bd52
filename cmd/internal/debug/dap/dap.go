// Package dap offers package debug to editors by the Debug Adapter Protocol.
package dap

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/google/go-dap"

	"github.com/searchex/searchex/cmd/internal/debug"
	"github.com/searchex/searchex/cmd/internal/report"
)

// Config is what a session debugs.
type Config struct {
	// New sets up the search. It ends early if the context ends.
	New func(ctx context.Context) (*debug.Debugger, error)
	// Sources is the folder with the sources, for editors that open the files. If it
	// is empty, the session sends the texts that the ROM was built from.
	Sources string
}

// ErrVanished is the error of a session whose client has gone without a word.
var ErrVanished = errors.New("the client has gone without disconnecting")

// message is what the client sent: a request, or what was wrong with it.
type message struct {
	request dap.RequestMessage
	err     error
	// seq is the number of a request that could not be decoded, 0 if that is not
	// known.
	seq int
	// last reports that no message follows.
	last bool
}

// Serve holds one session. It returns nil if the client disconnects.
func Serve(parent context.Context, in io.Reader, out io.Writer, c Config) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	messages := make(chan message)
	go read(ctx, cancel, bufio.NewReader(in), messages)
	s := &session{Config: c, ctx: ctx, out: out, sources: map[string][]*debug.Breakpoint{}}
	for {
		var m message
		if s.d != nil && s.d.Busy() {
			select {
			case m = <-messages:
			case <-parent.Done():
				return parent.Err()
			default:
				if stop := s.d.Slice(slice); stop != nil {
					s.stopped(stop)
				}
				if s.err != nil {
					return s.err
				}
				continue
			}
		} else {
			select {
			case m = <-messages:
			case <-parent.Done():
				return parent.Err()
			}
		}
		done, err := s.handle(m)
		switch {
		case err != nil:
			return err
		case s.err != nil:
			return s.err
		case done:
			return nil
		}
	}
}

// slice is the number of cycles between two looks at what the client sends: some
// milliseconds.
const slice = 1_000_000

// read reads messages until the context or the connection ends. cancel is called as
// soon as the client wants no more, so that what is being set up ends.
func read(ctx context.Context, cancel func(), in *bufio.Reader, to chan<- message) {
	for {
		var m message
		content, err := dap.ReadBaseMessage(in)
		if err != nil {
			m.err, m.last = err, true
		} else {
			m = decode(content)
		}
		_, leaves := m.request.(*dap.DisconnectRequest)
		if leaves || m.last {
			defer cancel()
		}
		select {
		case to <- m:
		case <-ctx.Done():
			return
		}
		if m.last {
			return
		}
	}
}

// decode decodes the content of a message.
func decode(content []byte) message {
	decoded, err := dap.DecodeProtocolMessage(content)
	var field *dap.DecodeProtocolMessageFieldError
	switch request, ok := decoded.(dap.RequestMessage); {
	case errors.As(err, &field):
		what := fmt.Errorf("%s %q is unknown", field.FieldName, report.Short(field.FieldValue, 40))
		if field.SubType != "Request" {
			return message{err: what}
		}
		return message{err: what, seq: field.Seq}
	case err != nil:
		var m dap.Request
		_ = json.Unmarshal(content, &m) // what can be read of it
		return message{err: fmt.Errorf("malformed message: %w", err), seq: m.Seq}
	case !ok:
		return message{err: fmt.Errorf("a %T: want requests", decoded)}
	default:
		return message{request: request}
	}
}

// handle answers a message. done reports that the session is over.
func (s *session) handle(m message) (done bool, err error) {
	var wrong *dap.BaseProtocolError
	switch {
	case m.last && errors.As(m.err, &wrong):
		s.say("searchex debug: malformed message: %v", wrong)
		return true, fmt.Errorf("malformed message: %w", wrong)
	case m.last:
		return true, ErrVanished
	case m.err != nil && m.seq > 0:
		s.fail(&dap.Request{ProtocolMessage: dap.ProtocolMessage{Seq: m.seq}}, m.err)
		return false, nil
	case m.err != nil:
		s.say("searchex debug: %v", m.err)
		return false, nil
	}
	return s.answer(m.request), nil
}

// Listen serves the first client of a listener, refuses all others as long as it is
// there, and returns at its end. log gets a line on each refused one.
func Listen(ctx context.Context, l net.Listener, log io.Writer, c Config) error {
	defer l.Close()
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	first, err := l.Accept()
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return err
	}
	defer first.Close()
	go refuse(l, first.RemoteAddr(), log)
	return Serve(ctx, first, first, c)
}

// refuse refuses clients until the listener is closed.
func refuse(l net.Listener, first net.Addr, log io.Writer) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		line := fmt.Sprintf("searchex debug: client %v refused: %v is being served, and there is one search", c.RemoteAddr(), first)
		fmt.Fprintln(log, line)
		refused := &session{out: c}
		refused.say("%s", line)
		c.Close()
	}
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
