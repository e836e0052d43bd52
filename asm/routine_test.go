package asm

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each byte of code belongs to one routine, and each routine has its own lines, all of them.
func TestRoutinesShareTheCode(t *testing.T) {
	for _, cpu := range Names() {
		img, err := Load(cpu)
		require.NoError(t, err)
		all, err := img.Routines()
		require.NoError(t, err)
		bytes, labels := 0, map[string]bool{}
		at := map[string]map[int]string{} // routine by file and line
		for _, r := range all {
			bytes += r.Size
			labels[r.Label] = true
			require.NotEmpty(t, r.Text, r.Label)
			require.Equal(t, img.Symbols[r.Label], r.Addr, r.Label)
			if at[r.File] == nil {
				at[r.File] = map[int]string{}
			}
			for i := range r.Text {
				require.Empty(t, at[r.File][r.Line+i], "%s: %s:%d is a line of %s too", cpu, r.File, r.Line+i, r.Label)
				at[r.File][r.Line+i] = r.Label
			}
		}
		s := img.Sizes()
		units, code := 0, 0
		for _, p := range img.parts {
			if p.Kind == Text {
				units, code = units+1, code+int(p.Size)
			}
		}
		require.Equal(t, code, bytes, "%s: bytes of code", cpu)
		// The 68000's units begin at a multiple of four.
		require.InDelta(t, s.Text+s.Code2+img.ModuleCode(), bytes, float64(3*units), "%s: bytes of code", cpu)
		for label := range img.Kinds {
			require.Equal(t, img.IsRoutine(label), labels[label], "%s: %s", cpu, label)
		}
		for _, l := range img.Lines {
			if strings.HasSuffix(l.File, ".s") {
				require.NotEmpty(t, at[l.File][l.Line], "%s: %s is shown with no routine", cpu, l)
			}
		}
	}
}

// A routine has the lines of its file from the header to the last line of its code, and its macros.
func TestARoutineIsShownAsItStands(t *testing.T) {
	img, err := Load("z80")
	require.NoError(t, err)
	all, err := img.Routines()
	require.NoError(t, err)
	by := map[string]Routine{}
	for _, r := range all {
		by[r.Label] = r
	}
	file, err := fs.ReadFile(img.source, "hits.s")
	require.NoError(t, err)

	r := by["clear_hits"]
	text := strings.Join(r.Text, "\n")
	require.Contains(t, string(file), "\n"+text+"\n\n")
	require.True(t, strings.HasPrefix(text, "; clear_hits - drop all maps and restart the stamps\n;\n; In "), text)
	require.True(t, strings.HasSuffix(text, "\n        ret"), text)
	require.Equal(t, "drop all maps and restart the stamps", r.What)
	require.Empty(t, r.Macros)

	listing := strings.Join(r.Listing(), "\n")
	cycles := img.Cycles["clear_hits"]
	want := "; Cycles  " + cycles.String() + "\n; Proved  " + cycles.Proved.String() + "\n"
	require.Contains(t, listing, "\n; Uses    F\n"+want+"clear_hits:\n")
	require.Equal(t, text, strings.Replace(listing, want, "", 1))
	without := Routine{Block: r.Block}
	require.Equal(t, r.Text, without.Listing(), "nothing was measured")

	var names []string
	for _, m := range by["map_hits"].Macros {
		names = append(names, m.Name)
		require.Contains(t, m.Text[len(m.Text)-1], ".endm")
	}
	require.Equal(t, []string{"KING_HITS", "SLIDER_HITS", "LINE_HITS", "RANK_HITS", "KNIGHT_HITS"}, names,
		"in the order of use, each with those that it uses itself behind it")
	require.Contains(t, by["map_hits"].Macros[2].Text[0], "; One line of a slider on C", "a macro has the comment above it")

	names = nil
	for _, m := range by["generate_tactical"].Macros {
		names = append(names, m.Name+" "+m.File)
	}
	require.Contains(t, names, "CAPTURE_HOP movegen.inc", "named as the argument of another")
}
