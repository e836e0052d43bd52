package showing

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/explain/routine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// Routine shows one routine in all languages.
type Routine struct {
	cli.EngineFlag
	Beside bool `help:"Show the languages beside each other, as many as the terminal has room for."`
	Source bool `help:"Show the source alone: nothing is searched."`
	cli.SearchFlags
	JSON bool    `name:"json" help:"Print one JSON object a line."`
	Doc  bool    `help:"Write the page that shows four routines, and nothing else; NAME is the file."`
	Name *string `arg:"" optional:"" help:"The routine, as map_hits or mapHits. Default: list all. With --doc, the file to write; default standard output."`
}

// Run shows a routine, or lists all of them.
func (c *Routine) Run(a *cli.App) error {
	names, err := c.Names(a)
	if err != nil {
		return err
	}
	if c.Doc {
		return c.page(a, names)
	}
	all, err := routine.Load(names)
	if err != nil {
		return err
	}
	if c.Name == nil {
		return all.WriteList(a.Out, c.JSON)
	}
	e := all.Find(*c.Name)
	if e == nil {
		return c.unknown(all, names)
	}
	tasks, err := c.searches(a)
	if err != nil {
		return err
	}
	panels := all.Panels(e)
	if !c.JSON {
		if err := a.Out.Print(fmt.Sprintf("%s - %s\n\n", e.Label, e.What)); err != nil {
			return err
		}
		if err := routine.Write(a.Out, panels, c.Beside); err != nil {
			return err
		}
	}
	accounts, err := c.measure(a, e, names, tasks)
	switch {
	case err != nil:
		return err
	case c.JSON:
		return routine.WriteJSON(a.Out, e, panels, accounts)
	}
	return routine.WriteFigures(a.Out, e, accounts)
}

// unknown returns the error for a name that is not a routine's, or not a routine's of the
// engines chosen.
func (c *Routine) unknown(all *routine.Catalogue, names []string) error {
	if *c.Name == "" {
		return cli.Usagef("the routine's name is empty: searchex routine lists all")
	}
	if everywhere, err := routine.Load(hostbridge.Names); err == nil && everywhere.Find(*c.Name) != nil {
		return cli.Usagef("routine %q: %s has none of this name: see it without --engine", *c.Name, strings.Join(names, ", "))
	}
	return cli.Unknown("routine", *c.Name, all.Names(), "searchex routine lists all")
}

// searches returns the searches in which the routine's cycles are counted: by default
// those of the command cycles.
func (c *Routine) searches(a *cli.App) ([]hostbridge.Task, error) {
	tasks, n, err := c.Tasks(a, cli.Benchmark)
	if err == nil && len(tasks) != n {
		err = cli.Usagef("--profile %s: want one profile", c.Profile)
	}
	return tasks, err
}

// measure makes the searches on the machines that have the routine.
func (c *Routine) measure(a *cli.App, e *routine.Entry, names []string, tasks []hostbridge.Task) ([]*cycles.Account, error) {
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return e.On[name] == nil })
	if c.Source || len(names) == 0 {
		return nil, nil
	}
	return a.Accounts(names, tasks, len(tasks))
}

// page writes the page of four routines to a file or standard output. If anything fails it
// writes nothing.
func (c *Routine) page(a *cli.App, names []string) error {
	if c.Name != nil && *c.Name == "" {
		return cli.Usagef("--doc: the file's name is empty")
	}
	if err := cli.WritableOrOut("--doc", c.Name); err != nil {
		return err
	}
	all, err := routine.Load(names)
	if err != nil {
		return err
	}
	tasks, err := c.searches(a)
	if err != nil {
		return err
	}
	machines := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "go" })
	if len(machines) == 0 {
		return cli.Usagef("--doc: go has no clock cycles: want a machine too")
	}
	accounts, err := a.Accounts(machines, tasks, len(tasks))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := all.WritePage(&b, accounts); err != nil {
		return err
	}
	return a.Put(cli.Given(c.Name), b.Bytes())
}

const routineManual = "docs/manual/routine.md"

func (*Routine) Help() string {
	return cli.Detail("Prints a routine's source with its comments, in Go and in each assembly language, followed by the macros that it uses; then its bytes and its costs "+
		"in the searches of the command cycles: calls a node; cycles a call, including the routines called, and microseconds at the machine's clock; its own cycles a node, "+
		"and their share of all. Without a name it prints a list of all routines.",
		"searchex routine map_hits\nsearchex routine --beside --engine z80,6502 repeated\nsearchex routine", routineManual)
}
