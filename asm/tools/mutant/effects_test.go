package mutant

import (
	"bytes"
	"math/rand"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/disasm"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/emu/z80"
)

// pairTests says how to execute instructions of a CPU at random.
var pairTests = map[string]struct {
	machine   func(*emu.Program) (emu.Machine, error)
	registers string // those that hold an address in RAM are upper case
	flags     string // the register with the flags
	fixed     uint32 // its bits that are always set
	bits      map[string]uint32
}{
	"z80": {func(p *emu.Program) (emu.Machine, error) { return z80.New(p) }, "a f BC DE HL IX IY SP", "f", 0,
		map[string]uint32{"cf": 1, "f": 0xFE}},
	"6502": {func(p *emu.Program) (emu.Machine, error) { return m6502.New(p) }, "a x y p s", "p", 0,
		map[string]uint32{"n": 0x80, "v": 0x40, "z": 2, "c": 1, "modes": 0x0C}},
	"68000": {func(p *emu.Program) (emu.Machine, error) { return m68k.New(p) }, "d0 d1 d2 d3 d4 d5 d6 d7 A0 A1 A2 A3 A4 A5 A6 A7 sr", "sr", 0x2700,
		map[string]uint32{"nzvc": 0x0F, "x": 0x10}},
}

// Instructions that are independent do the same in either order, on the machine, but for the
// flags that are said to differ.
func TestIndependentInstructionsDoTheSameInEitherOrder(t *testing.T) {
	for name, test := range pairTests {
		t.Run(name, func(t *testing.T) {
			rom := romOf(t, name)
			img, pieces, size := rom.img, rom.pieces, sizeOf(name)
			m, err := test.machine(&emu.Program{Name: name, ROM: img.ROM, Origin: img.Symbols["rom_start"]})
			require.NoError(t, err)
			m.SetGuards(false)
			p := newProgram(name, pieces, size)
			r := rand.New(rand.NewSource(1))
			from, to := img.Symbols["ram_start"], img.Symbols["ram_limit"]
			ram := make([]byte, to-from)
			r.Read(ram)
			m.WriteBytes(from, ram)
			random := m.State()
			at := img.Symbols["rom_start"] + 0x200
			registers, bits := strings.Fields(test.registers), uint32(0)
			for _, b := range test.bits {
				bits |= b
			}
			// run executes two instructions and returns registers and RAM.
			run := func(code []byte, seed int64, ignore uint32) (after []uint32, memory []byte, ok bool) {
				r := rand.New(rand.NewSource(seed))
				m.SetState(random)
				m.WriteBytes(at, code)
				for _, name := range registers {
					v := r.Uint32()
					if low := strings.ToLower(name); low != name {
						name, v = low, from+0x200+v%(to-from-0x400)&^1
					} else if name == test.flags {
						v = v&bits | test.fixed
					}
					m.SetRegister(name, v)
				}
				m.SetRegister("pc", at)
				for range 2 {
					if m.Step() != nil {
						return nil, nil, false
					}
				}
				for _, name := range registers {
					v := m.Register(strings.ToLower(name))
					if name == test.flags {
						v &^= ignore
					}
					after = append(after, v)
				}
				memory = make([]byte, len(ram))
				m.ReadBytes(from, memory)
				return after, memory, true
			}
			tried := 0
			same := func(x, y *piece) {
				a, b := x.code[:size(x)], y.code[:size(y)]
				flags, ok := p.independent(&p.at[x.addr].effects, &p.at[y.addr].effects)
				if !ok || p.at[x.addr].fixed || p.at[y.addr].fixed {
					return
				}
				ignore := uint32(0)
				for flag, bits := range test.bits {
					if p.set(flag)&flags != 0 {
						ignore |= bits
					}
				}
				seed := r.Int63()
				after, memory, ok := run(slices.Concat(a, b), seed, ignore)
				after2, memory2, ok2 := run(slices.Concat(b, a), seed, ignore)
				if ok && ok2 {
					tried++
					what := disasm.Decode(name, a, at, nil).Text + " | " + disasm.Decode(name, b, at, nil).Text
					require.Equal(t, after, after2, what)
					require.True(t, bytes.Equal(memory, memory2), what)
				}
			}
			code := slices.DeleteFunc(slices.Clone(pieces), func(p piece) bool { return p.data })
			for i := range code[:len(code)-1] {
				if i%4 == 0 {
					same(&code[i], &code[i+1])
					same(&code[i], &code[r.Intn(len(code))])
				}
			}
			require.Greater(t, tried, 400)
		})
	}
}

// rom is a CPU's ROM with its pieces and mutants.
type rom struct {
	img    *asm.Image
	pieces []piece
	all    []Mutant
	err    error
}

// roms are read once.
var roms = sync.OnceValue(func() map[string]rom {
	all := map[string]rom{}
	for _, name := range asm.Names() {
		var r rom
		if r.img, r.err = asm.Load(name); r.err == nil {
			if r.pieces, r.err = split(r.img, decoders[name].decode); r.err == nil {
				r.all, r.err = All(r.img)
			}
		}
		all[name] = r
	}
	return all
})

// romOf returns the ROM of a CPU.
func romOf(t *testing.T, name string) rom {
	r := roms()[name]
	require.NoError(t, r.err)
	return r
}

// sizeOf returns the size of an instruction of a CPU.
func sizeOf(name string) func(*piece) int {
	return func(p *piece) int { return decoders[name].decode(p.code, p.addr).size }
}

// Another register gives an instruction of the same length, which differs, and on a Z80 or
// 68000 has the same mnemonic.
func TestAnotherRegister(t *testing.T) {
	for _, name := range asm.Names() {
		pieces, size := romOf(t, name).pieces, sizeOf(name)
		for i := range pieces {
			p := &pieces[i]
			if p.data {
				continue
			}
			n := size(p)
			was := disasm.Decode(name, p.code[:n], p.addr, nil)
			var others []string
			for _, b := range decoders[name].registers(p.code[:n]) {
				in := disasm.Decode(name, slices.Concat(b, p.code[len(b):n]), p.addr, nil)
				require.Equal(t, n, in.Size, "%s: %s", was.Text, in.Text)
				require.NotEqual(t, byte('.'), in.Text[0], was.Text)
				others = append(others, in.Text)
				if name != "6502" {
					a, _, _ := strings.Cut(was.Text, " ")
					b, _, _ := strings.Cut(in.Text, " ")
					require.Equal(t, a, b)
				}
			}
			require.NotContains(t, others, was.Text)
			slices.Sort(others)
			require.Len(t, slices.Compact(others), len(decoders[name].registers(p.code[:n])), was.Text)
		}
	}
}

// The registers that stand in for those of some instructions.
func TestRegistersOf(t *testing.T) {
	for _, c := range []struct {
		cpu  string
		code []byte
		want []string
	}{
		{"z80", []byte{0x41}, []string{"ld c,c", "ld b,d"}},
		{"z80", []byte{0x7E}, []string{"ld b,(hl)"}},
		{"z80", []byte{0x19}, []string{"add hl,hl"}},
		{"z80", []byte{0xDD, 0x7E, 3}, []string{"ld a,(iy+3)", "ld b,(ix+3)"}},
		{"z80", []byte{0xC9}, nil},
		{"6502", []byte{0xBD, 0, 3}, []string{"ldy $0300,x", "lda $0300,y"}},
		{"6502", []byte{0x18}, nil},
		{"68000", []byte{0x34, 0x01}, []string{"move.w %d1,%d3", "move.w %d2,%d2"}},
		{"68000", []byte{0x12, 0x30, 0x20, 0x04}, []string{"move.b 4(%a0,%d2.w),%d2", "move.b 4(%a1,%d2.w),%d1", "move.b 4(%a0,%d3.w),%d1"}},
		{"68000", []byte{0x58, 0x48}, []string{"addq.w #4,%a1"}},
		{"68000", []byte{0x4E, 0x75}, nil},
		{"68000", []byte{0x66, 0x10}, nil},
	} {
		var found []string
		for _, b := range decoders[c.cpu].registers(c.code) {
			found = append(found, disasm.Decode(c.cpu, slices.Concat(b, c.code[len(b):]), 0x1000, nil).Text)
		}
		require.Equal(t, c.want, found, "%s % X", c.cpu, c.code)
	}
}

// Two instructions are exchanged unless they are independent, and the flags that differ are
// dead.
func TestSwaps(t *testing.T) {
	for _, c := range []struct {
		what, cpu string
		code      []byte
		sizes     []int
		want      bool // for the first two
	}{
		{"ldx #1; ldy #2; rts", "6502", []byte{0xA2, 1, 0xA0, 2, 0x60}, []int{2, 2, 1}, true}, // N and Z may be read
		{"ldx #1; ldy #2; lda #3", "6502", []byte{0xA2, 1, 0xA0, 2, 0xA9, 3, 0x60}, []int{2, 2, 2, 1}, false},
		{"ldx #1; ldy #2; bne; lda #3", "6502", []byte{0xA2, 1, 0xA0, 2, 0xD0, 0, 0xA9, 3}, []int{2, 2, 2, 2}, true},
		{"ldx #1; ldy #2; bcc; lda #3", "6502", []byte{0xA2, 1, 0xA0, 2, 0x90, 0, 0xA9, 3}, []int{2, 2, 2, 2}, false},
		{"ldx #1; ldy #2; bcc to rts; lda #3; rts", "6502", []byte{0xA2, 1, 0xA0, 2, 0x90, 2, 0xA9, 3, 0x60}, []int{2, 2, 2, 2, 1}, true},
		{"sta $10; stx $11; rts", "6502", []byte{0x85, 0x10, 0x86, 0x11, 0x60}, []int{2, 2, 1}, false},
		{"sta $10; stx $10; rts", "6502", []byte{0x85, 0x10, 0x86, 0x10, 0x60}, []int{2, 2, 1}, true},
		{"sta $10; sta $200,x; rts", "6502", []byte{0x85, 0x10, 0x9D, 0, 2, 0x60}, []int{2, 3, 1}, false},
		{"sta $210; sta $200,y; rts", "6502", []byte{0x8D, 0x10, 2, 0x99, 0, 2, 0x60}, []int{3, 3, 1}, true},
		{"sta $200,x; sta $300,y; rts", "6502", []byte{0x9D, 0, 2, 0x99, 0, 3, 0x60}, []int{3, 3, 1}, false},
		{"sta $200,x; sta $2FF,y; rts", "6502", []byte{0x9D, 0, 2, 0x99, 0xFF, 2, 0x60}, []int{3, 3, 1}, true},
		{"sta $200,x; sta $201,x; rts", "6502", []byte{0x9D, 0, 2, 0x9D, 1, 2, 0x60}, []int{3, 3, 1}, false},
		{"sta $10,x; stx $20; rts", "6502", []byte{0x95, 0x10, 0x86, 0x20, 0x60}, []int{2, 2, 1}, true}, // it wraps around
		{"pha; stx $20; rts", "6502", []byte{0x48, 0x86, 0x20, 0x60}, []int{1, 2, 1}, false},
		{"stx $11; sta ($10),y; rts", "6502", []byte{0x86, 0x11, 0x91, 0x10, 0x60}, []int{2, 2, 1}, true}, // the pointer
		{"sta ($10),y; lda $12", "6502", []byte{0x91, 0x10, 0xA5, 0x12, 0xA9, 0}, []int{2, 2, 2}, true},
		{"clc; adc #1", "6502", []byte{0x18, 0x69, 1, 0xA9, 0, 0x18}, []int{1, 2, 2, 1}, true},
		{"ld b,1; ld c,2", "z80", []byte{0x06, 1, 0x0E, 2, 0xC9}, []int{2, 2, 1}, false},
		{"ld b,c; ld c,2", "z80", []byte{0x41, 0x0E, 2, 0xC9}, []int{1, 2, 1}, true},
		{"ld (ix+1),a; ld (ix+2),b", "z80", []byte{0xDD, 0x77, 1, 0xDD, 0x70, 2, 0xC9}, []int{3, 3, 1}, false},
		{"ld (ix+1),a; ld (iy+2),b", "z80", []byte{0xDD, 0x77, 1, 0xFD, 0x70, 2, 0xC9}, []int{3, 3, 1}, true},
		{"ld ($4200),hl; ld a,($4201)", "z80", []byte{0x22, 0, 0x42, 0x3A, 1, 0x42, 0xC9}, []int{3, 3, 1}, true},
		{"ld ($4200),hl; ld a,($4202)", "z80", []byte{0x22, 0, 0x42, 0x3A, 2, 0x42, 0xC9}, []int{3, 3, 1}, false},
		{"move.w d0,4(a0); move.b 5(a0),d1", "68000", []byte{0x31, 0x40, 0, 4, 0x12, 0x28, 0, 5, 0x70, 0}, []int{4, 4, 2}, true},
		{"move.w d0,4(a0); move.b 6(a0),d1", "68000", []byte{0x31, 0x40, 0, 4, 0x12, 0x28, 0, 6, 0x70, 0}, []int{4, 4, 2}, false},
		{"inc b; inc c; ret", "z80", []byte{0x04, 0x0C, 0xC9}, []int{1, 1, 1}, true},
		{"inc b; inc c; or a; ret", "z80", []byte{0x04, 0x0C, 0xB7, 0xC9}, []int{1, 1, 1, 1}, false},
		{"inc b; inc c; rla; or a", "z80", []byte{0x04, 0x0C, 0x17, 0xB7, 0xC9}, []int{1, 1, 1, 1, 1}, false},
		{"or b; rla; ret c", "z80", []byte{0xB0, 0x17, 0xD8}, []int{1, 1, 1}, true},
		{"moveq #1,d0; moveq #2,d1; rts", "68000", []byte{0x70, 1, 0x72, 2, 0x4E, 0x75}, []int{2, 2, 2}, true},
		{"moveq #1,d0; moveq #2,d1; moveq #3,d2", "68000", []byte{0x70, 1, 0x72, 2, 0x74, 3}, []int{2, 2, 2}, false},
		{"moveq #1,d0; moveq #2,d1; addx d2,d3", "68000", []byte{0x70, 1, 0x72, 2, 0xD7, 0x42}, []int{2, 2, 2}, true},
		{"movea.l d0,a0; movea.l d1,a1; rts", "68000", []byte{0x20, 0x40, 0x22, 0x41, 0x4E, 0x75}, []int{2, 2, 2}, false},
		{"movea.l d0,a0; move.b (a0),d1", "68000", []byte{0x20, 0x40, 0x12, 0x10, 0x74, 3}, []int{2, 2, 2}, true},
	} {
		var pieces []piece
		addr := uint32(0x1000)
		for _, n := range c.sizes {
			pieces = append(pieces, piece{addr: addr, code: c.code})
			c.code = c.code[n:]
			addr += uint32(n)
		}
		decode := decoders[c.cpu].decode
		p := newProgram(c.cpu, pieces, func(p *piece) int { return decode(append(slices.Clone(p.code), 0, 0, 0, 0, 0, 0, 0, 0), p.addr).size })
		require.Equal(t, c.want, p.swaps(pieces[0].addr, pieces[1].addr), c.what)
	}
}

// Code may jump to labels, and to where branches and calls lead.
func TestLandings(t *testing.T) {
	for _, c := range []struct {
		cpu, what string
		code      []byte
		want      uint32
	}{
		{"z80", "jr", []byte{0x18, 3}, 0x1005}, {"z80", "djnz", []byte{0x10, 0xF0}, 0xFF2}, {"z80", "call nz", []byte{0xC4, 0x34, 0x12}, 0x1234},
		{"6502", "bne", []byte{0xD0, 3}, 0x1005}, {"6502", "jsr", []byte{0x20, 0x34, 0x12}, 0x1234}, {"6502", "jmp", []byte{0x4C, 0x34, 0x12}, 0x1234},
		{"68000", "bne", []byte{0x66, 4}, 0x1006}, {"68000", "bsr.w", []byte{0x61, 0, 1, 0}, 0x1102},
		{"68000", "dbra", []byte{0x51, 0xC8, 0xFF, 0xF0}, 0xFF2}, {"68000", "jsr", []byte{0x4E, 0xB8, 0x12, 0x34}, 0x1234},
	} {
		p := newProgram(c.cpu, []piece{{addr: 0x1000, code: c.code}}, func(p *piece) int { return len(p.code) })
		require.Equal(t, map[uint32]bool{c.want: true, 0x77: true}, p.landings(map[string]uint32{"label": 0x77}), c.what)
	}
}

// The instructions of a swapped mutant stand one behind the other, and nothing leads between them.
func TestSwappedMutants(t *testing.T) {
	for _, name := range asm.Names() {
		rom := romOf(t, name)
		p := newProgram(name, rom.pieces, sizeOf(name))
		lands := p.landings(rom.img.Symbols)
		found := 0
		for _, m := range rom.all {
			if m.Kind != Swapped {
				continue
			}
			found++
			x := p.at[m.Addr]
			y := p.at[m.Addr+uint32(x.size)]
			require.Equal(t, x.size+y.size, len(m.Bytes), m)
			require.Equal(t, m.Old, slices.Concat(m.Bytes[y.size:], m.Bytes[:y.size]), m)
			require.False(t, lands[m.Addr+uint32(x.size)], m)
			require.False(t, x.fixed || y.fixed, m)
		}
		require.Greater(t, found, 1000)
	}
}
