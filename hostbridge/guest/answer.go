package guest

import (
	"slices"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// read reads the answer of a search.
func (e *Engine) read(p *goengine.Position, r *hostbridge.Result) error {
	a := &e.answer
	if e.unplayable() != nil {
		return nil // it answers nothing
	}
	none, err := e.number("answer.none", a.none)
	if err != nil {
		return err
	}
	score, err := e.number("answer.score", a.score)
	if err != nil {
		return err
	}
	r.Score = e.d.score(score, p.Side())
	if a.nodes != nil {
		n, err := e.number("answer.nodes", a.nodes)
		if err != nil {
			return err
		}
		r.Nodes = uint64(max(n, 0))
	}
	if none == 0 {
		if r.Best, err = e.move(p, "answer", a.from, a.to, a.promotion); err != nil {
			return err
		}
		if r.PV = legalPart(*p, e.watcher.line(0)); len(r.PV) == 0 || r.PV[0] != r.Best {
			r.PV = []goengine.Move{r.Best}
		}
	}
	if f := e.follower; f != nil && f.Iteration != nil {
		f.Iteration(hostbridge.Progress{SX: r.SX, Score: r.Score, PV: r.PV, Nodes: e.before.Nodes + r.Nodes, Cycles: e.before.Cycles + r.Cycles, Deepest: e.watcher.deepest})
	}
	if c := e.watcher.c; c != nil {
		e.watcher.ply = 0
		c.Event(&e.watcher, &goengine.Event{Kind: goengine.EventIteration, Move: r.Best, SX: uint8(r.SX), Value: r.Score})
	}
	return nil
}

// move reads a move of the program in a position. A move that is not legal is returned with the error.
func (e *Engine) move(p *goengine.Position, key string, from, to, promotion value) (goengine.Move, error) {
	var n [3]int64
	for i, v := range []value{from, to, promotion} {
		var err error
		if n[i], err = e.number(key+"."+[]string{"from", "to", "promotion"}[i], v); err != nil {
			return goengine.NoMove, err
		}
	}
	m, err := e.board.move(p, n[0], n[1], n[2])
	if err != nil {
		err = e.d.wrong(key, "the program's move is %w", err)
	}
	return m, err
}

// legalPart returns a line up to its first move that is not legal.
func legalPart(p goengine.Position, line []goengine.Move) []goengine.Move {
	for i, m := range line {
		if !p.Legal(m) {
			return slices.Clone(line[:i])
		}
		p.Play(m)
	}
	return slices.Clone(line)
}

// score returns a score of the program in our units, for the side to move.
func (d *Description) score(n int64, side goengine.Side) int16 {
	a := &d.Answer
	if a.White && side != goengine.White {
		n = -n
	}
	if mate, ok := d.mate(n); ok {
		return mate
	}
	const bound = int64(goengine.MateBound) - 1
	return int16(min(max(units(n, a.Pawn), -bound), bound))
}

// maxPawn is the largest number of units that a pawn may have.
const maxPawn = 1 << 20

// units returns a value of the program, in which a pawn has some units, in 64ths of a pawn.
func units(n, pawn int64) int64 {
	const most = 1 << 48 // beyond all values, and no overflow
	return min(max(n, -most), most) * 64 / max(pawn, 1)
}

// mate returns the score of a mate in our units, if a score of the program is one.
func (d *Description) mate(n int64) (score int16, ok bool) {
	plies := d.Answer.Mate - max(n, -n)
	if d.Answer.Mate == 0 || plies < 0 || plies >= 100 {
		return 0, false
	}
	score = int16(int64(goengine.Mate) - min(plies, 2*goengine.MaxPly))
	if n < 0 {
		score = -score
	}
	return score, true
}
