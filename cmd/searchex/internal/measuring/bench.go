package measuring

import (
	"fmt"
	"time"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
)

// Bench measures this computer.
type Bench struct {
	cli.EngineFlag
	cli.CoreFlag
	cli.SearchFlags
	Cores bool `help:"Measure each machine with both cores, watched and unwatched, with options, and its package alone, and print their ratios."`
	JSON  bool `name:"json" help:"Print one JSON object a line."`
}

// speed is the speed of an engine on this computer, as --json prints it.
type speed struct {
	Engine  string `json:"engine"`
	Profile string `json:"profile"`
	// Signature is the number of nodes of the positions, each searched once. It is the
	// same on every computer and engine, and changes with the search.
	Signature uint64 `json:"signature"`
	// Nodes and Cycles are the work of Seconds, in which the positions are searched
	// repeatedly.
	Nodes   uint64  `json:"nodes"`
	Cycles  uint64  `json:"cycles"`
	Seconds float64 `json:"seconds"`
	// NodesPerSecond is the host's, MHz the emulated clock, 0 for Go.
	NodesPerSecond float64 `json:"nodes_per_second"`
	MHz            float64 `json:"emulated_mhz"`
}

// benchTime is the least time for which an engine is measured.
const benchTime = 1500 * time.Millisecond

// Run measures the engines one after the other, on one core, without callbacks.
func (c *Bench) Run(a *cli.App) error {
	names, err := c.Names(a)
	if err != nil {
		return err
	}
	tasks, n, err := c.Tasks(a, cli.Benchmark)
	if err != nil {
		return err
	}
	if c.Cores {
		return c.cores(a, names, tasks, n)
	}
	t := report.NewTable("<engine", "<profile", "million nodes/s", "emulated MHz", "times its clock", "nodes", "cycles").Later("nodes", "cycles")
	var first []speed // of the first engine, by profile
	for _, name := range names {
		e, err := a.NewEngine(name)
		if err != nil {
			return a.Finish(t, fmt.Errorf("engine %s: %w", name, err))
		}
		for i := 0; i < len(tasks); i += n {
			s, err := measure(a, e, tasks[i:i+n])
			if err != nil {
				return a.Finish(t, err)
			}
			switch p := i / n; {
			case name == names[0]:
				first = append(first, s)
			case s.Signature != first[p].Signature:
				return a.Finish(t, fmt.Errorf("profile %s: %s counts %d nodes, %s %d: see searchex diff", s.Profile, names[0], first[p].Signature, name, s.Signature))
			}
			mhz, times := "", ""
			if hz := e.Clock(); hz > 0 {
				mhz, times = fmt.Sprintf("%.0f", s.MHz), fmt.Sprintf("%.0f", s.MHz*1e6/float64(hz))
			}
			if err := t.Put(a.Out, c.JSON, s, s.Engine, s.Profile, fmt.Sprintf("%.3f", s.NodesPerSecond/1e6), mhz, times, s.Nodes, s.Cycles); err != nil {
				return err
			}
		}
	}
	if err := a.Finish(t, nil); err != nil || c.JSON {
		return err
	}
	_, err = fmt.Fprintln(a.Out, signature(first))
	return err
}

// signature returns the line that engine developers compare: the nodes of all positions
// and profiles, and the first engine's speed.
func signature(all []speed) string {
	var once, nodes uint64
	var seconds float64
	for _, s := range all {
		once += s.Signature
		nodes += s.Nodes
		seconds += s.Seconds
	}
	return fmt.Sprintf("%d nodes %.0f nps", once, float64(nodes)/max(seconds, 1e-9))
}

// measure searches the positions repeatedly until benchTime has passed.
func measure(a *cli.App, e hostbridge.Engine, tasks []hostbridge.Task) (speed, error) {
	s := speed{Engine: e.Name(), Profile: tasks[0].ProfileName}
	begun := time.Now()
	for s.Signature == 0 || time.Since(begun) < benchTime {
		for i := range tasks {
			r, err := tasks[i].Search(a.Ctx, e)
			if err = a.Ended(err); err != nil {
				return s, err
			}
			s.Nodes += r.Nodes
			s.Cycles += r.Cycles
		}
		if s.Signature == 0 {
			s.Signature = s.Nodes
		}
		if s.Nodes == 0 {
			break // no position has a move
		}
	}
	took := time.Since(begun)
	s.Seconds = took.Seconds()
	s.NodesPerSecond = report.Tenths(report.PerSecond(s.Nodes, took))
	s.MHz = report.Tenths(report.PerSecond(s.Cycles, took) / 1e6)
	return s, nil
}

func (*Bench) Help() string {
	return cli.Detail("Prints for each engine, on one core and without callbacks: nodes a second on this computer, the emulated clock in MHz, and its ratio to the "+
		"machine's own clock. The last line has the nodes of the twelve positions, each searched once, and the first engine's nodes a second. The nodes are the same on every "+
		"computer; they change when the search does.",
		"searchex bench --profile sx81", cli.ReadmeCommands)
}
