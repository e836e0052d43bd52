package userfile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// patience is how long Alone waits for another process.
const patience = 10 * time.Second

// permissionIsBusy reports that a lock file that is being removed may not be opened, as on
// Windows.
const permissionIsBusy = runtime.GOOS == "windows"

// errBusy is the error of a file that another process goes on changing.
var errBusy = errors.New("another program is changing it: try again when that has ended")

// Alone calls change, which reads and replaces a file, while no other process does that in
// Alone. It waits for them for up to ten seconds. A symbolic link stands for its target. A
// lock stands beside the file meanwhile; one that a killed process has left is taken over.
// What is not a regular file, such as a pipe, is not locked, nor is a file in a folder that may
// not be written: it cannot be replaced there, only appended to.
func Alone(ctx context.Context, path string, change func() error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return change()
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	lock, err := besides(ctx, path)
	switch {
	case errors.Is(err, fs.ErrPermission) && !permissionIsBusy:
		return change()
	case err != nil:
		return NotWritten(path, err)
	}
	defer lock.Discard()
	return change()
}

// besides locks the lock file of a file.
func besides(ctx context.Context, path string) (*File, error) {
	name := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".lock")
	for end := time.Now().Add(patience); ; {
		f, err := OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil && !(permissionIsBusy && errors.Is(err, fs.ErrPermission)) {
			return nil, err
		}
		if err == nil && Lock(f) == nil && f.Named() {
			return f, nil
		}
		if f != nil {
			_ = f.Close()
		}
		if time.Now().After(end) {
			return nil, errors.Join(err, errBusy)
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// clear removes temporary files of a replacement that killed processes have left: those that
// nobody has locked.
func clear(pattern string) {
	if !locks {
		return
	}
	left, err := filepath.Glob(pattern)
	if err != nil {
		return
	}
	for _, name := range left {
		if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
			continue
		}
		f, err := OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if Lock(f) == nil && f.Named() {
			f.Discard()
			continue
		}
		_ = f.Close()
	}
}
