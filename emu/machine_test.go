package emu_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
)

func (c *suite) testCall(t *testing.T) {
	c.each(t, c.inSub(c.Count, c.Count, c.Return), func(t *testing.T, m emu.Machine, call func(string) error) {
		require.Equal(t, c.Spec.Name, m.Name())
		require.Equal(t, c.Spec.Clock, m.Clock())
		require.Equal(t, uint64(0), m.Cycles())
		m.SetRegister(c.Counter, 40)
		require.NoError(t, call("main"))
		require.Equal(t, 42, c.count(m))
		require.True(t, m.Returned())
		whole := c.Call(0).Cycles + 2*c.Count.Cycles + 2*c.Return.Cycles
		require.Equal(t, whole, m.Cycles())
		require.NoError(t, m.Step(), "nothing is left to do")
		require.Equal(t, whole, m.Cycles())

		m.ResetCycles()
		require.NoError(t, m.CallAddr(c.at(sub), 0))
		require.Equal(t, 44, c.count(m))
		require.Equal(t, 2*c.Count.Cycles+c.Return.Cycles, m.Cycles())
		require.EqualError(t, m.Call("nowhere", 0), c.Spec.Name+" trial: call nowhere: no such label")
		require.Error(t, m.Call("STACK", 0), "a constant is no label")
	})
}

func (c *suite) testRegisters(t *testing.T) {
	m := c.machine(t, c.inSub())
	m.SetRegister(c.Counter, 7)
	m.SetRegister("pc", c.at(leaf))
	require.Equal(t, uint32(7), m.Register(c.Counter))
	require.Equal(t, c.at(leaf), m.Register("pc"))
	require.Equal(t, c.at(leaf), m.PC())
	require.NotEmpty(t, m.Registers())
	require.NotContains(t, m.Registers(), "\n")
	require.Panics(t, func() { m.Register("none") })
	require.Panics(t, func() { m.SetRegister("none", 0) })
}

func (c *suite) testMemory(t *testing.T) {
	m := c.machine(t, c.inSub())
	a := c.scratch()
	m.WriteWord(a, 0x1234)
	require.Equal(t, uint16(0x1234), m.ReadWord(a))
	first := byte(0x34)
	if c.Spec.BigEndian {
		first = 0x12
	}
	require.Equal(t, first, m.Read(a))
	require.Equal(t, c.Spec.BigEndian, m.BigEndian())
	m.WriteBytes(a+2, []byte{5, 6})
	got := make([]byte, 4)
	m.ReadBytes(a, got)
	require.Equal(t, []byte{first, 0x12 ^ 0x34 ^ first, 5, 6}, got)
	require.Equal(t, byte(0), m.Read(a+4), "RAM that nobody wrote reads as 0")
	m.Write(c.spare(), 9)
	require.Equal(t, byte(9), m.Read(c.spare()))
	require.Equal(t, byte(0xFF), m.Read(c.Spec.ROM.Start+romSize), "ROM beyond the image")
}

func (c *suite) testOutside(t *testing.T) {
	m := c.machine(t, c.inSub())
	end := c.Spec.RAM.End() - 1
	for name, access := range map[string]func(){
		"read":          func() { m.Read(c.Unmapped) },
		"write":         func() { m.Write(c.Unmapped, 1) },
		"read a word":   func() { m.ReadWord(c.Unmapped) },
		"write a word":  func() { m.WriteWord(c.Unmapped, 1) },
		"read bytes":    func() { m.ReadBytes(c.Unmapped, make([]byte, 1)) },
		"write bytes":   func() { m.WriteBytes(c.Unmapped, make([]byte, 1)) },
		"watch":         func() { m.Watch(c.Unmapped, func() {}) },
		"enter":         func() { m.Enter(c.Unmapped) },
		"call":          func() { _ = m.CallAddr(c.Unmapped, 0) },
		"enter at home": func() { m.Enter(c.Spec.Home) },
		"above 32 bits": func() { m.ReadBytes(end, make([]byte, 1<<24)) },
		"far away":      func() { m.Read(0xFFFF_FFFF) },
	} {
		require.Panics(t, access, name)
	}
	require.PanicsWithValue(t, fmt.Sprintf("%s trial: address $%04x is outside the map", c.Spec.Name, c.Unmapped),
		func() { m.Read(c.Unmapped) })
	m.ReadBytes(c.Unmapped, nil)
	require.True(t, m.InMap(c.Spec.RAM.Start, int(c.Spec.RAM.Size)))
	require.False(t, m.InMap(c.Unmapped, 1))
	require.False(t, m.InMap(0xFFFF_FFFF, 2))
	require.False(t, m.InMap(end, 1<<24))

	// The map has all that can be read, and nothing else.
	has := func(addr uint32) bool {
		return slices.ContainsFunc(m.Map(), func(r emu.Range) bool { return r.Has(addr) })
	}
	for _, addr := range []uint32{c.Spec.RAM.Start, end, c.Spec.ROM.Start, c.Spec.ROM.End() - 1} {
		require.True(t, has(addr), "$%04x", addr)
		require.True(t, m.InMap(addr, 1), "$%04x", addr)
	}
	require.False(t, has(c.Unmapped))
	for _, r := range m.Map() {
		m.ReadBytes(r.Start, make([]byte, r.Size))
		require.Panics(t, func() { m.Read(r.End()) })
		require.Panics(t, func() { m.Read(r.Start - 1) })
	}

	// A range whose ends are mapped may have a hole between them.
	low, high := c.Spec.RAM, c.Spec.ROM
	if low.Start > high.Start {
		low, high = high, low
	}
	across := func() { m.ReadBytes(low.End()-1, make([]byte, high.Start-low.End()+2)) }
	if low.End() == high.Start {
		require.NotPanics(t, across)
	} else {
		require.Panics(t, across)
	}
}

func (c *suite) testFaults(t *testing.T) {
	bottom, top := c.stack()
	drops := make([]instruction, 2*c.Spec.ReturnSize/c.PushSize+1)
	for i := range drops {
		drops[i] = c.Drop
	}
	inSub, caller := c.at(sub), fmt.Sprintf("main+$%x", len(c.Call(0).Code))
	begun := c.Call(0).Cycles
	last := inSub + uint32((len(drops)-1)*len(c.Drop.Code))
	for _, tt := range []struct {
		wrong  string
		sub    []instruction
		kind   emu.FaultKind
		addr   uint32
		pc     uint32
		cycles uint64
		says   string
		chain  []string
	}{
		{"a write to ROM", []instruction{c.Store(c.spare())},
			emu.WriteROM, c.spare(), inSub, begun + c.Store(0).Cycles, fmt.Sprintf("write to ROM at $%04x", c.spare()), []string{caller}},
		{"a read outside the map", []instruction{c.Load(c.Unmapped)},
			emu.Unmapped, c.Unmapped, inSub, begun + c.Load(0).Cycles, fmt.Sprintf("access outside the map at $%04x", c.Unmapped), []string{caller}},
		{"a write outside the map", []instruction{c.Store(c.Unmapped)},
			emu.Unmapped, c.Unmapped, inSub, begun + c.Store(0).Cycles, fmt.Sprintf("access outside the map at $%04x", c.Unmapped), []string{caller}},
		{"a read of RAM that nobody wrote", []instruction{c.Load(c.scratch())},
			emu.Unwritten, c.scratch(), inSub, begun + c.Load(0).Cycles, fmt.Sprintf("read of RAM that nobody wrote at $%04x", c.scratch()), []string{caller}},
		{"a stack below its bottom", []instruction{c.Push, c.Jump(inSub)},
			emu.Stack, bottom - c.PushSize, inSub, begun + 4*c.Push.Cycles + 3*c.Jump(0).Cycles, fmt.Sprintf("stack out of bounds, sp $%04x", bottom-c.PushSize), []string{caller}},
		{"a stack above its top", drops,
			emu.Stack, top + c.PushSize, last, begun + uint64(len(drops))*c.Drop.Cycles, fmt.Sprintf("stack out of bounds, sp $%04x", top+c.PushSize), nil},
		{"an undefined opcode", []instruction{c.Undefined},
			emu.Undefined, inSub, inSub, begun, "undefined opcode " + c.Named, []string{caller}},
		{"an undefined opcode after a push", []instruction{c.Push, c.Undefined},
			emu.Undefined, inSub + uint32(len(c.Push.Code)), inSub + uint32(len(c.Push.Code)), begun + c.Push.Cycles, "undefined opcode " + c.Named, []string{caller}},
		{"code in RAM", []instruction{c.Jump(c.Spec.RAM.Start)},
			emu.Execute, c.Spec.RAM.Start, c.Spec.RAM.Start, begun + c.Jump(0).Cycles, "code outside the ROM", []string{caller}},
		{"code where nothing is", []instruction{c.Jump(c.Unmapped)},
			emu.Execute, c.Unmapped, c.Unmapped, begun + c.Jump(0).Cycles, "code outside the ROM", []string{caller}},
		{"code beyond the image", []instruction{c.Jump(c.Spec.ROM.Start + romSize)},
			emu.Execute, c.Spec.ROM.Start + romSize, c.Spec.ROM.Start + romSize, begun + c.Jump(0).Cycles, "code outside the ROM", []string{caller}},
	} {
		t.Run(tt.wrong, func(t *testing.T) {
			p := c.inSub(tt.sub...)
			want := &emu.Fault{
				Kind: tt.kind, Machine: c.Spec.Name, Program: "trial", Addr: tt.addr, PC: tt.pc,
				Chain: tt.chain, Cycles: tt.cycles,
			}
			if tt.kind == emu.Undefined {
				want.Instruction = c.Named
			}
			says := fmt.Sprintf("%s trial: %s, instruction at $%04x", c.Spec.Name, tt.says, tt.pc)
			if p.InROM(tt.pc) {
				want.Label, want.Offset, want.File, want.Line = "sub", tt.pc-inSub, "sub.s", 7
				says += " sub"
				if want.Offset > 0 {
					says += fmt.Sprintf("+$%x", want.Offset)
				}
				says += " (sub.s:7)"
			}
			if tt.chain != nil {
				says += ", called from " + caller
			}
			says += fmt.Sprintf(", cycle %d", tt.cycles)

			memory := tt.kind == emu.WriteROM || tt.kind == emu.Unmapped || tt.kind == emu.Unwritten || tt.kind == emu.Stack
			for _, w := range ways {
				if memory && strings.HasPrefix(w.name, "unguarded") {
					continue
				}
				m := c.machine(t, p)
				m.WriteBytes(top, make([]byte, c.PushSize)) // for the drop that is too much
				w.prepare(m)
				err := w.call(m, "main")
				var fault *emu.Fault
				require.ErrorAs(t, err, &fault, w.name)
				require.Equal(t, want, fault, w.name)
				require.EqualError(t, err, says, w.name)
				require.Equal(t, byte(0), m.Read(c.spare()), "the ROM was changed")

				// The fault is that run's alone.
				require.NoError(t, m.Call("leaf", 0), w.name)
			}
		})
	}
}

func (c *suite) testUnbalanced(t *testing.T) {
	_, top := c.stack()
	c.each(t, c.program([]instruction{c.Push, c.Count, c.Drop, c.Return}), func(t *testing.T, m emu.Machine, call func(string) error) {
		require.NoError(t, call("main"))
		m.Watch(c.at(main)+uint32(len(c.Push.Code)), func() { m.SetRegister("pc", c.Spec.Home) })
		err := call("main")
		if m.SetGuards(false); m.Call("main", 0) != nil {
			t.Error("guards are off")
		}
		var fault *emu.Fault
		if errors.As(err, &fault) {
			require.Equal(t, emu.Stack, fault.Kind)
			require.Equal(t, top-c.Spec.ReturnSize-c.PushSize, fault.Addr)
		} else {
			require.Contains(t, t.Name(), "unguarded")
		}
	})
}

func (c *suite) testUnguarded(t *testing.T) {
	for _, in := range []instruction{c.Store(c.spare()), c.Store(c.Unmapped), c.Load(c.scratch()), c.Load(c.Unmapped)} {
		m := c.machine(t, c.inSub(in, c.Return))
		require.Error(t, m.Call("main", 0))
		m.SetGuards(false)
		m.SetRegister(c.Counter, 0x55)
		require.NoError(t, m.Call("main", 0))
		require.Equal(t, byte(0), m.Read(c.spare()), "the ROM was changed")
	}
}

func (c *suite) testGuardsInCallback(t *testing.T) {
	for _, profiled := range []bool{false, true} {
		m := c.machine(t, c.program([]instruction{c.Count, c.Load(c.scratch()), c.Return}))
		run := func() error {
			if profiled {
				m.StartProfile()
			}
			return m.Call("main", 0)
		}
		m.SetGuards(false)
		m.Watch(c.at(main), func() { m.SetGuards(true) })
		require.NoError(t, run(), "on from the next run on")
		require.ErrorContains(t, run(), "read of RAM that nobody wrote")
		m.Watch(c.at(main), func() { m.SetGuards(false) })
		require.ErrorContains(t, run(), "read of RAM that nobody wrote", "off from the next run on")
		require.NoError(t, run())
	}
}

func (c *suite) testGuardsLate(t *testing.T) {
	a := c.scratch()
	m := c.machine(t, c.program(
		[]instruction{c.Store(a), c.Return}, []instruction{c.Load(a), c.Return}, []instruction{c.Load(a + 1), c.Return}))
	m.SetGuards(false)
	require.NoError(t, m.Call("main", 0))
	m.SetGuards(true)
	require.NoError(t, m.Call("sub", 0), "what was written without guards is written")
	require.Error(t, m.Call("leaf", 0))
	m.Write(a+1, 7)
	require.NoError(t, m.Call("leaf", 0), "what the host wrote is written")
	m.Reset()
	require.Error(t, m.Call("sub", 0), "reset forgets what was written")
}

func (c *suite) testUsage(t *testing.T) {
	for _, w := range ways {
		m := c.machine(t, c.inSub(c.Push, c.Store(c.scratch()), c.Drop, c.Return))
		w.prepare(m)
		require.Equal(t, emu.Usage{}, m.Usage())
		require.NoError(t, w.call(m, "main"))
		stack := int(2*c.Spec.ReturnSize + c.PushSize)
		require.Equal(t, stack+1, m.Usage().Written, "two return addresses, a push and a byte")
		if strings.HasPrefix(w.name, "unguarded") {
			stack = int(c.Spec.ReturnSize) // only the call's own is known
		}
		require.Equal(t, stack, m.Usage().Stack, w.name)
		m.Write(c.scratch()+1, 1)
		m.Write(c.scratch(), 1)
		m.Write(c.spare(), 1)
		require.Equal(t, int(2*c.Spec.ReturnSize+c.PushSize)+2, m.Usage().Written)
		m.Reset()
		require.Equal(t, emu.Usage{}, m.Usage())
	}

	// A profile measures the stack without guards too, to its bottom.
	bottom, top := c.stack()
	for pushes, want := range map[int]uint32{1: c.Spec.ReturnSize + c.PushSize, 5: top - bottom} {
		code := slices.Concat(
			slices.Repeat([]instruction{c.Push}, pushes), slices.Repeat([]instruction{c.Drop}, pushes), []instruction{c.Return})
		m := c.machine(t, c.program(code))
		m.SetGuards(false)
		m.StartProfile()
		require.NoError(t, m.Call("main", 0))
		require.Equal(t, int(want), m.Usage().Stack)
	}
}
