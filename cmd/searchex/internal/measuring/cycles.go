package measuring

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
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
	VS    *string `name:"vs" placeholder:"FILE" help:"Show what has changed since FILE, which --json has printed earlier, most first, instead of the tables."`
	SVG   *string `name:"svg" placeholder:"FILE" help:"Draw the shares of the machines' cycles, too; - prints the picture and nothing else."`
	Model bool    `help:"Show for each position what the model of the machine (go run ./cmd/lab fit cycles) has for cycles, beside the exact ones."`
	Top   int     `default:"16" placeholder:"N" help:"How many routines to list, 0 for all. Default 16."`
	JSON  bool    `name:"json" help:"Print one JSON object a line."`
}

// perCall formats the mean of a routine's calls, or nothing if it has none.
func perCall(r *cycles.RoutineCost) string {
	if r.Calls == 0 {
		return ""
	}
	return report.Whole(float64(r.Called) / float64(r.Calls))
}

// Run searches all positions, with the machine's profiler on, which costs no cycles.
func (c *Cycles) Run(a *cli.App) error {
	names, err := c.Machines(a)
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	if names, err = c.one(names); err != nil {
		return err
	}
	if a, err = c.ROMFlag.Read(a, names); err != nil {
		return err
	}
	if a, err = c.Poked(a, names); err != nil {
		return err
	}
	listed, err := c.routine(a, names)
	if err != nil {
		return err
	}
	positions, err := c.Load(a, cli.Benchmark)
	if err != nil {
		return err
	}
	tasks, err := a.Tasks(&cli.ProfileFlag{Profile: c.Profile}, positions, &c.BudgetFlags)
	if err != nil {
		return err
	}
	old, err := c.before(a, names, tasks, len(positions))
	if err != nil {
		return err
	}
	accounts, err := a.Accounts(names, tasks, len(positions))
	if err != nil {
		return err
	}
	if c.SVG != nil {
		if printed, err := a.PutPicture(*c.SVG, drawShares(accounts)); printed || err != nil {
			return err
		}
	}
	switch {
	case listed != nil:
		return writeListings(a, accounts, listed, c.JSON)
	case old != nil:
		return writeChanges(a, old, accounts, c.Top, c.JSON)
	case c.JSON:
		for _, x := range accounts {
			if err := report.JSON(a.Out, x); err != nil {
				return err
			}
		}
		return nil
	}
	return c.write(a, accounts)
}

// check refuses flags before anything is searched.
func (c *Cycles) check() error {
	switch {
	case c.Top < 0:
		return cli.Usagef("--top %d: want 0 or more", c.Top)
	case c.List != nil && c.VS != nil:
		return cli.Usagef("--list and --vs: want one of them")
	case c.Model && (c.List != nil || c.VS != nil):
		return cli.Usagef("--model: shows nothing of --list or --vs: want one of them")
	case c.SVG == nil || *c.SVG == "-":
		return nil
	case *c.SVG == "":
		return cli.Usagef("--svg: want the name of a file, or -")
	}
	return cli.Writable("--svg", *c.SVG)
}

// one leaves the machine that --rom or --poke is for, where the user has left the
// choice open.
func (c *Cycles) one(names []string) ([]string, error) {
	name, err := c.ROMFlag.Machine()
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

// write prints the profiles side by side and then, for each, its routines.
func (c *Cycles) write(a *cli.App, accounts []*cycles.Account) error {
	t := report.NewTable("<engine", "<profile", "SX", "nodes", "cycles", "<to finish", "a node", "mean of positions", "least", "most",
		"swap-offs a node", "RAM written", "stack").
		Later("mean of positions", "least", "most", "swap-offs a node", "RAM written", "stack")
	var sizes strings.Builder
	for i, x := range accounts {
		t.Add(x.Engine, x.Profile, x.SX, x.Nodes, x.Cycles, report.Seconds(x.Cycles, x.Clock), report.Whole(x.PerNode), report.Whole(x.Mean), report.Whole(x.Least), report.Whole(x.Most),
			fmt.Sprintf("%.3f", x.PerSwap), x.RAMWritten, x.StackUsed)
		if i == 0 || accounts[i-1].Engine != x.Engine {
			fmt.Fprintf(&sizes, "\n%s: %g MHz, %s, hooks unwatched\n", x.Engine, x.Clock.MHz(), report.Plural(x.Positions, "position"))
			if err := writeSizes(a, &sizes, x.Engine); err != nil {
				return err
			}
		}
	}
	if err := t.Write(a.Out); err != nil {
		return err
	}
	if _, err := a.Out.Write([]byte(a.Out.Fold(sizes.String()))); err != nil {
		return err
	}
	if c.Model {
		for _, x := range accounts {
			if err := writeModel(a, x); err != nil {
				return err
			}
		}
		return nil
	}
	for _, some := range cycles.ByProfile(accounts) {
		if err := writeKinds(a, some); err != nil {
			return err
		}
		var err error
		if len(some) == 1 {
			err = c.writeRoutines(a, some[0])
		} else {
			err = c.writeBeside(a, some)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeModel prints exact and modelled cycles by position.
func writeModel(a *cli.App, x *cycles.Account) error {
	if _, err := fmt.Fprintf(a.Out, "\n%s, profile %s: %s and the model's\n", x.Engine, x.Profile, cli.Unit(x.Engine)); err != nil {
		return err
	}
	t := report.NewTable("<position", "nodes", cli.Unit(x.Engine), "model", "error")
	off := func(model, exact uint64) float64 {
		return 100 * (float64(model) - float64(exact)) / float64(max(exact, 1))
	}
	var sum uint64
	mean := 0.0
	for _, s := range x.ByPosition {
		name := s.ID
		if name == "" {
			name = s.FEN
		}
		d := off(s.Modelled, s.Cycles)
		t.Add(name, s.Nodes, s.Cycles, s.Modelled, fmt.Sprintf("%+.2f%%", d))
		sum += s.Modelled
		mean += math.Abs(d) / float64(x.Positions)
	}
	t.Add("all", x.Nodes, x.Cycles, sum, fmt.Sprintf("%+.2f%%", off(sum, x.Cycles)))
	if err := t.Write(a.Out); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.Out, "mean error of a position %.2f%%\n", mean)
	return err
}

// barWidthShare is how many characters the bar of the costliest routine has.
const barWidthShare = 24

// writeRoutines prints cycles by routine, a node of the search.
func (c *Cycles) writeRoutines(a *cli.App, x *cycles.Account) error {
	if _, err := fmt.Fprintf(a.Out, "\n%s, profile %s: %s a node by routine\n", x.Engine, x.Profile, cli.Unit(x.Engine)); err != nil {
		return err
	}
	t := report.NewTable("<routine", "calls a node", cli.Unit(x.Engine)+" a call", "self", "+%", "with callees", "+%", "<").
		Later("calls a node", cli.Unit(x.Engine)+" a call").Bars("", barWidthShare/4)
	nodes, all := float64(max(x.Nodes, 1)), float64(max(x.Cycles, 1))
	decimal := func(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
	var rest, most uint64
	for i, r := range x.Routines {
		most = max(most, r.Self, 1)
		if c.Top > 0 && i >= c.Top {
			rest += r.Self
			continue
		}
		t.Add(r.Label, cli.CallsIn(x, r.Calls), perCall(&r),
			decimal(float64(r.Self)/nodes), decimal(100*float64(r.Self)/all),
			decimal(float64(r.Total)/nodes), decimal(100*float64(r.Total)/all),
			report.Bar(int((r.Self*barWidthShare+most/2)/most)))
	}
	if rest > 0 {
		t.Add(report.Plural(len(x.Routines)-c.Top, "other"), "", "", decimal(float64(rest)/nodes), decimal(100*float64(rest)/all))
	}
	return t.Write(a.Out)
}

const cyclesManual = "docs/manual/cycles.md"

func (*Cycles) Help() string {
	return cli.Detail("Prints for each profile the cycles to finish the search, those of a node (a move's position that was valued), memory and stack; then the cycles of "+
		"a visit by what became of the node, without the nodes below it; then the routines by their own cycles a node, of several machines beside each other, of one with those of what they call. "+
		"All add up to the search's cycles. --list shows them beside a routine's source; --json prints what --vs holds a later run against.",
		"searchex cycles --profile sx81 --top 16\nsearchex cycles --engine z80 --list map_hits\nsearchex cycles --json > old.json; searchex cycles --vs old.json --rom asm/z80/z80.rom", cyclesManual)
}
