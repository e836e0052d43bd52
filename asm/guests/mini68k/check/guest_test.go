// Package check tests the chess program mini68k.c of the folder above in the emulator of the 68000. Go would take that file
// for one of a package's if it were beside it.
package check

import (
	"debug/dwarf"
	"debug/elf"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm/guests/guesttest"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/goengine"
)

// guest is the program in a 68000 with guards: a write to ROM, a read of RAM that nobody wrote, a word at an odd address and
// a stack out of its bounds are errors.
type guest struct{ *guesttest.Guest }

// file returns what is in a file of the program's folder.
func file(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("../" + name)
	require.NoError(t, err)
	return b
}

// program returns image, symbols and lines.
func program(t testing.TB) *emu.Program {
	t.Helper()
	p := &emu.Program{Name: "mini68k", ROM: file(t, "mini68k.bin"), Symbols: map[string]uint32{}, Lines: lines(t)}
	for line := range strings.Lines(string(file(t, "mini68k.nm"))) {
		f := strings.Fields(line)
		require.Len(t, f, 3, line)
		addr, err := strconv.ParseUint(f[0], 16, 24)
		require.NoError(t, err, line)
		p.Symbols[f[2]] = uint32(addr)
	}
	return p
}

// lines returns the lines of the ELF file, one for each address.
func lines(t testing.TB) (all []emu.Line) {
	t.Helper()
	f, err := elf.Open("../mini68k.elf")
	require.NoError(t, err)
	defer f.Close()
	d, err := f.DWARF()
	require.NoError(t, err)
	unit, err := d.Reader().Next()
	require.NoError(t, err)
	r, err := d.LineReader(unit)
	require.NoError(t, err)
	for {
		var e dwarf.LineEntry
		if err := r.Next(&e); err == io.EOF {
			return all
		}
		require.NoError(t, err)
		if n := len(all); n > 0 && all[n-1].Addr == uint32(e.Address) {
			all = all[:n-1]
		}
		if !e.EndSequence {
			all = append(all, emu.Line{Addr: uint32(e.Address), File: e.File.Name, Line: e.Line})
		}
	}
}

// newGuest makes a machine after reset.
func newGuest(t testing.TB) *guest {
	t.Helper()
	m, err := m68k.New(program(t))
	require.NoError(t, err)
	return started(t, m)
}

func started(t testing.TB, m m68k.Machine) *guest {
	t.Helper()
	g := &guest{&guesttest.Guest{Machine: m.Machine, T: t, Black: 8, None: 255, Square: func(i int) byte { return byte(i) }}}
	g.Do("reset")
	return g
}

// Legal returns the program's list of moves in UCI, sorted.
func (g *guest) Legal() (moves []string) {
	g.T.Helper()
	g.Do("list_moves")
	for i := range uint32(g.Word("list_count")) {
		at := g.At("moves") + 4*i
		moves = append(moves, g.UCI(g.Read(at), g.Read(at+1), g.Read(at+2)))
	}
	slices.Sort(moves)
	return moves
}

// Drop has the move of generated left out.
func (g *guest) Drop() { g.SetByte("drop", 1) }

// The program lists the Go engine's legal moves, and leaves the position alone.
func TestLegalMoves(t *testing.T) { guesttest.LegalMoves(t, newGuest(t), 68000, 1000) }

// Moves that are played leave the Go engine's positions.
func TestPlay(t *testing.T) { guesttest.Plays(t, newGuest(t), 68, 300) }

// The counts of positions are the published ones.
func TestPerft(t *testing.T) { guesttest.Perft(t, newGuest(t), 3, 3000) }

// Mates in one and two are found, with as many plies as they take.
func TestMates(t *testing.T) {
	guesttest.Mates(t, newGuest(t), mate, 12, 2, func(moves int) int { return 2*moves - 1 })
}

// A game has legal moves only, and ends by mate or stalemate.
func TestGame(t *testing.T) {
	guesttest.Game(t, newGuest(t), 60, func(int) int { return 1 })
}

// reset sets up the initial position for three plies, whatever was there.
func TestReset(t *testing.T) {
	g := newGuest(t)
	g.Set(guesttest.Read("8/8/8/2k5/2Pp4/8/8/2K5 b - c3 0 1"))
	g.SetByte("depth", 1)
	g.Do("reset")
	require.Equal(t, guesttest.Read(goengine.StartFEN), g.Setup())
	require.Equal(t, byte(3), g.Byte("depth"))
}

// The program runs in a memory of 8 KB of ROM and 16 KB of RAM and nothing else, the vectors in front, and leaves room on
// its stack. It needs none of the instructions that only some 68000s have.
func TestMemory(t *testing.T) {
	p := program(t)
	assert.Equal(t, []byte{0, 1, 0x40, 0}, p.ROM[:4], "the vector of the stack")
	m, err := m68k.NewWithOptions(p, m68k.Options{Options: emu.Options{
		ROM: []emu.Range{{Size: 0x2000}},
		RAM: []emu.Range{{Start: 0x10000, Size: 0x4000}},
	}})
	require.NoError(t, err)
	g := started(t, m)
	for _, fen := range []string{
		guesttest.Kiwipete,
		"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", // 218 moves, and no position is known that has more
		"8/8/8/8/8/5k2/6q1/7K w - - 0 1",                       // none
	} {
		g.Set(guesttest.Read(fen))
		g.Think(1)
		assert.Len(t, g.Legal(), len(guesttest.Parsed(t, fen).LegalMoves()))
	}
}

// Captures go on for some plies more than the depth, and at the deepest there is room on the stack for twice as much.
func TestTheLastPly(t *testing.T) {
	g, last := newGuest(t), 0
	g.On("scored", func() {
		last = max(last, int(g.Byte("ply")))
		g.SetWord("value", -1000) // nobody declines
	})
	g.On("generated", func() {
		require.Less(t, int(g.Byte("ply")), int(g.Byte("depth"))+quiet)
		from, to, want := g.Byte("from"), g.Byte("to"), g.Byte("to") == 35
		if g.Byte("ply") < g.Byte("depth") {
			want = from+to == 0+1 || from+to == 63+62
		}
		if !want { // the kings to and fro, then captures on d5
			g.Drop()
		}
	})
	for depth := range 6 {
		plies := min(max(depth, 1), 4)
		last = 0
		g.Set(guesttest.Read("3r3k/1b1r4/1n1q1n2/3P4/5N2/1BNQ4/3R4/K2R4 " + "bw"[plies%2:plies%2+1] + " - - 0 1"))
		g.Think(depth)
		require.Equal(t, plies, int(g.Byte("depth")))
		require.Equal(t, plies+quiet, last)
	}
	room := int(g.At("stack_top") - g.At("stack_bottom"))
	t.Logf("image %d bytes, stack %d of %d", len(g.Program().ROM), g.Usage().Stack, room)
	require.Less(t, 2*g.Usage().Stack, room)
}

// The ELF file has the same code and symbols as image and symbols, and its lines are those of the source: that of each
// place of the search names it. It has no path of a machine.
func TestELF(t *testing.T) {
	f, err := elf.Open("../mini68k.elf")
	require.NoError(t, err)
	defer f.Close()
	code, err := f.Section(".text").Data()
	require.NoError(t, err)
	p := program(t)
	require.True(t, slices.Equal(p.ROM, code))
	symbols, err := f.Symbols()
	require.NoError(t, err)
	for _, s := range symbols {
		if addr, ok := p.Symbols[s.Name]; ok {
			require.Equal(t, uint64(addr), s.Value, s.Name)
		}
	}
	source := strings.Split(string(file(t, "mini68k.c")), "\n")
	for _, name := range guesttest.Places {
		at, ok := p.LineAt(p.Symbols[name])
		require.True(t, ok)
		require.Equal(t, "asm/guests/mini68k/mini68k.c", at.File)
		require.Contains(t, source[at.Line-1], name)
	}
	b := file(t, "mini68k.elf")
	require.Less(t, len(b), 60_000)
	for _, path := range []string{"/home", "/root", "/tmp", "/work", "/usr"} {
		require.NotContains(t, string(b), path)
	}
}

// Image, symbols and ELF file are what the source gives, with the compiler that the Makefile names.
func TestImageIsWhatTheSourceGives(t *testing.T) {
	for _, name := range []string{"make", "m68k-linux-gnu-gcc"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("no %s: Debian has it in make and gcc-m68k-linux-gnu", name)
		}
	}
	version, err := exec.Command("m68k-linux-gnu-gcc", "-dumpfullversion").Output()
	require.NoError(t, err)
	named := "GUEST_GCC = " + strings.TrimSpace(string(version)) + "\n"
	makefile, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "Makefile"))
	require.NoError(t, err)
	if !strings.Contains(string(makefile), named) {
		t.Skipf("the compiler is %s, another than the Makefile names", version)
	}
	out := t.TempDir()
	c := exec.Command("make", "guest-68000", "OUT="+out)
	c.Dir = filepath.Join("..", "..", "..", "..")
	text, err := c.CombinedOutput()
	require.NoError(t, err, string(text))
	for _, name := range []string{"mini68k.bin", "mini68k.nm", "mini68k.elf"} {
		built, err := os.ReadFile(filepath.Join(out, name))
		require.NoError(t, err)
		assert.True(t, slices.Equal(built, file(t, name)), "%s is out of date: run make guests", name)
	}
}
