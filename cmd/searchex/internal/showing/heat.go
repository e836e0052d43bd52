package showing

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/explain/listing"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/equal"
)

// Heat shows what searches do with a machine's memory.
type Heat struct {
	Engine  string `placeholder:"NAME" help:"The machine, one of ${machines}, or guest:FILE. Default z80, or the one of --rom."`
	Profile string `default:"all" placeholder:"NAMES" help:"Profiles, a comma list, or all, the default."`
	cli.PositionFlags
	cli.BudgetFlags
	cli.ROMFlag
	cli.PokeFlag
	Random    int     `placeholder:"N" help:"Make N random searches too, the first that compare --soak draws with seed 1."`
	SVG       *string `name:"svg" placeholder:"FILE" help:"Also draw the map of the machine; - prints the picture and nothing else."`
	Unreached bool    `help:"List the instructions that were never executed, with their source lines. A perft and a look-up in the book for each position come to the searches."`
	Top       int     `default:"16" placeholder:"N" help:"How many areas to list, 0 for all. Default 16."`
	JSON      bool    `name:"json" help:"Print one JSON object a line."`
}

// maxRandom bounds --random.
const maxRandom = 1_000_000

// Run makes the searches one after the other on one machine.
func (c *Heat) Run(a *cli.App) error {
	switch {
	case c.Top < 0:
		return cli.Usagef("--top %d: want 0 or more", c.Top)
	case c.Random < 0 || c.Random > maxRandom:
		return cli.Usagef("--random %d: want 0 to %d", c.Random, maxRandom)
	}
	e, a, err := machineEngine(a, c.Engine, &c.ROMFlag, &c.PokeFlag)
	if err != nil {
		return err
	}
	if err := cli.WritableOrOut("--svg", c.SVG); err != nil {
		return err
	}
	k, err := hostbridge.KindOf(e.Name())
	if err == nil && c.Random > 0 {
		err = k.Lacks("heat --random", hostbridge.SameTree)
	}
	if err != nil {
		return cli.UsageError{Err: err}
	}
	tasks, n, err := cli.BenchmarkTasks(a, []string{e.Name()}, c.Profile, &c.PositionFlags, &c.BudgetFlags)
	if err != nil {
		return err
	}
	l, err := listingOf(a, e)
	if err != nil {
		return err
	}
	h, err := c.measure(a, e, l, tasks, n)
	if err != nil {
		return err
	}
	if printed, err := a.PutPicture(c.SVG, h.SVG); printed || err != nil {
		return err
	}
	if c.Unreached {
		return h.WriteUnreached(a.Out, c.JSON)
	}
	return h.Write(a.Out, c.Top, c.JSON)
}

// measure makes the searches with counting on. The tasks are n positions with each
// profile in turn.
func (c *Heat) measure(a *cli.App, e hostbridge.Engine, l *listing.Listing, tasks []hostbridge.Task, n int) (*listing.Heat, error) {
	m, _ := cli.MachineOf(e)
	total := len(tasks) + c.Random
	bar := cli.NewProgress(a.Err, total)
	defer bar.Clear()
	m.StartCounting()
	for i := range total {
		t := &hostbridge.Task{}
		if i < len(tasks) {
			t = &tasks[i]
		} else {
			drawn := equal.Draw(1, uint64(i-len(tasks))+1)
			t = &drawn.Task
		}
		_, err := t.Search(a.Ctx, e)
		if err == nil && c.callsMore(e) && i < n {
			err = more(e, t)
		}
		switch {
		case a.Ctx.Err() != nil:
			return nil, cli.Interrupted{Done: i, Of: total}
		case err != nil:
			return nil, err
		}
		bar.Show(i + 1)
	}
	return l.Heat(m.StopCounting(), c.what(e, tasks, n)), nil
}

// callsMore reports whether the machine is called for more than searches.
func (c *Heat) callsMore(e hostbridge.Engine) bool {
	return c.Unreached && !hostbridge.IsForeign(e.Name())
}

// more makes a machine do what the host calls it for besides searches.
func more(e hostbridge.Engine, t *hostbridge.Task) error {
	if _, _, err := e.Perft(t.Position(), 2); err != nil {
		return err
	}
	_, _, _, err := e.BookMove(t.Game, 0)
	return err
}

// what says what was searched.
func (c *Heat) what(e hostbridge.Engine, tasks []hostbridge.Task, n int) string {
	var profiles []string
	for i := 0; i < len(tasks); i += n {
		profiles = append(profiles, strings.TrimPrefix(report.Task(&tasks[i]), "profile "))
	}
	text := fmt.Sprintf("%s: %s with %s", e.Name(), report.Plural(n, "position"), strings.Join(profiles, "; "))
	if c.Random > 0 {
		text += "; " + report.Plural(c.Random, "random search")
	}
	if c.callsMore(e) {
		text += "; perft 2 and the book at each position"
	}
	return text
}

func (*Heat) Help() string {
	return cli.Detail("Prints what searches do with a machine's memory: bytes read and written and instructions executed, by routine, table and variable; and how much of the code they reach. Setting up the positions is included.",
		"searchex heat --profile sx81 --svg heat.svg\nsearchex heat --engine 6502 --unreached --random 1000", codeManual)
}
