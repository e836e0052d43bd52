package mutant

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
)

// The decoders' instructions end where the lines of the sources do, so that mutants change branches
// and operands alone.
func TestInstructionsEndWithTheirLines(t *testing.T) {
	for _, name := range asm.Names() {
		all := romOf(t, name).all
		count := map[Kind]int{}
		seen := map[string]bool{}
		for _, m := range all {
			count[m.Kind]++
			require.False(t, seen[m.Name], "%v: one of several, of which a list of known ones cannot tell", m)
			seen[m.Name] = true
		}
		t.Log(name, count)
		require.Equal(t, count[Less], count[More])
		if count[Always] > 0 { // a 6502 has none
			require.Equal(t, count[Never], count[Always])
		}
		for _, k := range []Kind{Inverted, Swapped, Register} {
			require.NotZero(t, count[k])
		}
	}
}

// Each listed name fits a mutant of the ROM. An entry that fits none excuses nothing: rename or
// remove it.
func TestEquivalentMutantsExist(t *testing.T) {
	for _, name := range asm.Names() {
		all := romOf(t, name).all
		exists := map[string]bool{}
		for _, m := range all {
			exists[m.Name] = true
		}
		listed, err := Equivalent(name)
		require.NoError(t, err)
		require.NotEmpty(t, listed)
		for mutant := range listed {
			assert.True(t, exists[mutant], "equivalent/%s.txt lists %q, and the ROM has no such mutant: where its instruction changed, remove the line, and see by go run ./cmd/lab mutate %[1]s what to list instead", name, mutant)
		}
		open, err := os.ReadFile("undecided/" + name + ".txt")
		if os.IsNotExist(err) {
			continue
		}
		require.NoError(t, err)
		for mutant := range strings.Lines(string(open)) {
			if mutant = strings.TrimSuffix(mutant, "\n"); mutant == "" || mutant[0] == '#' {
				continue
			}
			require.True(t, exists[mutant], "undecided/%s.txt lists %q, and the ROM has no such mutant", name, mutant)
			require.Empty(t, listed[mutant], "undecided/%s.txt lists %q, which is listed as equivalent", name, mutant)
		}
	}
	_, err := Equivalent("8080")
	require.ErrorContains(t, err, "equivalent mutants of the 8080: ")
}

// decoded is an instruction with what its decoder must find.
type decoded struct {
	what          string
	code          []byte
	size          int
	operand, last int // the bytes of the operand, 0: none
	inverted      []byte
	never, always []byte
}

func (c *decoded) check(t *testing.T, in instruction) {
	t.Helper()
	require.Equal(t, c.size, in.size, c.what)
	if c.operand == 0 {
		require.Zero(t, in.operandSize, c.what)
	} else {
		require.Equal(t, []int{c.operand, c.last - c.operand + 1}, []int{in.operand, in.operandSize}, c.what)
	}
	require.Equal(t, c.inverted, in.instead[Inverted], c.what)
	require.Equal(t, c.never, in.instead[Never], c.what)
	require.Equal(t, c.always, in.instead[Always], c.what)
}

// The bytes are from the 6502's data sheet.
func TestDecode6502(t *testing.T) {
	for _, c := range []decoded{
		{"lda #7", []byte{0xA9, 7, 0}, 2, 1, 1, nil, nil, nil},
		{"ldx #7", []byte{0xA2, 7, 0}, 2, 1, 1, nil, nil, nil},
		{"ldy #7", []byte{0xA0, 7, 0}, 2, 1, 1, nil, nil, nil},
		{"cpx #7", []byte{0xE0, 7, 0}, 2, 1, 1, nil, nil, nil},
		{"cpy #7", []byte{0xC0, 7, 0}, 2, 1, 1, nil, nil, nil},
		{"lda 7", []byte{0xA5, 7, 0}, 2, 1, 1, nil, nil, nil},
		{"ldx 7,y", []byte{0xB6, 7, 0}, 2, 1, 1, nil, nil, nil},
		{"sty 7,x", []byte{0x94, 7, 0}, 2, 1, 1, nil, nil, nil},
		{"lda (7,x)", []byte{0xA1, 7, 0}, 2, 1, 1, nil, nil, nil},
		{"sta (7),y", []byte{0x91, 7, 0}, 2, 1, 1, nil, nil, nil},
		{"inc 7", []byte{0xE6, 7, 0}, 2, 1, 1, nil, nil, nil},
		{"lda $1234", []byte{0xAD, 0x34, 0x12}, 3, 1, 2, nil, nil, nil},
		{"lda $1234,y", []byte{0xB9, 0x34, 0x12}, 3, 1, 2, nil, nil, nil},
		{"ldx $1234,y", []byte{0xBE, 0x34, 0x12}, 3, 1, 2, nil, nil, nil},
		{"ldy $1234,x", []byte{0xBC, 0x34, 0x12}, 3, 1, 2, nil, nil, nil},
		{"bit $1234", []byte{0x2C, 0x34, 0x12}, 3, 1, 2, nil, nil, nil},
		{"dec $1234,x", []byte{0xDE, 0x34, 0x12}, 3, 1, 2, nil, nil, nil},
		{"asl a", []byte{0x0A, 0, 0}, 1, 0, 0, nil, nil, nil},
		{"tax", []byte{0xAA, 0, 0}, 1, 0, 0, nil, nil, nil},
		{"dey", []byte{0x88, 0, 0}, 1, 0, 0, nil, nil, nil},
		{"tya", []byte{0x98, 0, 0}, 1, 0, 0, nil, nil, nil},
		{"pha", []byte{0x48, 0, 0}, 1, 0, 0, nil, nil, nil},
		{"clc", []byte{0x18, 0, 0}, 1, 0, 0, nil, nil, nil},
		{"txs", []byte{0x9A, 0, 0}, 1, 0, 0, nil, nil, nil},
		{"rts", []byte{0x60, 0, 0}, 1, 0, 0, nil, nil, nil},
		{"jmp $1234", []byte{0x4C, 0x34, 0x12}, 3, 0, 0, nil, nil, nil},
		{"jsr $1234", []byte{0x20, 0x34, 0x12}, 3, 0, 0, nil, nil, nil},
		{"bcc 5", []byte{0x90, 5, 0}, 2, 0, 0, []byte{0xB0, 5}, []byte{0x90, 0}, nil},
		{"bmi 5", []byte{0x30, 5, 0}, 2, 0, 0, []byte{0x10, 5}, []byte{0x30, 0}, nil},
		{"bne 5", []byte{0xD0, 5, 0}, 2, 0, 0, []byte{0xF0, 5}, []byte{0xD0, 0}, nil},
		{"bvs 5", []byte{0x70, 5, 0}, 2, 0, 0, []byte{0x50, 5}, []byte{0x70, 0}, nil},
	} {
		c.check(t, decode6502(c.code, 0x8000))
	}
}

// The bytes are from Zilog's manual.
func TestDecodeZ80(t *testing.T) {
	for _, c := range []decoded{
		{"nop", []byte{0x00, 1, 2, 3}, 1, 0, 0, nil, nil, nil},
		{"ld a,7", []byte{0x3E, 7, 0, 0}, 2, 1, 1, nil, nil, nil},
		{"ld hl,$1234", []byte{0x21, 0x34, 0x12, 0}, 3, 1, 2, nil, nil, nil},
		{"ld a,($1234)", []byte{0x3A, 0x34, 0x12, 0}, 3, 1, 2, nil, nil, nil},
		{"ld de,($1234)", []byte{0xED, 0x5B, 0x34, 0x12}, 4, 2, 3, nil, nil, nil},
		{"ldir", []byte{0xED, 0xB0, 0, 0}, 2, 0, 0, nil, nil, nil},
		{"sbc hl,de", []byte{0xED, 0x52, 0, 0}, 2, 0, 0, nil, nil, nil},
		{"bit 7,h", []byte{0xCB, 0x7C, 0, 0}, 2, 0, 0, nil, nil, nil},
		{"ld ix,$1234", []byte{0xDD, 0x21, 0x34, 0x12}, 4, 2, 3, nil, nil, nil},
		{"ld ixl,5", []byte{0xDD, 0x2E, 5, 0}, 3, 2, 2, nil, nil, nil},
		{"ld a,(ix+3)", []byte{0xDD, 0x7E, 3, 0}, 3, 2, 2, nil, nil, nil},
		{"ld (iy+3),9", []byte{0xFD, 0x36, 3, 9}, 4, 3, 3, nil, nil, nil},
		{"set 1,(ix+3)", []byte{0xDD, 0xCB, 3, 0xCE}, 4, 2, 2, nil, nil, nil},
		{"add a,(iy+1)", []byte{0xFD, 0x86, 1, 0}, 3, 2, 2, nil, nil, nil},
		{"ex (sp),ix", []byte{0xDD, 0xE3, 0, 0}, 2, 0, 0, nil, nil, nil},
		{"and 3", []byte{0xE6, 3, 0, 0}, 2, 1, 1, nil, nil, nil},
		{"jr 5", []byte{0x18, 5, 0, 0}, 2, 0, 0, nil, nil, nil},
		{"jp $1234", []byte{0xC3, 0x34, 0x12, 0}, 3, 0, 0, nil, nil, nil},
		{"jr c,5", []byte{0x38, 5, 0, 0}, 2, 0, 0, []byte{0x30, 5}, []byte{0x38, 0}, []byte{0x18, 5}},
		{"djnz 5", []byte{0x10, 5, 0, 0}, 2, 0, 0, nil, []byte{0x10, 0}, []byte{0x18, 5}},
		{"jp m,$1234", []byte{0xFA, 0x34, 0x12, 0}, 3, 0, 0, []byte{0xF2}, []byte{0xFA, 0x03, 0x80}, []byte{0xC3}},
		{"call nz,$1234", []byte{0xC4, 0x34, 0x12, 0}, 3, 0, 0, []byte{0xCC}, []byte{0, 0, 0}, []byte{0xCD}},
		{"ret nc", []byte{0xD0, 0, 0, 0}, 1, 0, 0, []byte{0xD8}, []byte{0}, []byte{0xC9}},
	} {
		c.check(t, decodeZ80(c.code, 0x8000))
	}
}

// The bytes are from the GNU assembler.
func TestDecode68000(t *testing.T) {
	for _, c := range []decoded{
		{"nop", []byte{0x4E, 0x71}, 2, 0, 0, nil, nil, nil},
		{"rts", []byte{0x4E, 0x75}, 2, 0, 0, nil, nil, nil},
		{"moveq #7,d0", []byte{0x70, 7}, 2, 1, 1, nil, nil, nil},
		{"move.w d1,d2", []byte{0x34, 0x01}, 2, 0, 0, nil, nil, nil},
		{"move.b #7,d0", []byte{0x10, 0x3C, 0, 7}, 4, 3, 3, nil, nil, nil},
		{"move.w #$1234,d0", []byte{0x30, 0x3C, 0x12, 0x34}, 4, 2, 3, nil, nil, nil},
		{"move.l #$12345678,(a0)", []byte{0x20, 0xBC, 0x12, 0x34, 0x56, 0x78}, 6, 2, 5, nil, nil, nil},
		{"move.w #7,6(a5)", []byte{0x3B, 0x7C, 0, 7, 0, 6}, 6, 2, 3, nil, nil, nil},
		{"move.b $10000.l,d0", []byte{0x10, 0x39, 0, 1, 0, 0}, 6, 2, 5, nil, nil, nil},
		{"move.w d0,$1234.w", []byte{0x31, 0xC0, 0x12, 0x34}, 4, 2, 3, nil, nil, nil},
		{"move.b 6(a0,d1.w),4(a1)", []byte{0x13, 0x70, 0x10, 6, 0, 4}, 6, 3, 3, nil, nil, nil},
		{"move.w 6(pc,d1.w),d0", []byte{0x30, 0x3B, 0x10, 6}, 4, 3, 3, nil, nil, nil},
		{"movea.l 6(pc),a0", []byte{0x20, 0x7A, 0, 6}, 4, 2, 3, nil, nil, nil},
		{"addi.b #7,(a0)", []byte{0x06, 0x10, 0, 7}, 4, 3, 3, nil, nil, nil},
		{"cmpi.w #7,4(a0)", []byte{0x0C, 0x68, 0, 7, 0, 4}, 6, 2, 3, nil, nil, nil},
		{"andi.l #7,d0", []byte{0x02, 0x80, 0, 0, 0, 7}, 6, 2, 5, nil, nil, nil},
		{"andi #7,ccr", []byte{0x02, 0x3C, 0, 7}, 4, 3, 3, nil, nil, nil},
		{"btst #3,d0", []byte{0x08, 0x00, 0, 3}, 4, 3, 3, nil, nil, nil},
		{"bset #3,$10000.l", []byte{0x08, 0xF9, 0, 3, 0, 1, 0, 0}, 8, 3, 3, nil, nil, nil},
		{"bset d1,d0", []byte{0x03, 0xC0}, 2, 0, 0, nil, nil, nil},
		{"movep.l 2(a0),d0", []byte{0x01, 0x48, 0, 2}, 4, 2, 3, nil, nil, nil},
		{"add.w #7,d0", []byte{0xD0, 0x7C, 0, 7}, 4, 2, 3, nil, nil, nil},
		{"adda.l #7,a0", []byte{0xD1, 0xFC, 0, 0, 0, 7}, 6, 2, 5, nil, nil, nil},
		{"cmpa.w #7,a0", []byte{0xB0, 0xFC, 0, 7}, 4, 2, 3, nil, nil, nil},
		{"suba.l d0,a0", []byte{0x91, 0xC0}, 2, 0, 0, nil, nil, nil},
		{"muls #7,d0", []byte{0xC1, 0xFC, 0, 7}, 4, 2, 3, nil, nil, nil},
		{"divu 4(a0),d0", []byte{0x80, 0xE8, 0, 4}, 4, 2, 3, nil, nil, nil},
		{"lea $1234.w,a0", []byte{0x41, 0xF8, 0x12, 0x34}, 4, 2, 3, nil, nil, nil},
		{"lea 4(a0,d0.w),a1", []byte{0x43, 0xF0, 0, 4}, 4, 3, 3, nil, nil, nil},
		{"pea 4(a0)", []byte{0x48, 0x68, 0, 4}, 4, 2, 3, nil, nil, nil},
		{"movem.l d0-d1,-(sp)", []byte{0x48, 0xE7, 0xC0, 0}, 4, 0, 0, nil, nil, nil},
		{"movem.w 4(a0),d0-d1", []byte{0x4C, 0xA8, 0, 3, 0, 4}, 6, 4, 5, nil, nil, nil},
		{"ext.w d0", []byte{0x48, 0x80}, 2, 0, 0, nil, nil, nil},
		{"swap d0", []byte{0x48, 0x40}, 2, 0, 0, nil, nil, nil},
		{"clr.w 4(a0)", []byte{0x42, 0x68, 0, 4}, 4, 2, 3, nil, nil, nil},
		{"tst.b $10000.l", []byte{0x4A, 0x39, 0, 1, 0, 0}, 6, 2, 5, nil, nil, nil},
		{"st 4(a0)", []byte{0x50, 0xE8, 0, 4}, 4, 2, 3, nil, nil, nil},
		{"link a6,#-8", []byte{0x4E, 0x56, 0xFF, 0xF8}, 4, 0, 0, nil, nil, nil},
		{"unlk a6", []byte{0x4E, 0x5E}, 2, 0, 0, nil, nil, nil},
		{"lsl.w d1,d0", []byte{0xE3, 0x68}, 2, 0, 0, nil, nil, nil},
		{"asr.w 4(a0)", []byte{0xE0, 0xE8, 0, 4}, 4, 2, 3, nil, nil, nil},
		{"addx.l -(a0),-(a1)", []byte{0xD3, 0x88}, 2, 0, 0, nil, nil, nil},
		{"cmpm.b (a0)+,(a1)+", []byte{0xB3, 0x08}, 2, 0, 0, nil, nil, nil},
		{"exg d0,a0", []byte{0xC1, 0x88}, 2, 0, 0, nil, nil, nil},
		{"jmp $1234.w", []byte{0x4E, 0xF8, 0x12, 0x34}, 4, 0, 0, nil, nil, nil},
		{"jsr $1234.l", []byte{0x4E, 0xB9, 0, 0, 0x12, 0x34}, 6, 0, 0, nil, nil, nil},
		{"jmp 2(pc,d0.w)", []byte{0x4E, 0xFB, 0, 2}, 4, 0, 0, nil, nil, nil},
		{"bra 5", []byte{0x60, 6}, 2, 0, 0, nil, nil, nil},
		{"bsr.w 256", []byte{0x61, 0, 1, 0}, 4, 0, 0, nil, nil, nil},
		{"beq 6", []byte{0x67, 6}, 2, 0, 0, []byte{0x66}, []byte{0x4E, 0x71}, []byte{0x60}},
		{"bhi.w 256", []byte{0x62, 0, 1, 0}, 4, 0, 0, []byte{0x63}, []byte{0x4E, 0x71, 0x4E, 0x71}, []byte{0x60}},
		{"dbra d3,-8", []byte{0x51, 0xCB, 0xFF, 0xF8}, 4, 0, 0, nil, []byte{0x51, 0xCB, 0, 2}, []byte{0x60, 0}},
		{"dbeq d3,-8", []byte{0x57, 0xCB, 0xFF, 0xF8}, 4, 0, 0, []byte{0x56}, []byte{0x57, 0xCB, 0, 2}, []byte{0x60, 0}},
	} {
		code := append(append([]byte{}, c.code...), make([]byte, 8)...)
		in := decode68000(code, 0x100)
		c.check(t, in)
		require.Empty(t, in.instead[Less], c.what)
	}
	for _, c := range []struct {
		what       string
		code       []byte
		size       int
		less, more byte // instead of the first byte
	}{
		{"addq.l #1,d0", []byte{0x52, 0x80}, 2, 0x50, 0x54}, // #8, #2
		{"subq.w #8,4(a0)", []byte{0x51, 0x68, 0, 4}, 4, 0x5F, 0x53},
		{"lsl.w #3,d0", []byte{0xE7, 0x48}, 2, 0xE5, 0xE9},
		{"ror.l #8,d7", []byte{0xE0, 0x9F}, 2, 0xEE, 0xE2},
	} {
		in := decode68000(append(c.code, make([]byte, 8)...), 0x100)
		require.Equal(t, instruction{size: c.size, operand: in.operand, instead: map[Kind][]byte{Less: {c.less}, More: {c.more}}}, in, c.what)
	}
}

// A number is changed in the CPU's byte order.
func TestPlus(t *testing.T) {
	for _, c := range []struct {
		cpu        string
		old        []byte
		less, more []byte
	}{
		{"68000", []byte{0x12, 0x00}, []byte{0x11, 0xFF}, []byte{0x12, 0x01}},
		{"68000", []byte{0xFF, 0xFF, 0xFF, 0xFF}, []byte{0xFF, 0xFF, 0xFF, 0xFE}, []byte{0, 0, 0, 0}},
		{"z80", []byte{0x00, 0x12}, []byte{0xFF, 0x11}, []byte{0x01, 0x12}},
		{"6502", []byte{0xFF}, []byte{0xFE}, []byte{0x00}},
	} {
		cpu, err := asm.FindCPU(c.cpu)
		require.NoError(t, err)
		require.Equal(t, c.less, plus(cpu, c.old, -1))
		require.Equal(t, c.more, plus(cpu, c.old, 1))
	}
}

// A range lists its bytes, no more and no less.
func TestBytesOfTable(t *testing.T) {
	names, err := bytesOfTable("pst+8..10 -> table +1")
	require.NoError(t, err)
	require.Equal(t, []string{"pst+8 -> table +1", "pst+9 -> table +1", "pst+10 -> table +1"}, names)
	names, err = bytesOfTable("a.s f: lda pst+8 -> +1")
	require.NoError(t, err)
	require.Equal(t, []string{"a.s f: lda pst+8 -> +1"}, names)
	_, err = bytesOfTable("pst+8..8 -> table +1")
	require.ErrorContains(t, err, "want a range that rises")
}

// An instruction is left out once, by its whole size.
func TestOmitted(t *testing.T) {
	for _, c := range []struct {
		cpu, what  string
		code, want []byte
	}{
		{"z80", "or a", []byte{0xB7}, []byte{0}},
		{"z80", "nop", []byte{0x00}, nil},
		{"z80", "ret z", []byte{0xC8}, nil}, // never
		{"z80", "ret", []byte{0xC9}, []byte{0}},
		{"z80", "djnz 5", []byte{0x10, 5}, []byte{0, 0}},
		{"z80", "ld a,(ix+3)", []byte{0xDD, 0x7E, 3}, []byte{0, 0, 0}},
		{"6502", "lda $1234", []byte{0xAD, 0x34, 0x12}, []byte{0xEA, 0xEA, 0xEA}},
		{"6502", "bne 5", []byte{0xD0, 5}, nil},
		{"68000", "move.w #7,6(a5)", []byte{0x3B, 0x7C, 0, 7, 0, 6}, []byte{0x4E, 0x71, 0x4E, 0x71, 0x4E, 0x71}},
		{"68000", "bra 5", []byte{0x60, 6}, []byte{0x4E, 0x71}},
		{"68000", "beq 5", []byte{0x67, 6}, nil},
		{"68000", "dbra d3,-8", []byte{0x51, 0xCB, 0xFF, 0xF8}, []byte{0x4E, 0x71, 0x4E, 0x71}},
	} {
		d := decoders[c.cpu]
		code := append(c.code, make([]byte, 8)...)
		in := d.decode(code, 0x8000)
		require.Equal(t, c.want, d.omitted(code, &in), c.what)
	}
}
