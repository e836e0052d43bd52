package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/testdata/switches"
)

// At a level of seconds the MSX plays the moves of uci with the engine z80 at as many T-states, less those of the waits and
// the interrupt. 20 positions, two of them at three minutes a move, the others at ten seconds; with SEARCHEX_TESTS=msx,all three
// minutes in all.
func TestMSXPlaysTheMovesOfUCIAtItsLevel(t *testing.T) {
	t.Parallel()
	m := startMSX(t)
	e, err := hostbridge.New("z80")
	require.NoError(t, err)
	cartridge, err := asm.LoadMSX()
	require.NoError(t, err)
	l := &leveled{t, &m.played, cartridge, e, z80.MSXRAMStart, 32}
	rate, differ := l.bytes("rate", 1)[0], 0
	for i, g := range outOfBook(t, e)[:20] {
		seconds, profile := 10, []string{"sx81", "tuned"}[i%2]
		if i < 2 || switches.Has("all") {
			seconds = 180
		}
		m.press("N")
		choose(t, m.press, m.state, "L", fmt.Sprintf("%03d S/MOVE", seconds))
		choose(t, m.press, m.state, "S", strings.ToUpper(profile)+" ")
		l.setUp(g)
		m.press("_")
		s := m.state()
		require.Equal(t, 1, s.now)

		// The first picture ends somewhere after the beginning.
		picture, pictures := 228*map[byte]float64{50: 313, 60: 262}[rate], float64(rate)*float64(seconds)
		waits, change := waitsOf(t, e, g, profile), 0.0013 // as the search goes on
		least := (pictures - 1) * picture * (1 - 0.0055) / (1 + waits + change)
		most := pictures * picture * (1 - 0.0045) / (1 + waits - change)
		n := l.bytes("nodes", 4)
		nodes := int(n[0]) | int(n[1])<<8 + (int(n[2])|int(n[3])<<8)<<15
		if !l.compare(g.Position(), profile, s.last, nodes, least, most) {
			differ++
		}
	}
	require.LessOrEqual(t, differ, 1, "positions in which uci itself plays two moves within the bounds")
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
