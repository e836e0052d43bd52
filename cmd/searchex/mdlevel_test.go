package main

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/goengine"
)

// At a level of seconds the Mega Drive in MAME plays the moves of uci with the engine 68000 at as many cycles, less those of
// the interrupt. 20 positions, two of them at ten seconds a move, the others at two; with SEARCHEX_TESTS=md,all thirty seconds in
// all.
func TestMDPlaysTheMovesOfUCIAtItsLevel(t *testing.T) {
	t.Parallel()
	m := startMD(t)
	l := newLeveled(t, &m.played, "68000", asm.LoadMD, m68k.MDRAMStart, 256)
	require.EqualValues(t, 60, l.bytes("rate", 1)[0])
	l.playsAsUCI(&leveling{
		first: 10, seconds: 2, slow: 30,
		choose: func(seconds int, style string) {
			m.press("C")
			choose(t, m.press, m.state, "R", fmt.Sprintf("LEVEL %3d S", seconds))
			m.press("D")
			choose(t, m.press, m.state, "R", "STYLE "+style)
			m.press("UC")
		},
		think: func() (s seen, nodes int) {
			m.press("S")
			s = m.state()
			nodes = int(binary.BigEndian.Uint32(l.bytes("nodes", 4)))
			m.press("B")
			return s, nodes
		},
		// The first picture ends somewhere after the beginning. docs/manual/machines.md has the shares, of the interrupt and
		// of what MAME counts more of some instructions.
		bounds: func(_ *goengine.Game, _ string, seconds float64) (least, most float64) {
			picture, pictures := 262*3420/7.0, 60*seconds
			return (pictures - 1) * picture * (1 - 0.0050 - 0.0003), pictures * picture * (1 - 0.0040)
		},
	})
}
