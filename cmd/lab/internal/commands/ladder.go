package commands

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/kinds"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/cmd/lab/internal/ladder"
	"github.com/searchex/searchex/testdata"
)

// Ladder is the rating list of the built-in engines and of other programs.
type Ladder struct {
	pageFlags
	Recorded bool   `help:"Use the recorded games and play none."`
	Raw      string `default:"testdata/lab" placeholder:"DIR" help:"Where the games are kept, and continued. Default testdata/lab."`
	Games    int    `default:"10" placeholder:"N" help:"Play until each pairing has N games. Default 10."`
	carrierFlags
}

// ladderFile is the name of the file of games.
const ladderFile = ladder.Name + ".jsonl"

// quickGames is the number of games of a pairing with --quick.
const quickGames = 2

// Run plays the games and shows the list.
func (c *Ladder) Run(a *cli.App) error {
	if err := c.pageFlags.check(); err != nil {
		return err
	}
	switch {
	case c.Quick && c.Recorded:
		return errRecordedQuick
	case c.Games < 2 || c.Games%2 != 0:
		return cli.Usagef("--games %d: want an even number, two for each opening", c.Games)
	case c.Recorded && c.Spread != nil:
		return cli.Usagef("--recorded and --spread: want one of them")
	}
	if err := c.carrierFlags.check(); err != nil {
		return cli.UsageError{Err: err}
	}
	p, err := ladder.Full()
	if c.Quick {
		p, err = ladder.Quick()
	}
	if err != nil {
		return err
	}
	results := &ladder.Results{}
	switch {
	case c.Quick:
		err = c.play(a, p, results, quickGames, nil)
	case c.Recorded:
		results, err = recordedGames()
	default:
		results, err = c.resume(a, p)
	}
	// After ctrl-C show the list so far.
	if err != nil && !errors.As(err, &cli.Interrupted{}) {
		return err
	}
	return c.end(a, 1, func() (*lab.Page, error) { return p.Page(results) }, err)
}

// recordedGames returns the games in testdata.
func recordedGames() (*ladder.Results, error) {
	path := "lab/" + ladderFile
	b, err := testdata.Lab.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("--recorded: %w", err)
	}
	r, err := ladder.Read(b)
	if err != nil {
		return nil, fmt.Errorf("testdata/%s: %w", path, err)
	}
	return r, nil
}

// maxResults is the greatest size of the file of games, in bytes.
const maxResults = 1 << 28

// resume plays the games that are missing in the file of games, and keeps them there.
func (c *Ladder) resume(a *cli.App, p *ladder.Plan) (*ladder.Results, error) {
	if err := requireDir("--raw", c.Raw, "--raw DIR"); err != nil {
		return nil, err
	}
	path, results := filepath.Join(c.Raw, ladderFile), &ladder.Results{}
	err := userfile.Alone(a.Ctx, path, func() (err error) {
		results, err = c.continued(a, p, path)
		return err
	})
	return results, err
}

// continued reads the games of a file and plays those that are missing there.
func (c *Ladder) continued(a *cli.App, p *ladder.Plan, path string) (*ladder.Results, error) {
	results := &ladder.Results{}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		b, err := a.ReadFile(path, maxResults)
		if err != nil {
			return nil, err
		}
		if results, err = ladder.Read(b); err != nil {
			return nil, cli.Usagef("%s: %w", path, err)
		}
	}
	return results, c.play(a, p, results, c.Games, &path)
}

// play plays games, keeps them in a file if there is one, and prints a line for each program that is
// not installed.
func (c *Ladder) play(a *cli.App, p *ladder.Plan, results *ladder.Results, games int, path *string) error {
	for _, line := range p.Missing() {
		fmt.Fprintf(a.Err, "%s: ladder: %s\n", a.Program, line)
	}
	s, err := p.Schedule(results, games)
	if err != nil {
		return err
	}
	plan, err := job.NewPlan(kinds.LadderKind, s.Terms())
	if err != nil {
		return err
	}
	need := s.Need()
	done := 0
	write := func() error { return writeMade(a, path, results.Bytes) }
	// A meeting has its games in order: what comes after one that failed is of no use.
	err = c.carryShown(a, "ladder", path, &job.Run{Plan: plan, Open: func() (job.Runner, error) { return s, nil }, Need: need, Gapless: true, Known: s.Known, Piece: s.Piece, Withdraw: func(pieces []string) ([]int, error) {
		s.Withdraw(pieces)
		return s.Need(), write()
	}, Emit: func(n int, result []byte) error {
		if err := s.Add(n, result); err != nil {
			return err
		}
		done++
		return write()
	}}, func() (int, int) { return done, len(need) })
	if errors.As(err, &cli.Interrupted{}) {
		return cli.Interrupted{Done: 2 * done, Of: 2 * len(need)}
	}
	return err
}

func (*Ladder) Help() string {
	return cli.Detail("Prints a rating list of all profiles and of programs limited by nodes or depth, and the rating of each level by each of these programs alone. "+
		"The games take hours. Each pair is kept in testdata/lab when it ends: after ctrl-C the next run continues, and after a change of a profile it plays only that profile's games. "+
		"Programs that are not installed are left out. --recorded prints the list of the games in testdata/lab.",
		"go run ./cmd/lab ladder --quick\ngo run ./cmd/lab ladder --recorded\ngo run ./cmd/lab ladder --games 4 --doc", labManual)
}
