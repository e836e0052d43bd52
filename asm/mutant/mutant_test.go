package mutant

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
)

// An instruction is taken for longer or shorter than it is, so that mutants
// change what is no branch and no operand.
func TestInstructionsEndWithTheirLines(t *testing.T) {
	for _, name := range asm.Names() {
		img, err := asm.Load(name)
		require.NoError(t, err)
		all, err := All(img)
		require.NoError(t, err)
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
		require.NotZero(t, count[Inverted])
	}
}

// The bytes are from the 6502's data sheet.
func TestDecode6502(t *testing.T) {
	for _, c := range []struct {
		what            string
		code            []byte
		size            int
		operand         int // bytes of it
		inverted, never []byte
	}{
		{"lda #7", []byte{0xA9, 7, 0}, 2, 1, nil, nil},
		{"ldx #7", []byte{0xA2, 7, 0}, 2, 1, nil, nil},
		{"ldy #7", []byte{0xA0, 7, 0}, 2, 1, nil, nil},
		{"cpx #7", []byte{0xE0, 7, 0}, 2, 1, nil, nil},
		{"cpy #7", []byte{0xC0, 7, 0}, 2, 1, nil, nil},
		{"lda 7", []byte{0xA5, 7, 0}, 2, 1, nil, nil},
		{"ldx 7,y", []byte{0xB6, 7, 0}, 2, 1, nil, nil},
		{"sty 7,x", []byte{0x94, 7, 0}, 2, 1, nil, nil},
		{"lda (7,x)", []byte{0xA1, 7, 0}, 2, 1, nil, nil},
		{"sta (7),y", []byte{0x91, 7, 0}, 2, 1, nil, nil},
		{"inc 7", []byte{0xE6, 7, 0}, 2, 1, nil, nil},
		{"lda $1234", []byte{0xAD, 0x34, 0x12}, 3, 2, nil, nil},
		{"lda $1234,y", []byte{0xB9, 0x34, 0x12}, 3, 2, nil, nil},
		{"ldx $1234,y", []byte{0xBE, 0x34, 0x12}, 3, 2, nil, nil},
		{"ldy $1234,x", []byte{0xBC, 0x34, 0x12}, 3, 2, nil, nil},
		{"bit $1234", []byte{0x2C, 0x34, 0x12}, 3, 2, nil, nil},
		{"dec $1234,x", []byte{0xDE, 0x34, 0x12}, 3, 2, nil, nil},
		{"asl a", []byte{0x0A, 0, 0}, 1, 0, nil, nil},
		{"tax", []byte{0xAA, 0, 0}, 1, 0, nil, nil},
		{"dey", []byte{0x88, 0, 0}, 1, 0, nil, nil},
		{"tya", []byte{0x98, 0, 0}, 1, 0, nil, nil},
		{"pha", []byte{0x48, 0, 0}, 1, 0, nil, nil},
		{"clc", []byte{0x18, 0, 0}, 1, 0, nil, nil},
		{"txs", []byte{0x9A, 0, 0}, 1, 0, nil, nil},
		{"rts", []byte{0x60, 0, 0}, 1, 0, nil, nil},
		{"jmp $1234", []byte{0x4C, 0x34, 0x12}, 3, 0, nil, nil},
		{"jsr $1234", []byte{0x20, 0x34, 0x12}, 3, 0, nil, nil},
		{"bcc 5", []byte{0x90, 5, 0}, 2, 0, []byte{0xB0, 5}, []byte{0x90, 0}},
		{"bmi 5", []byte{0x30, 5, 0}, 2, 0, []byte{0x10, 5}, []byte{0x30, 0}},
		{"bne 5", []byte{0xD0, 5, 0}, 2, 0, []byte{0xF0, 5}, []byte{0xD0, 0}},
		{"bvs 5", []byte{0x70, 5, 0}, 2, 0, []byte{0x50, 5}, []byte{0x70, 0}},
	} {
		in := decode6502(c.code, 0x8000)
		require.Equal(t, [2]int{c.size, c.operand}, [2]int{in.size, in.operandSize}, c.what)
		require.Equal(t, c.inverted, in.branch[Inverted], c.what)
		require.Equal(t, c.never, in.branch[Never], c.what)
		require.Empty(t, in.branch[Always], c.what)
	}
}

// The bytes are from Zilog's manual.
func TestDecodeZ80(t *testing.T) {
	for _, c := range []struct {
		what          string
		code          []byte
		size          int
		operand, last int // the bytes of the operand, 0: none
		inverted      []byte
		never, always []byte
	}{
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
		in := decodeZ80(c.code, 0x8000)
		require.Equal(t, c.size, in.size, c.what)
		if c.operand == 0 {
			require.Zero(t, in.operandSize, c.what)
		} else {
			require.Equal(t, []int{c.operand, c.last - c.operand + 1}, []int{in.operand, in.operandSize}, c.what)
		}
		require.Equal(t, c.inverted, in.branch[Inverted], c.what)
		require.Equal(t, c.never, in.branch[Never], c.what)
		require.Equal(t, c.always, in.branch[Always], c.what)
	}
}
