package userfile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Replacement is the new content of a file. It is written beside the file, which has its
// old content until Commit.
type Replacement struct {
	f      *File
	lock   *File // the same file, locked until it has its name; nil for a pipe or a device
	path   string
	target string      // path without symbolic links; empty: f is what path names, a pipe or a device
	old    os.FileInfo // nil: there was no file
	err    error       // of the first write that failed
	ended  func() bool // stops the watch over the context of a pipe
}

// Errors of a replacement.
var (
	errFolder  = errors.New("is a folder: want a file")
	errNoName  = errors.New("want the name of a file")
	errChanged = errors.New("it has changed in the meantime")
)

// look finds what a name stands for.
func look(path string) (*Replacement, error) {
	r := &Replacement{path: path, target: path}
	info, err := os.Stat(path)
	switch {
	case path == "":
		return nil, errNoName
	case errors.Is(err, fs.ErrNotExist):
		return r, nil
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errFolder
	case !info.Mode().IsRegular():
		r.target = ""
		return r, nil
	}
	if r.target, err = filepath.EvalSymlinks(path); err != nil {
		return nil, err
	}
	r.old = info
	return r, nil
}

// Begin begins the replacement of a file. What is not a regular file, such as a pipe
// or a device, is written to directly; the end of the context ends the wait for a reader of
// a pipe. Errors name the file.
func Begin(ctx context.Context, path string) (*Replacement, error) {
	r, err := look(path)
	switch {
	case err != nil:
	case r.target == "":
		err = r.direct(ctx)
	default:
		err = r.temporary()
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
	f, err := Within(ctx, func() (*File, error) { return OpenFile(r.path, os.O_WRONLY, 0) })
	if err == nil {
		r.f = f
		r.ended = context.AfterFunc(ctx, func() { _ = f.SetWriteDeadline(time.Now().Add(last)) }) // a device may not have one
	}
	return err
}

// temporary creates the file beside the target, and removes what killed processes have
// left there.
func (r *Replacement) temporary() (err error) {
	clear(r.target)
	for r.lock == nil {
		if r.f, err = CreateTemp(filepath.Dir(r.target), beside(r.target, "*")); err != nil {
			return err
		}
		// Another process may have taken the file for one that was left, before it was locked.
		if r.lock, err = claim(r.f.Name(), os.O_RDWR); r.lock == nil {
			r.f.Discard()
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	mode := fs.FileMode(0o644)
	if r.old != nil {
		mode = r.old.Mode().Perm()
	}
	if err = r.f.Chmod(mode); err != nil {
		r.Abort()
	}
	return err
}

// Write appends to the new content.
func (r *Replacement) Write(b []byte) (int, error) {
	n, err := r.f.Write(b)
	r.err = cmp.Or(r.err, NotWritten(r.path, err))
	return n, r.err
}

// Is reports whether an open file is the one that is replaced.
func (r *Replacement) Is(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && r.old != nil && os.SameFile(info, r.old)
}

// Commit replaces the file. It is an error, and the file stays as it is, if a write has
// failed or if the file was changed since Begin.
func (r *Replacement) Commit() error {
	if r.err != nil {
		return r.err
	}
	if r.target == "" {
		return r.close()
	}
	now, err := os.Stat(r.target)
	same := err != nil && r.old == nil
	if err == nil && r.old != nil {
		same = os.SameFile(r.old, now) && r.old.Size() == now.Size() && r.old.ModTime().Equal(now.ModTime())
	}
	if !same {
		return NotWritten(r.path, errChanged)
	}
	return r.rename(r.target)
}

// Keep gives the new content a name of its own beside the file, which stays as it is, and
// returns that name.
func (r *Replacement) Keep() (string, error) {
	name := r.target + ".new"
	for i := 2; i <= 1000; i++ {
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name, r.rename(name)
		}
		name = fmt.Sprintf("%s.new%d", r.target, i)
	}
	return "", NotWritten(name, fs.ErrExist)
}

// close closes the file.
func (r *Replacement) close() error {
	f := r.f
	r.f = nil
	if r.ended != nil {
		r.ended()
	}
	return NotWritten(r.path, f.Close())
}

// rename gives the content a name, once it is on the disk. Where the system lets it, the file
// stays locked until it has that name, so that no other process takes it for one that was left.
func (r *Replacement) rename(name string) error {
	err := r.f.Sync()
	if err == nil {
		err = r.f.Close()
	}
	if !movesLocked {
		_ = r.lock.File.Close()
	}
	if err == nil {
		err = Rename(r.f.Name(), name)
	}
	if err != nil {
		return NotWritten(r.path, err)
	}
	_ = r.lock.File.Close()
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
	switch {
	case r.f == nil:
	case r.target == "":
		_ = r.close()
	default:
		_ = r.f.Close()
		r.lock.Discard()
		r.f = nil
	}
}

// Writable returns an error if Write is sure to fail, so that a command can refuse
// a file before the work whose result goes there. If the disk is full or broken, it is a
// WriteError.
func Writable(path string) error {
	r, err := look(path)
	folder, name := filepath.Dir(path), path
	switch info, serr := os.Stat(folder); {
	case errors.Is(err, errNoName) || errors.Is(err, errFolder):
		return err
	case r != nil && r.target == "":
		return nil
	case serr != nil || !info.IsDir():
		return fmt.Errorf("there is no folder %s", folder)
	case err == nil:
		folder, name = filepath.Dir(r.target), r.target
	}
	f, err := CreateTemp(folder, beside(name, "*"))
	switch {
	case broken(err):
		return NotWritten(path, err)
	case err != nil:
		return fmt.Errorf("a file in %s: %w", folder, reason(err))
	}
	f.Discard()
	return nil
}

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
	if err := regular(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return NotWritten(path, err)
	}
	return Write(ctx, path, content)
}
