package main

import (
	"bytes"
	"math/rand"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// xz unpacks what is packed, to the same bytes.
func TestXZUnpacks(t *testing.T) {
	if _, err := exec.LookPath("xz"); err != nil {
		t.Skip("no xz")
	}
	source, err := os.ReadFile("lzma.go")
	require.NoError(t, err)
	r := rand.New(rand.NewSource(1))
	noise, few := make([]byte, 5000), make([]byte, 30000)
	r.Read(noise)
	for i := range few {
		few[i] = byte(r.Intn(3)) + byte(i/10000)
	}
	far := append(append(bytes.Clone(noise), make([]byte, 300000)...), noise...)
	for _, data := range [][]byte{nil, {0}, []byte("abc"), bytes.Repeat([]byte("ab"), 999), source, noise, few, far} {
		c := exec.Command("xz", "--format=lzma", "--decompress", "--stdout")
		c.Stdin = bytes.NewReader(pack(data))
		got, err := c.Output()
		require.NoError(t, err)
		require.Equal(t, len(data), len(got))
		require.True(t, bytes.Equal(data, got))
	}
}
