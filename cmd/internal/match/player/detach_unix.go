//go:build unix

package player

import (
	"os/exec"
	"syscall"
)

// Detach puts the program into its own process group, so that ctrl-C reaches only this
// process. Otherwise the program might end first, and lose the interrupted game.
func Detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithUs(cmd.SysProcAttr)
}

// killGroup kills a detached program and all processes that it started, such as the
// engine of a shell script.
func killGroup(cmd *exec.Cmd) {
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
