package main

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/testdata/switches"
)

// At a level of seconds the Mega Drive in MAME plays the moves of uci with the engine 68000 at as many cycles, less those of
// the interrupt. 20 positions, two of them at ten seconds a move, the others at two; with SEARCHEX_TESTS=md,all thirty seconds in
// all.
func TestMDPlaysTheMovesOfUCIAtItsLevel(t *testing.T) {
	t.Parallel()
	m := startMD(t)
	e, err := hostbridge.New("68000")
	require.NoError(t, err)
	cartridge, err := asm.LoadMD()
	require.NoError(t, err)
	l := &leveled{t, &m.played, cartridge, e, m68k.MDRAMStart, 256}
	require.EqualValues(t, 60, l.bytes("rate", 1)[0])
	differ := 0
	for i, g := range outOfBook(t, e)[:20] {
		seconds, profile := 2, []string{"sx81", "tuned"}[i%2]
		if i < 2 {
			seconds = 10
		}
		if switches.Has("all") {
			seconds = 30
		}
		m.press("C")
		choose(t, m.press, m.state, "R", fmt.Sprintf("LEVEL %3d S", seconds))
		m.press("D")
		choose(t, m.press, m.state, "R", "STYLE "+strings.ToUpper(profile)+" ")
		m.press("UC")
		l.setUp(g)
		m.press("S")
		s := m.state()
		require.Equal(t, 1, s.now)

		// The first picture ends somewhere after the beginning. docs/manual/machines.md has the shares, of the interrupt and
		// of what MAME counts more of some instructions.
		picture, pictures := 262*3420/7.0, 60*float64(seconds)
		least := (pictures - 1) * picture * (1 - 0.0050 - 0.0003)
		most := pictures * picture * (1 - 0.0040)
		if !l.compare(g.Position(), profile, s.last, int(binary.BigEndian.Uint32(l.bytes("nodes", 4))), least, most) {
			differ++
		}
		m.press("B")
	}
	require.LessOrEqual(t, differ, 1, "positions in which uci itself plays two moves within the bounds")
}
