package kinds

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/match/journal"
)

// Lines is a state of numbered lines of JSON, of which a job makes Batch, up to N lines in
// all. With a file it is kept there.
type Lines struct {
	N, Batch int
	// Cut is the number of bytes of a half-written line that were dropped.
	Cut int

	// read returns the place of a line, from 0, and what counts it.
	read func(line []byte) (i int, count func(), err error)
	file *journal.Journal
	done map[int]bool
	// lines collects the lines of jobs for their hashes. Complete jobs are in known.
	lines map[int][]string
	known map[int][sha256.Size]byte
}

func newLines(n, batch int, read func([]byte) (int, func(), error)) Lines {
	return Lines{N: n, Batch: batch, read: read, done: map[int]bool{}, lines: map[int][]string{}, known: map[int][sha256.Size]byte{}}
}

// keep keeps the lines in a file from now on. With resume those of the file count as made.
func keep[H any](l *Lines, path string, resume bool, w journal.Work, header H, differs func(old H) string) (err error) {
	if !resume {
		l.file, err = journal.Create(path, w, header)
		return err
	}
	if l.file, err = journal.Open(path, w, header, differs, l.count); err == nil {
		l.Cut = l.file.Cut
	}
	return err
}

// Done returns the number of lines.
func (l *Lines) Done() int { return len(l.done) }

// count counts a line.
func (l *Lines) count(line []byte) error {
	i, count, err := l.read(line)
	switch {
	case err != nil:
		return err
	case l.done[i]:
		return fmt.Errorf("line %d of the work stands twice", i+1)
	}
	l.done[i] = true
	count()
	n := i / l.Batch
	l.lines[n] = append(l.lines[n], string(line))
	if len(l.lines[n]) == l.Batch {
		l.known[n] = sha256.Sum256([]byte(strings.Join(l.lines[n], "")))
		delete(l.lines, n)
	}
	return nil
}

// Need returns the jobs with lines that are missing.
func (l *Lines) Need() (need []int) {
	for i := 0; i < l.N; i++ {
		if n := i / l.Batch; !l.done[i] && (len(need) == 0 || need[len(need)-1] != n) {
			need = append(need, n)
		}
	}
	return need
}

// Known returns the hash of the result of a job that is complete in the state.
func (l *Lines) Known(number int) (hash [sha256.Size]byte, ok bool) {
	hash, ok = l.known[number]
	return hash, ok
}

// Add adds the result of a job, those of its lines that are missing, and returns these.
func (l *Lines) Add(number int, result []byte) (kept []byte, err error) {
	first := number * l.Batch
	for k, line := range bytes.SplitAfter(result, []byte("\n")) {
		i := first + k
		if len(line) == 0 || i >= l.N || l.done[i] {
			continue
		}
		at, _, err := l.read(line)
		if err == nil && at != i {
			err = fmt.Errorf("line %d where %d was asked for", at+1, i+1)
		}
		if err != nil {
			return nil, fmt.Errorf("job %d: %w", number, err)
		}
		kept = append(kept, line...)
	}
	if l.file != nil && len(kept) > 0 {
		if err := l.file.AddLines(kept); err != nil {
			return nil, err
		}
	}
	for line := range bytes.Lines(kept) {
		if err := l.count(line); err != nil {
			return kept, fmt.Errorf("job %d: %w", number, err)
		}
	}
	return kept, nil
}

// Close closes the file.
func (l *Lines) Close() {
	if l.file != nil {
		l.file.Close()
	}
}
