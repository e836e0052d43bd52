package asm

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A program of two units with code, a table that begins on a page, and RAM below the ROM.
func exampleParts() []Part {
	return []Part{
		{Kind: BSS, Section: "BSS", Unit: "b", Addr: 0x0200, Size: 3, Labels: []Label{{"state", 0}, {"state_end", 3}}},
		{Kind: Text, Section: "CODE", Unit: "a", Addr: 0x8000, Size: 6,
			Labels: []Label{{"go", 0}, {"start", 0}, {"idle", 3}},
			Lines:  []OfLine{{0, 1, "a.s", 7}, {1, 2, "m.inc", 3}, {3, 1, "a.s", 9}, {4, 2, "a.s", 9}}},
		{Kind: Text, Section: "CODE", Unit: "b", Addr: 0x8006, Size: 4,
			Labels: []Label{{"far", 1}, {"far_end", 4}},
			Lines:  []OfLine{{0, 1, "b.s", 20}, {1, 3, "b.s", 12}}},
		{Kind: Rodata, Section: "RODATA", Unit: "b", Addr: 0x8100, Size: 9, Labels: []Label{{"page", 0}}},
	}
}

const exampleSymbols = `# kind section unit [address], then the size of each label; written by make asm
bss BSS b 0200
3 state
0 state_end
text CODE a 8000
0 go
3 start
3 idle
text CODE b
1 -
3 far
0 far_end
rodata RODATA b 8100
9 page
abs
7 K
FFFE MINUS
`

const exampleLines = `# unit and section, then for each line of code its distance from the one before and its bytes; written by make asm
a CODE
go:
start:
a.s
7 1
m.inc
3 2
idle:
a.s
2 1
0 2
b CODE
b.s
20 1
far:
-8 3
far_end:
`

func TestFormats(t *testing.T) {
	parts, constants := exampleParts(), map[string]uint32{"MINUS": 0xFFFE, "K": 7}
	require.Equal(t, exampleSymbols, FormatSymbols(parts, constants))
	lines, err := FormatLines(parts)
	require.NoError(t, err)
	require.Equal(t, exampleLines, lines)

	got, gotConstants, err := parseSymbols("x.sym", exampleSymbols)
	require.NoError(t, err)
	require.NoError(t, parseLines("x.lines", exampleLines, got))
	require.Equal(t, parts, got)
	require.Equal(t, constants, gotConstants)
}

// A new instruction changes only the size of its routine in one file, and adds one line to the
// other.
func TestEditChangesLittle(t *testing.T) {
	symbols, lines := exampleSymbols, exampleLines
	parts := exampleParts()
	a := &parts[1]
	a.Size++
	a.Labels[2].Offset++
	for i := range a.Lines[2:] {
		a.Lines[2+i].Offset++
		a.Lines[2+i].Line++
	}
	a.Lines = append(a.Lines[:1:1], append([]OfLine{{1, 1, "a.s", 8}}, a.Lines[1:]...)...)
	a.Lines[2].Offset++
	parts[2].Addr++

	symbols = strings.Replace(symbols, "\n3 start\n", "\n4 start\n", 1)
	lines = strings.Replace(lines, "\n7 1\n", "\n7 1\n1 1\n", 1)
	require.Equal(t, symbols, FormatSymbols(parts, map[string]uint32{"MINUS": 0xFFFE, "K": 7}))
	got, err := FormatLines(parts)
	require.NoError(t, err)
	require.Equal(t, lines, got)
}

func TestFormatLinesRefuses(t *testing.T) {
	parts := exampleParts()
	parts[1].Labels[2].Offset = 2
	_, err := FormatLines(parts)
	require.EqualError(t, err, "a CODE: label idle is inside what the line before a.s:9 made")
	parts = exampleParts()
	parts[2].Labels[1].Offset = 3
	_, err = FormatLines(parts)
	require.EqualError(t, err, "b CODE: label far_end is inside what the last line made")
}

// A mistake in a file of symbols is refused, with its line.
func TestParseSymbolsRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"unknown kind", "code .text a 0\n", `x.sym:1: "code" is not a kind of symbol`},
		{"constants are no part", "abs .text a 0\n", `x.sym:1: "abs" is not a kind of symbol`},
		{"no unit", "# c\n\ntext .text\n", `x.sym:3: "text .text" is neither kind, section, unit and perhaps address, nor a size and a name`},
		{"too many fields", "text .text a 0 b\n", `x.sym:1: "text .text a 0 b" is neither`},
		{"two blanks", "text  a 0\n", `x.sym:1: "text  a 0" is neither`},
		{"first without address", "text .text a\n", "x.sym:1: the first part has no address"},
		{"address", "text .text a 4G\n", `x.sym:1: "4G" is not a hexadecimal number`},
		{"overlap", "text .text a 8\n2 x\ntext .text b 9\n", "x.sym:3: address 0009: the part before ends at 000A"},
		{"part twice", "text .text a 8\n2 x\ntext .text a\n", "x.sym:3: a .text appears twice"},
		{"label twice", "text .text a 8\n2 x\n2 x\n", "x.sym:3: x appears twice"},
		{"label and constant", "text .text a 8\n2 x\nabs\n2 x\n", "x.sym:4: x appears twice"},
		{"label before a part", "2 x\n", `x.sym:1: "2 x" before the first kind, section and unit`},
		{"size alone", "text .text a 8\n2\n", `x.sym:2: "2" is not two fields`},
		{"size", "text .text a 8\n2A x\n", `x.sym:2: "2A" is not a number of bytes`},
		{"negative size", "text .text a 8\n-2 x\n", `x.sym:2: "-2" is not a number of bytes`},
		{"size beyond memory", "text .text a 8\n4294967295 x\n", "x.sym:2: x: 4294967295 bytes reach beyond all memory"},
		{"unnamed bytes late", "text .text a 8\n2 x\n2 -\n", "x.sym:3: bytes without a label behind one"},
		{"value", "abs\nXY K\n", `x.sym:2: "XY" is not a hexadecimal number`},
		{"part behind the constants", "abs\ntext .text a 8\n", `x.sym:2: "text .text a 8" is not two fields`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := parseSymbols("x.sym", c.text)
			require.ErrorContains(t, err, c.want)
		})
	}
}

// The same for a file of lines. Each case changes the example and keeps its symbols.
func TestParseLinesRefuses(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"neither", "\n0 2", "\nx 2", "x.lines:12: a CODE has 4 bytes here, 6 by its symbols"},
		{"distance no number", "\n0 2", "\n0x 2", `x.lines:12: "0x" is not a distance of lines`},
		{"size no number", "\n0 2", "\n0 b", `x.lines:12: "b" is not a number of bytes`},
		{"three fields", "\n0 2", "\n0 2 2", `x.lines:12: "0 2 2" is not two fields`},
		{"one field", "\n0 2", "\n0", `x.lines:12: "0" is not two fields`},
		{"line 0", "\n7 1", "\n0 1", "x.lines:6: a.s has no line 0"},
		{"line far off", "\n7 1", "\n9999999 1", "x.lines:6: a.s has no line 9999999"},
		{"nothing", "\n0 2", "\n0 0", "x.lines:12: 0 bytes, 2 are left of a CODE"},
		{"too much", "\n0 2", "\n0 3", "x.lines:12: 3 bytes, 2 are left of a CODE"},
		{"too little", "\n0 2", "\n0 1", "x.lines:13: a CODE has 5 bytes here, 6 by its symbols"},
		{"too little at the end", "far:\n-8 3\nfar_end:\n", "", "x.lines:15: b CODE has 1 bytes here, 4 by its symbols"},
		{"across a label", "\n3 2\nidle:\na.s\n2 1\n0 2", "\n3 5", "x.lines:8: label idle must come first, at 8003"},
		{"label too early", "\n7 1", "\nidle:\n7 1", "x.lines:6: the symbols have no label idle at 8000"},
		{"label unknown", "idle", "idler", "x.lines:9: the symbols have no label idler at 8003"},
		{"label missing", "\nfar_end:", "", "x.lines:17: b CODE lacks label far_end"},
		{"part missing", exampleLines[strings.Index(exampleLines, "b CODE"):], "", `x.lines:12: the file ends without "b CODE"`},
		{"part unknown", "b CODE\n", "c CODE\n", `x.lines:13: "c CODE": the symbols go on with "b CODE"`},
		{"part too many", "\nfar_end:\n", "\nfar_end:\nc CODE\n", `x.lines:19: "c CODE" is a part of code that the symbols don't know`},
		{"no part", "a CODE\ngo:\nstart:\n", "", `x.lines:2: "a.s" before the first unit and section`},
		{"label before a part", "a CODE\n", "", `x.lines:2: "go:" before the first unit and section`},
		{"no file", "\na.s\n7 1", "\n7 1", `x.lines:5: "7 1" before the first file`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(exampleLines, c.old, c.new, 1)
			require.NotEqual(t, exampleLines, text)
			parts, _, err := parseSymbols("x.sym", exampleSymbols)
			require.NoError(t, err)
			require.ErrorContains(t, parseLines("x.lines", text, parts), c.want)
		})
	}
}

// A changed byte leads to an error or another result, and to no panic.
func TestDamagedFilesDoNotPanic(t *testing.T) {
	for _, b := range []byte("0 -:\nzZ9") {
		for i := range exampleSymbols {
			parts, _, err := parseSymbols("x.sym", exampleSymbols[:i]+string(b)+exampleSymbols[i+1:])
			if err == nil {
				_ = parseLines("x.lines", exampleLines, parts)
			}
		}
		for i := range exampleLines {
			parts, _, err := parseSymbols("x.sym", exampleSymbols)
			require.NoError(t, err)
			_ = parseLines("x.lines", exampleLines[:i]+string(b)+exampleLines[i+1:], parts)
		}
	}
}
