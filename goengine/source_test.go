package goengine

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A file of the package is not in Source, or a test is.
func TestSourceHasAllFilesButTests(t *testing.T) {
	var want []string
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		want = append(want, name)
		file, err := os.ReadFile(name)
		require.NoError(t, err)
		embedded, err := fs.ReadFile(Source, name)
		require.NoError(t, err, "add it to source.go")
		require.Equal(t, string(file), string(embedded), name)
	}
	have, err := fs.Glob(Source, "*")
	require.NoError(t, err)
	require.Equal(t, want, have)
}
