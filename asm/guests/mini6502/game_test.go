package mini6502_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/goengine"
)

// 60 moves against itself are legal, a game ends only by mate or stalemate (then the next one begins), and nothing is
// written but the memory that the source names. ROM and stack are guarded.
func TestGames(t *testing.T) {
	g := newGuest(t)
	const pattern = 0xA5
	for at := uint32(ramEnd); at < m6502.RAMSize; at++ {
		g.Write(at, pattern)
	}
	start, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	g.call("reset")
	p := *start
	for ply := range 2 * 60 {
		depth := byte(1)
		if ply%6 < 2 {
			depth = 2
		}
		move, _ := g.think(depth)
		if move == "" {
			require.Empty(t, p.LegalMoves(), p.FEN())
			g.call("reset")
			p = *start
			continue
		}
		m, err := p.ParseMove(move)
		require.NoError(t, err, p.FEN())
		require.True(t, p.Play(m), p.FEN())
		g.play(move)
		require.Equal(t, boardOf(&p).board, g.position().board, p.FEN())
	}
	t.Log(p.FEN())
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
