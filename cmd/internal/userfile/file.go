package userfile

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
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
	switch {
	case err == nil:
		return &File{f}, nil
	case broken(err):
		err = NotWritten(path, err)
	}
	return nil, err
}

// CreateTemp is os.CreateTemp, through the seam of Failing.
func CreateTemp(folder, pattern string) (*File, error) {
	if err := fails(Creating, folder); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(folder, pattern)
	if err != nil {
		return nil, err
	}
	return &File{f}, nil
}

// MakeFolder makes a folder for its owner and readers, through the seam of Failing. The
// folder that it is in must exist.
func MakeFolder(path string) error {
	err := fails(Creating, path)
	if err == nil {
		err = os.Mkdir(path, 0o755)
	}
	if err != nil {
		return NotWritten(path, err)
	}
	return nil
}

// MakeFolders is os.MkdirAll, through the seam of Failing.
func MakeFolders(path string) error {
	if err := fails(Creating, path); err != nil {
		return NotWritten(path, err)
	}
	err := os.MkdirAll(path, 0o755)
	if broken(err) {
		err = NotWritten(path, err)
	}
	return err
}

// Rename is os.Rename, through the seam of Failing.
func Rename(old, new string) error {
	if err := fails(Moving, old); err != nil {
		return err
	}
	return os.Rename(old, new)
}

// Write writes to the file. A step that a test lets fail writes half of the bytes, as a full
// disk does.
func (f *File) Write(b []byte) (int, error) {
	if err := fails(Writing, f.Name()); err != nil {
		n, _ := f.File.Write(b[:len(b)/2])
		return n, err
	}
	return f.File.Write(b)
}

// WriteAt writes to the file at an offset, as Write does.
func (f *File) WriteAt(b []byte, at int64) (int, error) {
	if err := fails(Writing, f.Name()); err != nil {
		n, _ := f.File.WriteAt(b[:len(b)/2], at)
		return n, err
	}
	return f.File.WriteAt(b, at)
}

// Sync waits until the content is on the disk.
func (f *File) Sync() error {
	if err := fails(Syncing, f.Name()); err != nil {
		return err
	}
	return f.File.Sync()
}

// Close closes the file, even if it returns an error.
func (f *File) Close() error {
	if err := fails(Closing, f.Name()); err != nil {
		_ = f.File.Close()
		return err
	}
	return f.File.Close()
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

// broken reports whether an error comes from a disk that is full or broken, rather than from
// a name that cannot be used.
func broken(err error) bool {
	for _, e := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EIO} {
		if errors.Is(err, e) {
			return true
		}
	}
	const handleDiskFull, diskFull = syscall.Errno(39), syscall.Errno(112) // ERROR_HANDLE_DISK_FULL and ERROR_DISK_FULL
	return runtime.GOOS == "windows" && (errors.Is(err, handleDiskFull) || errors.Is(err, diskFull))
}

// Broken reports whether an error is that of a file that could not be written since its disk
// is full or broken.
func Broken(err error) bool {
	file := (*WriteError)(nil)
	return errors.As(err, &file) && broken(file.Err)
}
