package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm/guests/guesttest"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine"
)

// mostMoves has 218 legal moves, and no position is known that has more.
const mostMoves = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"

// The program runs in a memory that has its image and its RAM and nothing else, within its stack, and writes neither
// into the image nor reads what nobody wrote.
func TestMemory(t *testing.T) {
	p := program(t)
	assert.LessOrEqual(t, len(p.ROM), 2048)
	m, err := z80.NewWithOptions(p, z80.Options{Options: emu.Options{
		ROM: []emu.Range{{Start: origin, Size: uint32(len(p.ROM))}},
		RAM: []emu.Range{{Start: ramStart, Size: ramEnd - ramStart}},
	}})
	require.NoError(t, err)
	g := started(t, m)
	for _, fen := range []string{
		goengine.StartFEN, guesttest.Kiwipete,
		mostMoves,                        // a long list
		"8/8/8/8/8/5k2/6q1/7K w - - 0 1", // no move
	} {
		g.set(fen)
		before := g.Setup()
		g.Think(1)
		g.Legal()
		assert.Equal(t, before, g.Setup(), fen)
	}
	g.set("7k/8/8/1p4p1/8/8/1P4P1/7K w - - 0 1")
	g.Think(5)
	image := make([]byte, len(p.ROM))
	g.ReadBytes(origin, image)
	assert.Equal(t, file(t, "miniz80.bin"), image)
	usage := g.Usage()
	assert.LessOrEqual(t, uint32(usage.Stack), g.At("stack_top")-g.At("stack_bottom"))
	t.Logf("image %d bytes, stack %d of %d", len(image), usage.Stack, g.At("stack_top")-g.At("stack_bottom"))
}

// reset sets up the initial position and two plies, whatever was there.
func TestReset(t *testing.T) {
	g := newGuest(t)
	got := g.Setup()
	assert.EqualValues(t, 2, g.Byte("depth"))
	assert.Equal(t, guesttest.Read(goengine.StartFEN), got)
	g.set("8/8/8/2k5/2Pp4/8/8/2K5 b - c3 0 1")
	g.SetByte("depth", 5)
	g.Do("reset")
	assert.Equal(t, got, g.Setup())
	assert.EqualValues(t, 2, g.Byte("depth"))
}

// A depth of 0 is 1, and one of more than 5 is 5. After that there are six plies of captures.
func TestDepthIsOneToFive(t *testing.T) {
	g := newGuest(t)
	deepest := func(fen string, depth int) (plies int) {
		g.set(fen)
		g.On("generated", func() { plies = max(plies, 1+int(g.Byte("ply"))) })
		g.Think(depth)
		return plies
	}
	for depth, want := range map[int]int{0: 1, 1: 1, 3: 3, 5: 5, 6: 5, 200: 5} {
		assert.Equal(t, want, deepest("8/8/8/2k5/8/8/8/2K5 w - - 0 1", depth), "depth %d without captures", depth)
	}
	assert.Equal(t, 1+quiet, deepest(guesttest.Kiwipete, 1))
}

// Dear victims come first, of equal ones those that cheap men take. A promotion counts like a capture of the new man.
func TestOrderOfMoves(t *testing.T) {
	g := newGuest(t)
	g.set("7r/6P1/8/Pp1q4/4P3/2N5/1p6/1K5k w - b6 0 1")
	var order []string
	g.On("generated", func() {
		if move := g.rootMove(); move != "" {
			order = append(order, move)
		}
	})
	g.Think(1)
	want := []string{
		"g7h8q", "g7h8r", "g7h8b", "g7h8n", // a rook and the new man, 8 for each kind: 72 to 48
		"e4d5", "c3d5", // a queen, 40, by a pawn and by a knight: 46, 45
		"g7g8q", "g7g8r", "g7g8b", "g7g8n", // 40 to 16
		"a5b6", "c3b5", "b1b2", // a pawn, 8, by a pawn, a knight and the king: 14, 13, 9
	}
	require.Greater(t, len(order), len(want))
	assert.Equal(t, want, order[:len(want)])
}

// generated is reached once for each legal move of the root; drop leaves a move out.
func TestMovesAreDropped(t *testing.T) {
	g, p := newGuest(t), guesttest.Parsed(t, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
	g.Set(guesttest.Read(p.FEN()))
	var seen []string
	keep := ""
	g.On("generated", func() {
		if g.rootMove() == "" {
			return
		}
		seen = append(seen, g.rootMove())
		if keep != "all" && keep != g.rootMove() {
			g.Jump("drop")
		}
	})
	keep = "all"
	_, all := g.Think(1)
	best := g.values(p)
	slices.Sort(seen)
	require.Equal(t, guesttest.Legal(p), seen)
	for move, value := range best {
		keep = move
		got, score := g.Think(1)
		require.Equal(t, move, got)
		require.Equal(t, value, score, move)
		require.LessOrEqual(t, score, all)
	}
	keep = ""
	move, score := g.Think(1)
	assert.Empty(t, move)
	assert.Equal(t, -infinite, score, "no move, but no mate")
}

// rootMove is the move at hand in UCI if it is one of the root, else empty.
func (g guest) rootMove() string {
	if g.Byte("ply") != 0 {
		return ""
	}
	return g.move(g.Byte("from"), g.Byte("to"), g.Byte("becomes"), g.Byte("moved"))
}

// values returns what each move is worth at one ply, by a plain negamax.
func (g guest) values(p *goengine.Position) map[string]int {
	all := map[string]int{}
	for _, m := range p.LegalMoves() {
		s := search(p, 1)
		s.Drops = func(ply int, other goengine.Move) bool { return ply == 0 && other != m }
		all[p.UCI(m)], _ = s.Of(p, 1<<30)
	}
	return all
}

// scored has the value of a position as it stands, and the search goes by what is there when it goes on.
func TestLeafValuesAreReplaced(t *testing.T) {
	g := newGuest(t)
	for _, fen := range []string{
		goengine.StartFEN, guesttest.Kiwipete,
		"4k3/pppppp2/8/8/8/8/PPPP4/4K3 w - - 0 1", "4k3/pppppp2/8/8/8/8/PPPPP3/4K3 w - - 0 1", // the last endgame, and none yet
	} {
		first := true
		g.set(fen)
		g.On("scored", func() {
			if first {
				assert.Equal(t, static(isLast(guesttest.Read(fen)), g.Setup()), g.hl(), fen)
			}
			first = false
			g.SetRegister("hl", 0)
		})
		for depth := 1; depth <= 2; depth++ {
			_, score := g.Think(depth)
			assert.Zero(t, score, "%s, depth %d", fen, depth)
		}
	}
}

// At the root each move comes to beta and to alpha, and to improved if it is more than all before. A value that is
// changed at beta counts.
func TestRootComparisons(t *testing.T) {
	g := newGuest(t)
	g.set(guesttest.Kiwipete)
	best, low, at := "", -infinite, ""
	count := map[string]int{}
	on := func(label string, f func(move string)) {
		g.On(label, func() {
			if move := g.rootMove(); move != "" {
				count[label]++
				f(move)
			}
		})
	}
	favourite := ""
	on("beta", func(move string) {
		assert.Equal(t, infinite, g.Word("high"))
		assert.Equal(t, low, g.Word("low"))
		if move == favourite {
			g.SetRegister("hl", 5000)
		}
	})
	on("alpha", func(move string) { at = move })
	on("improved", func(move string) {
		assert.Equal(t, at, move)
		assert.Greater(t, g.hl(), low)
		best, low = move, g.hl()
	})
	move, score := g.Think(2)
	assert.Equal(t, best, move)
	assert.Equal(t, low, score)
	n := len(guesttest.Parsed(t, guesttest.Kiwipete).LegalMoves())
	assert.Equal(t, n, count["beta"])
	assert.Equal(t, n, count["alpha"])
	assert.Less(t, count["improved"], n)

	favourite, best, low = "a2a3", "", -infinite
	move, score = g.Think(2)
	assert.Equal(t, "a2a3", move)
	assert.Equal(t, 5000, score)
}

// Below the root a value of high or more ends a node: its next event is not its alpha.
func TestBetaCutsOff(t *testing.T) {
	g := newGuest(t)
	g.set(guesttest.Kiwipete)
	cuts, pending := 0, false
	g.On("beta", func() {
		pending = g.hl() >= g.Word("high")
		if pending {
			cuts++
		}
	})
	g.On("alpha", func() {
		assert.False(t, pending)
		assert.Less(t, g.hl(), g.Word("high"))
	})
	g.Think(2)
	assert.Greater(t, cuts, 40)
}

// Image and symbols are what the source gives.
func TestImageIsWhatTheSourceGives(t *testing.T) {
	for _, name := range []string{"make", "z80-unknown-coff-as", "z80-unknown-coff-ld"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("no %s: Debian has it in make and binutils-z80", name)
		}
	}
	out := t.TempDir()
	c := exec.Command("make", "guest-z80", "OUT="+out)
	c.Dir = filepath.Join("..", "..", "..", "..")
	text, err := c.CombinedOutput()
	require.NoError(t, err, string(text))
	for _, name := range []string{"miniz80.bin", "miniz80.nm"} {
		built, err := os.ReadFile(filepath.Join(out, name))
		require.NoError(t, err)
		assert.True(t, string(built) == string(file(t, name)), "%s is out of date: run make guests", name)
	}
}

// Under a map of one's own, in ROM and in RAM, both cores are equal after each stretch of a search.
func TestCoresOfAnOwnMap(t *testing.T) {
	p := program(t)
	rom, ram := emu.Range{Start: origin, Size: uint32(len(p.ROM))}, emu.Range{Start: ramStart, Size: ramEnd - ramStart}
	for _, o := range []emu.Options{
		{ROM: []emu.Range{rom}, RAM: []emu.Range{ram}},
		{RAM: []emu.Range{rom, ram}, CodeInRAM: true},
	} {
		var machines [2]emu.Machine
		for i := range machines {
			m, err := z80.NewWithOptions(p, z80.Options{Options: o})
			require.NoError(t, err)
			g := started(t, m)
			g.set(parsed(t, "7k/8/8/1p4p1/8/8/1P4P1/7K w - - 0 1"))
			g.put("depth", 2)
			machines[i] = g.Machine
		}
		emutest.Lockstep(t, machines[0], machines[1], "think", 997)
		require.Less(t, machines[0].Left(), machines[0].Cycles()/200, "the package executes one instruction a stretch, and each first")
	}
}
