package userfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Replacement is the new content of a file. It is written beside the file, which has its
// old content until Commit.
type Replacement struct {
	f      *File
	path   string
	target string      // path without symbolic links; empty: f is what path names, a pipe or a device
	old    os.FileInfo // nil: there was no file
	err    error       // of the first write that failed
	ended  func() bool // stops the watch over the context of a pipe
}

// Begin begins the replacement of a file. What is not a regular file, such as a pipe
// or a device, is written to directly; the end of the context ends the wait for a reader of
// a pipe. Errors name the file.
func Begin(ctx context.Context, path string) (*Replacement, error) {
	r := &Replacement{path: path, target: path}
	info, err := os.Stat(path)
	switch {
	case path == "":
		err = errNoName
	case err == nil && info.IsDir():
		err = errFolder
	case err == nil && !info.Mode().IsRegular():
		r.target = ""
		err = r.direct(ctx)
	case err == nil:
		r.old = info
		if r.target, err = filepath.EvalSymlinks(path); err == nil {
			err = r.temporary(info.Mode().Perm())
		}
	case errors.Is(err, fs.ErrNotExist):
		err = r.temporary(0o644)
	}
	if err != nil {
		return nil, NotWritten(path, err)
	}
	return r, nil
}

// last is how long what is written to a pipe may take after the context has ended.
const last = time.Second

// direct opens what is not a regular file. Opening a pipe waits until somebody reads it.
func (r *Replacement) direct(ctx context.Context) error {
	type opened struct {
		f   *File
		err error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := OpenFile(r.path, os.O_WRONLY, 0)
		done <- opened{f, err}
	}()
	select {
	case o := <-done:
		if r.f = o.f; o.err != nil {
			return o.err
		}
		f := r.f
		r.ended = context.AfterFunc(ctx, func() { _ = f.SetWriteDeadline(time.Now().Add(last)) }) // a device may not have one
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// pattern is that of the names of temporary files beside a file.
func pattern(path string) string { return "." + filepath.Base(path) + "-*" }

// temporary creates the file beside the target, and removes what killed processes have
// left there.
func (r *Replacement) temporary(mode fs.FileMode) (err error) {
	if !strings.ContainsAny(r.target, `*?[\`) {
		clear(filepath.Join(filepath.Dir(r.target), pattern(r.target)))
	}
	for {
		if r.f, err = CreateTemp(filepath.Dir(r.target), pattern(r.target)); err != nil {
			return err
		}
		// Another process may have taken the file for one that was left, before it was locked.
		if Lock(r.f) == nil && r.f.Named() {
			break
		}
		r.Abort()
	}
	if err = r.f.Chmod(mode); err != nil {
		r.Abort()
	}
	return err
}

// Write appends to the new content.
func (r *Replacement) Write(b []byte) (int, error) {
	n, err := r.f.Write(b)
	if err != nil {
		r.err = NotWritten(r.path, err)
		return n, r.err
	}
	return n, nil
}

// Is reports whether an open file is the one that is replaced.
func (r *Replacement) Is(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && r.old != nil && os.SameFile(info, r.old)
}

// errChanged is the error of Commit for a file that was changed since Begin.
var errChanged = errors.New("it has changed in the meantime")

// Commit replaces the file. It is an error, and the file stays as it is, if a write has
// failed or if the file was changed since Begin.
func (r *Replacement) Commit() error {
	if r.err != nil {
		return r.err
	}
	if r.target == "" {
		r.ended()
		err := r.f.Close()
		r.f = nil
		if err != nil {
			return NotWritten(r.path, err)
		}
		return nil
	}
	now, err := os.Stat(r.target)
	if err != nil && r.old == nil {
		now, err = nil, nil
	}
	if err != nil || !same(r.old, now) {
		return NotWritten(r.path, errChanged)
	}
	return r.rename(r.target)
}

// same reports whether a file is as it was. Either may be nil, for no file.
func same(old, now os.FileInfo) bool {
	if old == nil || now == nil {
		return old == nil && now == nil
	}
	return os.SameFile(old, now) && old.Size() == now.Size() && old.ModTime().Equal(now.ModTime())
}

// Keep gives the new content a name of its own beside the file, which stays as it is, and
// returns that name.
func (r *Replacement) Keep() (string, error) {
	for i := 1; ; i++ {
		name := fmt.Sprintf("%s.new", r.target)
		if i > 1 {
			name = fmt.Sprintf("%s.new%d", r.target, i)
		}
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name, r.rename(name)
		}
		if i == 1000 {
			return "", NotWritten(name, fs.ErrExist)
		}
	}
}

// rename gives the content a name, once it is on the disk.
func (r *Replacement) rename(name string) error {
	f := r.f
	if err := f.Sync(); err != nil {
		return NotWritten(r.path, err)
	}
	err := f.Close()
	if err == nil {
		err = Rename(f.Name(), name)
	}
	if err != nil {
		return NotWritten(r.path, err)
	}
	r.f = nil
	// The new name is on the disk when its folder is. Not every system can sync a folder.
	if folder, err := os.Open(filepath.Dir(name)); err == nil {
		_ = folder.Sync()
		_ = folder.Close()
	}
	return nil
}

// Abort removes the new content, unless it has a name. The file stays as it is.
func (r *Replacement) Abort() {
	if r.f == nil {
		return
	}
	if r.ended != nil {
		r.ended()
	}
	if r.target != "" {
		r.f.Discard()
	} else {
		_ = r.f.Close()
	}
	r.f = nil
}
