//go:build unix

package userfile

import (
	"os/signal"
	"syscall"
)

// A limit on the size of files (ulimit -f) is an error of writing then, and not the end of the
// program.
func init() { signal.Ignore(syscall.SIGXFSZ) }
