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

// oneTask returns the search of one position, by default the initial one, with one
// profile that machines have.
func oneTask(a *cli.App, fen, profile string, budget *cli.BudgetFlags) (*hostbridge.Task, error) {
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
	if profiles[0].Data.GoOnly() {
		return nil, cli.UsageError{Err: hostbridge.ErrGoOnly}
	}
	return &hostbridge.Task{FEN: fen, Game: goengine.NewGame(p.Board), ProfileName: profiles[0].Name, Profile: profiles[0].Data, Limits: l}, nil
}
