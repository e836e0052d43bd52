package goengine

import "testing"

// TestKeysAreDistinct: no two of the keys of pieces on squares, of castling
// rights and of en passant files are equal, and none is 0.
func TestKeysAreDistinct(t *testing.T) {
	seen := map[uint32]string{0: "nothing"}
	add := func(key uint32, what string) {
		if other, ok := seen[key]; ok {
			t.Errorf("%s has the key of %s", what, other)
		}
		seen[key] = what
	}
	for piece := range pieceKey {
		for sq := Square(0); sq < 128; sq++ {
			if sq&0x88 == 0 {
				add(pieceKey[piece][sq], pieceLetters[piece:][:1]+" on "+SquareName(sq))
			}
		}
	}
	for rights := 1; rights < 16; rights++ {
		add(castleKey[rights], "castling rights "+string(rune('a'+rights)))
	}
	for file := Square(0); file < 8; file++ {
		add(epKey(0x20+file), "en passant on "+SquareName(0x20+file))
		if epKey(0x20+file) != epKey(0x50+file) {
			t.Errorf("file %d has two keys", file)
		}
	}
	if castleKey[0] != 0 {
		t.Error("no castling rights have a key")
	}
}
