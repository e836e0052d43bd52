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
// lock stands beside the file meanwhile (see beside); one that a killed process has left is
// taken over. What is not a regular file, such as a pipe, is not locked, nor is a file in a
// folder that may not be written: it cannot be replaced there, only appended to.
func Alone(ctx context.Context, path string, change func() error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return change()
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	name := filepath.Join(filepath.Dir(path), beside(path, "lock"))
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

// mark ends the name of each file that this package makes beside another.
const mark = ".searchex"

// beside returns the name of a file of this package's own beside another: .NAME-what.searchex.
// Whoever finds one that a killed process has left sees whose it is; and since people do not give
// their files such names, what else stands beside NAME, be it .NAME-old or .NAME-1999, is theirs.
func beside(path, what string) string { return "." + filepath.Base(path) + "-" + what + mark }

// isTemporary reports whether CreateTemp can have named a file so for the new content of path.
func isTemporary(path, name string) bool {
	number, begins := strings.CutPrefix(name, strings.TrimSuffix(beside(path, ""), mark))
	number, ends := strings.CutSuffix(number, mark)
	return begins && ends && number != "" && strings.Trim(number, "0123456789") == ""
}

// settled is how long a temporary file must be unchanged to be removed, where its process cannot
// have it locked until it is renamed.
const settled = time.Hour

// clear removes what killed processes have left of replacements of a file: the temporary files
// that nobody has locked.
func clear(path string) {
	if !locks {
		return
	}
	folder := filepath.Dir(path)
	left, _ := os.ReadDir(folder)
	for _, e := range left {
		if !isTemporary(path, e.Name()) || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err != nil || !movesLocked && time.Since(info.ModTime()) < settled {
			continue
		}
		if f, _ := claim(filepath.Join(folder, e.Name()), os.O_RDWR); f != nil {
			f.Discard()
		}
	}
}
