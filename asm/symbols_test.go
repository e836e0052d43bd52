package asm

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu/symbols"
)

// The reader of guests' symbol files finds in the .sym files what this package finds there.
func TestSymbolsOfGuestsReadOurs(t *testing.T) {
	for _, cpu := range CPUs {
		img, err := cpu.Load()
		require.NoError(t, err)
		data, err := files.ReadFile(cpu.Folder + "/" + cpu.File(".sym"))
		require.NoError(t, err)
		table, err := symbols.Read(cpu.File(".sym"), data)
		require.NoError(t, err)
		all := map[string]uint32{}
		for name, value := range table.Labels {
			all[name] = value
			assert.NotEqual(t, Abs, img.Kinds[name], name)
		}
		for name, value := range table.Constants {
			all[name] = value
			assert.Equal(t, Abs, img.Kinds[name], name)
		}
		assert.Equal(t, img.Symbols, all)
		assert.Contains(t, table.Routines, "search")
		for _, name := range table.Routines {
			assert.Equal(t, Text, img.Kinds[name], name)
		}
	}
	mk5, err := LoadMK5()
	require.NoError(t, err)
	data, err := machines.ReadFile("mk5/mk5.sym")
	require.NoError(t, err)
	table, err := symbols.Read("mk5.sym", data)
	require.NoError(t, err)
	assert.Equal(t, mk5.Symbols, table.Labels)
}
