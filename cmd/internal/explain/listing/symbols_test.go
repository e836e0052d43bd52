package listing

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
)

func written(t *testing.T, img *asm.Image, format string) []string {
	t.Helper()
	for _, f := range Formats {
		if f.Name == format {
			b, err := f.Symbols(img)
			require.NoError(t, err)
			return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
		}
	}
	t.Fatalf("no format %s", format)
	return nil
}

func number(t *testing.T, text string, base int) uint32 {
	t.Helper()
	n, err := strconv.ParseUint(text, base, 32)
	require.NoError(t, err)
	return uint32(n)
}

// Each format has every symbol at its address, and no unknown line.
func TestFormatsHaveTheSymbolsOfTheROM(t *testing.T) {
	for _, cpu := range asm.CPUs {
		img, err := cpu.Load()
		require.NoError(t, err)
		labels, code := 0, 0
		for _, kind := range img.Kinds {
			if kind != asm.Abs {
				labels++
			}
			if kind == asm.Text {
				code++
			}
		}

		lines := written(t, img, "vice")
		require.Len(t, lines, labels)
		for _, l := range lines {
			f := strings.Fields(l)
			require.Equal(t, "al", f[0])
			require.Equal(t, img.Symbols[strings.TrimPrefix(f[2], ".")], number(t, strings.TrimPrefix(f[1], "C:"), 16), l)
		}

		lines = written(t, img, "ghidra")
		require.Len(t, lines, labels)
		for _, l := range lines {
			f := strings.Fields(l)
			require.Equal(t, img.Symbols[f[0]], number(t, strings.TrimPrefix(f[1], "0x"), 16), l)
			require.Equal(t, img.IsRoutine(f[0]), f[2] == "f", l)
		}

		lines = written(t, img, "map")
		require.Len(t, lines, len(img.Symbols))
		for _, l := range lines {
			f := strings.Fields(l)
			require.Equal(t, img.Symbols[f[2]], number(t, f[0], 16), l)
			require.Equal(t, map[string]asm.Kind{"T": asm.Text, "R": asm.Rodata, "B": asm.BSS, "A": asm.Abs}[f[1]], img.Kinds[f[2]], l)
		}

		named := 0
		seen := map[string]bool{}
		for _, l := range written(t, img, "mame") {
			where, comment, ok := strings.Cut(strings.TrimPrefix(l, "comadd "), ",")
			require.True(t, ok, l)
			require.False(t, seen[where], l) // MAME keeps one comment of an address
			seen[where] = true
			names, place, ok := strings.Cut(comment, " (")
			require.True(t, ok, l)
			require.Contains(t, place, ".s:")
			for name := range strings.FieldsSeq(names) {
				require.Equal(t, img.Symbols[name], number(t, where, 16), l)
				named++
			}
		}
		require.InDelta(t, code, named, 3, cpu.Name) // labels at the end of a file's code have no line
	}
}

// A line of the SLD data has the form that sjasmplus documents, and leads to the source line that
// defines the symbol.
func TestSourceLevelDataLeadsToTheSource(t *testing.T) {
	img, err := asm.Load("z80")
	require.NoError(t, err)
	lines := written(t, img, "sld")
	require.Equal(t, "|SLD.data.version|1", lines[0])
	require.Equal(t, "start.s|13||0|-1|-1|Z|pages.size:65536,pages.count:32,slots.count:1,slots.adr:0", lines[1])
	labels, traces := map[string]bool{}, 0
	for _, l := range lines[2:] {
		f := strings.Split(l, "|")
		require.Len(t, f, 8, l)
		at := asm.Line{File: f[0], Line: int(number(t, f[1], 10))}
		text, err := img.SourceText(at)
		require.NoError(t, err, l)
		switch f[6] {
		case "T":
			require.Equal(t, fmt.Sprintf("%v", img.Lines[traces]), at.String(), l)
			require.Equal(t, img.Lines[traces].Addr, number(t, f[5], 10), l)
			require.Equal(t, "0", f[4], l)
			traces++
		case "L":
			data := strings.Split(f[7], ",")
			name := data[1]
			require.Equal(t, img.Symbols[name], number(t, f[5], 10), l)
			require.Contains(t, text, name, l)
			require.Equal(t, img.Kinds[name] == asm.Abs, f[4] == "-1" && data[len(data)-1] == "+equ", l)
			labels[name] = true
		default:
			t.Fatalf("unknown line %s", l)
		}
	}
	require.Len(t, img.Lines, traces)
	for name := range img.Symbols {
		linker := strings.HasSuffix(name, "_start") || strings.HasSuffix(name, "_end") || strings.HasSuffix(name, "_limit")
		require.True(t, labels[name] || linker || name == "pst_first", name)
	}
}
