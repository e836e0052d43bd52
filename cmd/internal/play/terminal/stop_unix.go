//go:build unix

package terminal

import (
	"os"
	"os/signal"
	"syscall"
)

// stops has the signals that suspend the program.
var stops = []os.Signal{syscall.SIGTSTP}

func isStop(s os.Signal) bool { return s == syscall.SIGTSTP }

// stop suspends the program until it is continued. The signal takes effect some time
// after it is sent, so stop waits for the signal that continues the program.
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
