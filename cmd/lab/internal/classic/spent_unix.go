//go:build unix

package classic

import (
	"syscall"
	"time"
)

// spent returns the processor time of this process. Unlike the time of a clock it does not depend on other processes.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
