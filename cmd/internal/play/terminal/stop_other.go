//go:build !unix

package terminal

import "os"

// stops are none here: there is no way to be continued.
var stops []os.Signal

func isStop(os.Signal) bool { return false }

func stop() bool { return false }
