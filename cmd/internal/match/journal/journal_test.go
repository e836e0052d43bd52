package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type header struct {
	Version int    `json:"searchex_test"`
	Of      string `json:"of"`
}

var (
	work   = Work{Name: "test", Key: "searchex_test"}
	wanted = header{1, "a<b"}
)

const first = `{"searchex_test":1,"of":"a<b"}` + "\n"

// open opens a file, and returns its steps.
func open(path string) (j *Journal, steps []string, err error) {
	j, err = Open(path, work, wanted, func(old header) string {
		return Difference([]Field{{"version", old.Version, wanted.Version}, {"of", old.Of, wanted.Of}})
	}, func(line []byte) error {
		steps = append(steps, strings.TrimSpace(string(line)))
		if string(line) == "bad\n" {
			return errors.New("is bad")
		}
		return nil
	})
	return j, steps, err
}

func write(t *testing.T, content string) (path string) {
	path = filepath.Join(t.TempDir(), "state.jsonl")
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

func read(t *testing.T, path string) string {
	b := given.File(t, path)
	return string(b)
}

// A file that was cut anywhere by a kill is continued.
func TestAFileCutAnywhereIsContinued(t *testing.T) {
	whole := first + "1\n" + `"<2>"` + "\n"
	for cut := range len(whole) + 1 {
		path := write(t, whole[:cut])
		j, steps, err := open(path)
		require.NoError(t, err, "%d", cut)
		kept := strings.LastIndexByte(whole[:cut], '\n') + 1
		assert.Equal(t, cut-kept, j.Cut)
		assert.Equal(t, max(strings.Count(whole[:cut], "\n")-1, 0), len(steps))
		for i := len(steps); i < 2; i++ {
			require.NoError(t, j.Add([]any{1, "<2>"}[i]))
		}
		require.NoError(t, j.Close())
		assert.Equal(t, whole, read(t, path))
	}
}

// Nothing of a half line remains after a shorter one.
func TestAHalfLineIsDropped(t *testing.T) {
	path := write(t, first+"1234567")
	j, steps, err := open(path)
	require.NoError(t, err)
	assert.Empty(t, steps)
	require.NoError(t, j.Add(1))
	require.NoError(t, j.Close())
	assert.Equal(t, first+"1\n", read(t, path))
}

func TestAFileIsBegunOnceAndRemovedIfItStaysEmpty(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new.jsonl")
	j, _, err := open(path)
	require.NoError(t, err)
	assert.Equal(t, first, read(t, path))
	_, err = Create(path, work, wanted)
	assert.EqualError(t, err, path+" exists already: continue it with --resume, or name another file")
	require.NoError(t, j.Close())
	assert.NoFileExists(t, path)

	j, err = Create(path, work, wanted)
	require.NoError(t, err)
	require.NoError(t, j.Add(1))
	require.NoError(t, j.Close())
	j, _, err = open(path)
	require.NoError(t, err)
	require.NoError(t, j.Close())
	assert.Equal(t, first+"1\n", read(t, path), "what was there before stays")

	_, err = Create(filepath.Join(t.TempDir(), "none", "x"), work, wanted)
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// Other files are rejected, and not changed.
func TestFilesOfOthersAreLeftAlone(t *testing.T) {
	for content, want := range map[string]string{
		"{}\n":                                   "is not the state of a test",
		"hello":                                  "is not the state of a test",
		`{"searchex_tes` + "x":                   "is not the state of a test",
		`{"searchex_test":1` + "\n":              "is not the state of a test",
		`{"of":"a<b","searchex_test":1}` + "\n":  "is not the state of a test",
		`{"searchex_test":2,"of":"a<b"}` + "\n":  "is the state of another test: version: 2 there, 1 here",
		`{"searchex_test":1,"of":"c"}` + "\n1\n": `is the state of another test: of: "c" there, "a\u003cb" here`,
		first + "1\nbad\n2\n3":                   "line 3: is bad",
	} {
		path := write(t, content)
		_, _, err := open(path)
		assert.EqualError(t, err, path+": "+want)
		assert.Equal(t, content, read(t, path))
	}
	folder := t.TempDir()
	_, _, err := open(folder)
	assert.EqualError(t, err, folder+": is not the state of a test")
	_, _, err = open(filepath.Join(write(t, ""), "x"))
	assert.Error(t, err)

	huge := write(t, first)
	require.NoError(t, os.Truncate(huge, maxSize+1)) // a hole, no disk
	_, _, err = open(huge)
	assert.EqualError(t, err, huge+": is not the state of a test")
}

func TestALineThatCannotBeWrittenIsTakenBack(t *testing.T) {
	path := write(t, first)
	j, _, err := open(path)
	require.NoError(t, err)
	err = j.Add(func() {}) // no JSON
	assert.ErrorContains(t, err, "writing "+path+": ")
	require.NoError(t, j.Add(7))
	require.NoError(t, j.f.Close())
	assert.ErrorContains(t, j.Add(8), "writing "+path+": ")
	assert.Equal(t, first+"7\n", read(t, path))
}

func TestOneProgramWrites(t *testing.T) {
	path := write(t, first)
	j, _, err := open(path)
	require.NoError(t, err)
	defer j.Close()
	if slices.Contains([]string{"plan9", "js", "wasip1"}, runtime.GOOS) {
		t.Skip("this system locks no files")
	}
	_, _, err = open(path)
	assert.ErrorContains(t, err, fmt.Sprintf("%s: another test is writing to it", path))
}

// A step is not written to a file that no name leads to any more, nor is another file of that name
// removed.
func TestAFileThatIsGoneIsNoticed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	j, err := Create(path, work, wanted)
	require.NoError(t, err)
	require.NoError(t, os.Rename(path, path+".away"))
	assert.EqualError(t, j.Add(1), "writing "+path+": the file was removed or replaced")
	require.NoError(t, os.WriteFile(path, []byte("new"), 0o600))
	assert.EqualError(t, j.Add(1), "writing "+path+": the file was removed or replaced")
	require.NoError(t, j.Close())
	assert.Equal(t, "new", read(t, path))
}

// Of programs that begin and continue one file at once, one at a time has it. What it adds stays,
// though others that add nothing remove the file.
func TestSeveralContinueOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	const n, steps = 4, 3
	var added, others sync.WaitGroup
	var done atomic.Bool
	for i := range 2 * n {
		work := func() {
			for k := 0; k < steps && !done.Load(); {
				j, _, err := open(path)
				if err != nil { // another has it
					assert.NotErrorIs(t, err, fs.ErrNotExist)
					time.Sleep(time.Millisecond)
					continue
				}
				if i < n {
					assert.NoError(t, j.Add(i))
					k++
				}
				_ = j.Close()
			}
		}
		if i < n {
			added.Go(work)
		} else {
			others.Go(work)
		}
	}
	added.Wait()
	done.Store(true)
	others.Wait()
	assert.Equal(t, 1+n*steps, strings.Count(read(t, path), "\n"), "the header, and each step once")
}

// A file whose steps are rewritten has the new ones at once, stays locked, and is continued.
func TestStepsAreRewritten(t *testing.T) {
	path := write(t, first+"1\n2\n3\n")
	j, _, err := open(path)
	require.NoError(t, err)
	require.NoError(t, j.Rewrite(t.Context(), func(steps [][]byte) [][]byte {
		require.Len(t, steps, 3)
		return append(steps[1:2:2], steps[0])
	}))
	assert.Equal(t, first+"2\n1\n", read(t, path))
	_, _, err = open(path)
	if runtime.GOOS == "linux" {
		assert.ErrorContains(t, err, "another test is writing to it")
	}
	require.NoError(t, j.Add(4))
	require.NoError(t, j.Close())
	assert.Equal(t, first+"2\n1\n4\n", read(t, path))
	left, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, left, 1)
}
