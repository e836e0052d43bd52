package asm

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mostOfExcerpt is the number of lines that an excerpt of docs/reading.md may have.
const mostOfExcerpt = 12

// excerpt is a block of assembly on a page: lines of a source file, below a label or a macro's name.
type excerpt struct {
	cpu         *CPU
	file, label string
	lines       []string
}

// excerpts returns the blocks of a page that are fenced as asm. The first line of each names "FOLDER/FILE.s, LABEL" behind
// the comment mark of the folder's CPU.
func excerpts(page string) (all []excerpt, err error) {
	for _, m := range regexp.MustCompile("(?ms)^```asm\n(.*?)^```$").FindAllStringSubmatch(page, -1) {
		lines := strings.Split(strings.TrimSuffix(m[1], "\n"), "\n")
		found := slices.IndexFunc(CPUs, func(cpu *CPU) bool { return strings.HasPrefix(lines[0], cpu.Comment+" "+cpu.Folder+"/") })
		if found < 0 {
			return nil, fmt.Errorf("%q: want the comment mark of a CPU, and FOLDER/FILE.s, LABEL", lines[0])
		}
		x := excerpt{cpu: CPUs[found], lines: lines[1:]}
		var ok bool
		x.file, x.label, ok = strings.Cut(strings.TrimPrefix(lines[0], x.cpu.Comment+" "), ", ")
		if !ok || len(x.lines) == 0 || len(x.lines) > mostOfExcerpt {
			return nil, fmt.Errorf("%q: %d lines: want a label, and 1 to %d lines", lines[0], len(x.lines), mostOfExcerpt)
		}
		all = append(all, x)
	}
	return all, nil
}

// stands reports whether the lines of an excerpt stand in a source, one after the other, between its label and the header of
// the next routine.
func (x *excerpt) stands(source string) bool {
	lines := strings.Split(source, "\n")
	label := regexp.MustCompile(`^(?:` + regexp.QuoteMeta(x.label) + `:|\s+\.macro\s+` + regexp.QuoteMeta(x.label) + `\b)`)
	from := slices.IndexFunc(lines, label.MatchString)
	if from < 0 {
		return false
	}
	lines = lines[from:]
	header := regexp.MustCompile(`^` + regexp.QuoteMeta(x.cpu.Comment) + ` \w+ - `)
	if to := slices.IndexFunc(lines, header.MatchString); to >= 0 {
		lines = lines[:to]
	}
	for i := range lines {
		if len(lines)-i >= len(x.lines) && slices.Equal(lines[i:i+len(x.lines)], x.lines) {
			return true
		}
	}
	return false
}

// The walk through a search shows the sources as they are, of each CPU.
func TestReadingShowsTheSources(t *testing.T) {
	read := func(file string) string {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		return strings.ReplaceAll(string(text), "\r\n", "\n")
	}
	page := read("../docs/reading.md")
	for i, fence := range regexp.MustCompile("(?m)^```(.*)$").FindAllStringSubmatch(page, -1) {
		if i%2 == 0 {
			assert.Contains(t, []string{"asm", "text"}, fence[1], "docs/reading.md: blocks are asm, compared here, or text, a session of debug")
		}
	}
	all, err := excerpts(page)
	require.NoError(t, err)
	shown := map[*CPU]int{}
	for _, x := range all {
		shown[x.cpu]++
		assert.True(t, x.stands(read(x.file)), "docs/reading.md: asm/%s does not have these lines below %s: show those that it has, and see what the text says of them:\n%s",
			x.file, x.label, strings.Join(x.lines, "\n"))
	}
	for _, cpu := range CPUs {
		assert.NotZero(t, shown[cpu], "docs/reading.md shows nothing of the %s", cpu.Name)
	}
}

// An excerpt stands in a source only with all its lines, in order, and below its label.
func TestExcerptsStandBelowTheirLabel(t *testing.T) {
	const source = "; one - a\none:    nop\n        ret\n\n; two - b\ntwo:    inc a\n        ; why\n        ret\n        .macro  THREE x\n        dec a\n"
	for _, x := range []struct {
		label, lines string
		want         bool
	}{
		{"one", "one:    nop\n        ret", true},
		{"two", "        ; why\n        ret", true},
		{"THREE", "        dec a", true},
		{"one", "        nop", false},                // a line that is not there
		{"one", "        ret\n        nop", false},   // another order
		{"two", "two:    inc a\n        ret", false}, // a line is left out
		{"one", "        ; why", false},              // in another routine
		{"two", "one:    nop", false},                // above the label
		{"four", "        ret", false},               // no such label
		{"THRE", "        dec a", false},
	} {
		e := excerpt{cpu: CPUs[0], label: x.label, lines: strings.Split(x.lines, "\n")}
		assert.Equal(t, x.want, e.stands(source), "%s: %q", x.label, x.lines)
	}
	for _, page := range []string{
		"```asm\n; vax/a.s, one\nnop\n```\n", "```asm\n| z80/a.s, one\nnop\n```\n", "```asm\n; z80/a.s\nnop\n```\n", "```asm\n; z80/a.s, one\n```\n",
		"```asm\n; z80/a.s, one\n" + strings.Repeat("nop\n", mostOfExcerpt+1) + "```\n",
	} {
		_, err := excerpts(page)
		assert.Error(t, err, page)
	}
}
