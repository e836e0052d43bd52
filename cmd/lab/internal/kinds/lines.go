package kinds

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/match/journal"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/job"
)

// Lines is a state of numbered lines of JSON, of which a job makes Batch, up to N lines in
// all. With a file it is kept there.
type Lines struct {
	N, Batch int
	// Cut is the number of bytes of a half-written line that were dropped.
	Cut int

	// read returns the place of a line, from 0, and what counts it.
	read func(line []byte) (i int, count func(), err error)
	// last reports whether the result of a job may end with a line before its batch is
	// full. The error says why the line cannot be one that a job has made.
	last func(line []byte) (bool, error)
	file *journal.Journal
	done map[int]bool
	// lines collects the lines of jobs for their hashes. Complete jobs are in known.
	lines map[int][]string
	known map[int][sha256.Size]byte
}

func newLines(n, batch int, read func([]byte) (int, func(), error), last func([]byte) (bool, error)) Lines {
	return Lines{N: n, Batch: batch, read: read, last: last, done: map[int]bool{}, lines: map[int][]string{}, known: map[int][sha256.Size]byte{}}
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

// whole returns the lines of the result of a job. It returns an error unless the result
// has all of them, in order, and no others.
func (l *Lines) whole(number int, result []byte) (all [][]byte, err error) {
	last := false
	for line := range bytes.Lines(result) {
		want := number*l.Batch + len(all)
		if last || len(all) == l.Batch {
			return nil, fmt.Errorf("more than %s", report.Plural(len(all), "line"))
		}
		at, _, err := l.read(line)
		if err == nil && at != want {
			err = fmt.Errorf("line %d where %d was asked for", at+1, want+1)
		}
		if err == nil {
			last, err = l.last(line)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, line)
	}
	if len(all) < l.Batch && !last {
		return nil, fmt.Errorf("%s: want %d", report.Plural(len(all), "line"), l.Batch)
	}
	return all, nil
}

// canonical returns an error for a line that is not the value as a job writes it.
func canonical(line []byte, value any) error {
	want, err := journal.Line(value)
	if err == nil && !bytes.Equal(line, want) {
		err = fmt.Errorf("%s: want %s", report.OneLine(string(line), 200), report.OneLine(string(want), 200))
	}
	return err
}

// Add adds the result of a job, those of its lines that are missing, and returns these. The
// error is a job.Malformed for a result that is not one of the job.
func (l *Lines) Add(number int, result []byte) (kept []byte, err error) {
	all, err := l.whole(number, result)
	if err != nil {
		return nil, &job.Malformed{Err: fmt.Errorf("job %d: %w", number, err)}
	}
	for k, line := range all {
		if i := number*l.Batch + k; i < l.N && !l.done[i] {
			kept = append(kept, line...)
		}
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

// Piece returns the name of the lines of a job: the first and the last, from 1.
func (l *Lines) Piece(number int) string {
	return fmt.Sprintf("%d-%d", number*l.Batch+1, (number+1)*l.Batch)
}

// withdraw removes the lines of pieces, and counts the others again. Without a file nothing
// is left. The caller has cleared what the lines were counted in.
func (l *Lines) withdraw(pieces []string) (need []int, err error) {
	gone := map[int]bool{}
	for _, p := range pieces {
		var a, b int
		if n, err := fmt.Sscanf(p, "%d-%d", &a, &b); n != 2 || a < 1 || b-a >= MaxBatch {
			return nil, fmt.Errorf("lines %q (%v)", p, err)
		}
		for i := a; i <= b; i++ {
			gone[i-1] = true
		}
	}
	clear(l.done)
	clear(l.lines)
	clear(l.known)
	if l.file == nil {
		return l.Need(), nil
	}
	var left [][]byte
	err = l.file.Rewrite(context.Background(), func(lines [][]byte) [][]byte {
		left = slices.DeleteFunc(lines, func(line []byte) bool { return gone[l.place(line)] })
		return left
	})
	for _, line := range left {
		if err == nil {
			err = l.count(line)
		}
	}
	return l.Need(), err
}

// place returns the place of a line that was counted.
func (l *Lines) place(line []byte) int {
	i, _, _ := l.read(line)
	return i
}

// Order puts the lines of the file in order.
func (l *Lines) Order() error {
	if l.file == nil {
		return nil
	}
	return l.file.Rewrite(context.Background(), func(lines [][]byte) [][]byte {
		slices.SortStableFunc(lines, func(a, b []byte) int { return cmp.Compare(l.place(a), l.place(b)) })
		return lines
	})
}

// Close closes the file.
func (l *Lines) Close() {
	if l.file != nil {
		l.file.Close()
	}
}
