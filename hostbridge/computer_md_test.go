package hostbridge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu/m68k"
)

// megaDrive has the 68000's engine. md.ld leaves 256 bytes for the interrupt.
var megaDrive = &computer{
	cpu: "68000", load: asm.LoadMD, ram: m68k.MDRAMStart, own: m68k.RAMStart, left: 256, text: "a0",
	ready: func(e *machineEngine) { e.Machine().SetRegister("a5", e.Machine().Program().Symbols["board"]) },
}

// The engine in the Mega Drive's cartridge makes the same searches as the 68000's own: events, result, cycles, and RAM where
// it lies at the same offsets, but for the second byte of addresses there. Guards are on.
func TestMDSearchesAsThe68000(t *testing.T) {
	c := megaDrive.insert(t, nil)
	c.searchesAsItsOwn(slow(1_000, 20_000), true, func(name string, own *machineEngine) {
		inROM := func(at uint32) (table string) { // of addresses there
			switch {
			case at >= c.Symbols["piece_keys"] && at < c.Symbols["square"]:
				return "key_windows"
			case at >= c.Symbols["king_ways"] && at < c.Symbols["seg_start"]:
				return "ways_from"
			}
			return ""
		}
		addresses := 0
		for at := c.ram; at < c.ramEnd(); at += 4 {
			have, want := c.e.layout.long(at), own.layout.long(at-c.ram+c.own)
			if table := inROM(at); table != "" && want != 0 {
				want += c.Symbols[table] - own.Machine().Program().Symbols[table]
			}
			if o := at - c.Symbols["undo"]; at >= c.Symbols["undo"] && at < c.Symbols["undo_end"] && o%24 == 8 {
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
	})
}
