package userfile

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A text that fits only in part leaves nothing behind. A limit on the size of files stands
// for a full disk.
func TestATextThatDoesNotFitIsNotAppended(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	require.NoError(t, os.WriteFile(path, []byte("12345"), 0o600))
	f, err := Append(path)
	require.NoError(t, err)
	defer f.Close()

	var old syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old))
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 10, Max: old.Max}))
	err = AppendText(f, []byte("1234567890"))
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old))

	assert.EqualError(t, err, "writing "+path+": file too large")
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "12345", string(b))
	require.NoError(t, AppendText(f, []byte("67890")))
	b, err = os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "1234567890", string(b))
}
