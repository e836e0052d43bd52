package hostbridge

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/testdata/switches"
)

// searchInMAMEsMD runs the search of a snapshot on MAME's Mega Drive with the cartridge.
func (c *cartridge) searchInMAMEsMD(s *Snapshot) (cycles uint64, ram []byte) {
	t := c.t
	switches.Need(t, "md")
	dir, path := c.files("searchex.md", s)
	script, err := filepath.Abs("testdata/md/search.lua")
	require.NoError(t, err)
	cmd := exec.Command(program(t, "mame"), "genesis", "-cart", path("searchex.md"), "-video", "none", "-sound", "none", "-nothrottle",
		"-skip_gameinfo", "-cfg_directory", path("cfg"), "-nvram_directory", path("nvram"), "-autoboot_delay", "0",
		"-autoboot_script", script, "-seconds_to_run", "3600")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+dir, "MD_SNAPSHOT="+path("snapshot"))
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	late := time.AfterFunc(5*time.Minute, func() { _ = cmd.Process.Kill() })
	defer func() { late.Stop(); _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var digits string
		if _, err := fmt.Sscanf(lines.Text(), "search cycles=%d ram=%s", &cycles, &digits); err == nil {
			ram, err = hex.DecodeString(digits)
			require.NoError(t, err)
			return cycles, ram
		}
		require.False(t, strings.HasPrefix(lines.Text(), "search "), lines.Text())
	}
	t.Fatal("MAME has ended")
	return 0, nil
}

// A search of the cartridge in MAME, from a prepared state, leaves the RAM that it leaves in our 68000, so the nodes, the
// move, the score and the line in it are the same. The cycles are ours and what MAME counts more of some instructions.
func TestMAMEsMDSearchesAsOurMachine(t *testing.T) {
	for i, name := range []string{"sx81", "tuned", "parker83"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := megaDrive.insert(t, nil)
			task := Task{Game: epd(t, "bench12.epd")[2*i], Profile: *profile(t, name), Limits: goengine.Limits{Nodes: 8000}}
			s := c.snapshot(&task, false)
			cycles, ram := c.searchInMAMEsMD(s)
			require.Len(t, ram, m68k.RAMSize)
			c.sameRAM(s, ram, s.Home) // where the script has put an instruction
			more := c.countedMore(&task)
			require.Equal(t, s.Cycles+more, cycles)
			require.Less(t, float64(more)/float64(s.Cycles), 0.001)
			t.Logf("%s: %d cycles and %d, %.3f%%", s.About, s.Cycles, more, 100*float64(more)/float64(s.Cycles))
		})
	}
}

// countedMore returns the cycles that MAME's 68000 counts more than ours in a search, which are those of the manual: it
// counts the same for every mulu, and for all bset, bclr and bchg of registers what a bit of the upper half takes.
func (c *cartridge) countedMore(task *Task) (more uint64) {
	c.eachInstruction(task, func(at uint32, count, took uint64) {
		var cycles uint64
		switch op := c.e.Machine().ReadWord(at); {
		case op&0xF1F8 == 0xC0C0: // mulu dn,dn
			cycles = 54
		case op&0xF1F8 == 0x0140, op&0xF1F8 == 0x01C0: // bchg, bset dn,dn
			cycles = 8
		case op&0xF1F8 == 0x0180: // bclr dn,dn
			cycles = 10
		case op&0xFFF8 == 0x0840, op&0xFFF8 == 0x08C0: // of a constant bit
			cycles = 12
		case op&0xFFF8 == 0x0880:
			cycles = 14
		default:
			return
		}
		more += count*cycles - took
	})
	return more
}

// The interrupt does not change what a search finds, and takes the share of the cycles that docs/manual/machines.md has.
func TestMAMEsMDSearchesUnderItsInterrupt(t *testing.T) {
	t.Parallel()
	c := megaDrive.insert(t, nil)
	task := Task{Game: epd(t, "bench12.epd")[0], Profile: *profile(t, "sx81"), Limits: goengine.Limits{Nodes: 8000}}
	s := c.snapshot(&task, true)
	for i := range s.Registers {
		if r := &s.Registers[i]; r.Name == "sr" {
			r.Value &^= 0x0700
		}
	}
	cycles, ram := c.searchInMAMEsMD(s)
	c.sameUnderInterrupt(s, ram, 1, s.Cycles+c.countedMore(&task), cycles, 0.47)
}
