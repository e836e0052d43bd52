//go:build !unix

package terminal

import "os"

// stops is empty on systems that can't continue a stopped program.
var stops []os.Signal

func isStop(os.Signal) bool { return false }

func stop() bool { return false }
