package goengine

import (
	"math/bits"
	"strings"
)

// Constant is a number that the engines in assembly share with this one, by
// the name that it has there.
type Constant struct {
	Name    string
	Value   int
	Comment string // "" where the name says it all
}

// Constants are some that belong together.
type Constants struct {
	Title string
	// Hex says that they read best in hexadecimal.
	Hex  bool
	List []Constant
}

// SharedConstants returns the numbers that asm/tools/gen writes into each
// assembler's dialect.
func SharedConstants() []Constants {
	return []Constants{
		{"The board: a byte is 0, or a colour and the ways in which the piece attacks.", true, []Constant{
			{"NO_SQUARE", int(NoSquare), "no square of the 0x88 board"},
			{"FLIP", flip, "turns a square into the other side's view of it"},
			{"WHITE", whiteBit, ""},
			{"BLACK", blackBit, ""},
			{"OFF_BOARD", offBoard, ""},
			{"WAY_WHITE_PAWN", wayWhitePawn, ""},
			{"WAY_KNIGHT", wayKnight, ""},
			{"WAY_DIAGONAL", wayDiagonal, ""},
			{"WAY_STRAIGHT", wayStraight, ""},
			{"WAY_KING", wayKing, ""},
			{"WAY_BLACK_PAWN", wayBlackPawn, ""},
			{"WHITE_PAWN", int(codeOf[White][Pawn]), ""},
			{"BLACK_PAWN", int(codeOf[Black][Pawn]), ""},
			{"ANY_PAWN", wayWhitePawn | wayBlackPawn, "the way bits of either side's pawns"},
		}},
		{"Kinds of pieces.", false, []Constant{
			{"KING", int(King), ""},
			{"QUEEN", int(Queen), ""},
			{"ROOK", int(Rook), ""},
			{"BISHOP", int(Bishop), ""},
			{"KNIGHT", int(Knight), ""},
			{"PAWN", int(Pawn), ""},
		}},
		{"Steps in the order of generation, along ranks and files, diagonals, and a knight's.", true,
			append(append(stepConstants("STRAIGHT_", rays[:4]), stepConstants("DIAGONAL_", rays[4:])...), stepConstants("KNIGHT_", knightSteps[:])...)},
		{"Flags of a move.", false, []Constant{
			{"FLAG_CAPTURE", int(flagCapture), ""},
			{"FLAG_EN_PASSANT", int(flagEnPassant), ""},
			{"FLAG_CASTLE", int(flagCastle), ""},
			{"FLAG_DOUBLE", int(flagDouble), ""},
			{"FLAG_PROMOTION", int(flagPromotion), ""},
			{"FLAG_CHECK", int(flagCheck), ""},
		}},
		{"Values.", false, []Constant{
			{"INFINITE_SCORE", int(Infinity), "bounds every score"},
			{"MATE_SCORE", int(Mate), "of giving mate, less the plies it takes"},
			{"TABLE_BIAS", tableBias, "added to every entry of the root tables"},
			{"QUEEN_WORTH", int(swapValue[Queen]), "the most that swap-off may win"},
			{"FIFTY_MOVES", fiftyMoveClock, "half-moves at which a game is drawn"},
			{"LAST_PHASE", lastPhase, "of the game: the bare endgame"},
			{"GRACE_NODES", GraceNodes, "before limits count without a root move searched; a multiple of 256"},
		}},
		{"Spaces.", false, []Constant{
			{"MAX_PLY", MaxPly, "the deepest line"},
			{"VERY_LATE", veryLate, "places behind the first late one, from which on moves are late twice over"},
			{"MAX_MOVES", MaxMoves, "of a position"},
			{"MAX_HISTORY", maxHistory, "earlier positions of the game that are kept"},
			{"MAX_KEYS", len(Position{}.keys), "of earlier positions, of the game and of the line"},
			{"SORTED_SPACE", sortedSpace, "records of sorted moves, of all nodes of a line"},
			{"WAITING_SPACE", waitingSpace, "and of moves that wait"},
			{"MOST_WAITING", mostWaiting, "below a node"},
			{"CACHE_SIZE", cacheSize, "moves that are remembered by position"},
		}},
		{"Categories of moves.", false, categoryConstants()},
		{"Bits of a profile's switches.", false, switchConstants("switches")},
		{"Bits of the second byte of switches.", false, switchConstants("switches2")},
		{"How two budgets are read.", false, []Constant{
			{"BUDGETS_APART", int(BudgetsApart), ""},
			{"BUDGETS_SHARED", int(BudgetsShared), ""},
			{"BUDGETS_OWN", int(BudgetsOwn), ""},
		}},
		{"Where the bytes of a profile are.", false, profileConstants()},
	}
}

// switchConstants returns the numbers of the bits of a byte of switches.
func switchConstants(array string) (list []Constant) {
	for _, f := range ProfileFields {
		if f.Array == array {
			list = append(list, Constant{constantName(strings.TrimPrefix(f.Key, "switch.")), bits.TrailingZeros8(f.Bit), ""})
		}
	}
	return list
}

// stepConstants numbers the steps of a kind of move.
func stepConstants(name string, all []uint8) (list []Constant) {
	for i, s := range all {
		list = append(list, Constant{name + string(rune('1'+i)), int(s), ""})
	}
	return list
}

func categoryConstants() (list []Constant) {
	for c, name := range CategoryNames {
		list = append(list, Constant{constantName(name), c, ""})
	}
	return append(list, Constant{"CATEGORIES", int(categories), ""})
}

// profileConstants returns the offsets of a profile's fields in its Bytes; an
// array has that of its first element.
func profileConstants() (list []Constant) {
	last := ""
	for _, f := range ProfileFields {
		name := f.Array
		if name == "" {
			name = f.Key
		}
		if name != last {
			list = append(list, Constant{"PROFILE_" + constantName(name), int(f.Offset), ""})
		}
		last = name
	}
	return append(list, Constant{"PROFILE_SIZE", ProfileSize, ""})
}

// constantName returns a name in the form that the assemblers' constants have:
// "deep.from" is DEEP_FROM.
func constantName(name string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "_", "-", "_", ".", "_").Replace(name))
}
