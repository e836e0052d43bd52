//go:build !unix

package classic

import "time"

var began = time.Now()

// spent is the time on the clock.
func spent() time.Duration { return time.Since(began) }
