package commands

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/cmd/lab/internal/rootnet"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// Net trains the network that builds the root tables.
type Net struct {
	Positions []string `sep:"none" placeholder:"FILE" help:"A file of lab positions. Repeatable."`
	Games     int      `placeholder:"N" help:"Read only the first N games of each file."`
	Hidden    int      `default:"16" placeholder:"K" help:"Hidden values, 1 to 32. Default 16."`
	Alone     bool     `help:"Replace today's builder of tables instead of adding to it."`
	Mirror    bool     `help:"Train with each position and its mirror image, files a to h exchanged."`
	Codes     bool     `help:"Let each hidden value have 16 different weights of inputs and 16 of entries, which four bits hold."`
	Epochs    int      `default:"8" placeholder:"N" help:"How often all positions are seen. Default 8."`
	Rate      float64  `default:"0.001" placeholder:"X" help:"The first step of each number; the steps fall to a hundredth of it. Default 0.001."`
	Decay     float64  `default:"0.3" placeholder:"X" help:"The part of an input's weight that a step of 1 takes from it. Default 0.3."`
	Seed      uint64   `default:"1" placeholder:"N" help:"Seed of the first numbers and of the order. Default 1."`
	Out       *string  `placeholder:"FILE" help:"Write the network as Go source, NAME.go, and its weights, NAME.bin beside it."`
	SVG       *string  `name:"svg" placeholder:"FILE" help:"Draw the errors by epoch."`
	Overwrite bool     `help:"Let --out replace files."`
	Parallel  *int     `placeholder:"N" help:"Processors to use, on which the result does not depend. Default all."`
	JSON      bool     `name:"json" help:"Print the errors, one JSON object a line."`
}

const maxEpochs = 1000

// Run trains a network and prints its errors.
func (c *Net) Run(a *cli.App) error {
	if err := c.check(); err != nil {
		return cli.UsageError{Err: err}
	}
	set, about, err := c.read(a)
	if err != nil {
		return err
	}
	if len(set.Trained) == 0 || len(set.HeldOut) == 0 {
		return cli.Usagef("--positions: %s of training and %s held out: want some of each (game 2 of 10 is held out)", report.Plural(len(set.Trained), "root"), report.Plural(len(set.HeldOut), "root"))
	}
	trained, epochs, err := c.train(a, set)
	if err != nil {
		return err
	}
	net, err := trained.Quantised()
	if err != nil {
		return err
	}
	// The errors are printed, and the picture is drawn, even if the network can't be written.
	if c.Out != nil {
		about = append(about, fmt.Sprintf("A tempo of %.1f fits best.", trained.Tempo()))
		err = c.keep(a, net, about)
	}
	if perr := writeMade(a, c.SVG, func() ([]byte, error) { return rootnet.SVG(epochs) }); err == nil {
		err = perr
	}
	if werr := c.write(a, set, trained, net); err == nil {
		err = werr
	}
	return err
}

// keep writes the network. Where that fails, as on a full disk, it is kept among the temporary files.
func (c *Net) keep(a *cli.App, net *probe.Net, about []string) error {
	write := func(out string) error {
		weights := weightsBeside(out)
		source, err := rootnet.Source(net, c.command(), filepath.Base(weights), about...)
		if err == nil {
			err = userfile.Write(a.Ctx, weights, rootnet.Weights(net))
		}
		if err == nil {
			err = userfile.Write(a.Ctx, out, source)
		}
		return err
	}
	err := write(*c.Out)
	if err == nil {
		return nil
	}
	elsewhere, terr := userfile.CreateTemp("", "rootnet-*.go")
	if terr != nil {
		return err
	}
	elsewhere.Discard()
	if write(elsewhere.Name()) != nil {
		_ = os.Remove(weightsBeside(elsewhere.Name()))
		return err
	}
	return fmt.Errorf("%w; the network is in %s and %s", err, elsewhere.Name(), weightsBeside(elsewhere.Name()))
}

// weightsBeside returns the name of the file that has the weights of a Go source.
func weightsBeside(source string) string { return strings.TrimSuffix(source, ".go") + ".bin" }

// check returns an error for values out of range, and for files that exist or can't be written.
func (c *Net) check() error {
	switch {
	case len(c.Positions) == 0:
		return errors.New("--positions: want a file of lab positions")
	case c.Games < 0:
		return fmt.Errorf("--games %d: want at least 1", c.Games)
	case c.Hidden < 1 || c.Hidden > probe.MaxHidden:
		return fmt.Errorf("--hidden %d: want 1 to %d", c.Hidden, probe.MaxHidden)
	case c.Epochs < 1 || c.Epochs > maxEpochs:
		return fmt.Errorf("--epochs %d: want 1 to %d", c.Epochs, maxEpochs)
	case !(c.Rate > 0 && c.Rate <= 1):
		return fmt.Errorf("--rate %g: want more than 0, at most 1", c.Rate)
	case !(c.Decay >= 0 && c.Decay <= 100):
		return fmt.Errorf("--decay %g: want 0 to 100", c.Decay)
	case c.Parallel != nil && (*c.Parallel < 1 || *c.Parallel > runtime.GOMAXPROCS(0)):
		return fmt.Errorf("--parallel %d: want 1 to %d", *c.Parallel, runtime.GOMAXPROCS(0))
	case slices.Contains(c.Positions, ""):
		return errors.New("--positions: want the name of a file")
	}
	return c.checkFiles()
}

// checkFiles returns an error for files that exist, can't be written, or are those that are read.
func (c *Net) checkFiles() error {
	type output struct{ flag, name string }
	var all []output
	if c.Out != nil {
		all = append(all, output{"--out", *c.Out}, output{"--out", weightsBeside(*c.Out)})
	}
	if c.SVG != nil {
		all = append(all, output{"--svg", *c.SVG})
	}
	for i, f := range all {
		switch {
		case f.name == "":
			return fmt.Errorf("%s: want the name of a file", f.flag)
		case slices.ContainsFunc(c.Positions, func(p string) bool { return userfile.Same(p, f.name) }):
			return fmt.Errorf("%s %s: the positions are in that file: want another", f.flag, f.name)
		}
		if _, err := os.Stat(f.name); err == nil && f.flag == "--out" && !c.Overwrite {
			return fmt.Errorf("--out %s: the file exists: --overwrite replaces it", f.name)
		}
		if err := cli.Writable(f.flag, f.name); err != nil {
			return err
		}
		for _, other := range all[:i] {
			if other.name == f.name || userfile.Same(other.name, f.name) {
				return fmt.Errorf("%s and %s: both are %s: want two files", other.flag, f.flag, other.name)
			}
		}
	}
	if c.Out != nil && filepath.Ext(*c.Out) != ".go" {
		return fmt.Errorf("--out %s: want a name that ends with .go: the weights go into a file of that name with .bin", *c.Out)
	}
	return nil
}

// read reads the positions. about describes them, a line each.
func (c *Net) read(a *cli.App) (set *rootnet.Set, about []string, err error) {
	search, err := rootnet.Search()
	if err != nil {
		return nil, nil, err
	}
	set = &rootnet.Set{Mirror: c.Mirror}
	for _, path := range c.Positions {
		h, digest, err := rootnet.Read(path, search, c.Games, func(g *rootnet.Game) error {
			set.Add(g)
			return a.Ctx.Err()
		})
		if a.Ctx.Err() != nil {
			return nil, nil, cli.Interrupted{}
		}
		if err != nil {
			return nil, nil, cli.UsageError{Err: err}
		}
		about = append(about, fmt.Sprintf("Positions of seed %d, %s, valued by %s (%s).", h.Seed, digest, h.Program, h.By))
	}
	return set, about, nil
}

// command returns the command that trains the network again.
func (c *Net) command() string {
	words := []string{"go run ./cmd/lab net"}
	for _, p := range c.Positions {
		words = append(words, "--positions "+p)
	}
	if c.Games > 0 {
		words = append(words, fmt.Sprintf("--games %d", c.Games))
	}
	words = append(words, fmt.Sprintf("--hidden %d", c.Hidden))
	if c.Alone {
		words = append(words, "--alone")
	}
	if c.Mirror {
		words = append(words, "--mirror")
	}
	if c.Codes {
		words = append(words, "--codes")
	}
	return strings.Join(append(words, fmt.Sprintf("--epochs %d --rate %g --decay %g --seed %d --out %s", c.Epochs, c.Rate, c.Decay, c.Seed, *c.Out)), " ")
}

// train trains the network and prints the errors of each epoch.
func (c *Net) train(a *cli.App, set *rootnet.Set) (trained *rootnet.Trained, epochs []rootnet.Epoch, err error) {
	t := rootnet.Training{Hidden: c.Hidden, Alone: c.Alone, Epochs: c.Epochs, Rate: c.Rate, Decay: c.Decay, Codes: c.Codes, Seed: c.Seed, Workers: runtime.GOMAXPROCS(0)}
	if c.Parallel != nil {
		t.Workers = *c.Parallel
	}
	batches := (len(set.Trained) + 255) / 256 * c.Epochs
	bar := cli.NewProgress(a.Err, batches)
	defer bar.Clear()
	var werr error
	trained, err = t.Train(a.Ctx, set.Trained, func(done, _ int) { bar.Show(done) }, func(n int, m *rootnet.Trained) {
		bar.Clear()
		e := rootnet.Epoch{Number: n, Trained: m.Error, Errors: m.Errors(set.HeldOut)}
		epochs = append(epochs, e)
		if werr != nil {
			return
		}
		if c.JSON {
			werr = report.JSON(a.Out, e)
			return
		}
		_, werr = fmt.Fprintf(a.Out, "epoch %d: error of training %.4f; held out, near the window, within a root %.4f\n", n, e.Trained, e.NearWithin)
	})
	switch {
	case a.Ctx.Err() != nil:
		return nil, nil, cli.Interrupted{}
	case err != nil:
		return nil, nil, err
	}
	return trained, epochs, werr
}

// netErrors is a row of the table, as --json prints it.
type netErrors struct {
	By        string `json:"by"`
	Terminals int    `json:"terminals"`
	rootnet.Errors
}

// write prints the errors of the games held out.
func (c *Net) write(a *cli.App, set *rootnet.Set, trained *rootnet.Trained, net *probe.Net) error {
	tuned, _ := goengine.ProfileByName("tuned")
	tempo := int(math.Round(trained.Tempo()))
	n := rootnet.Terminals(set.HeldOut)
	rows := []netErrors{
		{"today", n, rootnet.ErrorsToday(set.HeldOut, int(tuned.Tempo))},
		{fmt.Sprintf("today, tempo %d", tempo), n, rootnet.ErrorsToday(set.HeldOut, tempo)},
		{"network", n, trained.Errors(set.HeldOut)},
		{fmt.Sprintf("in bytes, tempo %d", tempo), n, rootnet.ErrorsOf(net, set.HeldOut, tempo)},
		{fmt.Sprintf("in bytes, tempo %d", tuned.Tempo), n, rootnet.ErrorsOf(net, set.HeldOut, int(tuned.Tempo))},
		{fmt.Sprintf("the one in use, tempo %d", tempo), n, rootnet.ErrorsOf(probe.Of(nil).RootNet(), set.HeldOut, tempo)},
	}
	t := report.NewTable("<error in expected score", "at random", "within a root", "near the window", "within a root")
	for _, r := range rows {
		f := func(v float64) string { return fmt.Sprintf("%.4f", v) }
		if err := t.Put(a.Out, c.JSON, r, r.By, f(r.Random), f(r.RandomWithin), f(r.Near), f(r.NearWithin)); err != nil {
			return err
		}
	}
	if c.JSON {
		return nil
	}
	if _, err := fmt.Fprintln(a.Out); err != nil {
		return err
	}
	if err := t.Write(a.Out); err != nil {
		return err
	}
	text := fmt.Sprintf("\nroot mean square, of %s of games held out; trained with %s of %s; a tempo of %.1f fits best",
		report.Plural(n, "terminal"), report.Plural(rootnet.Terminals(set.Trained), "terminal"), report.Plural(len(set.Trained), "root"), trained.Tempo())
	return a.Out.Print(text + "\n")
}

func (*Net) Help() string {
	return cli.Detail("Prints the errors of a network that is trained with positions of lab positions, epoch by epoch and at last, on games that were held out. "+
		"--out writes it as Go source, for goengine/rootnetweights.go, and its weights, a byte each, into the file beside it that ends with .bin.",
		"go run ./cmd/lab net --positions positions.bin --hidden 16 --out goengine/rootnetweights.go --overwrite", rootNetManual)
}
