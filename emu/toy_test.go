package emu_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
)

// The toy is a CPU that is as little like a Z80 as the package allows: RAM
// below the ROM and the book below it too, addresses of 24 bits beyond the
// first 64 KB, big endian, words that have to be aligned, return addresses of
// four bytes, a stack with a place of its own, and a stack pointer that points
// to the free byte below the stack. Each instruction is four bytes, an opcode
// and an address.
const (
	toyCount  = iota + 1 // n = n+1
	toyLoad              // n = the byte at the address
	toyStore             // the byte at the address = n
	toyLoadW             // w = the word at the address
	toyPush              // w to the stack
	toyDrop              // w from the stack
	toyJump              // to the address
	toyCall              // the same, the address of the next instruction to the stack
	toyReturn            // to the address on the stack
)

// toyCycles are the cycles by opcode; 0 is an opcode that there is not.
var toyCycles = [256]uint64{
	toyCount: 2, toyLoad: 5, toyStore: 5, toyLoadW: 6, toyPush: 4, toyDrop: 4, toyJump: 3, toyCall: 9, toyReturn: 8,
}

var toySpec = emu.Spec{
	Name: "toy", Clock: 1_966_080,
	RAM:        emu.Range{Start: 0x001000, Size: 0x1000},
	Stack:      emu.Range{Start: 0x001800, Size: 0x0100},
	Slots:      []emu.Range{{Start: 0x010000, Size: 0x0400}},
	ROM:        emu.Range{Start: 0x010800, Size: 0x0400},
	ReturnSize: 4, StackStep: 2,
	Home:      0xFFFFFC,
	BigEndian: true,
}

type toyCPU struct {
	control      *emu.Control
	data, access []byte
	pc, s        uint32
	n            byte
	w            uint16
	guards       bool
	// halted is set by a word at an odd address.
	halted bool
	// accesses counts, nil if nothing is counted.
	accesses *emu.Accesses
	// marked are the addresses that a loop has to look up at.
	marked map[uint32]bool
}

func newToy(p *emu.Program) (emu.Machine, error) {
	end := toySpec.ROM.End()
	c := &toyCPU{data: make([]byte, end), access: make([]byte, end), marked: map[uint32]bool{}}
	return emu.New(toySpec, p, c, c.data, c.access)
}

func (c *toyCPU) Init(control *emu.Control) { c.control = control }

func (c *toyCPU) Registers() string { return fmt.Sprintf("n=%02x w=%04x s=%06x", c.n, c.w, c.s) }

func (c *toyCPU) Register(name string) uint32 {
	return map[string]func() uint32{
		"n":  func() uint32 { return uint32(c.n) },
		"w":  func() uint32 { return uint32(c.w) },
		"pc": func() uint32 { return c.pc },
	}[name]()
}

func (c *toyCPU) SetRegister(name string, v uint32) {
	map[string]func(){
		"n":  func() { c.n = byte(v) },
		"w":  func() { c.w = uint16(v) },
		"pc": func() { c.pc = v },
	}[name]()
}

func (c *toyCPU) Reset() { c.pc, c.n, c.w, c.s = 0, 0, 0, c.control.StackTop()-1 }

func (c *toyCPU) Enter(addr uint32) {
	c.pc, c.s, c.halted = addr, c.control.StackTop()-1, false
	on := c.guards
	c.guards = false
	c.push(4, toySpec.Home)
	c.guards = on
}

func (c *toyCPU) PC() uint32          { return c.pc }
func (c *toyCPU) SP() uint32          { return c.s + 1 }
func (c *toyCPU) Save() any           { return [3]uint32{c.pc, c.s, uint32(c.n)<<16 | uint32(c.w)} }
func (c *toyCPU) Changed(addr uint32) { c.marked[addr] = c.control.Watched(addr) }

func (c *toyCPU) SetMemory(guards bool, counts *emu.Accesses) { c.guards, c.accesses = guards, counts }

func (c *toyCPU) Load(registers any) {
	r := registers.([3]uint32)
	c.pc, c.s, c.n, c.w, c.halted = r[0], r[1], byte(r[2]>>16), uint16(r[2]), false
}

func (c *toyCPU) Refused(addr uint32) (kind emu.FaultKind, why string) {
	if c.defined(addr) {
		return 0, ""
	}
	return emu.Undefined, fmt.Sprintf("$%02X", c.data[addr])
}

func (c *toyCPU) defined(addr uint32) bool {
	code := c.control.Code(addr)
	return len(code) >= 4 && toyCycles[code[0]] > 0
}

func (c *toyCPU) ReturnAt(sp uint32) (addr uint32, ok bool) {
	for _, b := range c.data[sp : sp+4] {
		addr = addr<<8 | uint32(b)
	}
	code := c.control.Code(addr - 4)
	return addr, code != nil && code[0] == toyCall
}

// special reports whether Attend has to look at the instruction at the PC.
func (c *toyCPU) special() bool { return c.marked[c.pc] || !c.defined(c.pc) }

func (c *toyCPU) Run() { c.RunPackage() }

func (c *toyCPU) RunPackage() {
	cycles, next := c.control.Due()
	for {
		if cycles >= next || c.special() {
			var ok bool
			if cycles, next, ok = c.control.Attend(cycles); !ok {
				return
			}
		}
		pc := c.pc
		cycles += toyCycles[c.data[pc]]
		c.execute()
		if (c.guards || c.halted) && c.control.MustCheck(c.SP()) && !c.control.Check(pc, cycles) {
			return
		}
	}
}

func (c *toyCPU) Step() (emu.Executed, bool) {
	cycles, next := c.control.Due()
	if cycles >= next || c.special() {
		var ok bool
		if cycles, _, ok = c.control.Attend(cycles); !ok {
			return emu.Executed{}, false
		}
	}
	pc := c.pc
	flow := c.execute()
	return emu.Executed{PC: pc, SP: c.SP(), Cycles: cycles + toyCycles[c.data[pc]], Flow: flow}, true
}

func (c *toyCPU) execute() emu.Flow {
	op := c.data[c.pc]
	addr := uint32(c.data[c.pc+1])<<16 | uint32(c.data[c.pc+2])<<8 | uint32(c.data[c.pc+3])
	c.pc += 4
	switch op {
	case toyCount:
		c.n++
	case toyLoad:
		c.n = byte(c.read(1, addr))
	case toyStore:
		c.write(1, addr, uint32(c.n))
	case toyLoadW:
		if addr%2 != 0 {
			c.halted = true
			c.control.Refuse(emu.Unaligned, addr)
			break
		}
		c.w = uint16(c.read(2, addr))
	case toyPush:
		c.push(2, uint32(c.w))
	case toyDrop:
		c.w = uint16(c.pull(2))
	case toyJump:
		c.pc = addr
	case toyCall:
		c.push(4, c.pc)
		c.pc = addr
		return emu.Calls
	case toyReturn:
		c.pc = c.pull(4)
		return emu.Returns
	}
	return emu.GoesOn
}

func (c *toyCPU) push(size, v uint32) {
	c.s -= size
	c.write(size, c.s+1, v)
}

func (c *toyCPU) pull(size uint32) uint32 {
	c.s += size
	return c.read(size, c.s+1-size)
}

// read and write access size bytes, the high byte first.
func (c *toyCPU) read(size, addr uint32) (v uint32) {
	if c.accesses != nil {
		c.accesses.Read(addr, size)
	}
	for a := addr; a < addr+size; a++ {
		inside := a < uint32(len(c.data))
		if c.guards && (!inside || c.access[a]&emu.Readable == 0) {
			c.control.RefuseRead(a)
		}
		b := byte(0xFF)
		if inside {
			b = c.data[a]
		}
		v = v<<8 | uint32(b)
	}
	return v
}

func (c *toyCPU) write(size, addr, v uint32) {
	if c.accesses != nil {
		c.accesses.Write(addr, size)
	}
	for i := range size {
		a, b := addr+size-1-i, byte(v>>(8*i))
		switch {
		case toySpec.RAM.Has(a):
			c.data[a], c.access[a] = b, emu.Readable|emu.Writable
		case c.guards:
			c.control.RefuseWrite(a)
		}
	}
}

func toyInstruction(op byte, addr uint32) instruction {
	return instruction{Code: []byte{op, byte(addr >> 16), byte(addr >> 8), byte(addr)}, Cycles: toyCycles[op]}
}

func suiteToy() suite {
	with := func(op byte) func(addr uint32) instruction {
		return func(addr uint32) instruction { return toyInstruction(op, addr) }
	}
	return suite{
		New:       newToy,
		Spec:      toySpec,
		Unmapped:  0x004000,
		Counter:   "n",
		Count:     toyInstruction(toyCount, 0),
		Push:      toyInstruction(toyPush, 0),
		Drop:      toyInstruction(toyDrop, 0),
		PushSize:  2,
		Return:    toyInstruction(toyReturn, 0),
		Undefined: toyInstruction(0xEE, 0), Named: "$EE",
		Load:  with(toyLoad),
		Store: with(toyStore),
		Jump:  with(toyJump),
		Call:  with(toyCall),
	}
}

func toyProgram(code ...instruction) *emu.Program {
	p := &emu.Program{Name: "trial", Origin: toySpec.ROM.Start, Symbols: map[string]uint32{"main": toySpec.ROM.Start}}
	for _, in := range code {
		p.ROM = append(p.ROM, in.Code...)
	}
	return p
}

func TestFaultOfTheCPUsOwn(t *testing.T) {
	m, err := newToy(toyProgram(toyInstruction(toyLoadW, 0x1001), toyInstruction(toyReturn, 0)))
	require.NoError(t, err)
	for _, guards := range []bool{true, false} { // it can't go on in any case
		m.SetGuards(guards)
		const says = "toy trial: word at an odd address at $1001, instruction at $10800 main, cycle 6"
		m.ResetCycles()
		require.EqualError(t, m.Call("main", 0), says)
		m.ResetCycles()
		m.Enter(toySpec.ROM.Start)
		require.EqualError(t, m.Step(), says)
	}
}

// Of the bytes that one instruction must not access, the first counts.
func TestFirstFaultOfAnInstructionCounts(t *testing.T) {
	m, err := newToy(toyProgram(toyInstruction(toyLoadW, 0x1FFE), toyInstruction(toyReturn, 0)))
	require.NoError(t, err)
	require.ErrorContains(t, m.Call("main", 0), "nobody wrote at $1ffe")
	m.Write(0x1FFE, 1)
	require.ErrorContains(t, m.Call("main", 0), "nobody wrote at $1fff")
	m.Write(0x1FFF, 2)
	require.NoError(t, m.Call("main", 0))
	require.Equal(t, uint32(0x0102), m.Register("w"))
}

func TestRange(t *testing.T) {
	r := emu.Range{Start: 0x100, Size: 0x10}
	for addr, in := range map[uint32]bool{0: false, 0xFF: false, 0x100: true, 0x10F: true, 0x110: false, 0xFFFFFFFF: false} {
		require.Equal(t, in, r.Has(addr), "%#x", addr)
	}
	require.Equal(t, uint32(0x110), r.End())
	require.False(t, emu.Range{}.Has(0))

	m, err := newToy(toyProgram(toyInstruction(toyReturn, 0)))
	require.NoError(t, err)
	last := toySpec.ROM.End() - 1 // of the map and of the arrays
	m.ReadBytes(last, make([]byte, 1))
	require.PanicsWithValue(t, "toy trial: address $10c00 is outside the map", func() { m.ReadBytes(last, make([]byte, 2)) })
}

// The book's code is below the ROM, and RAM below both.
func TestCodeBelowTheROM(t *testing.T) {
	book := toySpec.Slots[0].Start
	p := toyProgram(toyInstruction(toyCall, book), toyInstruction(toyCall, book+8), toyInstruction(toyReturn, 0))
	var code []byte
	for _, in := range []instruction{toyInstruction(toyCount, 0), toyInstruction(toyReturn, 0), toyInstruction(toyCount, 0)} {
		code = append(code, in.Code...)
	}
	p.More = []emu.Image{{Name: "book", Data: code, Origin: book, Code: 8}}
	p.Symbols["in_book"], p.Symbols["data"], p.Symbols["board"] = book, book+8, toySpec.RAM.Start
	for _, ram := range []uint32{toySpec.RAM.Start, toySpec.RAM.End() - 1, book - 1, book + 8, toySpec.ROM.Start - 1} {
		require.False(t, p.InCode(ram), "%#x", ram)
		require.Equal(t, "", p.Where(ram), "%#x", ram)
	}
	require.True(t, p.InCode(book+7))
	require.True(t, p.InCode(toySpec.ROM.Start))

	m, err := newToy(p)
	require.NoError(t, err)
	m.StartProfile()
	require.EqualError(t, m.Call("main", 0), "toy trial: code outside the ROM, instruction at $10008, called from main+$8, cycle 28")
	got := m.StopProfile()
	require.Equal(t, emu.RoutineCycles{Label: "in_book", Calls: 1, Self: 10, Total: 10, Called: 10}, got.Routine("in_book"))
	require.Equal(t, uint64(18), got.Routine("main").Self)
	require.Len(t, got.Routines, 2)
}

// What the profiler needs memory for is new chains of calls, not instructions.
func TestProfilerDoesNotAllocateByInstruction(t *testing.T) {
	at := toySpec.ROM.Start
	p := toyProgram(toyInstruction(toyCall, at+12), toyInstruction(toyCall, at+12), toyInstruction(toyReturn, 0),
		toyInstruction(toyCount, 0), toyInstruction(toyReturn, 0))
	p.Symbols["sub"] = at + 12
	m, err := newToy(p)
	require.NoError(t, err)
	m.StartProfile()
	require.NoError(t, m.Call("main", 0))
	require.Zero(t, testing.AllocsPerRun(100, func() { _ = m.Call("main", 0) }))
	require.Equal(t, uint64(2*102), m.StopProfile().Routine("sub").Calls) // AllocsPerRun has a run of its own before
}

// A debugger steps through millions of instructions.
func TestStepDoesNotAllocate(t *testing.T) {
	m, err := newToy(toyProgram(toyInstruction(toyJump, toySpec.ROM.Start)))
	require.NoError(t, err)
	m.Enter(toySpec.ROM.Start)
	require.Zero(t, testing.AllocsPerRun(100, func() { _ = m.Step() }))
}
