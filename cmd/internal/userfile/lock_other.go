//go:build !unix

package userfile

import "os"

// Lock does nothing on systems without flock.
func Lock(*os.File) error { return nil }
