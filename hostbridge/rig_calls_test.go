package hostbridge

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// calls follows the calls of a machine's routines. A routine is entered where
// control comes to its label, be it by a call, by a jump or from above, and all
// that were entered within one call end with its return. Where a loop comes back
// to a label that is another entry within the same call.
type calls struct {
	m      emu.Machine
	runner runner
	cpu    *cpuTest
	labels []string // of all routines
	stack  []call
	// open is the index in stack of each routine's innermost call, -1 for none.
	open []int
	// ended is called at the end of each call, with the cycles that it took except for
	// inner calls of the same routine, and of the registers then.
	ended func(c *call, cycles uint64, registers []byte)
	// began, if not nil, is called at the beginning of each call. It may set the call's end.
	began func(c *call)
}

// registerBytes has room for the registers of any CPU.
type registerBytes [64]byte

type call struct {
	label     int // in labels
	sp        uint32
	since     uint64
	inner     uint64 // cycles of inner calls of the same routine
	outer     int    // the next one of the same routine in stack, or -1
	registers registerBytes
	end       func() // called at the call's end, unless it is nil
}

// follow begins to follow the calls of a machine; it takes all its watches.
func follow(r *rig, ended func(c *call, cycles uint64, registers []byte)) *calls {
	m, c := r.m, r.cpu
	f := &calls{m: m, runner: r.runner, cpu: c, labels: routines(m.Program()), ended: ended}
	entry := map[uint32]int{}
	for i, label := range f.labels {
		entry[m.Program().Symbols[label]] = i
		f.open = append(f.open, -1)
	}
	r.runner.UnwatchAll()
	for addr, i := range entry {
		r.runner.Watch(addr, func() { f.enter(i) })
	}
	for _, line := range m.Program().Lines {
		n := c.callLength(m, line.Addr)
		if n == 0 {
			continue
		}
		addr := line.Addr + n
		if i, ok := entry[addr]; ok {
			r.runner.Watch(addr, func() { f.leave(c.stackPointer(m)); f.enter(i) })
		} else {
			r.runner.Watch(addr, func() { f.leave(c.stackPointer(m)) })
		}
	}
	return f
}

func (f *calls) enter(label int) {
	c := call{label: label, sp: f.cpu.stackPointer(f.m), since: f.m.Cycles(), outer: f.open[label]}
	f.cpu.readRegisters(f.m, c.registers[:])
	if f.began != nil {
		f.began(&c)
	}
	f.open[label] = len(f.stack)
	f.stack = append(f.stack, c)
}

// leave ends the calls whose return address is below sp.
func (f *calls) leave(sp uint32) {
	n := len(f.stack)
	if n == 0 || f.stack[n-1].sp >= sp {
		return
	}
	var now registerBytes
	f.cpu.readRegisters(f.m, now[:])
	for ; n > 0 && f.stack[n-1].sp < sp; n-- {
		c := &f.stack[n-1]
		took := f.m.Cycles() - c.since
		if f.open[c.label] = c.outer; c.outer >= 0 {
			f.stack[c.outer].inner += took
		}
		f.ended(c, took-c.inner, now[:])
		if c.end != nil {
			c.end()
		}
	}
	f.stack = f.stack[:n]
}

// run calls a routine and follows it to its return.
func (f *calls) run(t testing.TB, label string) {
	t.Helper()
	require.NoError(t, f.runner.Call(label, 0))
	f.leave(^uint32(0))
}

// search repeats a search that an engine has just made, whose profile and limits
// the machine therefore still holds, and follows it.
func (f *calls) search(t testing.TB, g *goengine.Game) (cycles uint64) {
	base, moves := g.Line()
	block := PositionBlock(base)
	at := func(label string) uint32 {
		addr, ok := f.m.Program().Symbol(label)
		require.True(t, ok, label)
		return addr
	}
	f.m.WriteBytes(at("position_block"), block[:])
	f.cpu.scramble(f.m)
	f.run(t, "set_position")
	for _, mv := range moves {
		f.m.Write(at("play_from"), byte(mv))
		f.m.Write(at("play_to"), byte(mv>>8))
		f.run(t, "play_move")
		require.Equal(t, byte(1), f.m.Read(at("play_ok")))
	}
	f.cpu.scramble(f.m)
	before := f.m.Cycles()
	f.run(t, "search")
	return f.m.Cycles() - before
}

// routines are the labels of a program's code but for hooks, in the order of the
// alphabet.
func routines(p *emu.Program) (labels []string) {
	for label, addr := range p.Symbols {
		if at, offset := p.RoutineAt(addr); at == label && offset == 0 && isText(p, addr) {
			labels = append(labels, label)
		}
	}
	slices.Sort(labels)
	return labels
}

// isText reports whether an address is in code, not in a table of the ROM.
func isText(p *emu.Program, addr uint32) bool {
	for _, section := range []string{"text", "book"} {
		if addr >= p.Constants[section+"_start"] && addr < p.Constants[section+"_end"] {
			return true
		}
	}
	return false
}
