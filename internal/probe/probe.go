// Package probe calls single routines of the Go engine, and reads its tables and
// constants. It is for the tests that compare each machine's routines with the Go
// engine's, for the generators of assembly and for tools that measure a part of the
// engine. Programs that play or analyse need package goengine only.
package probe

import (
	"io/fs"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/insides"
)

// The records that routines take and leave.
type (
	Move       = insides.Move[goengine.Move]
	Look       = insides.Look
	Hits       = insides.Hits
	RootTables = insides.RootTables
	Node       = insides.Node[goengine.Move, goengine.Profile]
	Listed     = insides.Listed[goengine.Move, goengine.Category]
	Result     = insides.Result[goengine.Move]
	Cache      = insides.Cache[goengine.Move]
	Early      = insides.Early[goengine.Move]
	Selection  = insides.Selection
	Prices     = insides.Prices
	State      = insides.State
	Tables     = insides.Tables
	Constant   = insides.Constant
	Constants  = insides.Constants
	Net        = insides.Net
)

// The selections of the parts of a node.
const (
	Everything     = insides.Everything
	Sound          = insides.Sound
	LosingAndQuiet = insides.LosingAndQuiet
	Worthy         = insides.Worthy
)

// Sizes of a Net.
const (
	MaxHidden = insides.MaxHidden
	NetOne    = insides.NetOne
)

// Of returns a probe of a position. Changes of the position show in it. Methods that
// need no position work on Of(nil).
func Of(p *goengine.Position) Probe { return p.Probe() }

// Probe calls single routines of the engine. A method is named for the routine that
// it calls.
type Probe interface {
	// What the engines share.

	// Tables returns a copy of the tables that the engines in assembly share with the
	// Go engine. asm/tools/gen writes them in each assembler's dialect.
	Tables() Tables
	// Constants returns the numbers that asm/tools/gen writes into each assembler's
	// dialect.
	Constants() []Constants
	// Source is the text of package goengine without its tests.
	Source() fs.FS
	// State returns the position as a machine holds it.
	State() State

	// The rules.

	// CodeOf returns the board byte of a side's piece.
	CodeOf(side goengine.Side, kind goengine.Kind) uint8
	// AttackWays returns the ways in which a piece on one square may attack another.
	AttackWays(from, to goengine.Square) uint8
	// Generated returns what the two halves of the generator produce.
	Generated() (tactical, quiet []Move)
	// IsLegal reports whether any two bytes are a legal move, and with what flags
	// Generated returns it.
	IsLegal(m goengine.Move) (flags uint8, legal bool)
	// Look scans for pins and checks, for the side to move. maybeCheck is false if
	// the side is known not to be in check.
	Look(maybeCheck bool) Look
	// GivesCheck reports whether a move of a piece, given by its board byte after
	// the move, checks the enemy king. The move must not be castling or en passant.
	GivesCheck(code uint8, from, to goengine.Square) bool
	// Attacked reports whether a side attacks a square.
	Attacked(sq goengine.Square, by goengine.Side) bool
	// Made calls f with the position as make leaves it after a move that
	// Generated has returned, and takes the move back.
	Made(m Move, f func())
	// Flights returns the number of squares that the enemy king could flee to.
	Flights() uint8
	// Mates reports whether a move is mate.
	Mates(m Move) bool
	// MateThreats returns the quiet moves that threaten mate at a glance.
	MateThreats() (threats []goengine.Move)

	// The evaluation.

	// BuildTables returns the tables of a search from the position.
	BuildTables() *RootTables
	// CheckNet returns an error if a network has another shape than its number of hidden
	// values says, or if a sum of its weights could exceed 16 bits.
	CheckNet(n *Net) error
	// NetTables returns the tables of a search from the position with a network, which must
	// pass CheckNet.
	NetTables(n *Net) *RootTables
	// RootNet returns the network of profile "net".
	RootNet() *Net
	// KingTerms adds the king's terms of a side to tables.
	KingTerms(side goengine.Side, t *RootTables)
	// Exposed returns how bare a side's king stands.
	Exposed(side goengine.Side) int
	// Ahead returns how much material a side is ahead, in score units.
	Ahead(side goengine.Side) int16
	// Steps returns the number of king steps between two squares.
	Steps(a, b goengine.Square) uint8
	// Static returns the static value for the side to move by given tables.
	Static(t *RootTables) int16
	// After returns the static value after a move, from the value before it.
	After(t *RootTables, static int16, m Move) int16
	// SwapOff returns what a side wins by capturing a piece of a value on a square,
	// in units of SwapUnit.
	SwapOff(sq goengine.Square, value uint8, by goengine.Side) uint8
	// LossOn returns what the enemy wins by swap-off of a moved piece on its new
	// square, in units of SwapUnit.
	LossOn(m goengine.Move) uint8
	// Loses reports whether a quiet move other than castling loses the moved piece,
	// or a part of its value, by swap-off.
	Loses(m Move) bool
	// ExchangeLoss returns what the answer to a capture takes back, in score units.
	ExchangeLoss(m Move) int16
	// Attacks reports whether a quiet move brings a piece, given by its board byte,
	// to attack a more valuable one.
	Attacks(code uint8, to goengine.Square) bool
	// Hits returns the map of the enemy's attacks.
	Hits() *Hits
	// AfterMove calls f with the position after a move of the side to move, as
	// the search has it for the swap-off of a terminal: the mover's pieces are
	// the victims, and slots those that may stand attacked. best is bestSwap.
	AfterMove(m Move, f func(slots uint32, best func(static, alpha, beta int16) uint8))

	// A node of a search.

	// Search searches the position as its lists stand: a Game puts them in order.
	Search(e *goengine.Engine, prof *goengine.Profile, l goengine.Limits) goengine.Result
	// SearchAt searches a node.
	SearchAt(n *Node) Result
	// FrontierAt evaluates the moves of a node none of which is followed up.
	FrontierAt(n *Node) Result
	// InPartsAt searches a node in parts: as a half-frontier, or in stages.
	InPartsAt(n *Node, half bool) Result
	// TerminalAt returns the value of a node's move that is not followed up.
	TerminalAt(n *Node, m Move, static int16) int16
	// PassesAt reports whether the node passes: static null-move pruning.
	PassesAt(n *Node) bool
	// TestAt compares a move's value with a node's window. The line below the move
	// is empty.
	TestAt(n *Node, m Move, value int16) Result
	// PriceAt returns the price (SXDEC) of a move of a node with a number of moves.
	PriceAt(n *Node, m Listed, moves int, bestQuiet int16) uint8
	// SpentAt reports whether a move of a price is terminal.
	SpentAt(n *Node, price uint8) bool
	// ListAt lists moves of a node: captures and promotions, quiet moves, or both.
	// passed reports whether losing captures were passed over.
	ListAt(n *Node, tactical, quiet bool, which Selection) (list []Listed, waiting []Move, passed bool)
	// TryAt lists all moves of a node and tries them.
	TryAt(n *Node) Result
	// ScanAt evaluates and tests moves of a node in the order given.
	ScanAt(n *Node, moves []Move) Result
	// TryKillersAt tries the killers of a node at which they end the line.
	TryKillersAt(n *Node, checks bool) Early
	// KillersPartAt tries the killers of a node before its other quiet moves.
	KillersPartAt(n *Node, half bool) Early
	// TryCachedAt tries the cache's move for a node.
	TryCachedAt(n *Node, half bool) Early
	// RememberAt stores a move of a node in the cache and returns the entry at the
	// position's place after that.
	RememberAt(n *Node, m goengine.Move, frontier bool) Cache
	// EarlyKillerAt reports whether a killer is legal and quiet at a node, and the
	// static value after it.
	EarlyKillerAt(n *Node, m goengine.Move) (g Move, static int16, ok bool)
	// PriceRow returns the row of a profile's table of prices for a ply.
	PriceRow(p *goengine.Profile, ply int) int
	// Prices returns the table of a profile's prices for a game phase.
	Prices(p *goengine.Profile, phase int) Prices
	// WithinByte returns a number as a price, 1 to 255.
	WithinByte(v int) uint8
	// Records returns how many moves the nodes of the line have sorted and waiting
	// at the moment, for callbacks that watch the lists fill.
	Records(e *goengine.Engine) (sorted, waiting int)
}
