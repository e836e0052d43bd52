//go:build unix

package terminal

import (
	"os"
	"os/signal"
	"syscall"
)

// stops are the signals that ask the program to stop for a while.
var stops = []os.Signal{syscall.SIGTSTP}

func isStop(s os.Signal) bool { return s == syscall.SIGTSTP }

// stop stops the program until it is continued. The signal that stops it takes effect at
// some moment after it is sent, so that the one that continues it is waited for.
func stop() bool {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	if syscall.Kill(syscall.Getpid(), syscall.SIGSTOP) != nil {
		return false
	}
	<-continued
	return true
}
