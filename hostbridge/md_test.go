package hostbridge

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/goengine"
)

// mdEngine returns the 68000's engine in the Mega Drive's cartridge, in the map of a Mega Drive.
func mdEngine(t *testing.T) (Engine, *asm.Cartridge) {
	t.Helper()
	m, err := asm.LoadMD()
	require.NoError(t, err)
	rom, err := m.ROM(nil)
	require.NoError(t, err)
	img, err := m.Engine(rom)
	require.NoError(t, err)
	e, err := NewWith("68000", Options{Image: img})
	require.NoError(t, err)
	return e, m
}

// The engine in the Mega Drive's cartridge makes the same searches as the 68000's own: events, result, cycles, and RAM where
// it lies at the same offsets, but for the second byte of addresses there. Guards are on.
func TestMDSearchesAsThe68000(t *testing.T) {
	e, m := mdEngine(t)
	own, err := New("68000")
	require.NoError(t, err)
	games := epd(t, "bench12.epd")
	for i, name := range goengine.ProfileNames {
		l := goengine.Limits{Nodes: uint64(slow(1_000, 20_000))}
		var events [2][]goengine.Event
		var results [2]Result
		for k, engine := range []Engine{own, e} {
			engine.Attach(goengine.CallbackFunc(func(_ Node, ev *goengine.Event) { events[k] = append(events[k], *ev) }))
			results[k], err = engine.Search(context.Background(), games[2*i%len(games)], profile(t, name), l)
			require.NoError(t, err)
		}
		require.Equal(t, results[0], results[1], name)
		require.NotEmpty(t, events[0])
		require.Equal(t, events[0], events[1], name)
		a, b := own.(Emulated).Machine(), e.(Emulated).Machine()
		inROM := func(at uint32) (table string) { // of addresses there
			switch {
			case at >= m.Symbols["piece_keys"] && at < m.Symbols["square"]:
				return "key_windows"
			case at >= m.Symbols["king_ways"] && at < m.Symbols["seg_start"]:
				return "ways_from"
			}
			return ""
		}
		addresses := 0
		for at := uint32(m68k.MDRAMStart); at < m.Symbols["stack_bottom"]-mdBeside; at += 4 {
			have, want := long(b, at), long(a, at-m68k.MDRAMStart+m68k.RAMStart)
			if table := inROM(at); table != "" && want != 0 {
				want += m.Symbols[table] - a.Program().Symbols[table]
			}
			if o := at - m.Symbols["undo"]; at >= m.Symbols["undo"] && at < m.Symbols["undo_end"] && o%24 == 8 {
				have, want = have&^0xFF00, want&^0xFF00 // the record's byte that is free
			}
			for byte2 := uint32(0x00FF0000); have != want && byte2 != 0; byte2 >>= 16 {
				if have&byte2 == 0x00FF00FF&byte2 && want&byte2 == 0x00010001&byte2 {
					want |= byte2
					addresses++
				}
			}
			require.Equal(t, want, have, "%s: $%06x", name, at)
		}
		require.Positive(t, addresses)
	}
}

// long returns the longword at an address.
func long(m emu.Machine, at uint32) uint32 {
	return uint32(m.ReadWord(at))<<16 | uint32(m.ReadWord(at+2))
}

// mdBeside is what md.ld leaves below the stack for the interrupt.
const mdBeside = 256
