package z80_test

import (
	"testing"

	koron "github.com/koron-go/z80"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
)

func machine(t *testing.T, p *emu.Program, o z80.Options) z80.Machine {
	t.Helper()
	m, err := z80.NewWithOptions(p, o)
	require.NoError(t, err)
	return m
}

// apart is a map of two ROMs and two RAMs with gaps.
var apart = emu.Options{
	ROM: []emu.Range{{Start: 0, Size: 0x100}, {Start: 0x200, Size: 0x100}},
	RAM: []emu.Range{{Start: 0x100, Size: 0x80}, {Start: 0xF000, Size: 0x1000}},
}

// The ROMs, the RAM and the gaps are where the options put them.
func TestMapOfOnesOwn(t *testing.T) {
	m := machine(t, &emu.Program{
		Name: "p",
		ROM:  []byte{0x3A, 0x00, 0x02, 0x32, 0x10, 0x01, 0x32, 0x00, 0xF0, 0xC9}, // ld a,($200); ld ($110),a; ld ($f000),a; ret
		More: []emu.Image{
			{Name: "table", Data: []byte{42}, Origin: 0x200},
			{Name: "code", Data: []byte{0x00, 0x32, 0x7F, 0x01, 0x32, 0x80, 0x01}, Origin: 0x210, Code: 7}, // ld ($17f),a; ld ($180),a
			{Name: "variable", Data: []byte{7}, Origin: 0x120},
		},
	}, z80.Options{Options: apart})
	for range 2 {
		require.NoError(t, m.CallAddr(0, 1000))
		require.EqualValues(t, 42, m.Read(0x110))
		require.EqualValues(t, 42, m.Read(0xF000))
		require.EqualValues(t, 7, m.Read(0x120))
		require.Equal(t, 2+2+1, m.Usage().Written, "two bytes, the return address, the variable")
		require.ErrorContains(t, m.CallAddr(0x210, 1000), "access outside the map at $0180")
		require.Panics(t, func() { m.Read(0x180) })
		m.Write(0x120, 8)
		m.Reset()
	}
	m.SetGuards(false)
	require.NoError(t, m.CallAddr(0, 1000))
	require.EqualValues(t, 42, m.Read(0xF000))
	s := m.State()
	m.Write(0x110, 1)
	m.Write(0xF000, 2)
	m.SetState(s)
	require.EqualValues(t, 42, m.Read(0x110))
	require.EqualValues(t, 42, m.Read(0xF000))
}

// The stack is in the last RAM, or where the program says; and a call returns to an address outside
// the map.
func TestStackOfAMap(t *testing.T) {
	p := &emu.Program{Name: "p", ROM: []byte{0xC9}}
	for sp, symbols := range map[uint32]map[string]uint32{
		0xFFFE - 2: nil,
		0x0180 - 2: {"stack_bottom": 0x100, "stack_top": 0x180},
	} {
		p.Symbols = symbols
		m := machine(t, p, z80.Options{Options: apart})
		m.Enter(0)
		require.Equal(t, sp, m.SP())
		require.EqualValues(t, 0xEFFF, m.ReadWord(sp), "the last address of the last gap")
	}
}

// A program that does not fit into the map is refused.
func TestMapsThatDoNotFit(t *testing.T) {
	ram := emu.Range{Start: 0x4000, Size: 0x100}
	for want, c := range map[string]struct {
		o    emu.Options
		more []emu.Image
	}{
		"a map without RAM":                         {o: emu.Options{ROM: []emu.Range{ram}}},
		"$4000 to $40ff and $4080 to $417f overlap": {o: emu.Options{RAM: []emu.Range{ram, {Start: 0x4080, Size: 0x100}}}},
		"$20000 bytes at $0000":                     {o: emu.Options{RAM: []emu.Range{{Size: 0x20000}}}},
		"$0 bytes at $4000":                         {o: emu.Options{RAM: []emu.Range{{Start: 0x4000}}}},
		"image of 1 bytes at $0000: want it in one": {o: emu.Options{RAM: []emu.Range{ram}}},
		"b of 2 bytes at $00ff: want it in one":     {o: apart, more: []emu.Image{{Name: "b", Data: []byte{1, 2}, Origin: 0xFF}}},
		"b at $0000, where another image is":        {o: apart, more: []emu.Image{{Name: "b", Data: []byte{1, 2}}}},
	} {
		_, err := z80.NewWithOptions(&emu.Program{Name: "p", ROM: []byte{0xC9}, More: c.more}, z80.Options{Options: c.o})
		require.ErrorContains(t, err, "z80 p: "+want)
	}
}

// An instruction that the program has changed is executed as it is now, in its own T-states.
func TestCodeInRAM(t *testing.T) {
	p := &emu.Program{Name: "p", ROM: []byte{
		0x21, 0x00, 0x40, // ld hl,$4000
		0x36, 0x3C, // ld (hl),$3c: inc a
		0x23,       // inc hl
		0x36, 0xC9, // ld (hl),$c9: ret
		0xCD, 0x00, 0x40, // call $4000
		0x21, 0x00, 0x40, // ld hl,$4000
		0x36, 0x87, // ld (hl),$87: add a,a
		0xCD, 0x00, 0x40, // call $4000
		0xC9, // ret
	}, Symbols: map[string]uint32{"main": 0}}
	for _, core := range []emu.Core{emu.Predecoded, emu.Package} {
		m := machine(t, p, z80.Options{Options: emu.Options{CodeInRAM: true}})
		m.SetCore(core)
		m.StartProfile()
		m.StartCounting()
		m.SetRegister("a", 5)
		require.NoError(t, m.Call("main", 1000))
		require.EqualValues(t, 12, m.Register("a"))
		require.EqualValues(t, 10+10+6+10+17+(4+10)+10+10+17+(4+10)+10, m.Cycles())
		require.EqualValues(t, 2, m.StopCounting().Executed[0x4000])
		require.EqualValues(t, m.Cycles(), m.StopProfile().Cycles)
		require.ErrorContains(t, m.CallAddr(0x4002, 1000), "read of RAM that nobody wrote at $4002")
	}
	m := machine(t, p, z80.Options{})
	require.ErrorContains(t, m.Call("main", 1000), "code outside the ROM, instruction at $4000")
}

// handlers has an interrupt handler for each way there: each puts a number into b.
func handlers(main ...byte) *emu.Program {
	rom := make([]byte, 0x400)
	copy(rom, main)
	handler := func(at int, n byte, end ...byte) { copy(rom[at:], append([]byte{0x06, n}, end...)) }
	handler(0x10, 1, 0xED, 0x4D) // ld b,n; reti
	handler(0x38, 2, 0xED, 0x4D)
	handler(0x66, 3, 0xED, 0x45) // retn
	handler(0x300, 4, 0xED, 0x4D)
	copy(rom[0x280:], []byte{0x00, 0x03}) // the vector of mode 2
	return &emu.Program{Name: "p", ROM: rom}
}

// An interrupt leads where Zilog's manual says, takes the T-states that it gives, and is accepted
// only where it may be.
func TestInterrupts(t *testing.T) {
	for name, c := range map[string]struct {
		mode      []byte
		bus       uint8
		b, states uint64
	}{
		"mode 0": {[]byte{0xED, 0x46}, 0xD7, 1, 13},
		"mode 1": {[]byte{0xED, 0x56}, 0, 2, 13},
		"mode 2": {[]byte{0xED, 0x5E}, 0x80, 4, 19},
	} {
		code := append(c.mode,
			0x3E, 0x02, // ld a,2
			0xED, 0x47, // ld i,a
			0xF3, // di
			0x00, // nop, after which the interrupt is requested
			0xFB, // ei
			0x0C, // inc c: no interrupt before it
			0x0C, // inc c
			0xC9) // ret
		m := machine(t, handlers(code...), z80.Options{Interrupts: true})
		m.Watch(7, func() { m.IRQ(c.bus) })
		var at []uint8
		for _, handler := range []uint32{0x10, 0x38, 0x66, 0x300} {
			m.Watch(handler, func() { at = append(at, uint8(m.Register("c"))) })
		}
		m.SetRegister("c", 0)
		require.NoError(t, m.CallAddr(0, 1000), name)
		require.Equal(t, []uint8{1}, at, "%s: one interrupt, after one instruction", name)
		require.EqualValues(t, c.b, m.Register("b"), name)
		require.EqualValues(t, 8+7+9+4+4+4+4+c.states+(7+14)+4+10, m.Cycles(), name)
		require.EqualValues(t, 2, m.Register("c"))
	}
}

// A halt is left, not returned to, and takes time; an NMI is not masked, and keeps IFF2.
func TestHaltAndNMI(t *testing.T) {
	p := handlers(0xF3, 0x76, 0x0C, 0xC9) // di; halt; inc c; ret
	m := machine(t, p, z80.Options{Interrupts: true})
	m.SetAlarm(4+4*10, func() { m.NMI() })
	m.StartProfile()
	require.NoError(t, m.CallAddr(0, 1000))
	require.EqualValues(t, 3, m.Register("b"))
	require.EqualValues(t, 1, m.Register("c"))
	require.EqualValues(t, 4+4*11+11+(7+14)+4+10, m.Cycles(), "the request comes before the 11th halt")
	profile := m.StopProfile()
	require.EqualValues(t, m.Cycles(), profile.Cycles)
	require.EqualValues(t, 1+11+2+2, profile.Instructions)

	m.Reset()
	m.IRQ(0)
	require.ErrorContains(t, m.CallAddr(0, 1000), "runaway", "interrupts are disabled")
	m, err := z80.NewWithOptions(p, z80.Options{})
	require.NoError(t, err)
	require.ErrorContains(t, m.CallAddr(0, 1000), "halt: no interrupts")
	require.Panics(t, func() { m.NMI() })
}

// A state that was saved in a halt, or with a request, is brought back with it.
func TestStateOfInterrupts(t *testing.T) {
	m := machine(t, handlers(0xED, 0x56, 0xFB, 0x76, 0x0C, 0xC9), z80.Options{Interrupts: true}) // im 1; ei; halt; inc c; ret
	m.Enter(0)
	for range 5 {
		require.NoError(t, m.Step())
	}
	m.IRQ(0)
	s := m.State()
	for range 2 {
		require.NoError(t, m.Continue(1000))
		require.EqualValues(t, 8+4+4*3+13+(7+14)+4+10, m.Cycles())
		m.Reset()
		m.SetState(s)
	}
}

// The package accepts an NMI, and an interrupt of modes 1 and 2 with an even byte on the bus,
// in the same way.
func TestInterruptsAsThePackageHasThem(t *testing.T) {
	for _, c := range []struct {
		name string
		im   int
		nmi  bool
		i    *koron.Interrupt
	}{{"nmi", 1, true, koron.NMIInterrupt()}, {"mode 1", 1, false, koron.IM1Interrupt()}, {"mode 2", 2, false, koron.IM2Interrupt(0x80)}} {
		m := machine(t, handlers(), z80.Options{Interrupts: true})
		mem := make(koron.DumbMemory, 0x10000)
		copy(mem, m.Program().ROM)
		cpu := koron.CPU{Memory: mem, Interrupt: c.i}
		cpu.IFF1, cpu.IFF2, cpu.IM, cpu.IR.Hi, cpu.SP, cpu.PC = true, true, c.im, 0x02, 0x7000, 0x123
		m.Regs().SetAll(z80.All{IFF1: true, IFF2: true, IM: uint8(c.im), I: 2, SP: 0x7000, PC: 0x123})
		if c.nmi {
			m.NMI()
		} else {
			m.IRQ(0x80)
		}
		cpu.Step()
		require.NoError(t, m.Step())
		all := m.Regs().All()
		require.Equal(t, z80.All{IFF2: c.nmi, IM: uint8(c.im), I: 2, R: 1, SP: 0x6FFE, PC: cpu.PC}, all, c.name)
		require.Equal(t, cpu.SP, all.SP, c.name)
		require.Equal(t, cpu.IFF1, all.IFF1, c.name)
		require.EqualValues(t, 0x123, m.ReadWord(0x6FFE))
		require.Equal(t, mem[0x6FFE:0x7000], koron.DumbMemory{m.Read(0x6FFE), m.Read(0x6FFF)})
	}
}

// With the option an undocumented instruction that the package has is executed, in the package's
// T-states; one that the package lacks is refused.
func TestUndocumented(t *testing.T) {
	p := &emu.Program{Name: "p", ROM: []byte{
		0x06, 0xC1, // ld b,$c1
		0xCB, 0x30, // sll b
		0xDD, 0x48, // ld c,b
		0xFD, 0x81, // add a,c
		0xDD, 0x21, 0x00, 0x40, // ld ix,$4000
		0xDD, 0x77, 0x00, // ld (ix+0),a
		0xDD, 0xCB, 0x00, 0x36, // sll (ix+0)
		0xC9, // ret
	}}
	m := machine(t, p, z80.Options{Undocumented: true})
	m.SetRegister("a", 1)
	require.NoError(t, m.CallAddr(0, 1000))
	require.EqualValues(t, 0x83, m.Register("c"))
	require.EqualValues(t, 0x84, m.Register("a"))
	require.EqualValues(t, 0x09, m.Read(0x4000))
	require.EqualValues(t, 7+8+8+8+14+19+23+10, m.Cycles())
	for _, code := range [][]byte{{0xCB, 0x30}, {0xDD, 0x48}, {0xDD, 0xCB, 0, 0x36}, {0xDD, 0x76}} {
		m := machine(t, &emu.Program{Name: "p", ROM: code}, z80.Options{Interrupts: true})
		require.ErrorContains(t, m.CallAddr(0, 1000), "undefined opcode")
	}
	for _, code := range [][]byte{{0xDD, 0x76}, {0xDD, 0xCB, 0, 0x00}, {0xED, 0x70}, {0xED, 0x4C}, {0xDD, 0x00}} {
		m := machine(t, &emu.Program{Name: "p", ROM: code}, z80.Options{Undocumented: true, Interrupts: true, Ports: &wires{}})
		require.ErrorContains(t, m.CallAddr(0, 1000), "undefined opcode")
	}
}

// An instruction that was changed before its first execution, or changed and changed back, takes
// its own T-states.
func TestChangedBeforeExecuted(t *testing.T) {
	all := emu.Options{RAM: []emu.Range{{Size: 0x10000}}, CodeInRAM: true}
	m := machine(t, &emu.Program{Name: "p", Origin: 0x100, ROM: []byte{0xDD, 0x29, 0xC9, 0, 0, 0}}, z80.Options{Options: all}) // add ix,ix; ret
	nops := func() {
		m.WriteBytes(0x100, []byte{0, 0})
		m.ResetCycles()
		require.NoError(t, m.CallAddr(0x100, 100))
		require.EqualValues(t, 4+4+10, m.Cycles())
	}
	m.WriteBytes(0x102, []byte{0xC9, 0, 0})
	nops()
	m.WriteBytes(0x100, []byte{0xDD, 0x29})
	m.Watch(0x100, func() {})
	m.Unwatch(0x100)
	nops()
	m.WriteBytes(0x100, []byte{0xDD, 0x29})
	m.ResetCycles()
	require.NoError(t, m.CallAddr(0x100, 100))
	require.EqualValues(t, 15+10, m.Cycles())
}
