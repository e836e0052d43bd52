package z80

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
)

// fill fills code with instructions: mostly those with a case, with addresses mostly in RAM.
func fill(r *rand.Rand, code []byte) {
	prefixes := []string{"", "", "", "", "\xcb", "\xed", "\xdd", "\xfd", "\xdd\xcb\x05", "\xfd\xcb\xfb"}
	forms := []*[256]form{&baseForms, &baseForms, &baseForms, &baseForms, &cbForms, &edForms, &ddForms, &fdForms, &ddcbForms, &fdcbForms}
	for i := 0; i < len(code); {
		p := r.IntN(len(prefixes))
		op := byte(r.Uint32())
		for forms[p][op].number == 0 && r.IntN(200) != 0 {
			op = byte(r.Uint32())
		}
		b := append([]byte(prefixes[p]), op, byte(r.Uint32()), byte(r.Uint32()))
		n := len(b)
		switch f := forms[p][op]; {
		case f.operand == none || f.operand == mask || len(prefixes[p]) == 3:
			n -= 2
		case f.operand == target:
			b[n-2] = byte(r.IntN(40) - 20)
			n--
		default:
			b[n-1] = 0x40 | b[n-1]&0x3F // of RAM, or of the program for a jump
			if op&0xC7 == 0xC2 || op&0xC7 == 0xC4 || op == 0xC3 || op == 0xCD {
				b[n-1] &= 0x0F
			}
			if c := documented.decode([4]byte(append(b, 0)[:4])); c&refused == 0 && r.IntN(8) == 0 {
				b[n-1] = byte(r.Uint32())
			}
			if _, takesOne := oneByte(prefixes[p], op); takesOne {
				n--
			}
		}
		i += copy(code[i:], b[:n])
	}
}

// oneByte reports whether the operand in code has one byte.
func oneByte(prefix string, op byte) (struct{}, bool) {
	if prefix == "" {
		return struct{}{}, op&0xC7 == 0x06 || op&0xC7 == 0xC6
	}
	return struct{}{}, (prefix[0] == 0xDD || prefix[0] == 0xFD) && op != 0x21 && op != 0x22 && op != 0x2A && op != 0x36
}

// The predecoded core differs from the package.
func TestCores(t *testing.T) {
	executed := map[uint32]bool{}
	c := emutest.Cores{
		New: func(p *emu.Program) (emu.Machine, error) { return New(p) }, Spec: spec, Fill: fill, Align: 1,
		Registers: []string{"a", "f", "bc", "de", "hl", "ix", "iy", "sp"},
		Same: func(a, b emu.Machine) bool {
			return a.(*Machine).cpu.z80.States == b.(*Machine).cpu.z80.States
		},
		Before: func(m emu.Machine) { executed[m.(*Machine).cpu.core.unwatched[m.PC()]&0x3FF] = true },
	}
	c.Run(t, 1, emutest.Instructions(t))
	for prefix, forms := range map[string]*[256]form{
		"": &baseForms, "cb": &cbForms, "ed": &edForms, "dd": &ddForms, "fd": &fdForms, "ddcb": &ddcbForms, "fdcb": &fdcbForms,
	} {
		for op, f := range forms {
			if f.number > 0 {
				assert.True(t, executed[uint32(f.number)], "%s %02x was never executed", prefix, op)
			}
		}
	}
}
