// Package check tests the chess program miniz80.s of the folder above in the emulator of the Z80. Go would take that file
// for one of its own assembler's if it were beside it.
package check

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm/guests/guesttest"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
)

// The memory of the program: its image and its RAM, up to the end of moves.
const (
	origin   = 0x4000
	ramStart = 0xC000
	ramEnd   = 0xFF00
	boardLen = 120
	edge     = 0xFF
)

// guest is a machine with the program.
type guest struct{ *guesttest.Guest }

// file returns what is in a file of the program's folder.
func file(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("../" + name)
	require.NoError(t, err)
	return b
}

// program returns image and labels.
func program(t testing.TB) *emu.Program {
	t.Helper()
	image, symbols := file(t, "miniz80.bin"), file(t, "miniz80.nm")
	p := &emu.Program{Name: "miniz80", ROM: image, Origin: origin, Symbols: map[string]uint32{}}
	for line := range strings.Lines(string(symbols)) {
		f := strings.Fields(line)
		require.Len(t, f, 3, "miniz80.nm: %q", line)
		if value, err := strconv.ParseUint(f[0], 16, 16); assert.NoError(t, err, "miniz80.nm: %q", line) && strings.Contains("tTbB", f[1]) {
			p.Symbols[f[2]] = uint32(value)
		}
	}
	return p
}

// newGuest makes a machine with guards and the initial position.
func newGuest(t testing.TB) guest {
	t.Helper()
	m, err := z80.New(program(t))
	require.NoError(t, err)
	return started(t, m)
}

// started calls reset.
func started(t testing.TB, m z80.Machine) guest {
	t.Helper()
	g := guest{&guesttest.Guest{Machine: m.Machine, T: t, Black: 0x80, Square: func(i int) byte { return byte(21 + i%8 + 10*(i/8)) }}}
	g.Do("reset")
	return g
}

func (g guest) hl() int { return int(int16(g.Register("hl"))) }

// Set sets up a position, with the edge of the board.
func (g guest) Set(s guesttest.Setup) {
	g.WriteBytes(g.At("board"), bytes.Repeat([]byte{edge}, boardLen))
	g.Guest.Set(s)
}

// set sets up the position of a FEN.
func (g guest) set(fen string) { g.Set(guesttest.Read(fen)) }

// Setup returns the position. It ends the test if the edge of the board has changed.
func (g guest) Setup() guesttest.Setup {
	var board [boardLen]byte
	g.ReadBytes(g.At("board"), board[:])
	for sq, b := range board {
		if outside := sq < 20 || sq >= 100 || sq%10 == 0 || sq%10 == 9; outside != (b == edge) {
			require.FailNow(g.T, "the edge of the board has changed", "%d", sq)
		}
	}
	return g.Guest.Setup()
}

// move writes a move of the program, in UCI.
func (g guest) move(from, to, becomes, moved byte) string {
	if becomes == moved {
		becomes = 0
	}
	return g.UCI(from, to, becomes&7)
}

// Legal returns the program's list of moves in UCI, sorted.
func (g guest) Legal() (moves []string) {
	g.T.Helper()
	g.Do("list_moves")
	for i := range uint32(g.Byte("count")) {
		var e [4]byte
		g.ReadBytes(g.At("moves")+4*i, e[:])
		moves = append(moves, g.move(e[0], e[1], e[2], e[3]))
	}
	slices.Sort(moves)
	return moves
}

// Play plays a legal move in UCI.
func (g guest) Play(move string) {
	g.T.Helper()
	from, to, promo := g.Entry(move)
	man := g.Read(g.At("board") + uint32(from))
	if promo != 0 {
		man = man&0x80 | promo
	}
	g.SetByte("from", from)
	g.SetByte("to", to)
	g.SetByte("becomes", man)
	g.Do("play")
}

// Think searches. It returns the best move in UCI, empty if there is none, and its score.
func (g guest) Think(depth int) (move string, score int) {
	g.T.Helper()
	g.SetByte("depth", byte(depth))
	g.Do("think")
	if from := g.Byte("best_from"); from != 0 {
		move = g.move(from, g.Byte("best_to"), g.Byte("best_man"), g.Read(g.At("board")+uint32(from)))
	}
	return move, g.Word("best_score")
}
