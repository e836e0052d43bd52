package goengine

import "github.com/searchex/searchex/internal/work"

// listTargets collects the enemy's queens and rooks, queens first.
func (e *Engine) listTargets(f *frame) {
	p := &e.pos
	f.nEnemies = 0
	base := (p.side ^ 1) << 4
	for id := base + 1; id < base+p.slots[p.side^1]; id++ {
		if sq := p.square[id&31]; sq != NoSquare && p.kind[id&31] <= Rook {
			f.enemies[f.nEnemies] = sq
			f.nEnemies++
		}
	}
}

// attacks reports whether a quiet move makes a piece attack a more valuable one:
// a pawn any piece, a knight or bishop a rook or queen, a rook a queen. The board
// is that before the move.
func (e *Engine) attacks(f *frame, code uint8, to Square) bool {
	p := &e.pos
	e.meter.add(work.AttackTargets, int(f.nEnemies))
	switch kind := kindOf[code&wayMask]; kind {
	case Pawn:
		enemy := colourBit[p.side^1]
		step := pawnStep[p.side]
		for _, sq := range [2]Square{to + step - 1, to + step + 1} {
			if c := p.board[sq]; c&offBoard == enemy && c&(wayWhitePawn|wayBlackPawn) == 0 {
				return true
			}
		}
	case Knight, Bishop, Rook:
		for _, target := range f.enemies[:f.nEnemies] {
			if kind == Rook && p.board[target]&wayDiagonal == 0 {
				continue
			}
			if kind == Knight && attackTable[target-to]&wayKnight != 0 || p.bears(code, to, target) {
				return true
			}
		}
	}
	return false
}
