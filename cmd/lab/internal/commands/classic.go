package commands

import (
	"fmt"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/lab/internal/classic"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

// Classic is the experiment on the baseline program.
type Classic struct {
	pageFlags
	rawFlags
	tournamentFlags
	Readings bool `help:"Count boards in all readings of protects, and print that section alone. --seed makes other boards."`
}

// Run makes the experiment and shows its page.
func (c *Classic) Run(a *cli.App) error {
	if c.Readings {
		return c.readings(a)
	}
	if c.asked() {
		return c.tournaments(a)
	}
	if err := c.check(); err != nil {
		return err
	}
	if c.Recorded && c.Quick {
		return errRecordedQuick
	}
	p, err := classic.NewPlan(c.Quick)
	if err != nil {
		return err
	}
	var records classic.Records
	err = c.alone(a, &c.pageFlags, classic.Name, func() error {
		records, err = c.measure(a, p)
		return err
	})
	return c.end(a, len(records), func() (*lab.Page, error) { return p.Page(records) }, err)
}

// readings counts boards in all readings of protections, or prints the recorded counts.
func (c *Classic) readings(a *cli.App) error {
	seed := uint64(1)
	if c.Seed != nil {
		seed = *c.Seed
	}
	others := c.tournamentFlags
	others.Seed = nil
	switch {
	case others.asked():
		return cli.Usagef("--readings plays no tournaments: of their flags want --seed alone")
	case c.Doc:
		return cli.Usagef("--readings and --doc: --doc alone writes the whole page, readings included")
	case c.Recorded && c.Quick:
		return errRecordedQuick
	case c.Recorded && c.Seed != nil:
		return cli.Usagef("--recorded --seed: the record is of seed 1: without --recorded other boards are counted")
	}
	p, err := classic.NewReadings(c.Quick, seed)
	if err != nil {
		return err
	}
	records := classic.Records{}
	if c.Recorded {
		records, err = readRecorded(classic.Name, classic.Command, p.Lacks)
	} else {
		err = runClassic(a, p, records, func() error { return nil })
	}
	if err != nil {
		return err
	}
	return c.show(a, p.ReadingsPage(records))
}

// measure does the jobs that have not been done. With --doc it keeps the result of each
// as soon as it is done.
func (c *Classic) measure(a *cli.App, p *classic.Plan) (classic.Records, error) {
	if c.Recorded {
		return readRecorded(classic.Name, classic.Command, p.Lacks)
	}
	out := c.out(&c.pageFlags, classic.Name)
	records, err := readKept[*classic.Made](out)
	if err != nil {
		return nil, fmt.Errorf("--raw: %w", err)
	}
	return records, runClassic(a, p, records, func() error {
		return writeMade(a, out, func() ([]byte, error) { return p.File(records) })
	})
}

// runClassic does the jobs that are not in the records, with a progress bar. It calls keep after each.
func runClassic(a *cli.App, p *classic.Plan, records classic.Records, keep func() error) error {
	var bar *cli.Progress
	err := p.Run(a.Ctx, records, func(done, of int) {
		if bar == nil {
			bar = cli.NewProgress(a.Err, of)
		}
		bar.Show(done)
	}, keep)
	if bar != nil {
		bar.Clear()
	}
	if err != nil && a.Ctx.Err() != nil {
		done, of, counted := p.Count(records)
		if counted != nil {
			return counted
		}
		return cli.Interrupted{Done: done, Of: of}
	}
	return err
}

func (*Classic) Help() string {
	return cli.Detail("Prints how the baseline program counts and scores a board, and how many nodes minimax and alpha-beta visit, with and without its ideas. "+
		"With --readings it counts boards for the text's example of \"protects\" alone. With any of --kind, --generations, --functions, --depth, --plies, --seed and --out it plays tournaments of evaluation functions instead, and prints them.",
		"go run ./cmd/lab classic --readings\ngo run ./cmd/lab classic --kind mutate --functions 8 --generations 5 --seed 7 --out mine", classicManual)
}
