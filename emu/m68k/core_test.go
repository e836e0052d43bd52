package m68k

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
)

// fill fills code with instructions: mostly those with a case.
func fill(r *rand.Rand, code []byte) {
	for i := 0; i+2 <= len(code); {
		f := opcodeForms[r.IntN(len(opcodeForms))]
		op := f.value | uint16(r.Uint32())&^f.mask
		if r.IntN(100) == 0 {
			op = uint16(r.Uint32())
		}
		if op>>12 == 6 && op&0xFF != 0 {
			op = op&0xFF00 | uint16(2*r.IntN(30)-20)&0xFF
		}
		words := []uint16{op}
		for range max(int(formOf(op).words), 1) - 1 {
			w := uint16(r.Uint32())
			switch r.IntN(3) {
			case 0:
				w = uint16(2*r.IntN(60) - 60) // a displacement
			case 1:
				w = 1 // the upper half of an address in RAM
			}
			words = append(words, w)
		}
		for _, w := range words {
			i += copy(code[min(i, len(code)):], []byte{byte(w >> 8), byte(w)})
		}
	}
}

var registers = []string{"d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "ccr", "sp"}

// The predecoded core does what the package does.
func TestCores(t *testing.T) {
	executed := map[uint16]bool{}
	c := emutest.Cores{
		New: func(p *emu.Program) (emu.Machine, error) { m, err := New(p); return m.Machine, err }, Spec: spec, Fill: fill, Align: 2, Registers: registers,
		Same: func(a, b emu.Machine) bool {
			x, y := Of(a).cpu.reg, Of(b).cpu.reg
			return x.D == y.D && x.A == y.A && x.PC == y.PC && x.SR == y.SR
		},
		Before: func(m emu.Machine, _ uint64) {
			if pc := m.PC(); pc < mapSize && pc%2 == 0 {
				executed[Of(m).cpu.core.unwatched[pc/2].number] = true
			}
		},
	}
	c.Run(t, 1, emutest.Instructions())
	for _, f := range opcodeForms {
		if !executed[f.number] {
			assert.Fail(t, "never executed", "case %d, opcode %04x", f.number, f.value)
		}
	}
}

// An entry is brought up to date after a change of code, and of a watch behind its address.
func TestChangesReachEntries(t *testing.T) {
	c := emutest.Cores{New: func(p *emu.Program) (emu.Machine, error) { m, err := New(p); return m.Machine, err }, Spec: spec, Fill: fill, Align: 2}
	c.Changes(t, func(m emu.Machine) bool {
		c := Of(m).cpu
		entries, unwatched := slices.Clone(c.core.entries), slices.Clone(c.core.unwatched)
		for addr := uint32(0); addr < mapSize; addr += 2 {
			c.decodeCore(addr)
		}
		return slices.Equal(c.core.entries, entries) && slices.Equal(c.core.unwatched, unwatched)
	})
}

// With options the predecoded core does what the package does: with code in a ROM of an own map, with
// RAM at the end of the address space, and with code in RAM that changes itself.
func TestCoresWithOptions(t *testing.T) {
	for name, o := range map[string]Options{
		"ROM": {Options: emu.Options{
			ROM: []emu.Range{{Size: 0x1000}, {Start: 0x2000, Size: 0x100}}, RAM: []emu.Range{{Start: 0x40000, Size: 0x102}, spec.RAM},
		}},
		"high": {Options: emu.Options{
			ROM: []emu.Range{{Size: 0x1000}}, RAM: []emu.Range{{Start: 0xFF0000, Size: 0x10000}},
		}},
		"RAM": {Exceptions: true, TAS: true, Options: emu.Options{RAM: []emu.Range{{Size: 0x20000}}, CodeInRAM: true}},
	} {
		t.Run(name, func(t *testing.T) {
			c := emutest.Cores{
				Spec: spec, Fill: fill, Align: 2, Registers: registers,
				Same:   func(a, b emu.Machine) bool { return Of(a).cpu.Save() == Of(b).cpu.Save() },
				Before: func(emu.Machine, uint64) {},
				New:    func(p *emu.Program) (emu.Machine, error) { m, err := NewWithOptions(p, o); return m.Machine, err },
			}
			if name == "high" {
				c.Spec.RAM = o.RAM[0]
			}
			c.Fill = c.Modifying(func(r *rand.Rand, addr uint32) (b []byte) {
				some := [][]uint16{
					{0x11C0}, {0x31C0}, {0x21C0}, {0x48F8, uint16(r.Uint32())}, {0x4278}, {0x50F8}, // move.b, .w, .l d0,(addr).w; movem.l; clr.w; st
				}
				for _, w := range append(some[r.IntN(len(some))], uint16(addr)) {
					b = binary.BigEndian.AppendUint16(b, w)
				}
				return b
			})
			c.Run(t, 1, emutest.Instructions()/15)
		})
	}
}
