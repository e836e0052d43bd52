package m6502_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
)

// way executes a number of instructions or interrupts, and returns PC after each.
func way(t *testing.T, m m6502.Machine, steps int) (pcs []uint32) {
	t.Helper()
	for range steps {
		require.NoError(t, m.Step())
		pcs = append(pcs, m.PC())
	}
	return pcs
}

// An interrupt is accepted at its instruction: cli, sei and plp look for one before they change I,
// rti behind it.
func TestWhenInterruptsAreAccepted(t *testing.T) {
	for name, c := range map[string]struct {
		code    []byte
		before  int
		request func(m m6502.Machine)
		want    []uint32
	}{
		"NMI first, then its rti, then IRQ": {
			[]byte{0x58, 0xEA, 0xEA, 0xEA}, 2, // cli; nop; nop; nop
			func(m m6502.Machine) { m.IRQ(); m.NMI() },
			[]uint32{0x9100, 0x9101, 0x8002, 0x9000, 0x9001, 0x8002, 0x8003},
		},
		"sei lets one through": {
			[]byte{0x58, 0xEA, 0x78, 0xEA}, 2, // cli; nop; sei; nop
			func(m m6502.Machine) { m.Watch(0x8002, m.IRQ) },
			[]uint32{0x8003, 0x9000, 0x9001, 0x8003, 0x8004},
		},
		"plp lets one through one instruction later": {
			[]byte{0xA9, 0x00, 0x48, 0x28, 0xEA, 0xEA}, 2, // lda #0; pha; plp; nop; nop
			m6502.Machine.IRQ,
			[]uint32{0x8004, 0x8005, 0x9000, 0x9001, 0x8005, 0x8006},
		},
		"none after Reset": {[]byte{0xEA, 0xEA}, 0, m6502.Machine.IRQ, []uint32{0x8001, 0x8002}},
	} {
		m := machine(t, handlers(c.code...), m6502.Options{Interrupts: true})
		m.Enter(0x8000)
		way(t, m, c.before)
		c.request(m)
		require.Equal(t, c.want, way(t, m, len(c.want)), name)
	}
}

// An interrupt that was requested during the last instruction of a call is accepted in the next
// call, and not where there is no code.
func TestRequestAtTheEndOfACall(t *testing.T) {
	m := machine(t, handlers(0x58, 0x60), m6502.Options{Interrupts: true}) // cli; rts
	m.Watch(0x8001, m.IRQ)
	require.NoError(t, m.CallAddr(0x8000, 1000))
	require.EqualValues(t, 2+6, m.Cycles())
	require.EqualValues(t, 0, m.Register("x"))
	m.Unwatch(0x8001)
	require.NoError(t, m.CallAddr(0x8000, 1000))
	require.EqualValues(t, 1, m.Register("x"))
}

// A saved state has the requests, and Reset drops them.
func TestStateOfInterrupts(t *testing.T) {
	m := machine(t, handlers(0xEA, 0x58, 0xEA, 0xEA, 0x60), m6502.Options{Interrupts: true}) // nop; cli; nop; nop; rts
	m.Enter(0x8000)
	way(t, m, 1)
	m.IRQ()
	m.NMI()
	s := m.State()
	for range 2 {
		require.NoError(t, m.Continue(1000))
		require.Equal(t, []uint32{1, 1}, []uint32{m.Register("x"), m.Register("y")})
		m.Reset()
		m.SetState(s)
	}
	m.Reset()
	require.NoError(t, m.CallAddr(0x8000, 1000))
	require.Equal(t, []uint32{0, 0}, []uint32{m.Register("x"), m.Register("y")})
}

// Without their option there are no interrupts and no rti.
func TestNoInterruptsWithoutTheOption(t *testing.T) {
	m := machine(t, handlers(0x40), m6502.Options{Decimal: true})
	require.Panics(t, m.IRQ)
	require.Panics(t, m.NMI)
	require.ErrorContains(t, m.CallAddr(0x8000, 1000), "rti: no interrupts")
}

// A brk is a call and an rti a return in a profile.
func TestProfileOfAHandler(t *testing.T) {
	p := handlers(0xA2, 0x00, 0x00, 0xFF, 0xEA, 0x60)                         // ldx #0; brk; (a byte); nop; rts
	copy(p.ROM[0x1000:], []byte{0xE8, 0xE0, 0x02, 0xF0, 0x02, 0, 0xFF, 0x40}) // inx; cpx #2; beq end; brk; (a byte); end: rti
	p.Symbols = map[string]uint32{"main": 0x8000, "handler": 0x9000}
	m := machine(t, p, m6502.Options{Interrupts: true})
	m.StartProfile()
	require.NoError(t, m.Call("main", 1000))
	profile := m.StopProfile()
	handler, main := profile.Routine("handler"), profile.Routine("main")
	const outer, inner = 2 + 2 + 2 + 7 + 6, 2 + 2 + 3 + 6
	require.EqualValues(t, 2, handler.Calls)
	require.EqualValues(t, outer+inner, handler.Total)
	require.EqualValues(t, 2+7+2+6+outer+inner, main.Total)
}

// Without guards a write to ROM or to where nothing is changes nothing.
func TestWritesWithoutGuards(t *testing.T) {
	p := handlers(0xA9, 0x55, 0x8D, 0x00, 0x80, 0x8D, 0x00, 0x70, 0xAD, 0x00, 0x70, 0x60) // lda #$55; sta $8000; sta $7000; lda $7000; rts
	m := machine(t, p, m6502.Options{Options: emu.Options{
		ROM: []emu.Range{{Start: 0x8000, Size: 0x8000}}, RAM: []emu.Range{{Size: 0x200}},
	}})
	m.SetGuards(false)
	require.NoError(t, m.CallAddr(0x8000, 1000))
	require.EqualValues(t, 0xA9, m.Read(0x8000))
	require.EqualValues(t, 0xFF, m.Register("a"))
}

// An opcode that a program writes over an instruction, or that the end of RAM cuts off, is refused
// where it is undefined.
func TestUndefinedCodeInRAM(t *testing.T) {
	code := emu.Image{Name: "code", Origin: 0x300, Data: []byte{
		0xEA,       //             0300 nop, which becomes $02
		0xA9, 0x02, //             0301 lda #2
		0x8D, 0x00, 0x03, //       0303 sta $0300
		0x4C, 0x00, 0x03, //       0306 jmp $0300
	}}
	p := handlers()
	p.More = []emu.Image{code, {Name: "end", Origin: 0x3FE, Data: []byte{0x6C, 0x00}}} // jmp (
	m := machine(t, p, m6502.Options{Options: emu.Options{
		ROM: []emu.Range{{Start: 0x8000, Size: 0x8000}}, RAM: []emu.Range{{Size: 0x400}}, CodeInRAM: true,
	}, JumpAtPageEnd: true})
	require.ErrorContains(t, m.CallAddr(0x300, 1000), "undefined opcode $02 (jam), instruction at $0300")
	require.ErrorContains(t, m.CallAddr(0x3FE, 1000), "undefined opcode $6C $00 (jmp, which the end of the code cuts off), instruction at $03fe")
	m.Reset()
	m.Watch(0x301, func() { m.Write(0x301, 0x02) }) // of the host, just before it is executed
	require.ErrorContains(t, m.CallAddr(0x300, 1000), "undefined opcode $02 (jam), instruction at $0301")
}

// A RAM that ends within the stack's page is refused.
func TestHalfAStackPage(t *testing.T) {
	_, err := m6502.NewWithOptions(handlers(), m6502.Options{Options: emu.Options{
		ROM: []emu.Range{{Start: 0x8000, Size: 0x8000}}, RAM: []emu.Range{{Size: 0x1FF}},
	}})
	require.ErrorContains(t, err, "6502 p: no RAM at $0100 to $01ff")
}
