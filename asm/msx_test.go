package asm

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The cartridge is made of the engine's sources as they are, and its root tables lie where the generated tables have them.
func TestMSXIsBuiltFromItsSources(t *testing.T) {
	m, err := LoadMSX()
	require.NoError(t, err)
	rom, err := m.ROM(nil)
	require.NoError(t, err)
	require.Len(t, rom, 0x8000)
	require.Equal(t, "AB", string(rom[:2]))
	require.Equal(t, m.Symbols["msx_start"], uint32(rom[2])|uint32(rom[3])<<8)
	require.EqualValues(t, MSXEngine.RootTables, m.Symbols["pst"])
	_, err = m.ROM(make([]byte, m.BookRoom()+1))
	require.Error(t, err)

	// Whatever byte is on the bus, an interrupt reads the same address from the table.
	table := rom[m.Symbols["book_limit"]-m.Symbols["rom_start"]:]
	for _, b := range table[:257] {
		require.Equal(t, table[0], b)
	}
	require.Equal(t, m.Symbols["interrupt_entry"], uint32(table[0])*0x101)

	text, err := files.ReadFile("msx/msx.manifest")
	require.NoError(t, err)
	manifest, err := parseManifest("msx.manifest", string(text))
	require.NoError(t, err)
	require.NoError(t, manifest.Check(files), "run make msx")
}
