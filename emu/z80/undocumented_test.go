package z80_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu/z80"
)

// A fault names undocumented instructions as Sean Young's "The Undocumented Z80 Documented" does.
func TestNamesOfUndocumentedInstructions(t *testing.T) {
	for digits, name := range map[string]string{
		"CB 30": "sll b", "CB 36": "sll (hl)", "CB 37": "sll a",
		"ED 70": "in f,(c)", "ED 71": "out (c),0",
		"ED 4C": "neg", "ED 54": "neg", "ED 5C": "neg", "ED 64": "neg", "ED 6C": "neg", "ED 74": "neg", "ED 7C": "neg",
		"ED 55": "retn", "ED 5D": "retn", "ED 65": "retn", "ED 6D": "retn", "ED 75": "retn", "ED 7D": "retn",
		"ED 4E": "im 0", "ED 66": "im 0", "ED 6E": "im 0", "ED 76": "im 1", "ED 7E": "im 2",
		"ED 77": "nop", "ED 7F": "nop", "ED 00": "nop", "ED 3F": "nop", "ED 80": "nop", "ED A4": "nop", "ED BF": "nop", "ED FF": "nop",
		"DD CB 05 00": "rlc (ix+5),b", "FD CB FB 37": "sll (iy-5),a", "DD CB 00 36": "sll (ix+0)", "DD CB 80 0E": "",
		"FD CB 7F 41": "bit 0,(iy+127)", "DD CB 80 B9": "res 7,(ix-128),c", "DD CB 01 C4": "set 0,(ix+1),h", "FD CB 02 3F": "srl (iy+2),a",
		"DD 00": "a prefix without effect", "FD 48": "a prefix without effect", "DD DD": "a prefix without effect", "FD ED": "a prefix without effect", "DD 76": "a prefix without effect",
	} {
		code, err := hex.DecodeString(strings.ReplaceAll(digits, " ", ""))
		require.NoError(t, err)
		if name == "" { // documented: rrc (ix-128)
			require.NotContains(t, newMachine(t, program(code...)).Call("sub", 100).Error(), "undefined")
			continue
		}
		bytes := "$" + strings.ReplaceAll(digits, " ", " $")
		require.Equal(t, bytes+" ("+name+")", z80.Undocumented(code))
		err = newMachine(t, program(append(code, 0)...)).Call("sub", 100)
		require.ErrorContains(t, err, "z80 trial: undefined opcode "+bytes)
		require.ErrorContains(t, err, " ("+name+"), instruction at $0010")
	}
}
