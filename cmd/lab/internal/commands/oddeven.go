package commands

import (
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/cmd/lab/internal/oddeven"
	"github.com/searchex/searchex/hostbridge"
)

// OddEven is the experiment on the odd-even effect.
type OddEven struct {
	pageFlags
	rawFlags
}

// stoppable is a plan whose searches end with ctrl-C.
type stoppable struct {
	*oddeven.Plan
	a *cli.App
}

// Measure does job i of the plan.
func (s stoppable) Measure(i int, engine func(name string) hostbridge.Engine) ([]oddeven.Iteration, error) {
	return s.Plan.Measure(s.a.Ctx, i, engine)
}

// Run makes the experiment and shows its page.
func (c *OddEven) Run(a *cli.App) error {
	if err := c.check(); err != nil {
		return err
	}
	p, err := oddeven.NewPlan(c.Quick)
	if err != nil {
		return err
	}
	results, err := measure(a, &c.pageFlags, &c.rawFlags, oddeven.Name, oddeven.Command, p.Engines, stoppable{p, a})
	return c.end(a, len(results), func() (*lab.Page, error) { return p.Page(results), nil }, err)
}

func (*OddEven) Help() string {
	return cli.Detail("Prints the formulas of the minimal tree; the nodes of searches of the benchmark and of openings, by depth and kind; the cycles of "+
		"iterations on each machine; how scores swing with the parity of the depth. It takes some minutes; --recorded prints the results in testdata/lab.",
		"go run ./cmd/lab odd-even --quick\ngo run ./cmd/lab odd-even --doc", labManual)
}
