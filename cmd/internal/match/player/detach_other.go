//go:build !unix

package player

import "os/exec"

// detach does nothing on systems without process groups.
func detach(*exec.Cmd) {}

// killGroup kills the program.
func killGroup(cmd *exec.Cmd) {
	cmd.Process.Kill()
}
