package player

import "syscall"

// dieWithUs makes the kernel kill the program if this process ends without doing so,
// after a second ctrl-C or kill -9.
func dieWithUs(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
