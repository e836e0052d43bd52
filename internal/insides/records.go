// Package insides has the types in which goengine shows its routines, tables and
// constants to the tests, tools and generators of this module. It is below
// goengine, so that types of goengine are parameters here: M is its Move, C its
// Category, P its Profile. Package probe names the types without them.
package insides

// Move is a move as the generator leaves it: the move and its flags, with the bits
// of the FLAG constants.
type Move[M any] struct {
	Move  M
	Flags uint8
}

// Look is the result of the scan for pins and checks, in no order. Squares are in
// 0x88 numbering.
type Look struct {
	Checkers  uint8
	CheckFrom uint8           // square of the checker; NoSquare unless there is just one
	Pinned    map[uint8]uint8 // step from the own king to each pinned piece
	Bare      map[uint8]uint8 // step from the enemy king to each piece that may discover a check
}

// Hits is a map of what the enemy of the side to move attacks.
type Hits struct {
	At     [128]uint8 // 1: by a pawn, knight or king; 2: by a slider
	Struck uint32     // slots of the mover's attacked pieces
}

// RootTables are the piece-square tables of a search by side*6 + kind.
type RootTables [12][256]uint8

// Node is a node in the midst of a search, from which the routines of a search are
// called one by one.
type Node[M, P any] struct {
	Profile   *P
	Ply       int
	SX, Other uint8
	Checked   uint8 // bit for each side: it has given check in this line
	Maybe     bool  // the side to move may be in check
	Following bool  // the line from the root is the last principal variation
	Static    int16
	Alpha     int16
	Beta      int16
	Killers   [2]M
	Line      M     // the last principal variation's move at this ply
	Draw      int16 // at the root
	// Last is the move that led here; it captured something.
	Last         M
	LastCaptured bool
	Limit        uint64
	// Sorted and Waiting are the numbers of moves of the nodes above it, on the
	// two stacks.
	Sorted, Waiting int
	// Cached is the cache's move for the position, NoMove for none, from a node
	// with CachedBudget. CachedElse is set if the entry is another position's.
	Cached       M
	CachedBudget uint8
	CachedElse   bool
	// Raised is set if an earlier move, Line, has raised alpha (TryAt).
	Raised bool
}

// Listed is a move of a node's list.
type Listed[M, C any] struct {
	Move         M
	Flags        uint8
	Category     C
	Score, Order int16
}

// Result is the result of a node.
type Result[M any] struct {
	Value   int16
	Cut     bool
	Nodes   uint64 // moves evaluated
	Killers [2]M   // if the profile uses them
	Cached  Cache[M]
	PV      []M
}

// Cache is the entry at a position's place in the cache: a move, whether it is this
// position's (Own), and the budget of the entry.
type Cache[M any] struct {
	Move   M
	Own    bool
	Budget uint8
}

// Early is the result of the moves that are tried early at a node.
type Early[M any] struct {
	Result[M]
	Tried []M
	// Tactical are the captures and promotions that are left, Quiet the quiet
	// moves.
	Tactical, Quiet []Move[M]
}

// Selection is which moves of a node a list takes.
type Selection uint8

// The selections.
const (
	Everything     Selection = iota
	Sound                    // but not losing captures
	LosingAndQuiet           // losing captures, and the quiet moves
	Worthy                   // of quiet moves those that check, attack or have cut off before
)

// Prices are the prices of a profile in a game phase: by row the price of each
// category, and the least of all, of quiet moves and of evasions.
type Prices struct {
	Price                    [4][12]uint8
	Least, Quietest, Evasion [4]uint8
}

// State is a position as the machines hold it in memory. Squares are in 0x88
// numbering.
type State struct {
	Board [256]uint8 // board byte of each square
	ID    [256]uint8 // piece id on each occupied square; 0 elsewhere

	Square [32]uint8
	Kind   [32]uint8 // of living pieces; 0 of dead ones
	Slots  [2]uint8
	Pieces uint8

	Side   uint8
	Castle uint8
	EP     uint8
	Half   uint8
	Key    uint32
	Keys   []uint32 // of the earlier positions that the repetition test may see
}
