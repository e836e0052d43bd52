//go:build unix

package userfile

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// limit is the limit of these tests, in bytes.
const limit = 1000

// files returns names of all kinds of files with their errors, "" for a file that is read.
func files(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(in("file"), make([]byte, limit), 0o600))
	require.NoError(t, os.WriteFile(in("large"), make([]byte, limit+1), 0o600))
	require.NoError(t, os.WriteFile(in("sparse"), nil, 0o600))
	require.NoError(t, os.Truncate(in("sparse"), 1<<40))
	require.NoError(t, syscall.Mkfifo(in("pipe"), 0o600))
	require.NoError(t, os.Symlink(in("file"), in("link")))
	require.NoError(t, os.Symlink("/dev/zero", in("link to a device")))
	require.NoError(t, os.Symlink(in("loop"), in("loop")))
	l, err := net.Listen("unix", in("socket"))
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	found := map[string]string{
		in("file"):             "",
		in("link"):             "",
		in("large"):            "larger than 1000 bytes",
		in("sparse"):           "larger than 1000 bytes",
		in("pipe"):             "is a pipe: want a regular file",
		in("socket"):           "is a socket: want a regular file",
		in("link to a device"): "is a device: want a regular file",
		in("loop"):             "too many levels of symbolic links",
		in("none"):             "no such file or directory",
		dir:                    "is a folder: want a regular file",
		"":                     "no such file or directory",
		"a\x00b":               "invalid argument",
	}
	if _, err := os.Stat("/proc/self/smaps"); err == nil {
		found["/proc/self/smaps"] = "larger than 1000 bytes" // it says that it has none
	}
	return found
}

func TestOnlyRegularFilesOfASaneSizeAreRead(t *testing.T) {
	for path, want := range files(t) {
		b, err := Read(t.Context(), path, limit)
		if want == "" {
			require.NoError(t, err, path)
			assert.Len(t, b, limit, path)
			continue
		}
		assert.EqualError(t, err, "open "+path+": "+want)
		assert.Nil(t, b)
	}
}

func TestTheEndOfTheContextEndsTheWaiting(t *testing.T) {
	never := make(chan struct{})
	ctx, cancel := context.WithCancelCause(t.Context())
	begun := make(chan struct{})
	go func() {
		<-begun
		cancel(errors.New("took too long"))
	}()
	_, err := Within(ctx, func() ([]byte, error) { close(begun); <-never; return nil, nil })
	assert.EqualError(t, err, "took too long")
	close(never)
}

// A file is written, truncated and removed again and again while it is read.
func TestAFileThatChangesWhileItIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
			}
			_ = os.WriteFile(path, []byte("text"), 0o600)
			_ = os.Truncate(path, 2)
			_ = os.Remove(path)
		}
	}()
	for range 3000 {
		if _, err := Read(t.Context(), path, limit); err != nil {
			assert.ErrorIs(t, err, fs.ErrNotExist)
		}
	}
	close(stop)
	<-stopped
}

func TestATranscriptIsAppendedToRegularFilesOnly(t *testing.T) {
	for path, want := range files(t) {
		f, err := Append(path)
		switch want {
		case "", "larger than 1000 bytes":
			if path == "/proc/self/smaps" {
				continue
			}
			require.NoError(t, err, path)
			require.NoError(t, f.Close())
		case "no such file or directory":
			if path == "" {
				assert.Error(t, err)
				continue
			}
			require.NoError(t, err, "it is made")
			_, err = f.WriteString("x")
			require.NoError(t, err)
			require.NoError(t, f.Close())
		default:
			assert.EqualError(t, err, "open "+path+": "+want)
		}
	}
}

// If a file can't be written, the old one remains, and no other file.
func TestAFileIsReplacedWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "tree.svg")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o640))
	require.NoError(t, Write(t.Context(), path, []byte("new")))
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "new", string(content))
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o640), info.Mode().Perm())

	assert.EqualError(t, Write(t.Context(), dir, []byte("x")), "writing "+dir+": is a folder: want a file")
	assert.Error(t, Write(t.Context(), filepath.Join(path, "x"), []byte("x")))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}

// A pipe, such as a shell's >(command), or a device is written to.
func TestAPipeIsWrittenTo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	require.NoError(t, Writable(path))
	read := make(chan string, 1)
	go func() {
		b, _ := os.ReadFile(path)
		read <- string(b)
	}()
	require.NoError(t, Write(t.Context(), path, []byte("text")))
	assert.Equal(t, "text", <-read)
}

// Writable returns an error for the files that Write can't write, and leaves nothing behind.
func TestAFileIsRefusedBeforeTheWork(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"file", "other"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	require.NoError(t, os.Symlink("other", filepath.Join(dir, "link")))
	for _, name := range []string{"file", "link", "new"} {
		path := filepath.Join(dir, name)
		assert.NoError(t, Writable(path), name)
		assert.NoError(t, Write(t.Context(), path, nil), name)
	}
	for path, want := range map[string]string{
		"":                                "want the name of a file",
		dir:                               "is a folder: want a file",
		filepath.Join(dir, "none/x"):      "there is no folder " + filepath.Join(dir, "none"),
		filepath.Join(dir, "file/x"):      "there is no folder " + filepath.Join(dir, "file"),
		filepath.Join(os.DevNull, "x"):    "there is no folder " + os.DevNull,
		"/proc/self/searchex":             "a file in /proc/self: ",
		filepath.Join(dir, "a\x00b", "x"): "there is no folder ",
	} {
		assert.ErrorContains(t, Writable(path), want, path)
		assert.Error(t, Write(t.Context(), path, nil), path)
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 4)
}

// The old content stays until Commit, and after it if somebody has changed the file.
func TestAReplacementThatIsNotCommitted(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	content := func(name string) string {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		return string(b)
	}
	begin := func(text string) *Replacement {
		r, err := Begin(t.Context(), path)
		require.NoError(t, err)
		_, err = r.Write([]byte(text))
		require.NoError(t, err)
		return r
	}
	r := begin("first")
	require.NoError(t, r.Commit())
	r.Abort()
	assert.Equal(t, "first", content(path))

	begin("aborted").Abort()
	assert.Equal(t, "first", content(path))

	r = begin("late")
	require.NoError(t, os.WriteFile(path, []byte("somebody's"), 0o600))
	assert.EqualError(t, r.Commit(), "writing "+path+": it has changed in the meantime")
	assert.Equal(t, "somebody's", content(path))
	r.Abort()
	require.NoError(t, os.Chtimes(path, time.Time{}, time.Unix(1, 0)))
	r = begin("late")
	require.NoError(t, os.WriteFile(path, []byte("Somebody's"), 0o600))
	assert.ErrorContains(t, r.Commit(), "changed", "of the same size")
	require.NoError(t, os.WriteFile(path, []byte("somebody's"), 0o600))
	name, err := r.Keep()
	require.NoError(t, err)
	assert.Equal(t, []string{path + ".new", "late"}, []string{name, content(name)})
	r = begin("later")
	name, err = r.Keep()
	require.NoError(t, err)
	assert.Equal(t, path+".new2", name)

	require.NoError(t, os.Remove(path))
	r = begin("gone")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	assert.ErrorContains(t, r.Commit(), "changed", "a file that was not there")
	r.Abort()

	r, err = Begin(t.Context(), "/dev/full")
	if err == nil { // Linux
		_, err = r.Write([]byte("x"))
		assert.EqualError(t, err, "writing /dev/full: no space left on device")
		assert.Equal(t, err, r.Commit())
		r.Abort()
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 3, "nothing else is left")
}

// Of processes that change a file in Alone, each sees what the one before has written, and
// nothing stays beside the file.
func TestChangesOfOneFileComeOneAfterTheOther(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	const n = 40
	done := make(chan error, n)
	for i := range n {
		go func() {
			done <- Alone(t.Context(), path, func() error {
				old, err := os.ReadFile(path)
				if err != nil && !errors.Is(err, fs.ErrNotExist) {
					return err
				}
				return Replace(t.Context(), path, append(old, byte(i)))
			})
		}()
	}
	for range n {
		require.NoError(t, <-done)
	}
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Len(t, b, n)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}

// A file in a folder that may not be written is appended to without a lock.
func TestAFolderThatMayNotBeWrittenHasNoLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	t.Cleanup(Failing(func(Step, string) error { return syscall.EACCES }))
	called := false
	require.NoError(t, Alone(t.Context(), path, func() error { called = true; return nil }))
	assert.True(t, called)
}

// A pipe is not locked, and no file stands beside it.
func TestAPipeIsNotLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	require.NoError(t, Alone(t.Context(), path, func() error {
		entries, err := os.ReadDir(filepath.Dir(path))
		assert.Len(t, entries, 1)
		return err
	}))
}

// A process that waits for another ends with its context.
func TestTheWaitForAnotherEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	err := Alone(t.Context(), path, func() error {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errors.New("ctrl-C"))
		return Alone(ctx, path, func() error { return nil })
	})
	assert.EqualError(t, err, "writing "+path+": ctrl-C")
}

// What a killed process has left beside a file is removed when the file is written the next
// time. What another process writes stays, and all that may be a person's.
func TestWhatAKilledProcessHasLeftIsRemoved(t *testing.T) {
	for _, game := range []string{"game.pgn", "ga*me[1].pgn", "game.pgn-1"} {
		dir := t.TempDir()
		path := filepath.Join(dir, game)
		killed, err := Begin(t.Context(), path)
		require.NoError(t, err)
		require.NoError(t, killed.f.File.Close())
		require.NoError(t, killed.lock.File.Close())
		stay := []string{game + "-1", game + "-1.searchex", ".other.pgn-1.searchex"}
		for _, person := range []string{"old", "2a", "1999", "lock", "1999.old", "2a.searchex", ".searchex", "7-8.searchex", "1.searchex.old", "1999~", "old.searchex"} {
			stay = append(stay, "."+game+"-"+person)
		}
		stay = append(stay, "."+game+".lock", "."+game+"1.searchex")
		for _, name := range stay {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("own"), 0o600))
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, beside(game, "lock")), nil, 0o600))
		other, err := Begin(t.Context(), path)
		require.NoError(t, err)
		require.NoError(t, Alone(t.Context(), path, func() error { return Write(t.Context(), path, []byte("new")) }))
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		assert.ElementsMatch(t, append(stay, game, filepath.Base(other.f.Name())), names)
		other.Abort()
	}
}

// The end of the context ends the wait for a reader of a pipe, and for one that does not go
// on reading.
func TestAPipeThatNobodyReadsIsNotWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("ctrl-C"))
	assert.EqualError(t, Write(ctx, path, []byte("text")), "writing "+path+": ctrl-C")
	f, err := os.OpenFile(path, os.O_RDWR, 0) // a reader that reads nothing
	require.NoError(t, err)
	defer f.Close()
	ctx, stop := context.WithCancel(t.Context())
	r, err := Begin(ctx, path)
	require.NoError(t, err)
	stop()
	_, err = r.Write(make([]byte, 1<<20))
	assert.ErrorContains(t, err, "i/o timeout")
	r.Abort()
}
