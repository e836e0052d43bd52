package showing

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/explain/cycletables"
	"github.com/searchex/searchex/cmd/internal/explain/routine"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
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
		return c.list(a, all)
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
		title := a.Out.Fold(fmt.Sprintf("%s - %s\n\n", e.Label, e.What))
		if _, err := a.Out.Write([]byte(title)); err != nil {
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
		return writeJSON(a, e, panels, accounts)
	}
	return writeFigures(a, e, accounts)
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

// list prints a line for each routine.
func (c *Routine) list(a *cli.App, all *routine.Catalogue) error {
	titles := []string{"<routine", "<file"}
	for _, name := range all.Engines {
		if name == "go" {
			titles = append(titles, "<go")
		} else {
			titles = append(titles, name)
		}
	}
	t := report.NewTable(append(titles, "<what it does")...).Keys(1).Break("what it does", 30)
	for _, e := range all.Entries {
		if c.JSON {
			if err := report.JSON(a.Out, listed(e, all.Engines)); err != nil {
				return err
			}
			continue
		}
		row := []any{e.Label, e.File}
		for _, name := range all.Engines {
			switch r := e.On[name]; {
			case name == "go":
				row = append(row, e.Go.Name())
			case r == nil:
				row = append(row, "-")
			default:
				row = append(row, r.Size)
			}
		}
		t.Add(append(row, e.What)...)
	}
	if c.JSON {
		return nil
	}
	if err := t.Write(a.Out); err != nil {
		return err
	}
	legend := "\n" + report.Plural(len(all.Entries), "routine") + "; the figures are bytes of code."
	if slices.Contains(all.Engines, "go") {
		legend += " In brackets: the function that does the same among other things."
	}
	_, err := fmt.Fprintln(a.Out, a.Out.Fold(legend))
	return err
}

// shownRoutine is a routine as --json prints it, on one engine.
type shownRoutine struct {
	Routine string `json:"routine"`
	What    string `json:"what"`
	Engine  string `json:"engine"`
	// Place is the file and line, or why the engine has no such routine.
	Place  string   `json:"place,omitempty"`
	Bytes  int      `json:"bytes"`
	Source []string `json:"source,omitempty"`
	*cycles.Figures
}

// listed returns the row of the list as --json prints it: the routine's bytes on each
// engine.
func listed(e *routine.Entry, engines []string) any {
	bytes := map[string]int{}
	for _, name := range engines {
		if r := e.On[name]; r != nil {
			bytes[name] = r.Size
		}
	}
	return struct {
		Routine string         `json:"routine"`
		What    string         `json:"what"`
		File    string         `json:"file"`
		Go      string         `json:"go,omitempty"`
		Bytes   map[string]int `json:"bytes"`
	}{e.Label, e.What, e.File, e.Go.Name(), bytes}
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

// writeJSON prints an object for each engine.
func writeJSON(a *cli.App, e *routine.Entry, panels []routine.Panel, accounts []*cycles.Account) error {
	for _, p := range panels {
		s := shownRoutine{Routine: e.Label, What: e.What, Engine: p.Engine, Place: p.Title, Source: p.Text}
		if r := e.On[p.Engine]; r != nil {
			s.Bytes = r.Size
		}
		if i := slices.IndexFunc(accounts, func(x *cycles.Account) bool { return x.Engine == p.Engine }); i >= 0 {
			s.Figures = accounts[i].Figures(e.Label)
		}
		if err := report.JSON(a.Out, s); err != nil {
			return err
		}
	}
	return nil
}

// figureTitles are the columns of the table of a routine's figures. The cycles of a call
// include those of what it calls, own cycles don't.
var figureTitles = []string{"<machine", "bytes", "calls a node", "cycles a call", "microseconds", "own a node", "of all cycles"}

// figureRow returns the row of a machine.
func figureRow(x *cycles.Account, e *routine.Entry) []any {
	f := x.Figures(e.Label)
	machine := fmt.Sprintf("%s, %s MHz", x.Engine, strconv.FormatFloat(x.Clock.MHz(), 'g', 3, 64))
	perCall, time := "-", "-"
	if f.Calls > 0 {
		perCall, time = report.Digits(f.PerCall), report.Digits(f.Microseconds)
	}
	return []any{machine, e.On[x.Engine].Size, cycletables.Calls(x, f.Calls), perCall, time, report.Digits(f.OwnPerNode),
		fmt.Sprintf("%.1f%%", 100*float64(f.Self)/float64(max(f.AllCycles, 1)))}
}

// writeFigures prints the routine's figures on each machine.
func writeFigures(a *cli.App, e *routine.Entry, accounts []*cycles.Account) error {
	if len(accounts) == 0 {
		return nil
	}
	if _, err := a.Out.Write([]byte(a.Out.Fold(cycletables.Searches(accounts[0]) + "\n"))); err != nil {
		return err
	}
	t := report.NewTable(figureTitles...).Later("own a node", "of all cycles")
	for _, x := range accounts {
		t.Add(figureRow(x, e)...)
	}
	return t.Write(a.Out)
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
	if err := writePage(&b, all, accounts); err != nil {
		return err
	}
	if c.Name == nil || *c.Name == "-" {
		_, err := a.Out.Write(b.Bytes())
		return err
	}
	return userfile.Write(*c.Name, b.Bytes())
}

const routineManual = "docs/manual/routine.md"

func (*Routine) Help() string {
	return cli.Detail("Prints a routine's source with its comments, in Go and in each assembly language, followed by the macros that it uses; then its bytes and its costs "+
		"in the searches of the command cycles: calls a node; cycles a call, including the routines called, and microseconds at the machine's clock; its own cycles a node, "+
		"and their share of all. Without a name it prints a list of all routines.",
		"searchex routine map_hits\nsearchex routine --beside --engine z80,6502 repeated\nsearchex routine", routineManual)
}
