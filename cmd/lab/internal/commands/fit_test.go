package commands

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/hostbridge"
)

// Each step of writing a model fails: its file is as it was or has the model, and nothing is left
// beside it.
func TestModelsSurviveADiskThatFails(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.MkdirAll(costFolder, 0o700))
	path := filepath.Join(costFolder, "6502.json")
	kind, err := hostbridge.KindOf("6502")
	require.NoError(t, err)
	m, err := kind.Model()
	require.NoError(t, err)
	write := func(fail int) (steps int, err error) {
		defer userfile.Failing(func(userfile.Step, string) error {
			if steps++; steps == fail {
				return syscall.ENOSPC
			}
			return nil
		})()
		require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
		a := cli.NewApp(t.Context(), strings.NewReader(""), io.Discard, io.Discard)
		err = (&fitCycles{Write: true, JSON: true}).write(a, m, nil)
		return steps, err
	}
	read := func() string {
		b := given.File(t, path)
		return string(b)
	}
	all, err := write(0)
	require.NoError(t, err)
	require.GreaterOrEqual(t, all, 5, "create, write, sync, close and rename")
	made := read()
	require.NotEqual(t, "old", made)
	for n := range all {
		_, err = write(n + 1)
		if err != nil {
			assert.EqualError(t, err, "writing "+path+": no space left on device", n)
			assert.Equal(t, "old", read(), n)
		} else {
			assert.Equal(t, made, read(), n)
		}
		entries, err := os.ReadDir(costFolder)
		require.NoError(t, err)
		assert.Len(t, entries, 1, n)
	}
}
