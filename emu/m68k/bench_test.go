package m68k

import (
	"encoding/binary"
	"testing"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
)

// mix is a loop of the kind that a chess program spends its time in: it fills a
// table, walks it with tests, calls, table look-ups, sums, shifts and registers saved,
// and begins again.
var mix = []uint16{
	0x45F9, 0x0001, 0x0000, // 0100 again: lea $10000,a2
	0x7000,         //         0106 moveq #0,d0
	0x1580, 0x0000, //         0108 fill: move.b d0,(a2,d0.w)
	0x5200,                 // 010C addq.b #1,d0
	0x66F8,                 // 010E bne fill
	0x47F9, 0x0001, 0x0100, // 0110 lea $10100,a3
	0x7600,         //         0116 moveq #0,d3
	0x747F,         //         0118 moveq #127,d2
	0x121A,         //         011A walk: move.b (a2)+,d1
	0x6710,         //         011C beq skip
	0x0241, 0x000F, //         011E andi.w #15,d1
	0x0C41, 0x0008, //         0122 cmpi.w #8,d1
	0x6406,         //         0126 bcc skip
	0x4EBA, 0x0016, //         0128 jsr score(pc)
	0x6002,         //         012C bra loop
	0x5243,         //         012E skip: addq.w #1,d3
	0x51CA, 0xFFE8, //         0130 loop: dbra d2,walk
	0x3683,         //         0134 move.w d3,(a3)
	0x6000, 0xFFC8, //         0136 bra again
	0x4E71, 0x4E71, 0x4E71, // 013A
	0x48E7, 0x2020, //         0140 score: movem.l d2/a2,-(sp)
	0xD241,         //         0144 add.w d1,d1
	0x383B, 0x101E, //         0146 move.w table(pc,d1.w),d4
	0x41F9, 0x0001, 0x0200, // 014A lea $10200,a0
	0x3184, 0x1000, //         0150 move.w d4,(a0,d1.w)
	0xD644,         //         0154 add.w d4,d3
	0x2A03,         //         0156 move.l d3,d5
	0xE48D,         //         0158 lsr.l #2,d5
	0xBB44,         //         015A eor.w d5,d4
	0x3744, 0x0004, //         015C move.w d4,4(a3)
	0x4CDF, 0x0404, //         0160 movem.l (sp)+,d2/a2
	0x4E75,                                                         // 0164 rts
	0x0064, 0x00C8, 0x012C, 0x0190, 0x01F4, 0x0258, 0x02BC, 0x0320, // 0166 table
}

// rom is what the mix is in.
func rom() []byte {
	b := make([]byte, 0x100)
	copy(b, []byte{0x00, 0x01, 0xFF, 0x00, 0x00, 0x00, 0x01, 0x00})
	for _, w := range mix {
		b = binary.BigEndian.AppendUint16(b, w)
	}
	return b
}

func BenchmarkSpeed(b *testing.B) {
	p := &emu.Program{ROM: rom(), Symbols: map[string]uint32{"main": 0x100, "score": 0x140}}
	emutest.Bench{
		Cycles:  200_000,
		New:     func() (emu.Machine, error) { m, err := New(p); return m.Machine, err },
		Watched: "score",
		Options: func() (emu.Machine, error) {
			m, err := NewWithOptions(p, Options{Options: emu.Options{ROM: []emu.Range{spec.ROM}, RAM: []emu.Range{spec.RAM}}})
			return m.Machine, err
		},
		Bare: func() func(instructions int) {
			return emutest.Alone(func() (Machine, error) { return New(p) }, Machine.Alone)
		},
	}.Run(b)
}
