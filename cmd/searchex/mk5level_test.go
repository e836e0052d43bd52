package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// At three minutes a move the module plays the moves of uci with the engine 6502 at as many cycles, less those of the
// interrupt. SEARCHEX_MAME=all tries 20 positions, which takes minutes; anything else tries 2.
func TestMK5PlaysTheMovesOfUCIAtItsLevel(t *testing.T) {
	const seconds, share = 180, 0.0465 // docs/manual/machines.md
	e, err := hostbridge.New("6502")
	require.NoError(t, err)
	var positions []*goengine.Game
	for _, g := range append(epdGames(t, "bench12.epd"), epdGames(t, "openings-fresh.epd")...) {
		_, known, _, err := e.BookMove(g, 0)
		require.NoError(t, err)
		if !known {
			positions = append(positions, g)
		}
	}
	n := 2
	if os.Getenv("SEARCHEX_MAME") == "all" {
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

			cycles := seconds * (1 - share) * float64(hostbridge.ClockOf(e))
			profile := []string{"sx81", "tuned"}[style]
			var out, complaint bytes.Buffer
			script := fmt.Sprintf("setoption name Engine value 6502\nsetoption name Profile value %s\nsetoption name Time value emulated\n"+
				"position fen %s\ngo movetime %.0f\n", profile, p.FEN(), 1000*cycles/float64(hostbridge.ClockOf(e)))
			require.Zero(t, run(cli.NewApp(t.Context(), strings.NewReader(script), &out, &complaint), []string{"uci"}), complaint.String())
			best := regexp.MustCompile(`(?m)^bestmove (\w+)`).FindStringSubmatch(out.String())
			require.NotNil(t, best, out.String())
			t.Logf("%s, %s: %s", p.FEN(), profile, p.UCI(s.last))
			require.Equal(t, best[1], p.UCI(s.last), "%s, %s", p.FEN(), profile)
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
