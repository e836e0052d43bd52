package asm

import (
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each folder of sources that is embedded has an entry in the table, and each entry a folder with a
// linker script.
func TestEveryFolderHasACPU(t *testing.T) {
	entries, err := fs.ReadDir(files, ".")
	require.NoError(t, err)
	others, err := fs.ReadDir(machines, ".")
	require.NoError(t, err)
	var embedded, listed []string
	for _, e := range append(entries, others...) {
		embedded = append(embedded, e.Name())
	}
	for _, c := range CPUs {
		listed = append(listed, c.Folder)
		_, err := fs.Stat(files, c.Folder+"/"+c.LinkerScript())
		require.NoError(t, err)
		found, err := FindCPU(c.Name)
		require.NoError(t, err)
		require.Same(t, c, found)
	}
	require.ElementsMatch(t, embedded, append(listed, "mk5", "msx", "md", "cartridge")) // real machines
	require.Equal(t, []string{"z80", "6502", "68000"}, Names())
}

// Comments and code are told apart: | is an operator to the one assembler and a comment to the
// other.
func TestCodeOfALine(t *testing.T) {
	for _, c := range []struct {
		cpu, line, code string
		comment         bool
	}{
		{"z80", "; a | b", "", true},
		{"z80", "  and A | B  ; c", "  and A | B  ", false},
		{"6502", "  lda #A | B ; c", "  lda #A | B ", false},
		{"68000", "| a", "", true},
		{"68000", "  nop | a ; b", "  nop ", false},
	} {
		cpu, err := FindCPU(c.cpu)
		require.NoError(t, err)
		require.Equal(t, c.code, cpu.Code(c.line), c.line)
		require.Equal(t, c.comment, cpu.IsComment(c.line), c.line)
	}
}

// A line that takes in a binary file makes data, as one with numbers does; one that takes in a source does not.
func TestLinesThatMakeData(t *testing.T) {
	for line, want := range map[string]bool{
		"        .byte   1": true, "net_in: .incbin \"x.bin\", 0, 4": true, "        .incbin \"x.bin\"": true,
		"        .include \"x.inc\"": false, "        nop": false,
	} {
		require.Equal(t, want, CPUs[0].IsData(line), line)
	}
}
