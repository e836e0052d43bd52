package measuring

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/explain/cycletables"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// Cycles accounts for a machine's clock cycles.
type Cycles struct {
	cli.EngineFlag
	Profile string `default:"all" placeholder:"NAMES" help:"Profiles, a comma list, or all, the default."`
	cli.PositionFlags
	cli.BudgetFlags
	cli.ROMFlag
	cli.PokeFlag
	List  *string `placeholder:"ROUTINE" help:"Show a routine's source with the count and the cycles of each line, instead of the tables."`
	VS    *string `name:"vs" placeholder:"FILE" help:"Show what has changed since FILE, the output of an earlier run with --json, greatest changes first, instead of the tables."`
	SVG   *string `name:"svg" placeholder:"FILE" help:"Also draw the shares of the machines' cycles; - prints the picture and nothing else."`
	Model bool    `help:"Show for each position the exact cycles and those of the model (go run ./cmd/lab fit cycles)."`
	Top   int     `default:"16" placeholder:"N" help:"How many routines to list, 0 for all. Default 16."`
	JSON  bool    `name:"json" help:"Print one JSON object a line."`
}

// Run searches all positions with the machines' profilers on, which costs no cycles.
func (c *Cycles) Run(a *cli.App) error {
	what, need := "cycles", hostbridge.Ability(0)
	if c.Model {
		what, need = "cycles --model", hostbridge.SameTree
	}
	names, err := c.Machines(a, what, need)
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	if names, err = c.chosen(a, names); err != nil {
		return err
	}
	if a, err = c.ROMFlag.Read(a, names); err != nil {
		return err
	}
	if a, err = c.Poked(a, names); err != nil {
		return err
	}
	sources, err := c.sources(a, names)
	if err != nil {
		return err
	}
	tasks, n, err := cli.BenchmarkTasks(a, names, c.Profile, &c.PositionFlags, &c.BudgetFlags)
	if err != nil {
		return err
	}
	old, err := c.baseline(a, names, tasks, n)
	if err != nil {
		return err
	}
	accounts, err := a.Accounts(names, tasks, n)
	if err != nil {
		return err
	}
	if printed, err := a.PutPicture(c.SVG, func() []byte { return cycletables.SVG(accounts) }); printed || err != nil {
		return err
	}
	switch {
	case sources != nil:
		return cycletables.WriteListings(a.Out, accounts, sources, c.JSON)
	case old != nil:
		return cycletables.WriteChanges(a.Out, old, accounts, c.Top, c.JSON)
	case c.JSON:
		return report.JSONLines(a.Out, slices.Values(accounts))
	}
	return c.write(a, accounts)
}

// check returns a usage error for wrong flags, before anything is searched.
func (c *Cycles) check() error {
	switch {
	case c.Top < 0:
		return cli.Usagef("--top %d: want 0 or more", c.Top)
	case c.List != nil && c.VS != nil:
		return cli.Usagef("--list and --vs: want one of them")
	case c.Model && (c.List != nil || c.VS != nil):
		return cli.Usagef("--model: shows nothing of --list or --vs: want one of them")
	}
	return cli.WritableOrOut("--svg", c.SVG)
}

// chosen returns the machines to measure: with --rom or --poke the one that they are
// for, unless --engine names others.
func (c *Cycles) chosen(a *cli.App, names []string) ([]string, error) {
	name, err := c.ROMFlag.Machine(a)
	switch {
	case err != nil:
		return nil, err
	case name == "" && len(c.Poke) == 0, len(names) == 1 && (name == "" || name == names[0]):
		return names, nil
	case c.Engine != "all" && name != "":
		return nil, cli.Usagef("--rom %s: is of the %s: want --engine %s", c.ROM, name, name)
	case c.Engine != "all":
		return nil, cli.Usagef("--poke %s: is for one machine, and %s are several: want --engine %s", strings.Join(c.Poke, " "), report.Sentence(names), names[0])
	case name == "":
		name = names[0]
	}
	return []string{name}, nil
}

// write prints a row for each account, the machines' memory, and then the cycles by
// kind of node and by routine or, with --model, those of the model.
func (c *Cycles) write(a *cli.App, accounts []*cycles.Account) error {
	if err := cycletables.WriteSummary(a.Out, accounts); err != nil {
		return err
	}
	var memory strings.Builder
	for i, x := range accounts {
		if i > 0 && accounts[i-1].Engine == x.Engine {
			continue
		}
		fmt.Fprintf(&memory, "\n%s: %g MHz, %s, hooks unwatched\n", x.Engine, x.Clock.MHz(), report.Plural(x.Positions, "position"))
		if err := a.WriteMemory(&memory, x.Engine); err != nil {
			return err
		}
	}
	if err := a.Out.Print(memory.String()); err != nil {
		return err
	}
	if !c.Model {
		return cycletables.WriteTables(a.Out, accounts, c.Top)
	}
	for _, x := range accounts {
		if err := cycletables.WriteModel(a.Out, x); err != nil {
			return err
		}
	}
	return nil
}

// sources returns the sources of the routine of --list on the machines that have it, or
// nil without the flag.
func (c *Cycles) sources(a *cli.App, machines []string) (all []cycletables.Source, err error) {
	if c.List == nil {
		return nil, nil
	}
	var known []string
	for _, name := range machines {
		img, err := a.ImageOf(name)
		if err != nil {
			return nil, err
		}
		switch {
		case img == nil:
			continue
		case img.Entries != nil:
			e, err := a.NewEngine(name)
			if err != nil {
				return nil, err
			}
			m, _ := cli.MachineOf(e)
			s, labels, err := cycletables.GuestSource(m.Program(), img, *c.List)
			if err != nil {
				return nil, cli.Usagef("--list %s: %s: %w", *c.List, name, err)
			}
			if s != nil {
				all = append(all, cycletables.Source{Engine: name, Routine: *s})
			}
			known = append(known, labels...)
			continue
		}
		routines, err := img.Routines()
		if err != nil {
			return nil, err
		}
		for _, r := range routines {
			if r.Label == *c.List {
				all = append(all, cycletables.Source{Engine: name, Routine: r})
			}
			if !slices.Contains(known, r.Label) {
				known = append(known, r.Label)
			}
		}
	}
	if all == nil {
		lists := "searchex routine lists all"
		if cli.AllGuests(machines) {
			lists = "searchex symbols lists all labels"
		}
		slices.Sort(known)
		return nil, cli.Unknown("--list: routine", *c.List, slices.Compact(known), lists)
	}
	return all, nil
}

// maxAccounts bounds a file of --vs, in bytes.
const maxAccounts = 64 << 20

// baseline reads the accounts of --vs, one for each of those to come, or nil without the
// flag. Accounts of other searches are a usage error.
func (c *Cycles) baseline(a *cli.App, machines []string, tasks []hostbridge.Task, positions int) (all []*cycles.Account, err error) {
	if c.VS == nil {
		return nil, nil
	}
	b, err := a.ReadFile(*c.VS, maxAccounts)
	if err != nil {
		return nil, err
	}
	old, err := cycles.Read(b)
	if err != nil {
		return nil, cli.Usagef("--vs %s: %w", *c.VS, err)
	}
	for _, name := range machines {
		for i := 0; i < len(tasks); i += positions {
			x, err := cycles.Find(old, name, tasks[i:i+positions])
			if err != nil {
				return nil, cli.Usagef("--vs %s: %w", *c.VS, err)
			}
			all = append(all, x)
		}
	}
	return all, nil
}

const cyclesManual = "docs/manual/cycles.md"

func (*Cycles) Help() string {
	return cli.Detail("Prints for each profile the cycles of the search, cycles a node (a node is a move evaluated), memory and stack; then cycles a visit (a position entered), by kind "+
		"of node, without the nodes below it; then the routines by their own cycles a node: several machines side by side, or one machine with the cycles of the routines called. "+
		"Each table adds up to the cycles of the search. A guest (guest:FILE) has no kinds of nodes and no profiles. --list shows the cycles beside a routine's source; --json prints the file with which --vs compares a later run.",
		"searchex cycles --profile sx81 --top 16\nsearchex cycles --engine z80 --list map_hits\nsearchex cycles --json > old.json; searchex cycles --vs old.json --rom asm/z80/z80.rom", cyclesManual)
}
