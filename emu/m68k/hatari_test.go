package m68k_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/emu/m68k/m68ktest"
)

// onHatari runs a routine on both, and skips the test without hatari.
func onHatari(t *testing.T, m m68k.Machine, label string) (m68ktest.Cycles, error) {
	t.Helper()
	m.Enter(m.Program().Symbols[label])
	c, err := m68ktest.Run(m, 0)
	if errors.Is(err, m68ktest.ErrNoHatari) {
		t.Skip(err)
	}
	return c, err
}

func TestHatariDisagreesOnAProgram(t *testing.T) {
	m := newMachine(t, sorter)
	m.WriteBytes(m68k.RAMStart, bytes.Repeat([]byte{0xA5}, m68k.RAMSize))
	for i, name := range []string{"d0", "d7", "a0", "a6", "ccr"} {
		m.SetRegister(name, 0x1234_5671*uint32(i+1))
	}
	c, err := onHatari(t, m, "main")
	require.NoError(t, err)
	require.Equal(t, m.Cycles(), c.Machine)
	require.Greater(t, c.Hatari, c.Machine, "the bus of an ST")
	require.Less(t, c.Hatari, c.Machine*110/100)
}

// With the machine made another one hatari's run differs.
func TestHatariSeesNoDifference(t *testing.T) {
	random := sorter.Symbols["random"]
	for _, tt := range []struct {
		wrong string
		spoil func(m m68k.Machine)
		says  string
	}{
		{"a register", func(m m68k.Machine) {
			m.Watch(0x146, func() { m.SetRegister("a1", 0x77) })
		}, "hatari returns with a1="},
		{"a flag", func(m m68k.Machine) {
			m.Watch(0x146, func() { m.SetRegister("ccr", m.Register("ccr")^0x10) })
		}, "hatari returns with ccr="},
		{"a byte", func(m m68k.Machine) {
			m.Watch(0x146, func() { m.Write(0x1FFFF-4, 0x77) })
		}, "hatari leaves 00 at $1fffb, the machine 77"},
		{"the way", func(m m68k.Machine) {
			m.Watch(random+0x0E, func() { m.Unwatch(random + 0x0E); m.SetRegister("pc", random+0x0C) }) // move.l d2,d1 once more
		}, "hatari executes the instruction at $015c 32 times, the machine 33 times"},
		{"the cycles of mulu, divu and bclr", m68k.Machine.Bare,
			"cycles in 32 times of the instruction at $0150, the machine 2368: that is no wait for the bus"},
	} {
		t.Run(tt.wrong, func(t *testing.T) {
			m := newMachine(t, sorter)
			tt.spoil(m)
			_, err := onHatari(t, m, "main")
			require.ErrorContains(t, err, tt.says)
		})
	}
	m := newMachine(t, sorter)
	_, err := m68ktest.Run(m, 0)
	if !errors.Is(err, m68ktest.ErrNoHatari) {
		require.ErrorContains(t, err, "hatari sorter: no routine has just been entered at $0000")
	}
}

// straight are the trials that a program can have one after the other.
func straight(t *testing.T) (all []trial) {
	for _, tr := range trials(t) {
		name, operand, _ := strings.Cut(tr.name, " ")
		inMemory := strings.HasPrefix(name, "mul") || strings.HasPrefix(name, "div")
		if inMemory {
			inMemory = !strings.HasPrefix(operand, "d") && !strings.HasPrefix(operand, "#") || strings.HasPrefix(operand, "d(")
		}
		if tr.next == 0 && !inMemory {
			all = append(all, tr)
		}
	}
	return all
}

// A program of trials: before each its registers are loaded and a nop brings the
// CPU in step with the bus.
func trialProgram(t *testing.T, some []trial) (p *emu.Program, at []uint32, rest []trial) {
	scratch := timingMachine(t)
	const tables, begin = 0xC000, 0x4000
	rom := make([]byte, m68k.ROMSize)
	states, stateAt := []byte{}, map[string]uint32{}
	code := []byte{}
	for len(some) > 0 && len(code) < tables-begin-100 && len(states) < m68k.ROMSize-tables-100 {
		tr := some[0]
		some = some[1:]
		tr.prepare(scratch)
		r := scratch.Regs()
		var state []byte
		for n := range 15 {
			v := r.D(n & 7)
			if n > 7 {
				v = r.A(n & 7)
			}
			state = binary.BigEndian.AppendUint32(state, v)
		}
		from, ok := stateAt[string(state)]
		if !ok {
			from = tables + uint32(len(states))
			stateAt[string(state)] = from
			states = append(states, state...)
		}
		code = append(code, bytesOf(0x4CF9, 0x7FFF, 0x0000, uint16(from))...) // movem.l from,d0-a6
		code = append(code, bytesOf(0x4FF9, 0x0001, 0xF000)...)               // lea $1f000,sp
		code = append(code, bytesOf(0x44FC, uint16(r.CCR()), 0x4E71)...)      // move #,ccr; nop
		at = append(at, begin+uint32(len(code)))
		code = append(code, bytesOf(append(slices.Clone(tr.code), 0x4E71)...)...) // nop
	}
	code = append(code, bytesOf(0x4FF9, 0x0001, 0xFFFC, 0x4E75)...) // lea $1fffc,sp; rts
	copy(rom[begin:], code)
	copy(rom[tables:], states)
	return &emu.Program{Name: "trials", ROM: rom, Symbols: map[string]uint32{"main": begin}}, at, some
}

// idlesTwice are the instructions that use the bus neither before nor after some of their accesses, at two
// places: for a step down or an index, and for another index, for a sum of 32 bits that an access follows,
// or for lea and pea's own. On an ST they wait twice.
var idlesTwice = regexp.MustCompile(`^(move\.. (-\(a\)|d\(a,x\)|d\(pc,x\)),d\(a,x\)` +
	`|(add <ea>,d\.l|sub <ea>,d\.l|and <ea>,d\.l|or <ea>,d\.l|adda\.l\.l|suba\.l\.l|cmp\.l|cmpa\.w\.w|cmpa\.l\.l) (-\(a\)|d\(a,x\)|d\(pc,x\))` +
	`|(lea|pea) (d\(a,x\)|d\(pc,x\)))$`)

// Each instruction of the tables that does not jump takes on an ST what it takes by the tables and,
// where that is not a multiple of 4, two cycles more; four more if it idles twice. So hatari knows
// the same cycles.
func TestHatariDisagreesWithTheTables(t *testing.T) {
	all := straight(t)
	tried, twice := 0, 0
	for rest := all; len(rest) > 0; {
		p, at, after := trialProgram(t, rest)
		m := newMachine(t, p)
		m.SetGuards(false)
		c, err := onHatari(t, m, "main")
		require.NoError(t, err)
		counted := map[uint32]m68ktest.AddrCycles{}
		for _, a := range c.ByAddr {
			counted[a.Addr] = a
		}
		for i, a := range at {
			const nop = 4
			tr := rest[i]
			want := (tr.cycles + 3) / 4 * 4
			if idlesTwice.MatchString(tr.name) {
				want += 4
				twice++
			}
			behind := a + 2*uint32(len(tr.code)) // what it makes the nop wait is the instruction's
			if got := counted[a].Hatari + counted[behind].Hatari - nop; got != want {
				t.Errorf("%s (% 04x): hatari takes %d cycles, want %d", tr.name, tr.code, got, want)
			}
			tried++
		}
		rest = after
	}
	require.Equal(t, len(all), tried)
	require.Equal(t, 40, twice)
}
