package commands

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/cmd/internal/chess/tactics"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/scale"
	"github.com/searchex/searchex/hostbridge"
)

// Scale rates engines by suites of test positions.
type Scale struct {
	File      []string `arg:"" name:"file" help:"A suite: an EPD file with the key moves (bm); - is standard input. May be given several times."`
	Engine    string   `default:"go@6502" placeholder:"NAMES" help:"Machines, a comma list of ${standing}, or all. go and go@CPU search in Go and take the time of a model of the machine. Default go@6502."`
	Profile   string   `default:"sx81" placeholder:"NAMES" help:"Profiles, a comma list, or all. Default sx81."`
	Clock     string   `placeholder:"MHZ,..." help:"Clocks of the machines, a comma list. Default each machine's own."`
	Constant  *int     `placeholder:"N" help:"The rating of a program that finds all keys at once. Default the number in the file's name: 2450 of bt2450.epd."`
	Limit     float64  `default:"900" placeholder:"S" help:"Seconds of the machine for a position, and the time of one that is not solved. Default 900."`
	KeepGoing bool     `help:"Name a bad line and go on with the others."`
	Each      bool     `help:"Print the seconds of each position too."`
	JSON      bool     `name:"json" help:"Print JSON, one object a line."`
}

// suite is a file with its tasks.
type suite struct {
	name  string
	rule  scale.Rule
	tasks []*tactics.Task
}

// trial is what is searched: a position by an engine with a profile.
type trial struct {
	engine  string
	profile cli.Profile
	task    *tactics.Task
}

// Rated is a row of the table.
type Rated struct {
	Suite     string  `json:"suite"`
	Engine    string  `json:"engine"`
	Profile   string  `json:"profile"`
	MHz       float64 `json:"mhz"`
	Positions int     `json:"positions"`
	Solved    int     `json:"solved"`
	Mean      float64 `json:"mean_seconds"`
	Rating    float64 `json:"rating"`
	// IDs and Times are those of the positions, with --each.
	IDs   []string  `json:"ids,omitempty"`
	Times []float64 `json:"seconds,omitempty"`
}

// Run searches all positions once for each machine and profile, to the limit at the fastest clock: what a slower one has
// found after the same time is the beginning of that search.
func (c *Scale) Run(a *cli.App) error {
	names, err := cli.ParseNames("engine", c.Engine, hostbridge.AllNames())
	if err != nil {
		return err
	}
	profiles, err := (&cli.ProfileFlag{Profile: c.Profile}).Profiles()
	if err != nil {
		return err
	}
	clocks, err := c.clocks()
	if err != nil {
		return err
	}
	if !(c.Limit >= 0.001 && c.Limit <= 1e5) {
		return cli.Usagef("--limit %g: want 0.001 to 100000 seconds", c.Limit)
	}
	suites, err := c.suites(a)
	if err != nil {
		return err
	}
	var trials []trial
	for _, s := range suites {
		for _, name := range names {
			for _, p := range profiles {
				for _, t := range s.tasks {
					trials = append(trials, trial{name, p, t})
				}
			}
		}
	}
	var traces []scale.Trace
	err = cli.Each(a, names, len(trials), func(b cli.Bench, i int) (scale.Trace, error) {
		t := &trials[i]
		trace, err := scale.Search(a.Ctx, b[t.engine], &t.profile.Data, t.task, uint64(c.Limit*slices.Max(hertz(t.engine, clocks))))
		return trace, errors.Join(err, a.Ctx.Err())
	}, func(_ int, trace scale.Trace) error {
		traces = append(traces, trace)
		return nil
	})
	if err != nil {
		return err
	}
	return c.write(a, c.rate(suites, names, profiles, clocks, traces))
}

// hertz returns the clocks of an engine: those given, or its own.
func hertz(name string, clocks []float64) []float64 {
	k, err := hostbridge.KindOf(name)
	if len(clocks) > 0 || err != nil {
		return clocks
	}
	return []float64{float64(k.Timed().Clock)}
}

// clocks returns the clocks of --clock in Hz.
func (c *Scale) clocks() (all []float64, err error) {
	if c.Clock == "" {
		return nil, nil
	}
	for text := range strings.SplitSeq(c.Clock, ",") {
		mhz, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || !(mhz >= 0.001 && mhz <= 10000) {
			return nil, cli.Usagef("--clock %s: %q: want MHz, 0.001 to 10000", c.Clock, text)
		}
		all = append(all, mhz*1e6)
	}
	return all, nil
}

// suites reads the files.
func (c *Scale) suites(a *cli.App) (all []suite, err error) {
	flags := cli.PositionFlags{KeepGoing: c.KeepGoing}
	for _, name := range c.File {
		s := suite{name: cli.InputName(name), rule: scale.Rule{Limit: c.Limit}}
		var ok bool
		if s.rule.Constant, ok = scale.ConstantOf(name); c.Constant != nil {
			s.rule.Constant = *c.Constant
		} else if !ok {
			return nil, cli.Usagef("%s: its name does not say what rating the suite is for, as bt2450.epd does: want --constant N", s.name)
		}
		b, err := a.ReadText(name, epd.MaxFile)
		if err != nil {
			return nil, err
		}
		positions, err := epd.ReadGood(bytes.NewReader(b), s.name, flags.Bad(a))
		if errors.As(err, new(*epd.LineError)) {
			return nil, cli.Refused(err)
		} else if err != nil {
			return nil, cli.UsageError{Err: err}
		}
		if s.tasks, err = tactics.Tasks(positions, flags.Bad(a)); err != nil {
			return nil, cli.Refused(err)
		}
		if len(s.tasks) == 0 {
			return nil, cli.Usagef("%s: no position names a key move (bm)", s.name)
		}
		all = append(all, s)
	}
	return all, nil
}

// rate applies the rules. The traces are those of the suites, engines, profiles and positions in turn.
func (c *Scale) rate(suites []suite, names []string, profiles []cli.Profile, clocks []float64, traces []scale.Trace) (rows []Rated) {
	for _, s := range suites {
		var ids []string
		for _, t := range s.tasks {
			ids = append(ids, t.Pos.Name())
		}
		for _, name := range names {
			for _, p := range profiles {
				mine := traces[:len(s.tasks)]
				traces = traces[len(s.tasks):]
				for _, hz := range hertz(name, clocks) {
					r := s.rule.Rate(mine, hz)
					row := Rated{Suite: s.name, Engine: name, Profile: p.Name, MHz: hz / 1e6, Positions: r.Positions, Solved: r.Solved, Mean: r.Mean, Rating: r.Rating}
					if c.Each {
						row.IDs, row.Times = ids, r.Times
					}
					rows = append(rows, row)
				}
			}
		}
	}
	return rows
}

// Bounds of what the authors' rule is held to measure.
const (
	leastSure = 1650
	mostSure  = 2300
)

// write prints the rows.
func (c *Scale) write(a *cli.App, rows []Rated) error {
	if c.JSON {
		return report.JSONLines(a.Out, slices.Values(rows))
	}
	t := report.NewTable("<suite", "<engine", "<profile", "MHz", "positions", "solved", "mean s", "rating")
	unsure := false
	for _, r := range rows {
		t.Add(r.Suite, r.Engine, r.Profile, strconv.FormatFloat(r.MHz, 'f', -1, 64), r.Positions, r.Solved, fmt.Sprintf("%.1f", r.Mean), fmt.Sprintf("%.0f", r.Rating))
		unsure = unsure || r.Rating < leastSure || r.Rating > mostSure
	}
	if err := t.Write(a.Out); err != nil {
		return err
	}
	if unsure {
		fmt.Fprintf(a.Out, "\nBelow %d and above %d the rule of BT-2450 is held to be inaccurate.\n", leastSure, mostSure)
	}
	for _, r := range rows {
		if !c.Each {
			break
		}
		fmt.Fprintf(a.Out, "\n%s, %s:%s at %g MHz\n", r.Suite, r.Engine, r.Profile, r.MHz)
		for i, id := range r.IDs {
			if _, err := fmt.Fprintf(a.Out, "%-12s %7.1f s\n", id, r.Times[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (*Scale) Help() string {
	return cli.Detail("Prints the rating of each machine, profile and clock by the published rule of BT-2450 and its like: the seconds to the key move that stays until the limit, the limit where it is not found; a constant minus the mean.",
		"go run ./cmd/lab scale bt2450.epd --profile sx81,net --clock 1.966,4.9152", "docs/lab/scale.md")
}
