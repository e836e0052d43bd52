package disasm_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/disasm"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/emu/z80"
)

// origins are where the machines have their ROM.
var origins = map[string]uint32{"z80": z80.ROMStart, "6502": m6502.ROMStart, "68000": m68k.ROMStart}

// instructions have bytes at address $8010, their text, and their cycles by the manuals
// of the CPUs.
var instructions = []struct{ cpu, bytes, text, cycles string }{
	{"z80", "2A 6B 69", "ld hl,($696B)", "16"},
	{"z80", "ED 5B 34 12", "ld de,($1234)", "20"},
	{"z80", "20 FE", "jr nz,$8010", "7-12"},
	{"z80", "10 02", "djnz $8014", "8-13"},
	{"z80", "CC 00 10", "call z,$1000", "10-17"},
	{"z80", "C0", "ret nz", "5-11"},
	{"z80", "ED B0", "ldir", "16-21"},
	{"z80", "DD 36 FE 10", "ld (ix-2),$10", "19"},
	{"z80", "FD CB 05 C6", "set 0,(iy+5)", "23"},
	{"z80", "DD 66 03", "ld h,(ix+3)", "19"},
	{"z80", "DD 7C", "ld a,ixh", "8"},
	{"z80", "FD E9", "jp (iy)", "8"},
	{"z80", "DD 29", "add ix,ix", "15"},
	{"z80", "08", "ex af,af'", "4"},
	{"z80", "FF", "rst $38", "11"},
	{"z80", "76", "halt", ""}, // refused: no interrupts
	{"z80", "CB 30", ".byte $CB", ""},
	{"z80", "DD 00", ".byte $DD", ""},
	{"z80", "ED 00", ".byte $ED", ""},

	{"6502", "A9 07", "lda #$07", "2"},
	{"6502", "B5 07", "lda $07,x", "4"},
	{"6502", "BD 00 12", "lda $1200,x", "4"},   // x never leads to another page
	{"6502", "BD 01 12", "lda $1201,x", "4-5"}, // $FF does
	{"6502", "9D 01 12", "sta $1201,x", "5"},
	{"6502", "B1 10", "lda ($10),y", "5-6"},
	{"6502", "A1 10", "lda ($10,x)", "6"},
	{"6502", "6C 34 12", "jmp ($1234)", "5"},
	{"6502", "0A", "asl a", "2"},
	{"6502", "D0 02", "bne $8014", "2-3"},
	{"6502", "D0 EC", "bne $7FFE", "2-4"}, // on another page
	{"6502", "00", "brk", ""},
	{"6502", "02", ".byte $02", ""},

	{"68000", "20 3C 00 01 02 03", "move.l #$00010203,%d0", "12"},
	{"68000", "70 FF", "moveq #-1,%d0", "4"},
	{"68000", "48 E7 F0 20", "movem.l %d0-%d3/%a2,-(%a7)", "48"}, // 8 + 8n
	{"68000", "4C DF 04 0F", "movem.l (%a7)+,%d0-%d3/%a2", "52"}, // 12 + 8n
	{"68000", "66 FE", "bne.s $8010", "8-10"},
	{"68000", "67 00 00 10", "beq.w $8022", "10-12"},
	{"68000", "51 C8 FF FE", "dbf %d0,$8010", "10-14"},
	{"68000", "C0 C1", "mulu %d1,%d0", "38-70"},
	{"68000", "C1 C1", "muls %d1,%d0", "38-70"},
	{"68000", "E2 68", "lsr.w %d1,%d0", "6-132"}, // 6 + 2n, n to 63
	{"68000", "0C 05 FF FF", "cmpi.b #-1,%d5", "8"},
	{"68000", "41 FA 00 10", "lea $8022(%pc),%a0", "8"},
	{"68000", "1D B0 10 02 20 04", "move.b 2(%a0,%d1.w),4(%a6,%d2.w)", "24"}, // 4 + 10 + 10
	{"68000", "56 C0", "sne %d0", "4-6"},
	{"68000", "08 38 00 03 12 34", "btst #3,$1234.w", "16"},
	{"68000", "4E 75", "rts", "16"},
	{"68000", "4E 73", "rte", ""},
	{"68000", "A0 00", ".word $A000", ""},
}

func parse(t *testing.T, text string) (b []byte) {
	t.Helper()
	for _, f := range strings.Fields(text) {
		require.Len(t, f, 2)
		b = append(b, unhex(f[0])<<4|unhex(f[1]))
	}
	return b
}

func unhex(c byte) byte { return byte(strings.IndexByte("0123456789ABCDEF", c)) }

// Each instruction is shown as what it is, with the cycles that its manual has.
func TestInstructionsAreThoseOfTheManuals(t *testing.T) {
	const at = 0x8010
	for _, tt := range instructions {
		b := parse(t, tt.bytes)
		in := disasm.Decode(tt.cpu, b, at, nil)
		require.Equal(t, tt.text, in.Text, "%s %s", tt.cpu, tt.bytes)
		if !strings.HasPrefix(tt.text, ".") {
			require.Equal(t, len(b), in.Size, "%s %s", tt.cpu, tt.bytes)
		}
		addr := origins[tt.cpu] + 0x10
		p := &emu.Program{Name: "test", Origin: origins[tt.cpu], ROM: append(make([]byte, 0x10), append(b, make([]byte, 0x10)...)...)}
		timer, err := disasm.NewTimer(tt.cpu, p)
		require.NoError(t, err)
		require.Equal(t, tt.cycles, timer.Cycles(addr, b).String(), "%s %s", tt.cpu, tt.text)
	}
}

// An instruction that the end of the code cuts off is shown as data.
func TestCutOffInstructionsAreData(t *testing.T) {
	for _, tt := range []struct{ cpu, bytes, text string }{
		{"z80", "CB", ".byte $CB"}, {"z80", "C3 00", ".byte $C3"}, {"6502", "AD 00", ".byte $AD"},
		{"68000", "FF", ".byte $FF"}, {"68000", "0C 05 00", ".word $0C05"},
	} {
		require.Equal(t, tt.text, disasm.Decode(tt.cpu, parse(t, tt.bytes), 0x8010, nil).Text)
	}
}

// An address is named where its name is known.
func TestAddressesHaveTheirNames(t *testing.T) {
	name := func(addr uint32) string {
		if addr == 0x1234 {
			return "here"
		}
		return ""
	}
	for _, tt := range []struct{ cpu, bytes, text string }{
		{"z80", "2A 34 12", "ld hl,(here)"},
		{"z80", "C3 34 12", "jp here"},
		{"z80", "21 34 12", "ld hl,$1234"}, // a number may not be an address
		{"6502", "BD 34 12", "lda here,x"},
		{"68000", "4E B8 12 34", "jsr here.w"},
		{"68000", "41 F9 00 00 12 34", "lea here.l,%a0"},
	} {
		require.Equal(t, tt.text, disasm.Decode(tt.cpu, parse(t, tt.bytes), 0x8010, name).Text)
	}
}

// A patched byte is timed as it is.
func TestPatchedCodeIsTimedAsItIs(t *testing.T) {
	timer, err := disasm.NewTimer("z80", &emu.Program{Name: "test", ROM: make([]byte, 16)})
	require.NoError(t, err)
	require.Equal(t, "4", timer.Cycles(4, []byte{0}).String())
	require.Equal(t, "7", timer.Cycles(4, []byte{0x3E, 1}).String()) // ld a,1
	require.Equal(t, "4", timer.Cycles(4, []byte{0}).String())
}

// No bytes make the decoder panic, or take more of them than there are.
func TestAnyBytesAreDecoded(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for cpu := range origins {
		for i := range 20_000 {
			b := make([]byte, 1+r.IntN(10))
			for i := range b {
				b[i] = byte(r.Uint32())
			}
			b[0] = byte(i)
			in := disasm.Decode(cpu, b, 0x8000+uint32(i&1), nil)
			if in.Text == "" || in.Size < 1 || in.Size > len(b) || strings.Contains(in.Text, "%!") || strings.Contains(in.Text, " ,") || strings.HasSuffix(in.Text, ",") {
				t.Fatalf("%s % X: %q, %d bytes", cpu, b, in.Text, in.Size)
			}
		}
	}
	require.Equal(t, ".byte $00", disasm.Decode("8086", []byte{0}, 0, nil).Text)
	_, err := disasm.NewTimer("8086", &emu.Program{})
	require.ErrorContains(t, err, `no machine "8086"`)
}
