package roms

import (
	"archive/zip"
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each machine has one download, with the bytes that searchex export writes.
func TestDownloadsHaveTheFilesOfTheImages(t *testing.T) {
	all, err := Downloads()
	require.NoError(t, err)
	require.Len(t, all, len(Machines))
	for _, m := range Machines {
		files, _, err := m.Image()
		require.NoError(t, err)
		if len(files) == 1 {
			assert.Equal(t, files[0].Content, all[files[0].Name], m.Name)
			continue
		}
		text := all[m.Folder+".zip"]
		z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
		require.NoError(t, err, m.Name)
		require.Len(t, z.File, len(files))
		for i, f := range files {
			assert.Equal(t, f.Name, z.File[i].Name)
			r, err := z.File[i].Open()
			require.NoError(t, err)
			content, err := io.ReadAll(r)
			require.NoError(t, err)
			assert.True(t, bytes.Equal(f.Content, content), "%s %s", m.Name, f.Name)
		}
	}
}
