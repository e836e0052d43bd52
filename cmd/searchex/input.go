package main

import (
	"context"
	"io"
)

// input is standard input, read so that ctrl-C ends a reading that waits.
func (a *app) input() io.Reader {
	r, w := io.Pipe()
	stop := context.AfterFunc(a.ctx, func() { w.CloseWithError(interrupted{}) })
	go func() {
		_, err := io.Copy(w, a.in)
		w.CloseWithError(err)
		stop()
	}()
	return r
}
