package showing

import (
	"fmt"
	"math"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/debug"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
)

// Trace shows the instructions that a machine executes in a search.
type Trace struct {
	OneSearch
	From      string  `placeholder:"WHERE" help:"Begin at a routine or another label, label+offset, an address such as '$$3000', or a line of the assembly such as try.s:382. Default the beginning of the search."`
	When      string  `placeholder:"CONDITION" help:"With --from: count only the times at which this holds, such as 'ply == 2 && sx < 20' (docs/manual/debug.md)."`
	Hit       int     `default:"1" placeholder:"N" help:"With --from: begin at the N-th time. Default 1."`
	FromNode  *uint64 `name:"from-node" placeholder:"N" help:"Begin at the first instruction after the N-th move evaluated."`
	Event     *uint64 `placeholder:"N" help:"Begin at the N-th event of the search, as diff counts them."`
	Routine   string  `placeholder:"NAMES" help:"Show only the instructions of these routines, a comma list."`
	Registers string  `placeholder:"NAMES" help:"Show these registers, a comma list such as \"hl,hl',r\", or all. Default those that most code works with."`
	Count     int     `default:"20" placeholder:"N" help:"Instructions to show, 0 for all up to the end of the search. Default 20."`
	JSON      bool    `name:"json" help:"Print one JSON object a line."`
}

// Run makes the search as far as it is shown.
func (c *Trace) Run(a *cli.App) error {
	if err := c.check(); err != nil {
		return err
	}
	name, a, err := c.machine(a)
	if err != nil {
		return err
	}
	task, err := c.task(a)
	if err != nil {
		return err
	}
	e, err := a.NewEngine(name)
	if err != nil {
		return err
	}
	img, err := a.ImageOf(name)
	if err != nil {
		return err
	}
	d, err := debug.New(a.Ctx, e, img, task)
	if err != nil {
		return a.Ended(err)
	}
	if c.Registers != "" {
		if err := d.TraceRegisters(strings.Split(c.Registers, ",")); err != nil {
			return cli.Usagef("--registers %w", err)
		}
	}
	keep, err := c.filter(d)
	if err != nil {
		return err
	}
	if err = c.begin(a, d, name, task); err == nil {
		err = c.show(a, d, keep)
	}
	return a.Ended(err)
}

func (c *Trace) check() error {
	begins := 0
	for _, given := range []bool{c.From != "", c.FromNode != nil, c.Event != nil} {
		if given {
			begins++
		}
	}
	switch {
	case begins > 1:
		return cli.Usagef("--from, --from-node and --event: want one of them")
	case c.From == "" && (c.When != "" || c.Hit != 1):
		return cli.Usagef("--when and --hit: want --from too")
	case c.Hit < 1:
		return cli.Usagef("--hit %d: want at least 1", c.Hit)
	case c.Count < 0:
		return cli.Usagef("--count %d: want 0 or more", c.Count)
	case c.Event != nil && *c.Event == 0:
		return cli.Usagef("--event 0: events are counted from 1")
	}
	return nil
}

// filter returns which instructions are shown.
func (c *Trace) filter(d *debug.Debugger) (func(addr uint32) bool, error) {
	if c.Routine == "" {
		return func(uint32) bool { return true }, nil
	}
	p := d.Machine().Program()
	wanted := map[string]bool{}
	for label := range strings.SplitSeq(c.Routine, ",") {
		addr, err := d.AddrOf(strings.TrimSpace(label))
		if err != nil {
			return nil, cli.Usagef("--routine %w", err)
		}
		name, _ := p.RoutineAt(addr)
		wanted[name] = true
	}
	return func(addr uint32) bool {
		name, _ := p.RoutineAt(addr)
		return wanted[name]
	}, nil
}

// begin goes to where the trace begins.
func (c *Trace) begin(a *cli.App, d *debug.Debugger, name string, task *hostbridge.Task) error {
	switch {
	case c.From != "":
		return goTo(a.Ctx, d, c.From, c.When, c.Hit)
	case c.FromNode != nil:
		return d.GoToNode(a.Ctx, *c.FromNode)
	case c.Event != nil:
		e, err := a.NewEngine(name)
		if err != nil {
			return err
		}
		at, err := debug.EventCycle(a.Ctx, e, task, *c.Event)
		if err != nil {
			return err
		}
		d.GoToCycle(at)
	}
	return nil
}

// block is the number of instructions of a table.
const block = 10_000

// show prints the trace, and how the search ended.
func (c *Trace) show(a *cli.App, d *debug.Debugger, keep func(addr uint32) bool) error {
	count := c.Count
	if count == 0 {
		count = math.MaxInt
	}
	table := newTraceTable()
	rows := 0
	stop, err := d.Trace(a.Ctx, count, keep, func(t *debug.Traced) error {
		if c.JSON {
			return report.JSON(a.Out, t.Object())
		}
		var ply any = ""
		if d.Knows("ply") {
			ply = t.Ply
		}
		table.Add(t.Cycle, t.Took, fmt.Sprintf("$%04X", t.Addr), t.Where, ply, t.Text, debug.RegisterText(t.Registers))
		if rows++; rows%block > 0 {
			return nil
		}
		full := table
		table = newTraceTable()
		return full.Write(a.Out)
	})
	if err = a.Finish(table, err); err != nil || stop == nil {
		return err
	}
	if c.JSON {
		return report.JSON(a.Out, struct {
			End string `json:"end"`
		}{stop.Text})
	}
	return a.Out.Print(fmt.Sprintf("%s: %s\n", stop.Reason, stop.Text))
}

func newTraceTable() *report.Table {
	return report.NewTable("cycle", "took", "<address", "<where", "ply", "<instruction", "<registers before it").Keys(1).
		Break("registers before it", 16).Later("took", "where", "ply", "registers before it")
}

func (*Trace) Help() string {
	return cli.Detail("Prints for each instruction that the machine executes the clock cycle at which it begins, counted from the beginning of the search, the cycles that it took, its address and routine, the ply, and the registers before it. "+
		"It begins at a place in the code, a node or an event.",
		"searchex trace --from follow --when 'ply == 2 && sx < 20' --count 12\nsearchex trace --engine 6502 --event 157 --routine in_parts,try_all", codeManual)
}
