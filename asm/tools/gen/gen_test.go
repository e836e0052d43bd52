package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/searchex/searchex/asm/tools/internal/tree"
	"github.com/searchex/searchex/internal/probe"
	"github.com/stretchr/testify/require"
)

// The committed files are what the Go tables give.
func TestGeneratedFilesAreFresh(t *testing.T) {
	folder, err := tree.Asm()
	require.NoError(t, err)
	files, err := generate()
	require.NoError(t, err)
	require.NoError(t, stale(filepath.Dir(folder), files))
}

// The check above can fail: it names a file, text or binary, that is missing, cut or has another byte.
func TestStaleFileIsNamed(t *testing.T) {
	root := t.TempDir()
	files, err := generate()
	require.NoError(t, err)
	require.ErrorContains(t, stale(root, files), files[0].path)

	for _, f := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(root, f.path)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, f.path), f.text, 0o644))
	}
	require.NoError(t, stale(root, files))

	for _, f := range files {
		path := filepath.Join(root, f.path)
		damaged := bytes.Clone(f.text)
		damaged[len(damaged)/2] ^= 1
		for _, text := range [][]byte{damaged, f.text[:len(f.text)-1], nil} {
			require.NoError(t, os.WriteFile(path, text, 0o644))
			require.ErrorContains(t, stale(root, files), f.path+": stale")
		}
		require.NoError(t, os.WriteFile(path, f.text, 0o644))
	}
}

// Bytes of several tables follow each other in their file; words stay in the source.
func TestTablesInAFile(t *testing.T) {
	tables := []table{{name: "a", bytes: []byte{1, 2, 3}}, {name: "w", words: []int16{-2}}, {name: "b", comment: "Why.", bytes: []byte{4, 5}}}
	require.Equal(t, []byte{1, 2, 3, 4, 5}, inFile(tables, "x.bin"))
	_, got, _ := strings.Cut(emitTables(ca65{}, tables), "\n")
	require.Equal(t, `
        .segment "RODATA"

        .export a
a:
        .incbin "x.bin", 0, 3

        .export w
w:
        .word   $FFFE

; Why.
        .export b
b:
        .incbin "x.bin", 3, 2
`, got)
}

func TestEmit(t *testing.T) {
	tables := []table{
		{name: "a", comment: "One.\nTwo.", bytes: make([]byte, 17)},
		{name: "b", comment: "Words.", words: []int16{-300, 4660}, align: 256},
		{name: "c", comment: "Longwords.", longs: []uint32{1, 0x12345678}, align: 4},
	}
	constants := []probe.Constants{
		{Title: "Some.", List: []probe.Constant{{Name: "K", Value: -1, Comment: "why"}}},
		{Title: "Others.", Hex: true, List: []probe.Constant{{Name: "H", Value: 10}}},
	}
	_, got, _ := strings.Cut(emitTables(gas{comments: "; ", paged: true}, tables), "\n")
	require.Equal(t, `
        .section .rodata, "r"

; One.
; Two.
        .global a
a:
        .byte   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00
        .byte   0x00

        .section .page, "r"

; Words.
        .global b
        .balign 256
b:
        .word   -300, 4660

; Longwords.
        .global c
        .balign 4
c:
        .long   0x00000001, 0x12345678
`, got)
	_, got, _ = strings.Cut(emitConstants(gas{comments: "; "}, constants), "\n")
	require.Equal(t, `
; Some.
        .equ    K, -1                   ; why

; Others.
        .equ    H, 0x0A
`, got)

	_, got, _ = strings.Cut(emitTables(ca65{}, tables[1:]), "\n")
	require.Equal(t, `
        .segment "PAGE"

; Words.
        .export b
        .align  256
b:
        .word   $FED4, $1234

; Longwords.
        .export c
        .align  4
c:
        .dword  $00000001, $12345678
`, got)
	_, got, _ = strings.Cut(emitConstants(ca65{}, constants), "\n")
	require.Equal(t, `
.ifndef K

; Some.
K = -1                                  ; why

; Others.
H = $0A

.endif
`, got)
	require.Contains(t, emitTables(gas{comments: "| "}, tables), "        .section .rodata, \"a\"\n\n| One.\n")
	require.Contains(t, emitTables(gas{comments: "| "}, tables), "        .balign 4\nb:\n", "the 68000 knows no pages")
}

// The generator reports a mistake in the list, with the entry's name, before the assembler sees it.
func TestCheckRefuses(t *testing.T) {
	for _, c := range []struct {
		name, want string
		constants  []probe.Constant
		tables     []table
	}{
		{name: "bad name", constants: []probe.Constant{{Name: "a b"}}, want: `"a b"`},
		{name: "too large", constants: []probe.Constant{{Name: "K", Value: 65536}}, want: "K: 65536"},
		{name: "twice", constants: []probe.Constant{{Name: "k"}}, tables: []table{{name: "k", bytes: []byte{1}}}, want: "k appears twice"},
		{name: "empty", tables: []table{{name: "e"}}, want: "e: needs"},
		{name: "bytes and words", tables: []table{{name: "e", bytes: []byte{1}, words: []int16{1}}}, want: "e: needs"},
		{name: "words and longwords", tables: []table{{name: "e", words: []int16{1}, longs: []uint32{1}}}, want: "e: needs"},
		{name: "empty group", constants: []probe.Constant{}, want: `"Some." has no constants`},
		{name: "alignment", tables: []table{{name: "e", bytes: []byte{1}, align: 3}}, want: "align 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var groups []probe.Constants
			if c.constants != nil {
				groups = []probe.Constants{{Title: "Some.", List: c.constants}}
			}
			require.ErrorContains(t, check(groups, c.tables), c.want)
		})
	}
}
