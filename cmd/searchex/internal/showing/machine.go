package showing

import (
	"slices"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// machine returns the machine that --engine or --rom names, and an App whose engines
// run that ROM with the bytes of --poke.
func machine(a *cli.App, engine string, rom *cli.ROMFlag, poke *cli.PokeFlag) (string, *cli.App, error) {
	of, err := rom.Machine(a)
	name := engine
	switch {
	case err != nil:
		return "", nil, err
	case engine == "" && of != "":
		name = of
	case engine == "":
		name = cli.MachineNames()[0]
	case hostbridge.IsForeign(engine) && of != "":
		return "", nil, cli.Usagef("--rom %s: is of the %s, and --engine %s has its own images: want one of them", rom.ROM, of, engine)
	case hostbridge.IsForeign(engine):
		if _, err := hostbridge.KindOf(engine); err != nil {
			return "", nil, cli.UsageError{Err: err}
		}
	case !slices.Contains(cli.MachineNames(), engine):
		return "", nil, cli.Unknown("--engine: machine", engine, cli.MachineNames(), "the Go engine has its own debuggers, such as dlv")
	}
	if a, err = rom.Read(a, []string{name}); err != nil {
		return "", nil, err
	}
	if a, err = poke.Poked(a, []string{name}); err != nil {
		return "", nil, err
	}
	return name, a, nil
}

// OneSearch has the flags of a command that looks at one search of one machine.
type OneSearch struct {
	Engine  string `placeholder:"NAME" help:"The machine, one of ${machines}, or guest:FILE. Default z80, or the one of --rom."`
	Profile string `default:"sx81" placeholder:"NAME" help:"The profile; NAME,KEY=VALUE changes a number of it. Default sx81."`
	FEN     string `name:"fen" placeholder:"FEN" help:"The position. Default the initial one."`
	cli.BudgetFlags
	cli.ROMFlag
	cli.PokeFlag
}

// machine returns the machine, as the function machine does.
func (c *OneSearch) machine(a *cli.App) (string, *cli.App, error) {
	return machine(a, c.Engine, &c.ROMFlag, &c.PokeFlag)
}

// task returns the search of the position, with one profile that machines have. A guest has none, and without a budget its
// own depth.
func (c *OneSearch) task(a *cli.App) (*hostbridge.Task, error) {
	guest := hostbridge.IsForeign(c.Engine)
	if guest {
		c.Profile = cli.GuestProfile
	}
	t, err := taskOf(a, c.FEN, c.Profile, &c.BudgetFlags)
	if err == nil && guest && c.BudgetFlags.None() {
		t.Limits = goengine.Limits{}
	}
	return t, err
}

// taskOf returns the search of a position, the initial one if fen is empty, with one profile and a budget.
func taskOf(a *cli.App, fen, profile string, budget *cli.BudgetFlags) (*hostbridge.Task, error) {
	if fen == "" {
		fen = goengine.StartFEN
	}
	p, err := epd.FromFEN(fen)
	if err != nil {
		return nil, cli.UsageError{Err: err}
	}
	profiles, err := (&cli.ProfileFlag{Profile: profile}).Profiles()
	if err != nil {
		return nil, err
	}
	if len(profiles) != 1 {
		return nil, cli.Usagef("--profile %s: want one profile", profile)
	}
	l, err := budget.Limits(a, profiles[0])
	if err != nil {
		return nil, err
	}
	return &hostbridge.Task{FEN: p.FEN, Game: goengine.NewGame(p.Board), ProfileName: profiles[0].Name, Profile: profiles[0].Data, Limits: l}, nil
}
