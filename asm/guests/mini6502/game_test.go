package mini6502_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm/guests/guesttest"
	"github.com/searchex/searchex/emu/m6502"
)

// 60 moves against itself are legal, a game ends only by mate or stalemate (then the next one begins), and nothing is
// written but the memory that the source names. ROM and stack are guarded.
func TestGames(t *testing.T) {
	g := newGuest(t)
	const pattern = 0xA5
	for at := uint32(ramEnd); at < m6502.RAMSize; at++ {
		g.Write(at, pattern)
	}
	guesttest.Game(t, g, 2*60, func(ply int) int {
		if ply%6 < 2 {
			return 2
		}
		return 1
	})
	require.LessOrEqual(t, g.Usage().Stack, deepest)
	for at := uint32(ramEnd); at < m6502.RAMSize; at++ {
		require.Equal(t, byte(pattern), g.Read(at), "$%04x", at)
	}
}

// The image has 2 KB at most, and all labels in RAM lie below $0800.
func TestMap(t *testing.T) {
	require.LessOrEqual(t, len(image), 2048)
	for name, at := range labels(t) {
		require.True(t, at < ramEnd || at >= origin && at < origin+uint32(len(image)), name)
	}
}

// Image and labels are what the sources give.
func TestImageIsBuiltFromTheSources(t *testing.T) {
	for _, tool := range []string{"ca65", "ld65"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed (Debian: cc65)", tool)
		}
	}
	dir := t.TempDir()
	run := func(name string, args ...string) {
		out, err := exec.Command(name, args...).CombinedOutput()
		require.NoError(t, err, "%s %v: %s", name, args, out)
	}
	object, bin, lbl := filepath.Join(dir, "o"), filepath.Join(dir, "bin"), filepath.Join(dir, "lbl")
	run("ca65", "-o", object, "mini6502.s")
	run("ld65", "-C", "mini6502.cfg", "-Ln", lbl, "-o", bin, object)
	for path, want := range map[string]string{bin: string(image), lbl: labelFile} {
		have, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, []byte(want), have, "run make guests")
	}
}
