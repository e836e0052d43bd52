package commands

import (
	"errors"
	"io/fs"
	"os"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/lab/internal/sex"
	"github.com/searchex/searchex/hostbridge"
)

// SEX is the experiment on the SEX algorithm.
type SEX struct {
	pageFlags
	rawFlags
	Games string `default:"../shared/data/games.pgn" placeholder:"FILE" help:"Published games in PGN, to compare moves with. That part is left out if the file does not exist. Default ../shared/data/games.pgn."`
}

// sexJobs is a plan whose searches and games end with ctrl-C.
type sexJobs struct {
	*sex.Plan
	a *cli.App
}

// Measure does job i of the plan.
func (j sexJobs) Measure(i int, engine func(name string) hostbridge.Engine) (sex.Record, error) {
	return j.Plan.Measure(j.a.Ctx, j.a.Stop, i, engine(sex.Engine))
}

// Run makes the experiment and shows its page.
func (c *SEX) Run(a *cli.App) error {
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
	results, err := measure(a, &c.pageFlags, &c.rawFlags, sex.Name, sex.Command, []string{sex.Engine}, sexJobs{p, a})
	if err != nil && (c.Doc || len(results) == 0) {
		return err
	}
	page, noPage := p.Page(results)
	return c.end(a, page, noPage, err)
}

// maxGames is the greatest size of the file of published games, in bytes.
const maxGames = 1 << 24

// published returns the published games, or nil if the file does not exist: then the recorded results of them
// count.
func (c *SEX) published(a *cli.App) (sex.Games, error) {
	if _, err := os.Stat(c.Games); c.Recorded || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	text, err := a.ReadFile(c.Games, maxGames)
	if err != nil {
		return nil, err
	}
	games, err := sex.ReadGames(text, c.Games)
	if err != nil {
		return nil, cli.UsageError{Err: err}
	}
	return games, nil
}

var _ plan[sex.Record] = sexJobs{}

func (*SEX) Help() string {
	return cli.Detail("Prints what the ideas of the SEX algorithm are worth at equal cycles of a 6502: the prices that follow from the moves of games, games with and "+
		"without each idea, two readings of the budget, what sx81 finds and uniform misses, and the style of their lines. The games take an hour. Ctrl-C keeps the results so far "+
		"in testdata/lab, and --doc continues from there. --recorded prints the results in testdata/lab.",
		"go run ./cmd/lab sex --quick\ngo run ./cmd/lab sex --recorded\ngo run ./cmd/lab sex --doc", labManual)
}
