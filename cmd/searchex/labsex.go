package main

import (
	"errors"
	"io/fs"
	"os"

	"github.com/searchex/searchex/cmd/searchex/internal/lab/sex"
	"github.com/searchex/searchex/hostbridge"
)

// labSexCmd is the experiment on the SEX algorithm.
type labSexCmd struct {
	labFlags
	rawFlags
	Games string `default:"../shared/data/games.pgn" placeholder:"FILE" help:"Published games in PGN, to hold moves against; left out where there is no such file. Default ../shared/data/games.pgn."`
}

// sexJobs are a plan that ctrl-C ends within a search or a game.
type sexJobs struct {
	*sex.Plan
	a *app
}

// Measure does one of the plan's jobs.
func (j sexJobs) Measure(i int, engine func(name string) hostbridge.Engine) (sex.Record, error) {
	return j.Plan.Measure(j.a.ctx, j.a.stop, i, engine(sex.Engine))
}

// Run makes the experiment.
func (c *labSexCmd) Run(a *app) error {
	if err := c.check(); err != nil {
		return err
	}
	games, err := c.published(a)
	if err != nil {
		return err
	}
	size := sex.Full
	if c.Quick {
		size = sex.Quick
	}
	p, err := sex.NewPlan(size, games, c.Recorded || c.Doc)
	if err != nil {
		return err
	}
	results, err := measured(a, &c.labFlags, &c.rawFlags, sex.Name, sex.Command, []string{sex.Engine}, sexJobs{p, a})
	if err != nil && (c.Doc || len(results) == 0) {
		return err
	}
	page, noPage := p.Page(results)
	return c.end(a, page, noPage, err)
}

// maxGames bounds the file of published games, in bytes.
const maxGames = 1 << 24

// published are the published games, nil where they are not here: then what is recorded of them counts.
func (c *labSexCmd) published(a *app) (sex.Games, error) {
	if _, err := os.Stat(c.Games); c.Recorded || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	text, err := a.readFile(c.Games, maxGames)
	if err != nil {
		return nil, err
	}
	games, err := sex.ReadGames(text, c.Games)
	if err != nil {
		return nil, usageError{err}
	}
	return games, nil
}

var _ plan[sex.Record] = sexJobs{}
