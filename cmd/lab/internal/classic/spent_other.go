//go:build !unix

package classic

import "time"

var began = time.Now()

// spent returns the time since the start of the process.
func spent() time.Duration { return time.Since(began) }
