package m68k_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m68k"
)

// A fault names the instructions of later processors.
func TestNamesOfOpcodesOfLaterProcessors(t *testing.T) {
	for op, name := range map[uint16]string{
		0x4E7A: "movec of the 68010", 0x4E7B: "movec of the 68010", 0x4E74: "rtd of the 68010", 0x484F: "bkpt of the 68010",
		0x42D0: "move from ccr of the 68010", 0x0E50: "moves of the 68010",
		0x49C7: "extb.l of the 68020", 0x06CF: "rtm of the 68020", 0x06D0: "callm of the 68020", 0x4C01: "mulu.l or muls.l of the 68020",
		0x0CFC: "cas2 of the 68020", 0x0AD0: "cas of the 68020", 0x02D0: "chk2 or cmp2 of the 68020", 0x4101: "chk.l of the 68020",
		0xE9C0: "bfextu of the 68020", 0xEFD7: "bfins of the 68020", 0xEFFA: "", 0x51FC: "trapcc of the 68020", 0x4A48: "tst of the 68020",
		0x4A08: "", 0x4AFA: "illegal too", 0xA000: "line A", 0xFFFF: "line F", 0x4E7C: "", 0x08FC: "",
	} {
		require.Equal(t, name, m68k.Later(op), "$%04X", op)
	}
	for op, text := range map[uint16]string{0x4E7A: "$4E7A (movec of the 68010)", 0x4E7C: "$4E7C"} {
		m := machine(t, handlers(op), m68k.Options{Exceptions: true, TAS: true})
		require.ErrorContains(t, m.CallAddr(0x400, 1000), "68000 p: undefined opcode "+text+", instruction at $0400")
	}
	m, err := m68k.New(&emu.Program{Name: "p", ROM: append(words(0, 0, 0, 8, 0x4E71), 0x4E)})
	require.NoError(t, err)
	require.ErrorContains(t, m.CallAddr(8, 1000), "undefined opcode $4E (half a word at the end of the code), instruction at $000a")
}

// mnemonics are those of GNU as for names with which they don't begin.
var mnemonics = map[string]string{
	"move": "movew", "chk.l": "chkl", "extb.l": "extbl", "link.l": "linkl", "mulu.l": "mulul", "divu.l": "divull",
	"chk2": "cmp2", "trapcc": "trap",
}

// GNU as has the same instruction for each opcode that has a name: of a 68010 where it is one's.
func TestNamesAreThoseOfGNUAs(t *testing.T) {
	objdump, err := exec.LookPath("m68k-linux-gnu-objdump")
	if err != nil {
		t.Skip("no m68k-linux-gnu-objdump")
	}
	var ops []uint16
	var code []byte
	for op := range 0x10000 {
		if name := m68k.Later(uint16(op)); name != "" && !strings.HasPrefix(name, "line") && name != "illegal too" && m68k.Words(uint16(op)) == 0 && m68k.UnsupportedOpcode(uint16(op)) == "" {
			ops = append(ops, uint16(op))
			code = append(code, words(uint16(op), 0, 0x4E71, 0x4E71, 0x4E71, 0x4E71, 0x4E71, 0x4E71)...)
		}
	}
	require.Greater(t, len(ops), 1500)
	file := filepath.Join(t.TempDir(), "code")
	require.NoError(t, os.WriteFile(file, code, 0o600))
	line := regexp.MustCompile(`(?m)^ *([0-9a-f]+):\t[^\t]*\t(\w+)`)
	for _, processor := range []string{"68010", "68020"} {
		out, err := exec.Command(objdump, "-D", "-z", "-b", "binary", "-m", "m68k:"+processor, file).Output()
		require.NoError(t, err)
		seen := 0
		for _, f := range line.FindAllStringSubmatch(string(out), -1) {
			at, err := strconv.ParseUint(f[1], 16, 32)
			require.NoError(t, err)
			name := m68k.Later(ops[at/16])
			if at%16 != 0 || !strings.HasSuffix(name, processor) {
				continue
			}
			seen++
			want, _, _ := strings.Cut(name, " ")
			if gnu, ok := mnemonics[want]; ok {
				want = gnu
			}
			require.True(t, strings.HasPrefix(f[2], want), "$%04X: %s, GNU as has %s", ops[at/16], name, f[2])
		}
		require.Greater(t, seen, 150)
	}
}
