//go:build unix

package main

import (
	"os"
	"syscall"
	"time"
)

// freeze stops a process for a time.
func freeze(p *os.Process, d time.Duration) error {
	time.AfterFunc(d, func() { _ = p.Signal(syscall.SIGCONT) })
	return p.Signal(syscall.SIGSTOP)
}
