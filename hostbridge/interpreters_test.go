//go:build unix

package hostbridge

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// After a whole search each interpreter in C has the result and the RAM of ours, and the
// same cycles. The interpreters are programs CPU-NAME in the folder that SEARCHEX_C names,
// built by the reader: docs/witnesses.md says what they read and write. NAME ends in
// -roughly where the cycles are not exact. The test prints how fast they are and ours is.
func TestInterpretersInC(t *testing.T) {
	folder := os.Getenv("SEARCHEX_C")
	if folder == "" {
		t.Skip("SEARCHEX_C is not set: it names a folder with programs of interpreters, docs/witnesses.md")
	}
	ran := false
	for _, k := range OnMachines() {
		programs, err := filepath.Glob(filepath.Join(folder, k.Name+"-*"))
		require.NoError(t, err)
		for _, program := range programs {
			ran = true
			name := filepath.Base(program)
			t.Run(name, func(t *testing.T) {
				newDuel(t, k.Name, 30_000).measure(t, name, program, strings.HasSuffix(name, "-roughly"))
			})
		}
	}
	require.True(t, ran, "SEARCHEX_C %s: want a program named CPU-NAME in it", folder)
}
