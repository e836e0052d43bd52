package emu_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
)

func (c *suite) testProfile(t *testing.T) {
	called, count, jump, ret := c.Call(0), c.Count, c.Jump(0), c.Return
	p := c.program(
		[]instruction{c.Call(c.at(sub)), c.Call(c.at(leaf)), c.Return},
		[]instruction{c.Count, c.Push, c.Drop, c.Jump(c.at(leaf))},
		[]instruction{c.Count, c.Return},
	)
	m := c.machine(t, p)
	m.StartProfile()
	require.NoError(t, m.Call("main", 0))
	m.SetProfiling(false)
	require.NoError(t, m.Call("leaf", 0), "not in the profile")
	m.SetProfiling(true)
	require.Error(t, m.Call("main", called.Cycles), "cut off within sub")
	require.NoError(t, m.Continue(0))
	got := m.StopProfile()
	require.Nil(t, m.StopProfile())

	inLeaf := count.Cycles + ret.Cycles
	ownSub := count.Cycles + c.Push.Cycles + c.Drop.Cycles + jump.Cycles
	require.Equal(t, m.Cycles()-inLeaf, got.Cycles)
	require.Equal(t, uint64(2*(3+4+2*2)), got.Instructions)
	require.Equal(t, emu.RoutineCycles{Label: "leaf", Calls: 4, Self: 4 * inLeaf, Total: 4 * inLeaf, Called: 4 * inLeaf}, got.Routine("leaf"))
	require.Equal(t, emu.RoutineCycles{Label: "sub", Calls: 2, Self: 2 * ownSub, Total: 2 * (ownSub + inLeaf), Called: 2 * (ownSub + inLeaf)}, got.Routine("sub"))
	require.Equal(t, emu.RoutineCycles{Label: "main", Calls: 2, Self: 2 * (2*called.Cycles + ret.Cycles), Total: got.Cycles, Called: got.Cycles}, got.Routine("main"))
	require.Len(t, got.Routines, 3)
	require.Len(t, got.ByLine, 3)

	jumpAt := c.at(sub) + uint32(len(count.Code)+len(c.Push.Code)+len(c.Drop.Code))
	require.Contains(t, got.Samples(), emu.Sample{Stack: []uint32{c.at(leaf), jumpAt, c.at(main)}, Count: 2, Cycles: 2 * count.Cycles})
	require.Contains(t, got.Samples(), emu.Sample{Stack: []uint32{c.at(leaf), c.at(main) + uint32(len(called.Code))}, Count: 2, Cycles: 2 * count.Cycles})
}

func (c *suite) testProfileOfRecursion(t *testing.T) {
	called := c.Call(0)
	m := c.machine(t, c.inSub(c.Call(c.at(sub)), c.Return))
	inSub, back := c.at(sub), c.at(sub)+uint32(len(called.Code))
	depth := 0
	m.Watch(inSub, func() {
		if depth++; depth == 3 {
			m.SetRegister("pc", back)
		}
	})
	m.SetGuards(false) // the stack has no room for it
	m.StartProfile()
	require.NoError(t, m.Call("main", 0))
	got := m.StopProfile()
	own := 2*called.Cycles + 3*c.Return.Cycles
	// The third call, which the callback leads into the middle of sub, is not a call of sub.
	require.Equal(t, emu.RoutineCycles{Label: "sub", Calls: 2, Self: own, Total: own, Called: own}, got.Routine("sub"))
	require.Contains(t, got.Samples(), emu.Sample{Stack: []uint32{back, c.at(main)}, Count: 3, Cycles: 3 * c.Return.Cycles}, "folded")

	m.UnwatchAll()
	m.StartProfile()
	require.NoError(t, m.Call("leaf", 0))
	got = m.StopProfile()
	require.Len(t, got.Routines, 1, "the next profile begins with nothing")
	require.Equal(t, c.Return.Cycles, got.Cycles)
}

// What counts as a call is in the words of emu.RoutineCycles.
func (c *suite) testProfileOfEntries(t *testing.T) {
	count, jump, ret := c.Count, c.Jump(0), c.Return
	size := func(in ...instruction) (n uint32) {
		for _, i := range in {
			n += uint32(len(i.Code))
		}
		return n
	}
	inMain, inSub := c.at(main)+size(c.Call(0), ret), c.at(sub)+size(count)
	twice := 2 * (count.Cycles + jump.Cycles)
	for _, tt := range []struct {
		name      string
		main, sub []instruction
		below     uint32 // where main ends and another routine begins, if it does
		budget    uint64 // of a program that does not return
		calls     map[string]uint64
		total     map[string]uint64
	}{
		{"a call of its own midst", []instruction{c.Call(inMain), ret, count, ret}, nil, 0, 0,
			map[string]uint64{"main": 1}, nil},
		{"a call of another's midst", []instruction{c.Call(inSub), ret}, []instruction{count, count, ret}, 0, 0,
			map[string]uint64{"main": 1}, map[string]uint64{"sub": count.Cycles + ret.Cycles}},
		{"a jump to a label", []instruction{c.Jump(c.at(sub))}, []instruction{count, ret}, 0, 0,
			map[string]uint64{"main": 1, "sub": 1}, map[string]uint64{"sub": count.Cycles + ret.Cycles}},
		{"a jump into another's midst", []instruction{c.Jump(inSub)}, []instruction{count, count, ret}, 0, 0,
			map[string]uint64{"main": 1}, map[string]uint64{"sub": count.Cycles + ret.Cycles}},
		{"from above", []instruction{count, count, ret}, nil, c.at(main) + size(count), 0,
			map[string]uint64{"main": 1, "below": 1}, map[string]uint64{"below": count.Cycles + ret.Cycles}},
		{"a jump to its own label", []instruction{count, c.Jump(c.at(main))}, nil, 0, twice,
			map[string]uint64{"main": 1}, nil},
		{"a loop over two labels", []instruction{count, c.Jump(c.at(main))}, nil, c.at(main) + size(count), twice,
			map[string]uint64{"main": 2, "below": 2}, map[string]uint64{"main": twice, "below": 2 * jump.Cycles}},
		{"a jump back", []instruction{c.Jump(c.at(sub)), count, ret}, []instruction{c.Jump(c.at(main) + size(jump))}, 0, 0,
			map[string]uint64{"main": 1, "sub": 1}, map[string]uint64{"sub": jump.Cycles}},
	} {
		p := c.program(tt.main, tt.sub)
		if tt.below != 0 {
			p.Symbols["below"] = tt.below
		}
		m := c.machine(t, p)
		m.StartProfile()
		if err := m.Call("main", tt.budget); tt.budget == 0 {
			require.NoError(t, err, tt.name)
		}
		got := m.StopProfile()
		for _, label := range []string{"main", "sub", "leaf", "below"} {
			r := got.Routine(label)
			require.Equal(t, tt.calls[label], r.Calls, "%s: %s", tt.name, label)
			if want, ok := tt.total[label]; ok {
				require.Equal(t, want, r.Total, "%s: %s", tt.name, label)
			}
			if r.Calls > 0 {
				require.Equal(t, r.Total, r.Called, "%s: %s", tt.name, label)
			} else {
				require.Zero(t, r.Called, "%s: %s", tt.name, label)
			}
		}
		emutest.AddsUp(t, got)
	}
}

// What a call returns to is another routine: control comes there from the call.
func (c *suite) testProfileBehindACall(t *testing.T) {
	p := c.inSub(c.Return)
	p.Symbols["below"] = c.at(main) + uint32(len(c.Call(0).Code))
	m := c.machine(t, p)
	m.StartProfile()
	require.NoError(t, m.Call("main", 0))
	got := m.StopProfile()
	ret := c.Return.Cycles
	require.Equal(t, []emu.CallCycles{
		{Callee: "main", Count: 1, Cycles: c.Call(0).Cycles + 2*ret, Instructions: 3},
		{Site: c.at(main), Caller: "main", Callee: "below", Count: 1, Cycles: ret, Instructions: 1},
		{Site: c.at(main), Caller: "main", Callee: "sub", Count: 1, Cycles: ret, Instructions: 1},
	}, got.Calls)
	require.Equal(t, emu.RoutineCycles{Label: "below", Calls: 1, Self: ret, Total: ret, Called: ret}, got.Routine("below"))
}

// sub and leaf call each other: main, sub, leaf, sub, leaf.
func (c *suite) testProfileOfMutualRecursion(t *testing.T) {
	count, called, ret := c.Count.Cycles, c.Call(0).Cycles, c.Return.Cycles
	m := c.machine(t, c.program(
		[]instruction{c.Call(c.at(sub)), c.Return},
		[]instruction{c.Count, c.Call(c.at(leaf)), c.Return},
		[]instruction{c.Call(c.at(sub)), c.Return}))
	depth := 0
	m.Watch(c.at(leaf), func() {
		if depth++; depth == 2 {
			// It returns at once, and was called all the same.
			m.WriteBytes(c.at(leaf), c.Return.Code)
		}
	})
	m.SetGuards(false) // the stack has no room for it
	m.StartProfile()
	require.NoError(t, m.Call("main", 0))
	got := m.StopProfile()
	ownSub, ownLeaf := 2*(count+called+ret), called+2*ret
	require.Equal(t, emu.RoutineCycles{Label: "sub", Calls: 2, Self: ownSub, Total: ownSub + ownLeaf, Called: ownSub + ownLeaf}, got.Routine("sub"))
	belowLeaf := count + called + ret
	require.Equal(t, emu.RoutineCycles{Label: "leaf", Calls: 2, Self: ownLeaf, Total: ownLeaf + belowLeaf, Called: ownLeaf + belowLeaf}, got.Routine("leaf"))
	require.Equal(t, []emu.CallCycles{
		{Callee: "main", Count: 1, Cycles: called + ownSub + ownLeaf + ret, Instructions: 11},
		{Site: c.at(main), Caller: "main", Callee: "sub", Count: 1, Cycles: ownSub + ownLeaf, Instructions: 9},
		{Site: c.at(sub) + uint32(len(c.Count.Code)), Caller: "sub", Callee: "leaf", Count: 2, Cycles: ownLeaf + belowLeaf, Instructions: 6},
		{Site: c.at(leaf), Caller: "leaf", Callee: "sub", Count: 1}, // within the first
	}, got.Calls)
	// Of the second sub, the chain is main, leaf, sub: the first waits for leaf.
	require.Contains(t, got.Samples(), emu.Sample{Stack: []uint32{c.at(sub), c.at(main)}, Count: 1, Cycles: count})
	require.Contains(t, got.Samples(), emu.Sample{Stack: []uint32{c.at(sub), c.at(leaf), c.at(main)}, Count: 1, Cycles: count})
	emutest.AddsUp(t, got)
}

// A byte that the program names separates the samples.
func (c *suite) testProfileByLevel(t *testing.T) {
	p := c.program([]instruction{c.Store(c.scratch()), c.Call(c.at(sub)), c.Count, c.Store(c.scratch()), c.Call(c.at(sub)), c.Return}, []instruction{c.Return})
	p.Level = "scratch"
	m := c.machine(t, p)
	m.SetRegister(c.Counter, 5)
	m.StartProfile()
	require.NoError(t, m.Call("main", 0))
	got := m.StopProfile()
	levels := map[uint32][]uint8{}
	for _, s := range got.Samples() {
		levels[s.Stack[0]] = append(levels[s.Stack[0]], s.Level)
	}
	require.Equal(t, []uint8{5}, levels[c.at(main)], "as it is behind the instruction")
	require.Equal(t, []uint8{5, 6}, levels[c.at(sub)])
	emutest.AddsUp(t, got)
}

func (c *suite) testProfileInCallback(t *testing.T) {
	m := c.machine(t, c.inSub(c.Count, c.Return))
	m.Watch(c.at(sub), m.StartProfile)
	require.NoError(t, m.Call("main", 0))
	require.Empty(t, m.StopProfile().Routines, "it begins with the next run")

	m.StartProfile()
	var got *emu.Profile
	m.Watch(c.at(sub), func() { got = m.StopProfile() })
	require.NoError(t, m.Call("main", 0))
	require.Equal(t, c.Call(0).Cycles, got.Cycles, "up to the callback")
	require.Nil(t, m.StopProfile())
}

// Accesses are counted twice or not at all, fetching an instruction counts as reading,
// or counting changes something.
func (c *suite) testCounting(t *testing.T) {
	load, table := c.scratch(), c.spare()
	p := c.program([]instruction{c.Load(load), c.Load(table), c.Load(table), c.Store(load + 1), c.Push, c.Drop, c.Call(c.at(sub)), c.Return}, []instruction{c.Count, c.Return})
	for _, guards := range []bool{true, false} {
		m := c.machine(t, p)
		m.SetGuards(guards)
		prepare := func() { m.Reset(); m.Write(load, 7) }
		prepare()
		require.NoError(t, call(m, "main"))
		want, cycles := m.Registers(), m.Cycles()
		require.Nil(t, m.StopCounting())

		m.StartCounting()
		prepare()
		require.NoError(t, call(m, "main"))
		require.Equal(t, want, m.Registers())
		require.Equal(t, cycles, m.Cycles())
		a := m.StopCounting()
		require.EqualValues(t, []uint64{1, 0, 2}, []uint64{a.Reads[load], a.Reads[load+1], a.Reads[table]})
		require.EqualValues(t, []uint64{0, 1, 0}, []uint64{a.Writes[load], a.Writes[load+1], a.Writes[table]})
		sum := func(counts []uint64, r emu.Range) (n uint64) {
			for addr := r.Start; addr < r.End(); addr++ {
				n += counts[addr]
			}
			return n
		}
		bottom, top := c.stack()
		stack := emu.Range{Start: bottom, Size: top - bottom}
		onStack := uint64(c.PushSize + c.Spec.ReturnSize)
		require.Equal(t, onStack, sum(a.Writes, stack))
		require.Equal(t, onStack+uint64(c.Spec.ReturnSize), sum(a.Reads, stack)) // main's own return too
		require.EqualValues(t, 2, sum(a.Reads, c.Spec.ROM), "an instruction's own bytes are counted")
		require.Zero(t, sum(a.Writes, c.Spec.ROM))
		require.EqualValues(t, 10, sum(a.Executed, c.Spec.ROM))
		require.EqualValues(t, 1, a.Executed[c.at(main)])
		require.EqualValues(t, 1, a.Executed[c.at(sub)])

		prepare()
		require.NoError(t, call(m, "main"))
		require.Equal(t, want, m.Registers()) // without counting again
		require.EqualValues(t, 1, a.Reads[load])
	}
	m := c.machine(t, c.program([]instruction{c.Load(load), c.Return})) // nobody wrote there
	plain := call(m, "main")
	m.Reset()
	m.StartCounting()
	require.Equal(t, plain, call(m, "main"))
}

func (c *suite) testNew(t *testing.T) {
	rom, stack, slot := c.Spec.ROM, c.Spec.Stack, c.Spec.Slots[0]
	more := func(p *emu.Program, origin uint32, size, code int) {
		p.More = append(p.More, emu.Image{Name: "book", Data: make([]byte, size), Origin: origin, Code: code})
	}
	slots := fmt.Sprintf("$%04x", slot.Start)
	for _, s := range c.Spec.Slots[1:] {
		slots += fmt.Sprintf(" or $%04x", s.Start)
	}
	where := "RAM"
	if stack != c.Spec.RAM {
		where = fmt.Sprintf("$%04x to $%04x", stack.Start, stack.End())
	}
	symbols := func(bottom, top uint32) map[string]uint32 {
		return map[string]uint32{"stack_bottom": bottom, "stack_top": top}
	}
	for _, tt := range []struct {
		change func(p *emu.Program)
		says   string
	}{
		{func(p *emu.Program) { p.ROM = make([]byte, rom.Size+1) },
			fmt.Sprintf("image of %d bytes, the ROM has %d", rom.Size+1, rom.Size)},
		{func(p *emu.Program) { p.ROM = nil }, fmt.Sprintf("image of 0 bytes, the ROM has %d", rom.Size)},
		{func(p *emu.Program) { p.Origin += 0x100 },
			fmt.Sprintf("origin $%04x, the ROM is at $%04x", rom.Start+0x100, rom.Start)},
		{func(p *emu.Program) { more(p, slot.Start, int(slot.Size)+1, 0) },
			fmt.Sprintf("book of %d bytes, its ROM has %d", slot.Size+1, slot.Size)},
		{func(p *emu.Program) { more(p, slot.Start, 0, 1) }, "1 bytes of code in a book of 0"},
		{func(p *emu.Program) { more(p, slot.Start, 2, -1) }, "-1 bytes of code in a book of 2"},
		{func(p *emu.Program) { more(p, slot.Start+2, 2, 2) },
			fmt.Sprintf("book at $%04x: want one of the slots, %s", slot.Start+2, slots)},
		{func(p *emu.Program) { more(p, slot.Start, 2, 0); more(p, slot.Start, 2, 0) },
			fmt.Sprintf("book at $%04x, where another image is", slot.Start)},
		{func(p *emu.Program) { p.Symbols = symbols(stack.Start, stack.End()+1) },
			fmt.Sprintf("stack from $%04x to $%04x is not in %s", stack.Start, stack.End()+1, where)},
		{func(p *emu.Program) { p.Symbols = symbols(stack.Start-1, stack.End()) },
			fmt.Sprintf("stack from $%04x to $%04x is not in %s", stack.Start-1, stack.End(), where)},
		{func(p *emu.Program) { p.Symbols = symbols(stack.End()-c.Spec.ReturnSize+1, stack.End()) },
			fmt.Sprintf("stack from $%04x to $%04x is not in %s", stack.End()-c.Spec.ReturnSize+1, stack.End(), where)},
		{func(p *emu.Program) { p.Symbols = symbols(stack.End(), stack.Start) },
			fmt.Sprintf("stack from $%04x to $%04x is not in %s", stack.End(), stack.Start, where)},
	} {
		p := c.inSub(c.Return)
		tt.change(p)
		_, err := c.New(p)
		require.EqualError(t, err, c.Spec.Name+" trial: "+tt.says)
	}
	p := c.inSub(c.Return)
	p.ROM = append(p.ROM, make([]byte, int(rom.Size)-len(p.ROM))...)
	for _, s := range c.Spec.Slots {
		more(p, s.Start, int(s.Size), 0)
	}
	p.Symbols = map[string]uint32{"main": c.at(main)}
	m, err := c.New(p)
	require.NoError(t, err, "all that fits")
	require.NoError(t, m.Call("main", 0))
}
