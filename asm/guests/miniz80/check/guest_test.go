// Package check tests the chess program miniz80.s of the folder above in the emulator of the Z80. Go would take that file
// for one of its own assembler's if it were beside it.
package check

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine"
)

// The memory of the program: its image and its RAM, up to the end of moves.
const (
	origin   = 0x4000
	ramStart = 0xC000
	ramEnd   = 0xFF00
	boardLen = 120
)

// kinds has the program's kind of man for each of goengine's, and letters those of moves in UCI by the program's kind.
var kinds = map[goengine.Kind]byte{
	goengine.Pawn: 1, goengine.Knight: 2, goengine.Bishop: 3, goengine.Rook: 4, goengine.Queen: 5, goengine.King: 6,
}

const letters = "..nbrq"

// guest is a machine with the program.
type guest struct {
	emu.Machine
	t *testing.T
}

// file returns what is in a file of the program's folder.
func file(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("../" + name)
	require.NoError(t, err)
	return b
}

// program returns image and labels.
func program(t *testing.T) *emu.Program {
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
func newGuest(t *testing.T) guest {
	t.Helper()
	m, err := z80.New(program(t))
	require.NoError(t, err)
	return started(t, m)
}

// started calls reset.
func started(t *testing.T, m z80.Machine) guest {
	t.Helper()
	g := guest{m.Machine, t}
	g.call("reset")
	return g
}

// at returns the address of a label.
func (g guest) at(label string) uint32 {
	addr, ok := g.Program().Symbol(label)
	require.True(g.t, ok, "miniz80.nm has no %s", label)
	return addr
}

func (g guest) call(label string)            { require.NoError(g.t, g.Call(label, 0), label) }
func (g guest) get(label string) byte        { return g.Read(g.at(label)) }
func (g guest) put(label string, b byte)     { g.Write(g.at(label), b) }
func (g guest) signed(label string) int      { return int(int16(g.ReadWord(g.at(label)))) }
func (g guest) hl() int                      { return int(int16(g.Register("hl"))) }
func (g guest) watch(label string, f func()) { g.Watch(g.at(label), f) }

// square converts from 0x88.
func square(sq goengine.Square) byte { return 21 + sq&7 + 10*(sq>>4) }

// set sets up a position.
func (g guest) set(p *goengine.Position) {
	board := slices.Repeat([]byte{0xFF}, boardLen)
	for sq := range goengine.Square(0x78) {
		if sq&0x88 != 0 {
			continue
		}
		board[square(sq)] = 0
		if side, kind, ok := p.PieceAt(sq); ok {
			board[square(sq)] = kinds[kind] | colour(side)
		}
	}
	g.WriteBytes(g.at("board"), board)
	f := strings.Fields(p.FEN())
	rights, ep := byte(0), byte(0)
	for i, c := range "KQkq" {
		if strings.ContainsRune(f[2], c) {
			rights |= 1 << i
		}
	}
	if f[3] != "-" {
		ep = 21 + f[3][0] - 'a' + 10*(f[3][1]-'1')
	}
	g.put("side", colour(p.Side()))
	g.put("castling", rights)
	g.put("ep", ep)
}

func colour(side goengine.Side) byte {
	if side == goengine.White {
		return 0
	}
	return 0x80
}

// uci writes a move of the program.
func uci(from, to, becomes, moved byte) string {
	name := func(sq byte) string { return string([]byte{'a' + (sq-21)%10, '1' + (sq-21)/10}) }
	s := name(from) + name(to)
	if becomes != moved {
		s += letters[becomes&7 : becomes&7+1]
	}
	return s
}

// moves calls list_moves and returns the list: its entries, and in UCI by name.
func (g guest) moves() (entries [][4]byte, names []string) {
	g.call("list_moves")
	for i := range uint32(g.get("count")) {
		var e [4]byte
		g.ReadBytes(g.at("moves")+4*i, e[:])
		entries = append(entries, e)
		names = append(names, uci(e[0], e[1], e[2], e[3]))
	}
	slices.Sort(names)
	return entries, names
}

// play plays an entry of the list.
func (g guest) play(e [4]byte) {
	g.put("from", e[0])
	g.put("to", e[1])
	g.put("becomes", e[2])
	g.call("play")
}

// think searches, and returns best.
func (g guest) think(depth int) (move string, score int) {
	g.put("depth", byte(depth))
	g.call("think")
	return g.best()
}

// best returns the best move that think found, in UCI, empty if there is none, and its score.
func (g guest) best() (move string, score int) {
	if from := g.get("best_from"); from != 0 {
		move = uci(from, g.get("best_to"), g.get("best_man"), g.Read(g.at("board")+uint32(from)))
	}
	return move, g.signed("best_score")
}

// position is what the program has of one: board, side, rights and the square passed.
func (g guest) position() string {
	var board [boardLen]byte
	g.ReadBytes(g.at("board"), board[:])
	return fmt.Sprint(board, g.get("side"), g.get("castling"), g.get("ep"))
}

// names returns the legal moves of goengine, by name.
func names(p *goengine.Position) (all []string) {
	for _, m := range p.LegalMoves() {
		all = append(all, p.UCI(m))
	}
	slices.Sort(all)
	return all
}

// played returns the position behind a move in UCI.
func played(t *testing.T, p *goengine.Position, uci string) *goengine.Position {
	t.Helper()
	m, err := p.ParseMove(uci)
	require.NoError(t, err, "%s in %s", uci, p.FEN())
	q := *p
	require.True(t, q.Play(m), "%s in %s", uci, p.FEN())
	return &q
}

// parsed returns the position of a FEN.
func parsed(t *testing.T, fen string) *goengine.Position {
	t.Helper()
	p, err := goengine.ParseFEN(fen)
	require.NoError(t, err)
	return p
}
