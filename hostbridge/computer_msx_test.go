package hostbridge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine/book"
)

// msx has the Z80's engine. msx.ld leaves 32 bytes for the interrupt.
var msx = &computer{cpu: "z80", load: asm.LoadMSX, ram: z80.MSXRAMStart, own: z80.RAMStart, left: 32, text: "de"}

// The engine in the MSX's cartridge makes the same searches as the Z80's own: events, result, T-states, and RAM where it
// lies at the same offsets, but for addresses. Guards are on. The cartridge has no room for the network.
func TestMSXSearchesAsTheZ80(t *testing.T) {
	c := msx.insert(t, nil)
	c.searchesAsItsOwn(slow(2_000, 20_000), false, func(name string, own *machineEngine) {
		for at := c.ram; at < c.ramEnd(); at++ {
			have, want := c.e.Machine().Read(at), own.Machine().Read(at-c.ram+c.own)
			switch {
			case have == want || have == want+0x80: // the high byte of an address in RAM
			case at&^1 == c.Symbols["scan_white"]+2, at&^1 == c.Symbols["scan_black"]+2: // an address in ROM
			default:
				t.Fatalf("%s: $%04x is %02x: want %02x", name, at, have, want)
			}
		}
	})
}

// The cartridge's book answers as the Z80's own with the same table.
func TestMSXHasTheBook(t *testing.T) {
	tree := book.NewTree()
	require.NoError(t, tree.Read(book.Source(), book.SourceName, 12))
	table, err := tree.Compile()
	require.NoError(t, err)
	c := msx.insert(t, table)
	own, err := New("z80")
	require.NoError(t, err)
	require.NoError(t, own.SetBook(table))
	known := 0
	for _, g := range append(epd(t, "openings.epd")[:40], epd(t, "bench12.epd")...) {
		for _, random := range []byte{0, 100, 255} {
			want, ok, cycles, err := own.BookMove(g, random)
			require.NoError(t, err)
			require.NoError(t, c.e.setUp(g)) // the host does not know that this engine has a book
			got, found, took, err := c.e.bookMove(random)
			require.NoError(t, err)
			require.Equal(t, []any{want, ok, cycles}, []any{got, found, took}, g.Position().FEN())
			if ok {
				known++
			}
		}
	}
	require.Positive(t, known)
}
