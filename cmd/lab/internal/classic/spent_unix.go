//go:build unix

package classic

import (
	"syscall"
	"time"
)

// spent is the processor's time that this program has taken. Unlike a clock's it does not grow with what else runs.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
