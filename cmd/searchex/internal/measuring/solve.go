package measuring

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/tactics"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
)

// Solve counts solved test positions.
type Solve struct {
	Engine  string `default:"go" placeholder:"NAME" help:"The engine, one of ${standing}. Default go: all search the same tree."`
	Profile string `default:"all" placeholder:"NAMES" help:"Profiles, a comma list, or all, the default."`
	cli.PositionFlags
	Nodes    *string  `placeholder:"N,..." help:"Node limits, a comma list. Default 20000."`
	Seconds  *float64 `placeholder:"S" help:"Limit the seconds on the machine's own clock instead of the nodes: 0.001 to 1000000. For go and go@NAME a model estimates the clock."`
	Unsolved bool     `help:"Also list the positions that were not solved."`
	JSON     bool     `name:"json" help:"Print one JSON object a line."`
}

// defaultSolveNodes is the node limit if no limit is given.
const defaultSolveNodes = 20000

// Run tries all positions with all profiles and limits.
func (c *Solve) Run(a *cli.App) error {
	names, err := cli.ParseNames("engine", c.Engine, hostbridge.AllNames())
	if err != nil {
		return err
	}
	if len(names) != 1 {
		return cli.Usagef("--engine %s: want one engine: all search the same tree", c.Engine)
	}
	trials, err := c.trials(a)
	if err != nil {
		return err
	}
	if len(trials) == 0 {
		return cli.Usagef("the positions name neither a move nor a mate to be found (bm, am, dm, pm)")
	}
	s := tactics.NewScoreboard(trials)
	err = cli.Each(a, names, len(trials), func(b cli.Bench, i int) (tactics.Outcome, error) {
		return try(a, b[names[0]], &trials[i])
	}, func(i int, o tactics.Outcome) error {
		s.Add(names[0], &trials[i], o)
		return nil
	})
	if err != nil {
		return err // incomplete counts would mislead
	}
	return c.write(a, s)
}

// try makes a trial. If ctrl-C ends the search it returns an error.
func try(a *cli.App, e hostbridge.Engine, t *tactics.Trial) (tactics.Outcome, error) {
	o, err := t.Search(a.Ctx, e)
	if err == nil {
		err = a.Ctx.Err()
	}
	return o, err
}

// ownMates is the file of mates to solve if no positions are given.
const ownMates = "own_mates.epd"

// trials returns the trials, ordered by limit, profile and position.
func (c *Solve) trials(a *cli.App) ([]tactics.Trial, error) {
	profiles, err := (&cli.ProfileFlag{Profile: c.Profile}).Profiles()
	if err != nil {
		return nil, err
	}
	limits, err := c.limits()
	if err != nil {
		return nil, err
	}
	positions, err := c.Load(a, ownMates)
	if err != nil {
		return nil, err
	}
	tasks, err := tactics.Tasks(positions, c.Bad(a))
	if err != nil {
		return nil, cli.Refused(err)
	}
	var all []tactics.Trial
	for _, n := range limits {
		for i := range profiles {
			for _, t := range tasks {
				all = append(all, tactics.Trial{Task: t, ProfileName: profiles[i].Name, Profile: &profiles[i].Data, Nodes: n, Seconds: cli.Given(c.Seconds)})
			}
		}
	}
	return all, nil
}

// checkSeconds returns a usage error for a time limit out of range.
func checkSeconds(s float64) error {
	if !(s >= 1e-3 && s <= 1e6) {
		return cli.Usagef("--seconds %g: want 0.001 to 1000000", s)
	}
	return nil
}

// limits returns the node limits. With --seconds it returns one, 0.
func (c *Solve) limits() ([]uint64, error) {
	switch {
	case c.Seconds != nil && c.Nodes != nil:
		return nil, cli.Usagef("--nodes and --seconds: want one of them")
	case c.Seconds != nil:
		return []uint64{0}, checkSeconds(*c.Seconds)
	case c.Nodes == nil:
		return []uint64{defaultSolveNodes}, nil
	}
	var limits []uint64
	for text := range strings.SplitSeq(*c.Nodes, ",") {
		n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
		switch {
		case err != nil || n == 0:
			return nil, cli.Usagef("--nodes %s: %q is not a number of nodes: want at least 1", *c.Nodes, text)
		case slices.Contains(limits, n):
			return nil, cli.Usagef("--nodes %s: %d stands twice", *c.Nodes, n)
		}
		limits = append(limits, n)
	}
	return limits, nil
}

// write prints the table, or its cells as JSON.
func (c *Solve) write(a *cli.App, s *tactics.Scoreboard) error {
	if c.JSON {
		return report.JSONLines(a.Out, slices.Values(slices.Concat(s.Lines...)))
	}
	titles := append([]string{"<profile", "limit"}, s.Columns...)
	titles = append(titles, "all", "nodes")
	k, err := hostbridge.KindOf(c.Engine)
	machine := err == nil && k.Image != nil
	if machine {
		titles = append(titles, hostbridge.UnitOf(c.Engine), "a node")
	}
	t := report.NewTable(titles...)
	for _, l := range s.Lines {
		all := l.Sum()
		limit := report.Count(all.Limit)
		if all.Seconds > 0 {
			limit = strconv.FormatFloat(all.Seconds, 'g', -1, 64) + " s"
		}
		cells := []any{all.Profile, limit}
		for _, n := range append(l[:len(l):len(l)], &all) {
			cells = append(cells, fmt.Sprintf("%d/%d", n.Solved, n.Positions))
		}
		cells = append(cells, all.Nodes)
		if machine {
			cells = append(cells, all.Cycles, report.Whole(float64(all.Cycles)/float64(max(all.Nodes, 1))))
		}
		t.Add(cells...)
	}
	if err = t.Write(a.Out); err != nil || !c.Unsolved {
		return err
	}
	for _, l := range s.Lines {
		all := l.Sum()
		if _, err := fmt.Fprintf(a.Out, "\n%s, unsolved: %s\n", all.Profile, strings.Join(all.Unsolved, ", ")); err != nil {
			return err
		}
	}
	return nil
}

func (*Solve) Help() string {
	return cli.Detail("Prints for each profile and limit how many test positions it solves, by file and, of mates, by length. A position is solved if the move "+
		"is the one that the file asks for (bm, am, pm), or if the score proves the mate (dm).",
		"searchex solve --nodes 20000,88000\nsearchex solve --engine 6502 --seconds 30 --epd FILE", cli.Sessions)
}
