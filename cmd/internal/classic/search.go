package classic

import (
	"cmp"
	"slices"
	"sync/atomic"

	"github.com/searchex/searchex/goengine"
)

// Mate is the score of a mate, less its distance in plies. It is greater than any evaluation.
const Mate = 1_000_000

// MateBound is less than the score of any mate and greater than any evaluation.
const MateBound = Mate / 2

// infinity is greater than any score.
const infinity = 2 * Mate

// MaxDepth is the greatest depth in plies, without quiescence.
const MaxDepth = goengine.MaxPly

// Order is a move ordering.
type Order uint8

const (
	// Generated is the order of generation: captures first.
	Generated Order = iota
	// Smallest is the order of "AI Chess Algorithms": ascending by the absolute change of the
	// score that the move makes in one ply.
	Smallest
	// Best is the order that "AI Chess Algorithms" calls intuitive: the best one-ply score first.
	Best
)

// Search has the settings and the limits of a search.
type Search struct {
	Weights Weights
	// Protects is the reading of protections in the evaluation.
	Protects Protects
	// Depth is the depth in plies, at least 1.
	Depth int
	// Minimax searches all moves. Otherwise alpha-beta prunes.
	Minimax bool
	Order   Order
	// Null raises alpha at the root to the score after two null moves; see bound.
	Null bool
	// Quiescence searches captures at the leaves: those that the last move made possible, or
	// with AllCaptures all of them.
	Quiescence, AllCaptures bool

	// MaxNodes limits the nodes, 0 for no limit. At least one root move is searched.
	MaxNodes uint64
	// MaxEvaluated limits the evaluations in the same way.
	MaxEvaluated uint64
	// Stop stops the search when it becomes true.
	Stop *atomic.Bool
	// Moves are the root moves to search, nil for all.
	Moves []goengine.Move
	// Tick is called every TickNodes nodes if TickNodes is not 0.
	Tick      func(Result)
	TickNodes uint64
}

// Result is the result of a search.
type Result struct {
	Best  goengine.Move // NoMove if there is no legal move
	Score int           // for the side to move
	// Nodes counts the positions entered: Leaves those at depth 0, Inner those whose moves were
	// searched. Tried counts these moves.
	Nodes, Leaves, Inner, Tried uint64
	// Evaluated counts the evaluations, including those for the move ordering.
	Evaluated uint64
	// Line is the principal variation, which begins with Best.
	Line []goengine.Move `json:",omitempty"`
	// Reached is the depth of the last iteration. Stopped reports that a limit ended it.
	Reached int
	Stopped bool `json:",omitempty"`
}

// searcher is the state of a search.
type searcher struct {
	*Search
	Result
	lines   [MaxDepth + 1][]goengine.Move // best line from each ply
	settled bool                          // at least one root move has a score
	now     board                         // the board to evaluate
	boards  []*goengine.Position          // by ply, allocated on first use
	oneMove goengine.Position             // the position after one move, for the move ordering
}

// Run searches a position to the depth. It does not change the position.
func (s *Search) Run(p *goengine.Position) Result {
	r := &searcher{Search: s}
	r.run(p, s.Depth, goengine.NoMove, r.firstAlpha(p))
	return r.Result
}

// Deepen searches by iterative deepening up to the depth, until a limit stops it. It calls onIteration
// after each complete iteration. The result of an incomplete iteration counts, because each iteration
// searches the best move of the previous one first.
func (s *Search) Deepen(p *goengine.Position, onIteration func(Result)) Result {
	r := &searcher{Search: s}
	bound := r.firstAlpha(p)
	for depth := 1; depth <= min(s.Depth, MaxDepth) && !r.Stopped; depth++ {
		r.run(p, depth, r.Best, bound)
		if r.Best == goengine.NoMove {
			break
		}
		if !r.Stopped {
			onIteration(r.Result)
		}
		if r.Score >= MateBound || r.Score <= -MateBound {
			break
		}
	}
	return r.Result
}

// firstAlpha returns alpha at the root.
func (r *searcher) firstAlpha(p *goengine.Position) int {
	if r.Null && !r.Minimax {
		return r.bound(p)
	}
	return -infinity
}

// run searches to a depth. front is the move to search first, or NoMove. bound is a lower bound that
// may be wrong: if no move exceeds it, run searches again without it.
func (r *searcher) run(p *goengine.Position, depth int, front goengine.Move, bound int) {
	best, score := r.root(p, depth, front, bound)
	if bound > -infinity && best == goengine.NoMove && !r.Stopped {
		best, score = r.root(p, depth, front, -infinity) // zugzwang: the null moves were better than any move
	}
	if best != goengine.NoMove || !r.Stopped {
		r.Best, r.Score, r.Line = best, score, slices.Clone(r.lines[0])
	}
	r.Reached = depth
}

// root searches the root. The best move is one with a score above alpha, or NoMove.
func (r *searcher) root(p *goengine.Position, depth int, front goengine.Move, alpha int) (best goengine.Move, score int) {
	moves := r.order(p, p.LegalMoves())
	if r.Moves != nil {
		moves = slices.DeleteFunc(moves, func(m goengine.Move) bool { return !slices.Contains(r.Moves, m) })
	}
	r.lines[0] = r.lines[0][:0]
	if len(moves) == 0 {
		return goengine.NoMove, ended(p, 0)
	}
	if i := slices.Index(moves, front); i > 0 {
		copy(moves[1:], moves[:i])
		moves[0] = front
	}
	score = alpha
	r.Inner++
	for _, m := range moves {
		r.Tried++
		next := r.after(p, m, 1)
		low := -infinity
		if !r.Minimax {
			low = score
		}
		v := -r.value(next, p, m, depth-1, 1, -infinity, -low)
		if r.Stopped {
			break
		}
		r.settled = true
		if v > score {
			best, score = m, v
			r.keep(0, m)
		}
	}
	return best, score
}

// keep sets the best line of a ply: a move and the best line of the next ply.
func (r *searcher) keep(ply int, m goengine.Move) {
	r.lines[ply] = append(append(r.lines[ply][:0], m), r.lines[ply+1]...)
}

// after returns the position after a move, in the memory reserved for its ply.
func (r *searcher) after(p *goengine.Position, m goengine.Move, ply int) *goengine.Position {
	for len(r.boards) <= ply {
		r.boards = append(r.boards, new(goengine.Position))
	}
	next := r.boards[ply]
	*next = *p
	next.Play(m)
	return next
}

// node counts a node, and reports whether the search must stop.
func (r *searcher) node() (stop bool) {
	r.Nodes++
	if r.TickNodes > 0 && r.Nodes%r.TickNodes == 0 {
		r.Tick(r.Result)
	}
	if r.settled {
		over := r.MaxNodes > 0 && r.Nodes > r.MaxNodes || r.MaxEvaluated > 0 && r.Evaluated > r.MaxEvaluated
		r.Stopped = r.Stopped || over || r.Stop != nil && r.Stop.Load()
	}
	return r.Stopped
}

// evaluate returns the evaluation of a position for the side to move, and counts it.
func (r *searcher) evaluate(p *goengine.Position) int {
	r.now.read(p)
	return r.weigh(p.Side())
}

// weigh returns the evaluation of r.now for a side, and counts it.
func (r *searcher) weigh(own goengine.Side) int {
	r.Evaluated++
	return r.now.evaluate(&r.Weights, r.Search.Protects, own)
}

// value returns the value of a position for the side to move, by alpha-beta or minimax. before is the
// position before the last move.
func (r *searcher) value(p, before *goengine.Position, last goengine.Move, depth, ply, alpha, beta int) int {
	if r.node() {
		return 0
	}
	r.lines[ply] = r.lines[ply][:0]
	if p.Repeated() || p.Insufficient() {
		return 0
	}
	if depth <= 0 {
		return r.leaf(p, before, last, ply, alpha, beta)
	}
	moves := p.LegalMoves()
	if len(moves) == 0 {
		return ended(p, ply)
	}
	if p.HalfmoveClock() >= 100 {
		return 0
	}
	moves = r.order(p, moves)
	r.Inner++
	best := -infinity
	for _, m := range moves {
		r.Tried++
		next := r.after(p, m, ply+1)
		low, high := alpha, beta
		if r.Minimax {
			low, high = -infinity, infinity
		}
		v := -r.value(next, p, m, depth-1, ply+1, -high, -low)
		if r.Stopped {
			return best
		}
		if v > best {
			best = v
			r.keep(ply, m)
		}
		if r.Minimax {
			continue
		}
		if alpha = max(alpha, best); alpha >= beta {
			break
		}
	}
	return best
}

// leaf returns the value of a position at depth 0.
func (r *searcher) leaf(p, before *goengine.Position, last goengine.Move, ply, alpha, beta int) int {
	r.now.read(p)
	if !r.now.movable(p) {
		return ended(p, ply)
	}
	if p.HalfmoveClock() >= 100 {
		return 0
	}
	r.Leaves++
	if r.Quiescence {
		return r.quiet(p, before, last, ply, alpha, beta)
	}
	return r.weigh(p.Side())
}

// bound returns a lower bound for the side to move: its score after two null moves, if the opponent
// plays the best move by one-ply search each time. A move should be better than that. If a check forbids a
// null move there is no bound, and the result is -infinity.
func (r *searcher) bound(p *goengine.Position) int {
	now := p
	for range 2 {
		passed, ok := pass(now)
		if !ok {
			return -infinity
		}
		moves := passed.LegalMoves()
		if len(moves) == 0 {
			return -infinity
		}
		var best *goengine.Position
		least := infinity
		for _, m := range moves {
			next := *passed
			next.Play(m)
			r.Nodes++
			if v := r.evaluate(&next); v < least {
				best, least = &next, v
			}
		}
		now = best
	}
	return r.evaluate(now)
}

// ended returns the value of mate or stalemate.
func ended(p *goengine.Position, ply int) int {
	if p.InCheck() {
		return ply - Mate
	}
	return 0
}

// order sorts moves in the order of the search.
func (r *searcher) order(p *goengine.Position, moves []goengine.Move) []goengine.Move {
	if r.Order == Generated {
		return moves
	}
	now := r.evaluate(p)
	type scored struct {
		move goengine.Move
		by   int // the sort key, ascending
	}
	all := make([]scored, len(moves))
	for i, m := range moves {
		r.oneMove = *p
		r.oneMove.Play(m)
		change := -r.evaluate(&r.oneMove) - now
		if r.Order == Smallest {
			change = -max(change, -change)
		}
		all[i] = scored{m, -change}
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(a.by, b.by) })
	for i := range all {
		moves[i] = all[i].move
	}
	return moves
}

// quiet returns the value of a position by a search of captures only: those that the last move made
// possible. Captures that were possible before don't count against that move. AllCaptures searches them
// too. r.now is the board of p.
func (r *searcher) quiet(p, before *goengine.Position, last goengine.Move, ply, alpha, beta int) int {
	best := r.weigh(p.Side())
	if r.Minimax {
		alpha, beta = -infinity, infinity
	}
	if alpha = max(alpha, best); alpha >= beta {
		return best
	}
	var room [64]goengine.Move
	list := room[:0]
	if r.AllCaptures {
		list = r.now.enPassant(r.now.captures(list, p.Side()), p, last)
	} else {
		list = r.now.newCaptures(list, p, before, last)
	}
	for _, m := range list {
		if !p.Legal(m) {
			continue
		}
		if r.node() {
			break
		}
		next := r.after(p, m, ply+1)
		r.now.read(next)
		v := 0
		if !r.now.movable(next) {
			v = -ended(next, ply+1)
		} else {
			v = -r.quiet(next, p, m, ply+1, -beta, -alpha)
		}
		best = max(best, v)
		if alpha = max(alpha, best); alpha >= beta {
			break
		}
	}
	return best
}
