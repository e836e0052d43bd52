package goengine

// checkInfo is the result of a scan along the lines of both kings: checks, pins,
// and which squares and pieces give check. With it, legality and the check category
// of almost every move take table look-ups only.
type checkInfo struct {
	checkers  uint8  // pieces that give check: 0, 1, 2
	checkFrom Square // the checker, if there is just one

	pins    uint8 // number of own pieces that are pinned
	pinned  [8]Square
	pinStep [8]uint8

	// reach is the number of steps from the enemy king along rays[i] to the first
	// piece, inclusive, or to the first square off the board.
	reach [8]uint8
	// bare pieces of the mover stand between a slider of their own side and the
	// enemy king: one that leaves the line gives a discovered check.
	bares    uint8
	bare     [8]Square
	bareStep [8]uint8
}

// look scans for checks and pins, for the side to move. maybeCheck is false if
// the side is known not to be in check: then only pins are looked for.
func (p *Position) look(v *checkInfo, maybeCheck bool) {
	p.lookFromKing(v, maybeCheck)
	p.lookAtKing(v)
}

// lookFromKing finds the checkers and the pinned pieces of the side to move.
func (p *Position) lookFromKing(v *checkInfo, maybeCheck bool) {
	side := p.side
	own, enemy := colourBit[side], colourBit[side^1]
	king := p.square[side<<4]
	v.checkers, v.pins = 0, 0
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
}

// lookAtKing finds what gives check to the enemy king: reach and bare pieces.
func (p *Position) lookAtKing(v *checkInfo) {
	enemy := colourBit[p.side^1]
	king := p.square[(p.side^1)<<4]
	v.bares = 0
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

// givesCheck reports whether a move of a piece (its board byte after the move)
// from one square to another checks the enemy king, directly or by discovery, and
// returns the distance to the king if the piece is a slider on a line with him.
func (p *Position) givesCheck(v *checkInfo, code uint8, from, to Square) (check bool, steps uint8) {
	king := p.square[(p.side^1)<<4]
	d := king - to
	if way := attackTable[d] & code; way != 0 {
		if way&(wayDiagonal|wayStraight) == 0 {
			return true, 0
		}
		steps = rayDistance[d]
		if steps <= v.reach[rayIndex[-rayStep[d]]] {
			return true, steps
		}
		// A pawn that promotes may have stood in the new piece's way.
		if code != p.board[from] && rayStep[d] == rayStep[from-to] {
			pawn := p.board[from]
			p.board[from] = 0
			clear := p.bears(code, to, king)
			p.board[from] = pawn
			if clear {
				return true, steps
			}
		}
	}
	for i := uint8(0); i < v.bares; i++ {
		if v.bare[i] == from {
			step := v.bareStep[i]
			return rayStep[to-king] != step, steps
		}
	}
	return false, steps
}

// attacked reports whether a side attacks a square, which may be empty or occupied
// by either side. Lines end at the first occupied square.
func (p *Position) attacked(sq Square, by Side) bool {
	if p.pawnGuards(sq, by) {
		return true
	}
	// The lists run from the king to the pawns, with promoted pawns in pawns'
	// places, so pawns are recognised by their kind.
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

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool {
	return p.attacked(p.square[p.side<<4], p.side^1)
}

// bears reports whether a slider on a square attacks a target over empty
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
