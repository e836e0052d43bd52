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
	"path/filepath"
)

// Read returns the content of a regular file of at most limit bytes. It returns an
// error for a folder, a pipe, a socket or a device, and when ctx ends before the file
// is read, which can happen on remote disks and in /proc. The error is a
// *fs.PathError.
func Read(ctx context.Context, path string, limit int64) ([]byte, error) {
	b, err := within(ctx, func() ([]byte, error) { return read(path, limit) })
	if ctx.Err() != nil && err == context.Cause(ctx) {
		err = &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return b, err
}

// within calls a function and waits for it until ctx ends. The function then goes on
// in the background.
func within(ctx context.Context, f func() ([]byte, error)) ([]byte, error) {
	type result struct {
		content []byte
		err     error
	}
	done := make(chan result, 1)
	go func() {
		b, err := f()
		done <- result{b, err}
	}()
	select {
	case r := <-done:
		return r.content, r.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// read implements Read without a time limit.
func read(path string, limit int64) ([]byte, error) {
	// Opening a pipe may block, and opening a device may have an effect.
	info, err := os.Stat(path)
	if err == nil {
		err = check(info, limit)
	}
	if err != nil {
		return nil, inOpen(path, err)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// The name may stand for another file by now.
	if info, err = f.Stat(); err == nil {
		err = check(info, limit)
	}
	if err != nil {
		return nil, inOpen(path, err)
	}
	// Files of /proc have a size of 0, whatever they contain.
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(b)) > limit {
		err = inOpen(path, tooLarge(limit))
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Open opens a regular file of any size for reading.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil {
		err = regular(info)
	}
	if err != nil {
		return nil, inOpen(path, err)
	}
	return os.Open(path)
}

// Append opens a regular file for appending, and creates it if it doesn't exist.
func Append(path string) (*File, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, inOpen(path, err)
	default:
		if err := regular(info); err != nil {
			return nil, inOpen(path, err)
		}
	}
	return OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
}

// AppendText appends a text to a file with one write and syncs it. On failure it removes
// the part that was written. The error names the file.
func AppendText(f *File, text []byte) error { return appended(f, text, (*File).Sync) }

// AppendLine is AppendText without the sync, for what is written often.
func AppendLine(f *File, line []byte) error {
	return appended(f, line, func(*File) error { return nil })
}

// appended implements AppendText with a function that syncs.
func appended(f *File, text []byte, sync func(*File) error) error {
	info, err := f.Stat()
	if err != nil {
		return NotWritten(f.Name(), err)
	}
	n, err := f.Write(text)
	if !info.Mode().IsRegular() {
		if err != nil {
			return NotWritten(f.Name(), err)
		}
		return nil
	}
	if err == nil {
		err = sync(f)
	}
	if err != nil {
		// What another process has appended in the meantime stays.
		if end, serr := f.Seek(0, io.SeekCurrent); n > 0 && serr == nil {
			if info, err := f.Stat(); err == nil && info.Size() == end {
				_ = f.Truncate(end - int64(n))
			}
		}
		return NotWritten(f.Name(), err)
	}
	return nil
}

// Same reports whether two names stand for one file.
func Same(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(x, y)
}

// inOpen returns an error of opening a file that names the file once.
func inOpen(path string, err error) error {
	if inner := (*fs.PathError)(nil); errors.As(err, &inner) {
		err = inner.Err
	}
	return &fs.PathError{Op: "open", Path: path, Err: err}
}

// check returns an error if the file is not regular or larger than limit.
func check(info fs.FileInfo, limit int64) error {
	if err := regular(info); err != nil {
		return err
	}
	if info.Size() > limit {
		return tooLarge(limit)
	}
	return nil
}

func tooLarge(limit int64) error { return fmt.Errorf("larger than %d bytes", limit) }

// regular returns an error if the file is not regular.
func regular(info fs.FileInfo) error {
	what := ""
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
	default:
		what = "something else"
	}
	return fmt.Errorf("is %s: want a regular file", what)
}

// Writable returns an error if Write is sure to fail, so that a command can refuse
// a file before the work whose result goes there. If the disk is full or broken, it is a
// WriteError.
func Writable(path string) error {
	info, err := os.Stat(path)
	switch {
	case path == "":
		return errNoName
	case err == nil && info.IsDir():
		return errFolder
	case err == nil && !info.Mode().IsRegular():
		return nil
	}
	folder := filepath.Dir(path)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return fmt.Errorf("there is no folder %s", folder)
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		folder = filepath.Dir(target)
	}
	f, err := CreateTemp(folder, pattern(path))
	switch {
	case broken(err):
		return NotWritten(path, err)
	case err != nil:
		return fmt.Errorf("a file in %s: %w", folder, reason(err))
	}
	f.Discard()
	return nil
}

var (
	errFolder = errors.New("is a folder: want a file")
	errNoName = errors.New("want the name of a file")
)

// Write writes a file whose name a user has given: it replaces a regular file, or
// writes to what is already there, such as a pipe or a device, until the context ends.
func Write(ctx context.Context, path string, content []byte) error {
	r, err := Begin(ctx, path)
	if err != nil {
		return err
	}
	defer r.Abort()
	if _, err := r.Write(content); err != nil {
		return err
	}
	return r.Commit()
}

// Replace writes a file so that at any moment, even after a loss of power, either the
// old or the new content is there. If path is a symbolic link, it replaces the target.
// It returns an error if the file exists and is not regular. The error names the file.
func Replace(ctx context.Context, path string, content []byte) error {
	if info, err := os.Stat(path); err == nil {
		if err := regular(info); err != nil {
			return NotWritten(path, err)
		}
	}
	return Write(ctx, path, content)
}

// WriteError is the error of a file that could not be written.
type WriteError struct {
	Path string
	Err  error
}

func (e *WriteError) Error() string { return fmt.Sprintf("writing %s: %v", e.Path, e.Err) }
func (e *WriteError) Unwrap() error { return e.Err }

// NotWritten returns the WriteError of a file. It leaves out the names of temporary files
// in err.
func NotWritten(path string, err error) error { return &WriteError{path, reason(err)} }

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
