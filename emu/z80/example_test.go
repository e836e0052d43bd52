package z80_test

import (
	"fmt"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
)

// terminal is a keyboard at port 1, which gives 0 when nothing is left, and a screen at port 2.
type terminal struct{ keys string }

func (t *terminal) In(port uint8) (key uint8) {
	if port == 1 && t.keys != "" {
		key, t.keys = t.keys[0], t.keys[1:]
	}
	return key
}

func (t *terminal) Out(port, value uint8) {
	if port == 2 {
		fmt.Printf("%c", value)
	}
}

// A map of one's own with a device at ports, and code that the program copies to RAM.
func ExampleNewWithOptions() {
	m, err := z80.NewWithOptions(&emu.Program{
		Name: "mine",
		ROM: []byte{
			0x21, 0x0E, 0x00, // 0000 main: ld hl,echo
			0x11, 0x00, 0x80, // 0003       ld de,$8000
			0x01, 10, 0, //      0006       ld bc,10
			0xED, 0xB0, //       0009       ldir
			0xC3, 0x00, 0x80, // 000B       jp $8000
			0xDB, 1, //          000E echo: in a,(1)
			0xB7,       //       0010       or a
			0xC8,       //       0011       ret z
			0xE6, 0xDF, //       0012       and $df: a capital letter
			0xD3, 2, //          0014       out (2),a
			0x18, 0xF6, //       0016       jr echo
			0x32, 0x00, 0x00, // 0018 poke: ld ($0000),a
		},
		Symbols: map[string]uint32{"main": 0, "echo": 0x0E, "poke": 0x18},
	}, z80.Options{
		Options: emu.Options{
			ROM:       []emu.Range{{Size: 0x800}},
			RAM:       []emu.Range{{Start: 0x8000, Size: 0x400}},
			CodeInRAM: true,
		},
		Ports: &terminal{keys: "emu"},
	})
	if err != nil {
		panic(err)
	}
	err = m.Call("main", 1000)
	fmt.Println("", m.Cycles(), err) // 30, ldir 9*21+16, 10; 11+4+5+7+11+12 for each key; 11+4+11
	fmt.Println(m.Call("poke", 1000))
	// Output:
	// EMU 421 <nil>
	// z80 mine: write to ROM at $0000, instruction at $0018 poke, cycle 434
}

// An interrupt ends a halt. An NMI comes first, and retn enables again the one that was requested with it.
func ExampleNewWithOptions_interrupts() {
	rom := make([]byte, 0x80)
	copy(rom, []byte{
		0xED, 0x56, // 0000 main: im 1
		0xFB, //       0002       ei
		0x76, //       0003       halt, which is 4 T-states over and over
		0xC9, //       0004       ret
	})
	copy(rom[0x38:], []byte{0xFB, 0xED, 0x4D}) // irq: ei; reti
	copy(rom[0x66:], []byte{0xED, 0x45})       // nmi: retn
	m, err := z80.NewWithOptions(&emu.Program{Name: "mine", ROM: rom}, z80.Options{Interrupts: true})
	if err != nil {
		panic(err)
	}
	m.SetAlarm(100, func() { m.IRQ(0xFF); m.NMI() }) // before the halt that ends at 104
	m.Watch(0x38, func() { fmt.Println("irq at cycle", m.Cycles()) })
	m.Watch(0x66, func() { fmt.Println("nmi at cycle", m.Cycles()) })
	err = m.CallAddr(0, 1000)
	fmt.Println("back at cycle", m.Cycles(), err)
	// Output:
	// nmi at cycle 115
	// irq at cycle 142
	// back at cycle 170 <nil>
}
