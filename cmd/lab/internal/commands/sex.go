package commands

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/kinds"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/cmd/lab/internal/sex"
)

// SEX is the experiment on the SEX algorithm.
type SEX struct {
	pageFlags
	rawFlags
	carrierFlags
	Games string `default:"../shared/data/games.pgn" placeholder:"FILE" help:"Published games in PGN, to compare moves with. That part is left out if the file does not exist. Default ../shared/data/games.pgn."`
}

// Run makes the experiment and shows its page.
func (c *SEX) Run(a *cli.App) error {
	if err := c.pageFlags.check(); err != nil {
		return err
	}
	if err := c.carrierFlags.check(); err != nil {
		return cli.UsageError{Err: err}
	}
	if c.Recorded && c.Spread != nil {
		return cli.Usagef("--recorded and --spread: want one of them")
	}
	text, err := c.published(a)
	if err != nil {
		return err
	}
	terms := sex.Terms{Quick: c.Quick, Games: string(text), Known: c.Recorded || c.Doc}
	p, err := terms.Plan(c.Games)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	var results lab.Records[sex.Record]
	err = c.alone(a, &c.pageFlags, sex.Name, func() error {
		results, err = c.measure(a, p, terms)
		return err
	})
	return c.end(a, len(results), func() (*lab.Page, error) { return p.Page(results) }, err)
}

// measure measures what is missing. With --doc each result is kept at once.
func (c *SEX) measure(a *cli.App, p *sex.Plan, terms sex.Terms) (lab.Records[sex.Record], error) {
	r, err := openRaw[sex.Record](&c.pageFlags, &c.rawFlags, sex.Name, sex.Command, p.Keys())
	if err != nil || c.Recorded {
		return r.results, err
	}
	if terms.Keys = p.Digest(); c.Spread == nil {
		terms.Games = "" // nobody else needs them
	}
	plan, err := job.NewPlan(kinds.SexKind, terms)
	if err != nil {
		return nil, err
	}
	done := 0
	err = c.carryShown(a, "sex", r.out, &job.Run{Plan: plan, Open: p.Open, Need: r.missing, Gapless: true, Known: r.known, Piece: func(i int) string { return r.keys[i] }, Withdraw: func(pieces []string) ([]int, error) {
		for _, key := range pieces {
			delete(r.results, key)
		}
		r.missing = r.results.Missing(r.keys)
		return r.missing, r.keep(a)
	}, Emit: func(i int, result []byte) error {
		record, err := job.Params[sex.Record](result)
		if err == nil {
			err = record.Check()
		}
		if err != nil {
			return &job.Malformed{Err: fmt.Errorf("job %d: %w", i, err)}
		}
		r.results[r.keys[i]] = record
		done++
		return r.keep(a)
	}}, func() (int, int) { return done, len(r.missing) })
	return r.results, err
}

// maxGames is the greatest size of the file of published games, in bytes. With --spread they
// must fit in a plan.
const maxGames = 1 << 24

// published returns the file of published games, or nil if it does not exist: then the recorded results
// of them count.
func (c *SEX) published(a *cli.App) ([]byte, error) {
	if _, err := os.Stat(c.Games); c.Recorded || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	text, err := a.ReadFile(c.Games, maxGames)
	if err == nil && len(text) == 0 {
		_, err = sex.ReadGames(text, c.Games)
	}
	return text, err
}

func (*SEX) Help() string {
	return cli.Detail("Prints what the ideas of the SEX algorithm are worth at equal cycles of a 6502: the prices that follow from the moves of games, games with and "+
		"without each idea, two readings of the budget, what sx81 finds and uniform misses, and the style of their lines. The games take an hour. Ctrl-C keeps the results so far "+
		"in testdata/lab, and --doc continues from there. --recorded prints the results in testdata/lab.",
		"go run ./cmd/lab sex --quick\ngo run ./cmd/lab sex --recorded\ngo run ./cmd/lab sex --doc", labManual)
}
