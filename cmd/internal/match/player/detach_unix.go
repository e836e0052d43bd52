//go:build unix

package player

import (
	"os/exec"
	"syscall"
)

// detached are the attributes of a program in its own process group.
var detached = syscall.SysProcAttr{Setpgid: true}

// Detach puts the program into its own process group, so that ctrl-C reaches only this
// process. Otherwise the program might end first, and lose the interrupted game.
func Detach(cmd *exec.Cmd) {
	own := detached
	cmd.SysProcAttr = &own
}

// killGroup kills a detached program and all processes that it started, such as the
// engine of a shell script.
func killGroup(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
