package playing

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// bookShow shows the moves of a book.
type bookShow struct {
	File  string `arg:"" optional:"" help:"A book, source or compiled. Default the built-in one."`
	FEN   string `name:"fen" placeholder:"FEN" help:"The position. Default the initial one."`
	Moves string `placeholder:"MOVES" help:"Moves from there, as '1. e4 c5' or 'e2e4 c7c5'."`
	Depth int    `default:"1" placeholder:"N" help:"Half-moves to show, as a tree if more than 1."`
	JSON  bool   `name:"json" help:"Print JSON, one object a line for each position."`
}

// maxShow bounds --depth.
const maxShow = 200

// shownBook is a book as it was read: of a compiled one there is only the
// table.
type shownBook struct {
	name  string
	tree  *book.Tree
	table *book.Table
}

// shownMove is a move of the book.
type shownMove struct {
	move    goengine.Move
	UCI     string  `json:"move"`
	SAN     string  `json:"san"`
	Weight  int     `json:"weight"`
	Percent float64 `json:"percent"`
	Opening string  `json:"opening,omitempty"` // after the move
}

// shownPosition is a position of the book.
type shownPosition struct {
	FEN     string      `json:"fen"`
	Opening string      `json:"opening,omitempty"`
	Moves   []shownMove `json:"moves"`
}

// Run shows.
func (c *bookShow) Run(a *cli.App) error {
	if c.Depth < 1 || c.Depth > maxShow {
		return cli.Usagef("--depth %d: want 1 to %d", c.Depth, maxShow)
	}
	p, err := c.position()
	if err != nil {
		return err
	}
	b, err := openShown(a, c.File)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.printJSON(a, b, p)
	}
	if _, err := fmt.Fprintf(a.Out, "%s: %s\n%s\n", b.name, b.size(), p.FEN()); err != nil {
		return err
	}
	at := b.at(p)
	if at.Opening != "" {
		if _, err := fmt.Fprintln(a.Out, at.Opening); err != nil {
			return err
		}
	}
	if len(at.Moves) == 0 {
		_, err := fmt.Fprintln(a.Out, "no move is known here")
		return err
	}
	if c.Depth > 1 {
		return b.printTree(a, p, c.Depth)
	}
	t := report.NewTable("<move", "weight", "chosen", "<opening").Break("opening", 16)
	for _, m := range at.Moves {
		t.Add(m.SAN, m.Weight, m.chosen(), m.Opening)
	}
	if _, err := fmt.Fprintln(a.Out); err != nil {
		return err
	}
	return t.Write(a.Out)
}

// chosen is how often the move is chosen.
func (m *shownMove) chosen() string {
	if m.Weight == 0 {
		return "never"
	}
	return fmt.Sprintf("%.1f%%", m.Percent)
}

// position is the one that the flags name.
func (c *bookShow) position() (*goengine.Position, error) {
	fen := c.FEN
	if fen == "" {
		fen = goengine.StartFEN
	}
	p, err := goengine.ParseFEN(fen)
	if err != nil {
		return nil, cli.UsageError{Err: err}
	}
	for i, word := range strings.Fields(c.Moves) {
		san := word
		if !strings.HasPrefix(word, "0-0") {
			san = strings.TrimLeft(word, "0123456789.")
		}
		if san == "" || san == "*" {
			continue // a move number
		}
		m, err := book.ParseSAN(p, san)
		if err != nil {
			return nil, cli.Usagef("--moves: word %d %q: %w in %s", i+1, report.Short(word, 20), err, p.FEN())
		}
		p.Play(m)
	}
	return p, nil
}

// openShown reads a book, source or compiled.
func openShown(a *cli.App, path string) (*shownBook, error) {
	if path == "" {
		tree, err := book.Parse(book.Source(), book.SourceName)
		return &shownBook{name: "built-in book", tree: tree}, err
	}
	content, label, err := readBook(a, path)
	if err != nil {
		return nil, err
	}
	b := &shownBook{name: label}
	if !book.IsTable(content) {
		b.tree, err = book.Parse(bytes.NewReader(content), label)
	} else if b.table, err = book.Open(content); err != nil {
		err = fmt.Errorf("%s: %w", label, err)
	}
	return b, err
}

// size is how large the book is.
func (b *shownBook) size() bookSize {
	if b.tree != nil {
		return sizeOf(b.tree)
	}
	return bookSize{HalfMoves: b.table.HalfMoves(), Positions: b.table.Positions(), Bytes: b.table.Size(), Room: book.MaxSize}
}

// at is what the book knows in a position, the greatest weight first.
func (b *shownBook) at(p *goengine.Position) shownPosition {
	at := shownPosition{FEN: p.FEN(), Moves: []shownMove{}}
	if b.tree == nil {
		for _, m := range b.table.Moves(p) {
			at.add(p, m.Move, book.SAN(p, m.Move), m.Weight, "")
		}
	} else if n := b.tree.Node(p); n != nil {
		at.Opening = n.Name().String()
		for _, e := range n.Played() {
			at.add(p, e.Move, e.SAN, e.Weight(), e.To.Name().String())
		}
		for _, e := range n.Moves {
			if e.Weight() == 0 {
				at.add(p, e.Move, e.SAN, 0, e.To.Name().String())
			}
		}
	}
	total := 0
	for _, m := range at.Moves {
		total += m.Weight
	}
	for i := range at.Moves {
		at.Moves[i].Percent = 100 * float64(at.Moves[i].Weight) / float64(max(total, 1))
	}
	return at
}

func (at *shownPosition) add(p *goengine.Position, m goengine.Move, san string, weight int, opening string) {
	at.Moves = append(at.Moves, shownMove{move: m, UCI: p.UCI(m), SAN: san, Weight: weight, Opening: opening})
}

// identity is what makes two positions the same: FEN without the counters.
func identity(p *goengine.Position) string {
	return strings.Join(strings.Fields(p.FEN())[:4], " ")
}

// printTree prints the moves of some plies, each indented by one step more. A
// position that has been shown as far is not shown again.
func (b *shownBook) printTree(a *cli.App, p *goengine.Position, depth int) error {
	shown := map[string]int{} // to how many plies
	w := bufio.NewWriter(a.Out)
	var show func(p *goengine.Position, opening string, ply int)
	show = func(p *goengine.Position, opening string, ply int) {
		fields := strings.Fields(p.FEN())
		number := fields[5] + "."
		if fields[1] == "b" {
			number += ".."
		}
		for _, m := range b.at(p).Moves {
			after := *p
			after.Play(m.move)
			line := fmt.Sprintf("%s%s %s", strings.Repeat("  ", ply), number, m.SAN)
			line = fmt.Sprintf("%-40s %6s", line, m.chosen())
			if m.Opening != opening {
				line += "  " + m.Opening
			}
			id, left := identity(&after), depth-ply-1
			again := left > 0 && shown[id] >= left && len(b.at(&after).Moves) > 0
			if again {
				line += "  (see above)"
			}
			fmt.Fprintln(w, strings.TrimRight(line, " "))
			if left > 0 && !again {
				shown[id] = left
				show(&after, m.Opening, ply+1)
			}
		}
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	show(p, b.at(p).Opening, 0)
	return w.Flush()
}

// printJSON prints an object for the position and for each that is reached
// within the depth, once.
func (c *bookShow) printJSON(a *cli.App, b *shownBook, p *goengine.Position) error {
	seen := map[string]bool{}
	level := []goengine.Position{*p}
	for range c.Depth {
		var next []goengine.Position
		for i := range level {
			at := b.at(&level[i])
			id := identity(&level[i])
			if seen[id] || len(seen) > 0 && len(at.Moves) == 0 {
				continue
			}
			seen[id] = true
			if err := report.JSON(a.Out, at); err != nil {
				return err
			}
			for _, m := range at.Moves {
				after := level[i]
				after.Play(m.move)
				next = append(next, after)
			}
		}
		level = next
	}
	return nil
}

func (*bookShow) Help() string {
	return cli.Detail("Prints the moves that the book knows in a position, how often each is played, and the opening that it leads to.",
		"searchex book show --moves '1. e4 c5' --depth 3", bookManual)
}
