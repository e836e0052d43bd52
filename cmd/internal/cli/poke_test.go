package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/cmd/internal/explain/poke"
	"github.com/searchex/searchex/emu"
)

func TestParsePoke(t *testing.T) {
	p := &emu.Program{ROM: make([]byte, 0x100), Symbols: map[string]uint32{"swap_values": 0x20, "board": 0x4000}}
	for s, want := range map[string]poke.Change{
		"$12=$fe":           {Addr: 0x12, To: 0xFE},
		"0x12=0xfe":         {Addr: 0x12, To: 0xFE},
		"18=254":            {Addr: 0x12, To: 0xFE},
		"swap_values=1":     {Addr: 0x20, To: 1},
		"swap_values+$10=1": {Addr: 0x30, To: 1},
	} {
		got, err := parsePoke(s, p)
		assert.NoError(t, err, s)
		assert.Equal(t, want, got, s)
	}
	for s, want := range map[string]string{
		"12":              "--poke 12: want ADDR=BYTE",
		"12=256":          `--poke 12=256: "256" is not a byte`,
		"12=":             `--poke 12=: "" is not a byte`,
		"nowhere=1":       `--poke nowhere=1: "nowhere" is neither a number nor a label: the nearest is board`,
		"swap_values+x=1": `--poke swap_values+x=1: offset "x" is not a number`,
		"board=1":         "--poke board=1: $4000 is not in the ROM, $0000 to $00ff",
		"$100=1":          "--poke $100=1: $0100 is not in the ROM, $0000 to $00ff",
	} {
		_, err := parsePoke(s, p)
		assert.EqualError(t, err, want, s)
	}
}
