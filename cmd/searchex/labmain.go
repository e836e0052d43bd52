package main

const labDescription = `The laboratory of searchex: experiments whose pages stand in docs/lab, tuning by games, and fits. "lab help COMMAND" explains a command.

Exit status: 0 fine, 1 a difference or a failed check, 2 wrong use, 130 stopped by ctrl-C.`

// labCommands are the subcommands of the laboratory.
type labCommands struct {
	OddEven labOddEvenCmd `cmd:"" name:"odd-even" help:"The odd-even effect: the minimal tree, real trees, time by iteration, scores by parity."`
	Ladder  labLadderCmd  `cmd:"" help:"The engines here on one rating list with programs limited by nodes or depth."`
	Classic labClassicCmd `cmd:"" help:"A plain program: minimax and alpha-beta, an evaluation by 25 numbers, tournaments of its weights, matches."`
	Sex     labSexCmd     `cmd:"" help:"What the ideas of the SEX algorithm are worth at equal cycles of a machine."`
	Tune    tuneCmd       `cmd:"" help:"Change numbers of a profile by games until they play best."`
	Fit     fitCmd        `cmd:"" help:"Fit the model of the machines' cycles, or the numbers of the evaluation."`
}

// labProgram returns the laboratory with its commands.
func labProgram() *program_ {
	return &program_{name: "lab", description: labDescription, commands: &labCommands{}, begin: labCommandLine}
}

func labMain() { labProgram().main() }

// labRun executes a command line and returns the exit status.
func labRun(a *app, args []string) int { return labProgram().run(a, args) }

// labCommandLine returns the command to execute. "help COMMAND" is "COMMAND --help".
func labCommandLine(_ *app, args []string) ([]string, error) {
	switch {
	case len(args) == 0:
		return []string{"--help"}, nil
	case args[0] == "help":
		return append(args[1:len(args):len(args)], "--help"), nil
	}
	return args, nil
}
