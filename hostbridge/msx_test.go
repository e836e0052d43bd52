package hostbridge

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// msxEngine returns the Z80's engine in the MSX's cartridge, in the map of an MSX.
func msxEngine(t *testing.T) (Engine, *asm.Cartridge) {
	t.Helper()
	m, err := asm.LoadMSX()
	require.NoError(t, err)
	rom, err := m.ROM(nil)
	require.NoError(t, err)
	img, err := m.Engine(rom)
	require.NoError(t, err)
	e, err := NewWith("z80", Options{Image: img})
	require.NoError(t, err)
	return e, m
}

// The engine in the MSX's cartridge makes the same searches as the Z80's own: events, result, T-states, and RAM where it
// lies at the same offsets, but for addresses. Guards are on.
func TestMSXSearchesAsTheZ80(t *testing.T) {
	e, m := msxEngine(t)
	own, err := New("z80")
	require.NoError(t, err)
	games := epd(t, "bench12.epd")
	for i, name := range goengine.ProfileNames {
		if name == "net" { // the cartridge has no room for the network
			_, err := e.Search(context.Background(), games[0], profile(t, name), goengine.Limits{Nodes: 100})
			require.ErrorIs(t, err, ErrNoModule)
			continue
		}
		l := goengine.Limits{Nodes: uint64(slow(2_000, 20_000))}
		var events [2][]goengine.Event
		var results [2]Result
		for k, engine := range []Engine{own, e} {
			engine.Attach(goengine.CallbackFunc(func(_ Node, ev *goengine.Event) { events[k] = append(events[k], *ev) }))
			results[k], err = engine.Search(context.Background(), games[2*i%len(games)], profile(t, name), l)
			require.NoError(t, err)
		}
		require.Equal(t, results[0], results[1], name)
		require.Equal(t, events[0], events[1], name)
		a, b := own.(Emulated).Machine(), e.(Emulated).Machine()
		for o := range m.Symbols["stack_bottom"] - beside - z80.MSXRAMStart {
			have, want := b.Read(z80.MSXRAMStart+o), a.Read(z80.RAMStart+o)
			switch at := z80.MSXRAMStart + o; {
			case have == want || have == want+0x80: // the high byte of an address in RAM
			case at&^1 == m.Symbols["scan_white"]+2, at&^1 == m.Symbols["scan_black"]+2: // an address in ROM
			default:
				t.Fatalf("%s: $%04x is %02x: want %02x", name, at, have, want)
			}
		}
	}
}

// beside is what msx.ld leaves below the stack for the interrupt.
const beside = 32

// The cartridge's book answers as the Z80's own with the same table.
func TestMSXHasTheBook(t *testing.T) {
	m, err := asm.LoadMSX()
	require.NoError(t, err)
	tree := book.NewTree()
	require.NoError(t, tree.Read(book.Source(), book.SourceName, 12))
	table, err := tree.Compile()
	require.NoError(t, err)
	rom, err := m.ROM(table)
	require.NoError(t, err)
	img, err := m.Engine(rom)
	require.NoError(t, err)
	e, err := NewWith("z80", Options{Image: img})
	require.NoError(t, err)
	own, err := New("z80")
	require.NoError(t, err)
	require.NoError(t, own.SetBook(table))
	known := 0
	for _, g := range append(epd(t, "openings.epd")[:40], epd(t, "bench12.epd")...) {
		for _, random := range []byte{0, 100, 255} {
			want, ok, cycles, err := own.BookMove(g, random)
			require.NoError(t, err)
			got, found, took, err := msxBookMove(e, g, random)
			require.NoError(t, err)
			require.Equal(t, []any{want, ok, cycles}, []any{got, found, took}, g.Position().FEN())
			if ok {
				known++
			}
		}
	}
	require.Positive(t, known)
}

// msxBookMove is BookMove for an engine whose book is not known to the host as one.
func msxBookMove(e Engine, g *goengine.Game, random byte) (goengine.Move, bool, uint64, error) {
	on := e.(*machineEngine)
	if err := on.setUp(g); err != nil {
		return goengine.NoMove, false, 0, err
	}
	return on.bookMove(random)
}
