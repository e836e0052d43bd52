package goengine

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Source has every file of the package but the tests and the network's numbers.
func TestSourceHasAllFilesButTests(t *testing.T) {
	var want []string
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || name == "rootnetweights.go" {
			continue
		}
		want = append(want, name)
	}
	have, err := fs.Glob(source, "*")
	require.NoError(t, err)
	require.Equal(t, want, have, "source.go embeds other files (actual) than the package has (expected): mend its go:embed lines")
}
