package commands

import (
	"maps"
	"path/filepath"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/cmd/lab/internal/classic"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

const classicManual = "docs/lab/tournaments.md"

// tournamentFlags are the flags of tournaments of evaluation functions. Each is nil if it was not given.
type tournamentFlags struct {
	Kind        *string `placeholder:"KIND" help:"Play tournaments: preserve, mutate or both. Default both."`
	Generations *int    `placeholder:"N" help:"Generations of a tournament. Default 10."`
	Functions   *int    `placeholder:"N" help:"Evaluation functions of a generation. The better half goes on to the next. Default 10."`
	Depth       *int    `placeholder:"N" help:"How many plies they search. Default 2."`
	Plies       *int    `placeholder:"N" help:"Half-moves after which both functions judge a game. Default 100."`
	Seed        *uint64 `placeholder:"N" help:"Seed of the random functions. Default 1."`
	Out         *string `placeholder:"DIR" help:"Keep the tournaments there: raw data as preserve.txt and mutate.txt, page and plots, and each generation as soon as it is finished. A later run continues."`
}

// asked reports whether any of the flags was given.
func (f *tournamentFlags) asked() bool {
	return f.Kind != nil || f.Generations != nil || f.Functions != nil || f.Depth != nil || f.Plies != nil || f.Seed != nil || f.Out != nil
}

// settings returns the settings, which have those of the page where a flag was not given.
func (f *tournamentFlags) settings() (s classic.Settings, err error) {
	s = classic.DefaultSettings()
	if f.Kind != nil {
		if err := s.SetKind(*f.Kind); err != nil {
			return s, cli.UsageError{Err: err}
		}
	}
	for _, number := range []struct{ from, to *int }{
		{f.Generations, &s.Generations}, {f.Functions, &s.Functions}, {f.Depth, &s.Depth}, {f.Plies, &s.Plies},
	} {
		if number.from != nil {
			*number.to = *number.from
		}
	}
	if f.Seed != nil {
		s.Seed = *f.Seed
	}
	if err := s.Check(); err != nil {
		return s, cli.UsageError{Err: err}
	}
	return s, nil
}

// tournaments plays tournaments alone and prints them.
func (c *Classic) tournaments(a *cli.App) error {
	if c.Doc || c.Quick {
		return cli.Usagef("--doc and --quick are about the page of the documents: with flags of tournaments want --out DIR, or none of them")
	}
	s, err := c.settings()
	if err != nil {
		return err
	}
	p, err := classic.NewTournaments(s)
	if err != nil {
		return err
	}
	if c.Out == nil {
		records := classic.Records{}
		err := c.playTournaments(a, p, records)
		return c.end(a, len(records), func() (*lab.Page, error) { return p.TournamentsPage(records, tournamentsCommand), nil }, err)
	}
	if err := c.prepare(p); err != nil {
		return err
	}
	return userfile.Alone(a.Ctx, c.kept(stateFile), func() error {
		state := c.kept(stateFile)
		records, err := readKept[*classic.Made](&state)
		if err != nil {
			return cli.Usagef("--out: %w: want the file that an earlier run has left, or none", err)
		}
		if err := c.playTournaments(a, p, records); err != nil {
			return err
		}
		return c.writeTournaments(a, p, records)
	})
}

// stateFile is the file of records in the folder of --out, tournamentsCommand the command that writes it.
const (
	stateFile          = classic.TournamentsName + ".jsonl"
	tournamentsCommand = "lab classic --out"
)

// kept returns the path of a file in the folder of --out.
func (c *Classic) kept(name string) string { return filepath.Join(*c.Out, name) }

// playTournaments plays the generations that are not in the records. With --out it writes the records and the raw data
// after each. With --recorded it plays none.
func (c *Classic) playTournaments(a *cli.App, p *classic.Plan, records classic.Records) error {
	if !c.Recorded {
		return runClassic(a, p, records, func() error { return c.keepTournaments(a, p, records) })
	}
	recorded, err := lab.Recorded[*classic.Made](classic.Name)
	if err != nil {
		return err
	}
	key, err := p.Lacks(recorded)
	switch {
	case err != nil:
		return err
	case key != "":
		return cli.Usagef("--recorded: there is no record of %q: without --recorded it is played", key)
	}
	maps.Copy(records, recorded)
	return nil
}

// keepTournaments writes the records and the raw data with --out.
func (c *Classic) keepTournaments(a *cli.App, p *classic.Plan, records classic.Records) error {
	if c.Out == nil {
		return nil
	}
	state, err := p.State(records, tournamentsCommand)
	if err != nil {
		return err
	}
	return writeFiles(a, *c.Out, append(p.RawData(records), lab.File{Name: stateFile, Content: state}))
}

// writeTournaments writes raw data, page and plots, and prints the page.
func (c *Classic) writeTournaments(a *cli.App, p *classic.Plan, records classic.Records) error {
	if err := c.keepTournaments(a, p, records); err != nil {
		return err
	}
	page := p.TournamentsPage(records, tournamentsCommand)
	files, err := page.Files()
	if err != nil {
		return err
	}
	if err := writeFiles(a, *c.Out, files); err != nil {
		return err
	}
	return c.show(a, page)
}

// prepare makes the folder of --out, and returns an error if it cannot be written to.
func (c *Classic) prepare(p *classic.Plan) error {
	if err := userfile.MakeFolders(*c.Out); err != nil {
		return cli.Usagef("--out %s: %w", *c.Out, err)
	}
	for _, name := range append(p.RawNames(), stateFile, classic.TournamentsName+".md") {
		if err := userfile.Writable(c.kept(name)); err != nil {
			return err
		}
	}
	return nil
}
