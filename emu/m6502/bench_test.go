package m6502

import (
	"testing"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
)

// mix is a loop of the kind that a chess program spends its time in: it fills
// a table, walks it with tests, calls, sums through a pointer, shifts and
// pushes, and begins again.
var mix = []byte{
	0xA2, 0x00, //             8000 again: ldx #0
	0x8A,             //       8002 fill: txa
	0x9D, 0x00, 0x02, //       8003 sta $0200,x
	0xCA,       //             8006 dex
	0xD0, 0xF9, //             8007 bne fill
	0x86, 0x10, //             8009 stx $10
	0xA9, 0x03, //             800B lda #3
	0x85, 0x11, //             800D sta $11
	0xBD, 0x00, 0x02, //       800F walk: lda $0200,x
	0xF0, 0x0B, //             8012 beq skip
	0x29, 0x0F, //             8014 and #15
	0xC9, 0x08, //             8016 cmp #8
	0xB0, 0x05, //             8018 bcs skip
	0x20, 0x40, 0x80, //       801A jsr score
	0x90, 0x02, //             801D bcc next
	0xE6, 0x12, //             801F skip: inc $12
	0xE8,       //             8021 next: inx
	0xD0, 0xEB, //             8022 bne walk
	0xBC, 0xF0, 0x02, //       8024 ldy $02f0,x
	0x4C, 0x00, 0x80, //       8027 jmp again
	0x40:             0xA8, //             8040 score: tay
	0x48,             //       8041 pha
	0xB9, 0x80, 0x80, //       8042 lda $8080,y
	0x0A,       //             8045 asl
	0x91, 0x10, //             8046 sta ($10),y
	0x71, 0x10, //             8048 adc ($10),y
	0x45, 0x12, //             804A eor $12
	0x85, 0x13, //             804C sta $13
	0x68,        //                   804E pla
	0x18,        //                   804F clc
	0x60,        //                   8050 rts
	ROMSize - 1: 0,
}

func BenchmarkSpeed(b *testing.B) {
	p := &emu.Program{ROM: mix, Origin: ROMStart, Symbols: map[string]uint32{"main": 0x8000, "score": 0x8040}}
	filled := func(m Machine, err error) (emu.Machine, error) {
		if err == nil {
			m.WriteBytes(0, make([]byte, 0x400)) // with the counter at $12, which the mix never begins
		}
		return m.Machine, err
	}
	emutest.Bench{
		Cycles:  50_000,
		New:     func() (emu.Machine, error) { return filled(New(p)) },
		Watched: "score",
		Options: func() (emu.Machine, error) {
			return filled(NewWithOptions(p, Options{Options: emu.Options{ROM: []emu.Range{spec.ROM}, RAM: []emu.Range{spec.RAM}}}))
		},
		Bare: func() func(instructions int) {
			return emutest.Alone(func() (Machine, error) { return New(p) }, Machine.Alone)
		},
	}.Run(b)
}
