package prove

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	m6502emu "github.com/searchex/searchex/emu/m6502"
	m68kemu "github.com/searchex/searchex/emu/m68k"
	z80emu "github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/testdata/switches"
)

// tried is a processor with what a comparison has to know of it.
type tried struct {
	cpu                     func() (CPU, error)
	open                    func(p *emu.Program) (emu.Machine, error)
	rom, ram, size, romSize uint32
	low, top                uint32 // of the stack
	sp                      string
	names                   []string // the registers, as the emulator and the prover have them
	width                   int
	flags                   func(s *State, value *uint64) uint64 // reads or sets those that the names lack
	flagNames               string
	flags0                  uint64 // the bits of those that are compared
	below                   uint32 // what the stack pointer is less than the first byte in use
	spWidth                 int
	opcodes                 func(c CPU) map[string][]byte
	far                     string   // in the names of those whose operand may be where nothing can be written
	out                     []string // of reach, by the beginning of the name
}

var allTried = map[string]*tried{
	"68000": {
		cpu:  func() (CPU, error) { return New68000(m68kemu.Instructions) },
		open: func(p *emu.Program) (emu.Machine, error) { m, err := m68kemu.New(p); return m.Machine, err },
		rom:  0, ram: 0x10000, size: 0x10000, romSize: 0x10000, low: 0x11000, top: 0x1F000, sp: "a7",
		names: strings.Fields("d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5 a6"), width: 32, spWidth: 32, opcodes: opcodes68k,
		flags: flags68k, flagNames: "ccr", flags0: 0x1F, out: []string{"movem", "movep", "toccr"}, far: "aw ",
	},
	"6502": {
		cpu:  func() (CPU, error) { return New6502(m6502emu.Instructions) },
		open: func(p *emu.Program) (emu.Machine, error) { m, err := m6502emu.New(p); return m.Machine, err },
		rom:  0x8000, ram: 0, size: 0x4000, romSize: 0x8000, low: 0x103, top: 0x200, sp: "s", names: []string{"a", "x", "y"}, width: 8,
		flags: flags6502, flagNames: "p", flags0: 0xC3, below: 1, spWidth: 8, opcodes: opcodes6502,
		out: []string{"php", "plp", "cli", "sei", "cld", "txs"},
	},
	"z80": {
		cpu:  func() (CPU, error) { return NewZ80(z80emu.Instructions) },
		open: func(p *emu.Program) (emu.Machine, error) { m, err := z80emu.New(p); return m.Machine, err },
		rom:  0, ram: 0x4000, size: 0x4000, romSize: 0x4000, low: 0x4100, top: 0x7F00, sp: "sp",
		names: []string{"af", "bc", "de", "hl", "ix", "iy", "af'", "bc'", "de'", "hl'"}, width: 16, spWidth: 16, opcodes: opcodesZ80,
	},
}

// flags68k are X, N, Z, V and C as the 68000's CCR has them.
func flags68k(s *State, value *uint64) (ccr uint64) {
	if value != nil {
		v := *value
		s.reg["xf"], s.reg["nf"], s.reg["zf"] = Const(v>>4&1, 32), Const(v>>3&1<<31, 32), Const(v>>2&1^1, 32)
		s.reg["vf"], s.reg["cf"] = Const(v>>1&1<<31, 32), Const(v&1, 32)
	}
	ccr = s.reg["xf"].val<<4 | s.reg["nf"].val>>31<<3 | s.reg["vf"].val>>31<<1 | s.reg["cf"].val
	if s.reg["zf"].val == 0 {
		ccr |= 4
	}
	return ccr
}

// opcodes68k has each size and mode of an instruction once, with registers at random and what belongs behind the opcode.
func opcodes68k(c CPU) map[string][]byte {
	all, r := map[string][]byte{}, rand.New(rand.NewPCG(56, 3))
	even := func() uint16 { return uint16(r.Uint32()) & 0x7FFE }
	for _, f := range c.(*m68k).forms {
		words := []uint16{uint16(f.value | r.Uint64()&0xFFFF&^f.mask)}
		for _, last := range []uint16{0x0007, 0x0E00} { // a7 moves by two with bytes, and must stay in the stack
			if words[0]&last == last && (f.Size != 'l' || f.To == "") {
				words[0] &^= last &^ uint16(f.mask)
			}
		}
		for range map[string]int{"imm": 1 + bit(f.Size == 'l'), "bit": 1}[f.Source] {
			words = append(words, even())
		}
		if f.Source == "branch" {
			words[0] &^= 1
			words = append(words, even())
		}
		for _, mode := range []string{f.Mode, f.To} {
			switch mode {
			case "di", "pc":
				words = append(words, even()&0x3E)
			case "ix", "px":
				words = append(words, uint16(r.Uint32())&0xF0FE)
			case "aw":
				words = append(words, even())
			case "al":
				words = append(words, 1, even())
			case "im":
				words = append(words, make([]uint16, bit(f.Size == 'l'))...)
				words = append(words, even())
			}
		}
		var code []byte
		for _, w := range words {
			code = append(code, byte(w>>8), byte(w))
		}
		all[fmt.Sprintf("%s.%c %s %s %d %04X", f.Columns[0], f.Size, f.Mode, f.To, f.Condition, f.value)] = code
	}
	return all
}

// flags6502 are N, V, Z and C as the 6502's P has them.
func flags6502(s *State, value *uint64) uint64 {
	if value != nil {
		p := *value
		nz := p & 0x80 << 1
		if p&2 == 0 {
			nz |= 1
		}
		s.reg["nz"], s.reg["k.ov"], s.reg["cf"] = Const(nz, 32), Const(p&0x40<<1, 32), Const(p&1, 32)
	}
	nz := s.reg["nz"].val
	p := (nz|nz>>1)&0x80 | s.reg["k.ov"].val>>1&0x40 | s.reg["cf"].val
	if nz&0xFF == 0 {
		p |= 2
	}
	return p
}

func opcodes6502(c CPU) map[string][]byte {
	all := map[string][]byte{}
	for op, f := range c.(*m6502).forms {
		if f != nil {
			all[f.name+" "+f.mode] = []byte{byte(op)}
		}
	}
	return all
}

func opcodesZ80(c CPU) map[string][]byte {
	all := map[string][]byte{}
	for _, f := range c.(*z80).forms {
		var code []byte
		if f.Prefix != "base" {
			var first byte
			fmt.Sscanf(f.Prefix, "%2x", &first)
			code = append(code, first)
		}
		if len(f.Prefix) == 4 && f.Prefix != "base" {
			code = append(code, 0xCB, 0x05)
		}
		all[fmt.Sprintf("%s %s %02X", strings.Join(f.Columns[5:], " "), f.Prefix, f.Opcode)] = append(code, f.Opcode)
	}
	return all
}

// Each instruction of the tables, executed on terms that are constants, leaves the registers, flags, memory and cycles that
// the predecoded core leaves, and does what it must not where the machine's guards refuse it.
func TestEffectsAreThoseOfTheCores(t *testing.T) {
	for name, x := range allTried {
		t.Run(name, func(t *testing.T) {
			c, err := x.cpu()
			require.NoError(t, err)
			all := x.opcodes(c)
			require.Greater(t, len(all), 100)
			r := rand.New(rand.NewPCG(56, 2))
			rom := make([]byte, x.romSize)
			place := map[string]uint32{}
			at := uint32(0x20)
			for _, in := range slices.Sorted(maps.Keys(all)) {
				place[in] = x.rom + at
				x.fill(r, rom[at:at+16], all[in])
				at += uint32(max(8, x.width*3/8))
			}
			m, err := x.open(&emu.Program{Name: "effects", ROM: rom, Origin: x.rom, Symbols: map[string]uint32{"stack_bottom": x.low, "stack_top": x.top}})
			require.NoError(t, err)
			p := &Program{CPU: c, ROM: map[uint32][]byte{x.rom: rom}, RAM: [][2]uint32{{x.ram, x.ram + x.size}}, Symbols: map[string]uint32{"stack_bottom": x.low, "stack_top": x.top}}
			memory := make([]byte, 1<<17)
			for i := x.ram; i < x.ram+x.size; i++ {
				memory[i] = byte(r.Uint32())
				if i < 0x100 { // pointers into RAM
					memory[i] &= 0x3F
				}
				if i >= x.low && i < x.top { // returns lead into the ROM
					memory[i] = byte(x.rom>>8) | memory[i]&0x3F
				}
			}
			m.WriteBytes(x.ram, memory[x.ram:x.ram+x.size])
			enough := 1
			if switches.Has("slow") {
				enough = 4
			}
			for _, in := range slices.Sorted(maps.Keys(all)) {
				out := slices.ContainsFunc(x.out, func(o string) bool { return strings.HasPrefix(in, o) })
				far := x.far != "" && strings.Contains(in, x.far)
				tries := 200
				if out || far {
					tries = 30
				}
				compared, refused := 0, 0
				for i := 0; i < tries && compared < enough; i++ {
					switch x.compare(t, r, m, p, memory, in, place[in]) {
					case "compared":
						compared++
						continue
					case "refused":
						refused++
					}
					m.ReadBytes(x.ram, memory[x.ram:x.ram+x.size]) // what only the emulator has done
				}
				require.Equal(t, out || far && refused == tries, compared == 0, "%s: compared %d times, %d times refused by both", in, compared, refused)
			}
		})
	}
}

// fill puts an instruction's opcode into code with an operand at random, mostly an address in RAM.
func (x *tried) fill(r *rand.Rand, code, opcode []byte) {
	for i := range code {
		code[i] = byte(r.Uint32())
	}
	n := copy(code, opcode)
	code[n+1] = byte(x.ram>>8) | code[n+1]&0x3F
}

// random is a number of the width of a register, often an address in RAM or a small one.
func (x *tried) random(r *rand.Rand) uint64 {
	v := r.Uint64() & mask(x.width)
	in := (uint64(x.ram) + v%uint64(x.size)) & mask(x.width)
	switch r.IntN(4) {
	case 0:
		return in
	case 1:
		return in &^ 1
	case 2:
		return v & 0xFF
	}
	return v
}

// compare executes an instruction in a state at random, on the emulator and on terms.
func (x *tried) compare(t *testing.T, r *rand.Rand, m emu.Machine, p *Program, memory []byte, in string, pc uint32) string {
	forget()
	m.Enter(pc)
	m.ReadBytes(x.top-4, memory[x.top-4:x.top]) // Enter pushes
	pm := &Machine{cpu: p.CPU, program: p, first: map[uint64]*Term{}, bad: False, snapshot: &Snapshot{Memory: memory}, samples: newSamples(), visits: map[uint32]int{}, asked: map[*Term]bool{}, ran: map[uint32]bool{}}
	s := &State{pc: pc, mem: map[uint64]*Term{}, cycles: Const(0, cycleBits), live: 1}
	p.CPU.begin(pm, s)
	clear(s.mem)
	for _, name := range x.names {
		v := x.random(r)
		m.SetRegister(name, uint32(v))
		require.True(t, p.CPU.replace(s, name, Const(v, x.width)))
	}
	if x.flags != nil {
		v := r.Uint64() & 0xFF
		m.SetRegister(x.flagNames, uint32(v))
		x.flags(s, &v)
	}
	s.sp = x.low + 0x20 + r.Uint32N((x.top-x.low-0x40)/2)*2
	m.SetRegister(x.sp, s.sp-x.below)
	before, start, where := m.Cycles(), m.Registers(), in
	var fault *emu.Fault
	err := m.Continue(1)
	refused := err != nil && (!errors.As(err, &fault) || fault.Kind != emu.Runaway)
	after, panicked := x.step(pm, s)
	if panicked != nil || pm.bad != False {
		if refused {
			return "refused"
		}
		require.NotNil(t, panicked, "%s at %s: refused on terms: %v", in, start, pm.bad)
		return "out of reach"
	}
	if refused {
		return "refused"
	}
	where = fmt.Sprintf("%s (% x) at %s", in, p.ROM[x.rom][pc-x.rom:][:8], start)
	require.Len(t, after, 1, where)
	s = after[0]
	for _, name := range x.names {
		got, _ := p.CPU.place(s, name)
		require.Equal(t, Const(uint64(m.Register(name)), x.width), got, "%s in %s", name, where)
	}
	if x.flags != nil {
		require.Equal(t, uint64(m.Register(x.flagNames))&x.flags0, x.flags(s, nil), "flags in %s", where)
	}
	require.Equal(t, m.PC(), s.pc, "pc in %s", where)
	require.Equal(t, m.Register(x.sp), (s.sp-x.below)&uint32(mask(x.spWidth)), "sp in %s", where)
	require.Equal(t, Const(m.Cycles()-before, cycleBits), s.cycles, "cycles in %s", where)
	for a, b := range s.mem {
		memory[a] = byte(b.val)
	}
	now := make([]byte, x.size)
	m.ReadBytes(x.ram, now)
	require.True(t, string(now) == string(memory[x.ram:x.ram+x.size]), "memory in %s", where)
	return "compared"
}

// step is the prover's, with its panic as an error.
func (x *tried) step(m *Machine, s *State) (after []*State, panicked any) {
	defer func() { panicked = recover() }()
	return m.cpu.step(m, s), nil
}
