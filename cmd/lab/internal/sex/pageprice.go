package sex

import (
	"fmt"
	"math"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/goengine"
)

// odds returns the counts of all games.
func (v *view) odds() []Odds {
	sum := make([]Odds, counts)
	for _, r := range v.of(learnedFrom) {
		for i := range sum {
			sum[i].add(&r.Odds[i])
		}
	}
	return sum
}

// learn returns sx81 with the prices that follow from counts, where there are any, except for
// threats, which sx81 doesn't have.
func learn(o *Odds, sx81 *goengine.Profile) string {
	follow := *sx81
	for c, price := range o.prices(sx81.Price) {
		if price > 0 && own(c) {
			follow.Price[c] = price
		}
	}
	return strings.Join(append([]string{"sx81"}, follow.Changes(*sx81)...), ",")
}

// source has counts and their name.
type source struct {
	name, key string
	*Odds
}

// prices adds the prices that follow from the chosen moves.
func (v *view) prices(page *lab.Page) {
	page.Heading("Price = −log P")
	page.Text("If P(M) is the probability that a move is part of the principal continuation, then the sum of log P over the moves of a path \"is an appropriate additive measure for the *interestingness* of the terminal node\". " +
		"So a move's price should be −log P of its kind. The paper gives prices and does not say how they were found. Here P is counted.")
	sum := v.odds()
	all := []source{{"played", "played", &sum[byPlay]}, {"twice as deep", "deep", &sum[byDeep]}, {"principal variations", "pv", &sum[byLine]}}
	for _, r := range v.of(publishedOdds) {
		all = append(all, source{"published games", "published", &r.Odds[0]})
	}
	page.Text("`uniform`, in which all moves cost the same, plays itself at %d plies from %d openings. *Played* counts the moves that it played in %s positions. Each %dth position is searched again to %d plies: "+
		"*twice as deep* counts the moves chosen then in %s positions, *principal variations* the moves of the whole expected line, which the paper's P is about, in %s positions. "+
		"P of a category is (chosen + ½) / (moves + 1). Killers are known within a search only. A mate threat (at a glance) "+
		"also counts in the move's own category. In played and published moves a check is a further one if one of the side's last three moves was a check.",
		v.Shallow, v.Openings, report.Int(sum[byPlay].Positions), v.Every, v.Deep, report.Int(sum[byDeep].Positions), report.Int(sum[byLine].Positions))
	if len(all) > counts {
		page.Text("*Published games* are 14 games of programs of the time, most of one family, from their %dth ply on, %s positions. The project has the counts, not the games.", bookPlies+1, report.Int(all[counts].Positions))
	}
	t := &lab.Table{Name: "odds", Columns: lab.Columns("<category", "<counted", "moves", "chosen", "P %||%.1f", "−ln P|interest", "±|error")}
	page.Detail(func() { page.Table(t) })
	for c, name := range goengine.CategoryNames {
		for _, s := range all {
			if s.Had[c] == 0 {
				continue
			}
			x, spread := s.interest(goengine.Category(c))
			t.Add(name, s.name, s.Had[c], s.Chosen[c], 100*s.chance(goengine.Category(c)), x, spread)
		}
	}
	v.priceTable(page, all)
	v.learned(page, &sum[byLine])
}

// priceTable adds a table and a plot of the prices.
func (v *view) priceTable(page *lab.Page, all []source) {
	sx81, _ := goengine.ProfileByName("sx81")
	page.Text("An SX is an arbitrary unit. So the prices of each source are scaled by one number, such that the chosen moves cost as much on average as in `sx81`; the same SX then " +
		"reaches as many plies of a principal variation. *±* is the 95%% interval of the prices from principal variations, by the number of moves alone.")
	t := &lab.Table{Name: "prices", Columns: lab.Columns("<category", "sx81")}
	curves := &lab.Plot{Name: Name + "-prices", Title: "Prices that follow from what is chosen", Y: "price, SX"}
	theirs := lab.Line{Name: "sx81"}
	for c, name := range goengine.CategoryNames {
		curves.Names = append(curves.Names, name)
		if own(c) { // sx81 has no threats
			theirs.X, theirs.Y = append(theirs.X, float64(c)), append(theirs.Y, float64(sx81.Price[c]))
		}
	}
	curves.Lines = append(curves.Lines, theirs)
	for _, s := range all {
		t.Columns = append(t.Columns, lab.Column{Title: s.name, Key: s.key, Detail: s.Odds == all[byDeep].Odds})
		if s.Odds == all[byLine].Odds {
			t.Columns = append(t.Columns, lab.Columns("±|error|%.1f")...)
		}
		line := lab.Line{Name: s.name, Loose: true}
		for c, price := range s.prices(sx81.Price) {
			if price > 0 {
				line.X, line.Y = append(line.X, float64(c)), append(line.Y, float64(price))
			}
		}
		curves.Add(line)
	}
	t.Columns = append(t.Columns, lab.Columns("?cyrus86", "?sex88", "tuned")...)
	for c, name := range goengine.CategoryNames {
		row := []any{name, any(int(sx81.Price[c]))}
		if !own(c) {
			row[1] = nil
		}
		for _, s := range all {
			if price := s.prices(sx81.Price)[c]; price > 0 {
				row = append(row, int(price))
			} else {
				row = append(row, nil)
			}
			if s.Odds == all[byLine].Odds {
				_, spread := s.interest(goengine.Category(c))
				row = append(row, spread*s.unit(sx81.Price))
			}
		}
		for _, other := range []string{"cyrus86", "sex88", "tuned"} {
			p, _ := goengine.ProfileByName(other)
			row = append(row, int(p.Price[c]))
		}
		t.Add(row...)
	}
	page.Table(t)
	page.Plot(curves)
	page.Text("The prices of 1981 and the counted ones agree: over the categories, threats aside, their correlation is %.2f with what is played, %.2f with principal variations.%s%s",
		v.correlation(&sx81, all[byPlay].Odds), v.correlation(&sx81, all[byLine].Odds), v.apart(all[byLine].Odds, &sx81, 1), v.apart(all[byLine].Odds, &sx81, -1))
}

// apart returns the names of the categories whose price is significantly lower (sign 1) or higher
// (sign -1) than the one that follows from the counts.
func (v *view) apart(o *Odds, prof *goengine.Profile, sign float64) string {
	var names []string
	for c, price := range o.prices(prof.Price) {
		_, spread := o.interest(goengine.Category(c))
		if price > 0 && own(c) && sign*(float64(price)-float64(prof.Price[c])) > spread*o.unit(prof.Price) {
			names = append(names, fmt.Sprintf("%s (%d for %d)", goengine.CategoryNames[c], prof.Price[c], price))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf(" %s in `sx81` than principal variations make them: %s.", map[float64]string{1: "Cheaper", -1: "Dearer"}[sign], strings.Join(names, ", "))
}

// correlation returns the correlation of a profile's prices with those that follow from counts.
func (v *view) correlation(prof *goengine.Profile, o *Odds) float64 {
	var x, y lab.Sample
	for c, price := range o.prices(prof.Price) {
		if price > 0 && own(c) {
			x, y = append(x, float64(prof.Price[c])), append(y, float64(price))
		}
	}
	return correlation(x, y)
}

// correlation returns Pearson's correlation coefficient.
func correlation(x, y lab.Sample) float64 {
	sum, a, b := 0.0, x.Mean(), y.Mean()
	for i := range x {
		sum += (x[i] - a) * (y[i] - b)
	}
	return sum / float64(len(x)-1) / x.Deviation() / y.Deviation()
}

// learned adds the profile with the prices that follow from the counts, and its matches.
func (v *view) learned(page *lab.Page, o *Odds) {
	page.Text("**Profile `learned`** is `sx81` with the prices from principal variations:")
	page.Text("    %s", learned)
	sx81, _ := goengine.ProfileByName("sx81")
	if now := learn(o, &sx81); now != learned {
		page.Text("The counts of this run would make it `%s`; the profile above, which plays here, is that of the documents.", now)
	}
	t := page.Table(&lab.Table{Name: "profiles", Key: func(row []any) bool { return !strings.Contains(row[0].(string), ",") }, KeyRows: "profiles with a name", Columns: lab.Columns(
		"<first", "<second", "cycles", "games", "?won", "?drawn", "?lost", "Elo||%+.0f", "from||%+.0f", "to||%+.0f",
		"nodes a move|first_nodes|%.0f", "?second's|second_nodes|%.0f")})
	for _, x := range whole {
		for _, cycles := range v.cycles() {
			m := v.match(x.with, x.without, cycles)
			if m == nil {
				continue
			}
			diff, low, high := m.elo()
			t.Add(short(x.with), short(x.without), cycles, m.games(), m.Score[0], m.Score[1], m.Score[2], diff, low, high, m.nodes(0), m.nodes(1))
		}
	}
	v.recipe(page)
}

// recipe adds whether the prices that follow from the counts are good.
func (v *view) recipe(page *lab.Page) {
	m := v.match(learned, "sx81", v.Small)
	if v.Quick || m == nil || v.match("sx81,price.attack=12", "sx81", v.Small) == nil {
		return
	}
	small := func(spec string) string { return v.scored(spec, "sx81", v.Small) }
	verdict := "As a recipe no difference from it is seen"
	switch m.proven() {
	case 1:
		verdict = "As a recipe it does better"
	case -1:
		verdict = "As a recipe it falls short"
	}
	more := ""
	if s := v.scored(learned, "sx81", v.Large); s != "" {
		more = fmt.Sprintf(", with ten times the cycles %s", s)
	}
	page.Text("**As a description −log P fits the prices of 1981, except for forcing moves. %s:** against `sx81` `learned` scores %s%s. Checks and attacks differ most: with `sx81`'s prices for them it scores %s; "+
		"`sx81` with `learned`'s checks %s, with its attacks %s. A probability says how often a kind of move is the best, but not what overlooking it costs, nor what searching it costs: "+
		"forcing moves win most, and have few answers.",
		verdict, small(learned), more, small(learnedForcing), small("sx81,price.first-check=15,price.check=12"), small("sx81,price.attack=12"))
}

// cycles returns the budgets.
func (v *view) cycles() []uint64 {
	if v.Large == 0 {
		return []uint64{v.Small}
	}
	return []uint64{v.Small, v.Large}
}

// short returns the name of a profile for tables.
func short(spec string) string { return strings.Replace(spec, learned, "learned", 1) }

// percent formats a share with its interval.
func percent(s lab.Sample) string {
	if len(s) == 0 {
		return ""
	}
	if e := s.Error95(); !math.IsNaN(e) {
		return fmt.Sprintf("%.1f ± %.1f", 100*s.Mean(), 100*e)
	}
	return fmt.Sprintf("%.1f", 100*s.Mean())
}
