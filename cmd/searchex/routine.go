package main

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/cmd/internal/explain/routine"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
)

// routineCmd shows one routine in all languages.
type routineCmd struct {
	engineFlag
	Beside bool `help:"Show the languages beside each other, as many as the terminal has room for."`
	Source bool `help:"Show the source alone: nothing is searched."`
	profileFlag
	positionFlags
	budgetFlags
	JSON bool    `name:"json" help:"Print one JSON object a line."`
	Doc  bool    `help:"Write the page that shows four routines, and nothing else; NAME is the file."`
	Name *string `arg:"" optional:"" help:"The routine, as map_hits or mapHits. Default is a list of all. With --doc the file to write to, by default standard output."`
}

// Run shows a routine, or lists all of them.
func (c *routineCmd) Run(a *app) error {
	names, err := c.names(a)
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
	jobs, positions, err := c.searches(a)
	if err != nil {
		return err
	}
	panels := all.Panels(e)
	if !c.JSON {
		title := a.out.Fold(fmt.Sprintf("%s - %s\n\n", e.Label, e.What))
		if _, err := a.out.Write([]byte(title)); err != nil {
			return err
		}
		if err := routine.Write(a.out, panels, c.Beside); err != nil {
			return err
		}
	}
	accounts, err := c.measure(a, e, names, jobs, len(positions))
	switch {
	case err != nil:
		return err
	case c.JSON:
		return writeJSON(a, e, panels, accounts)
	}
	return writeFigures(a, e, accounts)
}

// unknown is the error for a name that is none, or none of the engines wanted.
func (c *routineCmd) unknown(all *routine.Catalogue, names []string) error {
	if *c.Name == "" {
		return usagef("the routine's name is empty: searchex routine lists all")
	}
	if everywhere, err := routine.Load(hostbridge.Names); err == nil && everywhere.Find(*c.Name) != nil {
		return usagef("routine %q: %s has none of this name: see it without --engine", *c.Name, strings.Join(names, ", "))
	}
	return unknown("routine", *c.Name, all.Names(), "searchex routine lists all")
}

// list prints a line for each routine.
func (c *routineCmd) list(a *app, all *routine.Catalogue) error {
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
			if err := report.JSON(a.out, listed(e, all.Engines)); err != nil {
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
	if err := t.Write(a.out); err != nil {
		return err
	}
	legend := "\n" + plural(len(all.Entries), "routine") + "; the figures are bytes of code."
	if slices.Contains(all.Engines, "go") {
		legend += " In brackets: the function that does the same among other things."
	}
	_, err := fmt.Fprintln(a.out, a.out.Fold(legend))
	return err
}

// shownRoutine is a routine as --json prints it, on one engine.
type shownRoutine struct {
	Routine string `json:"routine"`
	What    string `json:"what"`
	Engine  string `json:"engine"`
	// Place is where it stands, or why it does not.
	Place  string   `json:"place,omitempty"`
	Bytes  int      `json:"bytes"`
	Source []string `json:"source,omitempty"`
	*routineFigures
}

// routineFigures are what a routine took in some searches.
type routineFigures struct {
	Nodes        uint64  `json:"nodes"`
	Calls        uint64  `json:"calls"`
	Self         uint64  `json:"self"`
	Total        uint64  `json:"total"`
	Called       uint64  `json:"called"`
	AllCycles    uint64  `json:"search_cycles"`
	CallsPerNode float64 `json:"calls_per_node"`
	PerCall      float64 `json:"cycles_per_call"`
	Microseconds float64 `json:"microseconds_per_call"`
	OwnPerNode   float64 `json:"own_cycles_per_node"`
}

// listed are the bytes of a routine on each engine, for the list as JSON.
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

// searches are what the routine's cycles are counted over: by default what cycles counts.
func (c *routineCmd) searches(a *app) ([]job, []epd.Position, error) {
	positions, err := c.load(a, benchmark)
	if err != nil {
		return nil, nil, err
	}
	jobs, err := a.jobs(&c.profileFlag, positions, &c.budgetFlags)
	if err != nil {
		return nil, nil, err
	}
	if len(jobs) != len(positions) {
		return nil, nil, usagef("--profile %s: want one profile", c.Profile)
	}
	return jobs, positions, nil
}

// measure searches on those machines that have the routine.
func (c *routineCmd) measure(a *app, e *routine.Entry, names []string, jobs []job, positions int) ([]*account, error) {
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return e.On[name] == nil })
	if c.Source || len(names) == 0 {
		return nil, nil
	}
	return a.account(names, jobs, positions)
}

func thousandths(x float64) float64 { return math.Round(x*1000) / 1000 }

// figures are what a routine took.
func (x *account) figures(label string) *routineFigures {
	f := &routineFigures{Nodes: x.Nodes, AllCycles: x.Cycles}
	for _, r := range x.Routines {
		if r.Label != label {
			continue
		}
		f.Calls, f.Self, f.Total, f.Called = r.Calls, r.Self, r.Total, r.Called
		calls, nodes := float64(max(r.Calls, 1)), float64(max(x.Nodes, 1))
		f.CallsPerNode, f.OwnPerNode = thousandths(float64(r.Calls)/nodes), thousandths(float64(r.Self)/nodes)
		f.PerCall, f.Microseconds = thousandths(float64(r.Called)/calls), thousandths(float64(r.Called)/calls/x.clock.MHz())
	}
	return f
}

// writeJSON prints an object for each engine.
func writeJSON(a *app, e *routine.Entry, panels []routine.Panel, accounts []*account) error {
	for _, p := range panels {
		s := shownRoutine{Routine: e.Label, What: e.What, Engine: p.Engine, Place: p.Title, Source: p.Text}
		if r := e.On[p.Engine]; r != nil {
			s.Bytes = r.Size
		}
		if i := slices.IndexFunc(accounts, func(x *account) bool { return x.Engine == p.Engine }); i >= 0 {
			s.routineFigures = accounts[i].figures(e.Label)
		}
		if err := report.JSON(a.out, s); err != nil {
			return err
		}
	}
	return nil
}

// figureTitles are the columns of the table of a routine's figures. A call is with what it calls, own is without.
var figureTitles = []string{"<machine", "bytes", "calls a node", "cycles a call", "microseconds", "own a node", "of all cycles"}

// figureRow is what a routine took on a machine.
func figureRow(x *account, e *routine.Entry) []any {
	f := x.figures(e.Label)
	machine := fmt.Sprintf("%s, %s MHz", x.Engine, strconv.FormatFloat(x.clock.MHz(), 'g', 3, 64))
	perCall, time := "-", "-"
	if f.Calls > 0 {
		perCall, time = digits(f.PerCall), digits(f.Microseconds)
	}
	return []any{machine, e.On[x.Engine].Size, x.calls(f.Calls), perCall, time, digits(f.OwnPerNode),
		fmt.Sprintf("%.1f%%", 100*float64(f.Self)/float64(max(f.AllCycles, 1)))}
}

// digits is a number with three digits at least, its thousands apart.
func digits(x float64) string {
	switch {
	case x < 9.995:
		return fmt.Sprintf("%.2f", x)
	case x < 99.95:
		return fmt.Sprintf("%.1f", x)
	}
	return whole(x)
}

// about says what was searched.
func (x *account) about() string {
	budget := fmt.Sprintf("SX %d", x.SX)
	if x.Limit > 0 {
		budget = "at most " + plural(int(x.Limit), "node") + " each"
	}
	return fmt.Sprintf("%s, profile %s, %s: %s", plural(x.Positions, "position"), x.Profile, budget, plural(int(x.Nodes), "node"))
}

// writeFigures prints what the routine took on each machine.
func writeFigures(a *app, e *routine.Entry, accounts []*account) error {
	if len(accounts) == 0 {
		return nil
	}
	if _, err := a.out.Write([]byte(a.out.Fold(accounts[0].about() + "\n"))); err != nil {
		return err
	}
	t := report.NewTable(figureTitles...).Later("own a node", "of all cycles")
	for _, x := range accounts {
		t.Add(figureRow(x, e)...)
	}
	return t.Write(a.out)
}

// page writes the page of four routines, whole or not at all.
func (c *routineCmd) page(a *app, names []string) error {
	if c.Name != nil && *c.Name == "" {
		return usagef("--doc: the file's name is empty")
	}
	all, err := routine.Load(names)
	if err != nil {
		return err
	}
	jobs, positions, err := c.searches(a)
	if err != nil {
		return err
	}
	machines := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "go" })
	if len(machines) == 0 {
		return usagef("--doc: go has no clock cycles: want a machine too")
	}
	accounts, err := a.account(machines, jobs, len(positions))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := writePage(&b, all, accounts); err != nil {
		return err
	}
	if c.Name == nil || *c.Name == "-" {
		_, err := a.out.Write(b.Bytes())
		return err
	}
	return writeFile(*c.Name, b.Bytes())
}
