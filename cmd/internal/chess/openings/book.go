package openings

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// weight matches a move with its weight in the source of a book: e4*4.
var weight = regexp.MustCompile(`(?:^|[\s.)}])(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O(?:-O)?|0-0(?:-0)?)[+#]?[!?]*\*[0-9]`)

// readBook reads the source of a book. Each position at which the moves that
// the book plays end is one opening, by the first of the lines that lead there.
// Moves of weight 0 and lines that end the game are left out.
func readBook(text string) (all []Opening, line int, err error) {
	tree, err := book.Parse(strings.NewReader(text), "")
	var bad book.Errors
	if errors.As(err, &bad) {
		err = errors.New(bad[0].Text)
		if more := len(bad) - 1; more > 0 {
			err = fmt.Errorf("%w (and %d more; searchex book check tells all)", err, more)
		}
		return nil, bad[0].Line, err
	}
	if err != nil {
		return nil, 0, err
	}
	w := bookWalk{seen: map[*book.Node]bool{}}
	for i, n := range tree.Nodes() {
		if i > 0 && n.Ways > 0 {
			continue // reached from another line
		}
		w.fen = n.FEN + " 0 1"
		p, err := goengine.ParseFEN(w.fen)
		if err != nil {
			return nil, 0, err
		}
		if err := w.from(n, p, nil); err != nil {
			return nil, 0, err
		}
	}
	return w.openings, 0, nil
}

// bookWalk collects the ends of a book's lines.
type bookWalk struct {
	openings []Opening
	fen      string // where the lines begin
	seen     map[*book.Node]bool
}

// from collects the ends of the lines that go on from a position. moves led to it.
func (w *bookWalk) from(n *book.Node, p *goengine.Position, moves []string) error {
	if w.seen[n] {
		return nil
	}
	w.seen[n] = true
	played := n.Played()
	for _, e := range played {
		after := *p
		after.Play(e.Move)
		if err := w.from(e.To, &after, append(slices.Clone(moves), p.UCI(e.Move))); err != nil {
			return err
		}
	}
	if len(played) > 0 || len(moves) == 0 {
		return nil
	}
	g, err := rules.New(w.fen, moves...)
	if err != nil {
		return err
	}
	o := Opening{Name: n.Name().String(), FEN: w.fen}
	if o.Name == "" {
		o.Name = fmt.Sprintf("line %d", len(w.openings)+1)
	}
	if o.begin(g) == nil {
		w.openings = append(w.openings, o)
	}
	return nil
}
