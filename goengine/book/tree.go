package book

import (
	"cmp"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// MaxWeight is the greatest weight of a move.
const MaxWeight = 8

// Name is what an opening is called. Any part may be empty.
type Name struct {
	ECO, Opening, Variation string
}

// String is all parts that there are: "B90 Sicilian, Najdorf".
func (n Name) String() string {
	s := n.Opening
	if n.Variation != "" {
		s = strings.TrimPrefix(s+", "+n.Variation, ", ")
	}
	return strings.TrimSpace(n.ECO + " " + s)
}

// common is what two names share. Variations of different openings share nothing.
func (n Name) common(o Name) Name {
	var c Name
	if n.ECO == o.ECO {
		c.ECO = n.ECO
	}
	if n.Opening == o.Opening {
		c.Opening = n.Opening
		if n.Variation == o.Variation {
			c.Variation = n.Variation
		}
	}
	return c
}

// Node is a position of the book.
type Node struct {
	// FEN is the position, its first four fields.
	FEN string
	// Moves are the moves known here, in the order in which they were read.
	Moves []*Edge
	// Ways counts the moves of the book that lead here.
	Ways int

	exact, shared Name
	named         bool // shared has been set
}

// Name is the name that the source gives to the line that ends here, or else what the names of all lines through the
// position have in common.
func (n *Node) Name() Name {
	if n.exact != (Name{}) {
		return n.exact
	}
	return n.shared
}

// passed notes that a line of some name goes through the position.
func (n *Node) passed(name Name) {
	switch {
	case name == Name{}:
	case !n.named:
		n.shared, n.named = name, true
	default:
		n.shared = n.shared.common(name)
	}
}

// Edge is a move of the book.
type Edge struct {
	Move goengine.Move
	// SAN is the move in standard algebraic notation.
	SAN string
	To  *Node

	weight int // the greatest that was given
	given  bool
	short  bool // a table has it in one byte where it needs no weight
}

// Weight is 0 to 8; 1 where the source gives none.
func (e *Edge) Weight() int {
	if !e.given {
		return 1
	}
	return e.weight
}

func (e *Edge) give(weight int) {
	e.weight, e.given = max(e.weight, weight), true
}

// Tree is the graph of a book's positions, as read from sources.
type Tree struct {
	nodes map[string]*Node
	order []*Node // as they were met
	// Lines counts the lines of moves that were read.
	Lines int
	// Open reports whether the last source ends within a line or its tags, so that appended text would belong to them.
	Open bool
}

// NewTree returns a book without any move.
func NewTree() *Tree { return &Tree{nodes: map[string]*Node{}} }

// Node is the node of a position, nil where the book does not know it.
func (t *Tree) Node(p *goengine.Position) *Node { return t.nodes[Identity(p)] }

// Nodes are all positions, those without a move included, in the order in which they were met.
func (t *Tree) Nodes() []*Node { return t.order }

// Identity is what makes two positions the same: FEN without the counters.
func Identity(p *goengine.Position) string {
	fen := p.FEN()
	for range 2 {
		fen = fen[:strings.LastIndexByte(fen, ' ')]
	}
	return fen
}

// node finds or adds the node of a position.
func (t *Tree) node(p *goengine.Position) *Node {
	id := Identity(p)
	n := t.nodes[id]
	if n == nil {
		n = &Node{FEN: id}
		t.nodes[id] = n
		t.order = append(t.order, n)
	}
	return n
}

// move finds a move of a node.
func (n *Node) move(m goengine.Move) *Edge {
	for _, e := range n.Moves {
		if e.Move == m {
			return e
		}
	}
	return nil
}

// extend finds or adds a move from before, at n, to after.
func (t *Tree) extend(n *Node, before, after *goengine.Position, m goengine.Move) *Edge {
	if e := n.move(m); e != nil {
		return e
	}
	alone := codeOf(Weighted{m, 1}, before.LegalMoves(), true, 0)
	e := &Edge{Move: m, SAN: SAN(before, m), To: t.node(after), short: len(alone.bytes()) == 1}
	e.To.Ways++
	n.Moves = append(n.Moves, e)
	return e
}

// Played are the moves that the book plays in a position, the greatest weight first.
func (n *Node) Played() []*Edge {
	var played []*Edge
	for _, e := range n.Moves {
		if e.Weight() > 0 {
			played = append(played, e)
		}
	}
	slices.SortFunc(played, func(a, b *Edge) int { return compare(Weighted{a.Move, a.Weight()}, Weighted{b.Move, b.Weight()}) })
	return played
}

// compare orders moves by falling weight, those of the same weight by their squares.
func compare(a, b Weighted) int {
	return cmp.Or(b.Weight-a.Weight, cmp.Compare(squares(a.Move), squares(b.Move)))
}

// Moves returns the moves that the book plays in a position, as Table.Moves does. It looks the position up in a hash, in
// the same time however large the book is.
func (t *Tree) Moves(p *goengine.Position) []Weighted {
	if n := t.Node(p); n != nil {
		return n.weighted()
	}
	return nil
}

// Pick picks a move by weight, as Table.Pick does.
func (t *Tree) Pick(p *goengine.Position, random byte) (m goengine.Move, ok bool) {
	return choose(t.Moves(p), random)
}

// Stats counts what a book holds.
type Stats struct {
	// HalfMoves are the different moves by position, Played those of them that have a weight.
	HalfMoves, Played int
	// Positions are those with a move that is played.
	Positions int
	// Transpositions are the positions that several moves lead to.
	Transpositions int
}

// Stats counts.
func (t *Tree) Stats() (s Stats) {
	for _, n := range t.order {
		s.HalfMoves += len(n.Moves)
		if played := len(n.Played()); played > 0 {
			s.Played += played
			s.Positions++
		}
		if n.Ways > 1 {
			s.Transpositions++
		}
	}
	return s
}
