package measuring

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/equal"
)

// Compare checks that engines search the same tree, and shows what guests find beside.
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
	names, err := c.Able(a, "compare", 0)
	own, guests := cli.Guests(names)
	switch {
	case err != nil:
		return err
	case c.Soak != nil && len(guests) > 0:
		return cli.Usagef("--soak compares trees, and %s has one of its own: want several of %s", guests[0], strings.Join(a.Engines, ","))
	case len(c.Poke) > 0 && len(guests) > 0:
		return cli.Usagef("--poke changes one of this program's engines: want no %s beside them", guests[0])
	case len(names) < 2:
		return cli.Usagef("--engine: one engine alone has nothing to be compared with: want several of %s", strings.Join(a.Engines, ","))
	case c.Engine == "all" && len(c.Poke) > 0:
		own = own[:2] // a byte is changed in one machine
	}
	if err := c.soakFlags.check(given); err != nil {
		return err
	}
	if a, err = c.Poked(a, own); err != nil {
		return err
	}
	if c.Soak != nil {
		return c.soak(a, own)
	}
	tasks, _, err := c.Tasks(a, cli.Benchmark)
	if err != nil {
		return err
	}
	s := newComparison(own, guests)
	names = slices.Concat(own, guests)
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
	names     []string // of the engines that are compared
	guests    []string
	table     *report.Table
	searches  int
	different []string
	total     map[string]*equal.Found
	perNode   map[string]float64 // cycles a node, summed over the searches
	begun     time.Time
}

func newComparison(names, guests []string) *comparison {
	titles := []string{"<position", "<profile", "<move", "pawns", "nodes", "<events", "<equal"}
	s := &comparison{names: names, guests: guests, total: map[string]*equal.Found{}, perNode: map[string]float64{}, begun: time.Now()}
	for _, name := range names {
		s.total[name] = &equal.Found{}
		if name != "go" {
			titles = append(titles, name+" "+hostbridge.UnitOf(name), "+a node", "+<on its clock")
		}
	}
	for _, name := range guests {
		s.total[name] = &equal.Found{}
	}
	if len(guests) > 0 {
		titles = append(titles, "guest's cycles", "+a node", "+<on its clock")
	}
	s.table = report.NewTable(titles...).Abbreviate("position", 8)
	return s
}

// add adds a row for a position, and one for each guest.
func (s *comparison) add(name string, r *equal.Comparison) {
	s.searches++
	verdict := "yes"
	if !r.Equal {
		verdict = "NO, " + strings.Join(r.Differences, "; ")
		s.different = append(s.different, fmt.Sprintf("%s, profile %s (%s)", name, r.Profile, strings.Join(r.Differences, "; ")))
	}
	row := func(f *equal.Found, profile, verdict string, rest []any) {
		cells := []any{report.Short(name, 34), profile, f.BestMove, report.Pawns(f.Score), f.Nodes, f.Events, verdict}
		s.table.Add(append(cells, rest...)...)
	}
	var rest []any
	for _, f := range r.Engines {
		if s.sum(&f); f.Engine != "go" {
			rest = append(rest, f.Cycles, report.Whole(f.PerNode), report.Seconds(f.Cycles, f.Clock))
		}
	}
	if len(r.Engines) > 0 {
		row(&r.Engines[0], r.Profile, verdict, rest)
	}
	for i := range rest {
		rest[i] = ""
	}
	for _, f := range r.Guests {
		s.sum(&f)
		row(&f, fmt.Sprintf("%d plies", f.LastSX), f.Engine, append(rest[:len(rest):len(rest)], f.Cycles, report.Whole(f.PerNode), report.Seconds(f.Cycles, f.Clock)))
	}
}

// sum adds what an engine found to its totals.
func (s *comparison) sum(f *equal.Found) {
	t := s.total[f.Engine]
	t.Clock = f.Clock
	t.Nodes += f.Nodes
	t.Cycles += f.Cycles
	t.Took += f.Took
	s.perNode[f.Engine] += f.PerNode
}

// writeTotals prints the totals.
func (s *comparison) writeTotals(a *cli.App) error {
	var b strings.Builder
	fmt.Fprintln(&b)
	for _, name := range slices.Concat(s.names, s.guests) {
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
		if hostbridge.IsForeign(name) {
			continue
		}
		if err := a.WriteMemory(&b, name); err != nil {
			return err
		}
	}
	switch {
	case len(s.different) > 0:
	case len(s.names) < 2:
		fmt.Fprintf(&b, "%s in %s, nothing to compare\n", report.Plural(s.searches, "search"), report.Duration(time.Since(s.begun)))
	default:
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
		"A guest has a line of its own below, and need not be equal. "+
		"With --soak it makes random searches instead: positions from games and positions set up at random, games with repetitions, random profiles and limits. "+
		"It prints the number of searches of each kind and, for the first that differs, the diff command. Search I of seed S is always the same.",
		"searchex compare\nsearchex compare --engine z80,6502\nsearchex compare --engine go,guest:FILE --profile uniform\nsearchex compare --profile all --sx 26 --epd FILE\nsearchex compare --soak 1000 --seed 1981", cli.ReadmeSession)
}
