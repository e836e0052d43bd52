package tree

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/explain/probe"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Look is what a person looks at in the tree of a real search.
type Look struct {
	Start       *goengine.Position
	ProfileName string
	// Line leads to the node that is shown.
	Line []goengine.Move
	// Wanted is the move to be explained, as the person wrote it in Why; NoMove for
	// none.
	Wanted goengine.Move
	Why    string
	// Searches are those of the engines, which agree. Shown is of the first, Raised
	// of searches with greater SX, for Wanted.
	Searches []*probe.Search
	Shown    *probe.Shown
	Raised   *probe.Sooner
}

// Write writes the look for people.
func (l *Look) Write(w *report.Screen) error {
	v := l.Shown
	if err := Board(w, "the position", l.Start); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%s", w.Fold(l.found()))
	fmt.Fprintln(w, w.Fold(agreed(l.Searches)))
	if v.Root == nil || len(v.Root.Moves) == 0 {
		return nil
	}
	if len(l.Line) > 0 {
		fmt.Fprintf(w, "\n%s", w.Fold(l.below()))
	}
	fmt.Fprintln(w)
	if err := Search(w, v); err != nil {
		return err
	}
	fmt.Fprintln(w)
	if err := SearchLegend(w, v); err != nil {
		return err
	}
	if l.Wanted != goengine.NoMove {
		fmt.Fprintln(w)
		for _, s := range l.why() {
			fmt.Fprint(w, w.Fold(s+"\n"))
		}
	}
	return nil
}

// Summary says what the search has found, in a sentence.
func (l *Look) Summary() string { return strings.TrimSpace(l.found()) }

// Reasons says why the wanted move was not seen, and what more SX does, in sentences; nil
// without a wanted move.
func (l *Look) Reasons() []string {
	if l.Wanted == goengine.NoMove || l.Shown.Root == nil || l.Raised == nil {
		return nil
	}
	return l.why()
}

// found says what the search has found.
func (l *Look) found() string {
	v := l.Shown
	r := &v.Result
	if r.Best == goengine.NoMove {
		if v.Guest {
			return fmt.Sprintf("no legal move, score %s\n", report.Pawns(r.Score))
		}
		return fmt.Sprintf("profile %s: no legal move, score %s\n", l.ProfileName, report.Pawns(r.Score))
	}
	if v.Guest {
		which := fmt.Sprintf("the tree to depth %d", r.SX)
		if !v.Finished {
			which = "the tree of a search that a limit has ended"
		}
		return fmt.Sprintf("%s, score %s, PV = %s; %s\n", san(l.Start, r.PV[:1]), report.Pawns(r.Score), san(l.Start, r.PV), which)
	}
	which := fmt.Sprintf("the tree of the last of %s, with %s %d", report.Plural(len(v.Iterations), "iteration"), report.SX(v.Two), r.SX)
	if len(v.Iterations) == 1 {
		which = fmt.Sprintf("the tree of the only iteration, with %s %d", report.SX(v.Two), r.SX)
	}
	if !v.Finished {
		which = "the tree of an iteration that a limit has ended"
	}
	return fmt.Sprintf("profile %s: %s, score %s, PV = %s; %s\n", l.ProfileName, san(l.Start, r.PV[:1]), report.Pawns(r.Score), san(l.Start, r.PV), which)
}

// agreed says which engines made the search, and what it cost them.
func agreed(searches []*probe.Search) string {
	var names []string
	var results []hostbridge.Result
	for _, s := range searches {
		names, results = append(names, s.Engine), append(results, s.Result)
	}
	return agreement(names, results)
}

// below says what the node is whose moves are shown.
func (l *Look) below() string {
	v := l.Shown
	n := v.Node
	if n == nil {
		return fmt.Sprintf("After %s: the search did not come there.\n", san(l.Start, l.Line))
	}
	if v.Guest {
		return fmt.Sprintf("After %s:\n", san(l.Start, l.Line))
	}
	return fmt.Sprintf("After %s: %s %s, static value %s, window %s to %s, for the side to move.\n",
		san(l.Start, l.Line), report.SX(v.Two), ownAndOther(v, n), Pawns(n.Static), Pawns(n.Alpha), Pawns(n.Beta))
}

// ownAndOther is a node's SX in words.
func ownAndOther(v *probe.Shown, n *probe.Node) string {
	if v.Two {
		return fmt.Sprintf("%d, and %d of the other side", n.Own, n.Other)
	}
	return fmt.Sprint(n.Own)
}

// san is a line as people write it.
func san(start *goengine.Position, line []goengine.Move) string {
	return strings.Join(probe.SAN(start, line), " ")
}

// reason says where the wanted move fell out of the search.
func (l *Look) reason() (where, why string) {
	v := l.Shown
	first, _ := v.FellOut(l.Wanted)
	if first == nil {
		return "", "the search did not come there"
	}
	before := first.Line[:len(first.Line)-1]
	name := func(m *probe.Move) string {
		return lastOf(l.Start, append(before[:len(before):len(before)], m.Move))
	}
	reply := func(m *probe.Move) string {
		return lastOf(l.Start, append(first.Line[:len(first.Line):len(first.Line)], m.Move))
	}
	return first.Label, v.Reason(first, name, reply)
}

// lastOf is a line's last move as people write it.
func lastOf(start *goengine.Position, line []goengine.Move) string {
	all := probe.SAN(start, line)
	return all[len(all)-1]
}

// why explains what became of the wanted move, and what more SX does.
func (l *Look) why() (lines []string) {
	v, raised := l.Shown, l.Raised
	name := lastOf(l.Start, append(l.Line[:len(l.Line):len(l.Line)], l.Wanted))
	where, why := l.reason()
	lines = append(lines, strings.TrimSpace(fmt.Sprintf("Why not %s? %s: %s.", name, where, why)))
	_, what := v.FellOut(l.Wanted)
	already := what != nil && what.Followed()
	say := func(verb string, f *probe.Found) string {
		s := fmt.Sprintf("%s from %s %d on", verb, report.SX(v.Two), f.SX)
		if f.Priced {
			late := ""
			if f.Late > 0 {
				late = fmt.Sprintf(", as a late move %d", f.Late)
			}
			s += fmt.Sprintf(" (%s, price %d%s)", goengine.CategoryNames[f.Category], f.Price, late)
		}
		return s + fmt.Sprintf(": %s, %.1f times this search's%s.", report.Plural(int(f.Nodes), "node"), float64(f.Nodes)/float64(max(v.Result.Nodes, 1)), cost(v, f))
	}
	end := fmt.Sprintf("up to %s %d (%s spent)", report.SX(v.Two), raised.Tried, report.Plural(int(raised.Nodes), "node"))
	if !already {
		if raised.Followed == nil {
			lines = append(lines, name+" is not followed up "+end+".")
		} else {
			lines = append(lines, say(name+" is followed up", raised.Followed))
		}
	}
	if raised.Best == nil {
		return append(lines, name+" is not the best of its node with more SX, "+end+".")
	}
	return append(lines, say(name+" is the best of its node", raised.Best))
}

// cost is what a search takes on the clock of the first engine's machine, or the one that it models.
func cost(v *probe.Shown, f *probe.Found) string {
	k, err := hostbridge.KindOf(v.Engine)
	if err != nil || f.Cycles == 0 {
		return ""
	}
	return fmt.Sprintf("; %s on the %s, not %s", report.Seconds(f.Cycles, k.Timed().Clock), k.Timed().Name, report.Seconds(v.Result.Spent(), k.Timed().Clock))
}

// MoveJSON is a move of WriteJSON.
type MoveJSON struct {
	Line     []string `json:"line"`
	SAN      string   `json:"san"`
	PV       bool     `json:"pv"`
	Number   int      `json:"number"`
	Category string   `json:"category,omitempty"`
	Price    *uint8   `json:"price,omitempty"`
	Late     uint8    `json:"late_price,omitempty"`
	OnlyLate bool     `json:"only_late,omitempty"`
	Left     *int     `json:"sx_left,omitempty"`
	Other    *int     `json:"sx_left_other,omitempty"`
	Static   *int16   `json:"static,omitempty"`
	Value    *int16   `json:"value,omitempty"`
	Alpha    *int16   `json:"alpha,omitempty"`
	Beta     *int16   `json:"beta,omitempty"`
	Fate     string   `json:"verdict"`
	End      string   `json:"end,omitempty"`
	Nodes    uint64   `json:"nodes"`
	Again    bool     `json:"searched_twice"`
	More     string   `json:"not_shown,omitempty"`
}

// NewMoveJSON returns a row as WriteJSON writes it. two reports that each side has an SX of
// its own.
func NewMoveJSON(r *probe.Row, two bool) MoveJSON {
	o := MoveJSON{Line: r.UCI, SAN: r.Name, PV: r.PV, Number: r.Number, Fate: string(r.Fate), End: string(r.End), Nodes: r.Nodes, Again: r.Searches > 1, Late: r.Late, OnlyLate: r.OnlyLate, More: r.More}
	if r.Priced {
		o.Category, o.Price, o.Left = goengine.CategoryNames[r.Category], &r.Price, &r.Own
		if two {
			o.Other = &r.Other
		}
	}
	if r.Valued {
		o.Static = &r.Static
	}
	if r.Tested() {
		o.Value, o.Alpha, o.Beta = &r.Value, &r.Alpha, &r.Beta
		if r.Alpha == goengine.Infinity { // a guest that does not tell
			o.Alpha = nil
		}
		if r.Beta == -goengine.Infinity {
			o.Beta = nil
		}
	}
	return o
}

// whyJSON says why a move was not seen.
type whyJSON struct {
	Why      string      `json:"why"`
	Where    string      `json:"where"`
	Reason   string      `json:"reason"`
	Followed *raisedJSON `json:"followed_up,omitempty"`
	Best     *raisedJSON `json:"best,omitempty"`
	Tried    int         `json:"tried_to_sx"`
	Spent    uint64      `json:"nodes_spent"`
	Nodes    uint64      `json:"nodes"`
}

type raisedJSON struct {
	SX     int    `json:"sx"`
	Nodes  uint64 `json:"nodes"`
	Cycles uint64 `json:"cycles"`
}

// WriteJSON writes the moves that are shown, an object each, and what --why has found.
func (l *Look) WriteJSON(w *report.Screen) error {
	v, raised := l.Shown, l.Raised
	var each func(rows []*probe.Row) error
	each = func(rows []*probe.Row) error {
		for _, r := range rows {
			o := NewMoveJSON(r, v.Two)
			if err := report.JSON(w, o); err != nil {
				return err
			}
			if err := each(r.Replies); err != nil {
				return err
			}
		}
		return nil
	}
	if err := each(v.Way); err != nil {
		return err
	}
	if err := each(v.Rows); err != nil || raised == nil {
		return err
	}
	where, why := l.reason()
	found := func(f *probe.Found) *raisedJSON {
		if f == nil {
			return nil
		}
		return &raisedJSON{f.SX, f.Nodes, f.Cycles}
	}
	return report.JSON(w, whyJSON{l.Why, where, why, found(raised.Followed), found(raised.Best), raised.Tried, raised.Nodes, v.Result.Nodes})
}
