package guest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/searchex/searchex/hostbridge"
)

// origin is where a description and the files that it names are.
type origin interface {
	// read reads a file of at most limit bytes. The error does not name it.
	read(path string, limit int64) ([]byte, error)
	// FS has the sources of the program, by their paths from the description.
	fs.FS
}

// folder is one of the disk.
type folder string

func (folder) read(path string, limit int64) ([]byte, error) { return readFile(path, limit) }

// Open implements fs.FS: it has regular files of at most maxFile bytes.
func (f folder) Open(name string) (fs.File, error) {
	info, err := fs.Stat(os.DirFS(string(f)), name)
	switch {
	case err != nil:
		return nil, err
	case !info.IsDir() && (!info.Mode().IsRegular() || info.Size() > maxFile):
		return nil, &fs.PathError{Op: "open", Path: name, Err: fmt.Errorf("want a regular file of at most %d bytes", maxFile)}
	}
	return os.DirFS(string(f)).Open(name)
}

// readFile reads a regular file of at most limit bytes. The error does not name it.
func readFile(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, reason(err)
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	}
	if err := tooLarge(info.Size(), limit); err != nil {
		return nil, err
	}
	b, err := os.ReadFile(path)
	return b, reason(err)
}

// memory has files by their names. No path leads out of it, and it has no sources.
type memory map[string][]byte

func (m memory) read(path string, limit int64) ([]byte, error) {
	b, ok := m[path]
	switch {
	case path != filepath.Base(path) || strings.Contains(path, `\`):
		return nil, errors.New("want a name without a folder: the file is loaded with the description")
	case !ok:
		return nil, errors.New("it was not loaded with the description: load all files together")
	}
	return b, tooLarge(int64(len(b)), limit)
}

// Open implements fs.FS.
func (memory) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// maxDescription is the largest size of a description in bytes.
const maxDescription = 1 << 20

// Read reads a description. What its files hold is read when an engine is made.
func Read(path string) (*Description, error) {
	if path == "" {
		return nil, errors.New("a guest without a description: want guest:FILE")
	}
	return description(folder(filepath.Dir(path)), path)
}

// description reads a description.
func description(from origin, path string) (*Description, error) {
	b, err := from.read(path, maxDescription)
	if err != nil {
		return nil, &Error{File: path, What: err.Error()}
	}
	return parse(from, path, b)
}

// Load returns the kind of a guest from files in memory, by their names; name is the description's. The kind is known to the
// caller alone. Its name begins with hostbridge.Loaded, and says which file it is of and which contents.
func Load(name string, files map[string][]byte) (*hostbridge.EngineKind, error) {
	d, err := description(memory(files), name)
	if err != nil {
		return nil, err
	}
	e, err := open(name, d)
	if err != nil {
		return nil, err
	}
	d.from = memory(nil) // they have been read
	e.name = hostbridge.Loaded + plain(name) + "@" + digest(d, e.program)[:8]
	return e.kind()
}

// plain returns a file's name as one word, for the name of an engine.
func plain(name string) string {
	const longest = 40
	word := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-", r) {
			return r
		}
		return '_'
	}, name)
	return word[:min(len(word), longest)]
}

// tooLarge returns an error if a file has more than limit bytes.
func tooLarge(size, limit int64) error {
	if size > limit {
		return fmt.Errorf("it has %d bytes: want at most %d", size, limit)
	}
	return nil
}

// reason strips the name of the file from an error.
func reason(err error) error {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}
