// Package dap offers package debug to editors by the Debug Adapter Protocol.
package dap

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
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
	raw     []byte // of the request
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
	s := newSession(ctx, c, out)
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
		content, err := readContent(in)
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

// mostContent bounds a message, in bytes; mostHeader its header.
const mostContent, mostHeader = 4 << 20, 4 << 10

// readContent reads a message's header and returns its content. The protocol has one
// field, Content-Length; others are skipped, and the case of letters does not matter.
func readContent(in *bufio.Reader) ([]byte, error) {
	length, left := -1, mostHeader
	for {
		line, err := in.ReadSlice('\n')
		if left -= len(line); errors.Is(err, bufio.ErrBufferFull) || left < 0 {
			return nil, &dap.BaseProtocolError{Err: fmt.Sprintf("a header of more than %d bytes", mostHeader)}
		}
		if err != nil {
			return nil, err
		}
		field := strings.TrimRight(string(line), "\r\n")
		if field == "" && length >= 0 {
			break
		}
		name, value, ok := strings.Cut(field, ":")
		if !ok {
			return nil, &dap.BaseProtocolError{Err: fmt.Sprintf("header %q: want Content-Length: BYTES", report.Short(field, 40))}
		}
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		n, err := strconv.ParseUint(strings.TrimSpace(value), 10, 64)
		if err != nil || n > mostContent {
			return nil, &dap.BaseProtocolError{Err: fmt.Sprintf("header %q: want a number up to %d", report.Short(field, 40), mostContent)}
		}
		length = int(n)
	}
	content := make([]byte, length)
	_, err := io.ReadFull(in, content)
	return content, err
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
		return message{request: request, raw: content}
	}
}

// handle answers a message. done reports that the session is over.
func (s *session) handle(m message) (done bool, err error) {
	var wrong *dap.BaseProtocolError
	switch {
	case m.last && errors.As(m.err, &wrong):
		s.say("searchex debug: malformed message: %v", wrong)
		return true, fmt.Errorf("malformed message: %w", wrong)
	case m.last && s.terminated:
		return true, nil
	case m.last:
		return true, ErrVanished
	case m.err != nil && m.seq > 0:
		s.fail(&dap.Request{ProtocolMessage: dap.ProtocolMessage{Seq: m.seq}}, m.err)
		return false, nil
	case m.err != nil:
		s.say("searchex debug: %v", m.err)
		return false, nil
	}
	return s.answer(m), nil
}
