package mutant

import (
	"bytes"
	"encoding/hex"
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
	"z80": {func(p *emu.Program) (emu.Machine, error) { m, err := z80.New(p); return m.Machine, err }, "a f BC DE HL IX IY SP af' bc' de' hl'", "f", 0,
		map[string]uint32{"cf": 1, "f": 0xFE}},
	"6502": {func(p *emu.Program) (emu.Machine, error) { m, err := m6502.New(p); return m.Machine, err }, "a x y p s", "p", 0,
		map[string]uint32{"n": 0x80, "v": 0x40, "z": 2, "c": 1, "modes": 0x0C}},
	"68000": {func(p *emu.Program) (emu.Machine, error) { m, err := m68k.New(p); return m.Machine, err }, "d0 d1 d2 d3 d4 d5 d6 d7 A0 A1 A2 A3 A4 A5 A6 A7 sr", "sr", 0x2700,
		map[string]uint32{"nzvc": 0x0F, "x": 0x10}},
}

// pairs executes pairs of a CPU's instructions in both orders.
type pairs struct {
	cpu       string
	m         emu.Machine
	p         *program // of the ROM
	registers []string
	from, to  uint32 // RAM
	at        uint32 // of the code
	random    *emu.State
	r         *rand.Rand
	spoiled   uint32 // bits of the flags that run inverts at first
	tried     int
}

func newPairs(t *testing.T, name string) *pairs {
	rom, test := romOf(t, name), pairTests[name]
	m, err := test.machine(&emu.Program{Name: name, ROM: rom.img.ROM, Origin: rom.img.Symbols["rom_start"]})
	require.NoError(t, err)
	m.SetGuards(false)
	p := &pairs{cpu: name, m: m, p: newProgram(name, rom.pieces, sizeOf(name)), registers: strings.Fields(test.registers),
		from: rom.img.Symbols["ram_start"], to: rom.img.Symbols["ram_limit"], at: rom.img.Symbols["rom_start"] + 0x200, r: rand.New(rand.NewSource(1))}
	ram := make([]byte, p.to-p.from)
	p.r.Read(ram)
	m.WriteBytes(p.from, ram)
	p.random = m.State()
	return p
}

// run executes two instructions and returns registers, without the bits of flags that are
// ignored, and RAM. With together all registers that hold addresses hold the same one, or one
// two bytes further on.
func (p *pairs) run(code []byte, seed int64, together bool, ignore uint32) (after []uint32, memory []byte, ok bool) {
	test, bits := pairTests[p.cpu], uint32(0)
	for _, b := range test.bits {
		bits |= b
	}
	r := rand.New(rand.NewSource(seed))
	p.m.SetState(p.random)
	p.m.WriteBytes(p.at, code)
	place := r.Uint32()
	for _, name := range p.registers {
		v := r.Uint32()
		if low := strings.ToLower(name); low != name {
			if together {
				v = place + v%2*2
			}
			name, v = low, p.from+0x200+v%(p.to-p.from-0x400)&^1
		} else if name == test.flags {
			v = v&bits | test.fixed
		}
		p.m.SetRegister(name, v)
	}
	p.m.SetRegister(test.flags, p.m.Register(test.flags)^p.spoiled)
	p.m.SetRegister("pc", p.at)
	for range 2 {
		if p.m.Step() != nil {
			return nil, nil, false
		}
	}
	for _, name := range p.registers {
		v := p.m.Register(strings.ToLower(name))
		if name == test.flags {
			v &^= ignore
		}
		after = append(after, v)
	}
	memory = make([]byte, p.to-p.from)
	p.m.ReadBytes(p.from, memory)
	return after, memory, true
}

// same requires that two instructions do the same in either order, if they are independent.
func (p *pairs) same(t *testing.T, a, b []byte, x, y *effects) (independent bool) {
	flags, ok := p.p.independent(x, y)
	if !ok || x.fixed || y.fixed {
		return false
	}
	ignore := uint32(0)
	for flag, bits := range pairTests[p.cpu].bits {
		if p.p.set(flag)&flags != 0 {
			ignore |= bits
		}
	}
	seed, together := p.r.Int63(), p.r.Intn(2) == 0
	after, memory, ok := p.run(slices.Concat(a, b), seed, together, ignore)
	after2, memory2, ok2 := p.run(slices.Concat(b, a), seed, together, ignore)
	if ok && ok2 {
		p.tried++
		what := disasm.Decode(p.cpu, a, p.at, nil).Text + " | " + disasm.Decode(p.cpu, b, p.at, nil).Text
		require.Equal(t, after, after2, what)
		require.True(t, bytes.Equal(memory, memory2), what)
	}
	return true
}

// Instructions that are independent do the same in either order, on the machine, except for the
// flags that are said to differ.
func TestIndependentInstructionsDoTheSameInEitherOrder(t *testing.T) {
	for name := range pairTests {
		t.Run(name, func(t *testing.T) {
			p, size := newPairs(t, name), sizeOf(name)
			same := func(x, y *piece) {
				p.same(t, x.code[:size(x)], y.code[:size(y)], &p.p.at[x.addr].effects, &p.p.at[y.addr].effects)
			}
			code := slices.DeleteFunc(slices.Clone(romOf(t, name).pieces), func(p piece) bool { return p.data })
			for i := range code[:len(code)-1] {
				if i%4 == 0 {
					same(&code[i], &code[i+1])
					same(&code[i], &code[p.r.Intn(len(code))])
				}
			}
			require.Greater(t, p.tried, 400)
		})
	}
}

// related are instructions that use the same registers, flags and bytes, so that a rule which
// takes two for independent wrongly is found out: by CPU, in hexadecimal.
var related = map[string]string{
	"6502": "29F0 09A5 4987 2510 0510 4510 3D0003 1D0003 5D0003 3110 E8 CA C8 88 AA A8 8A 98 A900 A200 A000 A980 A290 A005 A207 A510 A610 A410 A6F0 " +
		"8510 8610 8410 850F 95F0 9510 9D0002 990002 990102 9110 E610 0610 2610 6905 18 C910 2410 48 68 08 BA 9A",
	"z80": "A0 A6 A7 E60F B0 B6 B7 F6A5 A8 AE AF EE5A 80 81 86 87 C611 90 96 97 D607 88 98 3C 3D 04 05 24 23 2B 03 0B 19 09 29 39 ED5A ED52 DD23 DD2B DD19 DD24 " +
		"CBC0 CBC8 CB80 CB90 CBC7 CBCF CBC6 CBBF D9 08 EB E3 DDE3 02 12 77 70 3605 3606 DD7701 FD7702 FD7001 0A 1A 7E 2F 37 3F 07 FE05 F5 C5 E5 F1 C1 E1 " +
		"0605 0E05 3E00 010203 DD210342 47 4F 67 F9 22004A 320042",
	"68000": "8001 8041 8081 8010 8090 B300 B340 C001 C041 C010 00000012 02000012 0A000012 00400012 D001 D041 D081 D040 D010 9001 9041 5200 5240 5280 5340 06000011 04400011 D100 9100 9190 " +
		"D0C1 D1C1 D0C8 90C1 5248 5288 5349 D2C0 08C00003 08C00004 08800003 08400003 01C0 03C0 03C2 4200 4241 4280 4282 7000 7200 72FF 7405 7605 4A00 4A01 4A41 " +
		"1200 1400 1210 1280 1480 1080 10C0 1100 30BC0000 32BC0000 32BCFFFF 10BC0005 12BC0005 4211 4251 20C0 2280 2480 3280 3480 13400005 " +
		"48E7C040 4CDF0302 4CD00302 48900003 4C910003 48D10003 0188FFFF 0189FFFE 03890001 0148FFFF 03C90000 0109FFFE 11400001 13400001 41E80004 E348 E248 D181 5BC0 50C0 C141 4840 4880",
}

// Related instructions that are independent do the same in either order: two that change one
// register in the same way, and two that copy the same value, or values of the same sign.
func TestRelatedInstructions(t *testing.T) {
	for name, list := range related {
		t.Run(name, func(t *testing.T) {
			p := newPairs(t, name)
			var code [][]byte
			for text := range strings.FieldsSeq(list) {
				b, err := hex.DecodeString(text)
				require.NoError(t, err)
				in := disasm.Decode(name, slices.Concat(b, make([]byte, 8)), p.at, nil)
				require.Equal(t, len(b), in.Size, "%s: %s", text, in.Text)
				code = append(code, b)
			}
			changes, copies := 0, 0
			for i, a := range code {
				x := p.p.effects(name, a, p.at)
				require.True(t, x.known, disasm.Decode(name, a, p.at, nil).Text)
				for _, b := range code[:i] {
					y := p.p.effects(name, b, p.at)
					if !p.same(t, a, b, &x, &y) {
						continue
					}
					change, copied := x.change != "" && x.change == y.change && x.into == y.into, x.value != "" && x.sign == y.sign
					if change {
						changes++
					}
					if copied {
						copies++
					}
					if change || copied {
						for range 5 {
							p.same(t, a, b, &x, &y)
						}
					}
				}
			}
			require.Greater(t, changes, 10)
			require.Greater(t, copies, 10)
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
		{"ldx #0; ldy #2; rts", "6502", []byte{0xA2, 0, 0xA0, 2, 0x60}, []int{2, 2, 1}, true}, // N and Z may be read
		{"ldx #0; ldy #2; lda #3", "6502", []byte{0xA2, 0, 0xA0, 2, 0xA9, 3, 0x60}, []int{2, 2, 2, 1}, false},
		{"ldx #0; ldy #2; bne; lda #3", "6502", []byte{0xA2, 0, 0xA0, 2, 0xD0, 0, 0xA9, 3}, []int{2, 2, 2, 2}, true},
		{"ldx #0; ldy #2; bcc; lda #3", "6502", []byte{0xA2, 0, 0xA0, 2, 0x90, 0, 0xA9, 3}, []int{2, 2, 2, 2}, false},
		{"ldx #0; ldy #2; bcc to rts; lda #3; rts", "6502", []byte{0xA2, 0, 0xA0, 2, 0x90, 2, 0xA9, 3, 0x60}, []int{2, 2, 2, 2, 1}, true},
		{"ldx #1; ldy #2; rts", "6502", []byte{0xA2, 1, 0xA0, 2, 0x60}, []int{2, 2, 1}, false}, // N and Z are clear
		{"ldx #128; ldy #255; rts", "6502", []byte{0xA2, 0x80, 0xA0, 0xFF, 0x60}, []int{2, 2, 1}, false},
		{"ldx #127; ldy #128; rts", "6502", []byte{0xA2, 0x7F, 0xA0, 0x80, 0x60}, []int{2, 2, 1}, true},
		{"tax; tay; rts", "6502", []byte{0xAA, 0xA8, 0x60}, []int{1, 1, 1}, false},
		{"tax; txa; rts", "6502", []byte{0xAA, 0x8A, 0x60}, []int{1, 1, 1}, true},
		{"ora $10; ora #5; rts", "6502", []byte{0x05, 0x10, 0x09, 5, 0x60}, []int{2, 2, 1}, false},
		{"ora $10; and #5; rts", "6502", []byte{0x05, 0x10, 0x29, 5, 0x60}, []int{2, 2, 1}, true},
		{"adc $10; adc #5; lda #0", "6502", []byte{0x65, 0x10, 0x69, 5, 0xA9, 0, 0x18}, []int{2, 2, 2, 1}, true}, // the carry
		{"sta $200,x; sta $200,y; rts", "6502", []byte{0x9D, 0, 2, 0x99, 0, 2, 0x60}, []int{3, 3, 1}, false},
		{"sta $200,x; stx $200; rts", "6502", []byte{0x9D, 0, 2, 0x8E, 0, 2, 0x60}, []int{3, 3, 1}, true},
		{"sta $10; stx $11; rts", "6502", []byte{0x85, 0x10, 0x86, 0x11, 0x60}, []int{2, 2, 1}, false},
		{"sta $10; stx $10; rts", "6502", []byte{0x85, 0x10, 0x86, 0x10, 0x60}, []int{2, 2, 1}, true},
		{"sta $10; sta $200,x; rts", "6502", []byte{0x85, 0x10, 0x9D, 0, 2, 0x60}, []int{2, 3, 1}, false},
		{"stx $210; sta $200,y; rts", "6502", []byte{0x8E, 0x10, 2, 0x99, 0, 2, 0x60}, []int{3, 3, 1}, true},
		{"sta $200,x; sta $300,y; rts", "6502", []byte{0x9D, 0, 2, 0x99, 0, 3, 0x60}, []int{3, 3, 1}, false},
		{"lda $200,x; sta $2FF,y; rts", "6502", []byte{0xBD, 0, 2, 0x99, 0xFF, 2, 0x60}, []int{3, 3, 1}, true},
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
		{"or c; or 5; ret", "z80", []byte{0xB1, 0xF6, 5, 0xC9}, []int{1, 2, 1}, false},
		{"xor c; and 5; ret", "z80", []byte{0xA9, 0xE6, 5, 0xC9}, []int{1, 2, 1}, true},
		{"or c; or a; ret", "z80", []byte{0xB1, 0xB7, 0xC9}, []int{1, 1, 1}, true},        // the operand is changed
		{"add a,c; sub 5; ret", "z80", []byte{0x81, 0xD6, 5, 0xC9}, []int{1, 2, 1}, true}, // the flags
		{"add a,c; sub 5; or a; ret", "z80", []byte{0x81, 0xD6, 5, 0xB7, 0xC9}, []int{1, 2, 1, 1}, false},
		{"dec a; sub 5; rra; or a", "z80", []byte{0x3D, 0xD6, 5, 0x1F, 0xB7}, []int{1, 2, 1, 1}, true}, // the carry, which dec leaves
		{"add hl,de; inc hl; or a", "z80", []byte{0x19, 0x23, 0xB7}, []int{1, 1, 1}, false},
		{"add hl,hl; inc hl; or a", "z80", []byte{0x29, 0x23, 0xB7}, []int{1, 1, 1}, true},
		{"set 0,b; set 1,b; ret", "z80", []byte{0xCB, 0xC0, 0xCB, 0xC8, 0xC9}, []int{2, 2, 1}, false},
		{"set 0,b; res 1,b; ret", "z80", []byte{0xCB, 0xC0, 0xCB, 0x88, 0xC9}, []int{2, 2, 1}, true},
		{"exx; ld a,5; ret", "z80", []byte{0xD9, 0x3E, 5, 0xC9}, []int{1, 2, 1}, false},
		{"exx; ld c,5; ret", "z80", []byte{0xD9, 0x0E, 5, 0xC9}, []int{1, 2, 1}, true},
		{"exx; ex af,af'; ret", "z80", []byte{0xD9, 0x08, 0xC9}, []int{1, 1, 1}, false},
		{"ex af,af'; or a; ret", "z80", []byte{0x08, 0xB7, 0xC9}, []int{1, 1, 1}, true},
		{"ex (sp),hl; ld a,5; ret", "z80", []byte{0xE3, 0x3E, 5, 0xC9}, []int{1, 2, 1}, false},
		{"ex (sp),hl; ld (bc),a; ret", "z80", []byte{0xE3, 0x02, 0xC9}, []int{1, 1, 1}, true},
		{"ld (bc),a; ld (de),a; ret", "z80", []byte{0x02, 0x12, 0xC9}, []int{1, 1, 1}, false},
		{"ld (hl),b; ld (de),a; ret", "z80", []byte{0x70, 0x12, 0xC9}, []int{1, 1, 1}, true},
		{"or.b d1,d0; or.b d2,d0; rts", "68000", []byte{0x80, 1, 0x80, 2, 0x4E, 0x75}, []int{2, 2, 2}, false},
		{"or.b d1,d0; or.w d2,d0; rts", "68000", []byte{0x80, 1, 0x80, 0x42, 0x4E, 0x75}, []int{2, 2, 2}, true},
		{"add.b d1,d0; sub.b d2,d0; rts", "68000", []byte{0xD0, 1, 0x90, 2, 0x4E, 0x75}, []int{2, 2, 2}, true}, // the flags
		{"addq.w #1,a0; adda.l d0,a0; rts", "68000", []byte{0x52, 0x48, 0xD1, 0xC0, 0x4E, 0x75}, []int{2, 2, 2}, false},
		{"addq.w #1,a0; adda.l a0,a0; rts", "68000", []byte{0x52, 0x48, 0xD1, 0xC8, 0x4E, 0x75}, []int{2, 2, 2}, true},
		{"moveq #0,d0; clr.w d1; rts", "68000", []byte{0x70, 0, 0x42, 0x41, 0x4E, 0x75}, []int{2, 2, 2}, false},
		{"move.b d2,d0; move.b d2,d1; rts", "68000", []byte{0x10, 2, 0x12, 2, 0x4E, 0x75}, []int{2, 2, 2}, false},
		{"move.b d2,d0; move.w d2,d1; rts", "68000", []byte{0x10, 2, 0x32, 2, 0x4E, 0x75}, []int{2, 2, 2}, true}, // another sign
		{"movem.l d3/a2-a3,-(a7); moveq #0,d0; rts", "68000", []byte{0x48, 0xE7, 0x10, 0x30, 0x70, 0, 0x4E, 0x75}, []int{4, 2, 2}, false},
		{"movem.l d3/a2-a3,-(a7); moveq #0,d3; rts", "68000", []byte{0x48, 0xE7, 0x10, 0x30, 0x76, 0, 0x4E, 0x75}, []int{4, 2, 2}, true},
		{"movem.l (a7)+,d1-d3; moveq #0,d2; rts", "68000", []byte{0x4C, 0xDF, 0, 0x0E, 0x74, 0, 0x4E, 0x75}, []int{4, 2, 2}, true},
		{"movep.w d1,-1(a0); move.b d2,(a0)", "68000", []byte{0x03, 0x88, 0xFF, 0xFF, 0x11, 0x42, 0, 0, 0x4E, 0x75}, []int{4, 4, 2}, false},
		{"movep.w d1,-1(a0); move.b d2,1(a0)", "68000", []byte{0x03, 0x88, 0xFF, 0xFF, 0x11, 0x42, 0, 1, 0x4E, 0x75}, []int{4, 4, 2}, true},
		{"move.w d0,4(a0); move.b 5(a0),d1", "68000", []byte{0x31, 0x40, 0, 4, 0x12, 0x28, 0, 5, 0x70, 0}, []int{4, 4, 2}, true},
		{"move.w d0,4(a0); move.b 6(a0),d1", "68000", []byte{0x31, 0x40, 0, 4, 0x12, 0x28, 0, 6, 0x70, 0}, []int{4, 4, 2}, false},
		{"inc b; inc c; ret", "z80", []byte{0x04, 0x0C, 0xC9}, []int{1, 1, 1}, true},
		{"inc b; inc c; or a; ret", "z80", []byte{0x04, 0x0C, 0xB7, 0xC9}, []int{1, 1, 1, 1}, false},
		{"inc b; inc c; rla; or a", "z80", []byte{0x04, 0x0C, 0x17, 0xB7, 0xC9}, []int{1, 1, 1, 1, 1}, false},
		{"or b; rla; ret c", "z80", []byte{0xB0, 0x17, 0xD8}, []int{1, 1, 1}, true},
		{"moveq #0,d0; moveq #2,d1; rts", "68000", []byte{0x70, 0, 0x72, 2, 0x4E, 0x75}, []int{2, 2, 2}, true},
		{"moveq #0,d0; moveq #2,d1; moveq #3,d2", "68000", []byte{0x70, 0, 0x72, 2, 0x74, 3}, []int{2, 2, 2}, false},
		{"moveq #0,d0; moveq #2,d1; addx d2,d3", "68000", []byte{0x70, 0, 0x72, 2, 0xD7, 0x42}, []int{2, 2, 2}, true},
		{"moveq #0,d0; moveq #2,d1; addx d2,d3; moveq #1,d4", "68000", []byte{0x70, 0, 0x72, 2, 0xD7, 0x42, 0x78, 1}, []int{2, 2, 2, 2}, false},
		{"moveq #0,d0; moveq #2,d1; addx d2,d3; bne", "68000", []byte{0x70, 0, 0x72, 2, 0xD7, 0x42, 0x66, 0xF0}, []int{2, 2, 2, 2}, true}, // Z may be the old one
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

// The flags that an instruction kills and does not read do not change what it does.
func TestKills(t *testing.T) {
	for name, list := range related {
		t.Run(name, func(t *testing.T) {
			p, test := newPairs(t, name), pairTests[name]
			killed := 0
			for text := range strings.FieldsSeq(list) {
				b, err := hex.DecodeString(text)
				require.NoError(t, err)
				code := slices.Concat(b, decoders[name].nop)
				e := p.p.effects(name, b, p.at)
				spoiled := uint32(0)
				for flag, bits := range test.bits {
					if p.p.set(flag)&e.kills&^e.reads != 0 {
						spoiled |= bits
					}
				}
				for range 4 {
					seed := p.r.Int63()
					p.spoiled = 0
					after, memory, ok := p.run(code, seed, false, 0)
					p.spoiled = spoiled
					after2, memory2, ok2 := p.run(code, seed, false, 0)
					if ok && ok2 && spoiled != 0 {
						killed++
						require.Equal(t, after, after2, text)
						require.True(t, bytes.Equal(memory, memory2), text)
					}
				}
			}
			require.Greater(t, killed, 100)
		})
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
