//go:build !unix && !windows

package userfile

// locks reports whether Lock locks on this system.
const locks = false

// movesLocked reports whether a file can be renamed while it is open and locked.
const movesLocked = false

// Lock does nothing on systems without locks.
func Lock(*File) error { return nil }
