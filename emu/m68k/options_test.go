package m68k_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
	chip "github.com/user-none/go-chip-m68k"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m68k"
)

func machine(t *testing.T, p *emu.Program, o m68k.Options) m68k.Machine {
	t.Helper()
	m, err := m68k.NewWithOptions(p, o)
	require.NoError(t, err)
	return m
}

// handlers has code at $400 behind vectors that lead to $1000 + 16 times their number,
// where a handler adds the number to d7 and returns.
func handlers(main ...uint16) *emu.Program {
	rom := make([]byte, 0x2000)
	put := func(at int, words ...uint16) {
		for i, w := range words {
			binary.BigEndian.PutUint16(rom[at+2*i:], w)
		}
	}
	for v := 2; v < 64; v++ {
		binary.BigEndian.PutUint32(rom[4*v:], uint32(0x1000+16*v))
		put(0x1000+16*v, 0x0687, 0, uint16(v), 0x4E73) // addi.l #v,d7; rte
	}
	binary.BigEndian.PutUint32(rom[0:], 0x20000)
	binary.BigEndian.PutUint32(rom[4:], 0x400)
	put(0x400, main...)
	return &emu.Program{Name: "p", ROM: rom}
}

// An instruction raises its exception, in the cycles that the User's Manual has, and without the
// option it is refused.
func TestExceptions(t *testing.T) {
	const handler, rts = 16 + 20, 16
	for name, c := range map[string]struct {
		code   []uint16
		sum    uint32
		cycles uint64
		fault  string
	}{
		"trap #3":     {[]uint16{0x4E43}, 35, 34 + handler, "trap: no exceptions"},
		"trapv":       {[]uint16{0x44FC, 2, 0x4E76}, 7, 16 + 34 + handler, "trapv: no exceptions"},
		"no trapv":    {[]uint16{0x44FC, 0, 0x4E76}, 0, 16 + 4, "trapv: no exceptions"},
		"chk d0,d1":   {[]uint16{0x7003, 0x7204, 0x4380}, 6, 4 + 4 + 40 + handler, "chk: no exceptions"},
		"chk #3,d1":   {[]uint16{0x7204, 0x43BC, 3}, 6, 4 + 40 + 4 + handler, "chk: no exceptions"},
		"no chk":      {[]uint16{0x7004, 0x7204, 0x4380}, 0, 4 + 4 + 10, "chk: no exceptions"},
		"divu #0,d0":  {[]uint16{0x80FC, 0}, 5, 38 + 4 + handler, "division by zero"},
		"reset":       {[]uint16{0x4E70}, 0, 132, "reset: no other chips"},
		"ori #7,sr":   {[]uint16{0x007C, 0x0700}, 0, 20, "ori, andi or eori to sr"},
		"andi #-1,sr": {[]uint16{0x027C, 0xFFFF}, 0, 20, "ori, andi or eori to sr"},
		"eori #0,sr":  {[]uint16{0x0A7C, 0}, 0, 20, "ori, andi or eori to sr"},
		"move usp":    {[]uint16{0x2047, 0x4E60, 0x4E69}, 0, 4 + 4 + 4, "move usp: no user mode"},
		"btst d0,#1":  {[]uint16{0x7000, 0x013C, 1}, 0, 4 + 10, ""},
		"tas d0":      {[]uint16{0x4AC0}, 0, 4, "tas: its bus cycle"},
		"tas (sp)":    {[]uint16{0x3F00, 0x4AD7, 0x548F}, 0, 8 + 14 + 8, "tas: its bus cycle"},
	} {
		p := handlers(append(c.code, 0x4E75)...)
		m := machine(t, p, m68k.Options{Exceptions: true, TAS: true})
		require.NoError(t, m.CallAddr(0x400, 10_000), name)
		require.Equal(t, c.sum, m.Register("d7"), name)
		require.Equal(t, c.cycles+rts, m.Cycles(), name)
		err := machine(t, p, m68k.Options{}).CallAddr(0x400, 10_000)
		if c.fault == "" {
			require.NoError(t, err, name)
		} else {
			require.ErrorContains(t, err, c.fault, name)
		}
	}
	for _, op := range []uint16{0x4AFC, 0xA123, 0xF123} { // illegal, lines A and F: back to the same instruction
		m := machine(t, handlers(op), m68k.Options{Exceptions: true, TAS: true})
		require.ErrorContains(t, m.CallAddr(0x400, 34+36+34+36), "runaway")
		require.EqualValues(t, 2*map[uint16]uint32{0x4AFC: 4, 0xA123: 10, 0xF123: 11}[op], m.Register("d7"))
	}
	for _, op := range []uint16{0x4E7A, 0x49C0, 0x06C0} { // movec, extb.l, rtm: of later processors
		require.ErrorContains(t, machine(t, handlers(op), m68k.Options{Exceptions: true, TAS: true}).CallAddr(0x400, 1000), "undefined opcode")
	}
}

// A program in user mode has a stack of its own, and may not do what is the supervisor's.
func TestUserMode(t *testing.T) {
	p := handlers(
		0x4E71, 0x4E71, // 400 nop
		0x203C, 0x0001, 0x8000, // 404 move.l #$18000,d0
		0x2040,         // 40a movea.l d0,a0
		0x4E60,         // 40c move a0,usp
		0x46FC, 0x0000, // 40e move #0,sr
		0x2F07,         // 412 move.l d7,-(sp)
		0x46FC, 0x2700, // 414 move #$2700,sr: a privilege violation, whose handler skips it
		0x4E40, // 418 trap #0
		0x60FE, // 41a bra.s *
	)
	rom := p.ROM
	copy(rom[0x1080:], []byte{0x54, 0xAF, 0x00, 0x02, 0x54, 0xAF, 0x00, 0x02, 0x4E, 0x73}) // vector 8: addq.l #2,2(sp), twice; rte
	m := machine(t, p, m68k.Options{Exceptions: true})
	var stacks []uint32
	m.Watch(0x412, func() { stacks = append(stacks, m.Register("sp")) })
	m.Watch(0x1080, func() { stacks = append(stacks, m.Register("sp")) })
	m.Watch(0x418, func() { stacks = append(stacks, m.Register("sp")) })
	m.Watch(0x41A, m.Stop)
	require.ErrorIs(t, m.CallAddr(0x404, 10_000), emu.ErrStopped)
	require.Equal(t, []uint32{0x18000, 0x1FFFC - 6, 0x17FFC}, stacks)
	require.EqualValues(t, 0, m.Register("sr")&0x2000)
	require.EqualValues(t, 32, m.Register("d7"))
	s := m.State()
	m.SetRegister("sr", 0x2700)
	require.EqualValues(t, 0x1FFFC, m.Register("sp"))
	m.SetState(s)
	require.EqualValues(t, 0x17FFC, m.Register("sp"))
}

// An interrupt is accepted only where it may be, leads to its vector, returns behind the stop, and
// takes 44 cycles.
func TestInterrupts(t *testing.T) {
	p := handlers(
		0x46FC, 0x2300, // 400 move #$2300,sr
		0x4E71,         // 404 nop
		0x4E72, 0x2200, // 406 stop #$2200
		0x5286, // 40a addq.l #1,d6
		0x4E75, // 40c rts
	)
	m := machine(t, p, m68k.Options{Exceptions: true})
	m.Watch(0x404, func() { m.Interrupt(3, 0) })
	var at []uint64
	m.Watch(0x1000+16*27, func() { at = append(at, m.Cycles()) })
	require.NoError(t, m.CallAddr(0x400, 10_000))
	require.Equal(t, []uint64{16 + 4 + 4 + 44}, at, "masked before stop")
	require.EqualValues(t, 1, m.Register("d6"))
	require.EqualValues(t, 16+4+4+44+(16+20)+8+16, m.Cycles())

	m.Reset()
	m.Unwatch(0x404)
	m.SetAlarm(16+4+4*5, func() { m.Interrupt(7, 40) })
	m.StartProfile()
	require.NoError(t, m.CallAddr(0x400, 10_000))
	require.EqualValues(t, 40, m.Register("d7"))
	require.EqualValues(t, m.Cycles(), m.StopProfile().Cycles)
	require.EqualValues(t, 16+4+4*6+44+(16+20)+8+16, m.Cycles())
	plain, err := m68k.New(p)
	require.NoError(t, err)
	require.Panics(t, func() { plain.Interrupt(7, 0) })
}

// The package accepts an interrupt in the same way.
func TestInterruptsAsThePackageHasThem(t *testing.T) {
	m := machine(t, handlers(0x4E71, 0x4E71), m68k.Options{Exceptions: true})
	m.SetRegister("sr", 0x2015)
	m.SetRegister("pc", 0x400)
	m.Interrupt(5, 0)
	require.NoError(t, m.Step())
	require.NoError(t, m.Step()) // the package executes the first instruction too

	cpu := chip.New(&bus{rom: handlers(0x4E71, 0x4E71).ROM})
	cpu.SetState(chip.Registers{SR: 0x2015, SSP: 0x20000, PC: 0x400})
	cpu.RequestInterrupt(5, nil)
	cpu.Step()
	r := cpu.Registers()
	require.Equal(t, []uint32{r.PC, r.A[7], r.D[7]}, []uint32{m.PC(), m.Register("sp"), m.Register("d7")})
	require.EqualValues(t, r.SR&0xFF00, m.Register("sr")&0xFF00)
	require.EqualValues(t, cpu.Cycles(), m.Cycles())
	require.EqualValues(t, 0x400, m.ReadWord(m.Register("sp")+4))
	require.EqualValues(t, 0x2015, m.ReadWord(m.Register("sp")))
}

// bus is memory for a chip alone.
type bus struct {
	rom []byte
	ram [0x20000]byte
}

func (b *bus) Read8(a uint32) uint8 {
	if int(a) < len(b.rom) {
		return b.rom[a]
	}
	return b.ram[a]
}
func (b *bus) Read16(a uint32) uint16     { return uint16(b.Read8(a))<<8 | uint16(b.Read8(a+1)) }
func (b *bus) Read32(a uint32) uint32     { return uint32(b.Read16(a))<<16 | uint32(b.Read16(a+2)) }
func (b *bus) Write8(a uint32, v uint8)   { b.ram[a] = v }
func (b *bus) Write16(a uint32, v uint16) { binary.BigEndian.PutUint16(b.ram[a:], v) }
func (b *bus) Write32(a uint32, v uint32) { binary.BigEndian.PutUint32(b.ram[a:], v) }
func (b *bus) Reset()                     {}

// The ROMs and the RAM are where the options put them, changed code is executed as it is, and an
// exception without a vector ends the run.
func TestMapAndCodeInRAM(t *testing.T) {
	rom := make([]byte, 0x40)
	binary.BigEndian.PutUint32(rom[0:], 0x2000)
	for i, w := range []uint16{
		0x31FC, 0x5286, 0x1000, // 10 move.w #$5286,$1000.w: addq.l #1,d6
		0x31FC, 0x4E75, 0x1002, // 16 move.w #$4e75,$1002.w: rts
		0x4EB8, 0x1000, // 1c jsr $1000.w
		0x31FC, 0x5486, 0x1000, // 20 addq.l #2,d6
		0x4EF8, 0x1000, // 26 jmp $1000.w
		0x4E40, // 2a trap #0, whose vector is in a gap
	} {
		binary.BigEndian.PutUint16(rom[0x10+2*i:], w)
	}
	p := &emu.Program{Name: "p", ROM: rom}
	o := m68k.Options{Exceptions: true, Options: emu.Options{
		ROM: []emu.Range{{Size: 0x80}, {Start: 0x90, Size: 0x70}}, RAM: []emu.Range{{Start: 0x1000, Size: 0x1000}}, CodeInRAM: true,
	}}
	m := machine(t, p, o)
	for _, guards := range []bool{true, false} {
		m.SetGuards(guards)
		m.SetRegister("d6", 0)
		require.NoError(t, m.CallAddr(0x10, 1000))
		require.EqualValues(t, 3, m.Register("d6"))
	}
	m.SetGuards(true)
	require.ErrorContains(t, m.CallAddr(0x2A, 1000), "outside the map at $0080")
	require.ErrorContains(t, m.CallAddr(0x1800, 1000), "read of RAM that nobody wrote at $1800")

	o.ROM = []emu.Range{{Size: 0x100}} // the rest of which reads as $ff: an odd address
	p.ROM = append(rom, make([]byte, 0xC0)...)
	require.ErrorContains(t, machine(t, p, o).CallAddr(0x2A, 1000), "code outside the ROM, instruction at $002a")
	o.RAM[0].Start = 1 << 24
	_, err := m68k.NewWithOptions(p, o)
	require.ErrorContains(t, err, "want 1 or more, below $1000000")

	o.RAM = []emu.Range{{Start: 0xFF0000, Size: 0x10000}}                      // the last 64 KB
	p.ROM = []byte{0, 0, 0, 0, 0, 0, 0, 0, 0x31, 0xC7, 0x80, 0x00, 0x4E, 0x75} // move.w d7,$8000.w
	m = machine(t, p, o)
	m.SetRegister("d7", 0x1234)
	require.NoError(t, m.CallAddr(8, 1000))
	require.EqualValues(t, 0x1234, m.ReadWord(0xFF8000))
}
