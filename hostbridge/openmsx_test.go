package hostbridge

import (
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/testdata/switches"
)

// searchInOpenMSX makes a search on our machine with the cartridge, and on openMSX when it has come to a label. prepare
// may change the state before the latter.
func searchInOpenMSX(t *testing.T, e Engine, m *asm.Cartridge, task *Task, label string, prepare func(*Snapshot)) (s *Snapshot, cycles uint64, ram []byte) {
	t.Helper()
	switches.Need(t, "msx")
	s, _, err := TakeSnapshot(t.Context(), e, task)
	require.NoError(t, err)
	if prepare != nil {
		prepare(s)
	}
	rom, err := m.ROM(nil)
	require.NoError(t, err)
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(path("searchex.rom"), rom, 0o644))
	require.NoError(t, os.WriteFile(path("snapshot"), s.Bytes(), 0o644))
	script, err := filepath.Abs("testdata/msx/search.tcl")
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), "openmsx", "-machine", "C-BIOS_MSX1", "-cart", path("searchex.rom"), "-romtype", "Normal4000", "-script", script)
	cmd.Env = append(os.Environ(), "HOME="+dir, "SDL_VIDEODRIVER=dummy", "SDL_AUDIODRIVER=dummy", "MSX_SNAPSHOT="+path("snapshot"),
		"MSX_FOUND="+path("found"), fmt.Sprintf("MSX_START=0x%x", m.Symbols[label]))
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	found, err := os.ReadFile(path("found"))
	require.NoError(t, err, "%s", out)
	var digits string
	_, err = fmt.Sscan(string(found), &cycles, &digits)
	require.NoError(t, err)
	ram, err = hex.DecodeString(digits)
	require.NoError(t, err)
	require.Len(t, ram, z80.MSXRAMSize)
	return s, cycles, ram
}

// A search of the cartridge in openMSX, from a prepared state, leaves the RAM that it leaves in our Z80, so the nodes, the
// move, the score and the line in it are the same. The cycles are the T-states and one more for each opcode that is fetched,
// for which an MSX waits.
func TestOpenMSXSearchesAsOurMachine(t *testing.T) {
	for i, name := range []string{"sx81", "tuned", "parker83"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, m := msxEngine(t)
			task := Task{Game: epd(t, "bench12.epd")[2*i], Profile: *profile(t, name), Limits: goengine.Limits{Nodes: 8000}}
			s, cycles, ram := searchInOpenMSX(t, e, m, &task, "msx_ready", nil)
			for at := range ram {
				require.Equal(t, s.After[at], ram[at], "$%04x", z80.MSXRAMStart+at)
			}
			fetches := opcodeFetches(t, e, &task)
			require.Equal(t, s.Cycles+fetches, cycles)
			t.Logf("%s: %d T-states and %d waits, %.1f%%", s.About, s.Cycles, fetches, 100*float64(fetches)/float64(s.Cycles))
		})
	}
}

// The interrupt does not change what a search finds, and takes the share of the cycles that docs/manual/machines.md has.
func TestOpenMSXSearchesUnderItsInterrupt(t *testing.T) {
	e, m := msxEngine(t)
	task := Task{Game: epd(t, "bench12.epd")[0], Profile: *profile(t, "sx81"), Limits: goengine.Limits{Nodes: 8000}}
	s, cycles, ram := searchInOpenMSX(t, e, m, &task, "get_key", func(s *Snapshot) {
		for name, value := range map[string]byte{"rate": 60, "tick": 60, "thinking": 1, "left": 255} {
			require.NotZero(t, m.Symbols[name], name)
			s.Memory[m.Symbols[name]] = value
		}
	})
	require.Less(t, ram[m.Symbols["left"]-z80.MSXRAMStart], byte(250), "seconds have gone")
	for at := range m.Symbols["stack_bottom"] - beside - z80.MSXRAMStart {
		require.Equal(t, s.After[at], ram[at], "$%04x", z80.MSXRAMStart+at)
	}
	own := s.Cycles + opcodeFetches(t, e, &task)
	share := 100 * (1 - float64(own)/float64(cycles))
	t.Logf("%d cycles and %d of the interrupt, %.2f%%", own, cycles-own, share)
	require.InDelta(t, 0.54, share, 0.02)
}

// opcodeFetches returns how many opcodes a search fetches: one for each instruction, and one for a prefix.
func opcodeFetches(t *testing.T, e Engine, task *Task) (n uint64) {
	m := e.(Emulated).Machine()
	require.NoError(t, e.(*machineEngine).setUp(task.Game))
	require.NoError(t, e.(*machineEngine).setLimits(&task.Profile, task.Limits))
	m.StartProfile()
	require.NoError(t, m.CallAddr(e.(*machineEngine).sym.Search, 0))
	for _, a := range m.StopProfile().ByAddr {
		n += a.Count
		switch m.Read(a.Addr) {
		case 0xCB, 0xDD, 0xED, 0xFD:
			n += a.Count
		}
	}
	return n
}
