package cost

import (
	"maps"
	"math"
	"slices"

	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/internal/work"
)

// The bars of a model: the mean error of the searches held back, and the error
// that 95 of 100 of them stay below, in percent.
const (
	MeanBar   = 2.0
	Most95Bar = 6.0
)

// Fit returns the model of a machine that fits the samples best, tried on those held back.
func Fit(engine string, samples []Sample) *hostbridge.Model {
	m := &hostbridge.Model{Engine: engine, Cycles: map[string]float64{}}
	fitted, held := split(samples)
	fit(m, hostbridge.WorkKinds(), fitted)
	m.Fitted = len(fitted)
	e := Errors(m.Costs(), held)
	m.HeldBack, m.Mean, m.Most95, m.Worst = e.Searches, round(e.Mean), round(e.Most95), round(e.Worst)
	return m
}

// FitOnly returns a copy of a model in which some kinds of work have the costs that fit the
// samples best, with those of the others as they are. What it says of its errors is the old
// model's.
func FitOnly(m *hostbridge.Model, kinds []string, samples []Sample) *hostbridge.Model {
	next := *m
	next.Cycles = maps.Clone(m.Cycles)
	fitted, _ := split(samples)
	fit(&next, kinds, fitted)
	return &next
}

// split separates the samples to fit from those held back.
func split(samples []Sample) (fitted, held []Sample) {
	for _, s := range samples {
		if s.Held {
			held = append(held, s)
		} else {
			fitted = append(fitted, s)
		}
	}
	return fitted, held
}

// fit changes the costs of some kinds of work.
func fit(m *hostbridge.Model, only []string, fitted []Sample) {
	kinds := hostbridge.WorkKinds()
	x, free := make([]float64, len(kinds)), make([]bool, len(kinds))
	for i, kind := range kinds {
		x[i], free[i] = m.Cycles[kind], slices.Contains(only, kind)
	}
	leastSquares(fitted, x, free)
	for i, cycles := range x {
		// Rounded to the unit of Costs, so that the file has the value that counts.
		m.Cycles[kinds[i]] = math.Round(cycles*work.Unit) / work.Unit
	}
}

// round leaves two digits behind the point.
func round(percent float64) float64 { return math.Round(percent*100) / 100 }

// leastSquares changes those of x, the cycles of each kind of work, that are free to the ones,
// none negative, with which the squares of the relative errors are least in sum.
//
// Each sample is an equation: the work, each kind by its share of the cycles,
// comes to 1. The normal equations are solved one unknown at a time, each time
// as well as can be with the others as they are, until none moves.
func leastSquares(samples []Sample, x []float64, free []bool) {
	n := len(hostbridge.WorkKinds())
	work := make([][]uint64, len(samples))
	scale := make([]float64, n) // makes all columns equally long
	for k, s := range samples {
		work[k] = hostbridge.Work(&s.Work, &s.Picked)
		for i := range n {
			share := float64(work[k][i]) / float64(s.Cycles)
			scale[i] += share * share
		}
	}
	for i := range scale {
		if scale[i] = math.Sqrt(scale[i]); scale[i] > 0 {
			x[i] *= scale[i]
		}
	}
	normal, right := make([][]float64, n), make([]float64, n)
	for i := range normal {
		normal[i] = make([]float64, n)
	}
	row := make([]float64, n)
	for k, s := range samples {
		for i := range n {
			if scale[i] > 0 {
				row[i] = float64(work[k][i]) / float64(s.Cycles) / scale[i]
			}
		}
		for i := range n {
			right[i] += row[i]
			for j := range n {
				normal[i][j] += row[i] * row[j]
			}
		}
	}
	const rounds, still = 100_000, 1e-7
	for range rounds {
		moved := 0.0
		for i := range n {
			if scale[i] == 0 || !free[i] {
				continue
			}
			rest := right[i]
			for j := range n {
				rest -= normal[i][j] * x[j]
			}
			next := max(x[i]+rest/normal[i][i], 0)
			moved = max(moved, math.Abs(next-x[i]))
			x[i] = next
		}
		if moved < still {
			break
		}
	}
	for i := range x {
		if scale[i] > 0 {
			x[i] /= scale[i]
		}
	}
}

// Error is how far a model is off.
type Error struct {
	Searches int
	// Mean of the errors, the one that 95 of 100 stay below, and the greatest, in
	// percent of the machine's cycles. Total is that of all cycles together,
	// with its sign: above 0 where the model has too many.
	Mean, Most95, Worst, Total float64
}

// Errors tries a model on samples.
func Errors(c *work.Costs, samples []Sample) Error {
	var all []float64
	predicted, cycles, sum := 0.0, 0.0, 0.0
	for _, s := range samples {
		p, exact := float64(c.Cycles(&s.Work, &s.Picked)), float64(s.Cycles)
		off := 100 * math.Abs(p-exact) / exact
		all = append(all, off)
		sum += off
		predicted += p
		cycles += exact
	}
	if len(all) == 0 {
		return Error{}
	}
	slices.Sort(all)
	return Error{
		Searches: len(all), Mean: sum / float64(len(all)),
		Most95: all[(len(all)*95+99)/100-1], Worst: all[len(all)-1], Total: 100 * (predicted - cycles) / cycles,
	}
}

// Good reports whether the error is within the bars.
func (e Error) Good() bool { return e.Mean <= MeanBar && e.Most95 <= Most95Bar }
