package guest

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// A guest of files in memory searches as one of the disk, has a name of its own, and holds no files.
func TestAGuestInMemory(t *testing.T) {
	dir := filepath.FromSlash("../../asm/guests/mini6502")
	files := map[string][]byte{}
	for _, name := range []string{"mini6502.toml", "mini6502.bin", "mini6502.lbl"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		files[name] = b
	}
	k, err := Load("mini6502.toml", files)
	require.NoError(t, err)
	assert.Regexp(t, `^loaded:mini6502\.toml@[0-9a-f]{8}$`, k.Name)
	assert.True(t, hostbridge.IsForeign(k.Name))
	e, err := k.Make(hostbridge.Options{})
	require.NoError(t, err)
	l := goengine.Limits{Depth: 2}
	r, err := e.Search(t.Context(), initial(), uniform, l)
	require.NoError(t, err)
	same, err := openGuest(t, "mini6502").Search(t.Context(), initial(), uniform, l)
	require.NoError(t, err)
	assert.Equal(t, same, r)
	img, err := k.Image()
	require.NoError(t, err)
	assert.NotEmpty(t, img.Symbols)
	assert.Empty(t, e.(*Engine).d.from)

	_, err = Load("none.toml", files)
	assert.EqualError(t, err, "none.toml: it was not loaded with the description: load all files together")
	files["mine of 1981.toml"] = files["mini6502.toml"]
	k, err = Load("mine of 1981.toml", files)
	require.NoError(t, err)
	assert.Regexp(t, `^loaded:mine_of_1981\.toml@`, k.Name)
}

// No path leads out of the files in memory.
func TestNoPathLeadsOutOfMemory(t *testing.T) {
	m := memory{"x": {1, 2}}
	for _, path := range []string{"/etc/passwd", "../x", "./x", "a/x", `a\x`, ".", "..", ""} {
		_, err := m.read(path, maxFile)
		assert.Error(t, err, path)
	}
	_, err := m.read("x", 1)
	assert.EqualError(t, err, "it has 2 bytes: want at most 1")
	_, err = fs.Stat(m, "x")
	assert.ErrorIs(t, err, fs.ErrNotExist, "they are no sources")
}

// An engine that somebody has loaded is found by nobody else.
func TestALoadedGuestIsNobodyElses(t *testing.T) {
	for _, name := range []string{"loaded:mini6502.toml@11cf1ca4", "loaded:/etc/passwd", "loaded:"} {
		_, err := hostbridge.KindOf(name)
		assert.EqualError(t, err, "engine "+name+" is not loaded: load its files again")
	}
}
