package showing

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/debug"
	"github.com/searchex/searchex/cmd/internal/debug/dap"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu/expr"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/guest"
)

// Debug lets an editor step through a machine's search.
type Debug struct {
	OneSearch
	Until   string   `placeholder:"divergence" help:"With divergence: run the Go engine beside it, and stop at the first event that differs."`
	From    string   `placeholder:"WHERE" help:"Begin where the search first comes to a routine or another place, as trace --from."`
	Set     []string `sep:"none" placeholder:"PLACE=NUMBER" help:"Write a number where the session begins, after --from: PLACE and NUMBER are expressions, as a=$$12 or pc=&hop_rook; PLACE=N,N,... writes several bytes. May be given several times."`
	Listen  string   `placeholder:"HOST:PORT" help:"Serve clients one after the other on this port of this computer, as 127.0.0.1:4711, until ctrl-C, instead of one on standard input and output; port 0 is any that is free."`
	Sources string   `placeholder:"DIR" help:"The folder with the machine's sources, as asm/z80, for an editor that opens the files. Default: the folder of --rom, or the built-in texts."`
}

// Run serves one client, or one after the other.
func (c *Debug) Run(a *cli.App) error {
	name, a, err := c.machine(a)
	if err != nil {
		return err
	}
	switch {
	case c.Until != "" && c.Until != "divergence":
		return cli.Usagef("--until %s: want divergence", c.Until)
	case c.Until != "" && c.From != "":
		return cli.Usagef("--until and --from: want one of them")
	case c.Until != "":
		k, err := hostbridge.KindOf(name)
		if err == nil {
			err = k.Lacks("--until divergence", hostbridge.SameTree)
		}
		if err != nil {
			return cli.UsageError{Err: err}
		}
	}
	task, err := c.task(a)
	if err != nil {
		return err
	}
	sources, err := c.folder(a, name)
	if err != nil {
		return err
	}
	config := dap.Config{Sources: sources, New: func(ctx context.Context) (*debug.Debugger, error) { return c.open(ctx, a, name, task) }}
	if c.Listen == "" {
		err = dap.Serve(a.Ctx, a.Input(), a.Out, config)
	} else {
		l, lerr := dap.ListenLoopback(c.Listen)
		if lerr != nil {
			return cli.Usagef("--listen %w", lerr)
		}
		if _, err := fmt.Fprintf(a.Out, "listening on %s\n", l.Addr()); err != nil {
			l.Close()
			return err
		}
		err = dap.Listen(a.Ctx, l, a.Err, config)
	}
	return a.Ended(err)
}

// folder returns the folder with the sources, or "" for the built-in texts.
func (c *Debug) folder(a *cli.App, name string) (string, error) {
	dir := c.Sources
	switch {
	case dir != "":
	case c.ROM != "":
		dir = filepath.Dir(c.ROM)
	case hostbridge.IsForeign(name):
		dir = filepath.Dir(strings.TrimPrefix(name, guest.Prefix))
	default:
		return "", nil
	}
	img, err := a.ImageOf(name)
	if err != nil {
		return "", err
	}
	switch {
	case len(img.Lines) == 0 && c.Sources == "":
		return "", nil
	case len(img.Lines) == 0:
		return "", cli.Usagef("--sources %s: no source lines of %s are known", dir, name)
	}
	if _, err := os.Stat(filepath.Join(dir, img.Lines[0].File)); err != nil {
		if c.Sources == "" { // a ROM from a pipe, a guest without its sources
			return "", nil
		}
		return "", cli.Usagef("--sources %s: want the folder with the sources of the %s, such as asm/%s: %w", c.Sources, name, img.CPU.Folder, err)
	}
	return filepath.Abs(dir)
}

// open sets up the search and, with --until, finds where it goes wrong.
func (c *Debug) open(ctx context.Context, a *cli.App, name string, task *hostbridge.Task) (*debug.Debugger, error) {
	img, err := a.ImageOf(name)
	if err != nil {
		return nil, err
	}
	var until *debug.Divergence
	if c.Until != "" {
		reference, err := a.NewEngine("go")
		if err != nil {
			return nil, err
		}
		e, err := a.NewEngine(name)
		if err != nil {
			return nil, err
		}
		until, err = debug.FindDivergence(ctx, reference, e, img, task)
		switch {
		case err != nil && ctx.Err() == nil:
			return nil, err
		case ctx.Err() != nil:
			return nil, errors.New("--until divergence: interrupted")
		case until == nil:
			return nil, fmt.Errorf("--until divergence: %s and go search the same tree here: want another position, profile or --sx, or a broken ROM", name)
		}
	}
	e, err := a.NewEngine(name)
	if err != nil {
		return nil, err
	}
	d, err := debug.New(ctx, e, img, task)
	if err != nil {
		return nil, err
	}
	if until != nil {
		d.Until(until)
	}
	if c.From != "" {
		if err := goTo(ctx, d, c.From, "", 1); err != nil {
			return nil, err
		}
	}
	for _, text := range c.Set {
		if err := d.Assign(text); err != nil {
			return nil, cli.Usagef("--set %s: %w", report.Short(text, 40), err)
		}
	}
	return d, nil
}

// goTo goes to the hit of a number, from 1, of a place in the code that --from names.
func goTo(ctx context.Context, d *debug.Debugger, from, when string, hit int) error {
	l, err := d.Code()
	if err != nil {
		return err
	}
	addrs, err := l.Find(from)
	if err != nil {
		return cli.Usagef("--from %w", err)
	}
	err = d.GoToCode(ctx, addrs, when, hit)
	var bad *expr.SyntaxError
	switch {
	case errors.As(err, &bad):
		return cli.Usagef("--when %w", err)
	case err != nil:
		return fmt.Errorf("--from %s: %w", from, err)
	}
	return nil
}

func (*Debug) Help() string {
	return cli.Detail("Reads requests of an editor in the Debug Adapter Protocol, and answers them: breakpoints by line, routine, address and access to memory, with conditions over registers, memory, cycles, ply, SX and the line of moves; "+
		"steps forwards and backwards; registers, memory by symbol, and the search in the words of chess, to be changed too. It serves one client and ends with it, or with --listen one after the other.",
		"searchex debug --engine z80 --listen 127.0.0.1:4711\nsearchex debug --engine 6502 --poke 'opening_table+$20=0' --until divergence", "docs/manual/debug.md")
}
