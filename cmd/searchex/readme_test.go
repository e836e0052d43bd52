package main

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/testdata/switches"
)

var update = flag.Bool("update", false, "replace the output of the README's commands with the output of a run")

const readme = "../../README.md"

// indent begins the lines of a session, prompt those with a command.
const (
	indent = "    "
	prompt = indent + "$ "
)

// session is a command of a document with its output, and the range of the output's lines
// in the document.
type session struct {
	command  string
	output   []string
	from, to int
}

// sessions returns the commands of a text. The output of a command ends before the next
// line that is not indented.
func sessions(lines []string) (all []session) {
	for i, line := range lines {
		command, ok := strings.CutPrefix(line, prompt)
		if !ok {
			continue
		}
		s := session{command: command, from: i + 1, to: i + 1}
		for j := i + 1; j < len(lines) && (lines[j] == "" || strings.HasPrefix(lines[j], indent)) && !strings.HasPrefix(lines[j], prompt); j++ {
			if lines[j] != "" {
				s.to = j + 1
			}
		}
		for _, l := range lines[s.from:s.to] {
			s.output = append(s.output, strings.TrimPrefix(l, indent))
		}
		all = append(all, s)
	}
	return all
}

// notCompared matches what a comparison leaves out, each with its replacement: what
// depends on this computer's speed, and addresses in the ROM, which any change to the
// assembly moves.
var notCompared = []struct {
	is *regexp.Regexp
	as string
}{
	{regexp.MustCompile(`nodes in .*, [0-9.]+ million a second`), "nodes in TIME"},
	{regexp.MustCompile(`emulated at .* cores?,`), "emulated at SPEED,"},
	{regexp.MustCompile(`searches in .*, all equal`), "searches in TIME, all equal"},
	{regexp.MustCompile(`\btime \d+ nps \d+`), "time TIME nps SPEED"},
	{regexp.MustCompile(`( (?:` + strings.Join(cli.MachineNames(), "|") + `) .* s) +[0-9.]+ (s|min \d\d s)$`), "$1 TIME"}, // perft, whose last column it is
	{regexp.MustCompile(`at \$[0-9a-f]{4} (\w+, \w+\.s:)\d+$`), "at ADDRESS ${1}LINE"},
	{regexp.MustCompile(`\.gz, [0-9,]+ bytes`), ".gz, SIZE bytes"}, // another version of Go packs otherwise
	{regexp.MustCompile(` +`), " "},                                // the width of a column may depend on a time
}

func comparable(lines []string) []string {
	var all []string
	for _, line := range lines {
		for _, t := range notCompared {
			line = t.is.ReplaceAllString(line, t.as)
		}
		all = append(all, line)
	}
	return all
}

// showsWhatIsDrawn compares the pictures that commands have drawn in a folder's docs/manual,
// at least one, with those of the project, or with -update replaces the latter.
func showsWhatIsDrawn(t *testing.T, dir string) {
	t.Helper()
	pictures, err := filepath.Glob(filepath.Join(dir, "docs", "manual", "*"))
	require.NoError(t, err)
	require.NotEmpty(t, pictures, "no command writes a picture into docs/manual")
	for _, picture := range pictures {
		drawn, err := os.ReadFile(picture)
		require.NoError(t, err)
		file := filepath.Join("../../docs/manual", filepath.Base(picture))
		if shown, err := os.ReadFile(file); err == nil && bytes.Equal(shown, drawn) {
			continue
		}
		if !*update {
			t.Errorf("docs/manual/%s is another picture than is drawn now", filepath.Base(picture))
			continue
		}
		require.NoError(t, os.WriteFile(file, drawn, 0o600))
	}
}

// forALongTime skips a test that only the gate and -update run.
func forALongTime(t *testing.T) {
	t.Helper()
	if !*update {
		switches.Need(t, "slow")
	}
}

// pagesOfSessions has the pages whose sessions are compared with what the program prints, by the names of their tests.
var pagesOfSessions = map[string]struct {
	page  string
	least int  // sessions
	drawn bool // commands draw pictures of docs/manual
	long  bool // it searches for a long time, so only the gate and -update run it
}{
	"README":   {page: "README.md", least: 1, long: true},
	"Sessions": {page: "docs/session.md", least: 8, drawn: true, long: true},
	"Annotate": {page: "docs/manual/annotate.md", least: 1},
	"Code":     {page: "docs/manual/code.md", least: 7, drawn: true},
	"Cycles":   {page: "docs/manual/cycles.md", least: 15, drawn: true, long: true},
	"Matches":  {page: "docs/manual/match.md", least: 2, long: true},
	"Proofs":   {page: "docs/proofs.md", least: 2, drawn: true},
	"Reading":  {page: "docs/reading.md", least: 4},
	"Routine":  {page: "docs/manual/routine.md", least: 1, long: true},
	"Tree":     {page: "docs/manual/tree.md", least: 5},
	"UCI":      {page: "docs/manual/uci.md", least: 1},
}

// README and manual show what the program prints, and the pictures that it draws.
func TestREADMEAndManualShowWhatIsPrinted(t *testing.T) {
	for name, x := range pagesOfSessions {
		t.Run(name, func(t *testing.T) {
			if x.long {
				forALongTime(t)
			}
			dir := showsWhatIsPrinted(t, "../../"+x.page, x.least)
			if x.drawn {
				showsWhatIsDrawn(t, dir)
			}
			if t.Failed() {
				t.Log("after a change on purpose: go test ./cmd/searchex -run 'README|Manual' -update")
			}
		})
	}
}

// The manual of routine shows the source that the program prints, which takes no search.
func TestManualOfRoutineShowsTheSource(t *testing.T) {
	text, err := os.ReadFile("../../docs/manual/routine.md")
	require.NoError(t, err)
	shown := sessions(strings.Split(string(text), "\n"))
	require.Len(t, shown, 1)
	s := session{command: strings.Replace(shown[0].command, " routine ", " routine --source ", 1)}
	printed := s.run(t, folderAsAfterABuild(t))
	require.Greater(t, len(printed), 100)
	require.Greater(t, len(shown[0].output), len(printed))
	diff := cmp.Diff(comparable(printed), comparable(shown[0].output[:len(printed)]))
	require.Empty(t, diff, "$ %s", shown[0].command)
}

// showsWhatIsPrinted runs the commands of a document, of which there must be some, one
// after the other, and compares their output with the document's, or with -update replaces
// the latter. It returns the folder in which they ran.
func showsWhatIsPrinted(t *testing.T, file string, least int) (dir string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the commands are for a shell")
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	all := sessions(lines)
	require.GreaterOrEqual(t, len(all), least)
	if testing.Short() {
		t.Skip("these commands search for some ten seconds")
	}
	dir = folderAsAfterABuild(t)
	printed := make([][]string, len(all))
	for i, s := range all {
		if printed[i] = s.run(t, dir); printed[i] == nil {
			printed[i] = s.output
		}
	}
	stale := false
	for i := len(all) - 1; i >= 0; i-- { // from the end, so that line numbers stay true
		s := all[i]
		diff := cmp.Diff(comparable(s.output), comparable(printed[i]))
		if diff == "" {
			continue
		}
		if !*update {
			t.Errorf("$ %s\n%s (-) shows something else than is printed (+):\n%s", s.command, filepath.Base(file), diff)
			continue
		}
		stale = true
		for j, line := range printed[i] {
			if line != "" {
				printed[i][j] = indent + line
			}
		}
		lines = append(lines[:s.from:s.from], append(printed[i], lines[s.to:]...)...)
	}
	if stale {
		require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	}
	return dir
}

// run runs a command of searchex, or of a tool that reads its files, and returns the lines
// that it prints, nil if the tool is not installed.
func (s *session) run(t *testing.T, dir string) []string {
	t.Helper()
	tool := ""
	for _, name := range []string{"go tool pprof ", "callgrind_annotate "} {
		if strings.HasPrefix(s.command, name) {
			tool, _, _ = strings.Cut(name, " ")
		}
	}
	if tool == "" {
		require.Contains(t, s.command, "./searchex ", "a command that would not be found")
	} else if _, err := exec.LookPath(tool); err != nil {
		t.Logf("not run, for there is no %s here: $ %s", tool, s.command)
		return nil
	}
	c := exec.Command("sh", "-c", s.command)
	c.Dir = dir
	c.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "COLUMNS=")
	var complaint bytes.Buffer
	c.Stderr = &complaint
	out, err := c.Output()
	if status := c.ProcessState.ExitCode(); status != cli.ExitFine && !strings.Contains(s.command, "--poke") {
		require.NoError(t, err, "%s: %s", s.command, &complaint)
	}
	if len(out) == 0 {
		return []string{} // of a command that writes a file
	}
	printed := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
	for i, line := range printed {
		printed[i] = strings.TrimRight(line, " \t")
	}
	return printed
}

// link matches a Markdown link to a file of the repository, with or without a heading.
var link = regexp.MustCompile(`\]\(([^)#: ]*)(#[^) ]+)?\)`)

// documents returns the files of the README and the pages of docs.
func documents(t *testing.T) []string {
	t.Helper()
	files := []string{readme}
	require.NoError(t, filepath.WalkDir("../../docs", func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".md" {
			files = append(files, path)
		}
		return err
	}))
	return files
}

// Each link in the documents, and in the READMEs beside sources and models, leads to a file or heading that exists.
func TestLinksOfTheDocumentsLeadSomewhere(t *testing.T) {
	files := documents(t)
	for _, folder := range []string{"asm", "asm/m6502", "asm/m68k", "testdata/models"} {
		files = append(files, filepath.Join("../..", folder, "README.md"))
	}
	checked := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			target := file
			if m[1] != "" {
				target = filepath.Join(filepath.Dir(file), m[1])
				require.True(t, exists(target), "%s: %s", file, m[0])
			}
			if m[2] != "" {
				require.Contains(t, anchors(t, target), m[2], "%s: %s", file, m[0])
			}
			checked++
		}
	}
	require.Greater(t, checked, 10)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// anchors returns the headings of a document in the form of links: in lower case, with
// hyphens for spaces, without punctuation.
func anchors(t *testing.T, file string) (all []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		if title, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && strings.HasPrefix(line, "#") {
			title = regexp.MustCompile(`[^a-z0-9_ -]`).ReplaceAllString(strings.ToLower(strings.TrimSpace(title)), "")
			all = append(all, "#"+strings.ReplaceAll(title, " ", "-"))
		}
	}
	return all
}

// folderAsAfterABuild returns a folder with the program, the test positions and the sources in
// assembly, like the repository after the README's go build.
func folderAsAfterABuild(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	program, err := exec.LookPath("searchex")
	require.NoError(t, err)
	require.NoError(t, os.Symlink(program, filepath.Join(dir, "searchex")))
	for _, folder := range []string{"testdata", "asm"} {
		there, err := filepath.Abs(filepath.Join("../..", folder))
		require.NoError(t, err)
		require.NoError(t, os.Symlink(there, filepath.Join(dir, folder)))
	}
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "docs", "manual"), 0o700))
	return dir
}

func TestSessionsOfAText(t *testing.T) {
	text := "text\n\n    $ one\n    a\n\n      b\n\ntext\n    $ two\n    $ three\n    c\n    go build\n"
	got := sessions(strings.Split(text, "\n"))
	require.Equal(t, []session{
		{"one", []string{"a", "", "  b"}, 3, 6},
		{"two", nil, 9, 9},
		{"three", []string{"c", "go build"}, 10, 12},
	}, got)
	require.Equal(t, comparable([]string{"go: 1 nodes in 0.121 s, 0.9 million a second, events hashed", "x  3  z80  5.1 s  0.034 s"}),
		comparable([]string{"go: 1 nodes in 1 min 02 s, 5.1 million a second, events hashed", "x 3 z80  5.1 s   1 min 10 s"}))
	require.NotEqual(t, comparable([]string{"x  3  z80  5.1 s  0.034 s"}), comparable([]string{"x  3  z80  5.2 s  0.034 s"}))
}
