package z80

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
)

// fill fills code with instructions: mostly those with a case, with addresses mostly in RAM,
// and often in sequences.
func fill(r *rand.Rand, code []byte) {
	prefixes := []string{"", "", "", "", "\xcb", "\xed", "\xdd", "\xfd", "\xdd\xcb\x05", "\xfd\xcb\xfb"}
	forms := []*[256]form{&baseForms, &baseForms, &baseForms, &baseForms, &cbForms, &edForms, &ddForms, &fdForms, &ddcbForms, &fdcbForms}
	opcodeOf := func(number uint16) (p int, op byte) {
		for p, forms := range forms {
			for op, f := range forms {
				if f.number == number {
					return p, byte(op)
				}
			}
		}
		panic("no such case")
	}
	var all [][]uint16 // sequences
	for first, some := range sequences {
		for _, s := range some {
			if all = append(all, []uint16{uint16(first), s.behind[0], s.behind[1]}); s.behind[1] == 0 {
				all[len(all)-1] = all[len(all)-1][:2]
			}
		}
	}
	var next []uint16 // of a sequence
	for i := 0; i < len(code); {
		p := r.IntN(len(prefixes))
		op := byte(r.Uint32())
		for forms[p][op].number == 0 && r.IntN(200) != 0 {
			op = byte(r.Uint32())
		}
		if len(next) == 0 && r.IntN(4) == 0 {
			next = all[r.IntN(len(all))]
		}
		if len(next) > 0 {
			p, op = opcodeOf(next[0])
			next = next[1:]
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
			if oneByte(prefixes[p], op) {
				n--
			}
		}
		i += copy(code[i:], b[:n])
	}
}

// oneByte reports whether the operand in code has one byte.
func oneByte(prefix string, op byte) bool {
	if prefix == "" {
		return op&0xC7 == 0x06 || op&0xC7 == 0xC6
	}
	return (prefix[0] == 0xDD || prefix[0] == 0xFD) && op != 0x21 && op != 0x22 && op != 0x2A && op != 0x36
}

// The predecoded core does what the package does.
func TestCores(t *testing.T) {
	executed := map[uint32]bool{}
	c := emutest.Cores{
		New: func(p *emu.Program) (emu.Machine, error) { m, err := New(p); return m.Machine, err }, Spec: spec, Fill: fill, Align: 1,
		Registers: []string{"a", "f", "bc", "de", "hl", "ix", "iy", "sp"},
		Same: func(a, b emu.Machine) bool {
			return Of(a).cpu.z80.States == Of(b).cpu.z80.States
		},
		Before: func(m emu.Machine, cycles uint64) {
			number := Of(m).cpu.core.unwatched[m.PC()] & 0x3FF
			if number < uint32(len(sequences)) || cycles > 50 { // or part of a sequence only
				executed[number] = true
			}
		},
	}
	c.Run(t, 1, emutest.Instructions())
	for prefix, forms := range map[string]*[256]form{
		"": &baseForms, "cb": &cbForms, "ed": &edForms, "dd": &ddForms, "fd": &fdForms, "ddcb": &ddcbForms, "fdcb": &fdcbForms,
	} {
		for op, f := range forms {
			if f.number > 0 {
				assert.True(t, executed[uint32(f.number)], "%s %02x was never executed", prefix, op)
			}
		}
	}
	for first, all := range sequences {
		for _, s := range all {
			assert.True(t, executed[uint32(s.number)], "sequence %d %d was never executed", first, s.behind)
		}
	}
}

// An entry is brought up to date after a change of code, and of a watch behind its address.
func TestChangesReachEntries(t *testing.T) {
	c := emutest.Cores{New: func(p *emu.Program) (emu.Machine, error) { m, err := New(p); return m.Machine, err }, Spec: spec, Fill: fill, Align: 1}
	c.Changes(t, func(m emu.Machine) bool {
		c := Of(m).cpu
		have := c.core
		for addr := range c.code {
			c.decodeCore(uint16(addr))
		}
		return c.core.entries == have.entries && c.core.unwatched == have.unwatched
	})
}

// With options the predecoded core does what the package does: with code in a ROM of an own map, and
// with code in RAM that changes itself.
func TestCoresWithOptions(t *testing.T) {
	c := emutest.Cores{
		Spec: spec, Fill: fill, Align: 1, Registers: []string{"a", "f", "bc", "de", "hl", "ix", "iy", "sp"},
		Same:   func(a, b emu.Machine) bool { return Of(a).cpu.Save() == Of(b).cpu.Save() },
		Before: func(emu.Machine, uint64) {},
	}
	for name, o := range map[string]emu.Options{
		"ROM": {ROM: []emu.Range{{Size: 0x1000}, {Start: 0x2000, Size: 0x100}}, RAM: []emu.Range{{Start: 0xA000, Size: 0x100}, {Start: 0x4000, Size: 0x4000}}},
		"RAM": {RAM: []emu.Range{{Size: 0x8000}}, CodeInRAM: true},
	} {
		t.Run(name, func(t *testing.T) {
			c := c
			c.New = func(p *emu.Program) (emu.Machine, error) {
				m, err := NewWithOptions(p, Options{Options: o, Undocumented: true, Ports: new(noise)})
				return m.Machine, err
			}
			c.Fill = c.Modifying(func(r *rand.Rand, addr uint32) []byte {
				some := []byte{0xD3, 0xDB, 0x41, 0x60, 0x78, 0xA2, 0xA3, 0xAA, 0xAB, 0xB2, 0xB3, 0xBA, 0xBB} // on ports
				switch op := some[r.IntN(len(some))]; {
				case o.CodeInRAM && r.IntN(2) == 0:
					return []byte{[]byte{0x32, 0x22}[r.IntN(2)], byte(addr), byte(addr >> 8)} // ld (nn),a; ld (nn),hl
				case op >= 0xD3:
					return []byte{op}
				default:
					return []byte{opED, op}
				}
			})
			c.Run(t, 1, emutest.Instructions()/15)
		})
	}
}
