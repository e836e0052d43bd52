package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/cli/clitest"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
)

// code matches code in a page.
var code = regexp.MustCompile("`([^`\n]+)`")

// path matches the name of a file or folder of the repository, but not a pattern such as CPU/FILE.s or {playing,showing}.
var path = regexp.MustCompile(`^(asm|cmd|docs|emu|goengine|golden|hostbridge|testdata)/[a-z0-9_./-]*$`)

// Each file that a page names exists.
func TestPagesNameFilesThatExist(t *testing.T) {
	for page, least := range map[string]int{"architecture": 50, "contributing": 25, "design": 5} {
		text := given.File(t, "../../docs/"+page+".md")
		named := 0
		for _, m := range code.FindAllStringSubmatch(string(text), -1) {
			if !path.MatchString(m[1]) || strings.HasPrefix(m[1], "docs/pages") {
				continue
			}
			named++
			assert.True(t, exists("../../"+m[1]), "docs/%s.md names %s", page, m[1])
		}
		assert.GreaterOrEqual(t, named, least, page)
	}
}

// The checklist for a new CPU names each file of the programs, the page and CI that has all CPUs by name.
func TestAddACPUNamesEveryPlaceOfTheCPUs(t *testing.T) {
	text, err := os.ReadFile("../../docs/contributing.md")
	require.NoError(t, err)
	_, list, found := strings.Cut(string(text), "## Add a CPU")
	require.True(t, found)
	list, _, _ = strings.Cut(list, "\n## ")
	named := map[string]bool{}
	for _, m := range code.FindAllStringSubmatch(list, -1) {
		named[strings.TrimSuffix(m[1], "/")] = true
	}
	places := 0
	for _, root := range []string{".ci", "asm", "cmd", "emu", "goengine", "hostbridge"} {
		require.NoError(t, filepath.WalkDir("../../"+root, func(file string, d os.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.Name() == "testdata":
				return filepath.SkipDir
			case d.IsDir() || strings.HasSuffix(file, "_test.go") || strings.Contains(file, "_gen.") || !slices.Contains([]string{"run", ".go", ".js", ".css"}, cmp.Or(filepath.Ext(file), d.Name())):
				return nil
			}
			text, err := os.ReadFile(file)
			if err != nil || !namesAllCPUs(file, string(text)) {
				return err
			}
			places++
			name := filepath.ToSlash(file[len("../../"):])
			assert.True(t, named[name] || named[filepath.Dir(name)], "%s has all CPUs by name: use asm.CPUs or hostbridge.Names there, or name it in docs/contributing.md, Add a CPU", name)
			return nil
		}))
	}
	assert.Greater(t, places, 10)
}

// comments matches the comments of Go, JavaScript and CSS.
var comments = regexp.MustCompile(`(?m)(^|\s)//.*$|/\*[\s\S]*?\*/`)

// namesAllCPUs reports whether a file's text has the name or the folder of each CPU outside of comments: in Go as a string or
// in a list with commas.
func namesAllCPUs(file, text string) bool {
	text = comments.ReplaceAllString(text, "")
	word := `\b(%s|%s)\b`
	if filepath.Ext(file) == ".go" {
		word = `[" ](%s|%s)[",]`
	}
	return !slices.ContainsFunc(asm.CPUs, func(c *asm.CPU) bool {
		return !regexp.MustCompile(fmt.Sprintf(word, c.Name, c.Folder)).MatchString(text)
	})
}

// The reading order in goengine's package comment names files that exist, and all that are no tests.
func TestReadingOrderNamesTheFilesThatExist(t *testing.T) {
	text := given.File(t, "../../goengine/doc.go")
	_, order, found := strings.Cut(string(text), "\n// Reading order\n")
	require.True(t, found)
	named := map[string]bool{"doc.go": true}
	for _, pattern := range regexp.MustCompile(`[a-z0-9]+\*?\.go\b`).FindAllString(order, -1) {
		files, err := filepath.Glob(filepath.Join("../../goengine", pattern))
		require.NoError(t, err)
		assert.NotEmpty(t, files, pattern)
		for _, file := range files {
			named[filepath.Base(file)] = true
		}
	}
	files, err := filepath.Glob("../../goengine/*.go")
	require.NoError(t, err)
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") {
			assert.True(t, named[filepath.Base(file)], "%s is not in the reading order", file)
		}
	}
}

// Each label in the glossary is a label of an engine in assembly.
func TestGlossaryNamesLabelsThatExist(t *testing.T) {
	labels := map[string]bool{}
	for _, c := range asm.CPUs {
		text := given.File(t, filepath.Join("../../asm", c.Folder, c.Folder+".sym"))
		for line := range strings.Lines(string(text)) {
			if fields := strings.Fields(line); len(fields) == 2 {
				labels[fields[1]] = true
			}
		}
	}
	text := given.File(t, "../../docs/glossary.md")
	_, table, found := strings.Cut(string(text), "## Labels of the assembly")
	require.True(t, found)
	named := 0
	for _, m := range code.FindAllStringSubmatch(table, -1) {
		if !strings.HasSuffix(m[1], "…") {
			named++
			assert.True(t, labels[m[1]], m[1])
		}
	}
	assert.Greater(t, named, 40)
}

// The README's table of commands has every command.
func TestREADMEHasEveryCommand(t *testing.T) {
	text := given.File(t, readme)
	_, table, found := strings.Cut(string(text), "## Commands")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n## ")
	for _, name := range clitest.Commands(t, &commands{}) {
		if !strings.Contains(name, " ") {
			assert.True(t, strings.Contains(table, "`"+name+"`"), "README.md, Commands: the table lacks `%s`", name)
		}
	}
}

// The manual of matches has every field of a profile.
func TestManualListsTheFieldsOfAProfile(t *testing.T) {
	var groups []string // by the values that a field may have
	rows := map[string]string{}
	for _, f := range goengine.ProfileFields {
		group := fmt.Sprintf("%d to %d", f.Min, f.Max)
		switch {
		case strings.HasPrefix(f.Key, "switch."):
			group = "`on` or `off`"
		case f.Off != goengine.NeverOff:
			group += fmt.Sprintf(", without effect at %d", f.Off)
		}
		if rows[group] == "" {
			groups = append(groups, group)
		}
		rows[group] += fmt.Sprintf("- `%s`: %s\n", f.Key, f.Doc)
	}
	var want strings.Builder
	for _, group := range groups {
		fmt.Fprintf(&want, "\n%s:\n\n%s", group, rows[group])
	}
	clitest.Block(t, "../../docs/manual/match.md", "fields", want.String(), *update, "go test ./cmd/searchex -run Manual -update")
}

// The manual of real machines has the addresses of the cartridges as they are.
func TestManualHasTheAddressesOfTheCartridges(t *testing.T) {
	text := given.File(t, "../../docs/manual/machines.md")
	msx, err := asm.LoadMSX()
	require.NoError(t, err)
	md, err := asm.LoadMD()
	require.NoError(t, err)
	for _, x := range []struct {
		of       *asm.Cartridge
		digits   int
		from, to string
		what     string
	}{
		{msx, 4, "text_start", "book_table", "the engine, the user interface"},
		{msx, 4, "book_table", "book_limit", "the opening book"},
		{msx, 4, "bss_start", "bss_end", "the RAM"},
		{md, 6, "text_start", "book_table", "the engine, the user interface"},
		{md, 6, "book_table", "book_limit", "the opening book"},
		{md, 6, "bss_start", "stack_top", "the engine's RAM"},
		{md, 6, "ui_start", "bss_end", "the user interface's"},
	} {
		from, to := x.of.Symbols[x.from], x.of.Symbols[x.to]
		require.True(t, from < to, "%s, %s", x.from, x.to)
		row := fmt.Sprintf("| $%0*X-$%0*X | %s", x.digits, from, x.digits, to-1, x.what)
		assert.True(t, strings.Contains(string(text), row), "docs/manual/machines.md: want the row %s", row)
	}
}

// Each line of the memory maps of the 6502 and the 68000 begins at a label or a page, behind the line before, and
// one ends with the RAM.
func TestMemoryMapsBeginAtLabels(t *testing.T) {
	line := regexp.MustCompile(`(?m)^    \$([0-9A-F]+)-\$([0-9A-F]+)  `)
	for _, machine := range []string{"6502", "68000"} {
		text := given.File(t, "../../docs/machines/"+machine+".md")
		image, err := asm.Load(machine)
		require.NoError(t, err)
		at, ends := map[uint64]bool{}, map[uint64]bool{}
		for name, addr := range image.Symbols {
			if image.Kinds[name] != asm.Abs || strings.HasSuffix(name, "_start") || strings.HasSuffix(name, "_limit") {
				at[uint64(addr)] = true
			}
		}
		lines := line.FindAllStringSubmatch(string(text), -1)
		require.Greater(t, len(lines), 10)
		free := uint64(0)
		for _, m := range lines {
			from, err := strconv.ParseUint(m[1], 16, 32)
			require.NoError(t, err)
			to, err := strconv.ParseUint(m[2], 16, 32)
			require.NoError(t, err)
			assert.True(t, at[from] || from%256 == 0, "%s: no label at $%s", machine, m[1])
			assert.GreaterOrEqual(t, from, free, "%s: $%s is in two lines", machine, m[1])
			free = to + 1
			ends[free] = true
		}
		assert.True(t, ends[uint64(image.Symbols["bss_end"])], "%s: the RAM ends elsewhere", machine)
	}
}

// The page's keys, and those that the manuals name, are the MK V's.
func TestKeysAreThoseOfTheMK5(t *testing.T) {
	read := func(file string) string {
		text := given.File(t, "../../"+file)
		return string(text)
	}
	part := func(key, i int) string { return strings.Split(asm.MK5Keys[key].Name, " / ")[i] }
	const a, h = 13, 20 // numbers of the keys
	require.Equal(t, [2]string{"A", "BLACK"}, [2]string{asm.MK5Keys[a].Label, asm.MK5Keys[h].Label})
	page, texts := read("cmd/internal/web/page/keys.js"), read("cmd/internal/web/page/english.js")
	_, pad, found := strings.Cut(page, "const pad = [")
	require.True(t, found)
	for key := a; key <= h; key++ {
		require.Contains(t, pad, fmt.Sprintf("[%q, %q]", part(key, 0), part(key, 1)))
		require.Contains(t, texts, fmt.Sprintf("\"keys.pad.%s\": %q,", part(key, 0), part(key, 2)))
	}
	machines := read("docs/manual/machines.md")
	require.Contains(t, machines, fmt.Sprintf("%s (%s), %s (%s)", part(h-1, 1), part(h-1, 2), part(h, 1), part(h, 2)))
	require.Contains(t, machines, fmt.Sprintf("have %q and %q", asm.MK5Keys[h-1].Name, asm.MK5Keys[h].Name))
	require.Contains(t, read("docs/manual/play.md"), fmt.Sprintf("%s to %s", strings.ReplaceAll(asm.MK5Keys[a].Name, " / ", "/"), strings.ReplaceAll(asm.MK5Keys[h].Name, " / ", "/")))
	var men []string
	for key := a; key < h-1; key++ {
		men = append(men, strings.ToLower(part(key, 2)))
	}
	require.Contains(t, machines, "1 to 6 ("+strings.Join(men, ", ")+")")
}
