package m68k_test

import (
	"fmt"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m68k"
)

// A map of one's own, and code in RAM that the program changes.
func ExampleNewWithOptions() {
	m, err := m68k.NewWithOptions(&emu.Program{
		Name: "mine",
		ROM: []byte{
			0x00, 0x10, 0x10, 0x00, 0x00, 0x00, 0x00, 0x08, // the top of the stack, main
			0x4E, 0xB9, 0x00, 0x10, 0x00, 0x00, //             0008 main: jsr $100000
			0x33, 0xFC, 0x52, 0x40, 0x00, 0x10, 0x00, 0x00, // 000E       move.w #$5240,$100000: addq.w #1,d0
			0x4E, 0xB9, 0x00, 0x10, 0x00, 0x00, //             0016       jsr $100000
			0x4E, 0x75, //                                     001C       rts
			0x31, 0xC0, 0x00, 0x08, //                         001E poke: move.w d0,main.w
			0x4E, 0x75,
		},
		More: []emu.Image{{Name: "change", Origin: 0x100000, Data: []byte{ // in RAM, where Reset restores it
			0xD0, 0x40, // 100000 add.w d0,d0
			0x4E, 0x75, // 100002 rts
		}}},
		Symbols: map[string]uint32{"main": 8, "poke": 0x1E},
	}, m68k.Options{Options: emu.Options{
		ROM:       []emu.Range{{Size: 0x1000}},
		RAM:       []emu.Range{{Start: 0x100000, Size: 0x1000}},
		CodeInRAM: true,
	}})
	if err != nil {
		panic(err)
	}
	m.SetRegister("d0", 5)
	err = m.Call("main", 1000)
	fmt.Println(m.Register("d0"), m.Cycles(), err) // jsr, add or addq and rts are 20+4+16, twice; move 20; rts 16
	fmt.Println(m.Call("poke", 1000))
	// Output:
	// 11 116 <nil>
	// 68000 mine: write to ROM at $0008, instruction at $001e poke, cycle 128
}

// put writes words in a ROM.
func put(rom []byte, at int, words ...uint16) {
	for i, w := range words {
		rom[at+2*i], rom[at+2*i+1] = byte(w>>8), byte(w)
	}
}

// A trap calls the host, which watches its handler, and a division by zero goes on at its vector.
func ExampleNewWithOptions_exceptions() {
	rom := make([]byte, 0x500)
	put(rom, 0, 0x0002, 0x0000, 0x0000, 0x0400) // the top of the stack, main
	put(rom, 5*4, 0x0000, 0x0480)               // the vector of a division by zero
	put(rom, 32*4, 0x0000, 0x0490)              // the vector of trap #0
	put(rom, 0x400,
		0x7041,         //         0400 main: moveq #'A',d0
		0x4E40,         //         0402       trap #0
		0x80FC, 0x0000, // 0404       divu #0,d0
		0x4E40, //         0408       trap #0
		0x4E75) //         040A       rts
	put(rom, 0x480, 0x703F, 0x4E73) // moveq #'?',d0; rte
	put(rom, 0x490, 0x4E73)         // rte
	m, err := m68k.NewWithOptions(&emu.Program{Name: "mine", ROM: rom}, m68k.Options{Exceptions: true})
	if err != nil {
		panic(err)
	}
	m.Watch(0x490, func() { fmt.Printf("%c at cycle %d\n", m.Register("d0"), m.Cycles()) })
	err = m.CallAddr(0x400, 1000)
	fmt.Println("back at cycle", m.Cycles(), err) // trap is 34, the division 38+4, rte 20
	// Output:
	// A at cycle 38
	// ? at cycle 158
	// back at cycle 194 <nil>
}

// An interrupt of level 3 waits until SR permits it. Level 7 does not wait.
func ExampleNewWithOptions_interrupts() {
	rom := make([]byte, 0x500)
	put(rom, 0, 0x0002, 0x0000, 0x0000, 0x0400)
	put(rom, (24+3)*4, 0x0000, 0x0480) // the vectors of levels 3
	put(rom, (24+7)*4, 0x0000, 0x0490) // and 7
	put(rom, 0x400,
		0x4E71,         // 0400 main: nop
		0x46FC, 0x2200, // 0402       move #$2200,sr: level 2 is masked, level 3 is not
		0x4E75) //         0406       rts
	put(rom, 0x480, 0x4E73) // rte
	put(rom, 0x490, 0x4E73)
	m, err := m68k.NewWithOptions(&emu.Program{Name: "mine", ROM: rom}, m68k.Options{Exceptions: true})
	if err != nil {
		panic(err)
	}
	m.Watch(0x480, func() { fmt.Println("level 3 at cycle", m.Cycles()) })
	m.Watch(0x490, func() { fmt.Println("level 7 at cycle", m.Cycles()) })
	for _, level := range []uint8{3, 7} {
		m.Reset()
		m.Watch(0x400, func() { m.Interrupt(level, 0) })
		err := m.CallAddr(0x400, 1000) // nop 4, move 16, the interrupt 44, rte 20, rts 16
		fmt.Println("back at cycle", m.Cycles(), err)
	}
	// Output:
	// level 3 at cycle 64
	// back at cycle 100 <nil>
	// level 7 at cycle 48
	// back at cycle 100 <nil>
}
