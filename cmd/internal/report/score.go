package report

import (
	"fmt"

	"github.com/searchex/searchex/goengine"
)

// Mate returns the number of moves to the mate that a score promises to the side to
// move, negative if that side is mated. It reports false for a score that is no mate.
// A side that is mated on the board has 0 moves.
func Mate(score int) (moves int, ok bool) {
	switch mate := int(goengine.Mate); {
	case score >= int(goengine.MateBound):
		return (mate - score + 1) / 2, true
	case score <= -int(goengine.MateBound):
		return -(mate + score) / 2, true
	}
	return 0, false
}

// Centipawns converts a score from 64ths of a pawn to hundredths, rounded towards 0.
func Centipawns(score int) int { return score * 100 / 64 }

// Pawns formats a score, in 64ths of a pawn: +1.25, or #3 for a mate in three moves,
// #-3 for being mated.
func Pawns(score int16) string { return pawns(int(score), "#", "#-") }

// PawnsInWords formats a score in 64ths of a pawn: +1.25, "mate in 3" or "mated in 3".
func PawnsInWords(score int) string { return pawns(score, "mate in ", "mated in ") }

func pawns(score int, mate, mated string) string {
	switch moves, ok := Mate(score); {
	case !ok:
		return fmt.Sprintf("%+.2f", float64(score)/64)
	case score > 0:
		return fmt.Sprint(mate, moves)
	default:
		return fmt.Sprint(mated, -moves)
	}
}
