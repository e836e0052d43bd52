package oddeven

import (
	"fmt"
	"math"

	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

// decided is the score, in 64ths of a pawn, from which a game counts as decided and its scores are
// left out.
const decided = 15 * 64

// jumps returns the changes of a search's scores: to the next iteration, by the parity of that
// iteration, and over one and two iterations.
func jumps(its []Iteration) (odd, even, one, two lab.Sample) {
	for i := 1; i < len(its); i++ {
		d := float64(its[i].Score - its[i-1].Score)
		if one = append(one, math.Abs(d)); i%2 == 0 {
			odd = append(odd, d)
		} else {
			even = append(even, d)
		}
		if i > 1 {
			two = append(two, math.Abs(float64(its[i].Score-its[i-2].Score)))
		}
	}
	return odd, even, one, two
}

// swings are the changes of the scores of searches. odd and even have each change, the others a number a search: the
// effect of parity, and the mean size of a change over one iteration and over two.
type swings struct{ odd, even, effect, one, two lab.Sample }

// swings returns the swings of the searches made in a manner with a tempo bonus.
func (v *view) swings(m manner, spec string, tempo int) (w swings) {
	for _, s := range v.find(m, fmt.Sprintf("%s,tempo=%d", spec, tempo), "go", sets) {
		if !settled(s.its) {
			continue
		}
		odd, even, one, two := jumps(s.its)
		if len(odd) == 0 || len(even) == 0 {
			continue
		}
		w.odd, w.even = append(w.odd, odd...), append(w.even, even...)
		w.one, w.two = append(w.one, one.Mean()), append(w.two, two.Mean())
		w.effect = append(w.effect, (odd.Mean()-even.Mean())/2)
	}
	return w
}

// settled reports whether no score of a search counts as decided.
func settled(its []Iteration) bool {
	for _, it := range its {
		if it.Score > decided || it.Score < -decided {
			return false
		}
	}
	return true
}

// scores adds the swings of scores.
func (v *view) scores(page *lab.Page) {
	page.Heading("Scores by parity")
	page.Text("Scores are for the side to move, in units of which a pawn has 64. *Into odd* and *into even* are the mean changes of the score from the iteration before; " +
		"*effect* is half their difference, by position, with its 95%% interval: by so much odd depths flatter the side to move, and even ones " +
		"the other. *One* and *two* are the mean sizes of the change over one iteration and over two. Searches with a score of 15 pawns or more are left out. " +
		"The tempo bonus is the profile's `tempo`: what a terminal is worth to the side to move there. *No swap-off* is without quiescence, as in Bebe.")
	page.Detail(func() { page.Text("*Spread* is the standard deviation of single changes.") })
	page.Text("In a tree of uniform depth a bonus of t lowers every leaf of an odd depth by t, and so the score, and raises those of even depths: the effect is less by exactly 2t, except for draws and mates. " +
		"So the bonus that would make it vanish is half the effect without one; the searches confirm it. With SX this does not follow, because lines end at both parities.")
	t := page.Table(&lab.Table{
		Name: "scores", Key: where(1, 0, 8), KeyRows: "bonuses of 0 and 8; the plot has all",
		Columns: lab.Columns(
			"<search", "tempo", "?searches", "into odd||%+.1f", "?spread|odd_spread|%.1f", "into even||%+.1f",
			"?spread |even_spread|%.1f", "effect||%+.1f", "±|error|%.1f", "one||%.1f", "two||%.1f",
		),
	})
	vanish := map[string]float64{}
	swing := &lab.Plot{Name: "odd-even-tempo", Title: "What a tempo bonus does to the effect", X: "tempo bonus, units", Y: "effect, units (64 a pawn)"}
	for _, c := range []struct {
		name, spec string
		manner     manner
	}{{"uniform", "uniform", plain}, {"uniform, no swap-off", "uniform", noSwaps}, {"sx81", "sx81", plain}, {"tuned", "tuned", plain}} {
		line := lab.Line{Name: c.name}
		for _, tempo := range tempos {
			w := v.swings(c.manner, c.spec, tempo)
			t.Add(c.name, tempo, len(w.effect), w.odd.Mean(), w.odd.Deviation(), w.even.Mean(), w.even.Deviation(), w.effect.Mean(), w.effect.Error95(), w.one.Mean(), w.two.Mean())
			if tempo == 0 {
				vanish[c.name] = w.effect.Mean() / 2
			}
			if len(w.effect) > 1 {
				line.X, line.Y, line.Spread = append(line.X, float64(tempo)), append(line.Y, w.effect.Mean()), append(line.Spread, w.effect.Error95())
			}
		}
		if len(line.Y) > 0 {
			swing.Lines = append(swing.Lines, line)
		}
	}
	page.Plot(swing)
	page.Text("The bonus that would make the effect vanish: %.1f units for `uniform`, %.1f without swap-off, because there the side that moves last takes what is en prise. "+
		"Quiescence corrects this.", vanish["uniform"], vanish["uniform, no swap-off"])
	v.byDepth(page)
}

// byDepth draws the mean scores by depth.
func (v *view) byDepth(page *lab.Page) {
	curves := &lab.Plot{Name: "odd-even-scores", Title: "Mean score by depth, profile uniform, all positions", X: "depth in plies", Y: "score for the side to move, units (64 a pawn)"}
	for _, c := range []struct {
		name   string
		manner manner
		tempo  int
	}{{"no bonus", plain, 0}, {"tempo 8", plain, 8}, {"no swap-off, no bonus", noSwaps, 0}, {"no swap-off, tempo 16", noSwaps, 16}} {
		line := lab.Line{Name: c.name}
		found := v.find(c.manner, fmt.Sprintf("uniform,tempo=%d", c.tempo), "go", sets)
		n := longest(found)
		for i := range n {
			var mean lab.Sample
			for _, s := range found {
				if len(s.its) == n && settled(s.its) {
					mean = append(mean, float64(s.its[i].Score))
				}
			}
			if len(mean) > 0 {
				line.X, line.Y = append(line.X, float64(i+1)), append(line.Y, mean.Mean())
			}
		}
		if len(line.Y) > 0 {
			curves.Lines = append(curves.Lines, line)
		}
	}
	if len(curves.Lines) > 0 {
		page.Plot(curves)
	}
}
