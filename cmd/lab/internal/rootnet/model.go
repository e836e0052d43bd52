package rootnet

import (
	"math/rand/v2"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// A value of ourUnits (64ths of a pawn), or theirCentipawns of the other program, means an expected
// score of 73%.
const (
	ourUnits        = 90
	theirCentipawns = 160
)

// The numbers of inputs, of men of both sides on squares, and of entries of a side's tables.
const (
	inputs  = 12 * 64
	entries = 6 * 64
)

// shape is the shape of a network.
type shape struct {
	hidden int
	alone  bool // see probe.Net
}

// The places of a model's parameters: in the weights of inputs, bias of hidden values, for the side
// to move at the root and for the other, out the weights of entries, ground the entries' own, and
// tempo the value of having the move.
func (s shape) bias() int   { return inputs * s.hidden }
func (s shape) out() int    { return s.bias() + 2*s.hidden }
func (s shape) ground() int { return s.out() + entries*s.hidden }
func (s shape) tempo() int  { return s.ground() + entries }
func (s shape) size() int   { return s.tempo() + 1 }

// model is a network with real numbers. Entries and tempo are in units of ourUnits.
type model struct {
	shape
	p []float64
}

// newModel returns a network of random numbers. The first two hidden values, if there are more, begin
// as the phase of the game: one is 1 with all pieces on the board and 0 with none, the other the
// reverse. So the network begins with tables by phase, which random numbers find slowly.
func newModel(s shape, r *rand.Rand) *model {
	m := &model{s, make([]float64, s.size())}
	const steps = 1 << 20
	spread := func(from, to int, middle, by float64) {
		for i := from; i < to; i++ {
			m.p[i] = middle + float64(by*(float64(r.IntN(steps)-steps/2)/(steps/2)))
		}
	}
	spread(0, s.bias(), 0, 0.08)
	spread(s.bias(), s.out(), 0.4, 0.2)
	spread(s.out(), s.ground(), 0, 0.02)
	if k := s.hidden; k > 2 {
		for i := range inputs {
			w := float64(values.PhaseWeight[i/64%6]) / fullPhase
			m.p[i*k], m.p[i*k+1] = w, -w
		}
		for c := range 2 {
			m.p[s.bias()+c*k], m.p[s.bias()+c*k+1] = 0, 1
		}
	}
	return m
}

// fullPhase is the sum of the phase weights of all men of the initial position.
const fullPhase = 24

// rowIndex returns the index of a man's row among the inputs of a side, or, if it is one of the
// side's own, among the entries of its tables.
func rowIndex(m man, side int) int {
	piece := int(m.piece)
	if side == 1 {
		piece = (piece + 6) % 12
	}
	return piece*64 + int(m.square) ^ 56*side
}

// scratch has what the evaluation of a root's terminals needs. A worker has one.
type scratch struct {
	men   []man
	rows  [2][maxMen]int // of the root, by side
	n     int
	sum   [2][probe.MaxHidden]float64 // hidden values before they are clipped
	g     [2][probe.MaxHidden]float64
	dg    [2][probe.MaxHidden]float64
	out   [2][probe.MaxHidden]float64 // sums of entries of a terminal, by side
	own   [maxMen]int                 // entries of its men
	side  [maxMen]uint8               // and their sides
	count int
}

// root evaluates the hidden values of a root.
func (m *model) root(r *Root, s *scratch) {
	k := m.hidden
	s.men = r.Board.men(s.men[:0])
	s.n = len(s.men)
	for c := range 2 {
		bias := m.bias()
		if c != int(r.Side) {
			bias += k
		}
		sum := s.sum[c][:k]
		copy(sum, m.p[bias:bias+k])
		for i, x := range s.men {
			row := rowIndex(x, c)
			s.rows[c][i] = row
			for j, w := range m.p[row*k : row*k+k] {
				sum[j] += w
			}
		}
		for j, v := range sum {
			s.g[c][j] = min(max(v, 0), 1)
			s.dg[c][j] = 0
		}
	}
}

// share returns what the network adds to the value of a terminal, for the side that has moved, in
// units of ourUnits.
func (m *model) share(t *Terminal, s *scratch) float64 {
	k := m.hidden
	s.out = [2][probe.MaxHidden]float64{}
	s.men = t.Board.men(s.men[:0])
	s.count = len(s.men)
	ground := [2]float64{}
	for i, x := range s.men {
		c := x.piece / 6
		row := rowIndex(x, int(c))
		s.own[i], s.side[i] = row, c
		sum := s.out[c][:k]
		at := m.out() + row*k
		for j, u := range m.p[at : at+k] {
			sum[j] += u
		}
		ground[c] += m.p[m.ground()+row]
	}
	both := [2]float64{}
	for c := range both {
		both[c] = ground[c]
		for j, g := range s.g[c][:k] {
			both[c] += float64(s.out[c][j] * g)
		}
	}
	return both[t.Mover] - both[t.Mover^1] - m.p[m.tempo()]
}

// base returns the value of a terminal without the network.
func (s shape) base(t *Terminal) float64 {
	if s.alone {
		return float64(material(t) - int(t.Swap))
	}
	return float64(int(t.Static) - int(t.Swap))
}

// material returns the balance of material of the side that has moved, in score units.
func material(t *Terminal) int {
	sum := 0
	for _, m := range t.Board.men(make([]man, 0, maxMen)) {
		v := 0
		if kind := m.piece % 6; kind != goengine.King {
			v = int(values.SwapValue[kind]) * values.SwapUnit
		}
		if m.piece/6 != t.Mover {
			v = -v
		}
		sum += v
	}
	return sum
}

var values = probe.Of(nil).Tables()

// gradient adds the gradient of the sum of squared errors of a root's terminals to grad, and
// returns that sum.
func (m *model) gradient(r *Root, s *scratch, grad []float64) (loss float64) {
	k := m.hidden
	m.root(r, s)
	for i := range r.Terminals {
		t := &r.Terminals[i]
		p := logistic(m.base(t)+float64(ourUnits*m.share(t, s)), ourUnits)
		miss := p - logistic(float64(t.Score), theirCentipawns)
		loss += float64(miss * miss)
		d := float64(2 * miss * p * (1 - p)) // by share, whose unit is that of the logistic function
		for c := range 2 {
			ds := d
			if c != int(t.Mover) {
				ds = -d
			}
			for j := range k {
				s.dg[c][j] += float64(s.out[c][j] * ds)
			}
		}
		for i, row := range s.own[:s.count] {
			ds, c := d, s.side[i]
			if c != t.Mover {
				ds = -d
			}
			if m.alone {
				grad[m.ground()+row] += ds
			}
			at := m.out() + row*k
			to := grad[at : at+k]
			for j, g := range s.g[c][:k] {
				to[j] += float64(g * ds)
			}
		}
		grad[m.tempo()] -= d
	}
	m.gradientOfRoot(r, s, grad)
	return loss
}

// gradientOfRoot adds the part of the gradient that goes through the hidden values.
func (m *model) gradientOfRoot(r *Root, s *scratch, grad []float64) {
	k := m.hidden
	for c := range 2 {
		dg := s.dg[c][:k]
		flat := true
		for j := range dg {
			if v := s.sum[c][j]; v <= 0 || v >= 1 {
				dg[j] = 0
			}
			flat = flat && dg[j] == 0
		}
		if flat {
			continue
		}
		bias := m.bias()
		if c != int(r.Side) {
			bias += k
		}
		for j, d := range dg {
			grad[bias+j] += d
		}
		for _, row := range s.rows[c][:s.n] {
			to := grad[row*k : row*k+k]
			for j, d := range dg {
				to[j] += d
			}
		}
	}
}
