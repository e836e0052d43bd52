package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/testdata/switches"
)

// At three minutes a move the module plays the moves of uci with the engine 6502 at as many cycles, less those of the
// interrupt. SEARCHEX_TESTS=mame,all tries 20 positions, which takes minutes; anything else tries 2.
func TestMK5PlaysTheMovesOfUCIAtItsLevel(t *testing.T) {
	const seconds, share = 180, 0.0465 // docs/manual/machines.md
	e := given.Engine(t, "6502")
	positions := outOfBook(t, e)
	n := 2
	if switches.Has("all") {
		n = 20
	}
	for i, g := range positions[:n] {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			p, style := g.Position(), i%2
			dir := t.TempDir()
			writeBattery(t, dir, batteryOf(p, seconds, byte(style)))
			m := startMK5(t, dir)
			m.press("Go")
			s := m.state()
			m.quit()

			profile := []string{"sx81", "tuned"}[style]
			best, _ := uciAt(t, e, profile, p, seconds*(1-share)*float64(hostbridge.ClockOf(e)))
			t.Logf("%s, %s: %s", p.FEN(), profile, p.UCI(s.last))
			require.Equal(t, best, p.UCI(s.last), "%s, %s", p.FEN(), profile)
		})
	}
}

// writeBattery writes the battery RAM of the module that is started in a folder.
func writeBattery(t *testing.T, dir string, nv []byte) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "nvram", "ccmk5"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "nvram", "ccmk5", "nvram"), nv, 0o644))
}

// batteryOf returns the battery RAM of a module with a game that begins at a position (asm/mk5/mk5.inc).
func batteryOf(p *goengine.Position, seconds int, style byte) []byte {
	nv := make([]byte, 256)
	copy(nv, []byte{0xA, 0x5, 0, 0, 0, 0, byte(seconds / 100), byte(seconds / 10 % 10), byte(seconds % 10), style})
	block := hostbridge.PositionBlock(p)
	copy(nv[0x10:], block[:64])
	for i, b := range block[64:] {
		nv[0x50+2*i], nv[0x50+2*i+1] = b>>4, b&15
	}
	return nv
}
