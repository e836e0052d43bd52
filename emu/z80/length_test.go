package z80_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu/disasm"
	"github.com/searchex/searchex/emu/z80"
)

// The length of an instruction is that of its text.
func TestLengthsAreThoseOfTheDisassembly(t *testing.T) {
	seen := 0
	for prefix := range 5 {
		for op := range 256 {
			b := [][4]byte{
				{byte(op), 0x11, 0x22, 0x33}, {0xCB, byte(op), 0x22, 0x33}, {0xED, byte(op), 0x22, 0x33},
				{0xDD, byte(op), 0x22, 0x06}, {0xFD, 0xCB, 0x22, byte(op)},
			}[prefix]
			in := disasm.Decode("z80", b[:], 0, nil)
			if in.Text[0] == '.' { // no instruction
				continue
			}
			seen++
			require.Equal(t, in.Size, z80.Length(b), "% X %s", b, in.Text)
		}
	}
	require.Greater(t, seen, 600)
}
