package player

import "syscall"

// The kernel kills the program if this process ends without doing so, after a second ctrl-C
// or kill -9. Elsewhere the program reads the end of its input.
func init() { detached.Pdeathsig = syscall.SIGKILL }
