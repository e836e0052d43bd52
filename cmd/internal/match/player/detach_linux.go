package player

import "syscall"

// dieWithUs has the kernel kill the program where this process ends without
// having been able to, by a second ctrl-C or kill -9.
func dieWithUs(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
