package main

import (
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/lab/internal/commands"
)

const description = `The laboratory of searchex: experiments whose pages are in docs/lab, tuning by games, and fits. "lab help COMMAND" explains a command.

Exit status: 0 fine, 1 a difference or a failed check, 2 wrong use, 3 output that
cannot be written, 130 stopped by ctrl-C or SIGTERM.`

// subcommands are the subcommands of the laboratory.
type subcommands struct {
	OddEven   commands.OddEven   `cmd:"" name:"odd-even" help:"The odd-even effect: the minimal tree, real trees, time by iteration, scores by parity."`
	Ladder    commands.Ladder    `cmd:"" help:"The built-in engines on one rating list with programs limited by nodes or depth."`
	Classic   commands.Classic   `cmd:"" help:"A baseline program: minimax and alpha-beta, an evaluation by 25 numbers, tournaments of its weights, matches."`
	Scale     commands.Scale     `cmd:"" help:"Rate machines by suites of test positions such as BT-2450."`
	Sex       commands.SEX       `cmd:"" help:"What the ideas of the SEX algorithm are worth at equal cycles of a machine."`
	Soak      commands.Soak      `cmd:"" help:"Compare the engines on random searches, here or on many computers."`
	Match     commands.Match     `cmd:"" help:"Play the built-in engines against each other, here or on many computers."`
	Mutate    commands.Mutate    `cmd:"" help:"Change a ROM in one place at a time and see whether the checks notice, here or on many computers."`
	Prove     commands.Prove     `cmd:"" help:"Prove that routines of a ROM do what their contracts in Go say, for all inputs."`
	Worker    commands.Worker    `cmd:"" help:"Do jobs of runs with --spread on other computers."`
	Jobs      commands.Jobs      `cmd:"" help:"Show what is under way at a server of runs with --spread."`
	Tune      commands.Tune      `cmd:"" help:"Change numbers of a profile by games until they play best."`
	Positions commands.Positions `cmd:"" help:"Draw positions from which lab net trains a network that builds the root tables."`
	Net       commands.Net       `cmd:"" help:"Train a network that builds the root tables."`
	Hidden    commands.Hidden    `cmd:"" help:"Show what the network in use looks at, and what it adds to the tables of a root, drawn as boards."`
	Fit       commands.Fit       `cmd:"" help:"Fit the model of the machines' cycles, or the numbers of the evaluation."`
}

// program returns the laboratory with its commands.
func program() *cli.Program {
	return &cli.Program{Name: "lab", Description: description, Commands: &subcommands{}, Begin: commandLine}
}

func main() { program().Main() }

// run executes a command line and returns the exit status.
func run(a *cli.App, args []string) int { return program().Run(a, args) }

// commandLine returns the command to execute. "help COMMAND" is "COMMAND --help".
func commandLine(_ *cli.App, args []string) ([]string, error) {
	switch {
	case len(args) == 0:
		return []string{"--help"}, nil
	case args[0] == "help":
		return append(args[1:len(args):len(args)], "--help"), nil
	}
	return args, nil
}
