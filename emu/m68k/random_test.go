package m68k_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m68k"
)

// maker writes a random program by running it: each instruction is tried on a
// machine as it is written, and another is taken if the guards refuse it.
type maker struct {
	*rand.Rand
	m        m68k.Machine
	pc       uint32
	executed map[uint16]bool
}

const (
	// codeEnd is where the random program ends; above are constants.
	codeEnd = 0x4000
	// backAt is where its return address is, which nothing may overwrite: not where numbers
	// are likely to lead.
	backAt = 0x1E370
)

// emit writes an instruction and executes it. It reports whether the guards let
// it pass, and it went on to the next; if not, the registers are as before.
func (g *maker) emit(words ...uint16) bool {
	r := g.m.Regs()
	var d, a [8]uint32
	for n := range 8 {
		d[n], a[n] = r.D(n), r.A(n)
	}
	ccr := r.CCR()
	g.m.WriteBytes(g.pc, bytesOf(words...))
	r.SetPC(g.pc)
	next := g.pc + 2*uint32(len(words))
	err := g.m.Step()
	low := g.m.ReadWord(backAt + 2)
	g.m.WriteBytes(backAt, bytesOf(uint16(m68k.Spec.Home>>16), uint16(m68k.Spec.Home&0xFFFF)))
	if err != nil || g.m.PC() != next || low != uint16(m68k.Spec.Home&0xFFFF) {
		for n := range 8 {
			r.SetD(n, d[n])
			r.SetA(n, a[n])
		}
		r.SetCCR(ccr)
		return false
	}
	g.executed[words[0]] = true
	g.pc = next
	return true
}

// jumps says whether an opcode goes elsewhere, moves the stack's frame or addresses what is
// not there yet, by the PC and an index.
func jumpsOpcode(op uint16) bool {
	switch {
	case op>>12 == 6, op&0xF0F8 == 0x50C8, op&0xFF80 == 0x4E80, op&0xFFF0 == 0x4E50, op&0xFFF8 == 0x4E70:
		return true
	case op&0x3F == 0x3B && op>>12 != 7:
		return true
	}
	return false
}

// isMOVEM says whether an opcode has a list of registers behind it. A 68000 reads one word more than the list
// has, which only an odd address and an empty list show.
func isMOVEM(op uint16) bool { return op&0xFB80 == 0x4880 && op&0x38 != 0 }

// extension is a word that may stand behind an opcode, whatever it is there for: mostly
// something small and even, so that it is a displacement that leads somewhere.
func (g *maker) extension() uint16 {
	switch g.IntN(4) {
	case 0:
		return uint16(g.Uint32())
	case 1:
		return uint16(g.IntN(8))<<12 | uint16(g.IntN(0x40))*2
	default:
		return uint16(g.IntN(0x100)) * 2
	}
}

// instruction writes an instruction that the guards let pass.
func (g *maker) instruction() {
	for {
		switch g.IntN(6) {
		case 0: // lea into RAM
			to := 0x11000 + uint32(g.IntN(0xD000))&^1
			g.emit(0x41F9|uint16(g.IntN(7))<<9, uint16(to>>16), uint16(to))
		case 1: // moveq
			g.emit(0x7000 | uint16(g.IntN(8))<<9 | uint16(g.IntN(256)))
		}
		op := uint16(g.Uint32())
		words := m68k.Words(op)
		if words == 0 || jumpsOpcode(op) {
			continue
		}
		code := []uint16{op}
		for len(code) < words {
			code = append(code, g.extension())
		}
		if words == 3 && g.IntN(2) == 0 { // perhaps an address
			code[1] = 1
		}
		if isMOVEM(op) && code[1] == 0 {
			continue
		}
		if g.emit(code...) {
			return
		}
	}
}

// randomProgram makes a program of some thousand instructions, and a machine that
// is to run it, with random bytes in RAM.
func randomProgram(t *testing.T, seed uint64, executed map[uint16]bool) (m m68k.Machine, ok bool) {
	const begin = 0x100
	p := &emu.Program{Name: fmt.Sprint("random ", seed), ROM: make([]byte, m68k.ROMSize), Symbols: map[string]uint32{"main": begin, "stack_top": backAt + 4}}
	g := &maker{Rand: rand.New(rand.NewPCG(seed, 1)), pc: begin, executed: executed}
	ram := make([]byte, m68k.RAMSize)
	for _, bytes := range [][]byte{p.ROM[codeEnd:], ram} {
		for i := range bytes {
			bytes[i] = byte(g.Uint32())
		}
	}
	machine := func() m68k.Machine {
		m := newMachine(t, p)
		m.WriteBytes(m68k.RAMStart, ram)
		return m
	}
	g.m = machine()
	g.m.Enter(begin)
	require.True(t, g.emit(0x4FF9, 0x0001, 0xE000)) // lea $1e000,sp
	for g.pc < codeEnd-0x100 {
		g.instruction()
	}
	require.True(t, g.emit(0x4FF9, 0x0001, backAt&0xFFFF)) // lea backAt,sp
	g.m.WriteBytes(g.pc, bytesOf(0x4E75))
	g.m.ReadBytes(0, p.ROM)
	return g.mend(p, machine)
}

// mend replaces by nops what the guards refuse of the whole program, since an
// instruction that was not taken may have written something, or one has read code that was not
// written yet. ok is false for a program that loses its return address all the same.
func (g *maker) mend(p *emu.Program, machine func() m68k.Machine) (m m68k.Machine, ok bool) {
	for {
		m = machine()
		var fault *emu.Fault
		if !errors.As(m.Call("main", 0), &fault) {
			return machine(), true
		}
		if fault.Kind == emu.Execute {
			return m, false
		}
		for i := range m68k.Words(m.ReadWord(fault.PC)) {
			binary.BigEndian.PutUint16(p.ROM[fault.PC+2*uint32(i):], 0x4E71)
		}
	}
}

// Programs of all instructions that do not jump leave the same registers and RAM on
// both, after cycles that differ by waits for the bus.
func TestHatariDisagreesOnRandomPrograms(t *testing.T) {
	executed := map[uint16]bool{}
	for seed := range uint64(10) {
		m, ok := randomProgram(t, seed, executed)
		require.True(t, ok, "another seed, please")
		c, err := onHatari(t, m, "main")
		require.NoError(t, err, m.Program().Name)
		require.Greater(t, c.Machine, uint64(50_000))
	}
	require.Greater(t, len(executed), 15_000, "of 45,241 opcodes, 4,100 of them branches")
}
