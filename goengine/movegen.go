package goengine

// MaxMoves is the most moves that any legal chess position has.
const MaxMoves = 218

// listed is a move in a node's list.
type listed struct {
	move     Move
	flags    uint8
	category Category
	score    int16 // static value after the move, mover's view
	order    int16 // what the list is sorted by
}

// picture is what one look along the lines of both kings tells about a node:
// checks, pins and what would give check. It makes legality and the check
// category a matter of table look-ups for almost every move.
type picture struct {
	checkers  uint8  // pieces that give check: 0, 1, 2
	checkFrom Square // the one that does, where there is one

	pins    uint8 // how many own pieces are pinned
	pinned  [8]Square
	pinStep [8]uint8

	// reach is the number of steps from the enemy king along rays[i] to the
	// first piece, inclusive; or to the edge, exclusive, as far as no piece can
	// stand beyond it.
	reach [8]uint8
	// bare pieces of the mover stand between a slider of their own and the
	// enemy king: leaving the line gives check.
	bares    uint8
	bare     [8]Square
	bareStep [8]uint8
}

// look fills in the picture for the side to move. maybeCheck false says that
// the side is known not to be in check, so only pins are looked for.
func (p *Position) look(v *picture, maybeCheck bool) {
	side := p.side
	own, enemy := colourBit[side], colourBit[side^1]
	king := p.square[side<<4]
	v.checkers, v.pins, v.bares = 0, 0, 0
	for i, step := range rays {
		sq := king + step
		for p.board[sq] == 0 {
			sq += step
		}
		c := p.board[sq]
		if c&own == 0 { // an enemy: offBoard has both colour bits
			if maybeCheck && c&rayWay[i] != 0 {
				v.checkers++
				v.checkFrom = sq
			}
			continue
		}
		if c == offBoard {
			continue
		}
		shield := sq
		sq += step
		for p.board[sq] == 0 {
			sq += step
		}
		if c = p.board[sq]; c&own == 0 && c&rayWay[i] != 0 {
			v.pinned[v.pins], v.pinStep[v.pins] = shield, step
			v.pins++
		}
	}
	if maybeCheck {
		knight := enemy | wayKnight
		for _, step := range knightSteps {
			if p.board[king+step] == knight {
				v.checkers++
				v.checkFrom = king + step
			}
		}
		pawn, forward := codeOf[side^1][Pawn], pawnStep[side]
		for _, sq := range [2]Square{king + forward - 1, king + forward + 1} {
			if p.board[sq] == pawn {
				v.checkers++
				v.checkFrom = sq
			}
		}
	}

	king = p.square[(side^1)<<4]
	for i, step := range rays {
		sq, n := king+step, uint8(1)
		for p.board[sq] == 0 {
			sq += step
			n++
		}
		v.reach[i] = n
		c := p.board[sq]
		if c&enemy != 0 {
			continue
		}
		shield := sq
		sq += step
		for p.board[sq] == 0 {
			sq += step
		}
		if c = p.board[sq]; c&enemy == 0 && c&rayWay[i] != 0 {
			v.bare[v.bares], v.bareStep[v.bares] = shield, step
			v.bares++
		}
	}
}

// rayIndex is the index in rays of a step.
var rayIndex = func() (x [256]uint8) {
	for i, r := range rays {
		x[r] = uint8(i)
	}
	return x
}()

// checks tells whether a move of a piece (its board byte after the move) from
// one square to another checks the enemy king, directly or by discovery.
func (p *Position) checks(v *picture, code uint8, from, to Square) bool {
	king := p.square[(p.side^1)<<4]
	d := king - to
	if way := attackTable[d] & code; way != 0 {
		if way&(wayDiagonal|wayStraight) == 0 || rayDistance[d] <= v.reach[rayIndex[-rayStep[d]]] {
			return true
		}
		// A pawn that promotes may have stood in the new piece's way.
		if code != p.board[from] && rayStep[d] == rayStep[from-to] {
			pawn := p.board[from]
			p.board[from] = 0
			clear := p.bears(code, to, king)
			p.board[from] = pawn
			if clear {
				return true
			}
		}
	}
	for i := uint8(0); i < v.bares; i++ {
		if v.bare[i] == from {
			step := v.bareStep[i]
			return rayStep[to-king] != step
		}
	}
	return false
}

// attacked tells whether a side attacks a square. Pieces' lines end at the
// first occupied square; empty square or not, either colour, does not matter.
func (p *Position) attacked(sq Square, by Side) bool {
	back := pawnStep[by^1]
	pawn := codeOf[by][Pawn]
	if p.board[sq+back-1] == pawn || p.board[sq+back+1] == pawn {
		return true
	}
	// The lists run from the king to the pawns, a promoted pawn in a pawn's
	// place; pawns drop out by their kind.
	for id, end := by<<4, by<<4+p.slots[by]; id < end; id++ {
		from := p.square[id&31]
		if from == NoSquare || p.kind[id&31] == Pawn {
			continue
		}
		d := sq - from
		if way := attackTable[d] & p.board[from]; way != 0 {
			if way&(wayDiagonal|wayStraight) == 0 {
				return true
			}
			step := rayStep[d]
			at := from + step
			for at != sq && p.board[at] == 0 {
				at += step
			}
			if at == sq {
				return true
			}
		}
	}
	return false
}

// moveBuffer takes the raw moves of a node.
type moveBuffer struct {
	n     int
	moves [MaxMoves + 38]raw
}

type raw struct {
	move  Move
	flags uint8
}

func (b *moveBuffer) add(from, to Square, flags uint8) {
	b.moves[b.n&0xFF] = raw{newMove(from, to), flags}
	b.n++
}

func (b *moveBuffer) addPromotions(from, to Square, flags uint8) {
	m := newMove(from, to)
	for kind := Queen; kind <= Knight; kind++ {
		b.moves[b.n&0xFF] = raw{m.promoting(kind), flags | flagPromotion}
		b.n++
	}
}

// generateTactical appends the legal captures and promotions of the side to
// move, piece by piece from the last slot of its list to the first, so that
// pawns capture before the pieces do and the king comes last.
func (p *Position) generateTactical(v *picture, b *moveBuffer) {
	side := p.side
	own := colourBit[side]
	start := b.n
	slot := p.slots[side]
	if v.checkers > 1 {
		slot = 1
	}
	for slot > 0 {
		slot--
		id := side<<4 | slot
		from := p.square[id&31]
		if from == NoSquare {
			continue
		}
		first := b.n
		switch p.kind[id&31] {
		case Pawn:
			step := pawnStep[side]
			last := (from+step)&0x70 == 0x70 || (from+step)&0x70 == 0
			for _, to := range [2]Square{from + step - 1, from + step + 1} {
				if c := p.board[to]; c == 0 {
					if to == p.ep {
						b.add(from, to, flagCapture|flagEnPassant|flagCheck)
					}
				} else if c&own == 0 {
					if last {
						b.addPromotions(from, to, flagCapture)
					} else {
						b.add(from, to, flagCapture)
					}
				}
			}
			if last && p.board[from+step] == 0 {
				b.addPromotions(from, from+step, 0)
			}
		case Knight:
			p.hopCaptures(b, from, &knightSteps, own)
		case King:
			p.hopCaptures(b, from, &rays, own)
		case Bishop:
			p.slideCaptures(b, from, rays[4:], own)
		case Rook:
			p.slideCaptures(b, from, rays[:4], own)
		case Queen:
			p.slideCaptures(b, from, rays[:], own)
		}
		if v.pins|v.checkers != 0 || slot == 0 {
			b.n = p.keepLegal(v, b, first, from)
		}
	}
	if p.ep != NoSquare {
		b.n = p.dropBadEnPassant(b, start)
	}
}

func (p *Position) hopCaptures(b *moveBuffer, from Square, steps *[8]uint8, own uint8) {
	for _, step := range steps {
		to := from + step
		if c := p.board[to]; c != 0 && c&own == 0 {
			b.add(from, to, flagCapture)
		}
	}
}

func (p *Position) slideCaptures(b *moveBuffer, from Square, steps []uint8, own uint8) {
	for _, step := range steps {
		to := from + step
		for p.board[to] == 0 {
			to += step
		}
		if p.board[to]&own == 0 {
			b.add(from, to, flagCapture)
		}
	}
}

// generateQuiet appends the other legal moves, in the same order of pieces;
// castling comes last.
func (p *Position) generateQuiet(v *picture, b *moveBuffer) {
	side := p.side
	slot := p.slots[side]
	if v.checkers > 1 {
		slot = 1
	}
	for slot > 0 {
		slot--
		id := side<<4 | slot
		from := p.square[id&31]
		if from == NoSquare {
			continue
		}
		first := b.n
		switch p.kind[id&31] {
		case Pawn:
			step := pawnStep[side]
			to := from + step
			if p.board[to] != 0 || to&0x70 == 0x70 || to&0x70 == 0 {
				continue
			}
			b.add(from, to, 0)
			if home := uint8(1 + 5*side); from>>4 == home && p.board[to+step] == 0 {
				b.add(from, to+step, flagDouble)
			}
		case Knight:
			p.hops(b, from, &knightSteps)
		case King:
			p.hops(b, from, &rays)
		case Bishop:
			p.slides(b, from, rays[4:])
		case Rook:
			p.slides(b, from, rays[:4])
		case Queen:
			p.slides(b, from, rays[:])
		}
		if v.pins|v.checkers != 0 || slot == 0 {
			b.n = p.keepLegal(v, b, first, from)
		}
	}
	if v.checkers == 0 && p.castle != 0 {
		p.generateCastling(b)
	}
}

func (p *Position) hops(b *moveBuffer, from Square, steps *[8]uint8) {
	for _, step := range steps {
		if to := from + step; p.board[to] == 0 {
			b.add(from, to, 0)
		}
	}
}

func (p *Position) slides(b *moveBuffer, from Square, steps []uint8) {
	for _, step := range steps {
		for to := from + step; p.board[to] == 0; to += step {
			b.add(from, to, 0)
		}
	}
}

func (p *Position) generateCastling(b *moveBuffer) {
	side := p.side
	king := p.square[side<<4]
	rights := p.castle >> (2 * side)
	if rights&WhiteKingside != 0 && p.board[king+1] == 0 && p.board[king+2] == 0 &&
		!p.attacked(king+1, side^1) && !p.attacked(king+2, side^1) {
		b.add(king, king+2, flagCastle|flagCheck)
	}
	if rights&WhiteQueenside != 0 && p.board[king-1] == 0 && p.board[king-2] == 0 && p.board[king-3] == 0 &&
		!p.attacked(king-1, side^1) && !p.attacked(king-2, side^1) {
		b.add(king, king-2, flagCastle|flagCheck)
	}
}

// keepLegal keeps of the moves from b.moves[first] on, all of the piece on
// from, those that leave the own king safe, and returns their end. En passant
// is judged by dropBadEnPassant.
func (p *Position) keepLegal(v *picture, b *moveBuffer, first int, from Square) int {
	king := p.square[p.side<<4]
	n := first
	if from == king {
		// The king must not shade the square behind him from a slider.
		code := p.board[from]
		p.board[from] = 0
		for i := first; i < b.n; i++ {
			if !p.attacked(b.moves[i].move.To(), p.side^1) {
				b.moves[n] = b.moves[i]
				n++
			}
		}
		p.board[from] = code
		return n
	}
	pin := uint8(0)
	for i := uint8(0); i < v.pins; i++ {
		if v.pinned[i] == from {
			pin = v.pinStep[i]
		}
	}
	if pin == 0 && v.checkers == 0 {
		return b.n
	}
	for i := first; i < b.n; i++ {
		m := b.moves[i]
		if m.flags&flagEnPassant == 0 {
			to := m.move.To()
			if pin != 0 && rayStep[to-king] != pin {
				continue
			}
			if v.checkers != 0 && to != v.checkFrom && !between(king, v.checkFrom, to) {
				continue
			}
		}
		b.moves[n] = m
		n++
	}
	return n
}

// between tells whether sq lies on the line from king to a checker, before it.
func between(king, checker, sq Square) bool {
	step := rayStep[checker-king]
	return step != 0 && rayStep[sq-king] == step && rayDistance[sq-king] < rayDistance[checker-king]
}

// dropBadEnPassant removes en passant captures that would leave the own king
// attacked: two pawns leave a rank at once, so they are played out and looked
// at.
func (p *Position) dropBadEnPassant(b *moveBuffer, first int) int {
	n := first
	king := p.square[p.side<<4]
	for i := first; i < b.n; i++ {
		m := b.moves[i]
		if m.flags&flagEnPassant != 0 {
			from, to := m.move.From(), m.move.To()
			at := to ^ 0x10
			pawn, taken, takenID := p.board[from], p.board[at], p.id[at]
			p.board[from], p.board[at], p.board[to] = 0, 0, pawn
			p.square[takenID] = NoSquare
			bad := p.attacked(king, p.side^1)
			p.board[from], p.board[at], p.board[to] = pawn, taken, 0
			p.square[takenID] = at
			if bad {
				continue
			}
		}
		b.moves[n] = m
		n++
	}
	return n
}

// generate appends all legal moves.
func (p *Position) generate(b *moveBuffer) {
	var v picture
	p.look(&v, true)
	p.generateTactical(&v, b)
	p.generateQuiet(&v, b)
}

// LegalMoves returns the legal moves in the order in which the engines
// generate them.
func (p *Position) LegalMoves() []Move {
	var b moveBuffer
	p.generate(&b)
	moves := make([]Move, b.n)
	for i := range moves {
		moves[i] = b.moves[i].move
	}
	return moves
}

// legalFlags returns the flags of a legal move, and false where it is none.
func (p *Position) legalFlags(m Move) (uint8, bool) {
	var b moveBuffer
	p.generate(&b)
	for _, r := range b.moves[:b.n] {
		if r.move == m {
			return r.flags, true
		}
	}
	return 0, false
}

// bears tells whether a slider on a square attacks a target over empty
// squares.
func (p *Position) bears(code uint8, from, target Square) bool {
	d := target - from
	if attackTable[d]&code == 0 {
		return false
	}
	step := rayStep[d]
	at := from + step
	for p.board[at] == 0 {
		at += step
	}
	return at == target
}

// InCheck tells whether the side to move is in check.
func (p *Position) InCheck() bool {
	return p.attacked(p.square[p.side<<4], p.side^1)
}

// hasLegalMove tells whether the side to move has a legal move.
func (p *Position) hasLegalMove() bool {
	var b moveBuffer
	p.generate(&b)
	return b.n > 0
}
