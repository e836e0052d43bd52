package m68k_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
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

// refusedByName are the instructions of the manual that programs may not use.
var refusedByName = map[string]bool{
	"illegal": true, "trap": true, "trapv": true, "chkw": true, "rte": true, "stop": true, "reset": true, "tas": true,
}

// listing disassembles each opcode, with moveq #0,d0 behind it, and returns the
// instruction's text and its words, 0 for none of the 68000's.
func listing(t *testing.T) (text [0x10000]string, words [0x10000]int) {
	objdump, err := exec.LookPath("m68k-linux-gnu-objdump")
	if err != nil {
		t.Skip("m68k-linux-gnu-objdump is not installed (Debian package binutils-m68k-linux-gnu)")
	}
	const slot = 8 // words
	var code []byte
	for op := range 0x10000 {
		code = binary.BigEndian.AppendUint16(code, uint16(op))
		code = append(code, bytes.Repeat([]byte{0x70, 0x00}, slot-1)...)
	}
	file := filepath.Join(t.TempDir(), "opcodes")
	require.NoError(t, os.WriteFile(file, code, 0o600))
	out, err := exec.Command(objdump, "-D", "-z", "-b", "binary", "-m", "m68k:68000", "--insn-width=16", file).Output()
	require.NoError(t, err)
	line := regexp.MustCompile(`^\s*([0-9a-f]+):\t((?:[0-9a-f]{4} )+)\s*(.*)$`)
	listed := 0
	for l := range strings.Lines(string(out)) {
		f := line.FindStringSubmatch(strings.TrimRight(l, "\n"))
		if f == nil {
			continue
		}
		addr, err := strconv.ParseUint(f[1], 16, 32)
		require.NoError(t, err)
		if addr%(2*slot) != 0 {
			continue
		}
		listed++
		op := addr / (2 * slot)
		text[op] = f[3]
		if !strings.HasPrefix(f[3], ".short") {
			words[op] = len(strings.Fields(f[2]))
		}
	}
	require.Equal(t, 0x10000, listed, "the disassembly has another form than it had")
	return text, words
}

// GNU's disassembler knows the same instruction set, and the same lengths.
func TestOpcodesDifferFromTheAssemblers(t *testing.T) {
	text, words := listing(t)
	refused := map[string]int{}
	for op := range 0x10000 {
		name, operands, _ := strings.Cut(text[op], " ")
		want := words[op]
		switch {
		case refusedByName[name],
			strings.Contains(operands, "%usp"),
			strings.HasSuffix(operands, ",%sr"),
			op&0xF1FF == 0x013C, // btst d,#
			// Later processors' and one assembler's own.
			op>>12 == 0xF, strings.HasPrefix(name, "swbeg"), op&0xF1F8 == 0x5108: // subq.b #,a
			if want > 0 {
				refused[name]++
			}
			want = 0
		}
		if got := m68k.Words(uint16(op)); got != want {
			t.Errorf("$%04x %s: %d words, want %d", op, text[op], got, want)
		}
	}
	t.Log(refused)
}

// Programs may use exactly the instructions that do not trap.
func TestOpcodesThatTrapAreExecuted(t *testing.T) {
	const handler, operands = 0x3000, 0x1FF80
	rom := bytes.Repeat([]byte{0, 2}, m68k.ROMSize/2)
	for vector := range 64 {
		binary.BigEndian.PutUint32(rom[4*vector:], handler)
	}
	m, err := m68k.New(&emu.Program{Name: "trial", ROM: rom})
	require.NoError(t, err)
	m.SetGuards(false)
	executed, unsupported := 0, map[string]int{}
	for op := range 0x10000 {
		m.WriteWord(at, uint16(op))
		// All operands are even, none is 0.
		m.WriteBytes(operands-4, rom[at+64:at+64+12])
		for n := range 8 {
			m.Regs().SetA(n, operands)
			m.Regs().SetD(n, 2)
		}
		m.Regs().SetPC(at)
		if m68k.Words(uint16(op)) == 0 {
			err := m.Step()
			if why := m68k.UnsupportedOpcode(uint16(op)); why != "" {
				require.ErrorContains(t, err, "68000 trial: instruction that this machine refuses, "+why+", instruction at $2000, cycle", "$%04x", op)
				unsupported[why[:strings.IndexByte(why, ':')]]++
			} else {
				require.Regexp(t, fmt.Sprintf(`^68000 trial: undefined opcode \$%04X( \([^()]+\))?, instruction at \$2000, cycle`, op), err.Error())
			}
			continue
		}
		executed++
		if op>>12 == 6 && op&1 == 1 { // a branch to an odd address
			continue
		}
		halted := m.StepBare()
		require.False(t, halted || m.PC() == handler, "$%04x", op)
	}
	t.Log(executed)
	require.Greater(t, executed, 40_000)
	// By the manual: the opcodes of each, over its addressing modes. 53 are data modes, 50 alterable ones of them.
	require.Equal(t, map[string]int{
		"illegal": 1, "trap": 16, "trapv": 1, "rte": 1, "stop": 1, "reset": 1, "chk": 8 * 53, "move to sr": 53, "move usp": 16,
		"ori, andi or eori to sr": 3, "tas": 50, "btst dn,#n": 8,
	}, unsupported)
}
