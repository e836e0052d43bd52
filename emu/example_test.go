package emu_test

import (
	"fmt"
	"os"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/export"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/emu/z80"
)

// A program of one's own for the Z80: its exact cycles, a profile that go tool pprof
// opens, and a guard that says where the program went wrong.
func Example_z80() {
	m, err := z80.New(&emu.Program{
		Name: "mine",
		ROM: []byte{
			0x06, 3, //          main:   ld   b,3
			0xCD, 0x08, 0x00, // 1:      call double
			0x10, 0xFB, //               djnz 1b
			0xC9,       //               ret
			0x87, 0xC9, //       double: add  a,a
			0x77, 0xC9, //       poke:   ld   (hl),a
		},
		Symbols: map[string]uint32{"main": 0, "double": 8, "poke": 10},
		Lines:   []emu.Line{{Addr: 0, File: "mine.s", Line: 1}, {Addr: 2, File: "mine.s", Line: 2}, {Addr: 5, File: "mine.s", Line: 3}, {Addr: 8, File: "mine.s", Line: 5}},
	})
	if err != nil {
		panic(err)
	}
	m.SetRegister("a", 5)
	m.StartProfile()
	err = m.Call("main", 1000) // cycles; more would be a runaway
	fmt.Println(m.Register("a"), m.Cycles(), err)

	p := m.StopProfile()
	fmt.Println(p.Routine("main"), p.Routine("double"))
	f, _ := os.CreateTemp("", "mine-*.pb.gz") // go tool pprof -top mine-….pb.gz
	defer os.Remove(f.Name())
	fmt.Println(export.Pprof(f, p, export.Options{Title: "my program"}), f.Close())

	m.SetRegister("hl", 2)
	fmt.Println(m.Call("poke", 1000))
	// Output:
	// 40 144 <nil>
	// {main 1 102 144 144} {double 3 42 42 42}
	// <nil> <nil>
	// z80 mine: write to ROM at $0002, instruction at $000a poke (mine.s:5), cycle 151
}

// The same for the 6502, with a profile for KCachegrind.
func Example_m6502() {
	m, err := m6502.New(&emu.Program{
		Name: "mine", Origin: m6502.ROMStart,
		ROM: []byte{
			0xA2, 3, //          main:   ldx  #3
			0x20, 0x09, 0x80, // 1:      jsr  double
			0xCA,       //               dex
			0xD0, 0xFA, //               bne  1b
			0x60,       //               rts
			0x0A, 0x60, //       double: asl  a
			0x8D, 0x00, 0x80, // poke:   sta  main
			0x60,
		},
		Symbols: map[string]uint32{"main": 0x8000, "double": 0x8009, "poke": 0x800B},
	})
	if err != nil {
		panic(err)
	}
	m.SetRegister("a", 5)
	m.StartProfile()
	err = m.Call("main", 1000)
	fmt.Println(m.Register("a"), m.Cycles(), err)

	p := m.StopProfile()
	fmt.Println(p.Routine("main"), p.Routine("double"))
	f, _ := os.CreateTemp("", "callgrind.out.*") // callgrind_annotate --inclusive=yes callgrind.out.…
	defer os.Remove(f.Name())
	fmt.Println(export.Callgrind(f, p, export.Options{Title: "my program"}), f.Close())

	fmt.Println(m.Call("poke", 1000))
	// Output:
	// 40 64 <nil>
	// {main 1 40 64 64} {double 3 24 24 24}
	// <nil> <nil>
	// 6502 mine: write to ROM at $8000, instruction at $800b poke, cycle 68
}

// The same for the 68000, whose ROM begins with the top of the stack and the first
// instruction, with a profile for speedscope.
func Example_m68k() {
	m, err := m68k.New(&emu.Program{
		Name: "mine",
		ROM: []byte{
			0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x08,
			0x72, 3, //    main:   moveq #3,d1
			0x61, 0x06, // 1:      bsr.s double
			0x53, 0x41, //         subq.w #1,d1
			0x66, 0xFA, //         bne.s 1b
			0x4E, 0x75, //         rts
			0xD0, 0x40, // double: add.w d0,d0
			0x4E, 0x75,
			0x31, 0xC0, 0x00, 0x08, // poke: move.w d0,main.w
			0x4E, 0x75,
		},
		Symbols: map[string]uint32{"main": 8, "double": 0x12, "poke": 0x16},
	})
	if err != nil {
		panic(err)
	}
	m.SetRegister("d0", 5)
	m.StartProfile()
	err = m.Call("main", 1000)
	fmt.Println(m.Register("d0"), m.Cycles(), err)

	p := m.StopProfile()
	fmt.Println(p.Routine("main"), p.Routine("double"))
	f, _ := os.CreateTemp("", "mine-*.json")
	defer os.Remove(f.Name())
	fmt.Println(export.Speedscope(f, p, export.Options{Title: "my program"}), f.Close())

	fmt.Println(m.Call("poke", 1000))
	// Output:
	// 40 174 <nil>
	// {main 1 114 174 174} {double 3 60 60 60}
	// <nil> <nil>
	// 68000 mine: write to ROM at $0008, instruction at $0016 poke, cycle 186
}
