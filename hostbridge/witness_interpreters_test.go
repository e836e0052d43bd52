//go:build unix

package hostbridge

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/testdata/switches"
)

// After a whole search each interpreter in C has the result and the RAM of ours, and the
// same cycles. The interpreters are programs CPU-NAME in the folder of SEARCHEX_TESTS=interpreters=FOLDER,
// built by the reader: docs/witnesses.md says what they read and write. NAME ends in
// -roughly where the cycles are not exact. The test prints how fast they are and ours is.
func TestInterpretersInC(t *testing.T) {
	folder := switches.Value("interpreters")
	if folder == "" {
		t.Skip("SEARCHEX_TESTS=interpreters=FOLDER runs it: docs/witnesses.md says what is in the folder")
	}
	ran := false
	for _, k := range MachineKinds() {
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
	require.True(t, ran, "%s: want a program named CPU-NAME in it", folder)
}
