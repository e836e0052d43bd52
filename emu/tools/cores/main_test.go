package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The cores are what the generator writes.
func TestCoresAreFresh(t *testing.T) {
	for name, generate := range generators {
		folder := filepath.Join("../..", name)
		want, err := core(folder, generate)
		require.NoError(t, err)
		have, err := os.ReadFile(filepath.Join(folder, "core_gen.go"))
		require.NoError(t, err)
		require.Equal(t, string(want), string(have), "%s: run go run ./emu/tools/cores", name)
	}
}
