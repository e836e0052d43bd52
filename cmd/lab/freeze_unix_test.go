//go:build unix

package main

import (
	"os"
	"syscall"
	"time"
)

// halt stops a process until proceed.
func halt(p *os.Process) error { return p.Signal(syscall.SIGSTOP) }

func proceed(p *os.Process) error { return p.Signal(syscall.SIGCONT) }

// freeze stops a process for a time.
func freeze(p *os.Process, d time.Duration) error {
	time.AfterFunc(d, func() { _ = proceed(p) })
	return halt(p)
}
