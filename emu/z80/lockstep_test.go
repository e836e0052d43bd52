package z80_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/emu/z80/z80test"
)

// opcodes lists every opcode that the machine executes, with the bytes that
// select it; the displacement of an index bit operation, its third byte, is
// left to the test.
func opcodes() [][]byte {
	t := z80.CopyTiming()
	var all [][]byte
	add := func(table *[256]uint8, prefix ...byte) {
		for op, states := range table {
			if states > 0 {
				all = append(all, append(append([]byte{}, prefix...), byte(op)))
			}
		}
	}
	add(t.Base())
	add(t.CB(), 0xCB)
	add(t.ED(), 0xED)
	add(t.IX(), 0xDD)
	add(t.IX(), 0xFD)
	add(t.IXCB(), 0xDD, 0xCB, 0)
	add(t.IXCB(), 0xFD, 0xCB, 0)
	return all
}

// corners are the operands at which carries, signs and pages change.
var corners = []uint16{
	0x0000, 0x0001, 0x007F, 0x0080, 0x00FF, 0x0100, 0x3FFF, 0x4000, 0x4001, 0x407F, 0x4080,
	0x40FF, 0x4100, 0x7EFF, 0x7F80, 0x7FFE, 0x7FFF, 0x8000, 0x8001, 0xFF7F, 0xFF80, 0xFFFE, 0xFFFF,
}

var displacements = []byte{0x00, 0x01, 0x7F, 0x80, 0xFF, 0xFE}

type source struct{ *rand.Rand }

func (r source) byte() byte { return byte(r.Uint32()) }

// word is a number of 16 bits that is often a corner and often in RAM.
func (r source) word() uint16 {
	switch r.IntN(4) {
	case 0:
		return corners[r.IntN(len(corners))]
	case 1:
		return uint16(r.Uint32())
	}
	return z80.RAMStart + uint16(r.IntN(z80.RAMSize))
}

func (r source) registers() z80.All {
	w := func() uint16 {
		v := r.word()
		if r.IntN(2) == 0 { // corners of the bytes
			v = v<<8 | r.word()&0xFF
		}
		return v
	}
	return z80.All{
		AF: w(), BC: w(), DE: w(), HL: w(), AF2: w(), BC2: w(), DE2: w(), HL2: w(),
		IX: r.word(), IY: r.word(), SP: r.word(), I: r.byte(), R: r.byte(),
		IFF1: r.IntN(2) == 0, IFF2: r.IntN(2) == 0, IM: byte(r.IntN(3)),
	}
}

// instruction is an opcode with random operands.
func (r source) instruction(opcode []byte) []byte {
	b := append([]byte{}, opcode...)
	w := r.word()
	b = append(b, byte(w), byte(w>>8))
	if len(opcode) == 3 {
		b[2] = displacements[r.IntN(len(displacements))]
	} else if r.IntN(2) == 0 {
		b[len(opcode)] = displacements[r.IntN(len(displacements))]
	}
	return b
}

// lab is a machine and its oracle, and a way to put them in any state.
type lab struct {
	source
	m z80.Machine
	o *z80test.Oracle
}

func newLab(t *testing.T, rom []byte, timing *z80.Timing, seed uint64) *lab {
	m, err := z80.NewWithTiming(&emu.Program{Name: "random", ROM: rom}, timing)
	require.NoError(t, err)
	m.SetGuards(false)
	l := &lab{source: source{rand.New(rand.NewPCG(seed, 1))}, m: m}
	ram := make([]byte, z80.RAMSize)
	for i := range ram {
		ram[i] = l.byte()
	}
	m.WriteBytes(z80.RAMStart, ram)
	l.o = z80test.NewOracle(m)
	return l
}

// set sets the registers of both.
func (l *lab) set(r z80.All) {
	l.m.Regs().SetAll(r)
	l.o.SetRegs(r)
}

// step executes one instruction on both and compares everything.
func (l *lab) step() error {
	pc := l.m.PC()
	before := l.m.Regs().All()
	if err := l.m.Step(); err != nil {
		return err
	}
	l.o.Step()
	err := l.o.Compare(l.m)
	if err == nil {
		err = l.o.CompareRAM(l.m)
	}
	if err != nil {
		var code [4]byte
		l.m.ReadBytes(pc, code[:])
		return fmt.Errorf("% x at $%04x after %v: %w", code, pc, before, err)
	}
	return nil
}

// opcodeErrors executes each opcode a number of times with random operands,
// registers and addresses, and returns the first difference of each that has
// one.
func opcodeErrors(t *testing.T, timing *z80.Timing, times int, opcodes [][]byte) map[string]error {
	// Each instruction stands in a ROM of its own place: the machine's
	// copies are patched.
	l := newLab(t, make([]byte, z80.ROMSize), timing, 1)
	wrong := map[string]error{}
	for _, opcode := range opcodes {
		for n := range times {
			code := l.instruction(opcode)
			at := uint16(l.IntN(z80.ROMSize - len(code)))
			if n%4 == 0 { // across a page
				at = at&^0xFF | 0x00FF - uint16(l.IntN(len(code)))
				at = min(at, z80.ROMSize-uint16(len(code)))
			}
			l.m.WriteBytes(uint32(at), code)
			l.o.WriteROM(at, code)
			r := l.registers()
			r.PC = at
			l.set(r)
			if err := l.step(); err != nil {
				wrong[fmt.Sprintf("% x", opcode)] = err
				l.o.Follow(l.m)
				break
			}
		}
	}
	return wrong
}

func TestEveryOpcodeAgreesWithTheOracle(t *testing.T) {
	for opcode, err := range opcodeErrors(t, z80.CopyTiming(), 400, opcodes()) {
		t.Errorf("%s: %v", opcode, err)
	}
}

// The timing table has every documented opcode: with a hole the machine would refuse a good one,
// and the test above leave it out.
func TestNoDocumentedOpcodeIsMissing(t *testing.T) {
	timing := z80.CopyTiming()
	count := func(table *[256]uint8) (n int) {
		for _, states := range table {
			if states > 0 {
				n++
			}
		}
		return n
	}
	require.Equal(t, 256-4-3, count(timing.Base()), "all but prefixes, halt, in and out")
	require.Equal(t, 256-8, count(timing.CB()), "all but sll")
	require.Equal(t, 4+4+8+1+2+3+4+2+8, count(timing.ED()), "sbc adc ld neg ret im ld-i-r rd block")
	require.Equal(t, 39+46, count(timing.IX()), "documented, and those with halves")
	require.Equal(t, 7+3*8, count(timing.IXCB()), "shifts, bit, res, set")
}

func TestOneTStateLessGoesUnnoticed(t *testing.T) {
	all := map[string][]byte{}
	for _, opcode := range opcodes() {
		all[fmt.Sprintf("% x", opcode)] = opcode
	}
	tables := map[string]func(*z80.Timing) *[256]uint8{
		"": (*z80.Timing).Base, "cb ": (*z80.Timing).CB, "ed ": (*z80.Timing).ED,
		"dd ": (*z80.Timing).IX, "dd cb 00 ": (*z80.Timing).IXCB,
	}
	check := func(entry *uint8, timing *z80.Timing, name string) {
		*entry--
		wrong := opcodeErrors(t, timing, 40, [][]byte{all[name]})
		require.Contains(t, wrong, name, "taking a T-state from %s", name)
		require.ErrorContains(t, wrong[name], "cycles")
	}
	for prefix, table := range tables {
		for op, states := range table(z80.CopyTiming()) {
			if name := fmt.Sprintf("%s%02x", prefix, op); states > 0 {
				timing := z80.CopyTiming()
				check(&table(timing)[op], timing, name)
			}
		}
	}
	for op, states := range z80.CopyTiming().Taken() {
		if states > 0 {
			timing := z80.CopyTiming()
			check(&timing.Taken()[op], timing, fmt.Sprintf("%02x", op))
		}
	}
	for op, states := range z80.CopyTiming().Again() {
		if states > 0 {
			timing := z80.CopyTiming()
			check(&timing.Again()[op], timing, fmt.Sprintf("ed %02x", op))
		}
	}
}

// A stream runs through a ROM full of random instructions, jumping as they
// say, so that each instruction meets the registers and flags that others
// left. Where it leaves the ROM or meets an opcode that the machine refuses,
// it is set down elsewhere, and now and then in any case.
func TestRandomStreamsAgreeWithTheOracle(t *testing.T) {
	all := opcodes()
	for seed := range uint64(10) {
		r := source{rand.New(rand.NewPCG(seed, 2))}
		var rom []byte
		for len(rom) < z80.ROMSize {
			opcode := all[r.IntN(len(all))]
			if len(opcode) > 1 && r.IntN(3) > 0 {
				continue // prefixes have more opcodes than their share
			}
			rom = append(rom, r.instruction(opcode)...)
		}
		l := newLab(t, rom[:z80.ROMSize], z80.CopyTiming(), seed)
		l.set(l.registers())
		setDown := func() {
			regs := l.m.Regs().All()
			regs.PC = uint16(l.IntN(z80.ROMSize))
			regs.SP = l.word()
			l.set(regs)
		}
		executed, at := 0, map[uint32]bool{}
		for n := range 30_000 {
			if n%100 == 0 || l.m.Returned() { // out of a closed loop, or gone to the return address
				setDown()
			}
			pc := l.m.PC()
			err := l.step()
			var fault *emu.Fault
			if errors.As(err, &fault) && (fault.Kind == emu.Undefined || fault.Kind == emu.Unsupported || fault.Kind == emu.Execute) {
				setDown()
				continue
			}
			require.NoError(t, err, "seed %d", seed)
			executed++
			at[pc] = true
		}
		require.Greater(t, len(at), 3_000, "different instructions executed")
		require.Greater(t, executed, 15_000)
	}
}

// sorter is a program that an assembler could have made: it fills a table
// with pseudo-random bytes and sorts it by insertion.
var sorter = &emu.Program{
	Name: "sorter",
	ROM: []byte{
		0x21, 0x00, 0x41, //       0000 main: ld hl,table
		0x11, 0x34, 0x12, //       0003 ld de,$1234
		0x06, 0x40, //             0006 ld b,64
		0xCD, 0x30, 0x00, //       0008 fill: call random
		0x77,       //             000B ld (hl),a
		0x23,       //             000C inc hl
		0x10, 0xF9, //             000D djnz fill
		0xDD, 0x21, 0x01, 0x41, // 000F ld ix,table+1
		0x06, 0x3F, //             0013 ld b,63
		0xDD, 0xE5, //             0015 insert: push ix
		0xE1,       //       0017 pop hl
		0x7E,       //       0018 ld a,(hl)
		0x2B,       //       0019 shift: dec hl
		0xBE,       //       001A cp (hl)
		0x30, 0x09, //             001B jr nc,place
		0x4E,       //             001D ld c,(hl)
		0x23,       //             001E inc hl
		0x71,       //             001F ld (hl),c
		0x2B,       //             0020 dec hl
		0xCB, 0x45, //             0021 bit 0,l
		0x7F,       //            0023 ld a,a
		0x18, 0xF3, //             0024 jr shift
		0x23,       //             0026 place: inc hl
		0x77,       //             0027 ld (hl),a
		0xDD, 0x23, //             0028 inc ix
		0x10, 0xE9, //             002A djnz insert
		0xC9,             //       002C ret
		0x00, 0x00, 0x00, //       002D
		0x7B,       //             0030 random: ld a,e
		0xCB, 0x23, //             0031 sla e
		0xCB, 0x12, //             0033 rl d
		0x30, 0x04, //             0035 jr nc,done
		0x7B,       //             0037 ld a,e
		0xEE, 0x2D, //             0038 xor $2d
		0x5F, //             003A ld e,a
		0x7A, //             003B done: ld a,d
		0x83, //             003C add a,e
		0xC9, //             003D ret
	},
	Symbols: map[string]uint32{"main": 0, "random": 0x30, "table": 0x4100},
}

func TestLockstepOfAWholeProgram(t *testing.T) {
	// The byte below the table ends the insertion.
	setup := func(write func(addr uint16, b byte)) { write(0x40FF, 0) }
	require.NoError(t, z80test.Lockstep(sorter, "main", setup, 1_000_000))

	m, err := z80.New(sorter)
	require.NoError(t, err)
	m.Write(0x40FF, 0)
	require.NoError(t, m.Call("main", 1_000_000))
	var table [64]byte
	m.ReadBytes(0x4100, table[:])
	require.True(t, slices.IsSorted(table[:]), "the program does not do what it is to do: % x", table)
}

func TestLockstepSaysWhereItStops(t *testing.T) {
	require.ErrorContains(t, z80test.Lockstep(sorter, "main", nil, 1_000_000), "read of RAM that nobody wrote at $40ff")
	require.ErrorContains(t, z80test.Lockstep(sorter, "nowhere", nil, 0), "no label nowhere")
	setup := func(write func(addr uint16, b byte)) { write(0x40FF, 0) }
	require.ErrorContains(t, z80test.Lockstep(sorter, "main", setup, 1000), "no return within 1000 cycles")

	timing := z80.CopyTiming()
	timing.CB()[0x12]--
	m, err := z80.NewWithTiming(sorter, timing)
	require.NoError(t, err)
	m.Write(0x40FF, 0)
	m.Enter(0)
	require.ErrorContains(t, z80test.Run(m, 0), "at $0033 random+$3: cycles")
}

// BenchmarkLockstep shows what a check of a whole program costs.
func BenchmarkLockstep(b *testing.B) {
	m, err := z80.New(sorter)
	require.NoError(b, err)
	m.Write(0x40FF, 0)
	for range b.N {
		m.Enter(0)
		require.NoError(b, z80test.Run(m, 0))
	}
	b.ReportMetric(float64(m.Cycles())/b.Elapsed().Seconds()/1e6, "emulated-MHz")
}
