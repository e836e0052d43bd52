package userfile

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"sync/atomic"
	"syscall"
)

// File is an open file to write. Its writes, syncs and closing pass the seam of Failing.
type File struct{ *os.File }

// OpenFile is os.OpenFile, through the seam of Failing. If the disk is full or broken, the
// error is a WriteError.
func OpenFile(path string, flag int, mode fs.FileMode) (*File, error) {
	if flag&os.O_CREATE != 0 {
		if err := fails(Creating, path); err != nil {
			return nil, NotWritten(path, err)
		}
	}
	f, err := os.OpenFile(path, flag, mode)
	if err != nil {
		return nil, ifBroken(path, err)
	}
	return &File{f}, nil
}

// CreateTemp is os.CreateTemp, through the seam of Failing.
func CreateTemp(folder, pattern string) (f *File, err error) {
	f = &File{}
	err = step(Creating, folder, func() (err error) {
		f.File, err = os.CreateTemp(folder, pattern)
		return err
	})
	return f, err
}

// MakeFolder makes a folder for its owner and readers, through the seam of Failing. The
// folder that it is in must exist.
func MakeFolder(path string) error {
	return NotWritten(path, step(Creating, path, func() error { return os.Mkdir(path, 0o755) }))
}

// MakeFolders is os.MkdirAll, through the seam of Failing.
func MakeFolders(path string) error {
	return ifBroken(path, step(Creating, path, func() error { return os.MkdirAll(path, 0o755) }))
}

// Rename is os.Rename, through the seam of Failing.
func Rename(old, new string) error {
	return step(Moving, old, func() error { return os.Rename(old, new) })
}

// Write writes to the file. A step that a test lets fail writes half of the bytes, as a full
// disk does.
func (f *File) Write(b []byte) (int, error) { return f.written(b, f.File.Write) }

// WriteAt writes to the file at an offset, as Write does.
func (f *File) WriteAt(b []byte, at int64) (int, error) {
	return f.written(b, func(b []byte) (int, error) { return f.File.WriteAt(b, at) })
}

// written writes by a function.
func (f *File) written(b []byte, write func([]byte) (int, error)) (int, error) {
	if err := fails(Writing, f.Name()); err != nil {
		n, _ := write(b[:len(b)/2])
		return n, err
	}
	return write(b)
}

// Sync waits until the content is on the disk.
func (f *File) Sync() error { return step(Syncing, f.Name(), f.File.Sync) }

// Close closes the file, even if it returns an error.
func (f *File) Close() error {
	failed, err := fails(Closing, f.Name()), f.File.Close()
	return cmp.Or(failed, err)
}

// Discard removes and closes the file. Where other processes look for its lock, there is no
// moment at which it is there without one, except on Windows, which removes no open file.
func (f *File) Discard() {
	err := os.Remove(f.Name())
	_ = f.Close()
	if err != nil {
		_ = os.Remove(f.Name())
	}
}

// ErrGone is the error of a file that was removed, or replaced, while it was written.
var ErrGone = errors.New("the file was removed or replaced")

// Named reports whether the name of the file still stands for it.
func (f *File) Named() bool {
	open, err := f.Stat()
	if err != nil {
		return false
	}
	now, err := os.Stat(f.Name())
	return err == nil && os.SameFile(open, now)
}

// Step is a kind of step by which a file is written.
type Step string

// The steps by which a file is written.
const (
	Creating Step = "create"
	Writing  Step = "write"
	Syncing  Step = "sync"
	Closing  Step = "close"
	Moving   Step = "rename"
)

// seam is asked before each step, if a test has set it.
var seam atomic.Pointer[func(step Step, path string) error]

// Failing lets tests fail steps of all that is written in this process: fail is asked before
// each, and a step whose error it returns is not done. It may be called by several goroutines.
// restore ends that.
func Failing(fail func(step Step, path string) error) (restore func()) {
	seam.Store(&fail)
	return func() { seam.Store(nil) }
}

// fails returns the error with which a test lets a step fail.
func fails(step Step, path string) error {
	if fail := seam.Load(); fail != nil {
		return (*fail)(step, path)
	}
	return nil
}

// full are the errors of disks that are full or broken, rather than of names that cannot be
// used. The last two are Windows', ERROR_HANDLE_DISK_FULL and ERROR_DISK_FULL.
var full = []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EIO, syscall.Errno(39), syscall.Errno(112)}

// step does a step, unless a test lets it fail.
func step(kind Step, path string, do func() error) error {
	if err := fails(kind, path); err != nil {
		return err
	}
	return do()
}

// broken reports whether an error is one of full.
func broken(err error) bool {
	own := full
	if runtime.GOOS != "windows" {
		own = full[:4]
	}
	return slices.ContainsFunc(own, func(e error) bool { return errors.Is(err, e) })
}

// ifBroken makes the error of a broken disk a WriteError, and returns any other as it is.
func ifBroken(path string, err error) error {
	if broken(err) {
		return NotWritten(path, err)
	}
	return err
}

// Broken reports whether an error is that of a file that could not be written since its disk
// is full or broken.
func Broken(err error) bool {
	file := (*WriteError)(nil)
	return errors.As(err, &file) && broken(file.Err)
}
