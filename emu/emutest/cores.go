// Package emutest has the tests that the machines share and that each needs code of its own for: programs, the two cores
// in lock-step, single steps, speed. What does not depend on the CPU is tested in package emu.
package emutest

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/testdata/switches"
)

// Cores runs random programs on a machine's two cores in lock-step.
type Cores struct {
	New  func(*emu.Program) (emu.Machine, error)
	Spec emu.Spec
	// Fill fills code with random instructions.
	Fill func(r *rand.Rand, code []byte)
	// Align is the alignment of instructions, 1 or 2.
	Align uint32
	// Registers are the names of all registers but PC, the stack pointer last.
	Registers []string
	// Same reports whether two machines have the same registers, flags included.
	Same func(a, b emu.Machine) bool
	// Before is called before each run with the cycles that it may take; a run of one cycle
	// executes one instruction.
	Before func(m emu.Machine, cycles uint64)
}

// codeSize is the size of a random program.
const codeSize = 0x1000

// pair is a machine with the predecoded core and one with the package's.
type pair struct {
	t *testing.T
	*Cores
	r    *rand.Rand
	m    [2]emu.Machine
	seen [2]uint64 // callbacks so far
	seed uint64
	ram  [2][]byte

	cycles uint64 // of all runs
}

// Instructions returns the number of instructions of a test: 300,000, or the number of
// SEARCHEX_TESTS=instructions=N.
func Instructions() int { return switches.Number("instructions", 300_000) }

// Run executes at least a number of instructions, from seed on or from SEARCHEX_TESTS=seed=N. After each instruction or block of
// a few, registers, flags, cycles and errors must be the same on both cores; every few
// blocks, all RAM and its marks too. Callbacks of watches and alarms change registers,
// RAM, ROM and watches.
func (c *Cores) Run(t *testing.T, seed uint64, instructions int) {
	t.Helper()
	seed = uint64(switches.Number("seed", int(seed)))
	from, done, cycles := seed, 0, uint64(0)
	for ; done < instructions; seed++ {
		p := pair{t: t, Cores: c, r: rand.New(rand.NewPCG(seed, 1)), seed: seed}
		done += p.program(min(instructions, max(2_500, min(instructions/1000, 10_000))))
		cycles += p.cycles
	}
	t.Logf("seeds %d to %d: %d comparisons after %d cycles", from, seed-1, done, cycles)
}

// Modifying returns Fill with stores among the instructions, into code that follows soon: store
// returns the instruction that stores at an address, if the code begins at a start.
func (c *Cores) Modifying(store func(r *rand.Rand, addr uint32) []byte) func(r *rand.Rand, code []byte) {
	fill, start, align := c.Fill, c.Spec.ROM.Start, int(c.Align)
	return func(r *rand.Rand, code []byte) {
		fill(r, code)
		for i := 0; i+64 < len(code); i += (1 + r.IntN(40)) * align {
			copy(code[i:], store(r, start+uint32(i+r.IntN(24)*align)))
		}
	}
}

// Changes changes the code and the watches of machines at random. Then fresh decodes all
// addresses anew; it reports whether the entries were as they are now.
func (c *Cores) Changes(t *testing.T, fresh func(m emu.Machine) (same bool)) {
	t.Helper()
	code := make([]byte, codeSize)
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		c.Fill(r, code)
		m, err := c.New(&emu.Program{ROM: code, Origin: c.Spec.ROM.Start})
		require.NoError(t, err)
		for range 100 { // few, so that one does not mend what another has left
			at := c.Spec.ROM.Start + uint32(r.IntN(codeSize))
			switch r.IntN(3) {
			case 0:
				m.Watch(at/c.Align*c.Align, func() {})
			case 1:
				m.Unwatch(at / c.Align * c.Align)
			case 2:
				m.Write(at, byte(r.Uint32()))
			}
		}
		require.True(t, fresh(m), "seed %d: entries are not up to date", seed)
	}
}

// program makes a program and runs it from many addresses.
func (p *pair) program(instructions int) (done int) {
	code := make([]byte, codeSize)
	p.Fill(p.r, code)
	for i := range p.m {
		m, err := p.New(&emu.Program{Name: "random", ROM: append([]byte(nil), code...), Origin: p.Spec.ROM.Start})
		require.NoError(p.t, err)
		p.m[i], p.ram[i] = m, make([]byte, p.Spec.RAM.Size)
	}
	p.m[1].SetCore(emu.Package)
	for run := 0; done < instructions; run++ {
		if run%64 == 0 {
			p.renew()
		}
		done += p.run()
		if run%16 == 15 || done >= instructions {
			p.sameMemory()
		}
	}
	return done
}

// both calls a function for both machines.
func (p *pair) both(f func(m emu.Machine)) {
	f(p.m[0])
	f(p.m[1])
}

// renew resets the machines, fills most of their RAM and sets some watches.
func (p *pair) renew() {
	ram := make([]byte, p.Spec.RAM.Size)
	for i := 0; i+8 <= len(ram); i += 8 {
		binary.LittleEndian.PutUint64(ram[i:], p.r.Uint64())
	}
	guards := p.r.IntN(2) == 0
	from, to := p.r.IntN(len(ram)/4), len(ram)-p.r.IntN(len(ram)/4)
	watches := make([]uint32, p.r.IntN(8))
	for i := range watches {
		watches[i] = p.code(p.r.Uint32())
	}
	p.seen = [2]uint64{}
	for i, m := range p.m {
		m.Reset()
		m.UnwatchAll()
		m.SetAlarm(0, nil)
		m.SetGuards(guards)
		m.WriteBytes(p.Spec.RAM.Start, ram[:from])
		m.WriteBytes(p.Spec.RAM.Start+uint32(to), ram[to:])
		if guards || p.seed%2 == 0 {
			m.WriteBytes(p.Spec.RAM.Start, ram)
		}
		for _, at := range watches {
			m.Watch(at, p.callback(i))
		}
	}
}

// code returns an address in the program.
func (p *pair) code(any uint32) uint32 {
	return p.Spec.ROM.Start + any%codeSize/p.Align*p.Align
}

// codeNear returns an address in the program, often one shortly behind pc.
func (p *pair) codeNear(pc, any uint32) uint32 {
	if any&0x80000000 == 0 {
		return p.code(any)
	}
	return p.code(pc - p.Spec.ROM.Start + any%16)
}

// callback returns a callback of a machine. What it does depends on how many there have been
// and on PC alone.
func (p *pair) callback(i int) func() {
	return func() {
		m := p.m[i]
		p.seen[i]++
		r := rand.New(rand.NewPCG(p.seen[i], uint64(m.PC())))
		any := r.Uint32()
		switch r.IntN(10) {
		case 0:
			m.SetRegister(p.Registers[r.IntN(len(p.Registers)-1)], any)
		case 1:
			m.Write(p.Spec.RAM.Start+any%p.Spec.RAM.Size, byte(any>>24))
		case 2:
			var b [4]byte
			p.Fill(r, b[:])
			m.WriteBytes(min(p.codeNear(m.PC(), any), p.Spec.ROM.Start+codeSize-4), b[:])
		case 3:
			m.SetAlarm(m.Cycles()+uint64(any%60), p.callback(i))
		case 4:
			m.Stop()
		case 5:
			if at := m.PC() - p.Spec.ROM.Start; at < codeSize { // an alarm may find it anywhere
				m.Unwatch(m.PC())
			}
		case 6:
			m.Watch(p.codeNear(m.PC(), any), p.callback(i))
		case 7:
			m.SetRegister("pc", p.code(any))
		}
	}
}

// run runs from a random address until a fault, and returns how many times it has
// continued.
func (p *pair) run() (done int) {
	at, registers := p.code(p.r.Uint32()), make([]uint32, len(p.Registers)-1)
	for i := range registers {
		registers[i] = p.value()
	}
	p.both(func(m emu.Machine) {
		m.Enter(at)
		for i, v := range registers {
			m.SetRegister(p.Registers[i], v)
		}
	})
	began := p.m[0].Cycles()
	defer func() { p.cycles += p.m[0].Cycles() - began }()
	for done = 1; done < 200; done++ {
		budget, stops := uint64(1), p.r.IntN(8) != 0
		if p.r.IntN(2) == 0 {
			budget = 1 + p.r.Uint64N(100)
		}
		p.Before(p.m[0], budget)
		pc := p.m[0].PC()
		var err [2]error
		for i, m := range p.m {
			if stops {
				m.SetAlarm(m.Cycles()+budget, m.Stop)
				err[i] = m.Continue(1000) // the callback of a watch may move the alarm
			} else {
				err[i] = m.Continue(budget)
			}
		}
		a, b := p.m[0], p.m[1]
		if !p.Same(a, b) || a.Cycles() != b.Cycles() || p.seen[0] != p.seen[1] || !sameError(err[0], err[1]) {
			p.t.Fatalf("seed %d, from $%04x, %d cycles at most:\npredecoded %s, cycle %d, %d callbacks, %v\npackage    %s, cycle %d, %d callbacks, %v",
				p.seed, pc, budget, a.Registers(), a.Cycles(), p.seen[0], err[0], b.Registers(), b.Cycles(), p.seen[1], err[1])
		}
		if f, ok := err[0].(*emu.Fault); err[0] == nil || ok && f.Kind != emu.Runaway {
			break
		}
	}
	return done
}

// value returns a random value of a register, often one near a bound.
func (p *pair) value() uint32 {
	v := p.r.Uint32()
	switch p.r.IntN(6) {
	case 0:
		return v % 4
	case 1:
		return -(v % 4)
	case 2:
		return v
	}
	v = p.Spec.RAM.Start + v%p.Spec.RAM.Size
	if p.r.IntN(8) != 0 {
		v -= v % p.Align
	}
	return v
}

// sameError reports whether two runs ended in the same way.
func sameError(a, b error) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a == b || a.Error() == b.Error()
}

// sameMemory fails if the memories differ.
func (p *pair) sameMemory() {
	a, b := p.ram[0], p.ram[1]
	p.m[0].ReadBytes(p.Spec.RAM.Start, a)
	p.m[1].ReadBytes(p.Spec.RAM.Start, b)
	if !bytes.Equal(a, b) {
		i := 0
		for a[i] == b[i] {
			i++
		}
		p.t.Fatalf("seed %d: RAM at $%04x: predecoded $%02x, package $%02x", p.seed, p.Spec.RAM.Start+uint32(i), a[i], b[i])
	}
	require.Equal(p.t, p.m[1].Usage(), p.m[0].Usage(), "seed %d", p.seed)
	require.True(p.t, reflect.DeepEqual(p.m[1].State(), p.m[0].State()), "seed %d: states differ", p.seed)
}

// Lockstep runs a routine on both cores of two equal machines, and wants the same registers,
// memory and errors after each stretch of some cycles, and the routine to return.
func Lockstep(t *testing.T, predecoded, packaged emu.Machine, label string, stretch uint64) {
	t.Helper()
	packaged.SetCore(emu.Package)
	both := [2]emu.Machine{predecoded, packaged}
	for _, m := range both {
		m.Enter(m.Program().Symbols[label])
	}
	for n := 0; ; n++ {
		var errs [2]error
		for i, m := range both {
			m.SetAlarm(m.Cycles()+stretch, m.Stop)
			errs[i] = m.Continue(0)
		}
		require.Equal(t, errs[1], errs[0], "stretch %d", n)
		require.Equal(t, packaged.Registers(), predecoded.Registers(), "stretch %d", n)
		require.Equal(t, packaged.Cycles(), predecoded.Cycles(), "stretch %d", n)
		require.True(t, reflect.DeepEqual(packaged.State(), predecoded.State()), "stretch %d: states differ", n)
		if errs[0] == nil {
			require.Greater(t, n, 100, "stretches")
			return
		}
		require.ErrorIs(t, errs[0], emu.ErrStopped)
	}
}
