package book

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// MaxErrors is the number of errors after which reading a source ends.
const MaxErrors = 100

// maxNesting is the number of variations that may be nested.
const maxNesting = 200

// Error is an error in a line of a source.
type Error struct {
	File string `json:"file"`
	// Line counts from 1.
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Error returns file:line: text.
func (e Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Text) }

// Errors are the errors in a source, at least one.
type Errors []Error

// Error returns the first error and the number of further ones.
func (e Errors) Error() string {
	if len(e) == 1 {
		return e[0].Error()
	}
	return fmt.Sprintf("%v (and %d more)", e[0], len(e)-1)
}

// Parse reads a source. name identifies it in errors. A tree is also returned with an error: it holds what was correct.
// An error of type Errors lists all bad lines, up to MaxErrors; any other is an error of reading.
func Parse(r io.Reader, name string) (*Tree, error) {
	t := NewTree()
	return t, t.Read(r, name, 0)
}

// Read reads a further source into the tree, of each line at most plies half-moves, or all if plies is 0. Its error is
// that of Parse.
func (t *Tree) Read(r io.Reader, name string, plies int) error {
	p := &parser{tree: t, scanner: newScanner(r), file: name, plies: plies}
	p.begin()
	for len(p.errs) < MaxErrors {
		tok := p.scanner.next()
		if tok.kind == endOfFile {
			break
		}
		p.take(tok)
	}
	t.Open = p.moved || p.fen != "" || p.name != (Name{})
	p.end()
	if err := p.scanner.err; err != nil && err != io.EOF {
		return fmt.Errorf("%s: %w", name, err)
	}
	if len(p.errs) > MaxErrors {
		p.errs = p.errs[:MaxErrors]
	}
	if len(p.errs) > 0 {
		return p.errs
	}
	return nil
}

// variation is how far a line of moves has come.
type variation struct {
	// now is the position, before the one before the last move; last is that move, nil at the beginning.
	now, before   goengine.Position
	node, earlier *Node
	last          *Edge
	plies         int // from the beginning of the game
	line          int // where its parenthesis stands
	// broken: after an error the rest is skipped. cut: it has as many half-moves as were asked for.
	broken, cut bool
}

// parser reads lines of moves into a tree.
type parser struct {
	tree    *Tree
	scanner *scanner
	file    string
	plies   int
	errs    Errors

	name      Name
	variant   string // the value of its tag
	variantAt int
	fen       string
	fenAt     int  // line of the FEN tag
	inTags    bool // the last token was a tag
	moved     bool // this line has a move, or what should have been one

	first   int // the move number that the line begins with
	now     variation
	outer   []*variation
	skipped int // depth of variations in one that is broken
	visited []*Node
}

func (p *parser) fail(line int, format string, args ...any) {
	p.errs = append(p.errs, Error{p.file, line, fmt.Sprintf(format, args...)})
}

var initial = func() goengine.Position {
	p, err := goengine.ParseFEN(goengine.StartFEN)
	if err != nil {
		panic(err)
	}
	return *p
}()

// begin begins a line of moves at the position that the tags name.
func (p *parser) begin() {
	start, err := &initial, error(nil)
	if p.fen != "" {
		if start, err = goengine.ParseFEN(p.fen); err != nil {
			p.fail(p.fenAt, "%v", err)
			p.fen, start = "", &initial
		}
	}
	f := strings.Fields(start.FEN())
	p.first, _ = strconv.Atoi(f[len(f)-1])
	p.first = max(p.first, 1)
	p.now = variation{now: *start, node: p.tree.node(start), broken: err != nil}
	p.outer, p.skipped, p.visited, p.moved = p.outer[:0], 0, p.visited[:0], false
}

// end ends a line of moves.
func (p *parser) end() {
	for n := len(p.outer); n > 0; n-- {
		p.fail(p.now.line, "( without )")
		p.now = *p.outer[n-1]
	}
	p.outer = p.outer[:0]
	if !p.moved {
		return
	}
	p.tree.Lines++
	if p.now.plies == 0 {
		return
	}
	if !p.now.broken && !p.now.cut && p.now.node.exact == (Name{}) {
		p.now.node.exact = p.name
	}
	for _, n := range p.visited {
		n.passed(p.name)
	}
}

// take takes a token.
func (p *parser) take(t token) {
	if t.kind != tagToken {
		p.inTags = false
	}
	switch t.kind {
	case tagToken:
		p.takeTag(t)
	case resultToken:
		if p.moved || p.fen != "" || p.name != (Name{}) || len(p.outer) > 0 || p.skipped > 0 {
			p.end()
			p.forget()
			p.begin()
		}
	case numberToken:
		p.takeNumber(t)
	case openToken:
		p.open(t)
	case closeToken:
		p.close(t)
	case nagToken:
		if p.live() && p.now.last != nil && (t.number == 2 || t.number == 4) {
			p.now.last.give(0)
		}
	case moveToken:
		if !p.moved && p.live() {
			p.checkVariant()
		}
		p.moved = true
		if p.live() {
			p.takeMove(t)
		}
	case badToken:
		p.fail(t.line, "%s", t.text)
	}
}

// live reports whether moves are played.
func (p *parser) live() bool { return p.skipped == 0 && !p.now.broken && !p.now.cut }

// forget ends the effect of the tags.
func (p *parser) forget() { p.name, p.variant, p.fen = Name{}, "", "" }

// checkVariant ends a line of moves that are not of chess.
func (p *parser) checkVariant() {
	if err := Variant(p.variant, true); err != nil {
		p.fail(p.variantAt, "%v", err)
		p.now.broken = true
	}
}

func (p *parser) takeTag(t token) {
	if !p.inTags { // the first of a section
		p.end()
		p.forget()
		p.begin()
		p.inTags = true
	}
	switch t.text {
	case "ECO":
		p.name.ECO = known(t.value)
	case "Opening":
		p.name.Opening = known(t.value)
	case "Variation":
		p.name.Variation = known(t.value)
	case "Variant":
		p.variant, p.variantAt = t.value, t.line
	case "FEN":
		p.fen, p.fenAt = t.value, t.line
		p.begin()
	}
}

// known is the value of a tag; PGN writes ? where it is not known.
func known(value string) string {
	if value == "?" || value == "-" {
		return ""
	}
	return value
}

// takeNumber compares a move number with the one that is due. Move 1 at the beginning of a line of text begins a new
// line of moves.
func (p *parser) takeNumber(t token) {
	inside := len(p.outer) > 0 || p.skipped > 0
	if t.number == 1 && t.dots < 2 && p.moved &&
		(!inside && t.first || inside && t.blank && (p.skipped > 0 || p.now.last != nil)) {
		p.end()
		p.begin()
		return
	}
	if !p.live() {
		return
	}
	due, side := p.number(), p.now.now.Side()
	switch {
	case t.number != due:
		p.moved = true
		p.now.broken = true
		p.fail(t.line, "move number %d where %d is due", t.number, due)
	case t.dots > 1 && side == goengine.White:
		p.moved = true
		p.now.broken = true
		p.fail(t.line, "move number %d... where White is to move", t.number)
	}
}

// number is the number of the move that is due.
func (p *parser) number() int {
	black := int(p.now.now.Side()) ^ p.now.plies&1 // who moved first
	return p.first + (p.now.plies+black)/2
}

// open begins a variation: it replaces the last move.
func (p *parser) open(t token) {
	switch {
	case !p.live():
		p.skipped++
		return
	case p.now.last == nil:
		p.fail(t.line, "a variation before the first move")
		p.skipped++
		return
	case len(p.outer) >= maxNesting:
		p.fail(t.line, "more than %d variations inside one another", maxNesting)
		p.skipped++
		return
	}
	outer := p.now
	p.outer = append(p.outer, &outer)
	p.now = variation{now: outer.before, node: outer.earlier, plies: outer.plies - 1, line: t.line}
}

// close ends a variation.
func (p *parser) close(t token) {
	switch n := len(p.outer); {
	case p.skipped > 0:
		p.skipped--
	case n == 0:
		p.fail(t.line, ") without (")
	default:
		p.now = *p.outer[n-1]
		p.outer = p.outer[:n-1]
	}
}

// takeMove plays a move.
func (p *parser) takeMove(t token) {
	v := &p.now
	if p.plies > 0 && v.plies >= p.plies {
		v.cut = true
		return
	}
	if slices.Contains(NullMoves, t.text) {
		v.cut = true // a book has no null moves
		return
	}
	move, _ := CutGlyphs(t.text)
	m, err := ParseSAN(&v.now, move)
	weight := -1
	if err == nil {
		weight, err = weightOf(t)
	} else {
		err = fmt.Errorf("%w in %s", err, v.now.FEN())
	}
	if err == nil && isPromotion(&v.now, m) && m.Promotion() != goengine.Queen {
		err = errors.New("a book holds no promotion but to a queen")
	}
	if err != nil {
		v.broken = true
		dots := ""
		if v.now.Side() == goengine.Black {
			dots = "..."
		}
		p.fail(t.line, "move %d%s %q: %v", p.number(), dots, clip(t.text), err)
		return
	}
	v.before, v.earlier = v.now, v.node
	v.now.Play(m)
	v.last = p.tree.extend(v.node, &v.before, &v.now, m)
	v.node = v.last.To
	v.plies++
	p.visited = append(p.visited, v.node)
	if weight >= 0 {
		v.last.give(weight)
	}
}

// weightOf returns the weight of a move: the one written, or that of its mark, or -1 if it has neither.
func weightOf(t token) (int, error) {
	mark := t.text[len(strings.TrimRight(t.text, "!?")):]
	switch {
	case t.weighted:
		n, ok := number(t.value)
		if !ok || n > MaxWeight {
			return 0, fmt.Errorf("weight %q: want 0 to %d", clip(t.value), MaxWeight)
		}
		return n, nil
	case mark == "?" || mark == "??":
		return 0, nil
	}
	return -1, nil
}
