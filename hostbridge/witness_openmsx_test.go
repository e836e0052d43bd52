package hostbridge

import (
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/testdata/switches"
)

// searchInOpenMSX makes the search of a snapshot on openMSX, when it has come to a label.
func (c *cartridge) searchInOpenMSX(s *Snapshot, label string) (cycles uint64, ram []byte) {
	t := c.t
	switches.Need(t, "msx")
	dir, path := c.files("searchex.rom", s)
	script, err := filepath.Abs("testdata/msx/search.tcl")
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), "openmsx", "-machine", "C-BIOS_MSX1", "-cart", path("searchex.rom"), "-romtype", "Normal4000", "-script", script)
	cmd.Env = append(os.Environ(), "HOME="+dir, "SDL_VIDEODRIVER=dummy", "SDL_AUDIODRIVER=dummy", "MSX_SNAPSHOT="+path("snapshot"),
		"MSX_FOUND="+path("found"), fmt.Sprintf("MSX_START=0x%x", c.Symbols[label]))
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
	return cycles, ram
}

// A search of the cartridge in openMSX, from a prepared state, leaves the RAM that it leaves in our Z80, so the nodes, the
// move, the score and the line in it are the same. The cycles are the T-states and one more for each opcode that is fetched,
// for which an MSX waits.
func TestOpenMSXSearchesAsOurMachine(t *testing.T) {
	for i, name := range []string{"sx81", "tuned", "parker83"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := msx.insert(t, nil)
			task := Task{Game: epd(t, "bench12.epd")[2*i], Profile: *profile(t, name), Limits: goengine.Limits{Nodes: 8000}}
			s := c.snapshot(&task, false)
			cycles, ram := c.searchInOpenMSX(s, "msx_ready")
			c.sameRAM(s, ram, z80.MSXRAMStart+z80.MSXRAMSize)
			fetches := c.opcodeFetches(&task)
			require.Equal(t, s.Cycles+fetches, cycles)
			t.Logf("%s: %d T-states and %d waits, %.1f%%", s.About, s.Cycles, fetches, 100*float64(fetches)/float64(s.Cycles))
		})
	}
}

// The interrupt does not change what a search finds, and takes the share of the cycles that docs/manual/machines.md has.
func TestOpenMSXSearchesUnderItsInterrupt(t *testing.T) {
	c := msx.insert(t, nil)
	task := Task{Game: epd(t, "bench12.epd")[0], Profile: *profile(t, "sx81"), Limits: goengine.Limits{Nodes: 8000}}
	s := c.snapshot(&task, true)
	cycles, ram := c.searchInOpenMSX(s, "get_key")
	c.sameUnderInterrupt(s, ram, 5, s.Cycles+c.opcodeFetches(&task), cycles, 0.54)
}

// opcodeFetches returns how many opcodes a search fetches: one for each instruction, and one for a prefix.
func (c *cartridge) opcodeFetches(task *Task) (n uint64) {
	c.eachInstruction(task, func(at uint32, count, _ uint64) {
		n += count
		switch c.e.Machine().Read(at) {
		case 0xCB, 0xDD, 0xED, 0xFD:
			n += count
		}
	})
	return n
}
