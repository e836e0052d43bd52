package m6502_test

import (
	"fmt"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
)

// A map of one's own, and code in RAM that changes itself. A watch stands for the device
// that takes the characters.
func ExampleNewWithOptions() {
	m, err := m6502.NewWithOptions(&emu.Program{
		Name: "mine", Origin: 0xF000,
		ROM: []byte{
			0x60,             // F000 send: rts
			0x8D, 0x00, 0xF0, // F001 poke: sta send
			0x60, //             F004       rts
		},
		More: []emu.Image{{Name: "letters", Origin: 0x0200, Data: []byte{ // in RAM, where Reset restores it
			0xA9, 'A', //        0200 next: lda #'A'
			0x20, 0x00, 0xF0, // 0202       jsr send
			0xEE, 0x01, 0x02, // 0205       inc next+1: the 'A' above
			0xAD, 0x01, 0x02, // 0208       lda next+1
			0xC9, 'D', //        020B       cmp #'D'
			0xD0, 0xF1, //       020D       bne next
			0x60, //             020F       rts
		}}},
		Symbols: map[string]uint32{"send": 0xF000, "poke": 0xF001, "next": 0x0200},
	}, m6502.Options{Options: emu.Options{
		ROM:       []emu.Range{{Start: 0xF000, Size: 0x1000}},
		RAM:       []emu.Range{{Size: 0x400}},
		CodeInRAM: true,
	}})
	if err != nil {
		panic(err)
	}
	m.Watch(0xF000, func() { fmt.Printf("%c", m.Register("a")) })
	err = m.Call("next", 1000)
	fmt.Println("", m.Cycles(), err) // 2+6+6+6+4+2 and 3 for bne, thrice, less 1; 6 for the last rts
	fmt.Println(m.Call("poke", 1000))
	// Output:
	// ABC 92 <nil>
	// 6502 mine: write to ROM at $f000, instruction at $f001 poke, cycle 96
}

// An IRQ waits until cli has cleared the flag I, and for one instruction more. An NMI does not wait.
func ExampleNewWithOptions_interrupts() {
	rom := make([]byte, m6502.ROMSize)
	copy(rom, []byte{
		0xEA, // 8000 main: nop
		0x58, // 8001       cli
		0xEA, // 8002       nop
		0x60, // 8003       rts
		0x40, // 8004 irq:  rti
		0x40, // 8005 nmi:  rti
	})
	copy(rom[0x7FFA:], []byte{0x05, 0x80, 0x00, 0x80, 0x04, 0x80}) // the vectors: nmi, reset, irq
	m, err := m6502.NewWithOptions(&emu.Program{Name: "mine", Origin: m6502.ROMStart, ROM: rom}, m6502.Options{Interrupts: true})
	if err != nil {
		panic(err)
	}
	m.Watch(0x8000, func() { m.IRQ(); m.NMI() }) // during the first nop; SetAlarm requests at a cycle
	m.Watch(0x8004, func() { fmt.Println("irq at cycle", m.Cycles()) })
	m.Watch(0x8005, func() { fmt.Println("nmi at cycle", m.Cycles()) })
	err = m.CallAddr(0x8000, 1000)
	fmt.Println("back at cycle", m.Cycles(), err)
	// Output:
	// nmi at cycle 9
	// irq at cycle 26
	// back at cycle 38 <nil>
}

// A device holds the IRQ line for 3 interrupts. An alarm asserts it at an exact cycle, here in
// the second nop, at whose end the first interrupt begins.
func ExampleMachine_SetIRQ() {
	rom := make([]byte, m6502.ROMSize)
	copy(rom, []byte{
		0x58,             // 8000 cli
		0xEA, 0xEA, 0xEA, // 8001 nop, three times
		0x60, // 8004 rts
		0x40, // 8005 rti
	})
	copy(rom[0x7FFA:], []byte{0x05, 0x80, 0x00, 0x80, 0x05, 0x80}) // NMI, reset, IRQ
	m, err := m6502.NewWithOptions(&emu.Program{Name: "mine", Origin: m6502.ROMStart, ROM: rom}, m6502.Options{Interrupts: true})
	if err != nil {
		panic(err)
	}
	m.SetAlarm(4, func() { m.SetIRQ(true) })
	left := 3
	m.OnInterrupt(func(*emu.Interrupt) {
		fmt.Printf("irq at cycle %d, before $%04x\n", m.Cycles(), m.PC())
		left--
		m.SetIRQ(left > 0)
	})
	err = m.CallAddr(0x8000, 1000)
	fmt.Println("back at cycle", m.Cycles(), err)
	// Output:
	// irq at cycle 6, before $8003
	// irq at cycle 19, before $8003
	// irq at cycle 32, before $8003
	// back at cycle 53 <nil>
}

// In decimal mode 58 and 46 are 104, of which A has the last two digits.
func ExampleNewWithOptions_decimal() {
	m, err := m6502.NewWithOptions(&emu.Program{
		Name: "mine", Origin: m6502.ROMStart,
		ROM: []byte{
			0xF8,       // sed
			0x18,       // clc
			0xA9, 0x58, // lda #$58
			0x69, 0x46, // adc #$46
			0xD8, //       cld
			0x60, //       rts
		},
	}, m6502.Options{Decimal: true})
	if err != nil {
		panic(err)
	}
	err = m.CallAddr(m6502.ROMStart, 1000)
	fmt.Printf("%02x, carry %d, %v\n", m.Register("a"), m.Register("p")&1, err)
	// Output:
	// 04, carry 1, <nil>
}
