package cli

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What is packed with gzip or bzip2 is unpacked, anything else stays as it is, and a packed
// content that is cut off is an error.
func TestPackedContents(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write(bytes.Repeat([]byte("1. e4 e5\n"), 100))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	// printf 'e4 e5\n' | bzip2
	bz, err := hex.DecodeString("425a683931415926535983a11f8200000259000010400006000200200030cd00c340646e2ee48a70a12107423f04")
	require.NoError(t, err)
	read := func(b []byte) (string, error) {
		r, err := Unpack(bytes.NewReader(b))
		if err != nil {
			return "", err
		}
		all, err := io.ReadAll(r)
		return string(all), err
	}
	got, err := read(packed.Bytes())
	require.NoError(t, err)
	assert.Len(t, got, 900)
	got, err = read(bz)
	require.NoError(t, err)
	assert.Equal(t, "e4 e5\n", got)
	for _, plain := range []string{"", "\x1F\x8B", "BZh", "BZh9 is no packed text", "1. e4"} {
		got, err := read([]byte(plain))
		require.NoError(t, err)
		assert.Equal(t, plain, got)
	}
	_, err = read(packed.Bytes()[:packed.Len()-9])
	assert.ErrorContains(t, err, "unpacking gzip: ")
	_, err = read(packed.Bytes()[:5])
	assert.ErrorContains(t, err, "unpacking gzip: ")
}
