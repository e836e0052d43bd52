package measuring

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/equal"
)

// Compare checks that engines search the same tree.
type Compare struct {
	cli.EngineFlag
	cli.CoreFlag
	cli.SearchFlags
	cli.PokeFlag
	soakFlags
	JSON bool `name:"json" help:"Print one JSON object a line."`
}

// Run compares the engines on the benchmark positions, on those given or, with --soak, on
// random ones.
func (c *Compare) Run(a *cli.App, given *kong.Context) error {
	names, err := c.Names(a)
	switch {
	case err != nil:
		return err
	case len(names) < 2:
		return cli.Usagef("--engine: one engine alone has nothing to be compared with: want several of %s", strings.Join(a.Engines, ","))
	case c.Engine == "all" && len(c.Poke) > 0:
		names = names[:2] // a byte is changed in one machine
	}
	if err := c.soakFlags.check(given); err != nil {
		return err
	}
	if a, err = c.Poked(a, names); err != nil {
		return err
	}
	if c.Soak != nil {
		return c.soak(a, names)
	}
	tasks, _, err := c.Tasks(a, cli.Benchmark)
	if err != nil {
		return err
	}
	s := newComparison(names)
	err = cli.Each(a, names, len(tasks), func(b cli.Bench, i int) (equal.Comparison, error) {
		return equal.Compare(a.Ctx, b.List(names), &tasks[i])
	}, func(i int, r equal.Comparison) error {
		s.add(tasks[i].Name(), &r)
		if c.JSON {
			return report.JSON(a.Out, r)
		}
		return nil
	})
	if !c.JSON {
		if err = a.Finish(s.table, err); err == nil {
			err = s.writeTotals(a)
		}
	}
	if err == nil {
		err = s.verdict()
	}
	return err
}

// comparison collects the rows of the table and the totals below them.
type comparison struct {
	names     []string
	table     *report.Table
	searches  int
	different []string
	total     map[string]*equal.Found
	perNode   map[string]float64 // cycles a node, summed over the searches
	begun     time.Time
}

func newComparison(names []string) *comparison {
	titles := []string{"<position", "<profile", "<move", "pawns", "nodes", "<events", "<equal"}
	s := &comparison{names: names, total: map[string]*equal.Found{}, perNode: map[string]float64{}, begun: time.Now()}
	for _, name := range names {
		s.total[name] = &equal.Found{}
		if name != "go" {
			titles = append(titles, name+" "+hostbridge.UnitOf(name), "+a node", "+<on its clock")
		}
	}
	s.table = report.NewTable(titles...).Abbreviate("position", 8)
	return s
}

// add adds a row for a position.
func (s *comparison) add(name string, r *equal.Comparison) {
	s.searches++
	first := r.Engines[0]
	verdict := "yes"
	if !r.Equal {
		verdict = "NO, " + strings.Join(r.Differences, "; ")
		s.different = append(s.different, fmt.Sprintf("%s, profile %s (%s)", name, r.Profile, strings.Join(r.Differences, "; ")))
	}
	cells := []any{report.Short(name, 34), r.Profile, first.BestMove, report.Pawns(first.Score), first.Nodes, first.Events, verdict}
	for _, f := range r.Engines {
		t := s.total[f.Engine]
		t.Clock = f.Clock
		t.Nodes += f.Nodes
		t.Cycles += f.Cycles
		t.Took += f.Took
		s.perNode[f.Engine] += f.PerNode
		if f.Engine != "go" {
			cells = append(cells, f.Cycles, report.Whole(f.PerNode), report.Seconds(f.Cycles, f.Clock))
		}
	}
	s.table.Add(cells...)
}

// writeTotals prints the totals.
func (s *comparison) writeTotals(a *cli.App) error {
	var b strings.Builder
	fmt.Fprintln(&b)
	for _, name := range s.names {
		t := s.total[name]
		if t.Clock == 0 {
			fmt.Fprintf(&b, "%s: %s nodes in %s, %.1f million a second, events hashed\n",
				name, report.Count(t.Nodes), report.Duration(t.Took), report.PerSecond(t.Nodes, t.Took)/1e6)
			continue
		}
		fmt.Fprintf(&b, "%s: %s %s, %s a node (mean of the searches %s), %s at %g MHz\n",
			name, report.Count(t.Cycles), hostbridge.UnitOf(name), report.Whole(float64(t.Cycles)/float64(max(t.Nodes, 1))),
			report.Whole(s.perNode[name]/float64(s.searches)), report.Seconds(t.Cycles, t.Clock), t.Clock.MHz())
		mhz := report.PerSecond(t.Cycles, t.Took) / 1e6
		fmt.Fprintf(&b, "%s: emulated at %.0f MHz, %.0f times its speed, on each of %s, events hashed\n",
			name, mhz, mhz*1e6/float64(t.Clock), report.Plural(min(s.searches, runtime.GOMAXPROCS(0)), "core"))
		if err := a.WriteMemory(&b, name); err != nil {
			return err
		}
	}
	if len(s.different) == 0 {
		fmt.Fprintf(&b, "%s in %s, all equal\n", report.Plural(s.searches, "search"), report.Duration(time.Since(s.begun)))
	}
	return a.Out.Print(b.String())
}

// verdict returns an error that names the searches that differ, or nil if none does.
func (s *comparison) verdict() error {
	n := len(s.different)
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d searches differ between %s: %s", n, s.searches, report.Sentence(s.names), report.FirstOf(s.different, 5))
}

func (*Compare) Help() string {
	return cli.Detail("Prints a line for each position: move, score, nodes (moves evaluated), the hash of all events, whether all engines are equal or which differ from "+
		"the first, and in what, and the machines' cycles; then the totals. The exit status is 1 if any search differs; diff then shows where. "+
		"With --soak it makes random searches instead: positions from games and positions set up at random, games with repetitions, random profiles and limits. "+
		"It prints the number of searches of each kind and, for the first that differs, the diff command. Search I of seed S is always the same.",
		"searchex compare\nsearchex compare --engine z80,6502\nsearchex compare --profile all --sx 26 --epd FILE\nsearchex compare --soak 1000 --seed 1981", cli.ReadmeSession)
}
