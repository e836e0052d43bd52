// Package given has what tests begin with. Each function ends the test if it cannot make it.
package given

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/guest"
)

// File returns what is in a file.
func File(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return b
}

// Position returns the position of a FEN.
func Position(t testing.TB, fen string) *goengine.Position {
	t.Helper()
	p, err := goengine.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// Profile returns a profile, as "sx81,pass=20".
func Profile(t testing.TB, text string) goengine.Profile {
	t.Helper()
	p, err := goengine.ParseProfile(text)
	require.NoError(t, err)
	return p
}

// Engine returns an engine by its name.
func Engine(t testing.TB, name string) hostbridge.Engine {
	t.Helper()
	e, err := hostbridge.New(name)
	require.NoError(t, err)
	return e
}

// guestFolder has the description, image and symbols of the guest mini6502, which is at $8000.
const guestFolder = "../../../asm/guests/mini6502"

// Guest returns the name of a copy of the guest mini6502, of which edits have changed the
// files, in a folder of its own.
func Guest(t testing.TB, edits ...func(t testing.TB, files map[string][]byte)) string {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	folder, files := t.TempDir(), map[string][]byte{}
	for _, name := range []string{"mini6502.toml", "mini6502.bin", "mini6502.lbl"} {
		files[name] = File(t, filepath.Join(filepath.Dir(here), guestFolder, name))
	}
	for _, edit := range edits {
		edit(t, files)
	}
	for name, b := range files {
		require.NoError(t, userfile.Write(t.Context(), filepath.Join(folder, name), b))
	}
	return guest.Prefix + filepath.Join(folder, "mini6502.toml")
}

// Patched is an edit for Guest: its image has other bytes at an address.
func Patched(addr int, code ...byte) func(testing.TB, map[string][]byte) {
	return func(_ testing.TB, files map[string][]byte) { copy(files["mini6502.bin"][addr-0x8000:], code) }
}

// Described is an edit for Guest: its description has other text in place of some.
func Described(old, text string) func(testing.TB, map[string][]byte) {
	return func(t testing.TB, files map[string][]byte) {
		require.Contains(t, string(files["mini6502.toml"]), old)
		files["mini6502.toml"] = bytes.Replace(files["mini6502.toml"], []byte(old), []byte(text), 1)
	}
}

// Without is an edit for Guest: its description lacks a table, such as events.scored.
func Without(table string) func(testing.TB, map[string][]byte) {
	return func(t testing.TB, files map[string][]byte) {
		before, rest, ok := strings.Cut(string(files["mini6502.toml"]), "["+table+"]\n")
		require.True(t, ok, table)
		_, after, _ := strings.Cut(rest, "\n\n")
		files["mini6502.toml"] = []byte(before + after)
	}
}

// The edits of Guest after which the program answers with a move from a square to itself,
// executes no instruction of the 6502 or never returns.
var (
	AnswersIllegally = Patched(0x8144, 0x1D)             // improved+12: lda from, not to
	Faults           = Patched(0x8030, 0x02)             // think: no opcode
	NeverReturns     = Patched(0x8030, 0x4C, 0x30, 0x80) // think: jmp think
)
