package measuring

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/explain/difference"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/equal"
)

// Diff shows the first event in which the searches of two engines differ: of the first
// engine chosen and one of the others.
type Diff struct {
	cli.EngineFlag
	cli.CoreFlag
	cli.SearchFlags
	repeatFlags
	cli.ROMFlag
	cli.PokeFlag
	JSON bool `name:"json" help:"Print the difference as a JSON object."`
}

// Run compares the searches position by position up to the first difference.
func (c *Diff) Run(a *cli.App) error {
	names, err := c.chosen(a)
	if err != nil {
		return err
	}
	if a, err = c.ROMFlag.Read(a, names); err != nil {
		return err
	}
	tasks, _, err := c.Tasks(a, cli.Benchmark)
	if err != nil {
		return err
	}
	if err := c.repeatFlags.apply(tasks, len(c.FEN) == 1 && len(c.EPD) == 0); err != nil {
		return err
	}
	bench, err := a.NewBench(names)()
	if err != nil {
		return err
	}
	engines := bench.List(names)
	if err := c.PokeFlag.Apply(engines); err != nil {
		return err
	}
	r, events, err := compareAll(a, engines, tasks)
	switch {
	case err != nil:
		return err
	case r != nil:
		return c.show(a, r)
	case c.JSON:
		return nil // no difference, no object
	}
	_, err = fmt.Fprintf(a.Out, "%s, %s events: no difference between %s\n", report.Plural(len(tasks), "search"), report.Count(events), report.Sentence(names))
	return err
}

// chosen returns the engines to compare. --poke and --rom change one machine, so without
// --engine only that machine is compared.
func (c *Diff) chosen(a *cli.App) ([]string, error) {
	names, err := c.Able(a, "diff", hostbridge.Generates)
	own, guests := cli.Guests(names)
	switch {
	case err != nil:
		return nil, err
	case len(guests) > 0 && len(own) > 0:
		return nil, cli.Usagef("--engine %s: %s searches a tree of its own: want guests alone, such as two images of a program", c.Engine, guests[0])
	case len(names) < 2:
		return nil, cli.Usagef("--engine %s: want two engines at least, such as %s", c.Engine, strings.Join(a.Engines[:2], ","))
	case c.Engine == "all" && c.ROM != "":
		name, err := c.ROMFlag.Machine(a)
		return []string{names[0], name}, err
	case c.Engine == "all" && len(c.Poke) > 0:
		names = names[:2]
	}
	return names, nil
}

// compareAll compares the first engine with each of the others, up to the first
// difference, nil if there is none. events is the number of equal events.
func compareAll(a *cli.App, engines []hostbridge.Engine, tasks []hostbridge.Task) (r *difference.Report, events uint64, err error) {
	bar := cli.NewProgress(a.Err, len(tasks))
	defer bar.Clear()
	for i := range tasks {
		for _, e := range engines[1:] {
			r, n, err := firstDifference(a, [2]hostbridge.Engine{engines[0], e}, &tasks[i])
			switch {
			case a.Ctx.Err() != nil:
				return nil, 0, cli.Interrupted{Done: i, Of: len(tasks)}
			case err != nil || r != nil:
				return r, 0, err
			case e == engines[1]:
				events += n
			}
		}
		bar.Show(i + 1)
	}
	return nil, events, nil
}

// firstDifference finds the first difference in one position, nil if there is none, and
// counts the events before it.
func firstDifference(a *cli.App, engines [2]hostbridge.Engine, t *hostbridge.Task) (r *difference.Report, equalEvents uint64, err error) {
	var d *equal.Difference
	var events uint64
	err = a.Abandonable(func() (err error) {
		d, events, err = equal.FirstDifference(a.Ctx, engines[0], engines[1], t)
		return err
	})
	if err != nil {
		return nil, 0, err // the function may still go on
	}
	if d == nil {
		return nil, events, nil
	}
	return difference.New(t, d, a.ImageOf), events, nil
}

// show prints a difference and returns it as the command's error.
func (c *Diff) show(a *cli.App, r *difference.Report) error {
	var err error
	if c.JSON {
		err = report.JSON(a.Out, r)
	} else {
		err = r.Write(a.Out, c.Poke)
	}
	if err != nil {
		return err
	}
	return r
}

func (*Diff) Help() string {
	return cli.Detail("Prints one line if the first engine and each of the others make equal searches. If not, it prints the first event in "+
		"which two differ: both boards, both values, the line of moves, the machine's registers and source line; the exit status is 1. --poke breaks a machine on purpose. "+
		"Guests are compared with guests, such as two images of a program.",
		"searchex diff --engine go,6502\nsearchex diff --engine guest:OLD,guest:NEW\nsearchex diff --poke 'attack_table+$20=0'", cli.Sessions)
}
