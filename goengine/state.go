package goengine

// State is a position as the machines hold it in memory.
type State struct {
	Board [256]uint8 // board byte of each square
	ID    [256]uint8 // piece id on each occupied square; 0 elsewhere

	Square [32]Square
	Kind   [32]Kind // of living pieces; 0 of dead ones
	Slots  [2]uint8
	Pieces uint8

	Side   Side
	Castle uint8
	EP     Square
	Half   uint8
	Key    uint32
	Keys   []uint32 // of the earlier positions that the repetition test may see
}

// State returns the position as a machine holds it.
func (p *Position) State() State {
	s := State{
		Board: p.board, Square: p.square, Slots: p.slots, Pieces: p.pieces,
		Side: p.side, Castle: p.castle, EP: p.ep, Half: p.half, Key: p.key,
		Keys: append([]uint32{}, p.keys[:p.nkeys]...),
	}
	for id, sq := range p.square {
		if sq != NoSquare {
			s.ID[sq], s.Kind[id] = uint8(id), p.kind[id]
		}
	}
	return s
}
