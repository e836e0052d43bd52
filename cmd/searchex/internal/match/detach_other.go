//go:build !unix

package match

import (
	"os"
	"os/exec"
)

// detach does nothing on systems without process groups.
func detach(*exec.Cmd) {}

// killGroup kills the program.
func killGroup(cmd *exec.Cmd) {
	cmd.Process.Kill()
}

// lock does nothing on systems without flock.
func lock(*os.File) error { return nil }
