//go:build !unix

package match

import "os"

// lock does nothing on systems without flock.
func lock(*os.File) error { return nil }
