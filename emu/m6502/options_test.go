package m6502_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
)

func machine(t *testing.T, p *emu.Program, o m6502.Options) m6502.Machine {
	t.Helper()
	m, err := m6502.NewWithOptions(p, o)
	require.NoError(t, err)
	return m
}

// handlers has code at $8000, a handler of IRQ and brk at $9000 and one of NMI at $9100,
// which count in x and y.
func handlers(main ...byte) *emu.Program {
	rom := make([]byte, 0x8000)
	copy(rom, main)
	copy(rom[0x1000:], []byte{0xE8, 0x40}) // inx; rti
	copy(rom[0x1100:], []byte{0xC8, 0x40}) // iny; rti
	copy(rom[0x7FFA:], []byte{0x00, 0x91, 0x00, 0x80, 0x00, 0x90})
	return &emu.Program{Name: "p", Origin: 0x8000, ROM: rom}
}

// An interrupt leads to its vector, pushes its bytes, takes 7 cycles, and is accepted only where it
// may be.
func TestInterrupts(t *testing.T) {
	p := handlers(
		0xEA, // 8000 nop, before which the interrupt is requested
		0x58, // 8001 cli, which looks at I before it clears it
		0x18, // 8002 clc
		0x38, // 8003 sec: the interrupt comes before it
		0x78, // 8004 sei
		0x60, // 8005 rts
	)
	m := machine(t, p, m6502.Options{Interrupts: true})
	m.Watch(0x8000, m.IRQ)
	var p0 byte
	m.Watch(0x9000, func() {
		require.EqualValues(t, 0x8003, m.ReadWord(m.SP()+1))
		p0 = m.Read(m.SP())
		require.NotZero(t, m.Register("p")&4, "I is set")
	})
	require.NoError(t, m.CallAddr(0x8000, 1000))
	require.EqualValues(t, 0x20, p0, "neither B nor I, C or D")
	require.EqualValues(t, 1, m.Register("x"))
	require.EqualValues(t, 5*2+7+(2+6)+6, m.Cycles())

	m.Reset() // with I set, only the NMI
	m.Unwatch(0x8000)
	m.Unwatch(0x9000)
	m.Watch(0x8001, func() { m.NMI(); m.SetRegister("pc", 0x8002) })
	m.Watch(0x8003, m.IRQ)
	require.NoError(t, m.CallAddr(0x8000, 1000))
	require.EqualValues(t, 0, m.Register("x"))
	require.EqualValues(t, 1, m.Register("y"))

	plain, err := m6502.New(p)
	require.NoError(t, err)
	require.Panics(t, plain.IRQ)
}

// A brk pushes what an interrupt pushes but for B, and the address behind two bytes; without the
// option it is refused.
func TestBRK(t *testing.T) {
	p := handlers(0x38, 0x00, 0xFF, 0xE8, 0x60) // sec; brk; (a byte); inx; rts
	m := machine(t, p, m6502.Options{Interrupts: true})
	m.StartProfile()
	m.Watch(0x9000, func() {
		require.EqualValues(t, 0x8003, m.ReadWord(m.SP()+1))
		require.EqualValues(t, 0x35, m.Read(m.SP()), "1, B, I, C")
	})
	require.NoError(t, m.CallAddr(0x8000, 1000))
	require.EqualValues(t, 2, m.Register("x"))
	require.EqualValues(t, 2+7+(2+6)+2+6, m.Cycles())
	require.EqualValues(t, m.Cycles(), m.StopProfile().Cycles)
	require.ErrorContains(t, machine(t, p, m6502.Options{Decimal: true}).CallAddr(0x8000, 1000), "brk: no interrupts")
}

// Decimal mode adds and subtracts as the 6502 Programming Manual says, and is there with the option
// alone.
func TestDecimal(t *testing.T) {
	add := handlers(0xF8, 0x69, 0x25, 0xD8, 0x60) // sed; adc #$25; cld; rts
	sub := handlers(0xF8, 0xE9, 0x25, 0xD8, 0x60)
	for _, c := range []struct {
		p          *emu.Program
		a, c       uint32
		sum, carry uint32
	}{{add, 0x58, 0, 0x83, 0}, {add, 0x58, 1, 0x84, 0}, {add, 0x90, 0, 0x15, 1}, {sub, 0x58, 1, 0x33, 1}, {sub, 0x58, 0, 0x32, 1}, {sub, 0x10, 1, 0x85, 0}} {
		m := machine(t, c.p, m6502.Options{Decimal: true})
		m.SetRegister("a", c.a)
		m.SetRegister("p", c.c)
		require.NoError(t, m.CallAddr(0x8000, 1000))
		require.Equal(t, c.sum, m.Register("a"))
		require.Equal(t, c.carry, m.Register("p")&1)
	}
	pull := handlers(0xA9, 0x08, 0x48, 0x28, 0x08, 0x68, 0x60)                // lda #8; pha; plp; php; pla; rts
	back := handlers(0xA9, 0x80, 0x48, 0xA9, 0x08, 0x48, 0xA9, 8, 0x48, 0x40) // … rti with D set
	m := machine(t, pull, m6502.Options{Decimal: true})
	require.NoError(t, m.CallAddr(0x8000, 1000))
	require.NotZero(t, m.Register("a")&8)
	without := m6502.Options{Interrupts: true}
	require.ErrorContains(t, machine(t, add, without).CallAddr(0x8000, 1000), "sed: no decimal mode")
	require.ErrorContains(t, machine(t, pull, without).CallAddr(0x8000, 1000), "plp with D set: no decimal mode")
	require.ErrorContains(t, machine(t, back, without).CallAddr(0x8000, 1000), "rti with D set: no decimal mode")
	m = machine(t, add, without)
	m.SetRegister("p", 8)
	require.Zero(t, m.Register("p")&8)
}

// A jmp through the last byte of a page takes its high byte from the same page.
func TestJumpAtPageEnd(t *testing.T) {
	rom := handlers(0x6C, 0xFF, 0x81).ROM // jmp ($81ff)
	rom[0x1FF], rom[0x200], rom[0x100] = 0x05, 0xFF, 0x80
	copy(rom[5:], []byte{0x60})
	p := &emu.Program{Name: "p", Origin: 0x8000, ROM: rom}
	require.NoError(t, machine(t, p, m6502.Options{JumpAtPageEnd: true}).CallAddr(0x8000, 1000))
	require.ErrorContains(t, machine(t, p, m6502.Options{}).CallAddr(0x8000, 1000), "jmp through the last byte")
}

// The ROMs and the RAM are where the options put them, changed code is executed as it is, and a map
// without gaps, or without a stack, can be had.
func TestMapAndCodeInRAM(t *testing.T) {
	all := emu.Options{RAM: []emu.Range{{Size: 0x10000}}, CodeInRAM: true}
	m := machine(t, &emu.Program{Name: "p", Origin: 0x400, ROM: []byte{
		0xA9, 0xE8, //       lda #$e8: inx
		0x8D, 0x08, 0x04, // sta $0408
		0xEA, 0xEA, 0xEA, // nop
		0xC8,             //             iny, which is now inx
		0x8D, 0x00, 0xF0, // sta $f000
		0x60,
	}}, m6502.Options{Options: all})
	m.Enter(0x400)
	require.EqualValues(t, 0xFFFF-1, m.ReadWord(m.SP()), "a map without gaps: a call returns to its last address")
	for range 2 {
		require.NoError(t, m.CallAddr(0x400, 1000))
		require.EqualValues(t, []uint32{1, 0}, []uint32{m.Register("x"), m.Register("y")})
		require.EqualValues(t, 0xE8, m.Read(0xF000))
		require.EqualValues(t, 2+4+6+2+4+6, m.Cycles())
		require.ErrorContains(t, m.CallAddr(0x600, 1000), "read of RAM that nobody wrote at $0600")
		m.Reset()
		require.EqualValues(t, 0xC8, m.Read(0x408), "Reset restores the image")
	}
	p := handlers(0x8D, 0x00, 0x50, 0xAD, 0x00, 0x50, 0x60) // sta $5000; lda $5000; rts
	apart := emu.Options{ROM: []emu.Range{{Start: 0x8000, Size: 0x8000}}, RAM: []emu.Range{{Size: 0x200}, {Start: 0x5000, Size: 16}}}
	m = machine(t, p, m6502.Options{Options: apart})
	m.SetRegister("a", 9)
	for _, guards := range []bool{true, false} {
		m.SetGuards(guards)
		require.NoError(t, m.CallAddr(0x8000, 1000))
		require.EqualValues(t, 9, m.Register("a"))
	}
	apart.RAM = apart.RAM[1:]
	_, err := m6502.NewWithOptions(p, m6502.Options{Options: apart})
	require.ErrorContains(t, err, "6502 p: no RAM at $0100 to $01ff")
}
