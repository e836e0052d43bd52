package measuring

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/tactics"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Solve counts solved test positions.
type Solve struct {
	Engine  string `default:"go" placeholder:"NAME" help:"The engine, one of ${standing}. Default go: all search the same tree."`
	Profile string `default:"all" placeholder:"NAMES" help:"Profiles, a comma list, or all, the default."`
	cli.PositionFlags
	Nodes    *string  `placeholder:"N,..." help:"Node limits, a comma list. Default 20000."`
	Seconds  *float64 `placeholder:"S" help:"Instead of nodes, a limit of seconds of the machine's own time (go: of the machine that it stands for, by the model of its cycles): 0.001 to 1000000."`
	Unsolved bool     `help:"Also list the positions that were not solved."`
	JSON     bool     `name:"json" help:"Print one JSON object a line."`
}

// defaultSolveNodes is the limit of nodes where none is given.
const defaultSolveNodes = 20000

// solved counts one group of positions, as --json prints it.
type solved struct {
	Engine    string   `json:"engine"`
	Profile   string   `json:"profile"`
	Limit     uint64   `json:"limit_nodes"`
	Seconds   float64  `json:"limit_seconds,omitempty"`
	Group     string   `json:"group"`
	Solved    int      `json:"solved"`
	Positions int      `json:"positions"`
	Nodes     uint64   `json:"nodes"`
	Cycles    uint64   `json:"cycles"`
	Unsolved  []string `json:"unsolved"`
}

// trial is one test position to be tried with a profile and a limit.
type trial struct {
	task  *tactics.Task
	group string
	prof  cli.Profile
	nodes uint64
}

// Run tries all positions with all profiles and limits.
func (c *Solve) Run(a *cli.App) error {
	names, err := cli.ParseNames("engine", c.Engine, hostbridge.Standing())
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
	s := newScoreboard(trials, c.seconds())
	err = cli.Each(a, names, len(trials), func(b cli.Bench, i int) (outcome, error) {
		return c.try(a, b[names[0]], trials[i])
	}, func(i int, o outcome) error {
		s.add(names[0], trials[i], o)
		return nil
	})
	if err != nil {
		return err // counts of a part would mislead
	}
	return s.write(a, c)
}

// trials are profile by profile, limit by limit.
func (c *Solve) trials(a *cli.App) ([]trial, error) {
	profiles, err := (&cli.ProfileFlag{Profile: c.Profile}).Profiles()
	if err != nil {
		return nil, err
	}
	limits, err := c.limits()
	if err != nil {
		return nil, err
	}
	positions, err := c.Load(a, "own_mates.epd")
	if err != nil {
		return nil, err
	}
	var tasks []*tactics.Task
	for _, p := range positions {
		task, err := tactics.New(p)
		if errors.Is(err, tactics.ErrNoTask) {
			continue
		}
		if err != nil {
			return nil, cli.UsageError{Err: err}
		}
		tasks = append(tasks, task)
	}
	var all []trial
	for _, n := range limits {
		for _, prof := range profiles {
			for _, t := range tasks {
				all = append(all, trial{t, groupOf(t), prof, n})
			}
		}
	}
	return all, nil
}

// limits are the node limits; with a limit of time alone there is one, 0.
func (c *Solve) limits() ([]uint64, error) {
	switch {
	case c.Seconds != nil && c.Nodes != nil:
		return nil, cli.Usagef("--nodes and --seconds: want one of them")
	case c.Seconds != nil && !(*c.Seconds >= 1e-3 && *c.Seconds <= 1e6):
		return nil, cli.Usagef("--seconds %g: want 0.001 to 1000000", *c.Seconds)
	case c.Seconds != nil:
		return []uint64{0}, nil
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

// seconds is the limit of time, 0 without one.
func (c *Solve) seconds() float64 {
	if c.Seconds == nil {
		return 0
	}
	return *c.Seconds
}

// groupOf is the column that a task is counted in: its file and, of mates,
// the number of moves.
func groupOf(t *tactics.Task) string {
	file, _, _ := strings.Cut(filepath.Base(t.Pos.Where), ":")
	return strings.TrimSpace(strings.TrimSuffix(file, ".epd") + " " + t.Group)
}

// outcome is how a trial went.
type outcome struct {
	solved        bool
	nodes, cycles uint64
}

// try searches one position.
func (c *Solve) try(a *cli.App, e hostbridge.Engine, t trial) (outcome, error) {
	if s := c.seconds(); s > 0 {
		clock, ok := e.(hostbridge.CycleLimiter)
		if !ok {
			return outcome{}, fmt.Errorf("engine %s: its clock can't be limited", e.Name())
		}
		clock.SetCycleLimit(uint64(s * float64(hostbridge.ClockOf(e))))
	}
	r, err := e.Search(goengine.NewGame(t.task.Pos.Board), &t.prof.Data, goengine.Limits{Nodes: t.nodes, Stop: a.Stop})
	if err != nil {
		return outcome{}, fmt.Errorf("engine %s: fen %q: %w", e.Name(), t.task.Pos.FEN, err)
	}
	if a.Ctx.Err() != nil {
		return outcome{}, a.Ctx.Err()
	}
	return outcome{t.task.Solved(t.task.Pos.Board.UCI(r.Best), r.Score), r.Nodes, r.Cycles}, nil
}

// scoreboard counts.
type scoreboard struct {
	groups  []string
	seconds float64
	lines   []*boardLine
}

// boardLine is one profile with one limit.
type boardLine struct {
	profile string
	nodes   uint64
	counts  map[string]*solved
}

func newScoreboard(trials []trial, seconds float64) *scoreboard {
	s := &scoreboard{seconds: seconds}
	for _, t := range trials {
		if !slices.Contains(s.groups, t.group) {
			s.groups = append(s.groups, t.group)
		}
	}
	return s
}

func (s *scoreboard) add(engine string, t trial, o outcome) {
	n := len(s.lines)
	if n == 0 || s.lines[n-1].profile != t.prof.Name || s.lines[n-1].nodes != t.nodes {
		l := &boardLine{t.prof.Name, t.nodes, map[string]*solved{}}
		for _, g := range s.groups {
			l.counts[g] = &solved{Engine: engine, Profile: t.prof.Name, Limit: t.nodes, Seconds: s.seconds, Group: g, Unsolved: []string{}}
		}
		s.lines = append(s.lines, l)
		n++
	}
	c := s.lines[n-1].counts[t.group]
	c.Positions++
	c.Nodes += o.nodes
	c.Cycles += o.cycles
	if o.solved {
		c.Solved++
	} else {
		c.Unsolved = append(c.Unsolved, t.task.Pos.Name())
	}
}

// write prints the table, or its cells as JSON.
func (s *scoreboard) write(a *cli.App, c *Solve) error {
	if c.JSON {
		for _, l := range s.lines {
			for _, g := range s.groups {
				if err := report.JSON(a.Out, l.counts[g]); err != nil {
					return err
				}
			}
		}
		return nil
	}
	titles := []string{"<profile", "limit"}
	titles = append(titles, s.groups...)
	titles = append(titles, "all", "nodes")
	k, err := hostbridge.KindOf(c.Engine)
	machine := err == nil && k.Image != nil
	if machine {
		titles = append(titles, cli.Unit(c.Engine), "a node")
	}
	t := report.NewTable(titles...)
	for _, l := range s.lines {
		limit := report.Count(l.nodes)
		if s.seconds > 0 {
			limit = strconv.FormatFloat(s.seconds, 'g', -1, 64) + " s"
		}
		cells := []any{l.profile, limit}
		var all solved
		for _, g := range s.groups {
			n := l.counts[g]
			cells = append(cells, fmt.Sprintf("%d/%d", n.Solved, n.Positions))
			all.Solved += n.Solved
			all.Positions += n.Positions
			all.Nodes += n.Nodes
			all.Cycles += n.Cycles
		}
		cells = append(cells, fmt.Sprintf("%d/%d", all.Solved, all.Positions), all.Nodes)
		if machine {
			cells = append(cells, all.Cycles, report.Whole(float64(all.Cycles)/float64(max(all.Nodes, 1))))
		}
		t.Add(cells...)
	}
	if err = t.Write(a.Out); err != nil || !c.Unsolved {
		return err
	}
	for _, l := range s.lines {
		var ids []string
		for _, g := range s.groups {
			ids = append(ids, l.counts[g].Unsolved...)
		}
		if _, err := fmt.Fprintf(a.Out, "\n%s, unsolved: %s\n", l.profile, strings.Join(ids, ", ")); err != nil {
			return err
		}
	}
	return nil
}

func (*Solve) Help() string {
	return cli.Detail("Prints for each profile and limit how many test positions it solves, by file and, of mates, by length. A position is solved where the move "+
		"is the one that the file asks for (bm, am, pm), or the score proves the mate (dm).",
		"searchex solve --nodes 20000,88000\nsearchex solve --engine 6502 --seconds 30 --epd FILE", cli.ReadmeSession)
}
