package asm

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// A field of a header may run over two lines, and ends before the text below.
func TestHeaders(t *testing.T) {
	for _, cpu := range CPUs {
		t.Run(cpu.Name, func(t *testing.T) { testHeaders(t, cpu) })
	}
}

func testHeaders(t *testing.T, cpu *CPU) {
	marked := func(text string) string {
		return regexp.MustCompile(`(?m)^;`).ReplaceAllLiteralString(text, cpu.Comment)
	}
	source := marked("; x.s - a unit\n\n; one - the first; with - a dash\n; and more\n;\n; In      A = this,\n;         B = that\n; Out     -\n" +
		"; Uses    AF\n;\n; In      this text In means nothing.\n; Cycles  do not either.\none:    ret\n\n" +
		"; two - fields to the end\n;\n; In      -\n; Out     -\n; Uses    AF; one, and\n;         two\ntwo:\n        ret\n")
	got, err := cpu.Headers(fstest.MapFS{"x.s": {Data: []byte(source)}})
	require.NoError(t, err)
	require.Equal(t, []Header{
		{Label: "one", File: "x.s", Line: 3, What: "the first; with - a dash and more",
			In: "A = this, B = that", Out: "-", Uses: "AF", CyclesAt: 10},
		{Label: "two", File: "x.s", Line: 15, What: "fields to the end", In: "-", Out: "-", Uses: "AF; one, and two", CyclesAt: 21},
	}, got)

	for name, bad := range map[string]string{
		"label elsewhere": "; one - x\n;\n; Uses    AF\n\n        nop\none:    ret\n",
		"field twice":     "; one - x\n;\n; Uses    AF\n; Uses    BC\none:    ret\n",
		"cycles":          "; one - x\n;\n; Uses    AF\n; Cycles  12\none:    ret\n",
	} {
		_, err := cpu.Headers(fstest.MapFS{"x.s": {Data: []byte(marked(bad))}})
		require.ErrorContains(t, err, "x.s:", name)
	}
}

// Every routine has a header with In, Out and Uses.
func TestEveryRoutineHasAHeader(t *testing.T) {
	for _, cpu := range CPUs {
		t.Run(cpu.Name, func(t *testing.T) { everyRoutineHasAHeader(t, cpu) })
	}
}

func everyRoutineHasAHeader(t *testing.T, cpu *CPU) {
	img, err := cpu.Load()
	require.NoError(t, err)
	headers, err := cpu.Headers(os.DirFS(cpu.Folder))
	require.NoError(t, err)
	has := map[string]bool{}
	for _, h := range headers {
		require.Equal(t, Text, img.Kinds[h.Label], "%s:%d: %s is not a routine", h.File, h.Line, h.Label)
		require.False(t, has[h.Label], "%s has two headers", h.Label)
		has[h.Label] = true
		require.NotEmpty(t, h.In, "%s:%d: %s: In", h.File, h.Line, h.Label)
		require.NotEmpty(t, h.Out, "%s:%d: %s: Out", h.File, h.Line, h.Label)
		require.NotEmpty(t, h.Uses, "%s:%d: %s: Uses", h.File, h.Line, h.Label)
	}
	for label, kind := range img.Kinds {
		if kind == Text && !strings.HasPrefix(label, "hook_") {
			require.True(t, has[label], "%s has no header", label)
		}
	}
}
