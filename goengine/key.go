package goengine

// keyBytes are pseudo-random bytes for Zobrist keys. A position's key is the
// exclusive or of four-byte windows into them, one for each piece on its square, one
// for the castling rights and one for the en passant file. The windows overlap, so
// the machines need 800 bytes of ROM and not 3 KB. Two keys that share bytes hold
// them in different places, so sums of few keys are as good as random. A machine
// that can't read four bytes at an odd address has a table of the windows
// (asm/README.md).
var keyBytes = func() (b [keyTableSize]uint8) {
	x := uint32(0x19811989) // any seed; the years of MK V and of the paper
	for i := range b {
		// Marsaglia's xorshift32 (Journal of Statistical Software 8(14), 2003).
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		b[i] = uint8(x >> 24)
	}
	return b
}()

const (
	castleKeyAt  = 6 * 128
	epKeyAt      = castleKeyAt + 16
	keyTableSize = epKeyAt + 8 + 3
)

// keyAt returns the window that begins at byte i.
func keyAt(i int) uint32 {
	return uint32(keyBytes[i]) | uint32(keyBytes[i+1])<<8 | uint32(keyBytes[i+2])<<16 | uint32(keyBytes[i+3])<<24
}

// pieceKey is the key of a piece (side*6 + kind) on a square. Two pieces share
// each 128 bytes of keyBytes: the second one uses the gaps of the 0x88 board.
var pieceKey = func() (k [12][256]uint32) {
	for piece := range k {
		for sq := 0; sq < 128; sq++ {
			if sq&0x88 == 0 {
				k[piece][sq] = keyAt(piece>>1*128 + piece&1*8 + sq)
			}
		}
	}
	return k
}()

// castleKey is the key of each set of castling rights.
var castleKey = func() (k [16]uint32) {
	for i := 1; i < 16; i++ {
		k[i] = keyAt(castleKeyAt + i)
	}
	return k
}()

// epKey is the key of an en passant square, by its file.
func epKey(sq Square) uint32 { return keyAt(epKeyAt + int(sq&7)) }

// fullKey returns the position's key, computed from scratch.
func (p *Position) fullKey() uint32 {
	k := castleKey[p.castle]
	if p.ep != NoSquare {
		k ^= epKey(p.ep)
	}
	for id, sq := range p.square {
		if sq != NoSquare {
			k ^= pieceKey[uint8(id)>>4*6+p.kind[id]][sq]
		}
	}
	return k
}

// Repeated reports whether the position has been on the board before, in the
// game or on the line: the search scores the first repetition as a draw.
func (p *Position) Repeated() bool {
	back := int(p.half)
	if back > p.nkeys {
		back = p.nkeys
	}
	for d := 4; d <= back; d += 2 {
		if p.keys[p.nkeys-d] == p.key {
			return true
		}
	}
	return false
}

// Insufficient reports whether neither side can mate by any play: bare kings, a
// single minor piece, or two bishops on squares of one colour.
func (p *Position) Insufficient() bool {
	if p.pieces > 4 {
		return false
	}
	minors, bishops, shades := 0, 0, 0
	for id := 0; id < 32; id++ {
		sq := p.square[id]
		if sq == NoSquare {
			continue
		}
		switch p.kind[id] {
		case King:
		case Bishop:
			bishops++
			shades += int(sq>>4^sq) & 1
			minors++
		case Knight:
			minors++
		default:
			return false
		}
	}
	return minors < 2 || bishops == 2 && shades != 1
}
