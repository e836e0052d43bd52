package goengine

import "github.com/searchex/searchex/internal/work"

// hitMap is an attack map: the squares that the enemy of the side to move attacks
// at a node, before the move. After most moves it shows, without a look at the
// board, which pieces can't be taken.
type hitMap struct {
	ply    int // of the node that the map is of, or -1
	at     [256]uint8
	struck uint32 // slots of the mover's attacked pieces

	men, hops, swept, uncovered uint64 // work done: see Work
}

const (
	hitNear  = 1 // by a pawn, knight or king
	hitSlide = 2 // by a slider
)

// mapHits fills in the map. Lines end at the first piece, inclusive.
func (p *Position) mapHits(h *hitMap) {
	clear(h.at[:128])
	side := p.side
	enemy := side ^ 1
	for id, end := enemy<<4, enemy<<4+p.slots[enemy]; id < end; id++ {
		from := p.square[id&31]
		if from == NoSquare {
			continue
		}
		h.men++
		lo, hi := 0, 8
		switch p.kind[id&31] {
		case Pawn:
			step := pawnStep[enemy]
			h.at[from+step-1] |= hitNear
			h.at[from+step+1] |= hitNear
			continue
		case Knight:
			h.hops++
			for _, step := range knightSteps {
				h.at[from+step] |= hitNear
			}
			continue
		case King:
			for _, step := range rays {
				h.at[from+step] |= hitNear
			}
			continue
		case Rook:
			hi = 4
		case Bishop:
			lo = 4
		}
		for _, step := range rays[lo:hi] {
			to, n := from+step, uint64(1)
			for p.board[to] == 0 {
				h.at[to] |= hitSlide
				to += step
				n++
			}
			h.at[to] |= hitSlide
			h.swept += n
		}
	}
	h.struck = 0
	for slot := uint8(1); slot < p.slots[side]; slot++ {
		if sq := p.square[side<<4|slot]; sq != NoSquare && h.at[sq] != 0 {
			h.struck |= 1 << slot
		}
	}
}

// candidates returns the slots of the mover's pieces that may be attacked after
// the move that has just been made on the board: those attacked before, the moved
// one if its square is hit, and those behind the square that it left.
func (p *Position) candidates(h *hitMap, m Move, flags uint8) uint32 {
	if flags&(flagEnPassant|flagCastle) != 0 {
		return 0xFFFF
	}
	from, to := m.From(), m.To()
	c := h.struck
	if h.at[to] != 0 {
		c |= 1 << (p.id[to] & 15)
	}
	if h.at[from]&hitSlide != 0 {
		h.uncovered++
		own := colourBit[p.side]
		for i, step := range rays {
			at := from + step
			for p.board[at] == 0 {
				at += step
			}
			if x := p.board[at]; x&own != 0 || x&rayWay[i] == 0 {
				continue
			}
			at = from - step
			for p.board[at] == 0 {
				at -= step
			}
			if x := p.board[at]; x&own != 0 && x != offBoard {
				c |= 1 << (p.id[at] & 15)
			}
		}
	}
	return c
}

// mapForQuiets makes the map before quiet moves are generated. The machines read
// from it where the king may go, unless he is in check.
func (e *Engine) mapForQuiets(ply int) {
	if e.frames[ply].info.checkers == 0 {
		e.hitsOf(ply)
	}
}

// mapForList makes the map before quiet moves are listed, unless all are evasions
// with a price: the machines look each of them up in it.
func (e *Engine) mapForList(ply int) {
	if e.frames[ply].info.checkers == 0 || !e.evasive {
		e.hitsOf(ply)
	}
}

// hitsOf returns the attack map of a node, which it makes if the map at hand is
// another node's.
func (e *Engine) hitsOf(ply int) *hitMap {
	if e.hits.ply != ply {
		e.pos.mapHits(&e.hits)
		e.meter.count(work.Maps)
		e.hits.ply = ply
	}
	return &e.hits
}
