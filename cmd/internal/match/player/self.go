package player

import (
	"context"
	"io"
	"time"
)

// Session is this program's UCI session. It answers commands until quit, the end of the
// input, or the end of ctx.
type Session func(ctx context.Context, in io.Reader, out io.Writer) error

// NewSelf returns a player for a UCI session in this process. If emulated is set, its clock
// counts the machine's seconds, which the session reports, instead of the host's.
func NewSelf(label string, session Session, options map[string]string, goCmd string, emulated bool) *UCI {
	return &UCI{
		program:  newProgram(label, "uci", "stop\nquit\n", session.start),
		options:  options,
		goCmd:    goCmd,
		emulated: emulated,
	}
}

// start begins a session.
func (s Session) start(endWait time.Duration) (*line, error) {
	theirIn, in := io.Pipe()
	out, theirOut := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	l := newLine(in, out, endWait)
	status := "end of the session"
	l.end = cancel
	l.how = func() string { return status }
	go l.read()
	go func() {
		var err error
		defer func() {
			if err != nil {
				status = err.Error()
			}
			theirIn.Close()
			theirOut.Close()
			close(l.gone)
		}()
		defer recovered(&err)
		err = s(ctx, theirIn, theirOut)
	}()
	return l, nil
}
