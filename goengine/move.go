package goengine

// Move is a move in two bytes: the from-square in the low byte, the to-square
// in the high one. The two bits of the from-square that 0x88 leaves free carry
// the kind of a promotion: bit 3 and bit 7, 0 queen, 1 (bit 3) rook, 2 (bit 7)
// bishop, 3 knight. Whether a move is a promotion at all is in its flags. There is
// no mark of castling, capture or en passant: these follow from the board.
type Move uint16

// NoMove is no move: a1a1.
const NoMove Move = 0

// The flags of a generated move.
const (
	flagCapture uint8 = 1 << iota
	flagEnPassant
	flagCastle
	flagDouble
	flagPromotion
	// flagCheck is set on a move that checks directly or by discovery. On
	// castling and en passant it is always set and means "may check".
	flagCheck
)

// From returns the square that the piece leaves.
func (m Move) From() Square { return Square(m) & 0x77 }

// To returns the square that the piece goes to.
func (m Move) To() Square { return Square(m >> 8) }

// Promotion returns the kind that a pawn becomes; it is undefined for other moves.
func (m Move) Promotion() Kind {
	return Queen + Kind(m>>3)&1 + Kind(m>>6)&2
}

// ToQueen returns a promotion to less than a queen as the one to a queen, and any other move
// as it is.
func (m Move) ToQueen() Move { return m &^ 0x88 }

// String returns the move's squares and the piece of a promotion to less than a
// queen. Position.UCI also writes promotions to a queen.
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

// newMove returns a move without promotion bits.
func newMove(from, to Square) Move { return Move(from) | Move(to)<<8 }

// promoting returns the move with the bits of a promotion to kind set.
func (m Move) promoting(kind Kind) Move {
	k := Move(kind - Queen)
	return m&^0x88 | (k&1)<<3 | (k&2)<<6
}

// SquareName returns a square's name, as e4.
func SquareName(sq Square) string {
	return string([]byte{'a' + sq&7, '1' + sq>>4})
}
