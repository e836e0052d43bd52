// Package probe records the part of a search tree near the root, or below a line,
// from the search's events: each move's category and price, the SX left, its value
// and the window, and what became of it.
package probe

import (
	"context"
	"fmt"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Fate is what became of a move.
type Fate string

// The fates.
const (
	Best      Fate = "new best"
	NotBetter Fate = "not better"
	Cutoff    Fate = "cutoff"
	Refuted   Fate = "refuted"       // a reply cut off, which the search doesn't report for the move itself
	Untried   Fate = "not tried"     // evaluated statically, then another move cut off
	Unvalued  Fate = "not valued"    // only generated
	UnderWay  Fate = "under way"     // a limit ended the search during the move
	Missing   Fate = "not generated" // legal, but the node ended before it was generated
)

// End is the reason why a line ends with a move that was compared with the window.
type End string

// The ends.
const (
	GoesOn   End = ""
	Spent    End = "SX spent"           // its price is more than the node has
	TooDear  End = "too dear when late" // SX pays its price but not its late price, and its static value is at most alpha
	Frontier End = "SX too low"         // SX pays no move of the node, so that moves have no price
	Waiting  End = "too dear there"     // a quiet move where only captures, checks, killers and attacks are priced
	Passed   End = "passed"             // expanded, but the reply is good enough without a move (static null-move pruning)
	Drawn    End = "draw"               // by repetition or material
	NoMoves  End = "no moves"           // mate or stalemate
)

// Move is a move of a node with what the search did with it.
type Move struct {
	Move goengine.Move
	// Number is its place, from 1, among the node's moves that were tried; 0 if it was not.
	Number int
	// Static is its static value for the mover.
	Static int16
	Valued bool
	// Category and Price are the engine's, if it determined them.
	Category goengine.Category
	Price    uint8
	Priced   bool
	// Late is the late price, which is more than Price, of a move late in its list
	// (goengine.Profile.LateFrom) that is searched for that price first; otherwise 0.
	// OnlyLate reports that it was searched for the late price only: it was no better
	// than alpha then, or SX could not pay for it (TooDear).
	Late     uint8
	OnlyLate bool
	// Own and Other are the SX left after the move, for the side that moved and, with two
	// budgets, for the other side: after Late if OnlyLate is set, else after Price. With
	// one budget, Own is below zero if SX can't pay the price.
	Own, Other int
	// Value is the value that was compared with the window, for the mover. Of a move that
	// was priced and has no value, Alpha and Beta are the window in which it was begun.
	Value, Alpha, Beta int16
	Fate               Fate
	End                End
	// Reply is the last move of the node after it that was better than alpha there: the one
	// that refuted it, or that gave it its value; NoMove if none was.
	Reply goengine.Move
	// Nodes is the number of moves evaluated below it, in all its searches. Searches is
	// the number of times that the node after it was expanded: more than once if a
	// null-window search, for the late price or its own, found it better than alpha.
	Nodes    uint64
	Searches int
	// Child is the node after it as the last of its searches left it. It is nil if the
	// node was not expanded, or is too deep to be recorded.
	Child    *Node
	expanded bool
	first    uint64 // the search's node count before it
}

// Node is a node that was expanded, with its moves in the order of generation.
type Node struct {
	Ply         int
	Alpha, Beta int16
	Own, Other  uint8 // SX of the side to move and, with two budgets, of the other side
	Static      int16
	Moves       []*Move
	// CutBy is the move whose value was at least beta; nil if there is none.
	CutBy *Move
	tried int
	place int // number of moves priced since the last generation: the last one's place in the list
}

// Find returns a move of the node, nil if it was not generated.
func (n *Node) Find(m goengine.Move) *Move {
	for _, x := range n.Moves {
		if x.Move == m {
			return x
		}
	}
	return nil
}

// HasPrices reports whether the engine determined the price of any move.
func (n *Node) HasPrices() bool {
	for _, m := range n.Moves {
		if m.Priced {
			return true
		}
	}
	return false
}

// Iteration is the result of an iteration.
type Iteration struct {
	SX    int
	Score int16
	Best  goengine.Move
	Nodes uint64 // since the beginning of the search
}

// Search is the result of a search, with the recorded tree.
type Search struct {
	Engine string
	Guest  bool // it has no prices and no SX
	Result hostbridge.Result
	// Iterations are the completed iterations.
	Iterations []Iteration
	// Root is the root in the iteration of the result; nil if none of its moves was
	// generated. Finished reports that the iteration was completed.
	Root     *Node
	Finished bool
}

// Scope says which part of the tree is recorded.
type Scope struct {
	// Line leads from the root to the node below which Plies plies are recorded. Nodes
	// on the line are recorded with all their moves.
	Line  []goengine.Move
	Plies int
}

// Record searches a position and records the tree. It replaces the engine's callbacks,
// and detaches its own at the end.
func Record(ctx context.Context, e hostbridge.Engine, p *goengine.Position, prof *goengine.Profile, l goengine.Limits, s Scope) (*Search, error) {
	return Watch(ctx, e, p, prof, l, s, nil)
}

// Watch is Record with a watcher, which may be nil.
func Watch(ctx context.Context, e hostbridge.Engine, p *goengine.Position, prof *goengine.Profile, l goengine.Limits, s Scope, w Watcher) (*Search, error) {
	r := &recorder{scope: s, profile: prof, watcher: w}
	e.Attach(r)
	defer e.Attach(nil)
	result, err := e.Search(ctx, goengine.NewGame(p), prof, l)
	if err != nil {
		return nil, fmt.Errorf("engine %s: %w", e.Name(), err)
	}
	if r.kept > MostMoves {
		return nil, fmt.Errorf("engine %s: more than %d moves were to be recorded: want fewer plies, or a longer line", e.Name(), MostMoves)
	}
	search := &Search{Engine: e.Name(), Result: result, Iterations: r.iterations, Root: r.complete, Finished: true}
	if !result.Complete {
		r.end()
		search.Root, search.Finished = r.nodes[0], false
	}
	if search.Root != nil {
		search.Root.settle(prof)
	}
	return search, nil
}

// recorder implements hostbridge.Callbacks.
type recorder struct {
	scope      Scope
	profile    *goengine.Profile
	watcher    Watcher
	iterations []Iteration
	complete   *Node // root of the last completed iteration

	nodes  [goengine.MaxPly + 2]*Node  // under way, by ply; nil outside the scope
	moves  [goengine.MaxPly + 2]*Move  // being searched, by ply
	inner  [goengine.MaxPly + 2]bool   // the node at a ply is in the scope
	visits [goengine.MaxPly + 2]*visit // of the nodes, and of those one ply below the scope
	count  uint64
	kept   int // moves recorded in all iterations
}

// MostMoves bounds the number of recorded moves of all iterations.
const MostMoves = 4_000_000

// move returns a move of the node, and adds it if it is new.
func (n *Node) move(m goengine.Move) *Move {
	if x := n.Find(m); x != nil {
		return x
	}
	x := &Move{Move: m, Fate: Unvalued}
	n.Moves = append(n.Moves, x)
	return x
}

// generated records the moves of a part of the node at a ply, and returns the number of
// new ones.
func (r *recorder) generated(p int, moves []goengine.Move) int {
	node := r.nodes[p]
	if node == nil {
		return 0
	}
	before := len(node.Moves)
	for _, m := range moves {
		node.move(m)
	}
	r.visits[p].generated, node.place = moves, 0
	return len(node.Moves) - before
}

// Event implements Callbacks.
func (r *recorder) Event(n hostbridge.Node, ev *goengine.Event) {
	switch ev.Kind {
	case goengine.EventGenerated:
		if r.at(n, goengine.NoMove) == nil {
			return
		}
		if r.kept += r.generated(n.Ply(), n.Moves(nil)); r.kept > MostMoves {
			n.Stop()
		}
	case goengine.EventScored:
		r.scored(n, ev)
	case goengine.EventPriced:
		r.priced(n, ev)
	case goengine.EventBeta:
		r.tested(n, ev)
	case goengine.EventIteration:
		r.drop(0)
		r.iterations = append(r.iterations, Iteration{int(ev.SX), ev.Value, ev.Move, r.count})
		r.complete, r.nodes[0], r.visits[0] = r.nodes[0], nil, nil
	}
}

// scored records a static value. It also counts the node.
func (r *recorder) scored(n hostbridge.Node, ev *goengine.Event) {
	node := r.at(n, ev.Move) // first, since it ends the previous move, for which this node must not count
	r.count++
	if node != nil {
		x := node.move(ev.Move)
		x.Static, x.Valued, x.Fate = ev.Value, true, Untried
	}
}

// priced records category and price, and begins the move.
func (r *recorder) priced(n hostbridge.Node, ev *goengine.Event) {
	node := r.at(n, goengine.NoMove)
	if node == nil {
		return
	}
	x := node.move(ev.Move)
	x.Category, x.Price, x.Priced, x.first = ev.Category, ev.Price, true, r.count
	node.place++
	x.Alpha, x.Beta = n.Window()
	r.late(node, x, x.Alpha)
	p := node.Ply
	r.moves[p], r.nodes[p+1], r.visits[p+1] = x, nil, nil
	clear(r.inner[p+1:])
	r.inner[p+1] = p >= len(r.scope.Line) || r.scope.Line[p] == ev.Move
	r.tell(node, x, Begun)
}

// tested records the value of a move and its verdict, or a pass cut.
func (r *recorder) tested(n hostbridge.Node, ev *goengine.Event) {
	p := n.Ply()
	r.drop(p + 1)
	if ev.Move == goengine.NoMove {
		if p > 0 && r.moves[p-1] != nil && ev.Value >= ev.Beta {
			r.moves[p-1].End = Passed
		}
		return
	}
	under := r.moves[p]
	if under != nil && under.Move == ev.Move {
		r.moves[p] = nil // it has a value, so drop must not end it
	}
	node := r.at(n, goengine.NoMove)
	if p > 0 && r.moves[p-1] != nil && ev.Value > ev.Alpha {
		r.moves[p-1].Reply = ev.Move
	}
	if node == nil {
		return
	}
	x := node.move(ev.Move)
	if x != under {
		x.first = r.count
		r.tell(node, x, Begun)
	}
	if x.OnlyLate && x.End != TooDear && ev.Value > ev.Alpha {
		r.whole(node, x) // a draw, for which there is no event
	}
	r.tried(node, x)
	x.Value, x.Alpha, x.Beta = ev.Value, ev.Alpha, ev.Beta
	switch {
	case ev.Value >= ev.Beta:
		x.Fate, node.CutBy = Cutoff, x
	case ev.Value > ev.Alpha:
		x.Fate = Best
	default:
		x.Fate = NotBetter
	}
	r.tell(node, x, Ended)
}

// late determines whether a move that has just been priced is searched for a late price
// first, or is too expensive at that price, and the SX left.
func (r *recorder) late(n *Node, x *Move, alpha int16) {
	r.whole(n, x)
	pays := func(price uint8) bool { return Pays(r.profile, int(n.Own), int(n.Other), int(price)) }
	late, is := r.profile.LatePrice(x.Category, x.Price, n.place)
	switch {
	case !is || !pays(x.Price):
		return
	case pays(late):
	case x.Static <= alpha:
		x.End = TooDear
	default:
		return // searched for its own price at once
	}
	x.Late, x.OnlyLate = late, true
	x.Own, x.Other = left(r.profile, int(n.Own), int(n.Other), int(late))
}

// whole records that a move is searched for its own price, or that SX can't pay it.
func (r *recorder) whole(n *Node, x *Move) {
	x.OnlyLate = false
	x.Own, x.Other = left(r.profile, int(n.Own), int(n.Other), int(x.Price))
}

// left returns the SX of the mover and of the other side after a price is paid.
func left(prof *goengine.Profile, own, other, price int) (int, int) {
	switch {
	case prof.Switches&goengine.TwoBudgets == 0:
		return own - price, 0
	case prof.Budgets == goengine.BudgetsShared:
		return max(own-price, 0), other - max(price-own, 0)
	}
	return max(own-price, 0), other
}

// Pays reports whether SX pays a price, so that the move is searched. own and other are
// the SX of the mover and of the other side.
func Pays(prof *goengine.Profile, own, other, price int) bool {
	switch {
	case prof.Switches&goengine.TwoBudgets == 0:
		return own >= price
	case prof.Budgets == goengine.BudgetsShared:
		return own+other > price
	case prof.Budgets == goengine.BudgetsOwn:
		return other != 0
	}
	return other != 0 || own > price
}

// tried numbers a move that has been tried.
func (r *recorder) tried(node *Node, x *Move) {
	node.tried++
	x.Number = node.tried
	x.Nodes += r.count - x.first
}

// drop ends the moves from a ply on that were searched and had no value after that:
// they were refuted.
func (r *recorder) drop(from int) {
	for p := r.deepest(); p >= from; p-- {
		if x := r.moves[p]; x != nil {
			r.moves[p] = nil
			x.Fate = Refuted
			r.tried(r.nodes[p], x)
			r.tell(r.nodes[p], x, Ended)
		}
	}
}

// end marks the moves that were under way when a limit ended the search.
func (r *recorder) end() {
	for p := range r.moves {
		if x := r.moves[p]; x != nil {
			x.Fate, x.Nodes = UnderWay, x.Nodes+r.count-x.first
		}
	}
}

// settle determines why lines end.
func (n *Node) settle(prof *goengine.Profile) {
	prices := n.HasPrices()
	for _, x := range n.Moves {
		if x.Child != nil {
			x.Child.settle(prof)
		}
		x.End = n.end(x, prof, prices)
	}
}

// end returns why a move's line ends. prices reports whether a move of the node has a price.
func (n *Node) end(x *Move, prof *goengine.Profile, prices bool) End {
	switch {
	case x.End == Passed && !x.expanded:
	case x.expanded && x.Child != nil && len(x.Child.Moves) == 0:
		return NoMoves
	case x.expanded:
		return GoesOn
	case !x.Tested(), x.End == TooDear:
	case x.Priced && Pays(prof, int(n.Own), int(n.Other), int(x.Price)):
		return Drawn
	case x.Priced:
		return Spent
	case prices:
		return Waiting
	default:
		return Frontier
	}
	return x.End
}

// Difference describes the first difference between two searches. It ignores cycles,
// and returns "" if there is none.
func Difference(a, b *Search) string {
	if !a.Result.Agrees(&b.Result) {
		return fmt.Sprintf("%s plays %v, score %d, %d nodes, %s plays %v, score %d, %d nodes",
			a.Engine, a.Result.PV, a.Result.Score, a.Result.Nodes, b.Engine, b.Result.PV, b.Result.Score, b.Result.Nodes)
	}
	if (a.Root == nil) != (b.Root == nil) || len(a.Iterations) != len(b.Iterations) {
		return fmt.Sprintf("%s has %d iterations, %s %d", a.Engine, len(a.Iterations), b.Engine, len(b.Iterations))
	}
	if a.Root == nil {
		return ""
	}
	return differ(a.Root, b.Root, nil)
}

// differ describes the first difference between the moves of two nodes.
func differ(a, b *Node, line []goengine.Move) string {
	if len(a.Moves) != len(b.Moves) || a.Alpha != b.Alpha || a.Beta != b.Beta || a.Own != b.Own || a.Other != b.Other || a.Static != b.Static {
		return fmt.Sprintf("after %v: %d moves, window %d to %d, SX %d and %d, static %d; and %d, %d to %d, %d and %d, %d",
			line, len(a.Moves), a.Alpha, a.Beta, a.Own, a.Other, a.Static, len(b.Moves), b.Alpha, b.Beta, b.Own, b.Other, b.Static)
	}
	for i, x := range a.Moves {
		y := b.Moves[i]
		xx, yy := *x, *y
		xx.Child, yy.Child = nil, nil
		here := append(line[:len(line):len(line)], x.Move)
		if xx != yy || (x.Child == nil) != (y.Child == nil) {
			return fmt.Sprintf("after %v: %+v and %+v", here, xx, yy)
		}
		if x.Child != nil {
			if where := differ(x.Child, y.Child, here); where != "" {
				return where
			}
		}
	}
	return ""
}
