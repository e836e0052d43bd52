package measuring

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
)

// Compare checks that engines search the same tree.
type Compare struct {
	cli.EngineFlag
	cli.ProfileFlag
	cli.PositionFlags
	cli.BudgetFlags
	cli.PokeFlag
	soakFlags
	JSON bool `name:"json" help:"Print one JSON object a line."`
}

// compared is one position searched by several engines, as --json prints it.
type compared struct {
	FEN     string `json:"fen"`
	ID      string `json:"id,omitempty"`
	Profile string `json:"profile"`
	SX      int    `json:"sx"`
	Equal   bool   `json:"equal"`
	// Differences names each engine that differs from the first, with the fields
	// in which it does, or that differs from itself when nobody watches.
	Differences []string `json:"differences,omitempty"`
	Engines     []found  `json:"engines"`

	differing string // the first engine that differs
	fault     error  // that ended its search
}

// Run compares on the benchmark positions, on those given or on such as are
// drawn.
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
	positions, err := c.Load(a, cli.Benchmark)
	if err != nil {
		return err
	}
	jobs, err := a.Jobs(&c.ProfileFlag, positions, &c.BudgetFlags)
	if err != nil {
		return err
	}
	s := newComparison(names)
	err = cli.Each(a, names, len(jobs), func(b cli.Bench, i int) (compared, error) {
		return compare(a, b, names, jobs[i])
	}, func(_ int, r compared) error {
		s.add(&r)
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

// compare searches one position with each engine in turn, watched, and then
// unwatched: what is seen must be what happens when nobody looks.
func compare(a *cli.App, b cli.Bench, names []string, j cli.Job) (compared, error) {
	r := compared{FEN: j.Pos.FEN, ID: j.Pos.ID, Profile: j.Prof.Name}
	for _, name := range names {
		if len(r.Engines) > 0 {
			j.Most = 2*r.Engines[0].Count + 10_000 // an engine that heeds no limit ends too
		}
		f, err := search(a, b[name], j)
		if err != nil {
			r.differing, r.fault = name, errors.Unwrap(err)
			return r, err
		}
		r.Engines = append(r.Engines, f)
		if fields := f.differences(&r.Engines[0]); len(fields) > 0 {
			r.Differences = append(r.Differences, name+": "+strings.Join(fields, ", "))
		}
		var watching *hostbridge.WatchingError
		switch err := hostbridge.Unwatched(b[name], &f.result, j.Start(), &j.Prof.Data, j.Limits); {
		case errors.As(err, &watching):
			r.Differences = append(r.Differences, watching.Error())
		case err != nil:
			r.differing, r.fault = name, err
			return r, err
		}
		if len(r.Differences) > 0 && r.differing == "" {
			r.differing = name
		}
	}
	r.SX, r.Equal = r.Engines[0].SX, len(r.Differences) == 0
	return r, nil
}

// differences names the fields in which two engines differ.
func (a *found) differences(b *found) (fields []string) {
	for _, d := range []struct {
		field string
		equal bool
	}{
		{"bestmove", a.BestMove == b.BestMove},
		{"score", a.Score == b.Score},
		{"sx", a.LastSX == b.LastSX},
		{"nodes", a.Nodes == b.Nodes},
		{"events", a.Events == b.Events && a.Count == b.Count},
		{"pv", slices.Equal(a.PV, b.PV)},
		{"stopped", a.Stopped == b.Stopped},
		{"complete", a.Complete == b.Complete},
	} {
		if !d.equal {
			fields = append(fields, d.field)
		}
	}
	return fields
}

// comparison gathers what compare prints below its rows.
type comparison struct {
	names     []string
	table     *report.Table
	searches  int
	different []string
	total     map[string]*found
	perNode   map[string]float64 // sum over the searches
	begun     time.Time
}

func newComparison(names []string) *comparison {
	titles := []string{"<position", "<profile", "<move", "pawns", "nodes", "<events", "<equal"}
	s := &comparison{names: names, total: map[string]*found{}, perNode: map[string]float64{}, begun: time.Now()}
	for _, name := range names {
		s.total[name] = &found{}
		if name != "go" {
			titles = append(titles, name+" "+cli.Unit(name), "+a node", "+<on its clock")
		}
	}
	s.table = report.NewTable(titles...).Abbreviate("position", 8)
	return s
}

func (s *comparison) add(r *compared) {
	s.searches++
	first := r.Engines[0]
	equal := "yes"
	if !r.Equal {
		equal = "NO, " + strings.Join(r.Differences, "; ")
		s.different = append(s.different, fmt.Sprintf("%s, profile %s (%s)", first.name, r.Profile, strings.Join(r.Differences, "; ")))
	}
	cells := []any{report.Short(first.name, 34), r.Profile, first.BestMove, report.Pawns(first.Score), first.Nodes, first.Events, equal}
	for _, f := range r.Engines {
		t := s.total[f.Engine]
		t.clock = f.clock
		t.Nodes += f.Nodes
		t.Cycles += f.Cycles
		t.took += f.took
		s.perNode[f.Engine] += f.PerNode
		if f.Engine != "go" {
			cells = append(cells, f.Cycles, report.Whole(f.PerNode), report.Seconds(f.Cycles, f.clock))
		}
	}
	s.table.Add(cells...)
}

// writeTotals writes what stands below the table.
func (s *comparison) writeTotals(a *cli.App) error {
	var b strings.Builder
	fmt.Fprintln(&b)
	for _, name := range s.names {
		t := s.total[name]
		if t.clock == 0 {
			fmt.Fprintf(&b, "%s: %s nodes in %s, %.1f million a second, events hashed\n",
				name, report.Count(t.Nodes), report.Duration(t.took), report.PerSecond(t.Nodes, t.took)/1e6)
			continue
		}
		fmt.Fprintf(&b, "%s: %s %s, %s a node (mean of the searches %s), %s at %g MHz\n",
			name, report.Count(t.Cycles), cli.Unit(name), report.Whole(float64(t.Cycles)/float64(max(t.Nodes, 1))),
			report.Whole(s.perNode[name]/float64(s.searches)), report.Seconds(t.Cycles, t.clock), t.clock.MHz())
		mhz := report.PerSecond(t.Cycles, t.took) / 1e6
		fmt.Fprintf(&b, "%s: emulated at %.0f MHz, %.0f times its speed, on each of %s, events hashed\n",
			name, mhz, mhz*1e6/float64(t.clock), report.Plural(min(s.searches, runtime.GOMAXPROCS(0)), "core"))
		if err := writeSizes(a, &b, name); err != nil {
			return err
		}
	}
	if len(s.different) == 0 {
		fmt.Fprintf(&b, "%s in %s, all equal\n", report.Plural(s.searches, "search"), report.Duration(time.Since(s.begun)))
	}
	_, err := a.Out.Write([]byte(a.Out.Fold(b.String())))
	return err
}

// writeSizes writes the memory that an engine's machine uses: the second ROM's part is what is beside the book's table.
func writeSizes(a *cli.App, b *strings.Builder, name string) error {
	img, err := a.ImageOf(name)
	if err != nil || img == nil {
		return err
	}
	s := img.Sizes()
	second := ""
	if s.Code2Limit > 0 {
		second = fmt.Sprintf(" and %s of %s", report.Int(s.Code2), report.Int(s.Code2Limit))
	}
	fmt.Fprintf(b, "%s: ROM %s of %s%s bytes, RAM %s of %s bytes\n",
		name, report.Int(s.ROM), report.Int(s.ROMLimit), second, report.Int(s.RAM), report.Int(s.RAMLimit))
	return nil
}

// verdict is an error that names the searches that differ.
func (s *comparison) verdict() error {
	n := len(s.different)
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d searches differ between %s: %s", n, s.searches, report.Sentence(s.names), report.FirstOf(s.different, 5))
}

func (*Compare) Help() string {
	return cli.Detail("Prints a line for each position: move, score, nodes, the hash of all events, whether all engines have found the same, or "+
		"else which differ from the first, and in what, and what the machines took; then the totals. The exit status is 1 if any search differs; diff then shows where. "+
		"With --soak it draws searches instead: positions from games and set down anywhere, games that repeat themselves, profiles, limits; "+
		"and prints how many of each kind it has made and, of the first that differs, the diff command. Search I of seed S is always the same.",
		"searchex compare\nsearchex compare --engine z80,6502\nsearchex compare --profile all --sx 26 --epd FILE\nsearchex compare --soak 1000 --seed 1981", cli.ReadmeSession)
}
