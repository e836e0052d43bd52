package rootnet

import (
	"math"

	"github.com/searchex/searchex/internal/probe"
)

// Errors are root mean square errors in expected score, of terminals drawn at random and of those
// near the window. Within are those after the mean error of all terminals of a root is taken from
// each, which cannot change the choice of a move.
type Errors struct {
	Random       float64 `json:"random"`
	RandomWithin float64 `json:"random_within_a_root"`
	Near         float64 `json:"near_window"`
	NearWithin   float64 `json:"near_window_within_a_root"`
}

// errorsOf returns the errors of values: value returns that of a terminal of the root for which
// root was called before.
func errorsOf(roots []Root, root func(r *Root), value func(t *Terminal) float64) Errors {
	var sum, within [2]float64
	var n, free [2]int
	for i := range roots {
		r := &roots[i]
		root(r)
		var s, ss [2]float64
		var m [2]int
		for j := range r.Terminals {
			t := &r.Terminals[j]
			kind := 0
			if t.Near {
				kind = 1
			}
			miss := logistic(float64(t.Score), theirCentipawns) - logistic(value(t), ourUnits)
			s[kind] += miss
			ss[kind] += float64(miss * miss)
			m[kind]++
		}
		for kind, k := range m {
			if k > 0 {
				sum[kind] += ss[kind]
				n[kind] += k
			}
			if k > 1 {
				within[kind] += ss[kind] - float64(s[kind]*s[kind])/float64(k)
				free[kind] += k - 1
			}
		}
	}
	rms := func(sum float64, n int) float64 {
		if n == 0 {
			return 0
		}
		return math.Sqrt(sum / float64(n))
	}
	return Errors{rms(sum[0], n[0]), rms(within[0], free[0]), rms(sum[1], n[1]), rms(within[1], free[1])}
}

// ErrorsToday returns the errors of today's evaluation.
func ErrorsToday(roots []Root, tempo int) Errors {
	return errorsOf(roots, func(*Root) {}, func(t *Terminal) float64 { return shape{}.base(t) - float64(tempo) })
}

// Errors returns the errors of the network.
func (t *Trained) Errors(roots []Root) Errors {
	s := &scratch{}
	return errorsOf(roots, func(r *Root) { t.model.root(r, s) }, func(x *Terminal) float64 {
		return t.model.base(x) + float64(ourUnits*t.model.share(x, s))
	})
}

// ErrorsOf returns the errors of a network with weights of a byte.
func ErrorsOf(n *probe.Net, roots []Root, tempo int) Errors {
	i := &integer{Net: n}
	s := shape{n.Hidden, n.Alone}
	return errorsOf(roots, i.root, func(t *Terminal) float64 { return s.base(t) + float64(i.share(t)) - float64(tempo) })
}
