package rootnet

import (
	"math"
	"slices"
)

// codes are the values that the weights of a network may have, where a weight is stored as a code of
// four bits: 16 of each hidden value for the weights of inputs, and 16 for those of entries. They
// are multiples of the units of a byte.
type codes struct {
	shape
	input, entry [][]float64
}

// codeCount is the number of values of four bits.
const codeCount = 16

// mostIn and mostEntry are the greatest magnitudes of the codes' values in the units of a byte. The 6502 adds a hidden
// value, up to 64, to a weight of an entry in a byte with sign.
const mostIn, mostEntry = 127, 63

// newCodes fits codes to the weights of a model. importance weighs the square of each parameter's
// error.
func newCodes(m *model, importance []float64) *codes {
	c := &codes{shape: m.shape, input: make([][]float64, m.hidden), entry: make([][]float64, m.hidden)}
	for k := range m.hidden {
		c.input[k] = fitCodes(m.p, importance, k, m.bias(), m.hidden, inScale, mostIn)
		c.entry[k] = fitCodes(m.p, importance, m.out()+k, m.ground(), m.hidden, ourUnits, mostEntry)
	}
	return c
}

// fitCodes returns the values that fit every step-th parameter best, by the iteration of Lloyd (1982). Times scale they
// are integers of at most the magnitude most.
func fitCodes(p, importance []float64, from, to, step int, scale, most float64) []float64 {
	var at []int
	for i := from; i < to; i += step {
		if importance[i] > 0 {
			at = append(at, i)
		}
	}
	values := make([]float64, codeCount)
	if len(at) == 0 {
		return values
	}
	slices.SortFunc(at, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return a - b
	})
	low, high := p[at[0]], p[at[len(at)-1]]
	for i := range values {
		// A code begins midway between a place that follows the number of the weights and one that
		// divides their range evenly.
		many := p[at[(len(at)-1)*i/(codeCount-1)]]
		values[i] = (many + low + float64((high-low)*float64(i)/(codeCount-1))) / 2
	}
	for range 50 {
		var sum, weight [codeCount]float64
		for _, i := range at {
			n := nearest(values, p[i])
			sum[n] += float64(importance[i] * p[i])
			weight[n] += importance[i]
		}
		for n := range values {
			if weight[n] > 0 {
				values[n] = sum[n] / weight[n]
			}
		}
		slices.Sort(values)
	}
	for n, v := range values {
		values[n] = min(max(math.Round(v*scale), -most), most) / scale
	}
	return values
}

// nearest returns the index of the value next to v.
func nearest(values []float64, v float64) (n int) {
	best := math.Inf(1)
	for i, x := range values {
		if d := math.Abs(x - v); d < best {
			n, best = i, d
		}
	}
	return n
}

// round writes the parameters of a model with their weights rounded to the codes.
func (c *codes) round(p, to []float64) {
	copy(to, p)
	for i := range c.bias() {
		v := c.input[i%c.hidden]
		to[i] = v[nearest(v, p[i])]
	}
	for i := c.out(); i < c.ground(); i++ {
		v := c.entry[(i-c.out())%c.hidden]
		to[i] = v[nearest(v, p[i])]
	}
}
