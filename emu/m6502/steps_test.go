package m6502

import (
	"math/rand/v2"
	"testing"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
)

// A machine with options does the same in its loop as step by step, interrupts included.
func TestLoopAndStepsAgree(t *testing.T) {
	all := emu.Options{RAM: []emu.Range{{Size: 0x10000}}, CodeInRAM: true}
	emutest.Steps{
		Start: 0x4000,
		New: func(code []byte) (emu.Machine, error) {
			m, err := NewWithOptions(&emu.Program{Name: "p", Origin: 0x4000, ROM: code}, Options{Options: all, Interrupts: true, Decimal: true, JumpAtPageEnd: true})
			return m.Machine, err
		},
		Load: func(m emu.Machine) {
			m.WriteBytes(0, make([]byte, 0x4000))
			m.WriteBytes(0x9000, []byte{0xE8, opRTI})                           // inx; rti
			m.WriteBytes(0x9100, []byte{0xC8, opRTI})                           // iny; rti
			m.WriteBytes(nmiVector, []byte{0x00, 0x91, 0x00, 0x40, 0x00, 0x90}) // NMI, reset, IRQ
		},
		Fill: func(r *rand.Rand, code []byte) {
			fill(r, code)
			some := [][]byte{{opCLI}, {opSEI}, {opBRK, 0}, {0x08, opPLP}, {opSED}, {0x58, 0xEA, 0x78}}
			code[0] = opCLI
			for i := 1; i+3 < len(code); i += 1 + r.IntN(12) {
				copy(code[i:], some[r.IntN(len(some))])
			}
		},
		Request: func(m emu.Machine, n uint32) {
			c := Of(m)
			switch n % 5 {
			case 0:
				c.NMI()
			case 1:
				c.IRQ()
			default:
				c.SetIRQ(n%5 == 2)
			}
		},
	}.Run(t, 100)
}
