package userfile

import "golang.org/x/sys/windows"

// locks reports whether Lock locks on this system.
const locks = true

// movesLocked reports whether a file can be renamed while it is open and locked. Windows lets
// nobody rename a file that is open.
const movesLocked = false

// Lock keeps other processes from locking the file until it is closed. The byte that is
// locked lies behind the content of any file, since Windows forbids others to read what is
// locked.
func Lock(f *File) error {
	at := &windows.Overlapped{OffsetHigh: 1 << 30}
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at)
}
