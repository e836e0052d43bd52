package z80

import (
	"testing"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
)

// mix is a loop of the kind that a chess program spends its time in: it fills
// a table, walks it with tests, calls, bit operations, 16-bit sums, index
// registers and a block move, and begins again.
var mix = []byte{
	0x31, 0x00, 0x80, // 0000 ld sp,$8000
	0x21, 0x00, 0x40, // 0003 again: ld hl,$4000
	0x06, 0x00, //       0006 ld b,0
	0x70,       //       0008 fill: ld (hl),b
	0x2C,       //       0009 inc l
	0x10, 0xFC, //       000A djnz fill
	0xDD, 0x21, 0x00, 0x41, // 000C ld ix,$4100
	0x11, 0x00, 0x00, // 0010 ld de,0
	0x7E,       //       0013 walk: ld a,(hl)
	0xB7,       //       0014 or a
	0x28, 0x0E, //       0015 jr z,skip
	0x47,       // 0017 ld b,a
	0xE6, 0x0F, //       0018 and 15
	0xFE, 0x08, //       001A cp 8
	0x30, 0x07, //       001C jr nc,skip
	0xE5,             // 001E push hl
	0xCD, 0x50, 0x00, // 001F call score
	0xE1,       // 0022 pop hl
	0x18, 0x01, //       0023 jr next
	0x13,             //       0025 skip: inc de
	0x2C,             // 0026 next: inc l
	0xC2, 0x13, 0x00, // 0027 jp nz,walk
	0xED, 0x53, 0x00, 0x42, // 002A ld ($4200),de
	0x01, 0x20, 0x00, // 002E ld bc,32
	0x21, 0x00, 0x40, // 0031 ld hl,$4000
	0x11, 0x00, 0x43, // 0034 ld de,$4300
	0xED, 0xB0, //       0037 ldir
	0xC3, 0x03, 0x00, // 0039 jp again
	0x50: 0x26, 0x01, // 0050 score: ld h,1
	0x6F,       // 0052 ld l,a
	0x7E,       // 0053 ld a,(hl)
	0x2C,       // 0054 inc l
	0x66,       // 0055 ld h,(hl)
	0x6F,       // 0056 ld l,a
	0x19,       // 0057 add hl,de
	0xEB,       // 0058 ex de,hl
	0xCB, 0x50, //       0059 bit 2,b
	0xC8,             // 005B ret z
	0xDD, 0x73, 0x03, // 005C ld (ix+3),e
	0x79,   // 005F ld a,c
	0x83,   // 0060 add a,e
	0x4F,   // 0061 ld c,a
	0xC9,   // 0062 ret
	0x3FFF: 0,
}

func BenchmarkSpeed(b *testing.B) {
	p := &emu.Program{ROM: mix, Symbols: map[string]uint32{"main": 0, "score": 0x50}}
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
