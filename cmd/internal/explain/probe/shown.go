package probe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/goengine"
)

// Row is a move that is shown, with its replies.
type Row struct {
	*Move
	Node *Node // to which the move belongs
	// Line leads from the root to the move and includes it. Name is the move in algebraic
	// notation, Label the same with its number, 1.e4 or 1...e5.
	Line        []goengine.Move
	Name, Label string
	UCI         []string // the line
	PV          bool
	White       bool // moved
	Replies     []*Row
	// More describes the replies that are not shown; empty if there are none.
	More string
}

// Shown is the part of a search that is shown: the moves that lead to a node, its moves,
// and those below.
type Shown struct {
	*Search
	Start *goengine.Position
	// Way has the rows of the line, each with the next as its only reply. Rows has the
	// rows of the node at its end, More describes the moves that are not shown. Node is
	// nil if the search has not reached it.
	Way, Rows []*Row
	More      string
	Node      *Node
	Two       bool // each side has an SX of its own
}

// Choice says what to show.
type Choice struct {
	// Top is the least number of moves shown of a node, in the order in which they were
	// tried; 0 means all.
	Top   int
	Plies int // after the line
	Line  []goengine.Move
	// Wanted is a move after the line that is always shown, NoMove for none.
	Wanted goengine.Move
}

// Show selects the moves that are shown, and names them.
func Show(s *Search, start *goengine.Position, prof *goengine.Profile, c Choice) (*Shown, error) {
	game, err := rules.New(start.FEN())
	if err != nil {
		return nil, err
	}
	v := &Shown{Search: s, Start: start, Two: prof.Switches&goengine.TwoBudgets != 0}
	b := &builder{Shown: v, choice: c}
	node, at := s.Root, *start
	for i, m := range c.Line {
		if node == nil {
			return v, nil
		}
		row, err := b.row(node, node.orMissing(m), &at, game, c.Line[:i])
		if err != nil {
			return nil, err
		}
		v.Way = append(v.Way, row)
		if err := game.Play(at.UCI(m)); err != nil {
			return nil, err
		}
		at.Play(m)
		node = row.Child
	}
	if v.Node = node; node != nil {
		v.Rows, v.More, err = b.rows(node, &at, game, c.Line)
	}
	return v, err
}

type builder struct {
	*Shown
	choice Choice
}

// orMissing returns a move of the node, or a Missing one if it was not generated.
func (n *Node) orMissing(m goengine.Move) *Move {
	if x := n.Find(m); x != nil {
		return x
	}
	return &Move{Move: m, Fate: Missing}
}

// row returns the row of a move.
func (b *builder) row(n *Node, x *Move, at *goengine.Position, game *rules.Game, line []goengine.Move) (*Row, error) {
	r := &Row{Move: x, Node: n, White: at.Side() == goengine.White, Name: game.SAN(at.UCI(x.Move))}
	r.Line = append(line[:len(line):len(line)], x.Move)
	dots := "."
	if !r.White {
		dots = "..."
	}
	r.Label = fmt.Sprintf("%d%s%s", moveNumber(b.Start, n.Ply), dots, r.Name)
	r.PV = len(r.Line) <= len(b.Result.PV) && slices.Equal(r.Line, b.Result.PV[:len(r.Line)])
	p := *b.Start
	for _, m := range r.Line {
		r.UCI = append(r.UCI, p.UCI(m))
		if !p.Play(m) {
			return nil, fmt.Errorf("the search of %s tells of a move that is not legal: %v", b.Start.FEN(), r.UCI)
		}
	}
	return r, nil
}

// moveNumber returns the number of the move that is made at a ply.
func moveNumber(start *goengine.Position, ply int) int {
	number, black := 1, 0
	if fields := strings.Fields(start.FEN()); len(fields) == 6 {
		_, _ = fmt.Sscan(fields[5], &number)
	}
	if start.Side() == goengine.Black {
		black = 1
	}
	return number + (ply+black)/2
}

// rows returns the rows of a node that are shown: the moves tried, in their order, then
// the others.
func (b *builder) rows(n *Node, at *goengine.Position, game *rules.Game, line []goengine.Move) (all []*Row, more string, err error) {
	wanted := goengine.NoMove
	if len(line) == len(b.choice.Line) {
		wanted = b.choice.Wanted
	}
	moves := slices.Clone(n.Moves)
	missing := len(at.LegalMoves()) - len(moves)
	if wanted != goengine.NoMove && n.Find(wanted) == nil {
		moves = append(moves, n.orMissing(wanted))
		missing--
	}
	slices.SortStableFunc(moves, func(x, y *Move) int {
		switch {
		case (x.Number == 0) != (y.Number == 0):
			return y.Number - x.Number
		default:
			return x.Number - y.Number
		}
	})
	left := map[Fate]int{}
	for i, x := range moves {
		r, err := b.row(n, x, at, game, line)
		if err != nil {
			return nil, "", err
		}
		if b.choice.Top > 0 && i >= b.choice.Top && !r.PV && x.Fate != Best && x.Fate != Cutoff && x.Move != wanted {
			left[x.Fate]++
			continue
		}
		if x.Child != nil && len(r.Line) < len(b.choice.Line)+b.choice.Plies {
			next := *at
			next.Play(x.Move)
			after := game.Clone()
			if err := after.Play(at.UCI(x.Move)); err != nil {
				return nil, "", err
			}
			if r.Replies, r.More, err = b.rows(x.Child, &next, after, r.Line); err != nil {
				return nil, "", err
			}
		}
		all = append(all, r)
	}
	if missing > 0 {
		left[Missing] = missing
	}
	return all, summary(left), nil
}

// summary returns the numbers of moves that are not shown, by fate.
func summary(left map[Fate]int) string {
	sum := 0
	var parts []string
	for _, f := range []Fate{Refuted, NotBetter, UnderWay, Untried, Unvalued, Missing} {
		if n := left[f]; n > 0 {
			sum += n
			parts = append(parts, fmt.Sprintf("%d %s", n, f))
		}
	}
	if sum == 0 {
		return ""
	}
	return fmt.Sprintf("%d more: %s", sum, strings.Join(parts, ", "))
}

// Budget formats the SX left after a move: one number, or White's and Black's. It
// returns "" if the move has no price.
func (v *Shown) Budget(r *Row) string {
	switch {
	case !r.Priced:
		return ""
	case !v.Two:
		return fmt.Sprint(r.Own)
	case r.White:
		return fmt.Sprintf("%d/%d", r.Own, r.Other)
	}
	return fmt.Sprintf("%d/%d", r.Other, r.Own)
}

// Tested reports whether the move's value was compared with the window.
func (m *Move) Tested() bool { return m.Fate == Best || m.Fate == NotBetter || m.Fate == Cutoff }
