package m6502

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
	var opcodes []byte
	for op, n := range lengths {
		if n > 0 {
			opcodes = append(opcodes, byte(op))
		}
	}
	var all [][]byte // sequences
	for op, some := range sequences {
		for _, s := range some {
			if all = append(all, []byte{byte(op), byte(s.behind[0]), byte(s.behind[1])}); s.behind[1] == 0 {
				all[len(all)-1] = all[len(all)-1][:2]
			}
		}
	}
	var next []byte // of a sequence
	for i := 0; i < len(code); {
		b := []byte{opcodes[r.IntN(len(opcodes))], byte(r.Uint32()), byte(r.Uint32())}
		if len(next) == 0 && r.IntN(4) == 0 {
			next = all[r.IntN(len(all))]
		}
		if len(next) > 0 {
			b[0], next = next[0], next[1:]
		}
		if r.IntN(200) == 0 {
			b[0] = byte(r.Uint32())
		}
		if n := r.IntN(10); n < 8 {
			b[2] &= 0x3F
		} else if n == 8 {
			b[2] = 0x80 | b[2]&0x0F
		}
		if b[0]&0x1F == 0x10 || r.IntN(4) == 0 {
			b[1] = byte(r.IntN(32) - 12)
		}
		if b[0] == opJSR || b[0] == 0x4C {
			b[2] = 0x80 | b[2]&0x0F
		}
		i += copy(code[i:], b[:max(1, lengths[b[0]])])
	}
}

// The predecoded core does what the package does.
func TestCores(t *testing.T) {
	executed := map[uint16]bool{}
	c := emutest.Cores{
		New: func(p *emu.Program) (emu.Machine, error) { m, err := New(p); return m.Machine, err }, Spec: spec, Fill: fill, Align: 1,
		Registers: []string{"a", "x", "y", "p", "s"},
		Same:      func(a, b emu.Machine) bool { return Of(a).cpu.m6502.Reg == Of(b).cpu.m6502.Reg },
		Before: func(m emu.Machine, cycles uint64) {
			number := uint16(Of(m).cpu.core.unwatched[m.PC()] & 0x1FF)
			if number < 0x100 || cycles > 24 { // or part of a sequence only
				executed[number] = true
			}
		},
	}
	c.Run(t, 1, emutest.Instructions())
	for op, length := range lengths {
		if length > 0 {
			assert.True(t, executed[uint16(op)], "%02x was never executed", op)
		}
		for _, s := range sequences[op] {
			assert.True(t, executed[s.number], "%02x %02x was never executed", op, s.behind)
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
		Spec: spec, Fill: fill, Align: 1, Registers: []string{"a", "x", "y", "p", "s"},
		Same:   func(a, b emu.Machine) bool { return Of(a).cpu.Save() == Of(b).cpu.Save() },
		Before: func(emu.Machine, uint64) {},
	}
	for name, o := range map[string]emu.Options{
		"ROM": {ROM: []emu.Range{{Start: 0x8000, Size: 0x1000}, {Start: 0xC000, Size: 0x4000}}, RAM: []emu.Range{{Size: 0x4000}, {Start: 0x7000, Size: 0x100}}},
		"RAM": {RAM: []emu.Range{{Size: 0x10000}}, CodeInRAM: true},
	} {
		t.Run(name, func(t *testing.T) {
			c.New = func(p *emu.Program) (emu.Machine, error) {
				m, err := NewWithOptions(p, Options{Options: o, Interrupts: true, Decimal: true, JumpAtPageEnd: true})
				return m.Machine, err
			}
			if o.CodeInRAM {
				c.Fill = c.Modifying(func(r *rand.Rand, addr uint32) []byte {
					return []byte{[]byte{0x8D, 0xEE}[r.IntN(2)], byte(addr), byte(addr >> 8)} // sta addr; inc addr
				})
			}
			c.Run(t, 1, emutest.Instructions()/15)
		})
	}
}
