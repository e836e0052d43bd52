package book

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Each form of a move is read with what it says, and a word that is no move is none.
func TestWordsOfMoves(t *testing.T) {
	for text, want := range map[string]Word{
		"e4": {Piece: 'P', To: "e4"}, "Pd4": {Piece: 'P', To: "d4"}, "d2-d4": {From: "d2", To: "d4"}, "Pd2-d4": {Piece: 'P', From: "d2", To: "d4"},
		"d2–d4": {From: "d2", To: "d4"}, "e2e4": {From: "e2", To: "e4"}, "ed5": {Piece: 'P', From: "e", To: "d5"},
		"e:d5": {Piece: 'P', From: "e", To: "d5", Takes: true}, "e.d5": {Piece: 'P', From: "e", To: "d5"},
		"exd6ep": {Piece: 'P', From: "e", To: "d6", Takes: true}, "exd6 e.p.": {Piece: 'P', From: "e", To: "d6", Takes: true},
		"N:e5": {Piece: 'N', To: "e5", Takes: true}, "Ne5:": {Piece: 'N', To: "e5", Takes: true}, "Nf3xe5": {Piece: 'N', From: "f3", To: "e5", Takes: true},
		"♘xe5": {Piece: 'N', To: "e5", Takes: true}, "N×e5": {Piece: 'N', To: "e5", Takes: true}, "nf3": {Piece: 'N', To: "f3"},
		"Nxe5$1": {Piece: 'N', To: "e5", Takes: true}, "Nxe5!?": {Piece: 'N', To: "e5", Takes: true}, "B:f7+": {Piece: 'B', To: "f7", Takes: true},
		"bxc5": {Piece: 'P', From: "b", To: "c5", Takes: true}, "R1d2": {Piece: 'R', From: "1", To: "d2"}, "Ke1-g1": {Piece: 'K', From: "e1", To: "g1"},
		"O-O": {Castle: KingSide}, "o-o": {Castle: KingSide}, "0-0": {Castle: KingSide}, "OO": {Castle: KingSide}, "0–0": {Castle: KingSide},
		"O-O-O+": {Castle: QueenSide}, "000": {Castle: QueenSide}, "e8Q": {Piece: 'P', To: "e8", Promotion: "q"}, "e8=q": {Piece: 'P', To: "e8", Promotion: "q"},
		"e8(Q)": {Piece: 'P', To: "e8", Promotion: "q"}, "e8/Q": {Piece: 'P', To: "e8", Promotion: "q"}, "e7e8q": {From: "e7", To: "e8", Promotion: "q"},
		"e7xd8=N#": {From: "e7", To: "d8", Promotion: "n", Takes: true},
	} {
		w, ok := ReadWord(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, w, text)
	}
	for _, text := range []string{"", "#2", "Qe4+,Nd8+", "e9", "Nf9", "xyzzy", "--", "0000", "O-O-O-O", "1-0", "Ne", "e8==Q"} {
		_, ok := ReadWord(text)
		assert.False(t, ok, text)
	}
}
