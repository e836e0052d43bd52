package goengine

// Square is a board square in 0x88 numbering: rank<<4 | file, a1 = 0x00,
// h8 = 0x77. A square with any bit of 0x88 set is off the board.
type Square = uint8

// NoSquare is the square of a captured piece, and of no en passant.
const NoSquare Square = 0xFF

// Side is White or Black.
type Side = uint8

// The two sides.
const (
	White Side = 0
	Black Side = 1
)

// Kind is a kind of piece, King to Pawn: the order of the piece lists.
type Kind = uint8

// The kinds of piece, the valuable ones first: a walk up a list meets them first.
const (
	King Kind = iota
	Queen
	Rook
	Bishop
	Knight
	Pawn
)

// A board byte is 0 for an empty square, or a colour bit and the bits of the
// ways in which the piece attacks. The way bits are those of attackTable: one AND
// shows whether a piece may attack along a difference of squares. A square off the
// board has both colour bits, so it stops either side as a piece of its own would.
const (
	wayWhitePawn = 0x01
	wayKnight    = 0x02
	wayDiagonal  = 0x04
	wayStraight  = 0x08
	wayKing      = 0x10
	wayBlackPawn = 0x20
	wayMask      = 0x3F

	whiteBit = 0x40
	blackBit = 0x80
	offBoard = 0xC0
)

// colourBit is the colour bit of a side's pieces on the board.
var colourBit = [2]uint8{whiteBit, blackBit}

// codeOf is the board byte of each side's pieces by kind.
var codeOf = [2][6]uint8{
	{whiteBit | wayKing, whiteBit | wayDiagonal | wayStraight, whiteBit | wayStraight, whiteBit | wayDiagonal, whiteBit | wayKnight, whiteBit | wayWhitePawn},
	{blackBit | wayKing, blackBit | wayDiagonal | wayStraight, blackBit | wayStraight, blackBit | wayDiagonal, blackBit | wayKnight, blackBit | wayBlackPawn},
}

// kindOf is the kind of piece of a board byte's way bits.
var kindOf = [64]Kind{
	wayKing: King, wayDiagonal | wayStraight: Queen, wayStraight: Rook,
	wayDiagonal: Bishop, wayKnight: Knight, wayWhitePawn: Pawn, wayBlackPawn: Pawn,
}

// Castling rights, one bit each.
const (
	whiteKingside uint8 = 1 << iota
	whiteQueenside
	blackKingside
	blackQueenside
)

// castleMask is what of the castling rights survives a move from or to a
// square.
var castleMask = func() (m [128]uint8) {
	for i := range m {
		m[i] = 0x0F
	}
	m[0x00] &^= whiteQueenside
	m[0x04] &^= whiteKingside | whiteQueenside
	m[0x07] &^= whiteKingside
	m[0x70] &^= blackQueenside
	m[0x74] &^= blackKingside | blackQueenside
	m[0x77] &^= blackKingside
	return m
}()

// fiftyMoveClock is the half-move clock at which a game is drawn.
const fiftyMoveClock = 100

// maxHistory is the number of positions before the root that the repetition test
// can see: the fifty-move rule ends a game before more could matter.
const maxHistory = 100

// Position is a chess position with piece lists and the keys of the positions that
// led to it.
type Position struct {
	board [256]uint8 // board byte of each square
	id    [256]uint8 // piece id on each occupied square

	// The piece lists. An id is side<<4 | slot, where a slot is an index in the
	// side's list; slot 0 is the king. A captured piece keeps its slot, with
	// NoSquare as its square.
	square [32]Square
	kind   [32]Kind
	slots  [2]uint8 // slots in use, those of captured pieces included
	pieces uint8    // pieces on the board

	side   Side
	castle uint8
	ep     Square // square behind a pawn that may be taken en passant, or NoSquare
	half   uint8  // half-moves since a capture or pawn move, at most 255
	full   uint16

	key   uint32
	keys  [maxHistory + MaxPly + 2]uint32 // keys of earlier positions; keys[nkeys-1] is the last one's
	nkeys int
}

// Side returns the side to move.
func (p *Position) Side() Side { return p.side }

// HalfmoveClock returns the number of half-moves since the last capture or pawn
// move.
func (p *Position) HalfmoveClock() int { return int(p.half) }

// PieceAt returns side and kind of the piece on a square, and false if the square
// is empty.
func (p *Position) PieceAt(sq Square) (Side, Kind, bool) {
	c := p.board[sq]
	if c == 0 || c == offBoard {
		return 0, 0, false
	}
	return c >> 7, kindOf[c&wayMask], true
}

// clear empties the board.
func (p *Position) clear() {
	*p = Position{ep: NoSquare, full: 1}
	for i := range p.board {
		if i&0x88 != 0 {
			p.board[i] = offBoard
		}
	}
	for i := range p.square {
		p.square[i] = NoSquare
	}
}

// put adds a piece to the next free slot of its side.
func (p *Position) put(side Side, kind Kind, sq Square) {
	id := side<<4 | p.slots[side]
	p.slots[side]++
	p.pieces++
	p.square[id], p.kind[id] = sq, kind
	p.board[sq], p.id[sq] = codeOf[side][kind], id
}

// undo is what unmake needs to take a move back.
type undo struct {
	key      uint32
	castle   uint8
	ep       Square
	half     uint8
	captured uint8 // id of the captured piece, or noPiece
	at       Square
	promoted bool
}

// noPiece is the id of no captured piece.
const noPiece = 0xFF

// rookHop returns the rook's squares of a castling move by the king's target.
func rookHop(kingTo Square) (from, to Square) {
	if kingTo&7 == 6 {
		return kingTo + 1, kingTo - 1
	}
	return kingTo - 2, kingTo + 1
}

// make plays a move that was generated in this position.
func (p *Position) make(m Move, flags uint8, u *undo) {
	from, to := m.From(), m.To()
	id := p.id[from]
	side := p.side
	*u = undo{key: p.key, castle: p.castle, ep: p.ep, half: p.half, captured: noPiece}
	p.keys[p.nkeys] = p.key
	p.nkeys++
	key := p.key
	half := p.half
	if half < 255 {
		half++
	}
	if p.ep != NoSquare {
		key ^= epKey(p.ep)
	}
	p.ep = NoSquare

	if flags&flagCapture != 0 {
		at := to
		if flags&flagEnPassant != 0 {
			at ^= 0x10
		}
		c := p.id[at]
		u.captured, u.at = c, at
		key ^= pieceKey[c>>4*6+p.kind[c]][at]
		p.board[at] = 0
		p.square[c] = NoSquare
		p.pieces--
		half = 0
	}
	kind := p.kind[id]
	keys := &pieceKey[side*6+kind]
	key ^= keys[from] ^ keys[to]
	p.board[to], p.id[to] = p.board[from], id
	p.board[from] = 0
	p.square[id] = to
	if kind == Pawn {
		half = 0
	}
	if flags&(flagDouble|flagPromotion|flagCastle) != 0 {
		key ^= p.makeSpecial(m, flags, u)
	}
	if p.castle != 0 {
		c := p.castle & castleMask[from&0x77] & castleMask[to&0x77]
		if c != p.castle {
			key ^= castleKey[p.castle] ^ castleKey[c]
			p.castle = c
		}
	}
	p.half = half
	p.key = key
	p.side = side ^ 1
}

// makeSpecial completes a double step, promotion or castling, whose piece is on its
// new square, and returns the change of the key.
func (p *Position) makeSpecial(m Move, flags uint8, u *undo) (key uint32) {
	to, side := m.To(), p.side
	switch {
	case flags&flagDouble != 0:
		p.ep = p.epAfter(to)
		if p.ep != NoSquare {
			key = epKey(p.ep)
		}
	case flags&flagPromotion != 0:
		promo := m.Promotion()
		key = pieceKey[side*6+Pawn][to] ^ pieceKey[side*6+promo][to]
		p.kind[p.id[to]] = promo
		p.board[to] = codeOf[side][promo]
		u.promoted = true
	default:
		rf, rt := rookHop(to)
		r := p.id[rf]
		p.board[rt], p.id[rt] = p.board[rf], r
		p.board[rf] = 0
		p.square[r] = rt
		rk := &pieceKey[side*6+Rook]
		key = rk[rf] ^ rk[rt]
	}
	return key
}

// epAfter returns the en passant square after a double step to sq, or NoSquare if
// no enemy pawn stands next to it: a right that cannot be used must not make two
// positions differ (FIDE Laws 9.2).
func (p *Position) epAfter(sq Square) Square {
	enemy := codeOf[p.side^1][Pawn]
	if p.board[sq-1] == enemy || p.board[sq+1] == enemy {
		return sq ^ 0x10
	}
	return NoSquare
}

// unmake takes back the move that make played with u.
func (p *Position) unmake(m Move, flags uint8, u *undo) {
	from, to := m.From(), m.To()
	p.side ^= 1
	id := p.id[to]
	if u.promoted {
		p.kind[id] = Pawn
		p.board[to] = codeOf[p.side][Pawn]
	}
	p.board[from], p.id[from] = p.board[to], id
	p.board[to] = 0
	p.square[id] = from
	if flags&flagCastle != 0 {
		rf, rt := rookHop(to)
		r := p.id[rt]
		p.board[rf], p.id[rf] = p.board[rt], r
		p.board[rt] = 0
		p.square[r] = rf
	}
	if c := u.captured; c != noPiece {
		p.board[u.at], p.id[u.at] = codeOf[c>>4][p.kind[c]], c
		p.square[c] = u.at
		p.pieces++
	}
	p.key, p.castle, p.ep, p.half = u.key, u.castle, u.ep, u.half
	p.nkeys--
}

// Play makes a legal move of the game and keeps the position before it for
// the repetition rule. If the move is not legal it changes nothing and returns
// false.
func (p *Position) Play(m Move) bool {
	flags, ok := p.legalFlags(m)
	if !ok {
		return false
	}
	if p.side == Black {
		p.full++
	}
	var u undo
	p.make(m, flags, &u)
	if p.half == 0 {
		p.nkeys = 0
	}
	if p.nkeys >= maxHistory {
		copy(p.keys[:], p.keys[1:p.nkeys])
		p.nkeys--
	}
	return true
}
