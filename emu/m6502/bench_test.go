package m6502

import (
	"errors"
	"testing"

	beevik "github.com/beevik/go6502/cpu"

	"github.com/searchex/searchex/emu"
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

// benchCycles is the length of one benchmark run.
const benchCycles = 20_000_000

// BenchmarkSpeed runs the mix on the bare package, for as many instructions
// as the machine executes in benchCycles, and on the machine in each of its
// ways. It reports the emulated clock and its ratio to the bare package's.
func BenchmarkSpeed(b *testing.B) {
	var bare float64
	report := func(b *testing.B) {
		mhz := float64(b.N) * benchCycles / b.Elapsed().Seconds() / 1e6
		b.ReportMetric(mhz, "emulated-MHz")
		if bare > 0 {
			b.ReportMetric(mhz/bare, "of-bare")
		} else {
			bare = mhz
		}
	}

	b.Run("bare", func(b *testing.B) {
		bare = 0
		instructions := countInstructions(b)
		mem := beevik.NewFlatMemory()
		mem.StoreBytes(ROMStart, mix)
		cpu := beevik.NewCPU(beevik.NMOS, mem)
		b.ResetTimer()
		for range b.N {
			cpu.SetPC(ROMStart)
			for n := 0; n < instructions; n++ {
				cpu.Step()
			}
		}
		report(b)
	})
	for _, way := range []struct {
		name    string
		prepare func(m *Machine)
	}{
		{"unguarded", func(m *Machine) { m.SetGuards(false) }},
		{"guarded", func(m *Machine) {}},
		{"watched", func(m *Machine) { m.SetGuards(false); m.Watch(0x8040, func() {}) }},
		{"profiled", func(m *Machine) { m.StartProfile() }},
	} {
		b.Run(way.name, func(b *testing.B) {
			m := benchMachine(b)
			way.prepare(m)
			b.ResetTimer()
			for range b.N {
				m.Enter(ROMStart)
				var fault *emu.Fault
				if err := m.Continue(benchCycles); !errors.As(err, &fault) || fault.Kind != emu.Runaway {
					b.Fatal(err)
				}
			}
			report(b)
		})
	}
}

// benchMachine has the counter at $12 written, which the mix never begins.
func benchMachine(b *testing.B) *Machine {
	m, err := New(&emu.Program{ROM: mix, Origin: ROMStart, Symbols: map[string]uint32{"main": 0x8000, "score": 0x8040}})
	if err != nil {
		b.Fatal(err)
	}
	m.WriteBytes(0, make([]byte, 0x400))
	return m
}

// countInstructions counts those of the mix in benchCycles.
func countInstructions(b *testing.B) int {
	m := benchMachine(b)
	m.Enter(ROMStart)
	n := 0
	for ; m.Cycles() < benchCycles; n++ {
		if err := m.Step(); err != nil {
			b.Fatal(err)
		}
	}
	return n
}
