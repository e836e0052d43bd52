package m6502_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	beevik "github.com/beevik/go6502/cpu"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/emu/m6502/m6502test"
)

// agree wants no error of a comparison, which is skipped without sim65.
func agree(t *testing.T, err error) {
	t.Helper()
	if errors.Is(err, m6502test.ErrNoSim65) {
		t.Skip(err)
	}
	require.NoError(t, err)
}

// compare compares a routine of the sorter on a machine of a certain instruction
// set, with all registers and some RAM in use.
func compare(t *testing.T, label string, set *beevik.InstructionSet) error {
	m, err := m6502.NewWithInstructionSet(sorter, set)
	require.NoError(t, err)
	for name, value := range map[string]uint32{"a": 0x11, "x": 0x22, "y": 0x33, "p": 0xC1} {
		m.SetRegister(name, value)
	}
	m.Write(0x0010, 0x88)
	m.Write(0x3FFF, 0x99)
	m.Enter(sorter.Symbols[label])
	return m6502test.Run(m, 0)
}

func TestSim65DisagreesOnAProgram(t *testing.T) {
	agree(t, compare(t, "main", m6502.CopyInstructionSet()))
	agree(t, compare(t, "random", m6502.CopyInstructionSet()))
}

// sim65 has routines of its own at the end of the ROM; our machine reads that as any other place.
func TestSim65DisagreesOnTheROMsEnd(t *testing.T) {
	p := program(0xA2, 0x0B, 0xBD, 0xF4, 0xFF, 0x95, 0x10, 0xCA, 0x10, 0xF8, 0x60) // ldx #11; lda $fff4,x; sta $10,x; dex; bpl -8; rts
	p.ROM = append(p.ROM, make([]byte, m6502.ROMSize-len(p.ROM))...)
	copy(p.ROM[m6502.ROMSize-12:], "book 0vector")
	m := newMachine(t, p)
	m.Enter(0x8000)
	agree(t, m6502test.Run(m, 0))
	require.Equal(t, byte('b'), m.Read(0x10))
}

// What sim65 is known to do wrong is not blamed on the machine.
func TestSim65IsTrustedTooFar(t *testing.T) {
	wrong, err := m6502test.Wrong()
	agree(t, err)
	require.ErrorContains(t, m6502test.Run(newMachine(t, sorter), 0), "sim65 sorter: no routine has just been entered at $ffff")
	m := newMachine(t, program(0x3E, 0x10, 0x00, 0x60)) // rol $10,x
	m.Write(0x10, 0x81)
	m.Enter(0x8000)
	err = m6502test.Run(m, 0)
	if len(wrong) == 0 {
		require.NoError(t, err)
	} else {
		require.EqualError(t, err, "the sim65 that is installed executes opcode $3e wrong, and trial has it at $8010")
	}
}

// With one of go6502's instructions changed the comparison with sim65 fails.
func TestSim65SeesNoDifference(t *testing.T) {
	const asl, ldaAbsoluteX, eor, ora, staZP, stxZP = 0x0A, 0xBD, 0x49, 0x09, 0x85, 0x86
	for _, tt := range []struct {
		label  string
		change func(set *beevik.InstructionSet)
		says   string
	}{
		{"random", func(set *beevik.InstructionSet) { set.Lookup(asl).Cycles-- },
			"sim65 counts 18 cycles, the machine 17"}, // 3+2+2+2+3+6
		{"main", func(set *beevik.InstructionSet) { set.Lookup(ldaAbsoluteX).BPCycles-- }, "cycles, the machine"},
		{"random", func(set *beevik.InstructionSet) { *set.Lookup(eor) = *set.Lookup(ora) },
			"sim65 returns with a=0d x=22 y=33 p=61, the machine with a=1d x=22 y=33 p=61"},
		{"random", func(set *beevik.InstructionSet) { *set.Lookup(staZP) = *set.Lookup(stxZP) },
			"sim65 leaves 0d at $0010, the machine 22"},
	} {
		set := m6502.CopyInstructionSet()
		tt.change(set)
		err := compare(t, tt.label, set)
		if errors.Is(err, m6502test.ErrNoSim65) {
			t.Skip(err)
		}
		require.ErrorContains(t, err, tt.says)
	}
}

// maker writes a random program by running it: each instruction is tried on a
// machine as it is written, and another is taken if the guards refuse it.
type maker struct {
	*rand.Rand
	m        m6502.Machine
	pc       uint32
	executed map[byte]bool
}

// emit writes an instruction and executes it. It reports whether the guards
// let it pass; if not, nothing has happened.
func (g *maker) emit(code ...byte) bool {
	r := g.m.Regs()
	a, x, y, p, s := r.A(), r.X(), r.Y(), r.P(), r.S()
	g.m.WriteBytes(g.pc, code)
	r.SetPC(uint16(g.pc))
	if err := g.m.Step(); err != nil {
		r.SetA(a)
		r.SetX(x)
		r.SetY(y)
		r.SetP(p)
		r.SetS(s)
		return false
	}
	g.executed[code[0]] = true
	g.pc = g.m.PC()
	return true
}

// must is emit of what the guards let pass.
func (g *maker) must(code ...byte) {
	if !g.emit(code...) {
		panic(fmt.Sprintf("refused at $%04x: % x", g.pc, code))
	}
}

// word is emit of an instruction with an address.
func (g *maker) word(op byte, addr uint32) { g.must(op, byte(addr), byte(addr>>8)) }

// load and push put a constant into A, and on the stack.
func (g *maker) load(v uint32) { g.must(0xA9, byte(v)) }
func (g *maker) push(v uint32) { g.load(v); g.must(0x48) }

// instruction writes an instruction that the guards let pass, or with what goes before it
// for it to go on behind it.
func (g *maker) instruction(sheet []entry) {
	if g.m.Regs().S() < 0x10 { // a push that is refused has been made
		g.must(0xA2, 0xF0) // ldx #; txs
		g.must(0x9A)
	}
	for {
		e := sheet[g.IntN(len(sheet))]
		switch {
		case refused[e.name]:
		case e.name == "jsr":
			if g.emit(e.opcode, byte(g.pc+3), byte((g.pc+3)>>8)) {
				return
			}
		case e.name == "rts":
			// lda #, pha, lda #, pha, rts
			back := g.pc + 7 - 1
			g.push(back >> 8)
			g.push(back & 0xFF)
			g.must(e.opcode)
			return
		case e.mode == "(abs)":
			// lda #, sta, lda #, sta, jmp ()
			at, next := 0x3F00+uint32(g.IntN(0xFF)), g.pc+13
			g.load(next & 0xFF)
			g.word(0x8D, at)
			g.load(next >> 8)
			g.word(0x8D, at+1)
			g.word(e.opcode, at)
			return
		case e.name == "jmp":
			g.word(e.opcode, g.pc+3+uint32(g.IntN(4)))
			return
		case e.mode == "rel":
			g.must(e.opcode, byte(g.IntN(8)))
			return
		default:
			code := []byte{e.opcode, byte(g.Uint32()), byte(g.IntN(m6502.RAMSize >> 8))}
			if !g.astray(e.mode, code[1]) && g.emit(code[:e.length()]...) {
				return
			}
		}
	}
}

// codeEnd is where the random program ends; above are constants.
const codeEnd = 0xB000

// astray reports whether an instruction goes through a pointer that the comparison has no
// use for: to the program itself, of which not all has been written, or so close to
// the end of memory that the index leads around to its beginning, where sim65 doesn't go.
func (g *maker) astray(mode string, operand byte) bool {
	switch mode {
	case "(zp,x)":
		operand += g.m.Regs().X()
	case "(zp),y":
	default:
		return false
	}
	pointer := uint32(g.m.Read(uint32(operand))) | uint32(g.m.Read(uint32(operand+1)))<<8
	return pointer+0xFF >= m6502.ROMStart && pointer < codeEnd || pointer > 0xFF00
}

// randomProgram makes a program of some thousand instructions, and the RAM that it
// begins with.
func randomProgram(t *testing.T, seed uint64, sheet []entry, executed map[byte]bool) (p *emu.Program, ram []byte) {
	p = &emu.Program{Name: fmt.Sprint("random ", seed), Origin: m6502.ROMStart, ROM: make([]byte, m6502.ROMSize)}
	g := &maker{Rand: rand.New(rand.NewPCG(seed, 1)), pc: m6502.ROMStart, executed: executed}
	ram = make([]byte, m6502.RAMSize)
	for _, bytes := range [][]byte{p.ROM[codeEnd-m6502.ROMStart:], ram} {
		for i := range bytes {
			bytes[i] = byte(g.Uint32())
		}
	}
	g.m = newMachine(t, p)
	g.m.WriteBytes(m6502.RAMStart, ram)
	g.m.Enter(m6502.ROMStart)
	for g.pc < codeEnd-0x100 {
		g.instruction(sheet)
	}
	g.must(0xA2, 0xFF) // ldx #; txs
	g.must(0x9A)
	g.push((m6502.Spec.Home - 1) >> 8)
	g.push((m6502.Spec.Home - 1) & 0xFF)
	g.must(0x60)
	g.m.ReadBytes(m6502.ROMStart, p.ROM)
	return p, ram
}

// Programs of all documented instructions leave the same registers and RAM on both, after the same
// number of cycles.
func TestSim65DisagreesOnRandomPrograms(t *testing.T) {
	wrong, err := m6502test.Wrong()
	agree(t, err)
	sheet := slices.DeleteFunc(entries(t, dataSheet), func(e entry) bool { return slices.Contains(wrong, e.opcode) })
	executed := map[byte]bool{}
	for seed := range uint64(20) {
		p, ram := randomProgram(t, seed, sheet, executed)
		m := newMachine(t, p)
		m.WriteBytes(m6502.RAMStart, ram)
		m.Enter(m6502.ROMStart)
		agree(t, m6502test.Run(m, 0))
		require.Greater(t, m.Cycles(), uint64(10_000))
	}
	require.Len(t, executed, len(sheet)-len(refused))
}
