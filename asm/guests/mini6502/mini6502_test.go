package mini6502_test

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/testdata"
)

//go:embed mini6502.bin
var image []byte

//go:embed mini6502.lbl
var labelFile string

const (
	origin   = 0x8000
	ramEnd   = 0x0800 // the program writes below it alone
	deepest  = 40     // bytes of stack, as the source says
	mate     = 8000
	infinity = 8191
	plies    = 11
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
type guest struct {
	m6502.Machine
	t  testing.TB
	at map[string]uint32
}

func newGuest(t testing.TB) *guest {
	at := labels(t)
	m, err := m6502.New(&emu.Program{Name: "mini6502", ROM: image, Origin: origin, Symbols: at})
	require.NoError(t, err)
	return &guest{m, t, at}
}

func (g *guest) call(label string) {
	g.t.Helper()
	require.NoError(g.t, g.Call(label, 20_000_000_000))
}

func (g *guest) byte(label string) byte        { return g.Read(g.at[label]) }
func (g *guest) set(label string, v byte)      { g.Write(g.at[label], v) }
func (g *guest) word(label string) int         { return int(int16(g.ReadWord(g.at[label]))) }
func (g *guest) setWord(label string, v int)   { g.WriteWord(g.at[label], uint16(int16(v))) }
func (g *guest) watch(label string, fn func()) { g.Watch(g.at[label], fn) }
func (g *guest) jump(label string)             { g.SetRegister("pc", g.at[label]) }
func (g *guest) move(from, to, kind string) string {
	return uci(g.byte(from), g.byte(to), g.byte(kind))
}

// testFile returns the lines of a file of testdata.
func testFile(t testing.TB, name string) []string {
	t.Helper()
	b, err := testdata.Files.ReadFile(name)
	require.NoError(t, err)
	return strings.Split(strings.TrimSpace(string(b)), "\n")
}

// position is what a host sets.
type position struct {
	board              [128]byte
	side, castling, ep byte
}

// positionOf reads a FEN by itself, so that nothing is shared with the program.
func positionOf(fen string) (p position) {
	fields := strings.Fields(fen)
	at := 0x70
	for _, c := range []byte(fields[0]) {
		switch {
		case c == '/':
			at = at&0x70 - 0x10
		case c <= '8':
			at += int(c - '0')
		default:
			man := byte(strings.IndexByte(".PNBRQK", c&^0x20))
			if c&0x20 != 0 {
				man |= 0x80
			}
			p.board[at] = man
			at++
		}
	}
	if fields[1] == "b" {
		p.side = 0x80
	}
	for i, c := range []byte("KQkq") {
		if strings.IndexByte(fields[2], c) >= 0 {
			p.castling |= 1 << i
		}
	}
	p.ep = 0xFF
	if fields[3] != "-" {
		p.ep = squareOf(fields[3])
	}
	return p
}

// squareOf reads the square that a text begins with.
func squareOf(s string) byte { return s[0] - 'a' + (s[1]-'1')<<4 }

// setUp sets a position up, with anything in the right half of the board, which is not part of it.
func (g *guest) setUp(p position) {
	for sq := range p.board {
		if sq&8 != 0 {
			p.board[sq] = 0x85
		}
	}
	g.WriteBytes(g.at["board"], p.board[:])
	g.set("side", p.side)
	g.set("castling", p.castling)
	g.set("ep", p.ep)
}

// position returns the position. It ends the test if the right half of the board has changed.
func (g *guest) position() (p position) {
	g.ReadBytes(g.at["board"], p.board[:])
	right := p.board[8]
	for sq := range p.board {
		if sq&8 != 0 {
			if p.board[sq] != right {
				require.FailNow(g.t, "written beside the board", "$%02x", sq)
			}
			p.board[sq] = 0
		}
	}
	p.side, p.castling, p.ep = g.byte("side"), g.byte("castling"), g.byte("ep")
	return p
}

// uci writes a move with the man that a pawn becomes.
func uci(from, to, kind byte) string {
	s := goengine.SquareName(from) + goengine.SquareName(to)
	if kind != 0 {
		s += string("..nbrq"[kind])
	}
	return s
}

// legal returns the sorted legal moves.
func (g *guest) legal() (moves []string) {
	g.t.Helper()
	g.call("list_moves")
	for i := range uint32(g.byte("list_count")) {
		moves = append(moves, uci(g.Read(g.at["list_from"]+i), g.Read(g.at["list_to"]+i), g.Read(g.at["list_promo"]+i)))
	}
	slices.Sort(moves)
	return moves
}

// legalInGo returns the same for a position of the Go engine.
func legalInGo(p *goengine.Position) (moves []string) {
	for _, m := range p.LegalMoves() {
		moves = append(moves, p.UCI(m))
	}
	slices.Sort(moves)
	return moves
}

// play makes a move, given in UCI notation.
func (g *guest) play(move string) {
	g.t.Helper()
	g.set("best_from", squareOf(move))
	g.set("best_to", squareOf(move[2:]))
	g.set("best_promo", 0)
	if len(move) > 4 {
		g.set("best_promo", byte(strings.IndexByte("..nbrq", move[4])))
	}
	g.call("play")
}

// think searches and returns the move and its score.
func (g *guest) think(depth byte) (move string, score int) {
	g.t.Helper()
	g.set("depth", depth)
	g.call("think")
	if g.byte("best_from") == 0xFF {
		return "", g.word("best_score")
	}
	return g.move("best_from", "best_to", "best_promo"), g.word("best_score")
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
