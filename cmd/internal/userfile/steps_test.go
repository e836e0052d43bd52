//go:build unix

package userfile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// steps returns the steps of do. The one with the number broken, from 0, fails.
func steps(broken int, do func()) (seen []Step) {
	defer Failing(func(s Step, _ string) error {
		seen = append(seen, s)
		if len(seen) == broken+1 {
			return syscall.EIO
		}
		return nil
	})()
	do()
	return seen
}

// only requires that a folder has one file, with a content.
func only(t *testing.T, path, content string) {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, content, string(b))
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}

// The new content is on the disk before it gets the name of the file. If a step fails, that is
// the error; the old content stays, and no other file.
func TestAStepThatFailsLeavesTheOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	want := []Step{Creating, Writing, Syncing, Closing, Moving}
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	for i, step := range want {
		var err error
		seen := steps(i, func() { err = Write(t.Context(), path, []byte("new")) })
		assert.EqualError(t, err, "writing "+path+": input/output error", step)
		assert.Equal(t, want[:i+1], seen[:i+1])
		only(t, path, "old")
	}
	assert.Equal(t, want, steps(-1, func() { require.NoError(t, Write(t.Context(), path, []byte("new"))) }))
	only(t, path, "new")
}

// After a write that has failed, a later one does not make the replacement whole.
func TestAWriteThatHasFailedIsNotForgotten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	steps(1, func() {
		r, err := Begin(t.Context(), path)
		require.NoError(t, err)
		defer r.Abort()
		n, first := r.Write([]byte("1234"))
		assert.Equal(t, 2, n)
		assert.EqualError(t, first, "writing "+path+": input/output error")
		_, err = r.Write([]byte("5"))
		assert.Equal(t, first, err)
		assert.Equal(t, first, r.Commit())
	})
	only(t, path, "old")
}

// A text is on the disk before AppendText returns, a line need not be. If a step fails, what was
// there stays, and what another program has appended meanwhile.
func TestWhatIsAppended(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, []byte("1\n"), 0o600))
	f, err := Append(path)
	require.NoError(t, err)
	defer f.Close()
	assert.Equal(t, []Step{Writing}, steps(-1, func() { require.NoError(t, AppendLine(f, []byte("2\n"))) }))
	assert.Equal(t, []Step{Writing, Syncing}, steps(-1, func() { require.NoError(t, AppendText(f, []byte("3\n"))) }))
	for i := range 2 {
		steps(i, func() { err = AppendText(f, []byte("more\n")) })
		assert.EqualError(t, err, "writing "+path+": input/output error")
		only(t, path, "1\n2\n3\n")
	}
	restore := Failing(func(s Step, _ string) error {
		if s != Syncing {
			return nil
		}
		other, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = other.WriteString("other\n")
		require.NoError(t, err)
		require.NoError(t, other.Close())
		return syscall.EIO
	})
	err = AppendText(f, []byte("more\n"))
	restore()
	require.Error(t, err)
	only(t, path, "1\n2\n3\nmore\nother\n")
}

// A file that a link names is replaced itself, under one lock whatever name is used. A link
// beside it is no temporary file.
func TestALinkStandsForItsTarget(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	links := t.TempDir()
	link, beside := filepath.Join(links, "link"), filepath.Join(links, beside("link", "1"))
	require.NoError(t, os.Symlink(path, link))
	require.NoError(t, os.Symlink(path, beside))
	require.NoError(t, Write(t.Context(), link, []byte("new")))
	only(t, path, "new")
	clear(link)
	restore := Failing(func(s Step, name string) error {
		if s == Closing {
			assert.True(t, isTemporary(path, filepath.Base(name)), name)
		}
		return nil
	})
	err := Writable(link)
	restore()
	require.NoError(t, err)
	for _, l := range []string{link, beside} {
		to, err := os.Readlink(l)
		require.NoError(t, err)
		assert.Equal(t, path, to)
	}
	err = Alone(t.Context(), path, func() error {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errors.New("ctrl-C"))
		return Alone(ctx, link, func() error { return nil })
	})
	assert.EqualError(t, err, "writing "+path+": ctrl-C")
}

// Replace writes to regular files only.
func TestAPipeIsNotReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.EqualError(t, Replace(ctx, path, nil), "writing "+path+": is a pipe: want a regular file")
}

// A full disk is told from a folder that may not be written.
func TestAFullDiskIsSeenBeforeTheWork(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for cause, full := range map[error]bool{syscall.ENOSPC: true, syscall.EACCES: false} {
		restore := Failing(func(Step, string) error { return cause })
		err := Writable(path)
		restore()
		require.ErrorIs(t, err, cause)
		assert.Equal(t, full, Broken(err), "%v", err)
	}
}

// Until the new content has its name, another process that begins to write the same file does not
// remove it.
func TestNewContentStaysUntilItHasItsName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	var seen []Step
	within := false // its own steps
	restore := Failing(func(s Step, name string) error {
		if within || s == Creating {
			return nil
		}
		within = true
		clear(path)
		within = false
		assert.FileExists(t, name, s)
		seen = append(seen, s)
		return nil
	})
	err := Write(t.Context(), path, []byte("new"))
	restore()
	require.NoError(t, err)
	assert.Equal(t, []Step{Writing, Syncing, Closing, Moving}, seen)
	only(t, path, "new")
}

// A lock is held by one at a time, and who does not get it keeps no file open.
func TestALockIsHeldByOne(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	const flag = os.O_CREATE | os.O_RDWR
	lock, err := claim(name, flag)
	require.NoError(t, err)
	for range 5 {
		none, err := claim(name, flag)
		require.NoError(t, err)
		assert.Nil(t, none)
	}
	open := 0
	fds, _ := os.ReadDir("/proc/self/fd")
	for _, fd := range fds {
		if to, _ := os.Readlink("/proc/self/fd/" + fd.Name()); to == name {
			open++
		}
	}
	assert.True(t, open == 1 || len(fds) == 0, "open: %d", open) // /proc is Linux'
	restore := Failing(func(s Step, _ string) error {
		assert.Equal(t, Closing, s)
		assert.NoFileExists(t, name, "it is removed before it is unlocked")
		return nil
	})
	lock.Discard()
	restore()

	var work sync.WaitGroup
	var holders atomic.Int32
	for range 8 {
		work.Go(func() {
			for n := 0; n < 10; {
				lock, err := claim(name, flag)
				assert.NoError(t, err)
				if lock == nil {
					continue
				}
				n++
				assert.Equal(t, int32(1), holders.Add(1))
				runtime.Gosched()
				holders.Add(-1)
				lock.Discard()
			}
		})
	}
	work.Wait()
}

// Of many that begin to write one file at the same time, none takes another's new content for
// what a killed process has left.
func TestNewContentThatIsBeingWrittenStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	var work sync.WaitGroup
	begun := make([]*Replacement, 100)
	for i := range begun {
		work.Go(func() {
			r, err := Begin(t.Context(), path)
			if assert.NoError(t, err) {
				begun[i] = r
			}
		})
	}
	work.Wait()
	for _, r := range begun {
		assert.True(t, r.f.Named())
		r.Abort()
	}
	require.NoError(t, Write(t.Context(), path, []byte("text")))
	only(t, path, "text")
}
