package goengine

import (
	"math/bits"
	"strings"

	"github.com/searchex/searchex/internal/insides"
)

func (probe) Constants() []insides.Constants {
	return []insides.Constants{
		{Title: "The board: a byte is 0, or a colour and the ways in which the piece attacks.", Hex: true, List: []insides.Constant{
			{Name: "NO_SQUARE", Value: int(NoSquare), Comment: "no square of the 0x88 board"},
			{Name: "FLIP", Value: flip, Comment: "turns a square into the other side's view of it"},
			{Name: "WHITE", Value: whiteBit},
			{Name: "BLACK", Value: blackBit},
			{Name: "OFF_BOARD", Value: offBoard},
			{Name: "WAY_WHITE_PAWN", Value: wayWhitePawn},
			{Name: "WAY_KNIGHT", Value: wayKnight},
			{Name: "WAY_DIAGONAL", Value: wayDiagonal},
			{Name: "WAY_STRAIGHT", Value: wayStraight},
			{Name: "WAY_KING", Value: wayKing},
			{Name: "WAY_BLACK_PAWN", Value: wayBlackPawn},
			{Name: "WHITE_PAWN", Value: int(codeOf[White][Pawn])},
			{Name: "BLACK_PAWN", Value: int(codeOf[Black][Pawn])},
			{Name: "ANY_PAWN", Value: wayWhitePawn | wayBlackPawn, Comment: "the way bits of either side's pawns"},
		}},
		{Title: "Kinds of pieces.", List: []insides.Constant{
			{Name: "KING", Value: int(King)},
			{Name: "QUEEN", Value: int(Queen)},
			{Name: "ROOK", Value: int(Rook)},
			{Name: "BISHOP", Value: int(Bishop)},
			{Name: "KNIGHT", Value: int(Knight)},
			{Name: "PAWN", Value: int(Pawn)},
		}},
		{Title: "Steps in the order of generation, along ranks and files, diagonals, and a knight's.", Hex: true, List: append(append(stepConstants("STRAIGHT_", rays[:4]), stepConstants("DIAGONAL_", rays[4:])...), stepConstants("KNIGHT_", knightSteps[:])...)},
		{Title: "Flags of a move.", List: []insides.Constant{
			{Name: "FLAG_CAPTURE", Value: int(flagCapture)},
			{Name: "FLAG_EN_PASSANT", Value: int(flagEnPassant)},
			{Name: "FLAG_CASTLE", Value: int(flagCastle)},
			{Name: "FLAG_DOUBLE", Value: int(flagDouble)},
			{Name: "FLAG_PROMOTION", Value: int(flagPromotion)},
			{Name: "FLAG_CHECK", Value: int(flagCheck)},
		}},
		{Title: "Values.", List: []insides.Constant{
			{Name: "INFINITE_SCORE", Value: int(Infinity), Comment: "bounds every score"},
			{Name: "MATE_SCORE", Value: int(Mate), Comment: "of giving mate, less the plies it takes"},
			{Name: "TABLE_BIAS", Value: tableBias, Comment: "added to every entry of the root tables"},
			{Name: "QUEEN_WORTH", Value: int(swapValue[Queen]), Comment: "the most that swap-off may win"},
			{Name: "FIFTY_MOVES", Value: fiftyMoveClock, Comment: "half-moves at which a game is drawn"},
			{Name: "LAST_PHASE", Value: lastPhase, Comment: "of the game: the bare endgame"},
			{Name: "GRACE_NODES", Value: GraceNodes, Comment: "before limits count without a root move searched; a multiple of 256"},
		}},
		{Title: "Spaces.", List: []insides.Constant{
			{Name: "MAX_PLY", Value: MaxPly, Comment: "the deepest line"},
			{Name: "VERY_LATE", Value: veryLate, Comment: "places behind the first late one, from which on moves are late twice over"},
			{Name: "MAX_MOVES", Value: MaxMoves, Comment: "of a position"},
			{Name: "MAX_HISTORY", Value: maxHistory, Comment: "earlier positions of the game that are kept"},
			{Name: "MAX_KEYS", Value: len(Position{}.keys), Comment: "of earlier positions, of the game and of the line"},
			{Name: "SORTED_SPACE", Value: sortedSpace, Comment: "records of sorted moves, of all nodes of a line"},
			{Name: "WAITING_SPACE", Value: waitingSpace, Comment: "and of moves that wait"},
			{Name: "MOST_WAITING", Value: mostWaiting, Comment: "below a node"},
			{Name: "CACHE_SIZE", Value: cacheSize, Comment: "moves that are remembered by position"},
		}},
		{Title: "Categories of moves.", List: categoryConstants()},
		{Title: "Bits of a profile's switches.", List: switchConstants("switches")},
		{Title: "Bits of the second byte of switches.", List: switchConstants("switches2")},
		{Title: "How two budgets are read.", List: []insides.Constant{
			{Name: "BUDGETS_APART", Value: int(BudgetsApart)},
			{Name: "BUDGETS_SHARED", Value: int(BudgetsShared)},
			{Name: "BUDGETS_OWN", Value: int(BudgetsOwn)},
		}},
		{Title: "Where the bytes of a profile are.", List: profileConstants()},
	}
}

// switchConstants returns the numbers of the bits of a byte of switches.
func switchConstants(array string) (list []insides.Constant) {
	for _, f := range ProfileFields {
		if f.Array == array {
			list = append(list, insides.Constant{Name: constantName(strings.TrimPrefix(f.Key, "switch.")), Value: bits.TrailingZeros8(f.Bit)})
		}
	}
	return list
}

// stepConstants numbers the steps of a kind of move.
func stepConstants(name string, all []uint8) (list []insides.Constant) {
	for i, s := range all {
		list = append(list, insides.Constant{Name: name + string(rune('1'+i)), Value: int(s)})
	}
	return list
}

func categoryConstants() (list []insides.Constant) {
	for c, name := range CategoryNames {
		list = append(list, insides.Constant{Name: constantName(name), Value: c})
	}
	return append(list, insides.Constant{Name: "CATEGORIES", Value: int(categories)})
}

// profileConstants returns the offsets of a profile's fields in its Bytes; an
// array has that of its first element.
func profileConstants() (list []insides.Constant) {
	last := ""
	for _, f := range ProfileFields {
		name := f.Array
		if name == "" {
			name = f.Key
		}
		if name != last {
			list = append(list, insides.Constant{Name: "PROFILE_" + constantName(name), Value: int(f.Offset)})
		}
		last = name
	}
	return append(list, insides.Constant{Name: "PROFILE_SIZE", Value: profileSize})
}

// constantName returns a name in the form that the assemblers' constants have:
// "deep.from" is DEEP_FROM.
func constantName(name string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "_", "-", "_", ".", "_").Replace(name))
}
