package commands

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/kinds"
	"github.com/searchex/searchex/cmd/lab/internal/rootnet"
)

// Positions draws positions from which a network is trained.
type Positions struct {
	Out      *string `placeholder:"FILE" help:"Keep the positions in a file, game by game."`
	Games    int     `default:"1000" placeholder:"N" help:"Games in all. Default 1000, some 260,000 terminals."`
	Seed     uint64  `default:"1" placeholder:"N" help:"Seed of the games. Default 1."`
	By       *string `sep:"none" placeholder:"PLAYER" help:"The UCI program that values the positions, as in match. Default stockfish,depth=4,option.Threads=1,option.Hash=1."`
	Resume   bool    `help:"Continue the drawing of the file."`
	Openings *int    `placeholder:"N" help:"Make N openings of random moves instead, which the program values as level, and write them to --out."`
	JSON     bool    `name:"json" help:"Print the counts as one JSON object."`
	carrierFlags
}

const (
	maxFresh = 10_000
	// leveller values openings, which are level up to levelScore.
	leveller   = "stockfish,depth=12,option.Threads=1,option.Hash=16"
	levelScore = 40
)

// Run draws the games that are left, and prints how many positions the file has.
func (c *Positions) Run(a *cli.App) error {
	by, err := c.check()
	if err != nil {
		return cli.UsageError{Err: err}
	}
	if c.Openings != nil {
		return c.fresh(a, by)
	}
	d, err := kinds.NewDrawing(by, c.Seed)
	if err != nil {
		return err
	}
	h, err := d.Header(a.Ctx)
	if a.Ctx.Err() != nil {
		return cli.Interrupted{}
	}
	if err != nil {
		return cli.UsageError{Err: fmt.Errorf("--by: %w", err)}
	}
	file, err := c.open(h)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	defer file.Close()
	noteCut(a, "positions", c.Out, "game", int(file.Cut))
	if file.Games > c.Games {
		return cli.Usagef("--games %d: %s holds %d already: want at least as many", c.Games, *c.Out, file.Games)
	}
	err = c.draw(a, d, h, file)
	if werr := c.write(a, file); err == nil {
		err = werr
	}
	return err
}

// check reads the flags.
func (c *Positions) check() (*player.Spec, error) {
	switch {
	case c.Out == nil || *c.Out == "":
		return nil, errors.New("--out: want the name of a file")
	case c.Games < 1 || c.Games > rootnet.MaxGames:
		return nil, fmt.Errorf("--games %d: want 1 to %d", c.Games, rootnet.MaxGames)
	case c.Openings != nil && (*c.Openings < 1 || *c.Openings > maxFresh):
		return nil, fmt.Errorf("--openings %d: want 1 to %d", *c.Openings, maxFresh)
	case c.Openings != nil && c.Resume:
		return nil, errors.New("--openings and --resume: want one of them")
	case c.Spread != nil && c.Openings != nil:
		return nil, errors.New("--spread and --openings: want one of them: openings are made one after the other")
	case c.Spread != nil && c.By != nil:
		return nil, errors.New("--spread and --by: want one of them: other computers value positions by " + kinds.Labeller + " alone")
	}
	if err := c.carrierFlags.check(); err != nil {
		return nil, err
	}
	if err := cli.Writable("--out", *c.Out); err != nil {
		return nil, err
	}
	switch _, err := os.Stat(*c.Out); {
	case err == nil && c.Openings != nil:
		return nil, fmt.Errorf("--out %s: the file exists: name another", *c.Out)
	case err == nil && !c.Resume:
		return nil, fmt.Errorf("--out %s: the file exists: continue it with --resume, or name another", *c.Out)
	}
	text := kinds.Labeller
	switch {
	case c.By != nil:
		text = *c.By
	case c.Openings != nil:
		text = leveller
	}
	specs, err := player.ParseSpec(text, player.Defaults{})
	switch {
	case err != nil && c.By == nil:
		return nil, fmt.Errorf("%w; want it installed, or --by PLAYER", err)
	case err != nil:
		return nil, fmt.Errorf("--by: %w", err)
	case len(specs) != 1 || specs[0].Path == "" || specs[0].Path == player.Self || specs[0].Protocol != "uci":
		return nil, fmt.Errorf("--by %s: want one UCI program", text)
	case specs[0].Limits.Depth == 0 && specs[0].Limits.Nodes == 0 || specs[0].MoveTime > 0:
		return nil, fmt.Errorf("--by %s: want depth= or nodes=, which repeat on any computer", text)
	}
	return &specs[0], nil
}

func (c *Positions) open(h rootnet.Header) (*rootnet.File, error) {
	if c.Resume {
		return rootnet.Open(*c.Out, h)
	}
	return rootnet.Create(*c.Out, h)
}

// draw draws the games that the file lacks.
func (c *Positions) draw(a *cli.App, d *rootnet.Drawing, h rootnet.Header, file *rootnet.File) error {
	plan, err := job.NewPlan(kinds.PositionsKind, h)
	if err != nil {
		return err
	}
	r := &job.Run{Plan: plan, Open: d.Open, Gapless: true, Known: file.Known, Emit: file.AddResult}
	for n := file.Games + 1; n <= c.Games; n++ {
		r.Need = append(r.Need, n)
	}
	r.Withdraw = func(pieces []string) (need []int, err error) {
		var numbers []int
		for _, p := range pieces {
			n, err := strconv.Atoi(p)
			if err != nil {
				return nil, err
			}
			numbers = append(numbers, n)
		}
		had := file.Games
		if need, err = file.Withdraw(numbers); err != nil {
			return nil, err
		}
		for n := had + 1; n <= c.Games; n++ {
			need = append(need, n)
		}
		return need, nil
	}
	err = c.carryShown(a, "positions", c.Out, r, func() (int, int) { return file.Games, c.Games })
	if err == nil || errors.Is(err, userfile.ErrGone) {
		return err
	}
	return kept(err, c.Out)
}

// positionCounts is what --json prints.
type positionCounts struct {
	Games     int `json:"games"`
	Roots     int `json:"roots"`
	Terminals int `json:"terminals"`
	Near      int `json:"near_window"`
}

func (c *Positions) write(a *cli.App, f *rootnet.File) error {
	n := positionCounts{f.Games, f.Roots, f.Terminals, f.Near}
	if c.JSON {
		return report.JSON(a.Out, n)
	}
	t := report.NewTable("games", "roots", "terminals", "of these near the window")
	t.Add(n.Games, n.Roots, n.Terminals, n.Near)
	return t.Write(a.Out)
}

// fresh makes openings of random moves.
func (c *Positions) fresh(a *cli.App, by *player.Spec) error {
	book, err := openings.BuiltIn()
	if err != nil {
		return err
	}
	bar := cli.NewProgress(a.Err, *c.Openings)
	defer bar.Clear()
	lines, err := rootnet.Fresh(a.Ctx, by, book, *c.Openings, levelScore, c.Seed, bar.Show)
	if a.Ctx.Err() != nil {
		return cli.Interrupted{}
	}
	if err != nil {
		return cli.UsageError{Err: fmt.Errorf("--by: %w", err)}
	}
	return userfile.Write(a.Ctx, *c.Out, []byte(strings.Join(lines, "\n")+"\n"))
}

const rootNetManual = "docs/lab/root-net.md"

func (*Positions) Help() string {
	return cli.Detail("Prints how many ends of lines it draws from tuned's searches, at random and near the window, each with the root of its search and a stronger "+
		"program's value. Each game is written when it is finished; a drawing that was stopped goes on with --resume, and leaves the same bytes.",
		"go run ./cmd/lab positions --games 2000 --out positions.bin\ngo run ./cmd/lab positions --openings 300 --out testdata/openings-fresh.epd", rootNetManual)
}
