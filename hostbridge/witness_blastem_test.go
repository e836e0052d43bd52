package hostbridge

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/testdata/switches"
)

// blastem is the emulator of that name with the cartridge, stopped; it takes commands of gdb's remote protocol.
type blastem struct {
	t  *testing.T
	to io.Writer
	by *bufio.Reader
}

func startBlastem(t *testing.T, rom []byte) *blastem {
	t.Helper()
	switches.Need(t, "md")
	settings, err := os.ReadFile("/etc/blastem/default.cfg")
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, ".config", "blastem"), 0o755))
	require.Contains(t, string(settings), "gl on")
	settings = bytes.Replace(settings, []byte("gl on"), []byte("gl off"), 1)
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".config", "blastem", "blastem.cfg"), settings, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "searchex.bin"), rom, 0o644))
	cmd := exec.Command(program(t, "blastem"), "-D", "-r", "U", "searchex.bin")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "SDL_VIDEODRIVER=dummy", "SDL_AUDIODRIVER=dummy", "SDL_RENDER_DRIVER=software")
	to, err := cmd.StdinPipe()
	require.NoError(t, err)
	by, err := cmd.StdoutPipe()
	require.NoError(t, err)
	var said bytes.Buffer
	cmd.Stderr = &said
	require.NoError(t, cmd.Start())
	late := time.AfterFunc(3*time.Minute, func() { _ = cmd.Process.Kill() })
	t.Cleanup(func() {
		late.Stop()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Log(said.String())
		}
	})
	return &blastem{t, to, bufio.NewReader(by)}
}

// ask sends a command and returns the answer.
func (b *blastem) ask(format string, args ...any) string {
	b.t.Helper()
	command := fmt.Sprintf(format, args...)
	var sum byte
	for _, c := range []byte(command) {
		sum += c
	}
	_, err := fmt.Fprintf(b.to, "$%s#%02x", command, sum)
	require.NoError(b.t, err, "blastem has ended")
	_, err = b.by.ReadString('$')
	require.NoError(b.t, err, "blastem has ended at %.20s", command)
	answer, err := b.by.ReadString('#')
	require.NoError(b.t, err)
	_, err = io.ReadFull(b.by, make([]byte, 2))
	require.NoError(b.t, err)
	_, err = fmt.Fprint(b.to, "+")
	require.NoError(b.t, err)
	return strings.TrimSuffix(answer, "#")
}

// runTo runs to an address.
func (b *blastem) runTo(at uint32) {
	b.t.Helper()
	require.Equal(b.t, "OK", b.ask("Z0,%x,2", at))
	require.Equal(b.t, "S05", b.ask("c"))
	require.Equal(b.t, "OK", b.ask("z0,%x,2", at))
}

// stubMD is where the test's program lies, which the user interface has no variable at, and behind it the registers.
const (
	stubMD      = 0xFF8000
	registersMD = stubMD + 0x100
)

// loader returns a program that loads the registers of a snapshot, sets the return of its search and its mark for the
// interrupt, and jumps to the search; and the registers, which it reads.
func loader(s *Snapshot, m *asm.Cartridge, home uint32) (program, registers []byte) {
	code := func(words string, numbers ...uint32) {
		b, err := hex.DecodeString(words)
		if err != nil {
			panic(err)
		}
		program = append(program, b...)
		for _, n := range numbers {
			program = binary.BigEndian.AppendUint32(program, n)
		}
	}
	code("46FC2700")                        // move #$2700,sr
	code("4CF97FFF", registersMD)           // movem.l registersMD,d0-d7/a0-a6
	code("2E79", registersMD+15*4)          // movea.l registersMD+60,a7
	code("2EBC", home)                      // move.l #home,(a7)
	code("13FC0001", m.Symbols["thinking"]) // move.b #1,thinking
	code("46F9", registersMD+16*4)          // move registersMD+64,sr
	code("4EF9", s.Register("pc"))          // jmp search
	for _, r := range s.Registers[:16] {
		registers = binary.BigEndian.AppendUint32(registers, r.Value)
	}
	return program, binary.BigEndian.AppendUint16(registers, 0x2000)
}

// In blastem, too, a search of the cartridge under its interrupt leaves the RAM that it leaves in our 68000. blastem counts
// what the refresh of memory takes on a Mega Drive: two of 128 cycles. It is measured in pictures.
func TestBlastemsMDSearchesAsOurMachine(t *testing.T) {
	t.Parallel()
	c := megaDrive.insert(t, nil)
	task := Task{Game: epd(t, "bench12.epd")[0], Profile: *profile(t, "sx81"), Limits: goengine.Limits{Nodes: 20_000}}
	s := c.snapshot(&task, true)
	b := startBlastem(t, c.rom)

	// The user interface returns from show to the program.
	b.runTo(c.Symbols["show"])
	var sp uint32
	_, err := fmt.Sscanf(b.ask("g")[15*8:16*8], "%x", &sp)
	require.NoError(t, err)
	ram := bytes.Clone(s.Memory[m68k.MDRAMStart:])
	at := func(addr uint32) []byte { return ram[addr-m68k.MDRAMStart:] }
	home := c.Symbols["md_start"]
	program, registers := loader(s, c.Cartridge, home)
	require.Less(t, c.Symbols["ui_end"], uint32(stubMD))
	copy(at(stubMD), program)
	copy(at(registersMD), registers)
	binary.BigEndian.PutUint32(at(sp), stubMD)
	const part = 64
	for a := uint32(m68k.MDRAMStart); a < m68k.MDRAMStart+m68k.RAMSize; a += part {
		require.Equal(t, "OK", b.ask("M%x,%x:%x", a, part, at(a)[:part]))
	}
	b.runTo(home)
	var found []byte
	for a := uint32(m68k.MDRAMStart); a < m68k.MDRAMStart+m68k.RAMSize; a += part {
		bytes, err := hex.DecodeString(b.ask("m%x,%x", a, part))
		require.NoError(t, err)
		found = append(found, bytes...)
	}
	c.sameRAM(s, found, c.ramEnd())

	value := func(name string) int { return int(found[c.Symbols[name]-m68k.MDRAMStart]) }
	pictures := (255-value("left"))*60 + 60 - value("tick")
	const lines, line, ofInterrupt = 262, 3420 / 7.0, 0.0047 // TestMAMEsMDSearchesUnderItsInterrupt has the share
	without := float64(s.Cycles) / (1 - ofInterrupt) / (lines * line)
	refresh := 100 * (float64(pictures)/without - 1)
	t.Logf("%d pictures, %.1f without refresh: %.2f%%", pictures, without, refresh)
	require.InDelta(t, 1.6, refresh, 0.3)
}
