package ladder

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

// standing is a player's place in the list.
type standing struct {
	*Player
	stats.Rating
	games  int
	points float64
	nodes  float64 // a move
}

// place returns the rating list, and the player with the rating 0.
func (p *Plan) place(r *Results) (all []standing, zero string, err error) {
	for i := range p.Players {
		all = append(all, standing{Player: &p.Players[i]})
	}
	var met []stats.Encounter
	nodes, asked := make([]uint64, len(all)), make([]int, len(all))
	for _, pair := range p.pairings() {
		m := p.met(r, pair)
		if m == nil {
			continue
		}
		pairs := m.Pairs()
		met = append(met, stats.Encounter{A: pair[0], B: pair[1], Pairs: pairs})
		n := float64(2 * pairs.Count())
		for side, i := range pair {
			all[i].games += 2 * pairs.Count()
			all[i].points += n * math.Abs(float64(side)-pairs.Fraction())
			for _, g := range m.Games {
				nodes[i] += g.Nodes[side]
				asked[i] += g.Asked[side]
			}
		}
	}
	anchor := -1
	zero = "the mean of all is 0"
	if i := slices.IndexFunc(p.Players, func(w Player) bool { return w.Name == anchorRung }); i >= 0 && all[i].games > 0 {
		anchor, zero = i, anchorRung+" is 0"
	}
	ratings, err := stats.Rate(len(all), met, anchor, 0)
	if err != nil {
		return nil, "", err
	}
	for i := range all {
		all[i].Rating = ratings[i]
		if nodes[i] > 0 {
			all[i].nodes = float64(nodes[i]) / float64(asked[i])
		}
	}
	// Players with equal results differ in the last digits, by rounding.
	digits := func(s standing) float64 { return math.Round(1000 * s.Elo) }
	slices.SortStableFunc(all, func(a, b standing) int { return cmp.Compare(digits(b), digits(a)) })
	return slices.DeleteFunc(all, func(s standing) bool { return !s.Rated }), zero, nil
}

// Page returns the page of the results.
func (p *Plan) Page(r *Results) (*lab.Page, error) {
	page := &lab.Page{Name: Name, Title: "A ladder of opponents", Command: fmt.Sprintf("go run ./cmd/lab ladder --games %d --doc", p.most(r)), Short: true}
	all, zero, err := p.place(r)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, errors.New("no games have been played yet")
	}
	least, most, faults := p.counts(r)
	page.Text("Our engines on one list with programs whose strength no clock decides: Stockfish 15.1 limited by nodes (one thread, 16 MB) "+
		"and others at fixed depths. Played again, all games were the same except Fairy-Max's. Ours are `%s`, limited by the model of the 6502's cycles:", engine)
	var terms []string
	for _, c := range p.Clocks {
		terms = append(terms, fmt.Sprintf("- %s: %s", c.Name, c.About))
	}
	page.Text("%s", strings.Join(append(terms, p.limits()...), "\n"))
	games := fmt.Sprintf("%d", most)
	if least != most {
		games = fmt.Sprintf("%d to %d", least, most)
	}
	who := "Each of ours meets each program, and the programs meet each other"
	if p.All {
		who = "All meet each other"
	}
	page.Text("%s: %s games a pairing, two from each opening with colours reversed, openings of seed %d. A game is won when both players have "+
		"seen the same one %d pawns ahead for %d moves in a row. The ratings are the most likely ones by pairs of games ([match](../manual/match.md)), "+
		"with their 95%% interval; %s. They are differences on this list alone. A `?` marks a bound: a player that won or lost all its games "+
		"has no most likely rating, and is rated with one drawn game that it did not play. `go run ./cmd/lab ladder --recorded` prints all rows and columns.",
		who, games, seed, rules.WinScore/100, rules.WinMoves, zero)
	if faults > 0 {
		page.Text("Games lost by fault, an illegal move or a crash: %d.", faults)
	}
	notes, err := p.stale(r)
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		page.Text("%s", note)
	}
	list(page, all)
	chart(page, p, all)
	page.Heading("One level, several rungs")
	page.Text("What a level is worth depends on whom it meets. Each number is the rating of one of ours by its games against one program alone, " +
		"whose own rating is from the list. Stockfish with few nodes sees little and values well; the others see a fixed number of plies.")
	byRung(page, p, r, all)
	return page, nil
}

// limits returns the limits of the rungs other than Stockfish, from their specs.
func (p *Plan) limits() (all []string) {
	for i := range p.Players {
		if w := &p.Players[i]; w.Rung && w.Spec.Limits.Nodes == 0 {
			all = append(all, fmt.Sprintf("- %s: depth %d", w.Name, w.Spec.Limits.Depth))
		}
	}
	return all
}

// most returns the greatest number of games of a pairing.
func (p *Plan) most(r *Results) int {
	_, most, _ := p.counts(r)
	return most
}

// counts returns the least and the greatest number of games of a pairing that has any, and the
// number of games lost by fault.
func (p *Plan) counts(r *Results) (least, most, faults int) {
	least = math.MaxInt
	plays := map[int]bool{}
	for _, pair := range p.pairings() {
		if m := p.met(r, pair); m != nil && len(m.Games) > 0 {
			plays[pair[0]], plays[pair[1]] = true, true
			most = max(most, len(m.Games))
			for _, g := range m.Games {
				if g.Fault != "" {
					faults++
				}
			}
		}
	}
	for _, pair := range p.pairings() {
		n := 0
		if m := p.met(r, pair); m != nil {
			n = len(m.Games)
		}
		if plays[pair[0]] && plays[pair[1]] {
			least = min(least, n)
		}
	}
	return least, most, faults
}

// met returns the meeting of a pairing, nil if it has not played.
func (p *Plan) met(r *Results, pair [2]int) *Meeting {
	return r.find([2]string{p.Players[pair[0]].Name, p.Players[pair[1]].Name})
}

// stale returns notes about players whose settings or searches have changed since they played,
// because of another program or cost model.
func (p *Plan) stale(r *Results) (notes []string, err error) {
	var other []string
	for i := range p.Players {
		w := &p.Players[i]
		if w.Rung {
			continue
		}
		print, err := w.fingerprint()
		if err != nil {
			return nil, err
		}
		for _, m := range r.Meetings {
			side := slices.Index(m.Names[:], w.Name)
			if side < 0 {
				continue
			}
			if m.Players[side] != w.Spec.String() {
				notes = append(notes, fmt.Sprintf("**%s has other numbers today than when it played.**", w.Name))
				break
			}
			if m.Searches[side] != print {
				other = append(other, w.Name)
				break
			}
		}
	}
	if len(other) > 0 {
		notes = append(notes, fmt.Sprintf("**By another program or another model of cycles today than when they played: %s.**", strings.Join(other, "; ")))
	}
	return notes, nil
}

func list(page *lab.Page, all []standing) {
	unbounded := !slices.ContainsFunc(all, func(s standing) bool { return s.Prior })
	t := page.Table(&lab.Table{Name: "list", Columns: []lab.Column{
		{Title: "", Key: "rank", Detail: true}, {Title: "<player", Key: "player"}, {Title: "Elo", Key: "elo", Format: "%+.0f"}, {Title: "<bound", Key: "bound", Detail: unbounded},
		{Title: "± 95%", Key: "error", Format: "%.0f"}, {Title: "games", Key: "games", Detail: true}, {Title: "score", Key: "score", Format: "%.1f%%"},
		{Title: "nodes a move", Key: "nodes", Format: "%.0f"},
	}})
	for i, s := range all {
		bound := ""
		if s.Prior {
			bound = "?"
		}
		nodes := s.nodes
		if nodes == 0 {
			nodes = math.NaN()
		}
		t.Add(i+1, s.Name, whole(s.Elo), bound, s.Error, s.games, 100*s.points/float64(s.games), nodes)
	}
}

// whole rounds a rating, to +0 instead of -0.
func whole(elo float64) float64 { return math.Round(elo) + 0 }

// chart draws the list: the programs, and a line of our engines for each clock.
func chart(page *lab.Page, p *Plan, all []standing) {
	plot := &lab.Plot{Name: Name + "-list", Title: "The ladder", Y: "Elo, with its 95% interval"}
	place := map[string]int{}
	at := func(name string) float64 {
		if _, ok := place[name]; !ok {
			place[name] = len(plot.Names)
			plot.Names = append(plot.Names, name)
		}
		return float64(place[name])
	}
	add := func(title string, has func(s *standing) bool, name func(s *standing) string) {
		l := lab.Line{Name: title, Loose: true, Spread: []float64{}}
		for i := len(all) - 1; i >= 0; i-- {
			if s := &all[i]; has(s) {
				l.X, l.Y, l.Spread = append(l.X, at(name(s))), append(l.Y, s.Elo), append(l.Spread, s.Error)
			}
		}
		if len(l.X) > 0 {
			plot.Lines = append(plot.Lines, l)
		}
	}
	add("programs", func(s *standing) bool { return s.Rung }, func(s *standing) string { return s.Name })
	for i, c := range p.Clocks {
		add("ours, "+c.Name, func(s *standing) bool { return !s.Rung && s.Clock == i }, func(s *standing) string { return s.Spec.ProfileName })
	}
	page.Plot(plot)
}

// byRung adds a table of our engines' results against each rung.
func byRung(page *lab.Page, p *Plan, r *Results, all []standing) {
	level := ", " + p.Clocks[0].Name
	t := &lab.Table{Name: "by rung", Key: func(row []any) bool { return strings.HasSuffix(row[0].(string), level) }, KeyRows: "our levels, " + p.Clocks[0].Name, Columns: []lab.Column{{Title: "<player", Key: "player"}}}
	plot := &lab.Plot{Name: Name + "-rungs", Title: "One level by each rung alone" + level, Y: "Elo by games against it"}
	var rungs []standing
	for i := len(all) - 1; i >= 0; i-- {
		if s := all[i]; s.Rung {
			rungs = append(rungs, s)
			t.Columns = append(t.Columns, lab.Column{Title: s.Name, Key: strings.ToLower(strings.ReplaceAll(s.Name, " ", "_"))})
			plot.Names = append(plot.Names, s.Name)
		}
	}
	t.Columns = append(t.Columns, lab.Column{Title: "all", Key: "all", Format: "%+.0f"})
	for _, s := range all {
		if s.Rung {
			continue
		}
		cells := []any{s.Name}
		line := lab.Line{Name: s.Spec.ProfileName}
		for k, other := range rungs {
			cell := any(nil)
			if m := r.find([2]string{s.Name, other.Name}); m != nil && m.Pairs().Count() > 0 {
				alone, err := stats.Rate(2, []stats.Encounter{{A: 0, B: 1, Pairs: m.Pairs()}}, 1, other.Elo)
				if err == nil {
					cell = fmt.Sprintf("%+.0f ± %.0f", whole(alone[0].Elo), alone[0].Error)
					if alone[0].Prior {
						cell = fmt.Sprintf("%s ?", cell)
					}
					line.X, line.Y = append(line.X, float64(k)), append(line.Y, alone[0].Elo)
				}
			}
			cells = append(cells, cell)
		}
		t.Add(append(cells, whole(s.Elo))...)
		if s.Clock == 0 && len(line.X) > 0 {
			plot.Lines = append(plot.Lines, line)
		}
	}
	if len(rungs) == 0 {
		return
	}
	page.Table(t)
	if len(plot.Lines) > 0 {
		page.Plot(plot)
	}
}
