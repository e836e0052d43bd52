package goengine

import "github.com/searchex/searchex/internal/work"

// threatensMate is mate at a glance, a static test for mate threats. It reports
// whether a quiet move of a queen or rook threatens to mate with that piece's next
// move: the enemy king has at most one square to flee to, and a check by the piece
// from one of its next squares leaves him no legal move. Birmingham and Kent's
// test (Advances in Computer Chess 2) is a set of patterns; this one is a filter
// and a proof.
func (e *Engine) threatensMate(ply int, m Move, code uint8) bool {
	p, f := &e.pos, &e.frames[ply]
	lo, hi := 0, 8
	switch kindOf[code&wayMask] {
	case Queen:
	case Rook:
		hi = 4
	default:
		return false
	}
	e.meter.count(work.ThreatTests)
	if f.flights == flightsUnknown {
		e.meter.count(work.Glances)
		f.flights = p.flights()
	}
	if f.flights > 1 {
		return false
	}
	p.make(m, 0, &f.undo)
	p.side ^= 1 // the mover again, as if the enemy had passed
	king := p.square[(p.side^1)<<4]
	from := m.To()
	steps, proofs := 0, 0
	mate := false
	for i := lo; i < hi && !mate; i++ {
		step := rays[i]
		for to := from + step; p.board[to]&colourBit[p.side] == 0 && !mate; to += step {
			steps++
			flags := uint8(0)
			if p.board[to] != 0 {
				flags = flagCapture
			}
			if p.bears(code, to, king) {
				next := newMove(from, to)
				p.make(next, flags, &e.glance)
				proofs++
				mate = e.mated()
				p.unmake(next, flags, &e.glance)
			}
			if flags != 0 {
				break
			}
		}
	}
	p.side ^= 1
	p.unmake(m, 0, &f.undo)
	e.meter.glanced(steps, proofs)
	return mate
}

// flightsUnknown is the number of flights before it has been counted.
const flightsUnknown = 0xFF

// flights returns the number of squares that the enemy king could flee to: next
// to him, free of his own pieces and not attacked by the side to move.
func (p *Position) flights() uint8 {
	n := uint8(0)
	king := p.square[(p.side^1)<<4]
	for _, step := range rays {
		if sq := king + step; p.board[sq]&colourBit[p.side^1] == 0 && !p.attacked(sq, p.side) {
			n++
		}
	}
	return n
}
