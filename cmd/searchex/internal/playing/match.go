package playing

import (
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/match"
)

// Match plays engines and programs against each other.
type Match struct {
	cli.MatchFlags
	Parallel *int `placeholder:"N" help:"Games at a time. Default one for each processor."`
}

// Run plays all matches, one after the other.
func (c *Match) Run(a *cli.App) error {
	t, err := c.Prepare(a, c.Parallel)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	defer t.Close()
	if err := c.Keep(a, t); err != nil {
		return err
	}
	live := c.Live(a, t)
	matches, _ := t.Matches()
	var results []match.Result
	for i := range matches {
		r, playErr := t.Play(a.Ctx, i, live.Score)
		results = append(results, r)
		live.Finish(r)
		if playErr != nil {
			err = playErr
			break
		}
	}
	live.Clear()
	return c.Conclude(a, t, results, err)
}

const matchManual = "docs/manual/match.md"

func (*Match) Help() string {
	return cli.Detail("Prints for each match won, drawn and lost games, the score, the Elo difference with its 95% interval, and faults. Each pair of games begins with "+
		"another opening, so that games differ.",
		"searchex match go:sx81 go:cyrus86 --against go:uniform --nodes 5000 --games 40", matchManual)
}
