package z80_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu/z80"
)

// A documented instruction that the machine lacks is refused as unsupported, an undocumented one as
// undefined. The list is Zilog's manual's: what it has and the machine refuses.
func TestUnsupported(t *testing.T) {
	manual := map[string]string{
		"76": "halt", "db": "in a,(n)", "d3": "out (n),a",
		"ed40": "in b,(c)", "ed48": "in c,(c)", "ed50": "in d,(c)", "ed58": "in e,(c)", "ed60": "in h,(c)", "ed68": "in l,(c)", "ed78": "in a,(c)",
		"ed41": "out (c),b", "ed49": "out (c),c", "ed51": "out (c),d", "ed59": "out (c),e", "ed61": "out (c),h", "ed69": "out (c),l", "ed79": "out (c),a",
		"eda2": "ini", "edb2": "inir", "edaa": "ind", "edba": "indr", "eda3": "outi", "edb3": "otir", "edab": "outd", "edbb": "otdr",
	}
	require.Len(t, manual, 25)
	found := map[string]string{}
	for _, prefix := range []string{"", "\xcb", "\xed", "\xdd", "\xfd", "\xdd\xcb\x00"} {
		for op := range 256 {
			code := []byte(prefix + string([]byte{byte(op), 0, 0, 0}))
			name, why, ok := strings.Cut(z80.Unsupported(code), ": ")
			if !ok {
				continue
			}
			require.Equal(t, map[bool]string{true: "no interrupts", false: "no ports"}[name == "halt"], why)
			found[hex.EncodeToString(code[:len(prefix)+1])] = name
			p := program(code...)
			m := newMachine(t, p)
			require.ErrorContains(t, m.Call("main", 0), "instruction that this machine refuses, "+name+": "+why)
		}
	}
	require.Equal(t, manual, found)
}
