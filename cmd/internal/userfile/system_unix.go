//go:build unix

package userfile

import (
	"errors"
	"os/signal"
	"syscall"
)

// A limit on the size of files (ulimit -f) is an error of writing then, and not the end of the
// program.
func init() { signal.Ignore(syscall.SIGXFSZ) }

// locks reports whether Lock locks on this system.
const locks = true

// movesLocked reports whether a file can be renamed while it is open and locked.
const movesLocked = true

// Lock keeps other processes from locking the file until it is closed. On a disk without
// locks, as some of a network are, it does nothing.
func Lock(f *File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.ENOSYS) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOLCK) {
		return nil
	}
	return err
}
