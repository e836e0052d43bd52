package classic

import (
	"cmp"
	"slices"
	"sync/atomic"

	"github.com/searchex/searchex/goengine"
)

// Mate is the score of giving mate, less the plies that it takes. It is more than any evaluation.
const Mate = 1_000_000

// MateBound is less than the score of any mate, and more than any evaluation.
const MateBound = Mate / 2

// infinity is more than any score.
const infinity = 2 * Mate

// MaxDepth is the most plies that are looked at before quiescence.
const MaxDepth = goengine.MaxPly

// Order is in what order a position's moves are tried.
type Order uint8

const (
	// Generated is the order in which they are generated: captures first.
	Generated Order = iota
	// Smallest is the text's: moves with small one-ply scores first, the size counted without sign.
	Smallest
	// Best is the one that the text calls intuitive: from the best one-ply score to the worst.
	Best
)

// Search is how a position is searched.
type Search struct {
	Weights Weights
	// Depth is how many plies are looked at, at least 1.
	Depth int
	// Minimax looks at every move. Otherwise alpha-beta leaves out those that can't matter.
	Minimax bool
	Order   Order
	// Null begins with a bound: what there is left where the opponent may move twice.
	Null bool
	// Quiescence looks, where the depth ends, at captures that the last move made possible.
	Quiescence bool

	// MaxNodes stops a search when it has come to so many, 0 for never. One root move at least is
	// valued.
	MaxNodes uint64
	// MaxEvaluated stops it likewise by evaluations.
	MaxEvaluated uint64
	// Stop stops it as soon as it is true.
	Stop *atomic.Bool
	// Moves are those of the root that are tried, nil for all.
	Moves []goengine.Move
	// Tick is called every TickNodes nodes, where they are not 0.
	Tick      func(Result)
	TickNodes uint64
}

// Result is what a search has found.
type Result struct {
	Best  goengine.Move // NoMove where there is no legal move
	Score int           // for the side to move
	// Nodes are positions that were come to, Leaves those of them that were evaluated where the depth
	// ended, Inner those whose moves were tried, Tried these moves.
	Nodes, Leaves, Inner, Tried uint64
	// Evaluated counts evaluations, those that only put moves in order included.
	Evaluated uint64
	// Line is the best line, Best first.
	Line []goengine.Move `json:",omitempty"`
	// Reached is the depth of the last iteration, Stopped says that it was not completed.
	Reached int
	Stopped bool `json:",omitempty"`
}

// searcher is a search under way.
type searcher struct {
	*Search
	Result
	lines   [MaxDepth + 1][]goengine.Move // by ply, from there
	settled bool                          // one root move has been valued
	now     board                         // the evaluation's
	boards  []*goengine.Position          // by ply, made when first wanted
	aside   goengine.Position             // to look one ply ahead
}

// Run searches a position, which is left as it is, to the depth.
func (s *Search) Run(p *goengine.Position) Result {
	r := &searcher{Search: s}
	r.run(p, s.Depth, goengine.NoMove, r.first(p))
	return r.Result
}

// Deepen searches to one ply, then to two, and so on up to the depth, until a limit stops it; told is
// called after each iteration that was completed. Of one that was not, what it has found counts: it tries
// the best move of the one before first.
func (s *Search) Deepen(p *goengine.Position, told func(Result)) Result {
	r := &searcher{Search: s}
	bound := r.first(p)
	for depth := 1; depth <= min(s.Depth, MaxDepth) && !r.Stopped; depth++ {
		r.run(p, depth, r.Best, bound)
		if r.Best == goengine.NoMove {
			break
		}
		if !r.Stopped {
			told(r.Result)
		}
		if r.Score >= MateBound || r.Score <= -MateBound {
			break
		}
	}
	return r.Result
}

// first is the bound to begin with.
func (r *searcher) first(p *goengine.Position) int {
	if r.Null && !r.Minimax {
		return r.bound(p)
	}
	return -infinity
}

// run searches to a depth with a move in front, if any, and a bound that may be none.
func (r *searcher) run(p *goengine.Position, depth int, front goengine.Move, bound int) {
	best, score := r.root(p, depth, front, bound)
	if bound > -infinity && best == goengine.NoMove && !r.Stopped {
		best, score = r.root(p, depth, front, -infinity) // the bound was none: to move is worse than to pass
	}
	if best != goengine.NoMove || !r.Stopped {
		r.Best, r.Score, r.Line = best, score, slices.Clone(r.lines[0])
	}
	r.Reached = depth
}

// root searches the root with a bound that a move must beat.
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

// keep notes a ply's best line.
func (r *searcher) keep(ply int, m goengine.Move) {
	r.lines[ply] = append(append(r.lines[ply][:0], m), r.lines[ply+1]...)
}

// after is the position after a move that leads to a ply, in the place for that ply.
func (r *searcher) after(p *goengine.Position, m goengine.Move, ply int) *goengine.Position {
	for len(r.boards) <= ply {
		r.boards = append(r.boards, new(goengine.Position))
	}
	next := r.boards[ply]
	*next = *p
	next.Play(m)
	return next
}

// node counts a node, and tells whether to stop there.
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

// evaluate is the evaluation of a position, counted.
func (r *searcher) evaluate(p *goengine.Position) int {
	r.now.read(p)
	return r.weigh(p.Side())
}

// weigh is the evaluation for a side of what stands on the board, counted.
func (r *searcher) weigh(own goengine.Side) int {
	r.Evaluated++
	return r.now.evaluate(&r.Weights, own)
}

// value is a position's, for the side to move, from alpha to beta. before is the position that the
// last move was made in.
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

// leaf is the value of a position where the depth ends.
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

// bound is what is left to the side to move where the other moves twice in sequence, each time as looks
// best at one ply: any move should be worth more. Where a check forbids that there is no bound.
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

// ended is the value of mate or stalemate.
func ended(p *goengine.Position, ply int) int {
	if p.InCheck() {
		return ply - Mate
	}
	return 0
}

// order puts moves in the order in which they are tried.
func (r *searcher) order(p *goengine.Position, moves []goengine.Move) []goengine.Move {
	if r.Order == Generated {
		return moves
	}
	now := r.evaluate(p)
	type scored struct {
		move goengine.Move
		by   int // less comes first
	}
	all := make([]scored, len(moves))
	for i, m := range moves {
		r.aside = *p
		r.aside.Play(m)
		change := -r.evaluate(&r.aside) - now
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

// quiet is a position's value where only captures are looked at that the last move made possible:
// what could be taken before is not that move's fault. The position is on the board.
func (r *searcher) quiet(p, before *goengine.Position, last goengine.Move, ply, alpha, beta int) int {
	best := r.weigh(p.Side())
	if r.Minimax {
		alpha, beta = -infinity, infinity
	}
	if alpha = max(alpha, best); alpha >= beta {
		return best
	}
	var room [64]goengine.Move
	for _, m := range r.now.newCaptures(room[:0], p, before, last) {
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
