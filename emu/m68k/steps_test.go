package m68k

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
)

// A machine with options does the same in its loop as step by step, interrupts and exceptions
// included.
func TestLoopAndStepsAgree(t *testing.T) {
	all := emu.Options{RAM: []emu.Range{{Size: 0x20000}}, CodeInRAM: true}
	emutest.Steps{
		Start: 0x10400,
		New: func(code []byte) (emu.Machine, error) {
			m, err := NewWithOptions(&emu.Program{
				Name: "p", Origin: 0x10400, ROM: code, Symbols: map[string]uint32{"stack_bottom": 0x18000, "stack_top": 0x20000},
			}, Options{Options: all, Exceptions: true, TAS: true})
			return m.Machine, err
		},
		Load: func(m emu.Machine) {
			low := make([]byte, 0x10000)
			for v := range uint32(64) {
				binary.BigEndian.PutUint32(low[4*v:], 0x1000)
			}
			binary.BigEndian.PutUint32(low[0x1000:], 0x52874E73) // addq.l #1,d7; rte
			m.WriteBytes(0, low)
			m.WriteBytes(0x10800, make([]byte, 0xF800))
			m.SetRegister("sr", 0x2000)
		},
		Fill: func(r *rand.Rand, code []byte) {
			fill(r, code)
			some := [][]uint16{{opSTOP, 0x2000}, {0x46FC, 0x2000}, {0x46FC, 0x2700}, {0x46FC, 0x0000}, {0x4E41}, {0x4181}, {0x80C1}, {0x013C, 1}, {opTRAPV}, {0xA000}}
			for i := 0; i+4 < len(code); i += 2 + 2*r.IntN(12) {
				for j, w := range some[r.IntN(len(some))] {
					binary.BigEndian.PutUint16(code[i+2*j:], w)
				}
			}
		},
		Request: func(m emu.Machine, n uint32) {
			c, level := Of(m), uint8(1+n>>8%7)
			switch n % 4 {
			case 0:
				c.Interrupt(1+level%7, 0)
			default:
				c.SetIRQ(1+level%7, n%4 == 1)
			}
		},
	}.Run(t, 100)
}
