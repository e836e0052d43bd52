package goengine

// Move is a move in two bytes: the from-square in the low byte, the to-square
// in the high one. The two bits of the from-square that 0x88 leaves free carry
// the kind of a promotion: bit 3 and bit 7, 0 queen, 1 (bit 3) rook, 2 (bit 7)
// bishop, 3 knight. Whether a move is a promotion at all shows in its flags.
// No castling, capture or en passant mark is kept: the board tells them.
type Move uint16

// NoMove is no move: a1a1.
const NoMove Move = 0

// What kind of move it is, as generate found it.
const (
	flagCapture uint8 = 1 << iota
	flagEnPassant
	flagCastle
	flagDouble
	flagPromotion
	// flagCheck is set on a move that checks directly or by discovery.
	// Castling and en passant set it without looking further: it then means
	// "may check".
	flagCheck
)

// From is the square that the piece leaves.
func (m Move) From() Square { return Square(m) & 0x77 }

// To is the square that the piece goes to.
func (m Move) To() Square { return Square(m >> 8) }

// Promotion is the kind that a pawn becomes; meaningless for other moves.
func (m Move) Promotion() Kind {
	return Queen + Kind(m>>3)&1 + Kind(m>>6)&2
}

// String is the move's squares and, where the bits of a promotion to less than
// a queen are set, its piece. Position.UCI knows more.
func (m Move) String() string {
	if m == NoMove {
		return "0000"
	}
	s := SquareName(m.From()) + SquareName(m.To())
	if m&0x88 != 0 {
		s += "qrbn"[m.Promotion()-Queen:][:1]
	}
	return s
}

func newMove(from, to Square) Move { return Move(from) | Move(to)<<8 }

// promoting returns the move with the bits of a promotion to kind set.
func (m Move) promoting(kind Kind) Move {
	k := Move(kind - Queen)
	return m&^0x88 | (k&1)<<3 | (k&2)<<6
}

// SquareName is a square's name, as e4.
func SquareName(sq Square) string {
	return string([]byte{'a' + sq&7, '1' + sq>>4})
}
