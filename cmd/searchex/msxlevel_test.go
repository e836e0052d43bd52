package main

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// At a level of seconds the MSX plays the moves of uci with the engine z80 at as many T-states, less those of the waits and
// the interrupt. 20 positions, two of them at three minutes a move, the others at ten seconds; with SEARCHEX_TESTS=msx,all three
// minutes in all.
func TestMSXPlaysTheMovesOfUCIAtItsLevel(t *testing.T) {
	t.Parallel()
	m := startMSX(t)
	l := newLeveled(t, &m.played, "z80", asm.LoadMSX, z80.MSXRAMStart, 32)
	rate := l.bytes("rate", 1)[0]
	l.playsAsUCI(&leveling{
		first: 180, seconds: 10, slow: 180,
		choose: func(seconds int, style string) {
			m.press("N")
			choose(t, m.press, m.state, "L", fmt.Sprintf("%03d S/MOVE", seconds))
			choose(t, m.press, m.state, "S", style)
		},
		think: func() (s seen, nodes int) {
			m.press("_")
			s = m.state()
			n := l.bytes("nodes", 4)
			return s, int(n[0]) | int(n[1])<<8 + (int(n[2])|int(n[3])<<8)<<15
		},
		// The first picture ends somewhere after the beginning.
		bounds: func(g *goengine.Game, profile string, seconds float64) (least, most float64) {
			picture, pictures := 228*map[byte]float64{50: 313, 60: 262}[rate], float64(rate)*seconds
			waits, change := waitsOf(t, l.engine, g, profile), 0.0013 // as the search goes on
			return (pictures - 1) * picture * (1 - 0.0055) / (1 + waits + change), pictures * picture * (1 - 0.0045) / (1 + waits - change)
		},
	})
}

// waitsOf returns how many cycles an MSX waits in a T-state of a search on average. It waits one at each opcode.
func waitsOf(t *testing.T, e hostbridge.Engine, g *goengine.Game, profile string) float64 {
	t.Helper()
	p, err := goengine.ParseProfile(profile)
	require.NoError(t, err)
	m := e.(hostbridge.Emulated).Machine()
	m.StartProfile()
	_, err = e.Search(context.Background(), g, &p, goengine.Limits{Nodes: 4000})
	require.NoError(t, err)
	var fetches, cycles uint64
	for _, a := range m.StopProfile().ByAddr {
		fetches += a.Count
		cycles += a.Cycles
		switch m.Read(a.Addr) {
		case 0xCB, 0xDD, 0xED, 0xFD: // a prefix
			fetches += a.Count
		}
	}
	return float64(fetches) / float64(cycles)
}
