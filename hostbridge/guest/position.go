package guest

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// board is where a program has its board, and how men look on it.
type board struct {
	is      bool
	at      uint32
	square  [64]int64 // the numbers of a1 to h8
	men     [2][6]int64
	empty   int64
	moved   int64
	mask    int64
	toMove  cell
	castles cell
	ep      cell
	set     []assignment
}

// kinds are the letters of goengine's kinds of men: King first, as goengine numbers them.
const kinds = "KQRBNP"

// presets are the boards that have names: the number of a1, and what a rank and a file add.
var presets = map[string][3]int64{"0x88": {0, 16, 1}, "8x8": {0, 8, 1}, "10x12": {21, 10, 1}}

// board compiles the description of the board.
func (c *compiler) board() (b board) {
	d := &c.d.Board
	b.at, b.is = c.address("board.at", d.At)
	if d.Squares != nil || b.is {
		c.squares(&b)
	}
	if b.is || d.Men != nil {
		c.men(&b)
	}
	b.toMove, b.castles, b.ep = c.cell("board.to_move", d.ToMove.At), c.cell("board.castling", d.Castling.At), c.cell("board.en_passant", d.EnPassant.At)
	b.set = c.sets("board.set", d.Set)
	for right := range d.Castling.Rights {
		if len(right) != 1 || !strings.Contains("KQkq", right) {
			c.fail("board.castling.rights", fmt.Errorf("%q: want K, Q, k, q", right))
		}
	}
	if of := d.EnPassant.Of; of != "" && of != "passed" && of != "pawn" {
		c.fail("board.en_passant.of", fmt.Errorf("%q: want passed, the square passed over, or pawn, the pawn's", of))
	}
	return b
}

// squares reads the numbers of the squares.
func (c *compiler) squares(b *board) {
	const key = "board.squares"
	bad := fmt.Errorf(`want "0x88", "8x8", "10x12", { a1 = 21, rank = 10, file = 1 }, or 64 numbers from a1 to h8`)
	var by [3]int64
	switch s := c.d.Board.Squares.(type) {
	case string:
		preset, ok := presets[s]
		if !ok {
			c.fail(key, bad)
		}
		by = preset
	case map[string]any:
		for i, name := range []string{"a1", "rank", "file"} {
			n, ok := s[name].(int64)
			if !ok || len(s) != 3 {
				c.fail(key, bad)
			}
			by[i] = n
		}
	case []any:
		if len(s) != 64 {
			c.fail(key, bad)
			return
		}
		for i := range s {
			n, ok := s[i].(int64)
			if !ok {
				c.fail(key, bad)
			}
			b.square[i] = n
		}
	default:
		c.fail(key, bad)
	}
	if _, list := c.d.Board.Squares.([]any); !list {
		for i := range b.square {
			b.square[i] = by[0] + int64(i/8)*by[1] + int64(i%8)*by[2]
		}
	}
	seen, ram := map[int64]bool{}, c.ram()
	for i, n := range b.square {
		if n < 0 || n > 0xFFFF || seen[n] {
			c.fail(key, fmt.Errorf("%s has the number %d: want 64 different ones from 0 to 65535", squareName(i), n))
			return
		}
		seen[n] = true
		at := uint64(b.at) + uint64(n)
		switch {
		case !b.is:
		case at > math.MaxUint32 || !c.m.InMap(uint32(at), 1):
			c.failf("board.at", "%s is at $%04x, where there is no memory", squareName(i), at)
			return
		case !slices.ContainsFunc(ram, func(r emu.Range) bool { return r.Has(uint32(at)) }):
			c.failf("board.at", "%s is at $%04x, which is ROM: want RAM", squareName(i), at)
			return
		}
	}
}

// men reads the codes of the men.
func (c *compiler) men(b *board) {
	const key = "board.men"
	codes := c.d.Board.Men
	black, added := codes["black"]
	b.empty, b.moved, b.mask = codes["empty"], codes["moved"], c.d.Board.Mask
	switch {
	case b.mask < 0 || b.mask > 0xFF:
		c.failf("board.mask", "%d: want bits of a byte", b.mask)
	case b.mask == 0:
		b.mask = 0xFF
	}
	known := []string{"empty", "black", "moved"}
	for kind, letter := range kinds {
		white, ok := codes[string(letter)]
		lower := strings.ToLower(string(letter))
		other, own := codes[lower]
		if !own && added {
			other = white + black
		}
		if !ok || !own && !added {
			c.fail(key, fmt.Errorf("it has no code of %c and %s: want P, N, B, R, Q, K, and p, n, b, r, q, k or black", letter, lower))
		}
		b.men[0][kind], b.men[1][kind] = white, other
		known = append(known, string(letter), lower)
	}
	for _, name := range slices.Sorted(maps.Keys(codes)) {
		if !slices.Contains(known, name) {
			c.fail(key, fmt.Errorf("%q is no man: want one of %s", name, strings.Join(known, ", ")))
		}
		if n := codes[name]; n < 0 || n > 0xFF {
			c.fail(key, fmt.Errorf("%s = %d: want a byte", name, n))
		}
	}
	c.different(b)
}

// different tests that the codes differ in the bits that are read.
func (c *compiler) different(b *board) {
	seen := map[int64]string{b.read(b.empty): "empty"}
	for side := range b.men {
		for kind, code := range b.men[side] {
			name, n := string(kinds[kind]|byte(side)<<5), b.read(code)
			if other, is := seen[n]; is {
				c.failf("board.men", "%s and %s have one code, $%02x in the bits that are read, $%02x: want different ones", other, name, n, b.mask&^b.moved)
				return
			}
			seen[n] = name
		}
	}
}

func squareName(i int) string { return goengine.SquareName(square(i)) }

// square returns a square by its place from a1 to h8.
func square(i int) goengine.Square { return goengine.Square(i/8<<4 | i%8) }

// place is the reverse of square.
func place(s goengine.Square) int { return int(s>>4)*8 + int(s&7) }

// number returns the program's number of a square.
func (b *board) number(s goengine.Square) int64 { return b.square[place(s)] }

// from returns the square of a number.
func (b *board) from(n int64) (s goengine.Square, ok bool) {
	i := slices.Index(b.square[:], n)
	return square(max(i, 0)), i >= 0
}

// read returns the bits of a square's byte that make its code.
func (b *board) read(code int64) int64 { return code & b.mask &^ b.moved }

// code returns the code of a man, without moved.
func (b *board) code(side goengine.Side, kind goengine.Kind) int64 { return b.men[side][kind] }

// fields are what a FEN says besides the board.
type fields struct {
	rights     string
	ep         goengine.Square
	hasEP      bool
	half, move int64
}

// fieldsOf reads them from a position.
func fieldsOf(p *goengine.Position) (f fields) {
	words := strings.Fields(p.FEN())
	f.rights = words[2]
	if name := words[3]; name != "-" {
		f.ep, f.hasEP = goengine.Square(int(name[1]-'1')<<4|int(name[0]-'a')), true
	}
	f.half, _ = strconv.ParseInt(words[4], 10, 64)
	f.move, _ = strconv.ParseInt(words[5], 10, 64)
	return f
}

// setPosition writes a position.
func (e *Engine) setPosition(p *goengine.Position) error {
	f := fieldsOf(p)
	e.now.position = positionNumbers{black: int64(p.Side()), move: f.move, half: f.half}
	b := &e.board
	for i := range 64 {
		code := b.empty
		if side, kind, ok := p.PieceAt(square(i)); ok {
			code = b.code(side, kind)
			if b.moved != 0 && hasMoved(side, kind, i, f.rights) {
				code |= b.moved
			}
			if at := e.now.position.royal(side, kind); at != nil {
				*at = b.square[i]
			}
		}
		e.m.Write(b.at+uint32(b.square[i]), byte(code))
	}
	if f.hasEP {
		e.now.position.ep = b.number(f.ep)
	}
	for _, c := range e.cells(p.Side(), f) {
		if !c.is {
			continue
		}
		e.now.cell = c.n
		if err := c.set.Do(e); err != nil {
			return e.d.wrong(c.key, "%v", err)
		}
	}
	return e.do("board.set", b.set)
}

// cellOf is a cell with the number that it is to have.
type cellOf struct {
	cell
	n int64
}

// cells returns the cells of a position besides the board.
func (e *Engine) cells(side goengine.Side, f fields) []cellOf {
	b := &e.board
	return []cellOf{{b.toMove, e.toMove(side)}, {b.castles, e.rights(f.rights)}, {b.ep, e.enPassant(side, f)}}
}

// royal returns the number that a king or a queen has, nil for other men.
func (n *positionNumbers) royal(side goengine.Side, kind goengine.Kind) *int64 {
	at := [2][2]*int64{{&n.white, &n.queen}, {&n.blackKing, &n.blackQueen}}
	if int(kind) >= len(at[side]) {
		return nil
	}
	return at[side][kind]
}

// atHome has the men of a first rank from file a to h.
const atHome = "RNBQKBNR"

// hasMoved reports whether a man does not stand where he may have stood since the beginning. A king or a rook with a
// castling right does.
func hasMoved(side goengine.Side, kind goengine.Kind, at int, rights string) bool {
	rank, file := at/8, at%8
	if side != goengine.White {
		rank, rights = 7-rank, strings.Map(swapCase, rights)
	}
	letter := kinds[kind]
	switch {
	case letter == 'P':
		return rank != 1
	case rank != 0 || atHome[file] != letter:
		return true
	case letter == 'K':
		return !strings.ContainsAny(rights, "KQ")
	case letter == 'R':
		return !strings.ContainsRune(rights, map[int]rune{0: 'Q', 7: 'K'}[file])
	}
	return false
}

// swapCase exchanges White's and Black's letters.
func swapCase(r rune) rune { return r ^ 0x20 }

func (e *Engine) toMove(side goengine.Side) int64 {
	if side == goengine.White {
		return e.d.Board.ToMove.White
	}
	return e.d.Board.ToMove.Black
}

func (e *Engine) rights(rights string) int64 {
	c := &e.d.Board.Castling
	n := c.None
	for letter, bit := range c.Rights {
		if strings.Contains(rights, letter) {
			n += bit
		}
	}
	return n
}

func (e *Engine) enPassant(side goengine.Side, f fields) int64 {
	switch {
	case !f.hasEP:
		return e.d.Board.EnPassant.None
	case e.d.Board.EnPassant.Of != "pawn":
		return e.board.number(f.ep)
	case side == goengine.White: // Black's pawn stands below
		return e.board.number(f.ep - 0x10)
	}
	return e.board.number(f.ep + 0x10)
}

// diagram reads the men on the program's board, as the first field of a FEN. A code that is no man's is an error.
func (e *Engine) diagram() (string, error) {
	b := &e.board
	var ranks []string
	for rank := 7; rank >= 0; rank-- {
		var text strings.Builder
		empty := 0
		flush := func() {
			if empty > 0 {
				fmt.Fprint(&text, empty)
			}
			empty = 0
		}
		for file := range 8 {
			code := b.read(int64(e.m.Read(b.at + uint32(b.square[rank*8+file]))))
			if code == b.read(b.empty) {
				empty++
				continue
			}
			flush()
			man, ok := b.letter(code)
			if !ok {
				return "", fmt.Errorf("%s: code $%02x is no man's", squareName(rank*8+file), code)
			}
			text.WriteByte(man)
		}
		flush()
		ranks = append(ranks, text.String())
	}
	return strings.Join(ranks, "/"), nil
}

// letter returns the man of a code, as FEN writes him.
func (b *board) letter(code int64) (byte, bool) {
	if b.mask == 0 {
		return 0, false // the men are not described
	}
	for side := range b.men {
		for kind, of := range b.men[side] {
			if b.read(of) == b.read(code) {
				return kinds[kind] | byte(side)<<5, true
			}
		}
	}
	return 0, false
}

// moveOf returns a move without a promotion.
func moveOf(from, to goengine.Square) goengine.Move {
	return goengine.Move(uint16(to)<<8 | uint16(from))
}

// becomes returns what a move has for the code of the man that a pawn becomes: nothing for a queen, 0 or no man.
func (b *board) becomes(code int64) goengine.Move {
	if man, ok := b.letter(code); ok && code != 0 {
		return map[byte]goengine.Move{'r': 0x08, 'b': 0x80, 'n': 0x88}[man|0x20]
	}
	return 0
}

// move reads a move of the program in a position. The promotion counts where a pawn reaches the last rank. A move that is
// not legal is returned with the error.
func (b *board) move(p *goengine.Position, from, to, promotion int64) (goengine.Move, error) {
	a, okA := b.from(from)
	z, okZ := b.from(to)
	if !okA || !okZ {
		return goengine.NoMove, fmt.Errorf("from %d to %d, which are no squares", from, to)
	}
	m := moveOf(a, z)
	if _, kind, ok := p.PieceAt(a); ok && kinds[kind] == 'P' && (z>>4 == 0 || z>>4 == 7) {
		m |= b.becomes(promotion)
	}
	if !p.Legal(m) {
		return m, fmt.Errorf("%s, which is %w in %s", p.UCI(m), hostbridge.ErrIllegal, p.FEN())
	}
	return m, nil
}
