//go:build !unix

package player

import "os/exec"

// Detach does nothing on systems without process groups.
func Detach(*exec.Cmd) {}

// killGroup kills the program.
func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }
