package commands

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/cmd/lab/internal/rootnet"
	"github.com/searchex/searchex/testdata"
)

// Positions draws positions from which a network is trained.
type Positions struct {
	Out      *string `placeholder:"FILE" help:"Keep the positions in a file, game by game."`
	Games    int     `default:"1000" placeholder:"N" help:"Games in all. Default 1000, some 260,000 terminals."`
	Seed     uint64  `default:"1" placeholder:"N" help:"Seed of the games. Default 1."`
	By       *string `sep:"none" placeholder:"PLAYER" help:"The UCI program that values the positions, as in match. Default stockfish,depth=4,option.Threads=1,option.Hash=1."`
	Resume   bool    `help:"Continue the drawing of the file."`
	Parallel *int    `placeholder:"N" help:"Games at a time. Default one for each processor."`
	Openings *int    `placeholder:"N" help:"Make N openings of random moves instead, which the program values as level, and write them to --out."`
	JSON     bool    `name:"json" help:"Print the counts as one JSON object."`
}

const (
	maxPositionGames = 10_000_000
	maxFresh         = 10_000
	// labeller values terminals, leveller openings, which are level up to levelScore.
	labeller   = "stockfish,depth=4,option.Threads=1,option.Hash=1"
	leveller   = "stockfish,depth=12,option.Threads=1,option.Hash=16"
	levelScore = 40
	freshFile  = "openings-fresh.epd"
)

// Run draws the games that are left, and prints how many positions the file has.
func (c *Positions) Run(a *cli.App) error {
	by, err := c.check()
	if err != nil {
		return cli.UsageError{Err: err}
	}
	book, err := openings.BuiltIn()
	if err != nil {
		return err
	}
	if c.Openings != nil {
		return c.fresh(a, by, book)
	}
	f, err := testdata.Files.Open(freshFile)
	if err != nil {
		return err
	}
	defer f.Close()
	fresh, err := openings.Read(f, freshFile)
	if err != nil {
		return err
	}
	d := &rootnet.Drawing{Openings: book, Fresh: fresh, By: by, Seed: c.Seed}
	h, err := d.Header(a.Ctx)
	if err != nil {
		return err
	}
	file, err := c.open(h)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	defer file.Close()
	if file.Cut > 0 {
		fmt.Fprintf(a.Err, "%s: positions: %s: dropped a half-written game (%s)\n", a.Program, *c.Out, report.Plural(int(file.Cut), "byte"))
	}
	if file.Games > c.Games {
		return cli.Usagef("--games %d: %s holds %d already: want at least as many", c.Games, *c.Out, file.Games)
	}
	err = c.draw(a, d, file)
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
	case c.Games < 1 || c.Games > maxPositionGames:
		return nil, fmt.Errorf("--games %d: want 1 to %d", c.Games, maxPositionGames)
	case c.Openings != nil && (*c.Openings < 1 || *c.Openings > maxFresh):
		return nil, fmt.Errorf("--openings %d: want 1 to %d", *c.Openings, maxFresh)
	case c.Openings != nil && c.Resume:
		return nil, errors.New("--openings and --resume: want one of them")
	case c.Parallel != nil && (*c.Parallel < 1 || *c.Parallel > runtime.GOMAXPROCS(0)):
		return nil, fmt.Errorf("--parallel %d: want 1 to %d", *c.Parallel, runtime.GOMAXPROCS(0))
	}
	if err := userfile.Writable(*c.Out); err != nil {
		return nil, fmt.Errorf("--out %s: %w", *c.Out, err)
	}
	if _, err := os.Stat(*c.Out); err == nil && !c.Resume {
		return nil, fmt.Errorf("--out %s: the file exists: continue it with --resume, or name another", *c.Out)
	}
	text := labeller
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
func (c *Positions) draw(a *cli.App, d *rootnet.Drawing, file *rootnet.File) error {
	if file.Games == c.Games {
		return nil
	}
	workers := runtime.GOMAXPROCS(0)
	if c.Parallel != nil {
		workers = *c.Parallel
	}
	bar := cli.NewProgress(a.Err, c.Games)
	defer bar.Clear()
	err := d.Draw(a.Ctx, workers, file.Games+1, c.Games, func(g *rootnet.Game) error {
		err := file.Add(g)
		bar.Show(file.Games)
		return err
	})
	kept := fmt.Sprintf("; %s holds what was finished: --resume goes on", *c.Out)
	switch {
	case a.Ctx.Err() != nil:
		return keptInterruption{cli.Interrupted{Done: file.Games, Of: c.Games}, kept}
	case err != nil:
		return fmt.Errorf("%w%s", err, kept)
	}
	return nil
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
func (c *Positions) fresh(a *cli.App, by *player.Spec, book []openings.Opening) error {
	bar := cli.NewProgress(a.Err, *c.Openings)
	defer bar.Clear()
	lines, err := rootnet.Fresh(a.Ctx, by, book, *c.Openings, levelScore, c.Seed, bar.Show)
	if a.Ctx.Err() != nil {
		return cli.Interrupted{}
	}
	if err != nil {
		return err
	}
	return userfile.Write(*c.Out, []byte(strings.Join(lines, "\n")+"\n"))
}

const rootNetManual = "docs/lab/root-net.md"

func (*Positions) Help() string {
	return cli.Detail("Prints how many ends of lines it draws from tuned's searches, at random and near the window, each with the root of its search and a stronger "+
		"program's value. Each game is written when it is finished; a drawing that was stopped goes on with --resume, and leaves the same bytes.",
		"go run ./cmd/lab positions --games 2000 --out positions.bin\ngo run ./cmd/lab positions --openings 300 --out testdata/openings-fresh.epd", rootNetManual)
}
