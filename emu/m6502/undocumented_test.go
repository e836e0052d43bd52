package m6502_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
)

// unofficial are all opcodes that the data sheet does not have, by their text in ca65's dialect: n
// is a byte, w is a word. ca65 makes the first opcode of each.
var unofficial = map[string]string{
	"slo (n,x)": "03", "slo n": "07", "slo w": "0F", "slo (n),y": "13", "slo n,x": "17", "slo w,y": "1B", "slo w,x": "1F",
	"rla (n,x)": "23", "rla n": "27", "rla w": "2F", "rla (n),y": "33", "rla n,x": "37", "rla w,y": "3B", "rla w,x": "3F",
	"sre (n,x)": "43", "sre n": "47", "sre w": "4F", "sre (n),y": "53", "sre n,x": "57", "sre w,y": "5B", "sre w,x": "5F",
	"rra (n,x)": "63", "rra n": "67", "rra w": "6F", "rra (n),y": "73", "rra n,x": "77", "rra w,y": "7B", "rra w,x": "7F",
	"sax (n,x)": "83", "sax n": "87", "sax w": "8F", "sax n,y": "97",
	"lax (n,x)": "A3", "lax n": "A7", "lax w": "AF", "lax (n),y": "B3", "lax n,y": "B7", "lax w,y": "BF", "lax #n": "AB",
	"dcp (n,x)": "C3", "dcp n": "C7", "dcp w": "CF", "dcp (n),y": "D3", "dcp n,x": "D7", "dcp w,y": "DB", "dcp w,x": "DF",
	"isc (n,x)": "E3", "isc n": "E7", "isc w": "EF", "isc (n),y": "F3", "isc n,x": "F7", "isc w,y": "FB", "isc w,x": "FF",
	"anc #n": "0B 2B", "alr #n": "4B", "arr #n": "6B", "ane #n": "8B", "axs #n": "CB", "sbc #n": "EB",
	"sha (n),y": "93", "sha w,y": "9F", "tas w,y": "9B", "shy w,x": "9C", "shx w,y": "9E", "las w,y": "BB",
	"jam": "02 12 22 32 42 52 62 72 92 B2 D2 F2",
	"nop": "1A 3A 5A 7A DA FA", "nop #n": "80 82 89 C2 E2", "nop n": "04 44 64", "nop n,x": "14 34 54 74 D4 F4",
	"nop w": "0C", "nop w,x": "1C 3C 5C 7C DC FC",
}

// A fault names each unofficial opcode, with its bytes and its operand.
func TestNamesOfUndocumentedOpcodes(t *testing.T) {
	seen := 0
	for text, opcodes := range unofficial {
		for _, op := range strings.Fields(opcodes) {
			code := parse(t, op+"3412")
			bytes := "$" + op
			switch {
			case strings.Contains(text, "w"):
				bytes += " $34 $12"
			case strings.Contains(text[3:], "n"):
				bytes += " $34"
			}
			name, operand, has := strings.Cut(text, " ")
			if has {
				name += " " + strings.NewReplacer("n", "$34", "w", "$1234").Replace(operand)
			}
			want := fmt.Sprintf("%s (%s)", bytes, name)
			require.Equal(t, want, m6502.Undocumented(code))
			p := handlers(code...)
			err := machine(t, p, m6502.Options{Interrupts: true, Decimal: true}).CallAddr(0x8000, 100)
			var fault *emu.Fault
			require.ErrorAs(t, err, &fault)
			require.Equal(t, want, fault.Instruction)
			require.ErrorContains(t, err, "6502 p: undefined opcode "+want+", instruction at $8000")
			seen++
		}
	}
	require.Equal(t, 105, seen)
}

// What the end of the code cuts off is named without its operand.
func TestNamesOfCutOffOpcodes(t *testing.T) {
	for code, want := range map[string]string{
		"0F34": "$0F $34 (slo, which the end of the code cuts off)", "AB": "$AB (lax, which the end of the code cuts off)",
		"20": "$20 (jsr, which the end of the code cuts off)", "02": "$02 (jam)",
	} {
		require.Equal(t, want, m6502.Undocumented(parse(t, code)))
	}
}

// parse returns bytes from their hexadecimal digits.
func parse(t *testing.T, digits string) (b []byte) {
	t.Helper()
	_, err := fmt.Sscanf(digits, "%x", &b)
	require.NoError(t, err)
	return b
}
