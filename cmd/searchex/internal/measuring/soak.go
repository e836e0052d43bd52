package measuring

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge/equal"
)

// soakFlags are the flags for random searches.
type soakFlags struct {
	Soak *int    `placeholder:"N" help:"Make N searches with random positions, profiles and limits, up to the first that differs. Print counts, and the diff command that shows the difference."`
	Seed *uint64 `placeholder:"S" help:"With --soak: the seed of the random searches. Default a new one each time; it is printed."`
	From *uint64 `placeholder:"I" help:"With --soak: the number of the first search, to continue an earlier run. Default 1."`
}

// The greatest values of --soak and --from.
const (
	maxSoak = 1_000_000_000
	maxFrom = 1_000_000_000_000
)

// soakCombines are the flags that can be combined with --soak.
var soakCombines = []string{"soak", "seed", "from", "engine", "poke", "json"}

// check returns a usage error for values out of range and flags that contradict each
// other.
func (f *soakFlags) check(given *kong.Context) error {
	switch {
	case f.Soak == nil && f.Seed != nil:
		return cli.Usagef("--seed %d: is for searches that are drawn: want --soak too", *f.Seed)
	case f.Soak == nil && f.From != nil:
		return cli.Usagef("--from %d: is for searches that are drawn: want --soak too", *f.From)
	case f.Soak == nil:
		return nil
	case *f.Soak < 1 || *f.Soak > maxSoak:
		return cli.Usagef("--soak %d: want 1 to %d searches", *f.Soak, maxSoak)
	case f.From != nil && (*f.From < 1 || *f.From > maxFrom):
		return cli.Usagef("--from %d: want 1 to %d", *f.From, uint64(maxFrom))
	}
	for _, p := range given.Path {
		if p.Flag != nil && !slices.Contains(soakCombines, p.Flag.Name) {
			return cli.Usagef("--%s: --soak draws positions, profiles and limits itself: want one of the two", p.Flag.Name)
		}
	}
	return nil
}

// soaked is a random search and its comparison, as --json prints it.
type soaked struct {
	Seed   uint64 `json:"seed"`
	Number uint64 `json:"search"`
	Source string `json:"source"`
	Kind   string `json:"kind"` // of the profile
	// Moves lead from FEN to the position searched.
	Moves []string `json:"moves,omitempty"`
	// Diff is the command that repeats the search.
	Diff string `json:"diff"`
	equal.Comparison

	drawn equal.Drawn
}

// soak compares engines on random searches, up to the first that differs.
func (c *Compare) soak(a *cli.App, names []string) error {
	s := newSoak(names, *c.Soak, &c.soakFlags)
	err := cli.Each(a, names, s.n, func(b cli.Bench, i int) (soaked, error) {
		return s.search(a, b, uint64(i), c.Poke)
	}, func(i int, r soaked) error {
		if i > s.tally.Searches {
			return nil // after ctrl-C: an earlier search is missing
		}
		s.tally.Add(&r.drawn, &r.Comparison)
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
		err = cli.Interrupted{Done: s.tally.Searches, Of: s.n}
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

// soak is a run of random searches.
type soak struct {
	names      []string
	n          int
	seed, from uint64
	tally      *equal.Tally
	begun      time.Time
}

func newSoak(names []string, n int, f *soakFlags) *soak {
	s := &soak{names: names, n: n, seed: uint64(rand.Uint32()), from: 1, tally: equal.NewTally(), begun: time.Now()}
	if f.Seed != nil {
		s.seed = *f.Seed
	}
	if f.From != nil {
		s.from = *f.From
	}
	return s
}

// search makes search number i of the run with all engines.
func (s *soak) search(a *cli.App, b cli.Bench, i uint64, poke []string) (soaked, error) {
	d := equal.Draw(s.seed, s.from+i)
	c, err := d.Compare(a.Ctx, b.List(s.names))
	if err != nil {
		return soaked{}, err
	}
	names := s.names
	if i := slices.Index(names, c.Differing); i >= 0 {
		names = []string{names[0], names[max(i, 1)]}
	}
	return soaked{d.Seed, d.Number, d.Source, d.Kind, d.Task.Moves(), diffCommand(&d.Task, names, poke), c, d}, nil
}

// write prints the tables of what was searched, and a summary. d is the search that
// differs, nil if none does.
func (s *soak) write(a *cli.App, d *differs) error {
	done, verdict, more := s.tally.Searches, "all equal", ""
	if d != nil {
		verdict = "the last one differs"
	} else if done < s.n {
		more = fmt.Sprintf("To go on: --soak %d --seed %d --from %d\n", s.n-done, s.seed, s.from+uint64(done))
	}
	c := cli.Coverage{Engines: s.names, Seed: s.seed, From: s.from, Tally: s.tally, Took: time.Since(s.begun)}
	return c.Write(a, verdict, more)
}

// show prints the command that shows a difference. If new engines don't differ in the
// search, it says so: the cause is in what an earlier search has left in an engine.
func (s *soak) show(a *cli.App, r *soaked) error {
	equalAgain, err := s.repeat(a, r)
	if err != nil {
		return err
	}
	text := "This shows the difference:"
	if equalAgain {
		text = "Engines that have searched nothing before search it alike: it takes what an earlier search has left in one of them. This is the search:"
	}
	_, err = fmt.Fprintf(a.Out, "\n%s%s\n", a.Out.Fold(text+"\n"), r.Diff)
	return err
}

// repeat makes a search again with new engines, and reports whether they agree.
func (s *soak) repeat(a *cli.App, r *soaked) (equal bool, err error) {
	b, err := a.NewBench(s.names)()
	if err != nil {
		return false, err
	}
	again, err := s.search(a, b, r.Number-s.from, nil)
	return err == nil && again.Equal, nil
}
