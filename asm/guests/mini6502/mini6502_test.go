package mini6502_test

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm/guests/guesttest"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/goengine"
)

//go:embed mini6502.bin
var image []byte

//go:embed mini6502.lbl
var labelFile string

const (
	origin  = 0x8000
	ramEnd  = 0x0800 // the program writes below it alone
	deepest = 40     // bytes of stack, as the source says
	mate    = 8000
	plies   = 11
	beside  = 0x85 // what the right half of the board has, which is not part of it
)

// labels reads the label file of ld65.
func labels(t testing.TB) map[string]uint32 {
	t.Helper()
	all := map[string]uint32{}
	for line := range strings.Lines(labelFile) {
		var addr uint32
		var name string
		_, err := fmt.Sscanf(line, "al %x .%s", &addr, &name)
		require.NoError(t, err, line)
		require.NotContains(t, all, name)
		all[name] = addr
	}
	return all
}

// guest is the program in a 6502 with guards: a write to ROM, a read of RAM that nobody wrote, and an unbalanced stack are
// errors.
type guest struct{ *guesttest.Guest }

func newGuest(t testing.TB) *guest {
	m, err := m6502.New(&emu.Program{Name: "mini6502", ROM: image, Origin: origin, Symbols: labels(t)})
	require.NoError(t, err)
	return &guest{&guesttest.Guest{Machine: m.Machine, T: t, Black: 0x80, None: 0xFF, Square: square}}
}

// square returns the program's number of a square.
func square(i int) byte { return byte(i + i&^7) }

// Set sets up a position, with something in the right half of the board.
func (g *guest) Set(s guesttest.Setup) {
	g.WriteBytes(g.At("board"), slices.Repeat([]byte{beside}, 128))
	g.Guest.Set(s)
}

// Setup returns the position. It ends the test if the right half of the board has changed.
func (g *guest) Setup() guesttest.Setup {
	var board [128]byte
	g.ReadBytes(g.At("board"), board[:])
	for sq, b := range board {
		if sq&8 != 0 && b != beside {
			require.FailNow(g.T, "written beside the board", "$%02x", sq)
		}
	}
	return g.Guest.Setup()
}

// Drop has the move of generated left out.
func (g *guest) Drop() { g.Jump("dropped") }

// Legal returns the program's list of moves in UCI, sorted.
func (g *guest) Legal() (moves []string) {
	g.T.Helper()
	g.Do("list_moves")
	for i := range uint32(g.Byte("list_count")) {
		moves = append(moves, g.UCI(g.Read(g.At("list_from")+i), g.Read(g.At("list_to")+i), g.Read(g.At("list_promo")+i)))
	}
	slices.Sort(moves)
	return moves
}

// The legal moves are those of the Go engine, and listing them leaves the position alone.
func TestLegalMoves(t *testing.T) { guesttest.LegalMoves(t, newGuest(t), 6502, 1050) }

// The counts of positions are the published ones.
func TestPerft(t *testing.T) { guesttest.Perft(t, newGuest(t), 3, 3000) }

// play leaves the position that the Go engine has after the same move.
func TestPlay(t *testing.T) { guesttest.Plays(t, newGuest(t), 81, 300) }

// reset sets up the initial position for three plies.
func TestReset(t *testing.T) {
	g := newGuest(t)
	g.Do("reset")
	require.Less(t, g.Cycles(), uint64(5_000))
	require.Equal(t, guesttest.Read(goengine.StartFEN), g.Guest.Setup())
	require.Equal(t, byte(3), g.Byte("depth"))
}

// Under a map of one's own, in ROM and in RAM, both cores are equal after each stretch of a search.
func TestCoresOfAnOwnMap(t *testing.T) {
	at := labels(t)
	rom, ram := emu.Range{Start: origin, Size: uint32(len(image))}, emu.Range{Size: ramEnd}
	for _, o := range []emu.Options{
		{ROM: []emu.Range{rom}, RAM: []emu.Range{ram}},
		{RAM: []emu.Range{rom, ram}, CodeInRAM: true},
	} {
		var machines [2]emu.Machine
		for i := range machines {
			m, err := m6502.NewWithOptions(&emu.Program{Name: "mini6502", ROM: image, Origin: origin, Symbols: at}, m6502.Options{Options: o})
			require.NoError(t, err)
			g := &guest{m, t, at}
			g.setUp(positionOf("7k/8/8/1p4p1/8/8/1P4P1/7K w - - 0 1"))
			g.set("depth", 2)
			machines[i] = g.Machine.Machine
		}
		emutest.Lockstep(t, machines[0], machines[1], "think", 499)
		require.Less(t, machines[0].Left(), machines[0].Cycles()/200, "the package executes one instruction a stretch, and each first")
	}
}
