package playing

import (
	"os"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/play"
	"github.com/searchex/searchex/cmd/internal/play/console"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/play/shelf"
	"github.com/searchex/searchex/cmd/internal/play/terminal"
	"github.com/searchex/searchex/cmd/internal/play/thinker"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Play lets a person play in a terminal.
type Play struct {
	File    string `arg:"" optional:"" help:"PGN file. Its first game is shown, and can be played on."`
	Engine  string `default:"6502" placeholder:"NAME" help:"The machine's engine, one of ${standing}, or guest:FILE. Default 6502: a Chess Champion MK V."`
	Profile string `default:"sx81" placeholder:"NAME" help:"The machine's profile of prices. Default sx81."`
	Level   string `default:"5" placeholder:"LEVEL" help:"Level of new games: 0 to 999 seconds a move, 'PROBLEM n', 'SPEED minutes', 'TOURN moves/minutes …', a time control as 300+3 or 40/7200:1800, 'ELO n'. Default 5."`
	Speed   string `default:"1" placeholder:"N" help:"Speed of the machine's clock: 1 is its own, 10 is ten times that, max is as fast as possible. Default 1."`
	Dir     string `placeholder:"FOLDER" help:"Folder in which the games are saved. Default searchex/games in the data folder (XDG_DATA_HOME)."`
	bookFlags
	Sound bool `help:"Ring the terminal's bell when the machine has moved or found a mate."`
	ASCII bool `name:"ascii" help:"Draw with ASCII only, with letters for pieces. Default if the locale is not UTF-8."`
}

// shelf opens the folder of games. alone reports that no other process has it open.
func (c *Play) shelf() (s *shelf.Shelf, alone bool, err error) {
	dir := c.Dir
	if dir == "" {
		if dir, err = shelf.Folder(os.Getenv); err != nil {
			return nil, true, cli.Usagef("%v: want --dir FOLDER", err)
		}
	}
	s, alone = shelf.Open(dir, time.Now)
	return s, alone, nil
}

// open reads the game with a number, from 1, in a PGN file.
func open(a *cli.App, o play.Options, name string, number int) (*play.Game, error) {
	f, err := a.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	person, machine := play.Seat{Engine: o.Engine, Profile: o.Profile}, play.Seat{Machine: true, Engine: o.Engine, Profile: o.Profile}
	return shelf.Read(a.Ctx, pgn.NewReader(f, name).Within(&pgn.Budget{Ctx: a.Ctx}), number, [2]play.Seat{person, machine}, o.Level)
}

// list lists the games of a PGN file.
func list(a *cli.App, name string) ([]string, error) {
	f, err := a.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return shelf.List(pgn.NewReader(f, name).Within(&pgn.Budget{Ctx: a.Ctx}))
}

// options returns the options of the table.
func (c *Play) options(a *cli.App) (o play.Options, err error) {
	if _, err := cli.FindEngine(c.Engine); err != nil {
		return o, err
	}
	if _, err := goengine.ParseProfile(c.Profile); err != nil {
		return o, cli.Usagef("--profile: %v", err)
	}
	l, err := level.ParseRated(c.Level)
	if err != nil || l.Kind == level.None {
		return o, cli.Usagef("--level %q: want %s", c.Level, level.RatedForms())
	}
	task := thinker.Task{Engine: c.Engine, Elo: l.Elo}
	if l.Kind == level.Problem {
		task.Mate = l.Moves
	}
	if err := task.Refused(); err != nil {
		return o, cli.Usagef("--level %q: %w", c.Level, err)
	}
	speed, err := console.Speed(c.Speed)
	if err != nil {
		return o, cli.Usagef("--%v", err)
	}
	library, err := c.load(a)
	if err != nil {
		return o, err
	}
	brain := thinker.New(thinker.HostClock{}, hostbridge.New)
	brain.Library = library
	return play.Options{
		Clock: thinker.HostClock{}, Brain: brain, Library: library,
		Engine: c.Engine, Profile: c.Profile, Level: l, Speed: speed, Seed: uint64(time.Now().UnixNano()),
	}, nil
}

// Run plays until the person quits.
func (c *Play) Run(a *cli.App) error {
	o, err := c.options(a)
	if err != nil {
		return err
	}
	if !atTerminal(a) {
		return cli.Usagef("standard input and output must be a terminal; a chess program plays by the command uci")
	}
	kept, alone, err := c.shelf()
	if err != nil {
		return err
	}
	defer kept.Close()
	if err := kept.Writable(); err != nil {
		return cli.Usagef("--dir %s: games cannot be kept there: %w: name another folder", kept.Folder(), err)
	}
	o.Store = kept
	t := play.New(o)
	c.resume(a, t, kept, alone)
	screen, err := terminal.Open()
	if err != nil {
		return err
	}
	ui := console.New(t, console.Options{Sound: c.Sound, ASCII: c.ASCII || a.Out.ASCII, Plain: os.Getenv("NO_COLOR") != ""})
	ui.Open = func(name string, number int) (*play.Game, error) { return open(a, o, name, number) }
	ui.List = func(name string) ([]string, error) { return list(a, name) }
	ui.Write, ui.Folder = shelf.Append, kept.Folder()
	if c.File != "" {
		ui.OpenFile(c.File, 1)
	}
	terminal.Run(a.Ctx, screen, t, ui)
	return a.Ended(nil)
}

// resume puts the games of the last session on the table.
func (c *Play) resume(a *cli.App, t *play.Table, s *shelf.Shelf, alone bool) {
	if !alone {
		t.Notice("another searchex play has the games of this folder: new games are kept, those are not shown")
		return
	}
	if err := s.Load(a.Ctx, t); err != nil {
		t.Notice("not resumed: %v", err)
	}
}

const playManual = "docs/manual/play.md"

func (*Play) Help() string {
	return cli.Detail("Prints a board and the machine beside it on the whole screen of a terminal. To play, type a move, or a word such as level, hint or help. "+
		"With --speed 1 the machine takes as long as the original did; with --speed max it is as fast as this computer.",
		"searchex play --speed max --level 30", playManual)
}
