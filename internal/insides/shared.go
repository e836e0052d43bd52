package insides

// Tables holds the tables that the engines in assembly share with this one.
// asm/tools/gen writes them in each assembler's dialect.
type Tables struct {
	// AttackWays and RayStep are indexed by the difference to - from of two
	// squares, mod 256: the ways in which a piece attacks over it, and the
	// step that leads there along a ray or 0.
	AttackWays, RayStep [256]uint8
	// CastleMask is what of the castling rights survives a move from or to a
	// square.
	CastleMask [128]uint8
	// KnightSteps are the differences of squares a knight's move apart, in the
	// order of generation.
	KnightSteps [8]uint8
	// KindOf is the kind of the piece with a board byte's way bits.
	KindOf [64]uint8

	// Keys are the bytes that positions' keys are made of. Windows are the
	// longwords that begin at each of them, for a machine that can't read a
	// longword at an odd address.
	Keys    []uint8
	Windows []uint32
	// CastleKeyAt and EnPassantKeyAt are the places in Keys where the keys of
	// the castling rights and of the en passant files begin.
	CastleKeyAt, EnPassantKeyAt int

	// SwapValue is the value of each kind in exchanges, RankValue the same in
	// the order of attackers, pawn 0 to king 5. Both are in units of SwapUnit.
	SwapValue [6]uint8
	RankValue [6]uint8
	SwapUnit  int

	// Opening and Ending are the base of the root tables by kind: eight ranks
	// from the own edge, files a to d.
	Opening, Ending [6][32]int8
	TableBias       int
	PhaseWeight     [6]uint8
	PassedOpening   [8]int8
	PassedEnding    [8]int8
	NearKing        [6]int
	Shelter         [3]int
}

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
