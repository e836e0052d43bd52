// Package journal records long work in a file of JSON lines: a header that identifies the
// work, and a line for each step. A line is written at once and synced before the next
// step begins, so that a kill loses only the step under way.
package journal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"

	"github.com/searchex/searchex/cmd/internal/userfile"
)

// Work identifies the kind of work in a file.
type Work struct {
	// Name is the name of the work in errors, such as match.
	Name string
	// Key is the first key of the header, with which the file begins.
	Key string
}

// Journal is an open file, locked against other processes.
type Journal struct {
	f     *userfile.File
	path  string
	size  int64
	fresh bool // created by Create, and without a step
	// Cut is the number of bytes of a half-written last line that were dropped.
	Cut int
}

// maxSize bounds the size of a file in bytes. A million games fit.
const maxSize = 4 << 30

// Create creates a file. It returns an error if the file exists.
func Create(path string, w Work, header any) (*Journal, error) {
	j, err := create(path, w, header)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s exists already: continue it with --resume, or name another file", path)
	}
	return j, err
}

// create implements Create. Its error is fs.ErrExist if the file exists.
func create(path string, w Work, header any) (*Journal, error) {
	f, err := userfile.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	j := &Journal{f: f, path: path, fresh: true}
	if err := j.lock(w); err != nil {
		return nil, err
	}
	if err := j.begin(header); err != nil {
		j.Close()
		return nil, err
	}
	return j, nil
}

// Open opens a file to continue its work. differs returns the difference between the
// file's header and the wanted one, "" if there is none. step is called with each line
// after the header. Open creates a file that doesn't exist. It drops a half-written last
// line if all others are valid, and changes nothing else.
func Open[H any](path string, w Work, wanted H, differs func(old H) string, step func(line []byte) error) (*Journal, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		j, err := create(path, w, wanted)
		if errors.Is(err, fs.ErrExist) { // another has been faster
			return Open(path, w, wanted, differs, step)
		}
		return j, err
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > maxSize:
		return nil, fmt.Errorf("%s: is not the state of a %s", path, w.Name)
	}
	f, err := userfile.OpenFile(path, os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist): // it was removed just now
		return Open(path, w, wanted, differs, step)
	case err != nil:
		return nil, err
	}
	j := &Journal{f: f, path: path}
	if err := j.lock(w); err != nil {
		return nil, err
	}
	if !f.Named() { // whoever had the lock has removed it
		f.Close()
		return Open(path, w, wanted, differs, step)
	}
	begun, err := load(j, w, differs, step)
	if err == nil && !begun {
		err = j.begin(wanted)
	}
	if err != nil {
		f.Close()
		if !errors.As(err, new(*userfile.WriteError)) {
			err = fmt.Errorf("%s: %w", path, err)
		}
		return nil, err
	}
	return j, nil
}

// lock keeps other programs from writing the file.
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
	half := lines[len(lines)-1] // empty unless the file ends within a line
	lines = lines[:len(lines)-1]
	foreign := fmt.Errorf("is not the state of a %s", w.Name)
	begin := fmt.Appendf(nil, "{%q:", w.Key)
	var old H
	switch {
	case len(lines) == 0 && !bytes.HasPrefix(half, begin) && !bytes.HasPrefix(begin, half):
		return false, foreign
	case len(lines) == 0: // a program was killed before it wrote the header
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
	line, err := Line(step)
	if err != nil {
		return fmt.Errorf("writing %s: %w", j.path, err)
	}
	return j.AddLines(line)
}

// AddLines writes steps that are JSON lines already, each with its line feed, as one.
func (j *Journal) AddLines(lines []byte) error {
	err := j.write(lines)
	j.fresh = j.fresh && err != nil
	return err
}

// Line returns a step as Add writes it.
func Line(step any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(step)
	return b.Bytes(), err
}

// begin writes the header.
func (j *Journal) begin(header any) error {
	line, err := Line(header)
	if err != nil {
		return fmt.Errorf("writing %s: %w", j.path, err)
	}
	return j.write(line)
}

// write writes lines with one write and syncs the file. On failure it removes the part
// that was written. It writes nothing to a file that was removed or replaced.
func (j *Journal) write(lines []byte) error {
	if !j.f.Named() {
		return userfile.NotWritten(j.path, userfile.ErrGone)
	}
	_, err := j.f.WriteAt(lines, j.size)
	if err == nil {
		err = j.f.Sync()
	}
	if err != nil {
		j.f.Truncate(j.size)
		return userfile.NotWritten(j.path, err)
	}
	j.size += int64(len(lines))
	return nil
}

// Rewrite replaces the steps by the steps that edit returns, in one step: after a crash
// the file has the old ones or the new ones. The lines have their line feeds.
func (j *Journal) Rewrite(ctx context.Context, edit func(steps [][]byte) [][]byte) error {
	all, err := io.ReadAll(io.NewSectionReader(j.f, 0, j.size))
	if err != nil {
		return err
	}
	lines := bytes.SplitAfter(all, []byte("\n"))
	header, steps := lines[0], edit(lines[1:len(lines)-1:len(lines)-1])
	if runtime.GOOS == "windows" { // an open file can't be replaced there
		_ = j.f.Close()
	}
	if err := userfile.Write(ctx, j.path, append(slices.Clone(header), bytes.Join(steps, nil)...)); err != nil {
		return err
	}
	f, err := userfile.OpenFile(j.path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	old := j.f
	j.f = f
	defer old.Close()
	if err := userfile.Lock(f); err != nil {
		return fmt.Errorf("%s: another program is writing to it (%w)", j.path, err)
	}
	j.size, err = f.Seek(0, io.SeekEnd)
	return err
}

// Close closes the file. It removes a new file without a step, which would only make the
// next Create fail.
func (j *Journal) Close() error {
	if j.fresh && j.f.Named() {
		j.f.Discard()
		return nil
	}
	return j.f.Close()
}

// Field is a field of two headers.
type Field struct {
	What       string
	There, Now any
}

// Difference describes the first field that differs, "" if none does.
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
