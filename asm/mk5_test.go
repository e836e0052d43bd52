package asm

import (
	"bytes"
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"
)

// The module has the engine as it is, byte for byte, and its files belong together.
func TestMK5HasTheEngine(t *testing.T) {
	m, err := LoadMK5()
	require.NoError(t, err)
	rom, err := m.ROM(nil)
	require.NoError(t, err)
	engine, err := Load("6502")
	require.NoError(t, err)
	end := engine.Symbols["text_end"] - engine.Symbols["rom_start"]
	require.True(t, bytes.Equal(engine.ROM[:end], rom[:end]), rebuild)
	reset := uint32(rom[0x7FFC]) | uint32(rom[0x7FFD])<<8
	require.Equal(t, m.Symbols["reset"], reset)
	_, err = m.ROM(make([]byte, m.BookRoom()+1))
	require.Error(t, err)

	dir, err := fs.Sub(machines, "mk5")
	require.NoError(t, err)
	text, err := fs.ReadFile(dir, "mk5.manifest")
	require.NoError(t, err)
	manifest, err := parseManifest("mk5.manifest", string(text))
	require.NoError(t, err)
	require.NoError(t, manifest.Check(dir), rebuild)
}

// A table in which a place is missing, comes twice or doesn't exist is refused.
func TestGlassIsChecked(t *testing.T) {
	text, err := machines.ReadFile("mk5/glass.txt")
	require.NoError(t, err)
	for old, bad := range map[string]string{
		"a1 king 0 0 0": "a1 king 0 8 0", "a1 queen 0 1 0": "a1 queen 0 0 0", "a1 rook 0 2 0": "", "text 15 o 2 7 33": "text 15 o 2 7 x",
	} {
		require.Contains(t, string(text), old)
		_, err := ParseGlass("glass.txt", string(bytes.Replace(text, []byte(old), []byte(bad), 1)))
		require.Error(t, err, bad)
	}
}
