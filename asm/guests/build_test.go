package guests

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
)

// confine gives the program a machine of which the memory is its image and its RAM and nothing else.
func (g *guest) confine() {
	p := g.program(g.t)
	var err error
	g.Machine, err = g.machine(p, &emu.Options{ROM: []emu.Range{{Start: g.origin, Size: uint32(len(p.ROM))}}, RAM: []emu.Range{g.ram}})
	require.NoError(g.t, err)
	g.call("reset")
}

// The program runs in a memory that has its image and its RAM and nothing else.
func TestMemory(t *testing.T) {
	each(t, func(t *testing.T, g *guest) {
		p := g.Program()
		require.LessOrEqual(t, len(p.ROM), int(g.rom))
		for name, at := range p.Symbols {
			require.True(t, p.InROM(at) || g.ram.Has(at) || at == g.ram.End(), name)
		}
		g.confine()
		for _, fen := range []string{
			kiwipete,
			"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", // 218 moves, and no position is known that has more
			"8/8/8/8/8/5k2/6q1/7K w - - 0 1",                       // none
		} {
			g.setFEN(fen)
			g.think(1)
			require.Equal(t, legalInGo(parsed(t, fen)), g.legal())
		}
	})
}

// The search goes on with captures to its last ply and no further, and RAM and stack have room for that at the greatest
// depth. Before the horizon the kings go to and fro, and beyond it nobody declines.
func TestTheLastPly(t *testing.T) {
	each(t, func(t *testing.T, g *guest) {
		g.confine()
		last := 0
		g.on(scored, func() {
			last = max(last, int(g.byte("ply")))
			g.setValue(-1000)
		})
		for depth := 1; depth <= g.deepest; depth++ {
			g.on(generated, func() {
				move := g.move()
				wanted := move[2:] == "d5"
				if int(g.byte("ply")) < depth {
					wanted = strings.Contains("a1b1a1 h8g8h8", move)
				}
				if !wanted {
					g.drop(g)
				}
			})
			last = 0
			fen := "3r3k/1b1r4/1n1q1n2/3P4/5N2/1BNQ4/3R4/K2R4 " + "bw"[depth%2:depth%2+1] + " - - 0 1"
			g.setFEN(fen)
			g.think(depth)
			require.Equal(t, g.search(g, parsed(t, fen), depth).last, last)
		}
		room := g.stack
		if room == 0 {
			room = g.at("stack_top") - g.at("stack_bottom")
		}
		t.Logf("image %d bytes, stack %d of %d", len(g.Program().ROM), g.Usage().Stack, room)
		require.LessOrEqual(t, uint32(g.Usage().Stack), room)
	})
}

// Image and symbols are what the sources give, the 68000's with the compiler that the Makefile names.
func TestImagesAreWhatTheSourcesGive(t *testing.T) {
	each(t, func(t *testing.T, g *guest) {
		for _, name := range []string{"make", g.tool[0]} {
			if _, err := exec.LookPath(name); err != nil {
				t.Skipf("no %s: Debian has make, and %s in %s", name, g.tool[0], g.tool[1])
			}
		}
		endings := []string{".bin", g.symbols}
		if g.kind == mini68k {
			endings = append(endings, ".elf")
			version, err := exec.Command(g.tool[0], "-dumpfullversion").Output()
			require.NoError(t, err)
			makefile, err := os.ReadFile("../../Makefile")
			require.NoError(t, err)
			if !strings.Contains(string(makefile), "\nGUEST_GCC = "+string(version)) {
				t.Skipf("%s is %s: the Makefile names another", g.tool[0], version)
			}
		}
		out := t.TempDir()
		c := exec.Command("make", "guest-"+g.Name(), "OUT="+out)
		c.Dir = "../.."
		text, err := c.CombinedOutput()
		require.NoError(t, err, string(text))
		for _, ending := range endings {
			built, err := os.ReadFile(filepath.Join(out, g.name+ending))
			require.NoError(t, err)
			require.True(t, bytes.Equal(built, g.file(t, ending)), "%s%s is out of date: run make guests", g.name, ending)
		}
	})
}
