// Package guests tests the small chess programs of the folders below, each in the emulator of its CPU. All of them must list
// the legal moves, play them, and search as their sources say.
package guests

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// kind is a program: its files, and how a host deals with it.
type kind struct {
	// name is that of its folder and files, symbols the ending of the file of symbols.
	name, symbols string
	origin        uint32
	// machine makes the CPU's machine, with the options if there are any.
	machine func(*emu.Program, *emu.Options) (emu.Machine, error)
	// square is the program's number of a square by 8*rank + file, none the number that means no square, black the mark of
	// Black's pieces and his turn.
	square      func(i int) byte
	none, black byte
	// size is the number of bytes of the board, and outside what a host writes to those that are no squares.
	size    int
	outside byte
	// best and played are the variables of the best move, and of the one to be played: from, to, promotion. If man is set,
	// the last is the piece that will stand there, whatever moves, with its side; else it is 0 or what a pawn becomes.
	best, played [3]string
	man          bool
	list         func(*guest) []string
	// places are those of the search, by the constants generated and so on, "" for none. The value there is in a register,
	// or in the variable value; alpha and beta are variables. drop has the move of generated left out.
	places                [improved + 1]string
	register, alpha, beta string
	drop                  func(*guest)
	// deepest is the greatest depth, start the one that reset sets. A mate in n is seen at a depth of 2n-1 and beyond.
	deepest, start, beyond int
	// mate is the value of a mate at once, nothing that of a node all moves of which are dropped, or 0 if that is as if it
	// had none.
	mate, nothing int
	// search is the search of the program as its source describes it, of a position at the root, without mate and nothing.
	search func(g *guest, root *goengine.Position, depth int) negamax
	// rom is the size of the image at most, ram what the program needs, stack its bytes at most.
	rom, stack uint32
	ram        emu.Range
	// tool is what the sources need, and Debian's package of it.
	tool [2]string
}

// kinds are all programs.
var kinds = []*kind{mini6502, miniz80, mini68k}

// each runs a test for each program.
func each(t *testing.T, test func(t *testing.T, g *guest)) {
	t.Helper()
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			test(t, newGuest(t, k))
		})
	}
}

// negamax is the search of the program, of a position at the root.
func (g *guest) negamax(root *goengine.Position, depth int) negamax {
	s := g.search(g, root, depth)
	s.mate, s.nothing = g.mate, g.nothing
	return s
}

// guest is a program in a machine with guards: a write to ROM, a read of RAM that nobody wrote, and a stack out of its bounds
// are errors.
type guest struct {
	emu.Machine
	*kind
	t testing.TB
}

// file returns what is in a file of the program.
func (k *kind) file(t testing.TB, ending string) []byte {
	t.Helper()
	b, err := os.ReadFile(k.name + "/" + k.name + ending)
	require.NoError(t, err)
	return b
}

// program returns image and symbols.
func (k *kind) program(t testing.TB) *emu.Program {
	t.Helper()
	p := &emu.Program{Name: k.name, ROM: k.file(t, ".bin"), Origin: k.origin, Symbols: map[string]uint32{}}
	for line := range strings.Lines(string(k.file(t, k.symbols))) {
		f := strings.Fields(line)
		require.Len(t, f, 3, line)
		if f[0] == "al" { // ld65's: al ADDRESS .NAME
			f[0], f[1], f[2] = f[1], "T", f[2][1:]
		}
		addr, err := strconv.ParseUint(f[0], 16, 24)
		require.NoError(t, err, line)
		if strings.Contains("tTbB", f[1]) { // others are constants
			require.NotContains(t, p.Symbols, f[2])
			p.Symbols[f[2]] = uint32(addr)
		}
	}
	return p
}

// newGuest makes a machine with the program.
func newGuest(t testing.TB, k *kind) *guest {
	t.Helper()
	m, err := k.machine(k.program(t), nil)
	require.NoError(t, err)
	return &guest{m, k, t}
}

// at returns the address of a symbol.
func (g *guest) at(name string) uint32 {
	addr, ok := g.Program().Symbol(name)
	require.True(g.t, ok, "%s has no symbol %s", g.name, name)
	return addr
}

// call calls a routine.
func (g *guest) call(name string) {
	g.t.Helper()
	require.NoError(g.t, g.Call(name, 0), name)
}

func (g *guest) byte(name string) byte       { return g.Read(g.at(name)) }
func (g *guest) setByte(name string, v byte) { g.Write(g.at(name), v) }
func (g *guest) word(name string) int        { return int(int16(g.ReadWord(g.at(name)))) }
func (g *guest) jump(name string)            { g.SetRegister("pc", g.at(name)) }

// position is one as a host sets it, in terms of no program.
type position struct {
	// board has a byte for each square, by 8*rank + file: 0, or 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king, and
	// black more for Black's.
	board [64]byte
	black bool
	// castling has the rights KQkq from bit 0 on.
	castling byte
	// passed is the square that a pawn has just passed by a double step, or nowhere.
	passed int
}

const (
	letters = ".PNBRQK"
	black   = 0x80
	nowhere = -1
)

// read reads a FEN by itself, so that nothing is shared with an engine.
func read(fen string) position {
	f := strings.Fields(fen)
	p := position{black: f[1] == "b", passed: nowhere}
	at := 56
	for _, c := range []byte(f[0]) {
		switch {
		case c == '/':
			at -= 16
		case c <= '8':
			at += int(c - '0')
		default:
			p.board[at] = byte(strings.IndexByte(letters, c&^0x20)) | c&0x20<<2
			at++
		}
	}
	for i := range "KQkq" {
		if strings.Contains(f[2], "KQkq"[i:i+1]) {
			p.castling |= 1 << i
		}
	}
	if f[3] != "-" {
		p.passed = number(f[3])
	}
	return p
}

// number reads the square that a text begins with.
func number(text string) int { return int(text[0]-'a') + 8*int(text[1]-'1') }

// men returns the board and the side to move of a position of the Go engine, without rights.
func men(p *goengine.Position) (all position) {
	for i := range all.board {
		if side, kind, is := p.PieceAt(goengine.Square(i + i&^7)); is {
			all.board[i] = byte(6-kind) | byte(side)<<7
		}
	}
	all.black, all.passed = p.Side() == goengine.Black, nowhere
	return all
}

// set sets a position up.
func (g *guest) set(p position) {
	all := slices.Repeat([]byte{g.outside}, g.size)
	for i, man := range p.board {
		if man&black != 0 {
			man ^= black ^ g.black
		}
		all[g.square(i)] = man
	}
	g.WriteBytes(g.at("board"), all)
	side, passed := byte(0), g.none
	if p.black {
		side = g.black
	}
	if p.passed != nowhere {
		passed = g.square(p.passed)
	}
	g.setByte("side", side)
	g.setByte("castling", p.castling)
	g.setByte("ep", passed)
}

// setFEN sets up the position of a FEN.
func (g *guest) setFEN(fen string) { g.set(read(fen)) }

// position returns the position that the program has. It ends the test if something is written beside the squares.
func (g *guest) position() position {
	p := position{black: g.byte("side") == g.black, castling: g.byte("castling"), passed: nowhere}
	if passed := g.byte("ep"); passed != g.none {
		p.passed = g.number(passed)
	}
	all := make([]byte, g.size)
	g.ReadBytes(g.at("board"), all)
	beside := all[8] // no square where there are such bytes; reset and set give all of them one value
	for i := range p.board {
		man := all[g.square(i)]
		if man&g.black != 0 {
			man ^= black ^ g.black
		}
		p.board[i] = man
		all[g.square(i)] = beside
	}
	if bytes.Count(all, []byte{beside}) != g.size {
		require.FailNow(g.t, "written beside the board", "%s: % x", g.name, all)
	}
	return p
}

// number is the inverse of square.
func (g *guest) number(sq byte) int {
	for i := range 64 {
		if g.square(i) == sq {
			return i
		}
	}
	require.FailNow(g.t, "not a square", "%s: %d", g.name, sq)
	return nowhere
}

// uci writes a move of the program.
func (g *guest) uci(from, to, promo byte) string {
	name := func(i int) string { return string([]byte{'a' + byte(i%8), '1' + byte(i/8)}) }
	s := name(g.number(from)) + name(g.number(to))
	if promo != 0 {
		s += strings.ToLower(letters[promo : promo+1])
	}
	return s
}

// promotion returns what a pawn becomes, by the piece that moves and the one that then stands there, or 0.
func promotion(moves, stands byte) byte {
	if moves == stands {
		return 0
	}
	return stands & 7
}

// legal returns the program's list of moves in UCI, sorted.
func (g *guest) legal() []string {
	g.t.Helper()
	g.call("list_moves")
	moves := g.list(g)
	slices.Sort(moves)
	return moves
}

// play plays a legal move in UCI.
func (g *guest) play(move string) {
	g.t.Helper()
	from, to, promo := g.square(number(move)), g.square(number(move[2:])), byte(0)
	if len(move) > 4 {
		promo = byte(strings.IndexByte(strings.ToLower(letters), move[4]))
	}
	if man := g.Read(g.at("board") + uint32(from)); g.man && promo != 0 {
		promo |= man & g.black
	} else if g.man {
		promo = man
	}
	for i, v := range [3]byte{from, to, promo} {
		g.setByte(g.played[i], v)
	}
	g.call("play")
}

// think searches. It returns the best move in UCI, empty if there is none, and its score.
func (g *guest) think(depth int) (move string, score int) {
	g.t.Helper()
	g.setByte("depth", byte(depth))
	g.call("think")
	if from, promo := g.byte(g.best[0]), g.byte(g.best[2]); from != g.none {
		if g.man {
			promo = promotion(g.Read(g.at("board")+uint32(from)), promo)
		}
		move = g.uci(from, g.byte(g.best[1]), promo)
	}
	return move, g.word("best_score")
}

// legalInGo returns the legal moves of a position of the Go engine in UCI, sorted.
func legalInGo(p *goengine.Position) (moves []string) {
	for _, m := range p.LegalMoves() {
		moves = append(moves, p.UCI(m))
	}
	slices.Sort(moves)
	return moves
}

// parsed returns the position of a FEN.
func parsed(t testing.TB, fen string) *goengine.Position {
	t.Helper()
	p, err := goengine.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// played returns the position behind a legal move in UCI.
func played(t testing.TB, p *goengine.Position, move string) *goengine.Position {
	t.Helper()
	m, err := p.ParseMove(move)
	require.NoError(t, err, "%s in %s", move, p.FEN())
	after := *p
	require.True(t, after.Play(m), "%s in %s", move, p.FEN())
	return &after
}
