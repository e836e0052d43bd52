// Package journal keeps long work in a file of JSON lines: a header that says which work
// it is, and a line for each step. A line is written in one piece and to the disk before
// the next step begins, so that a kill costs no more than the step that it interrupts.
package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/searchex/searchex/cmd/internal/userfile"
)

// Work says what a file keeps.
type Work struct {
	// Name is in errors, such as match.
	Name string
	// Key is the first of the header's JSON, with which the file begins.
	Key string
}

// Journal is an open file, which nobody else may write.
type Journal struct {
	f     *os.File
	path  string
	size  int64
	fresh bool // begun here, and holds no step
	// Cut is how many bytes of a half-written last line were dropped.
	Cut int
}

// maxSize bounds a file, in bytes: a million games.
const maxSize = 4 << 30

// Create begins a file, which must not exist yet.
func Create(path string, w Work, header any) (*Journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s exists already: continue it with --resume, or name another file", path)
	}
	if err != nil {
		return nil, err
	}
	j := &Journal{f: f, path: path, fresh: true}
	if err := j.lock(w); err != nil {
		return nil, err
	}
	if err := j.append(header); err != nil {
		j.Close()
		return nil, err
	}
	return j, nil
}

// Open continues the work of a file. differs says in what the file's header, which is read into
// old, differs from the one that is wanted, empty if in nothing; step takes each line after it. A
// file that does not exist is begun with the header that is wanted. A last line that was only half
// written is dropped, once all others are found good; nothing else of the file is changed.
func Open[H any](path string, w Work, wanted H, differs func(old H) string, step func(line []byte) error) (*Journal, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Create(path, w, wanted)
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > maxSize:
		return nil, fmt.Errorf("%s: is not the state of a %s", path, w.Name)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	j := &Journal{f: f, path: path}
	if err := j.lock(w); err != nil {
		return nil, err
	}
	begun, err := load(j, w, differs, step)
	if err == nil && !begun {
		err = j.append(wanted)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return j, nil
}

// lock keeps two programs from writing the same file.
func (j *Journal) lock(w Work) error {
	if err := userfile.Lock(j.f); err != nil {
		j.f.Close()
		return fmt.Errorf("%s: another %s is writing to it (%w)", j.path, w.Name, err)
	}
	return nil
}

// load reads the file, and reports whether it has a header.
func load[H any](j *Journal, w Work, differs func(H) string, step func([]byte) error) (begun bool, err error) {
	b, err := io.ReadAll(j.f)
	if err != nil {
		return false, err
	}
	lines := bytes.SplitAfter(b, []byte("\n"))
	half := lines[len(lines)-1] // empty, unless the file ends within a line
	lines = lines[:len(lines)-1]
	foreign := fmt.Errorf("is not the state of a %s", w.Name)
	begin := fmt.Appendf(nil, "{%q:", w.Key)
	var old H
	switch {
	case len(lines) == 0 && !bytes.HasPrefix(half, begin) && !bytes.HasPrefix(begin, half):
		return false, foreign
	case len(lines) == 0: // it was killed before the header was written
	case !bytes.HasPrefix(lines[0], begin) || json.Unmarshal(lines[0], &old) != nil:
		return false, foreign
	default:
		if d := differs(old); d != "" {
			return false, fmt.Errorf("is the state of another %s: %s", w.Name, d)
		}
		for i, line := range lines[1:] {
			if err := step(line); err != nil {
				return false, fmt.Errorf("line %d: %w", i+2, err)
			}
		}
	}
	j.size = int64(len(b) - len(half))
	if j.Cut = len(half); j.Cut > 0 {
		err = j.f.Truncate(j.size)
	}
	return len(lines) > 0, err
}

// Add writes a step.
func (j *Journal) Add(step any) error {
	j.fresh = false
	return j.append(step)
}

// append writes a line in one piece and to the disk. Where that fails, what was written of it is
// taken back.
func (j *Journal) append(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	if err == nil {
		_, err = j.f.WriteAt(b.Bytes(), j.size)
	}
	if err == nil {
		err = j.f.Sync()
	}
	if err != nil {
		j.f.Truncate(j.size)
		return fmt.Errorf("writing %s: %w", j.path, err)
	}
	j.size += int64(b.Len())
	return nil
}

// Close closes the file. One that was begun here and got no step is removed: it would only stand
// in the way of the next attempt.
func (j *Journal) Close() error {
	if j.fresh {
		os.Remove(j.path)
	}
	return j.f.Close()
}

// Field is a part of two headers.
type Field struct {
	What       string
	There, Now any
}

// Difference returns the first of some fields that differ, in words, empty if none does.
func Difference(fields []Field) string {
	for _, f := range fields {
		a, _ := json.Marshal(f.There)
		b, _ := json.Marshal(f.Now)
		if !bytes.Equal(a, b) {
			return fmt.Sprintf("%s: %s there, %s here", f.What, a, b)
		}
	}
	return ""
}
