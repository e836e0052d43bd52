package rootnet

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/searchex/searchex/internal/probe"
)

// heldOneIn games one is held out, with all its roots.
const heldOneIn = 10

// Held reports whether a game is held out from the training.
func Held(number int) bool { return number%heldOneIn == 2 }

// Set is a set of roots.
type Set struct {
	Trained, HeldOut []Root
	// Mirror adds each root of the training with its files mirrored, too.
	Mirror bool
}

// Add adds the roots of a game.
func (s *Set) Add(g *Game) {
	to := &s.Trained
	if Held(g.Number) {
		to = &s.HeldOut
	}
	for _, r := range g.Roots {
		if len(r.Terminals) == 0 {
			continue
		}
		*to = append(*to, r)
		if s.Mirror && to == &s.Trained {
			*to = append(*to, r.mirrored())
		}
	}
}

// mirrored returns the root and its terminals with their files mirrored.
func (r *Root) mirrored() Root {
	m := Root{r.Board.mirrored(), r.Side, slices.Clone(r.Terminals)}
	for i := range m.Terminals {
		m.Terminals[i].Board = r.Terminals[i].Board.mirrored()
	}
	return m
}

// Terminals returns the number of terminals of some roots.
func Terminals(roots []Root) (n int) {
	for i := range roots {
		n += len(roots[i].Terminals)
	}
	return n
}

// Training are the settings of a training.
type Training struct {
	Hidden int
	Alone  bool // without today's builder
	Epochs int
	Rate   float64 // the first step of each parameter
	// Decay is the part of each weight of an input that a step of 1 takes from it.
	Decay float64
	// Codes rounds the weights to codes of four bits in the second half of the epochs: an
	// error is that of the rounded weights, a step changes those that are not.
	Codes bool
	Seed  uint64
	// Workers is the number of goroutines, on which no result depends.
	Workers int
}

// batchRoots is the number of roots between two steps, shards the number of parts of these whose
// gradients are summed one after the other. Both are fixed, so that the sums do not depend on the
// number of workers.
const (
	batchRoots = 256
	shards     = 8
)

// Train fits a network to the roots that are not held out. epoch is called after each epoch with
// the root mean square error of the training, step after each batch with the number of those
// done and in all.
func (t *Training) Train(ctx context.Context, roots []Root, step func(done, of int), epoch func(n int, m *Trained)) (*Trained, error) {
	r := rand.New(rand.NewPCG(t.Seed, 0x2007))
	m := newModel(shape{t.Hidden, t.Alone}, r)
	a := newAdam(m)
	a.decay = t.Decay
	l := &learner{model: m, seen: m, adam: a, roots: roots, workers: max(1, t.Workers)}
	for i := range l.grads {
		l.grads[i] = make([]float64, m.size())
	}
	batches := (len(roots) + batchRoots - 1) / batchRoots
	of := batches * t.Epochs
	trained := &Trained{model: m}
	for e := range t.Epochs {
		if t.Codes && e >= t.Epochs/2 {
			l.codes = newCodes(m, a.second)
			l.seen = &model{m.shape, make([]float64, m.size())}
			l.codes.round(m.p, l.seen.p)
			trained.model = l.seen
		}
		order := r.Perm(len(roots))
		loss := 0.0
		for b := range batches {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			done := e*batches + b
			// The step falls to a hundredth of the first one.
			a.begin(float64(t.Rate * (1 - float64(0.99*float64(done)/float64(of)))))
			loss += l.batch(order[b*batchRoots : min((b+1)*batchRoots, len(roots))])
			step(done+1, of)
		}
		trained.Error = math.Sqrt(loss / float64(Terminals(roots)))
		epoch(e+1, trained)
	}
	return trained, nil
}

// Trained is a network that has been trained.
type Trained struct {
	model *model
	// Error is the root mean square error in the last epoch of training.
	Error float64
}

// Tempo returns the value of having the move that fits best, in score units.
func (t *Trained) Tempo() float64 { return ourUnits * t.model.p[t.model.tempo()] }

// learner makes the steps of a training.
type learner struct {
	model *model
	// seen is the model that makes the errors: model, or the same rounded to codes.
	seen    *model
	codes   *codes // nil without rounding
	adam    *adam
	roots   []Root
	workers int
	grads   [shards][]float64
	losses  [shards]float64
}

// batch makes a step and returns the sum of squared errors before it.
func (l *learner) batch(order []int) (loss float64) {
	l.share(shards, func(i int, s *scratch) {
		clear(l.grads[i])
		l.losses[i] = 0
		for _, at := range order[len(order)*i/shards : len(order)*(i+1)/shards] {
			l.losses[i] += l.seen.gradient(&l.roots[at], s, l.grads[i])
		}
	})
	n := 0
	for _, at := range order {
		n += len(l.roots[at].Terminals)
	}
	size := l.model.size()
	l.share(shards, func(i int, _ *scratch) {
		for j := size * i / shards; j < size*(i+1)/shards; j++ {
			g := 0.0
			for k := range l.grads {
				g += l.grads[k][j]
			}
			l.adam.step(j, g/float64(n))
		}
	})
	if l.codes != nil {
		l.codes.round(l.model.p, l.seen.p)
	}
	for _, x := range l.losses {
		loss += x
	}
	return loss
}

// share does n jobs on all workers. Which worker does which has no effect.
func (l *learner) share(n int, job func(i int, s *scratch)) {
	var group sync.WaitGroup
	for w := range min(l.workers, n) {
		group.Go(func() {
			s := &scratch{}
			for i := w; i < n; i += l.workers {
				job(i, s)
			}
		})
	}
	group.Wait()
}

// adam is the optimizer of Kingma and Ba (2014).
type adam struct {
	m                    *model
	first, second        []float64
	rate, decay1, decay2 float64
	decay                float64 // see Training
	// limit bounds each parameter, so that it fits a byte.
	limit func(i int) float64
}

const (
	beta1   = 0.9
	beta2   = 0.999
	epsilon = 1e-8
)

func newAdam(m *model) *adam {
	return &adam{m: m, first: make([]float64, m.size()), second: make([]float64, m.size()), decay1: 1, decay2: 1, limit: m.limit}
}

// begin begins a step.
func (a *adam) begin(rate float64) {
	a.rate = rate
	a.decay1 *= beta1
	a.decay2 *= beta2
}

// step changes a parameter by its gradient.
func (a *adam) step(i int, g float64) {
	a.first[i] = float64(beta1*a.first[i]) + float64((1-beta1)*g)
	a.second[i] = float64(beta2*a.second[i]) + float64((1-beta2)*float64(g*g))
	by := (a.first[i] / (1 - a.decay1)) / (math.Sqrt(a.second[i]/(1-a.decay2)) + epsilon)
	if i < a.m.bias() {
		by += float64(a.decay * a.m.p[i])
	}
	limit := a.limit(i)
	a.m.p[i] = min(max(a.m.p[i]-float64(a.rate*by), -limit), limit)
}

// limit returns the greatest magnitude of a parameter.
func (s shape) limit(i int) float64 {
	switch {
	case i < s.bias():
		return 127.0 / inScale
	case i >= s.out() && i < s.tempo():
		return 127.0 / ourUnits
	}
	return math.Inf(1)
}

// inScale is the number of units of an input's weight in 1.
const inScale = probe.NetOne
