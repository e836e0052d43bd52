package routine

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
)

// Each routine of the symbols can be shown on each engine that has it, with its own lines.
func TestEveryRoutineCanBeShown(t *testing.T) {
	all, err := Load(hostbridge.Names)
	require.NoError(t, err)
	shown := map[string]int{}
	for _, k := range hostbridge.MachineKinds() {
		img, err := k.Image()
		require.NoError(t, err)
		bytes := 0
		for label := range img.Kinds {
			if !img.IsRoutine(label) {
				continue
			}
			e := all.Find(label)
			require.NotNil(t, e, label)
			require.NotEmpty(t, e.What, label)
			bytes += e.On[k.Name].Size
			for _, p := range all.Panels(e) {
				require.NotEmpty(t, p.Title, label)
				if p.Engine == k.Name {
					require.Contains(t, strings.Join(p.Text, "\n"), "\n"+label+":", k.Name)
					shown[k.Name]++
				}
			}
		}
		require.Greater(t, shown[k.Name], 150)
		// On the 68000 there are up to three bytes between files.
		files := map[string]bool{}
		for _, l := range img.Lines {
			files[l.File] = true
		}
		s := img.Sizes()
		require.InDelta(t, s.Text+s.Code2+img.ModuleCode(), bytes, float64(3*len(files)), "%s: bytes of all routines", k.Name)
	}
	for _, e := range all.Entries {
		twin := e.Go.Func
		if twin == nil {
			continue
		}
		text := strings.Join(twin.Text, "\n")
		require.Regexp(t, `(?m)^func (\([^)]*\) )?`+twin.Name+`\(`, text)
		require.Equal(t, 1, strings.Count("\n"+text, "\nfunc "), twin.Name)
	}
}

// Each name in the table of routines with another name in Go is a routine, has no function of its
// own name, and refers to a function.
func TestRoutinesThatGoCallsOtherwise(t *testing.T) {
	all, err := Load(hostbridge.Names)
	require.NoError(t, err)
	functions, err := goFunctions()
	require.NoError(t, err)
	for label, name := range within {
		require.NotNil(t, all.Find(label), label)
		require.Nil(t, sameName(functions, label), label)
		require.NotNil(t, functions[name], "%s: %s", label, name)
	}
}

func TestTwins(t *testing.T) {
	all, err := Load(hostbridge.Names)
	require.NoError(t, err)
	require.Equal(t, "map_hits", all.Find("mapHits").Label)
	require.Equal(t, "map_hits", all.Find("MapHits").Label)
	require.Nil(t, all.Find("tryAll1"))
	require.Nil(t, all.Find("hook_best"), "a hook is no routine")
	require.Equal(t, "make", all.Find("make_move").Go.Func.Name)
	require.Nil(t, all.Find("make"), "of a part Go's name is that of another")
	require.Nil(t, all.Find("fifty").Go.Func)
	require.Equal(t, "swapOff", all.Find("swap_king").Go.Serves[0].Name, "by callers that stand behind an operator |, a comment to the 68000 only")
	require.Equal(t, "no function of its own: what it serves is a (x.go), b (x.go), c (x.go), d (x.go) and 2 more",
		(&Twin{Serves: []*Func{{Name: "a", File: "x.go"}, {Name: "b", File: "x.go"}, {Name: "c", File: "x.go"},
			{Name: "d", File: "x.go"}, {Name: "e", File: "x.go"}, {Name: "f", File: "x.go"}}}).panel().Title)

	some, err := Load([]string{"z80"})
	require.NoError(t, err)
	require.Nil(t, some.Find("toggle_window"), "the Z80 has none")
	require.Len(t, some.Panels(some.Find("map_hits")), 1)
}

// The Go functions that a routine without a function of its own is a part of are found through its
// callers, and theirs.
func TestServes(t *testing.T) {
	f, g := &Func{Name: "f", File: "b.go"}, &Func{Name: "g", File: "a.go"}
	a, b := &Entry{Label: "a", Go: Twin{Func: f}}, &Entry{Label: "b", Go: Twin{Func: g}}
	c, d, e := &Entry{Label: "c"}, &Entry{Label: "d"}, &Entry{Label: "e"}
	callers := map[*Entry][]*Entry{c: {a, b}, d: {c, d}, e: {e}}
	require.Equal(t, []*Func{g, f}, serves(c, callers), "by file")
	require.Equal(t, []*Func{g, f}, serves(d, callers), "through c; d calls itself")
	require.Empty(t, serves(e, callers))
}

// A line of code that is broken stays whole, fits, and reads as what it was.
func TestBrokenLines(t *testing.T) {
	for _, c := range []struct {
		line, mark string
		limit      int
		want       []string
	}{
		{"        ret", ";", 11, []string{"        ret"}},
		{"        ret     z       ; stays on the line", ";", 24, []string{"        ret     z", "          ; stays on the", "          ; line"}},
		{".Lback: srl     a       ; pairs of half-moves", ";", 30, []string{".Lback: srl     a", "          ; pairs of", "          ; half-moves"}},
		{"; In      key, keys, nkeys, half", ";", 22, []string{"; In      key, keys,", ";         nkeys, half"}},
		{"| one two three", "|", 10, []string{"| one two", "| three"}},
		{"    a := b | c | d", "//", 12, []string{"    a := b |", "      c | d"}},
		{"        .word   one,two,three", ";", 20, []string{"        .word", "          one,two,three"}},
		{"unbreakable", ";", 4, []string{"unbreakable"}},
		{"", ";", 4, []string{""}},
	} {
		assert.Equal(t, c.want, broken(c.line, c.mark, c.limit), c.line)
	}
}

func TestPanelsShareAScreen(t *testing.T) {
	panels := []Panel{
		{Engine: "a", Title: "x", Text: []string{strings.Repeat("word ", 20)}, mark: ";"},
		{Engine: "b", Title: "none"},
		{Engine: "c", Title: "y", Text: []string{"short"}, mark: ";"},
		{Engine: "d", Title: "z", Text: []string{strings.Repeat("word ", 20)}, mark: ";"},
	}
	for wide, rows := range map[int]int{0: 1, 200: 1, 126: 1, 125: 2, 83: 2, 82: 3, 40: 3, 7: 3} {
		var b bytes.Buffer
		require.NoError(t, Write(&report.Screen{Writer: &b, Width: wide}, panels, true))
		text := b.String()
		require.True(t, strings.HasPrefix(text, "b: none\n\n"), "what is not there stands first")
		require.Equal(t, 40, strings.Count(text, "word"), "width %d", wide)
		heads := 0
		for line := range strings.Lines(text) {
			if strings.Contains(line, "a: x") || strings.Contains(line, "c: y") || strings.Contains(line, "d: z") {
				heads++
			}
			if wide > 0 {
				require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), wide)
			}
		}
		require.Equal(t, rows, heads, "rows at width %d", wide)
	}
	require.Equal(t, []int{100, 5, 100}, widths([]Panel{panels[0], panels[2], panels[3]}, 0))
	require.Equal(t, []int{94, 5, 94}, widths([]Panel{panels[0], panels[2], panels[3]}, 200), "the short one takes what it needs")
}
