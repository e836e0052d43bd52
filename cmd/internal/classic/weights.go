// Package classic is a second, small engine: the baseline program, which "AI Chess
// Algorithms" (people.cornell.edu/pages/msf22) describes. It has minimax, alpha-beta, a move
// ordering by one-ply scores, a null move as a first bound, quiescence for the captures that the last
// move made possible, and an evaluation by 25 numbers. It shares only the rules with goengine.
package classic

import (
	"iter"

	"github.com/searchex/searchex/goengine"
)

// Weights are the 25 numbers of an evaluation, each multiplied by a count of Features.
type Weights struct {
	// Possession, Mobility, Threats and Protects have a weight for each kind of piece.
	Possession, Mobility, Threats, Protects [goengine.Pawn + 1]int
	// Advancement is the weight of each rank that a pawn has advanced.
	Advancement int
}

// Default has the weights of "AI Chess Algorithms". Its weights of possession were in a picture that is
// lost. These are the usual ones, in the scale of its remark that a mobility of 84 is much for a rook.
var Default = Weights{
	Possession:  [...]int{goengine.King: 10_000, goengine.Queen: 900, goengine.Rook: 500, goengine.Bishop: 300, goengine.Knight: 300, goengine.Pawn: 100},
	Mobility:    [...]int{goengine.Queen: 1, goengine.Pawn: 0},
	Threats:     [...]int{goengine.King: 4, goengine.Queen: 5, goengine.Rook: 2, goengine.Bishop: 1, goengine.Knight: 1, goengine.Pawn: 0},
	Protects:    [...]int{goengine.Bishop: 1, goengine.Knight: 1, goengine.Pawn: 0},
	Advancement: 1,
}

// Features are the counts of one side that an evaluation weighs.
type Features struct {
	// Possession is the number of pieces of each kind. Mobility is the number of their pseudo-legal
	// moves: to empty squares and to enemy pieces.
	Possession, Mobility [goengine.Pawn + 1]int
	// Threats is the number of attacks on enemy pieces, Protects that of defences of own pieces, by
	// the kind of the piece attacked or defended. Two attackers of one piece count twice.
	Threats, Protects [goengine.Pawn + 1]int
	// Advancement is the number of ranks that all pawns have advanced.
	Advancement int
}

// Score returns the sum of the weighted features.
func (f *Features) Score(w *Weights) int {
	sum := f.Advancement * w.Advancement
	for k := goengine.King; k <= goengine.Pawn; k++ {
		sum += f.Possession[k]*w.Possession[k] + f.Mobility[k]*w.Mobility[k] + f.Threats[k]*w.Threats[k] + f.Protects[k]*w.Protects[k]
	}
	return sum
}

// Count returns the features of both sides, White's first.
func Count(p *goengine.Position) (sides [2]Features) {
	var b board
	b.read(p)
	return b.count()
}

// Evaluate returns the score of a position for the side to move.
func (w *Weights) Evaluate(p *goengine.Position) int {
	var b board
	b.read(p)
	return b.evaluate(w, 0, p.Side())
}

// evaluate returns the score for a side, with a reading of protections.
func (b *board) evaluate(w *Weights, reading Protects, own goengine.Side) int {
	sides := b.count()
	if reading != 0 {
		var r Relations
		for side := range sides {
			b.relate(&r, goengine.Side(side))
			sides[side].Protects = r.Protects(reading)
		}
	}
	return sides[own].Score(w) - sides[own^1].Score(w)
}

// count returns the features of both sides.
func (b *board) count() (sides [2]Features) {
	for rank := range goengine.Square(8) {
		for file := range goengine.Square(8) {
			at := rank<<4 | file
			c := b[at]
			if c == 0 {
				continue
			}
			side, kind := c.side(), c.kind()
			f := &sides[side]
			f.Possession[kind]++
			if kind == goengine.Pawn {
				f.advance(b, c, at)
			}
			slide := slides[kind]
			for _, step := range steps[side][kind] {
				for to := at + step; onBoard(to); to += step {
					hit := b[to]
					switch {
					case hit == 0 && kind == goengine.Pawn: // a pawn moves diagonally only to capture
					case hit == 0:
						f.Mobility[kind]++
					case hit.side() == side:
						f.Protects[hit.kind()]++
					default:
						f.Mobility[kind]++
						f.Threats[hit.kind()]++
					}
					if !slide || hit != 0 {
						break
					}
				}
			}
		}
	}
	return sides
}

// advance counts a pawn's rank and its moves straight ahead.
func (f *Features) advance(b *board, c piece, at goengine.Square) {
	step, home, come := forward[c.side()], goengine.Square(1), at>>4-1
	if c.side() == goengine.Black {
		home, come = 6, 6-at>>4
	}
	f.Advancement += int(come)
	if to := at + step; onBoard(to) && b[to] == 0 {
		f.Mobility[goengine.Pawn]++
		if to += step; at>>4 == home && b[to] == 0 {
			f.Mobility[goengine.Pawn]++
		}
	}
}

// piece is the content of a square: 0 if it is empty, or a kind and a side.
type piece uint8

func of(side goengine.Side, kind goengine.Kind) piece { return piece(1 + kind<<1 + side) }

func (c piece) side() goengine.Side { return goengine.Side(c-1) & 1 }

// kind returns the kind of piece. For an empty square it is not a valid one.
func (c piece) kind() goengine.Kind { return goengine.Kind(c-1) >> 1 }

// board has the content of each square, in 0x88 numbering.
type board [128]piece

// read sets the board to a position.
func (b *board) read(p *goengine.Position) {
	for rank := range goengine.Square(8) {
		for file := range goengine.Square(8) {
			at := rank<<4 | file
			b[at] = 0
			if side, kind, ok := p.PieceAt(at); ok {
				b[at] = of(side, kind)
			}
		}
	}
}

// men yields the squares of a side's men, from a1 on, and their kinds.
func (b *board) men(side goengine.Side) iter.Seq2[goengine.Square, goengine.Kind] {
	return func(yield func(goengine.Square, goengine.Kind) bool) {
		for rank := range goengine.Square(8) {
			for file := range goengine.Square(8) {
				at := rank<<4 | file
				if c := b[at]; c != 0 && c.side() == side && !yield(at, c.kind()) {
					return
				}
			}
		}
	}
}

// The steps of the pieces, by side and kind, and which kinds slide: repeat their step.
var (
	lines  = []goengine.Square{0x10, 0xF0, 0x01, 0xFF}
	slants = []goengine.Square{0x11, 0x0F, 0xF1, 0xEF}
	all    = append(append([]goengine.Square{}, lines...), slants...)
	jumps  = []goengine.Square{0x21, 0x1F, 0x12, 0x0E, 0xE1, 0xDF, 0xF2, 0xEE}

	steps = [2][goengine.Pawn + 1][]goengine.Square{
		{goengine.King: all, goengine.Queen: all, goengine.Rook: lines, goengine.Bishop: slants, goengine.Knight: jumps, goengine.Pawn: {0x0F, 0x11}},
		{goengine.King: all, goengine.Queen: all, goengine.Rook: lines, goengine.Bishop: slants, goengine.Knight: jumps, goengine.Pawn: {0xEF, 0xF1}},
	}
	forward = [2]goengine.Square{0x10, 0xF0} // of pawns

	slides = [goengine.Pawn + 1]bool{goengine.Queen: true, goengine.Rook: true, goengine.Bishop: true}
)

func onBoard(sq goengine.Square) bool { return sq&0x88 == 0 }
