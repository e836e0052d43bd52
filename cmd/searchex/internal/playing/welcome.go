package playing

import (
	"bufio"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/play/terminal"
)

// welcome is the text that the program prints in a terminal without arguments.
const welcome = `searchex: a chess engine on the SEX algorithm (Search EXtension, 1989), in Go
and, under emulation with exact clock cycles, in Z80, 6502 and 68000 assembly.
All search the same tree, node for node, and the program proves it.

Commands to try first:

  searchex play                 play against the machine, here in the terminal
  searchex compare              search twelve positions on each: all equal?
  searchex window               see a search decide, on a small tree
  searchex cycles               where the machines' time goes, by routine
  searchex solve --nodes 5000   how many mates each profile of prices finds
  searchex match go:sx81 go:uniform --games 20
                                two engines against each other

All commands:  searchex --help        One of them:  searchex help COMMAND
To play in a chess program, enter this one as its UCI engine (docs/manual/uci.md).
Everything else: README.md.
`

// writeWelcome prints the welcome, folded to the width of the screen.
func writeWelcome(a *cli.App) error {
	return a.Out.Print(welcome)
}

// offerGame prints the welcome. In a terminal it asks if the person wants to play, and
// returns the answer.
func offerGame(a *cli.App) (play bool, err error) {
	if err := writeWelcome(a); err != nil || !atTerminal(a) {
		return false, err
	}
	if _, err := io.WriteString(a.Out, "\nPlay now? y or n: "); err != nil {
		return false, err
	}
	answer, _ := bufio.NewReader(a.In).ReadString('\n')
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
}

// atTerminal reports whether standard input and output are terminals.
func atTerminal(a *cli.App) bool {
	in, ok := a.In.(*os.File)
	return ok && terminal.Is(in) && terminal.Is(os.Stdout)
}

// labCommandNames are commands of the program lab.
var labCommandNames = []string{"lab", "tune", "fit"}

// CommandLine returns the command to execute. "help COMMAND" is "COMMAND --help".
// Without arguments it is uci for a chess program, from which standard input is a pipe. In
// a terminal it is play, or none, after the welcome.
func CommandLine(a *cli.App, args []string) ([]string, error) {
	switch {
	case len(args) == 0 && noInput(a):
		if play, err := offerGame(a); err != nil || !play {
			return nil, err
		}
		return []string{"play"}, nil
	case len(args) == 0:
		return []string{"uci"}, nil
	case slices.Contains(labCommandNames, args[0]):
		return nil, movedToLab(args)
	case args[0] == "help":
		return append(args[1:len(args):len(args)], "--help"), nil
	}
	return args, nil
}

// movedToLab returns the error for a command of the laboratory, with the command line that executes it.
func movedToLab(args []string) error {
	words := []string{"go run ./cmd/lab"}
	for i, word := range args[:min(2, len(args))] {
		if word != "lab" && (i == 0 || args[0] != "tune") {
			words = append(words, word)
		}
	}
	return cli.Usagef("%s is a command of another program, the laboratory: want %s", args[0], strings.Join(words, " "))
}

// noInput reports that no program writes commands to standard input: it is a terminal or
// the null device.
func noInput(a *cli.App) bool {
	f, ok := a.In.(*os.File)
	if !ok {
		return false
	}
	s, err := f.Stat()
	return err == nil && s.Mode()&os.ModeCharDevice != 0
}
