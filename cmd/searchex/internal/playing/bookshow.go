package playing

import (
	"fmt"

	"github.com/searchex/searchex/cmd/internal/chess/books"
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

// maxShow is the greatest value of --depth.
const maxShow = 200

// Run shows the book's moves in a position.
func (c *bookShow) Run(a *cli.App) error {
	if c.Depth < 1 || c.Depth > maxShow {
		return cli.Usagef("--depth %d: want 1 to %d", c.Depth, maxShow)
	}
	p, err := c.position()
	if err != nil {
		return err
	}
	b, err := c.open(a)
	if err != nil {
		return err
	}
	if c.JSON {
		return report.JSONLines(a.Out, b.Positions(p, c.Depth))
	}
	size, err := b.Size()
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(a.Out, "%s: %s\n%s\n", b.Name, size, p.FEN()); err != nil {
		return err
	}
	at := b.At(p)
	if at.Opening != "" {
		if _, err := fmt.Fprintln(a.Out, at.Opening); err != nil {
			return err
		}
	}
	if len(at.Moves) == 0 {
		what := "no move is known here"
		if n := b.Unusable(p); n > 0 {
			what += fmt.Sprintf(": the book has %s for this position, none of them legal", report.Plural(n, "move"))
		}
		_, err := fmt.Fprintln(a.Out, what)
		return err
	}
	if c.Depth > 1 {
		return b.WriteTree(a.Out, p, c.Depth)
	}
	t := report.NewTable("<move", "weight", "chosen", "<opening").Break("opening", 16)
	for _, m := range at.Moves {
		t.Add(m.SAN, m.Weight, m.Chosen(), m.Opening)
	}
	if _, err := fmt.Fprintln(a.Out); err != nil {
		return err
	}
	return t.Write(a.Out)
}

// position returns the position of --fen after --moves.
func (c *bookShow) position() (*goengine.Position, error) {
	fen := c.FEN
	if fen == "" {
		fen = goengine.StartFEN
	}
	p, err := goengine.ParseFEN(fen)
	if err != nil {
		return nil, cli.UsageError{Err: err}
	}
	if _, err := book.ParseLine(p, c.Moves); err != nil {
		return nil, cli.Usagef("--moves: %w", err)
	}
	return p, nil
}

// open reads the book, or the built-in one if no file is given.
func (c *bookShow) open(a *cli.App) (*books.Book, error) {
	if c.File == "" {
		return books.BuiltIn()
	}
	content, label, err := readBook(a, c.File)
	if err != nil {
		return nil, err
	}
	return books.Open(label, content)
}

func (*bookShow) Help() string {
	return cli.Detail("Prints the moves that the book knows in a position, how often each is played, and the opening that it leads to.",
		"searchex book show --moves '1. e4 c5' --depth 3", bookManual)
}
