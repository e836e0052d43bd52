package evalfit

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Example is a position of a search with its values for the side that has moved.
type Example struct {
	Position
	// Features and Static describe the static value. Swap is the gain of the other side by its best
	// swap-off (static exchange evaluation).
	Features []Feature
	Static   float64
	Swap     float64
	// Score is the stronger program's score, in centipawns.
	Score float64
	// Held reports that the example is held out from the fit.
	Held bool
}

// A value of ourUnits (64ths of a pawn), or theirCentipawns of the other program, means an expected
// score of 73%.
const (
	ourUnits        = 90
	theirCentipawns = 160
)

// expected returns the logistic function.
func expected(v, scale float64) float64 { return 1 / (1 + math.Exp(-v/scale)) }

// value returns the engine's value of an example, with a change of the weights.
func (e *Example) value(change []float64) float64 {
	v := e.Static - e.Swap
	for _, f := range e.Features {
		v += f.Count * change[f.Weight]
	}
	return v
}

// Count returns the number of examples that are held out, or are not, and the number of their games.
func Count(all []Example, held bool) (n, games int) {
	of := map[int]bool{}
	for i := range all {
		if all[i].Held == held {
			n++
			of[all[i].Game] = true
		}
	}
	return n, len(of)
}

// Error returns the root mean square error of the expected score with some weights, over the examples
// that are held out, or the others; NaN if there are none.
func Error(all []Example, w []float64, held bool) float64 {
	change := difference(w, Today())
	sum, n := 0.0, 0.0
	for i := range all {
		if e := &all[i]; e.Held == held {
			d := expected(e.Score, theirCentipawns) - expected(e.value(change), ourUnits)
			sum += d * d
			n++
		}
	}
	return math.Sqrt(sum / n)
}

func difference(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	return d
}

// rounds is the number of times that the logistic function is linearized. After three there is little
// change.
const rounds = 5

// Fit returns the weights that fit the examples which are not held out, by ridge regression: a weight
// that differs from today's number by a unit costs as much as ridge errors of a unit, scaled in the
// same way.
func Fit(all []Example, ridge float64) ([]float64, error) {
	w, today := Today(), Today()
	for range rounds {
		normal := mat.NewSymDense(weights, nil)
		right := mat.NewVecDense(weights, nil)
		change := difference(w, today)
		for i := range all {
			e := &all[i]
			if e.Held {
				continue
			}
			p := expected(e.value(change), ourUnits)
			slope := p * (1 - p) / ourUnits
			miss := expected(e.Score, theirCentipawns) - p
			for a, f := range e.Features {
				right.SetVec(f.Weight, right.AtVec(f.Weight)+slope*f.Count*miss)
				for _, g := range e.Features[a:] {
					normal.SetSym(f.Weight, g.Weight, normal.At(f.Weight, g.Weight)+slope*slope*f.Count*g.Count)
				}
			}
		}
		for k := range weights {
			r := ridge / (16 * ourUnits * ourUnits) // the greatest slope is a quarter
			normal.SetSym(k, k, normal.At(k, k)+r)
			right.SetVec(k, right.AtVec(k)-r*change[k])
		}
		var c mat.Cholesky
		if !c.Factorize(normal) {
			return nil, fmt.Errorf("the regression has no solution: want a ridge above 0")
		}
		var by mat.VecDense
		if err := c.SolveVecTo(&by, right); err != nil {
			return nil, fmt.Errorf("the regression has no sound solution (%w): want a greater ridge", err)
		}
		for k := range w {
			w[k] += by.AtVec(k)
		}
	}
	return w, nil
}
