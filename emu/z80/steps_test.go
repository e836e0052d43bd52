package z80

import (
	"math/rand/v2"
	"testing"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
)

// A machine with options does the same in its loop as step by step, interrupts, halts and ports
// included.
func TestLoopAndStepsAgree(t *testing.T) {
	all := emu.Options{RAM: []emu.Range{{Size: 0x10000}}, CodeInRAM: true}
	emutest.Steps{
		Start: 0x4000,
		New: func(code []byte) (emu.Machine, error) {
			m, err := NewWithOptions(&emu.Program{Name: "p", Origin: 0x4000, ROM: code}, Options{Options: all, Interrupts: true, Undocumented: true, Ports: new(noise)})
			return m.Machine, err
		},
		Load: func(m emu.Machine) {
			low := make([]byte, 0x4000)
			copy(low[0x38:], []byte{0x3C, 0xFB, 0xED, 0x4D}) // inc a; ei; reti
			copy(low[0x66:], []byte{0x3D, 0xED, 0x45})       // dec a; retn
			m.WriteBytes(0, low)
		},
		Fill: func(r *rand.Rand, code []byte) {
			fill(r, code)
			some := [][]byte{{opEI}, {opEI, opHALT}, {0xF3}, {opED, opLDAI}, {opED, opLDAR}, {opED, 0x4D}, {opED, 0x5E}, {opED, 0x56}, {0xD3, 1}, {0xDB, 1}, {opED, 0x79}, {opED, 0xB2}, {opED, 0xA3}, {opED, 0xBB}}
			copy(code, []byte{opED, 0x56, opEI})
			for i := 3; i+2 < len(code); i += 1 + r.IntN(12) {
				copy(code[i:], some[r.IntN(len(some))])
			}
		},
		Request: func(m emu.Machine, n uint32) {
			z := Of(m)
			switch n % 5 {
			case 0:
				z.NMI()
			case 1:
				z.IRQ(uint8(n >> 8))
			default:
				z.SetIRQ(n%5 == 2)
			}
		},
	}.Run(t, 100)
}

// noise are ports that answer what follows from all that was sent to them.
type noise struct{ sent uint32 }

func (n *noise) In(uint8) uint8   { panic("not called") }
func (n *noise) Out(uint8, uint8) { panic("not called") }
func (n *noise) InWide(addr uint16) uint8 {
	return uint8((n.sent + uint32(addr)) * 0x9E3779B1 >> 24)
}
func (n *noise) OutWide(addr uint16, value uint8) {
	n.sent = n.sent*31 + uint32(addr)<<8 + uint32(value)
}
