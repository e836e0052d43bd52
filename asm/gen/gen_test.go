package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/searchex/searchex/asm/internal/tree"
	"github.com/stretchr/testify/require"
)

// The committed files are the ones the Go tables give.
func TestGeneratedFilesAreFresh(t *testing.T) {
	asm, err := tree.Asm()
	require.NoError(t, err)
	files, err := generate()
	require.NoError(t, err)
	require.NoError(t, stale(filepath.Dir(asm), files))
}

// The check above can fail: it names a file that was edited or is missing.
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

	last := files[len(files)-1]
	edited := strings.Replace(string(last.text), "0x21", "0x22", 1)
	require.NotEqual(t, string(last.text), edited)
	require.NoError(t, os.WriteFile(filepath.Join(root, last.path), []byte(edited), 0o644))
	require.ErrorContains(t, stale(root, files), last.path)
}

func TestEmit(t *testing.T) {
	got := emitTables(gas{}, []table{
		{name: "a", comment: "One.\nTwo.", bytes: make([]byte, 17)},
		{name: "b", comment: "Words.", words: []int16{-300, 4660}, align: 256},
	})
	want := `
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
`
	_, body, _ := strings.Cut(got, "\n")
	require.Equal(t, want, body)
	require.Contains(t, emitConstants(gas{}, []constant{{name: "K", value: -1, comment: "why"}}),
		"        .equ    K, -1                   ; why\n")
}

// A mistake in the list is an error with the entry's name, not assembly that fails later.
func TestCheckRefuses(t *testing.T) {
	for _, c := range []struct {
		name, want string
		constants  []constant
		tables     []table
	}{
		{name: "bad name", constants: []constant{{name: "a b"}}, want: `"a b"`},
		{name: "too large", constants: []constant{{name: "K", value: 65536}}, want: "K: 65536"},
		{name: "twice", constants: []constant{{name: "k"}}, tables: []table{{name: "k", bytes: []byte{1}}}, want: "k appears twice"},
		{name: "empty", tables: []table{{name: "e"}}, want: "e: needs"},
		{name: "bytes and words", tables: []table{{name: "e", bytes: []byte{1}, words: []int16{1}}}, want: "e: needs"},
		{name: "alignment", tables: []table{{name: "e", bytes: []byte{1}, align: 3}}, want: "align 3"},
	} {
		t.Run(c.name, func(t *testing.T) { require.ErrorContains(t, check(c.constants, c.tables), c.want) })
	}
}
