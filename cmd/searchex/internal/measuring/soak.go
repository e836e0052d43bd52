package measuring

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
)

// soakFlags ask for searches drawn at random.
type soakFlags struct {
	Soak *int    `placeholder:"N" help:"Make N searches that are drawn, with their positions, profiles and limits, up to the first that differs; print the diff command that shows it, and counts."`
	Seed *uint64 `placeholder:"S" help:"With --soak: what to draw. Default another each time; it is printed."`
	From *uint64 `placeholder:"I" help:"With --soak: the number of the first search, to go on where a run has ended. Default 1."`
}

// The most that --soak and --from take.
const (
	mostSoaked = 1_000_000_000
	mostFrom   = 1_000_000_000_000
)

// beside are the flags that --soak leaves room for.
var beside = []string{"soak", "seed", "from", "engine", "poke", "json"}

// check refuses values out of range and flags that don't go together.
func (f *soakFlags) check(given *kong.Context) error {
	switch {
	case f.Soak == nil && f.Seed != nil:
		return cli.Usagef("--seed %d: is for searches that are drawn: want --soak too", *f.Seed)
	case f.Soak == nil && f.From != nil:
		return cli.Usagef("--from %d: is for searches that are drawn: want --soak too", *f.From)
	case f.Soak == nil:
		return nil
	case *f.Soak < 1 || *f.Soak > mostSoaked:
		return cli.Usagef("--soak %d: want 1 to %d searches", *f.Soak, mostSoaked)
	case f.From != nil && (*f.From < 1 || *f.From > mostFrom):
		return cli.Usagef("--from %d: want 1 to %d", *f.From, uint64(mostFrom))
	}
	for _, p := range given.Path {
		if p.Flag != nil && !slices.Contains(beside, p.Flag.Name) {
			return cli.Usagef("--%s: --soak draws positions, profiles and limits itself: want one of the two", p.Flag.Name)
		}
	}
	return nil
}

// soaked is one search drawn, as --json prints it.
type soaked struct {
	Seed   uint64 `json:"seed"`
	Number uint64 `json:"search"`
	Source string `json:"source"`
	Kind   string `json:"kind"` // of the profile
	// Moves lead from FEN to the position searched.
	Moves []string `json:"moves,omitempty"`
	// Diff is the command that repeats it.
	Diff string `json:"diff"`
	compared

	job cli.Job
}

// soak holds engines against each other on searches that are drawn.
func (c *Compare) soak(a *cli.App, names []string) error {
	s := newSoak(names, *c.Soak, &c.soakFlags)
	err := cli.Each(a, names, s.n, func(b cli.Bench, i int) (soaked, error) {
		return s.search(a, b, uint64(i), c.Poke)
	}, func(i int, r soaked) error {
		if i > s.done {
			return nil // after ctrl-C, one that is not the next
		}
		s.add(&r)
		if c.JSON {
			if err := report.JSON(a.Out, r); err != nil {
				return err
			}
		}
		if !r.Equal {
			return &differs{r}
		}
		return nil
	})
	if errors.As(err, &cli.Interrupted{}) {
		err = cli.Interrupted{Done: s.done, Of: s.n}
	}
	var d *differs
	found := errors.As(err, &d)
	if !c.JSON && (err == nil || found || errors.As(err, &cli.Interrupted{})) {
		if werr := s.write(a, d); werr != nil {
			return werr
		}
	}
	if found && !c.JSON {
		if werr := s.show(a, &d.soaked); werr != nil {
			return werr
		}
	}
	return err
}

// differs is the error of a search that differs.
type differs struct{ soaked }

func (d *differs) Error() string {
	return fmt.Sprintf("search %d of seed %d differs: %s", d.Number, d.Seed, strings.Join(d.Differences, "; "))
}

// soak counts what has been searched.
type soak struct {
	names          []string
	n, done        int
	seed, from     uint64
	sources, kinds []*drawn
	all            *drawn
	begun          time.Time
}

func newSoak(names []string, n int, f *soakFlags) *soak {
	s := &soak{names: names, n: n, seed: uint64(rand.Uint32()), from: 1, all: &drawn{name: "all"}, begun: time.Now()}
	if f.Seed != nil {
		s.seed = *f.Seed
	}
	if f.From != nil {
		s.from = *f.From
	}
	for _, name := range random.Sources {
		s.sources = append(s.sources, &drawn{name: name})
	}
	for _, name := range random.Kinds {
		s.kinds = append(s.kinds, &drawn{name: name})
	}
	return s
}

// search makes one of the searches with all engines. A machine that fails is
// one that differs.
func (s *soak) search(a *cli.App, b cli.Bench, i uint64, poke []string) (soaked, error) {
	number := s.from + i
	d := random.NewSearch(s.seed, number)
	base, _ := d.Game.Line()
	j := cli.Job{
		Pos:  epd.Position{FEN: base.FEN(), Board: d.Game.Position()},
		Prof: cli.Profile{Name: d.Name, Data: d.Profile}, Limits: d.Limits, Game: d.Game,
	}
	j.Limits.Stop = a.Stop
	c, err := compare(a, b, s.names, j)
	if a.Ctx.Err() != nil {
		return soaked{}, a.Ctx.Err()
	}
	if err != nil {
		c.Equal, c.Differences = false, append(c.Differences, c.fault.Error())
	}
	names := s.names
	if i := slices.Index(names, c.differing); i >= 0 {
		names = []string{names[0], names[max(i, 1)]}
	}
	return soaked{s.seed, number, d.Source, d.Kind, moves(&j), diffCommand(&j, names, poke), c, j}, nil
}

// drawn counts searches of one kind.
type drawn struct {
	name                                              string
	searches                                          int
	nodes, most, events                               uint64
	over, checks, histories, late, mates, draws, ends int
}

// add counts a search.
func (s *soak) add(r *soaked) {
	s.done++
	if len(r.Engines) == 0 {
		return // the first engine has failed
	}
	for _, group := range [][]*drawn{s.sources, s.kinds, {s.all}} {
		for _, d := range group {
			if d.name == r.Source || d.name == r.Kind || d == s.all {
				d.add(r)
			}
		}
	}
}

func (d *drawn) add(r *soaked) {
	count := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	found, p, l := &r.Engines[0].result, r.job.Pos.Board, &r.job.Limits
	d.searches++
	d.nodes += found.Nodes
	d.most = max(d.most, found.Nodes)
	d.events += r.Engines[0].Count
	moved := found.Best != goengine.NoMove
	count(&d.over, !moved)
	count(&d.checks, p.InCheck())
	count(&d.histories, len(r.Moves) > 0)
	count(&d.late, p.HalfmoveClock() >= 90)
	count(&d.mates, moved && (found.Score >= goengine.MateBound || found.Score <= -goengine.MateBound))
	count(&d.draws, moved && found.Score == l.DrawValue())
	count(&d.ends, found.Stopped)
}

// write prints the counts and, where all was equal, how much that was.
func (s *soak) write(a *cli.App, d *differs) error {
	table := func(title string, rows []*drawn) *report.Table {
		t := report.NewTable("<"+title, "searches", "nodes", "most", "in check", "history", "clock 90+", "no move", "mates", "draws", "stopped").Keys(1)
		for _, d := range rows {
			if d.searches == 0 {
				continue
			}
			t.Add(d.name, d.searches, d.nodes, d.most, d.checks, d.histories, d.late, d.over, d.mates, d.draws, d.ends)
		}
		return t
	}
	var b strings.Builder
	for _, t := range []*report.Table{table("position", append(s.sources, s.all)), table("profile", s.kinds)} {
		if t.Empty() {
			continue
		}
		if err := t.Write(a.Out.On(&b)); err != nil {
			return err
		}
		fmt.Fprintln(&b)
	}
	verdict := "all equal"
	if d != nil {
		verdict = "the last one differs"
	}
	text := fmt.Sprintf("%s of %s, each watched and unwatched, seed %d from %d: %s, %s nodes, %s events, in %s\n",
		report.Plural(s.done, "search"), report.Sentence(s.names), s.seed, s.from, verdict,
		report.Count(s.all.nodes), report.Count(s.all.events), report.Duration(time.Since(s.begun)))
	if s.done < s.n && d == nil {
		text += fmt.Sprintf("To go on: --soak %d --seed %d --from %d\n", s.n-s.done, s.seed, s.from+uint64(s.done))
	}
	b.WriteString(a.Out.Fold(text))
	_, err := a.Out.Write([]byte(b.String()))
	return err
}

// show prints the command that shows a difference. Engines that have searched
// nothing before must find it too: else it is in what an earlier search left.
func (s *soak) show(a *cli.App, r *soaked) error {
	alike, err := s.afresh(a, r)
	if err != nil {
		return err
	}
	text := "This shows the difference:"
	if alike {
		text = "Engines that have searched nothing before search it alike: it takes what an earlier search has left in one of them. This is the search:"
	}
	_, err = fmt.Fprintf(a.Out, "\n%s%s\n", a.Out.Fold(text+"\n"), r.Diff)
	return err
}

// afresh tells whether new engines make a search alike.
func (s *soak) afresh(a *cli.App, r *soaked) (alike bool, err error) {
	b, err := a.NewBench(s.names)()
	if err != nil {
		return false, err
	}
	again, err := s.search(a, b, r.Number-s.from, nil)
	return err == nil && again.Equal, nil
}
