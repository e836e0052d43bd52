package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pkg writes a package of one file and its test, and the list of its known mutants.
func pkg(t *testing.T, source, test, known string) options {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module p\n\ngo 1.25\n", "p.go": "package p\n" + source, "p_test.go": test, "known.txt": known,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	return options{dir: dir, known: filepath.Join(dir, "known.txt"), jobs: 1, seed: 1, all: true}
}

func names(t *testing.T, source string) []string {
	o := pkg(t, source, "package p\n", "")
	f, err := find(o.dir, func(string) bool { return true })
	require.NoError(t, err)
	var all []string
	for _, m := range f.mutants {
		all = append(all, strings.TrimPrefix(m.name, "p.go "))
	}
	return all
}

func TestEveryPlaceThatCanGoWrongIsFound(t *testing.T) {
	for _, c := range []struct {
		source string
		want   []string
	}{
		{"func f(a, b int) bool { return a < b }",
			[]string{"f: a < b -> negated", "f: a < b -> always", "f: a < b -> never", "f: a < b -> <="}},
		{"func f(a bool, b int) int { if a && b == b { return b }; return -b }",
			[]string{"f: a && b == b -> negated", "f: a && b == b -> always", "f: a && b == b -> never", "f: a && b == b -> ||",
				"f: a -> negated", "f: a -> always", "f: b == b -> negated", "f: b == b -> always", "f: -b -> without -"}},
		{"func f(a *int) bool { for a != nil { a = nil }; return true }",
			[]string{"f: a != nil -> negated", "f: a != nil -> never", "f: delete a = nil", "f: true in return true -> negated"}},
		{"func f(a int) int { a++; a -= a; return max(a, a+a) }",
			[]string{"f: delete a++", "f: a++ -> --", "f: delete a -= a", "f: a -= a -> +=", "f: max(a, a+a) -> min", "f: a+a -> -"}},
		{"func f(a byte) byte { switch a { case 3: return a & 7 }; return a }",
			[]string{"f: case 3 -> + 1", "f: 7 in a & 7 -> + 1", "f: 7 in a & 7 -> - 1"}},
		{"var t = [2]int{1: 5}\nconst c = 9\nconst d = c\nconst (\n e = 1 << iota\n)",
			[]string{"t: 5 -> + 1", "c: const c + 1", "c: const c - 1"}},
		{"func f(a string) string { return a + a }", nil},
	} {
		require.Equal(t, c.want, names(t, c.source), c.source)
	}
}

const lessSource = `func less(a, b int) bool { return a < b }
`

// campaignOf runs a campaign and returns what it printed.
func campaignOf(t *testing.T, o options) (ok bool, printed string, err error) {
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	require.NoError(t, err)
	defer out.Close()
	ok, err = campaign(out, o)
	text, readErr := os.ReadFile(out.Name())
	require.NoError(t, readErr)
	return ok, string(text), err
}

func TestSurvivorsAreComparedWithTheList(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds packages")
	}
	const weak = `package p
import "testing"
func TestLess(t *testing.T) { if !less(1, 2) || less(2, 1) { t.Fatal() } }
`
	const strong = `package p
import "testing"
func TestLess(t *testing.T) { if !less(1, 2) || less(2, 1) || less(1, 1) { t.Fatal() } }
`
	ok, printed, err := campaignOf(t, pkg(t, lessSource, weak, "# nothing\n"))
	require.NoError(t, err)
	require.False(t, ok)
	require.Contains(t, printed, "p.go:2 less: a < b -> <=")
	require.Equal(t, 1, strings.Count(printed, "SURVIVED /"), printed)

	ok, printed, err = campaignOf(t, pkg(t, lessSource, weak, "p.go less: a < b -> <=\n    nobody asks about equals\n"))
	require.NoError(t, err)
	require.True(t, ok, printed)

	ok, printed, err = campaignOf(t, pkg(t, lessSource, strong, "p.go less: a < b -> <=\n    nobody asks about equals\n"))
	require.NoError(t, err)
	require.False(t, ok)
	require.Contains(t, printed, "KILLED")

	ok, printed, err = campaignOf(t, pkg(t, lessSource, strong, ""))
	require.NoError(t, err)
	require.True(t, ok, printed)

	ok, printed, err = campaignOf(t, pkg(t, lessSource, strong, "p.go lesser: a < b -> <=\n    there was such a function\n"))
	require.NoError(t, err)
	require.False(t, ok)
	require.Contains(t, printed, "STRANGER p.go lesser: a < b -> <=")

	// A sample leaves out what is listed.
	sample := pkg(t, lessSource, strong, "p.go less: a < b -> <=\n    nobody asks about equals\n")
	sample.n = 1000
	ok, printed, err = campaignOf(t, sample)
	require.NoError(t, err)
	require.True(t, ok, printed)

	// What runs for ever is ended, and killed.
	ok, printed, err = campaignOf(t, pkg(t, "func count(n int) (s int) { for n > 0 { n--; s++ }; return s }\n", `package p
import "testing"
func TestCount(t *testing.T) { if count(3) != 3 { t.Fatal() } }
`, "p.go count: n > 0 -> >=\n    listed, and yet killed\n"))
	require.NoError(t, err)
	require.False(t, ok)
	require.Contains(t, printed, "KILLED")

	_, _, err = campaignOf(t, pkg(t, lessSource, weak, "a mutant without a reason\n"))
	require.ErrorContains(t, err, "known.txt:1")
}
