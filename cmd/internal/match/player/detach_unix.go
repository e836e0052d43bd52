//go:build unix

package player

import (
	"os/exec"
	"syscall"
)

// detach puts the program into a process group of its own, so that a ctrl-C at
// the terminal reaches only the referee: otherwise the program might die first
// and the interrupted game would count as its loss.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithUs(cmd.SysProcAttr)
}

// killGroup kills a detached program and all that it started, such as the
// engine behind a shell script.
func killGroup(cmd *exec.Cmd) {
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
