package userfile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// patience is how long Alone waits for another process.
const patience = 10 * time.Second

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
	name := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".lock")
	for end := time.Now().Add(patience); ; {
		lock, err := claim(name, os.O_CREATE|os.O_RDWR)
		// Windows does not let a file be opened that is being removed.
		forbidden := errors.Is(err, fs.ErrPermission) && runtime.GOOS != "windows"
		switch {
		case lock != nil:
			defer lock.Discard()
			return change()
		case forbidden:
			return change()
		case err != nil && !errors.Is(err, fs.ErrPermission):
			return NotWritten(path, err)
		case time.Now().After(end):
			return NotWritten(path, errBusy)
		}
		select {
		case <-ctx.Done():
			return NotWritten(path, context.Cause(ctx))
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// claim opens and locks a file. It returns nil if another process has it, or has removed it
// meanwhile.
func claim(name string, flag int) (*File, error) {
	f, err := OpenFile(name, flag, 0o600)
	if err != nil {
		return nil, err
	}
	if Lock(f) == nil && f.Named() {
		return f, nil
	}
	_ = f.Close()
	return nil, nil
}

// clear removes the files of a folder whose names begin so, and that nobody has locked: what
// killed processes have left of a replacement.
func clear(folder, prefix string) {
	if !locks {
		return
	}
	left, _ := os.ReadDir(folder)
	for _, e := range left {
		if !strings.HasPrefix(e.Name(), prefix) || !e.Type().IsRegular() {
			continue
		}
		if f, _ := claim(filepath.Join(folder, e.Name()), os.O_RDWR); f != nil {
			f.Discard()
		}
	}
}
