package clitest

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/testdata/switches"
)

// Writing is a command line that writes files, with @ in place of their folder.
type Writing struct {
	Line string
	// Old are the files of the folder before, by name.
	Old map[string]string
	// Before, if not empty, is a command line that writes Old.
	Before string
	// Record, if not nil, matches the end of a record: a file that is written record by
	// record may end after any of them.
	Record *regexp.Regexp
	// Varies, if not nil, matches what differs from run to run.
	Varies *regexp.Regexp
	// Says, if not nil, matches the lines on standard error that are no complaints.
	Says *regexp.Regexp
	// Slow reports that it wants SEARCHEX_TESTS=slow.
	Slow bool
}

// Covered fails for an output of Outputs, and for a flag whose help begins with Write, that no
// command line of writings has, unless elsewhere names the test that lets its steps fail.
func Covered(t *testing.T, declared any, inputs []string, lines map[string]string, writings map[string]Writing, elsewhere map[string]string) {
	t.Helper()
	all, _ := outputs(t, declared, inputs, lines)
	maps.Copy(all, writers(t, declared))
	for name, example := range all {
		command, flag := cutLast(name)
		if strings.HasPrefix(flag, "<") { // an argument: what stands before it
			before, _, _ := strings.Cut(example, "@")
			_, flag = cutLast(strings.TrimSpace(before))
		}
		has := func(line string) bool {
			words := strings.Fields(line)
			return strings.HasPrefix(line, command+" ") && (!strings.HasPrefix(flag, "--") || slices.Contains(words, flag)) && strings.Contains(line, "@")
		}
		covered := slices.ContainsFunc(slices.Collect(maps.Values(writings)), func(w Writing) bool { return has(w.Line) })
		assert.NotEqual(t, covered, elsewhere[name] != "", "%s: want, in faults_test.go, a command line that lets each step of writing fail, or the test that does, and not both", name)
	}
	for name := range elsewhere {
		assert.Contains(t, all, name, "what no command writes")
	}
}

// cutLast cuts a text before its last word.
func cutLast(s string) (before, last string) {
	i := strings.LastIndexByte(s, ' ')
	return s[:max(i, 0)], s[i+1:]
}

// Faults fails for a command that does not survive the failure of one of its steps of writing:
// each create, write, sync, close and rename fails, alone or with all that come after it.
// Each file must then be as it was or as the command writes it, and nothing else be left in
// the folder. If it is not all written, the status is cli.ExitOutput, there is one line on
// standard error, and standard output does not name the folder, as it does where files that
// were written are named. When nothing fails, all that was written is synced, before it is
// renamed.
func Faults(t *testing.T, writings map[string]Writing, run func(args ...string) (status int, stdout, stderr string)) {
	for name, w := range writings {
		t.Run(name, func(t *testing.T) {
			if w.Slow {
				switches.Need(t, "slow")
			}
			if w.Before != "" {
				before := Writing{Line: w.Before, Old: w.Old}
				w.Old = before.run(t, run, 0, false).files
			}
			right := w.run(t, run, 0, false)
			require.Equal(t, cli.ExitFine, right.status, right.complaint)
			require.Positive(t, right.steps)
			require.Empty(t, right.unsynced)
			t.Logf("%d steps of writing", right.steps)
			for n := range right.steps {
				for _, all := range []bool{false, true} {
					w.check(t, right, w.run(t, run, n+1, all))
				}
			}
		})
	}
}

// outcome is what a run of a command has led to.
type outcome struct {
	steps          int
	failed         string // the step that failed
	status         int
	out, complaint string
	dir            string
	files          map[string]string
	unsynced       map[string]bool // files that were written after they were synced, or not synced
}

// run runs the command while step n fails, and all after it if all is set. Step 0 is none.
func (w *Writing) run(t *testing.T, run func(args ...string) (int, string, string), n int, all bool) (o outcome) {
	t.Helper()
	o.dir = t.TempDir()
	for name, text := range w.Old {
		require.NoError(t, os.WriteFile(filepath.Join(o.dir, name), []byte(text), 0o600))
	}
	var lock sync.Mutex
	o.unsynced = map[string]bool{}
	restore := userfile.Failing(func(step userfile.Step, path string) error {
		lock.Lock()
		defer lock.Unlock()
		o.steps++
		i := o.steps
		switch step {
		case userfile.Writing:
			o.unsynced[path] = true
		case userfile.Syncing:
			delete(o.unsynced, path)
		case userfile.Moving:
			assert.False(t, o.unsynced[path], "%s is renamed before it is synced", path)
		}
		if n == 0 || i < n || i > n && !all {
			return nil
		}
		if i == n {
			o.failed = fmt.Sprintf("step %d, %s of %s, and all after it: %t", n, step, filepath.Base(path), all)
		}
		if step == userfile.Creating || step == userfile.Writing {
			return syscall.ENOSPC
		}
		return syscall.EIO
	})
	o.status, o.out, o.complaint = run(strings.Fields(strings.ReplaceAll(w.Line, "@", o.dir))...)
	restore()
	if w.Says != nil {
		o.complaint = w.Says.ReplaceAllString(o.complaint, "")
	}
	o.files = w.content(t, o.dir)
	return o
}

// content returns the files of a folder by their names, and an empty text for each folder.
func (w *Writing) content(t *testing.T, dir string) map[string]string {
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		if d.IsDir() {
			all[name+"/"] = ""
			return nil
		}
		b, err := os.ReadFile(path)
		all[name] = strings.ReplaceAll(string(b), dir, "@")
		if w.Varies != nil {
			all[name] = w.Varies.ReplaceAllString(all[name], "~")
		}
		return err
	}))
	return all
}

// check compares the outcome of a run that failed with that of one that did not.
func (w *Writing) check(t *testing.T, right, o outcome) {
	t.Helper()
	for name, text := range o.files {
		old, was := w.Old[name]
		new, becomes := right.files[name]
		begun := w.Record != nil && w.Record.MatchString(text) && strings.HasPrefix(new, text) && strings.HasPrefix(text, old)
		assert.True(t, was && text == old || becomes && (text == new || begun), "%s: %s is left: %.200q", o.failed, name, text)
	}
	for name := range o.files {
		_, was := w.Old[name]
		assert.True(t, was || !strings.HasSuffix(name, "/") || slices.ContainsFunc(slices.Collect(maps.Keys(o.files)), func(file string) bool {
			return len(file) > len(name) && strings.HasPrefix(file, name)
		}), "%s: the folder %s is left without a file", o.failed, name)
	}
	for name := range w.Old {
		assert.Contains(t, o.files, name, o.failed)
	}
	if o.status == cli.ExitFine {
		assert.Equal(t, right.files, o.files, "%s: status 0", o.failed)
		return
	}
	assert.Equal(t, cli.ExitOutput, o.status, "%s: %s", o.failed, o.complaint)
	assert.Equal(t, 1, strings.Count(o.complaint, "\n"), "%s: %s", o.failed, o.complaint)
	assert.Equal(t, 1, strings.Count(o.complaint, "no space left on device")+strings.Count(o.complaint, "input/output error"), "%s: %s", o.failed, o.complaint)
	assert.Contains(t, o.complaint, "writing "+o.dir, o.failed)
	assert.NotContains(t, o.out, o.dir, o.failed)
}
