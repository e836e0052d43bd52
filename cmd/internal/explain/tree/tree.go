// Package tree draws search trees, of models and of real searches, as text and as
// pictures.
package tree

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/window"
)

// fate is what the search did with a position.
type fate int

const (
	root    fate = iota
	decided      // compared with the window: its visit has the verdict
	refuted      // one of its moves cut off, which the search doesn't report for the position
	untried      // scored, but then another move of its node cut off
	unseen       // never created
	beyond       // never created: its parent was not searched
)

// node is a position with what a run did with it.
type node struct {
	*window.Position
	*window.Visit
	parent   *node
	children []*node
	fate     fate
	// by is the number of the decision that skipped or refuted the position; 0 if there
	// is none.
	by int
	// own is the SX left of the side that moved here, other that of its opponent, valid if
	// known is set. With one budget, own is the whole budget.
	own, other int
	known      bool
	// price is the move's price (SXDEC), 0 if the engine did not determine it.
	price    int
	category string
}

// picture is a run prepared for drawing.
type picture struct {
	run  *window.Run
	root *node
	// sx reports that budgets are shown, two that each side has its own.
	sx, two bool
	depth   int // plies of the model
}

func newPicture(r *window.Run) *picture {
	p := &picture{run: r, sx: usesSX(r), two: twoBudgets(r)}
	p.root = p.grow(r.Model.Root, nil)
	return p
}

// usesSX reports whether prices differ, so that SX is more than a number of plies.
func usesSX(r *window.Run) bool {
	if _, ok := r.Setting.Profile.OnePrice(); !ok {
		return true
	}
	priced := false
	r.Model.Root.Each(func(p *window.Position) { priced = priced || p.Price != 0 })
	return priced
}

// twoBudgets reports whether each side has an SX of its own.
func twoBudgets(r *window.Run) bool { return r.Setting.Profile.Switches&goengine.TwoBudgets != 0 }

// grow creates the node of a position and those below it.
func (p *picture) grow(pos *window.Position, parent *node) *node {
	n := &node{Position: pos, Visit: p.run.Visits[pos.Key], parent: parent}
	p.depth = max(p.depth, pos.Ply())
	n.fate, n.by = p.fateOf(n)
	p.spend(n)
	for _, c := range pos.Children {
		n.children = append(n.children, p.grow(c, n))
	}
	return n
}

// fateOf returns the fate of a position, and the number of the decision that caused it.
func (p *picture) fateOf(n *node) (fate, int) {
	switch {
	case n.parent == nil:
		return root, 0
	case n.Evaluated > 0:
		return decided, 0
	case n.Expanded:
		return refuted, p.cutAmong(n.Position)
	case n.Created > 0:
		return untried, p.cutAmong(n.parent.Position)
	case n.parent.Expanded:
		return unseen, p.cutAmong(n.parent.Position)
	case n.parent.fate == decided || n.parent.fate == beyond:
		return beyond, 0
	}
	return unseen, 0
}

// cutAmong returns the number of the decision that cut off after a position.
func (p *picture) cutAmong(pos *window.Position) int {
	for _, c := range pos.Children {
		if v := p.run.Visits[c.Key]; v.Verdict == window.Cutoff {
			return v.Evaluated
		}
	}
	return 0
}

// spend determines price and budgets. Where SX pays no move, the engine determines no
// price; then the model's price is used, if there is one.
func (p *picture) spend(n *node) {
	if n.parent == nil {
		n.own, n.other, n.known = p.run.Setting.SX, p.run.Setting.SX, true
		return
	}
	switch {
	case n.Priced:
		n.price, n.category = max(int(n.Visit.Price), 1), n.Visit.Category
	case n.Created > 0:
		n.price, n.category = int(n.Position.Price), n.Position.Category
	}
	if n.price == 0 || !n.parent.known {
		return
	}
	n.known = true
	if !p.two {
		n.own = n.parent.own - n.price
		if n.Expanded && p.run.Setting.Profile.Late != 0 {
			n.own = int(n.Visit.SX) // less if it was searched for its late price only
		}
		return
	}
	// The mover's SX is what was the other side's at the parent.
	n.own, n.other = n.parent.other-n.price, n.parent.own
	if p.run.Setting.Profile.Budgets == goengine.BudgetsShared {
		n.other = max(n.other+min(n.own, 0), 0)
	}
	n.own = max(n.own, 0)
}

// budget formats the SX left after a position's move: one number, or White's and
// Black's. It returns "" if the SX is not known.
func (p *picture) budget(n *node) string {
	switch {
	case !n.known:
		return ""
	case !p.two:
		return fmt.Sprint(n.own)
	case p.white(n):
		return fmt.Sprintf("%d/%d", n.own, n.other)
	}
	return fmt.Sprintf("%d/%d", n.other, n.own)
}

// white reports whether White moved last; at the root, whether Black is to move.
func (p *picture) white(n *node) bool {
	return (p.run.Model.Start.Side() == goengine.White) == (n.Ply()%2 == 1)
}

// pricing returns the move's category and price.
func (n *node) pricing() string {
	switch {
	case n.Created == 0 || n.fate == root:
		return ""
	case n.price == 0 && n.fate == decided:
		return strings.TrimSpace(n.category + " unpriced")
	case n.price == 0:
		return n.category
	case n.category == "":
		return fmt.Sprint(n.price)
	}
	return fmt.Sprintf("%s %d", n.category, n.price)
}

// end returns the reason why a position with moves in the model was not searched, ""
// if it was.
func (p *picture) end(n *node) string {
	switch {
	case n.fate != decided || n.Expanded || len(n.children) == 0:
		return ""
	case p.run.Setting.Depth > 0 && n.Ply() >= p.run.Setting.Depth:
		return "depth limit"
	case !n.Priced: // at a frontier: SX is less than any price
		return report.SX(p.two) + " too low"
	case p.two && n.own == 0 && n.other == 0, n.own < 0:
		return report.SX(p.two) + " spent"
	}
	return "not followed up"
}

// Pawns formats a score: pawns with three decimals, MAX for the bounds of scores, #n for
// a mate in n moves.
func Pawns(v int16) string {
	if over := max(v, -v); over >= goengine.MateBound && over <= goengine.Mate {
		return report.Pawns(v)
	}
	return window.Pawns(v)
}

// bounds formats the bounds of a decision.
func (n *node) bounds() string { return "[" + Pawns(n.Beta) + "," + Pawns(n.Alpha) + "]" }

// comparison returns the bound with which a value was compared: beta if it cut off, else
// alpha.
func (n *node) comparison() string {
	switch n.Verdict {
	case window.Cutoff:
		return "≥ " + Pawns(n.Beta)
	case window.Best:
		return "> " + Pawns(n.Alpha)
	}
	return "≤ " + Pawns(n.Alpha)
}

// verdict returns the outcome of a decision.
func (n *node) verdict() string {
	switch n.Verdict {
	case window.Best:
		return "new best"
	case window.NotBest:
		return "not better"
	}
	return string(n.Verdict)
}

// silence returns the reason why a position has no decision.
func (n *node) silence() string {
	why := ""
	if n.by > 0 {
		why = fmt.Sprintf(": (%d) cut off", n.by)
	}
	switch n.fate {
	case refuted:
		if n.by > 0 {
			return fmt.Sprintf("refuted by (%d), dropped without a word", n.by)
		}
		return "dropped without a word"
	case untried:
		return "scored, never tried" + why
	case beyond:
		return "beyond the horizon"
	}
	return "never looked at" + why
}

// label returns a position's last move with its number, 1.Qg8+ or 1...Nxg8.
func (n *node) label() string {
	name := n.MoveName()
	if name == "" {
		return n.Move.String()
	}
	number := ""
	for _, word := range strings.Fields(n.Line) {
		if digits, _, ok := strings.Cut(word, "."); ok && isNumber(digits) {
			number = digits
		}
	}
	if digits, _, _ := strings.Cut(name, "."); number == "" || isNumber(digits) {
		return name
	}
	return number + "..." + name
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// Printable replaces control characters by question marks.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, s)
}

// settings describes profile and limits of a run. A guest has no profile.
func settings(r *window.Run) string {
	if hostbridge.IsForeign(r.Engine) {
		return fmt.Sprintf("%s, depth %d", r.Engine, r.Setting.Depth)
	}
	return fmt.Sprintf("profile %s, %s %d, depth %d", r.Setting.Spec, report.SX(twoBudgets(r)), r.Setting.SX, r.Setting.Depth)
}

// Settings returns a run's name, if it has one, with its profile and limits.
func Settings(r *window.Run) string {
	if r.Setting.Name == "" {
		return settings(r)
	}
	return r.Setting.Name + ": " + settings(r)
}

// Variation returns a run's principal variation in the notation of the model, "" if there
// is none.
func Variation(r *window.Run) string {
	if len(r.PV) == 0 {
		return ""
	}
	last := r.PV[len(r.PV)-1]
	line := ""
	r.Model.Root.Each(func(p *window.Position) {
		if p.Key == last {
			line = p.Line
		}
	})
	return line
}
