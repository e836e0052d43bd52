package sex

import (
	"math"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/internal/probe"
)

// kinds is the number of categories of moves.
const kinds = len(goengine.CategoryNames)

// Odds counts, by category, the moves that could be chosen and those that were chosen.
type Odds struct {
	Positions int        `json:"positions"`
	Had       [kinds]int `json:"had"`
	Chosen    [kinds]int `json:"chosen"`
}

// add adds other counts.
func (o *Odds) add(other *Odds) {
	o.Positions += other.Positions
	for c := range o.Had {
		o.Had[c] += other.Had[c]
		o.Chosen[c] += other.Chosen[c]
	}
}

// option is a move that could be chosen.
type option struct {
	move     goengine.Move
	category goengine.Category
}

// count counts the moves of a position. A move that threatens mate at a glance also counts as a
// threat.
func (o *Odds) count(all []option, threats map[goengine.Move]bool, chosen goengine.Move) {
	o.Positions++
	for _, x := range all {
		of := []goengine.Category{x.category}
		if threats[x.move] {
			of = append(of, goengine.Threat)
		}
		for _, c := range of {
			o.Had[c]++
			if x.move == chosen {
				o.Chosen[c]++
			}
		}
	}
}

// chance returns the probability that a move of a category is chosen, never 0 or 1: it adds half a
// choice and one move. It is NaN if there was no such move.
func (o *Odds) chance(c goengine.Category) float64 {
	if o.Had[c] == 0 {
		return math.NaN()
	}
	return (float64(o.Chosen[c]) + 0.5) / (float64(o.Had[c]) + 1)
}

// interest returns -ln P, and half the width of its 95% interval.
func (o *Odds) interest(c goengine.Category) (value, spread float64) {
	p := o.chance(c)
	return -math.Log(p), 1.96 * math.Sqrt((1-p)/(p*(float64(o.Had[c])+1)))
}

// own reports whether a category is exclusive. A threat has another category, too.
func own(c int) bool { return goengine.Category(c) != goengine.Threat }

// unit returns the SX of an interest of 1 with which the chosen moves cost as much on average as with
// some prices.
func (o *Odds) unit(prices [kinds]uint8) float64 {
	cost, interest := 0.0, 0.0
	for c, n := range o.Chosen {
		if n > 0 && own(c) {
			x, _ := o.interest(goengine.Category(c))
			cost += float64(n) * float64(prices[c])
			interest += float64(n) * x
		}
	}
	return cost / interest
}

// prices returns the prices that follow from the counts, scaled to other prices by unit; 0 if there was
// no such move.
func (o *Odds) prices(as [kinds]uint8) (all [kinds]uint8) {
	unit := o.unit(as)
	for c := range all {
		if x, _ := o.interest(goengine.Category(c)); !math.IsNaN(x) {
			all[c] = probe.Of(nil).WithinByte(int(math.Round(unit * x)))
		}
	}
	return all
}

// pvWatch records the moves, with their categories, of the nodes on the principal variation of the
// last iteration.
type pvWatch struct {
	nodes [goengine.MaxPly + 2]*pvNode
	below [goengine.MaxPly + 2][]pvStep // the principal variation below the move under way, by its ply
	last  []pvStep
}

// pvNode is a node with the moves that were priced.
type pvNode struct{ options []option }

// pvStep is a node of a principal variation with its move.
type pvStep struct {
	*pvNode
	move goengine.Move
}

// Event implements Callbacks.
func (w *pvWatch) Event(n hostbridge.Node, ev *goengine.Event) {
	switch ev.Kind {
	case goengine.EventGenerated:
		w.nodes[n.Ply()] = &pvNode{}
		w.below[n.Ply()] = nil
	case goengine.EventPriced:
		p := n.Ply()
		w.nodes[p].options = append(w.nodes[p].options, option{ev.Move, ev.Category})
		w.below[p+1] = nil
	case goengine.EventBest:
		p := n.Ply()
		w.below[p] = append([]pvStep{{w.nodes[p], ev.Move}}, w.below[p+1]...)
	case goengine.EventIteration:
		w.last = w.below[0]
	}
}

// sorter is uniform with all categories distinguished: the same tree, except for the place of killers
// in the order.
const sorter = "uniform,price.evasion=8,switch.killers=on"

// options returns the moves of a position with their categories. checked reports whether the side to
// move gave check earlier in the line.
func options(p *goengine.Position, prof *goengine.Profile, checked bool) (all []option) {
	n := probe.Node{Profile: prof, Maybe: true}
	if checked {
		n.Checked = 1 << p.Side()
	}
	list, _, _ := p.Probe().ListAt(&n, true, true, probe.Everything)
	for _, m := range list {
		all = append(all, option{m.Move, m.Category})
	}
	return all
}

// threats returns the moves that threaten mate at a glance. In check there are none.
func threats(p *goengine.Position) map[goengine.Move]bool {
	all := map[goengine.Move]bool{}
	if !p.InCheck() {
		for _, m := range p.Probe().MateThreats() {
			all[m] = true
		}
	}
	return all
}
