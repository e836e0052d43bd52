package commands

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/rootnet"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// Hidden shows what the network in use looks at.
type Hidden struct {
	Units []int   `placeholder:"N,N" help:"Show only these hidden values."`
	FEN   *string `name:"fen" placeholder:"FEN" help:"Show the tables of this root instead, without and with the network."`
	Piece *string `placeholder:"KIND" help:"The piece of --fen's side to move: king, queen, rook, bishop, knight or pawn. Default knight."`
	SVG   *string `name:"svg" placeholder:"FILE" help:"Draw it; - prints the picture alone."`
	JSON  bool    `name:"json" help:"Print JSON, one object a line."`
}

// Run shows the hidden values, or the tables of a root.
func (c *Hidden) Run(a *cli.App) error {
	if err := cli.WritableOrOut("--svg", c.SVG); err != nil {
		return err
	}
	net := probe.Of(nil).RootNet()
	switch {
	case c.FEN != nil && len(c.Units) > 0:
		return cli.Usagef("--fen and --units: want one of them")
	case c.FEN != nil:
		return c.root(a, net)
	case c.Piece != nil:
		return cli.Usagef("--piece: want --fen with it")
	}
	units := c.Units
	for _, k := range units {
		if k < 1 || k > net.Hidden {
			return cli.Usagef("--units %d: want 1 to %d", k, net.Hidden)
		}
	}
	if len(units) == 0 {
		for k := range net.Hidden {
			units = append(units, k+1)
		}
	}
	look, err := rootnet.NewLook(a.Ctx, net)
	if err = a.Ended(err); err != nil {
		return err
	}
	if printed, err := a.PutPicture(c.SVG, func() []byte { return look.SVG(units) }); printed || err != nil {
		return err
	}
	return c.units(a, look, units)
}

// units prints a row for each hidden value.
func (c *Hidden) units(a *cli.App, look *rootnet.Look, numbers []int) error {
	t := report.NewTable("unit", "mean", "not 0", "<follows", "all features", "<brightest", "<dimmest")
	for _, k := range numbers {
		u := look.Units[k-1]
		view := func(v *rootnet.View) string { return fmt.Sprintf("%s, %s: %.2f", v.Name, v.Side, v.Value) }
		percent := func(x float64) string { return fmt.Sprintf("%.0f%%", 100*x) }
		if err := t.Put(a.Out, c.JSON, u, k, fmt.Sprintf("%.2f", u.Mean), percent(u.Lit), u.Words(), percent(u.Explained), view(&u.Brightest), view(&u.Dimmest)); err != nil {
			return err
		}
	}
	if c.JSON {
		return nil
	}
	if err := t.Write(a.Out); err != nil {
		return err
	}
	return a.Out.Print(fmt.Sprintf("\nof %s of both sides in games of tuned; correlations, and how much of the variance all %d features explain\n",
		report.Plural(look.Views, "view"), rootnet.Features()))
}

// root shows the tables of a root.
func (c *Hidden) root(a *cli.App, net *probe.Net) error {
	_, p, err := goengine.CompleteFEN(*c.FEN)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	kinds := rootnet.KindNames()
	kind := slices.Index(kinds, "knight")
	if c.Piece != nil {
		if kind = slices.Index(kinds, *c.Piece); kind < 0 {
			return cli.Unknown("piece", *c.Piece, kinds, "want one of "+strings.Join(kinds, ", "))
		}
	}
	t := rootnet.NewRootTables(net, p, goengine.Kind(kind))
	if printed, err := a.PutPicture(c.SVG, t.SVG); printed || err != nil {
		return err
	}
	if c.JSON {
		return report.JSON(a.Out, t)
	}
	_, err = fmt.Fprintf(a.Out, "%s on each square, in hundredths of a pawn: without and with the network\n\n%s", t.Man, t)
	return err
}

func (*Hidden) Help() string {
	return cli.Detail("Prints what each hidden value of the network in use follows in games of tuned, and in which positions of testdata it is brightest; "+
		"with --fen, what the tables of a root say of a piece on each square, without the network and with it.",
		"go run ./cmd/lab hidden --units 1,2,3\ngo run ./cmd/lab hidden --fen \"8/5ppk/4p2p/8/P1n5/P1N2P2/1P3KP1/8 w - -\" --piece king", rootNetManual)
}
