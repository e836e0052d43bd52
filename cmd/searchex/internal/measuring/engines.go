package measuring

import (
	"fmt"
	"slices"

	"github.com/searchex/searchex/cmd/internal/chess/tactics"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/explain/engines"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
)

// Engines shows the engines side by side: what each processor takes and finds.
type Engines struct {
	cli.EngineFlag
	Profile string  `default:"sx81" placeholder:"NAME" help:"The profile. Default sx81."`
	Seconds float64 `default:"30" placeholder:"S" help:"Time limit for the mates, in seconds on each machine's own clock: 0.001 to 1000000. Default 30."`
	SVG     *string `name:"svg" placeholder:"FILE" help:"Also write a picture; - prints it and nothing else."`
	JSON    bool    `name:"json" help:"Print one JSON object a line."`
}

// Run searches the benchmark with each engine. It searches the mates with the Go engine,
// which models the time of each machine.
func (c *Engines) Run(a *cli.App) error {
	if err := cli.WritableOrOut("--svg", c.SVG); err != nil {
		return err
	}
	names, err := c.Names(a)
	if err != nil {
		return err
	}
	jobs, n, err := (&cli.SearchFlags{ProfileFlag: cli.ProfileFlag{Profile: c.Profile}}).Tasks(a, cli.Benchmark)
	if err != nil {
		return err
	}
	if len(jobs) != n {
		return cli.Usagef("--profile %s: want one profile", c.Profile)
	}
	if err := checkSeconds(c.Seconds); err != nil {
		return err
	}
	mates, err := cli.BuiltInPositions(ownMates)
	if err != nil {
		return err
	}
	tasks, err := tactics.Tasks(mates, nil)
	if err != nil {
		return err
	}
	all, err := searchWithEach(a, names, jobs)
	if err != nil {
		return err
	}
	if err := c.solve(a, all, tasks, &cli.Profile{Name: jobs[0].ProfileName, Data: jobs[0].Profile}); err != nil {
		return err
	}
	if printed, err := a.PutPicture(c.SVG, func() []byte { return engines.SVG(all, n) }); printed || err != nil {
		return err
	}
	if !c.JSON {
		return engines.Write(a.Out, all, n)
	}
	return report.JSONLines(a.Out, slices.Values(all))
}

// searchWithEach searches all positions with each engine. It returns an error if the
// engines count different nodes.
func searchWithEach(a *cli.App, names []string, jobs []hostbridge.Task) ([]engines.Engine, error) {
	all := make([]engines.Engine, len(names))
	for i, name := range names {
		var err error
		if all[i], err = engines.New(name, jobs[0].ProfileName, jobs[0].Limits.SX); err != nil {
			return nil, err
		}
	}
	nodes := make([]uint64, len(jobs)) // of the first engine
	err := cli.Each(a, names, len(names)*len(jobs), func(b cli.Bench, i int) (hostbridge.Result, error) {
		return jobs[i%len(jobs)].Search(a.Ctx, b[names[i/len(jobs)]])
	}, func(i int, r hostbridge.Result) error {
		x, p := &all[i/len(jobs)], i%len(jobs)
		switch {
		case i < len(jobs):
			nodes[p] = r.Nodes
		case nodes[p] != r.Nodes:
			return fmt.Errorf("profile %s: fen %q: %s counts %d nodes, %s %d: see searchex diff", jobs[p].ProfileName, jobs[p].FEN, names[0], nodes[p], x.Engine, r.Nodes)
		}
		x.Add(r)
		return nil
	})
	return all, err
}

// solve counts the mates that Go finds in the time of each machine.
func (c *Engines) solve(a *cli.App, all []engines.Engine, tasks []*tactics.Task, p *cli.Profile) error {
	var names []string
	var timed []*engines.Engine
	for i := range all {
		if all[i].Clock == 0 {
			continue
		}
		name, err := hostbridge.GoEngineFor(all[i].Engine)
		if err != nil {
			return err
		}
		names, timed = append(names, name), append(timed, &all[i])
	}
	return cli.Each(a, names, len(names)*len(tasks), func(b cli.Bench, i int) (tactics.Outcome, error) {
		t := tactics.Trial{Task: tasks[i%len(tasks)], ProfileName: p.Name, Profile: &p.Data, Seconds: c.Seconds}
		return try(a, b[names[i/len(tasks)]], &t)
	}, func(i int, o tactics.Outcome) error {
		x := timed[i/len(tasks)]
		x.Limit = c.Seconds
		x.Positions++
		if o.Solved {
			x.Solved++
		}
		return nil
	})
}

func (*Engines) Help() string {
	return cli.Detail("Prints for each engine the nodes of the benchmark, which are the same on all; for a machine also clock cycles, cycles a node and the time on "+
		"its own clock; then the test mates found in 30 seconds on that clock, and the memory in use.",
		"searchex engines\nsearchex engines --profile tuned --svg FILE", cli.Sessions)
}
