// Package userfile reads and writes files whose names a user has given. A name can
// stand for a folder, a pipe or a device: Read accepts only regular files of a
// reasonable size, and can't be made to wait for ever; Write replaces a file as a
// whole or not at all.
package userfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Read returns the content of a regular file of at most limit bytes. It returns an
// error for a folder, a pipe, a socket or a device, and when ctx ends before the file
// is read, which can happen on remote disks and in /proc. The error is a
// *fs.PathError.
func Read(ctx context.Context, path string, limit int64) ([]byte, error) {
	b, err := Within(ctx, func() ([]byte, error) { return read(path, limit) })
	if ctx.Err() != nil && err == context.Cause(ctx) {
		err = &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return b, err
}

// Within calls a function and waits for it until ctx ends. The function then goes on
// in the background.
func Within[T any](ctx context.Context, f func() (T, error)) (t T, err error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		v, err := f()
		done <- result{v, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		return t, context.Cause(ctx)
	}
}

// read implements Read without a time limit. Files of /proc have a size of 0, whatever they
// contain.
func read(path string, limit int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if int64(len(b)) > limit {
		err = &fs.PathError{Op: "open", Path: path, Err: fmt.Errorf("larger than %d bytes", limit)}
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Open opens a regular file of any size for reading.
func Open(path string) (*os.File, error) {
	if err := regular(path); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// regular returns an error if a file is not there or not regular: opening a pipe may block,
// and opening a device may have an effect.
func regular(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return &fs.PathError{Op: "open", Path: path, Err: reason(err)}
	}
	what := "something else"
	switch m := info.Mode(); {
	case m.IsRegular():
		return nil
	case m.IsDir():
		what = "a folder"
	case m&fs.ModeNamedPipe != 0:
		what = "a pipe"
	case m&fs.ModeDevice != 0:
		what = "a device"
	case m&fs.ModeSocket != 0:
		what = "a socket"
	}
	return &fs.PathError{Op: "open", Path: path, Err: fmt.Errorf("is %s: want a regular file", what)}
}

// Append opens a regular file for appending, and creates it if it doesn't exist.
func Append(path string) (*File, error) {
	if err := regular(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
}

// AppendText appends a text to a file with one write and syncs it. On failure it removes
// the part that was written. The error names the file.
func AppendText(f *File, text []byte) error { return appended(f, text, true) }

// AppendLine is AppendText without the sync, for what is written often.
func AppendLine(f *File, line []byte) error { return appended(f, line, false) }

// appended implements both.
func appended(f *File, text []byte, sync bool) error {
	info, err := f.Stat()
	if err != nil {
		return NotWritten(f.Name(), err)
	}
	n, err := f.Write(text)
	if info.Mode().IsRegular() {
		if err == nil && sync {
			err = f.Sync()
		}
		if err != nil && n > 0 {
			f.retract(n)
		}
	}
	return NotWritten(f.Name(), err)
}

// retract removes the last n bytes that were written. What another process has appended in
// the meantime stays.
func (f *File) retract(n int) {
	end, err := f.Seek(0, io.SeekCurrent)
	if info, serr := f.Stat(); err == nil && serr == nil && info.Size() == end {
		_ = f.Truncate(end - int64(n))
	}
}

// Same reports whether two names stand for one file.
func Same(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(x, y)
}

// WriteError is the error of a file that could not be written.
type WriteError struct {
	Path string
	Err  error
}

func (e *WriteError) Error() string { return fmt.Sprintf("writing %s: %v", e.Path, e.Err) }
func (e *WriteError) Unwrap() error { return e.Err }

// NotWritten returns the WriteError of a file, nil if err is nil. It leaves out the names of
// temporary files in err.
func NotWritten(path string, err error) error {
	if err == nil {
		return nil
	}
	return &WriteError{path, reason(err)}
}

// reason strips the names of files from an error.
func reason(err error) error {
	var file *fs.PathError
	var link *os.LinkError
	var inner *WriteError
	switch {
	case errors.As(err, &inner):
		return inner.Err
	case errors.As(err, &file):
		return file.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
