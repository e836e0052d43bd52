//go:build unix

package userfile

import (
	"os"
	"syscall"
)

// locks reports whether Lock locks on this system.
const locks = true

// Lock keeps other processes from locking the file until it is closed.
func Lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
