// Searchex searches chess positions with one algorithm on several machines:
// in Go and, under emulation with exact clock cycles, in hand-written assembly,
// and proves that all of them search the same tree.
package main

import (
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/searchex/internal/measuring"
	"github.com/searchex/searchex/cmd/searchex/internal/playing"
	"github.com/searchex/searchex/cmd/searchex/internal/showing"
)

const description = `One chess search on several machines: in Go and, under emulation with exact clock cycles, in assembly. "searchex help COMMAND" explains a command; without any, the program speaks UCI to a chess program, and offers a person in a terminal to play.

Exit status: 0 fine, 1 a difference or a failed check, 2 wrong use, 130 stopped by ctrl-C.`

// commands are the subcommands, one file each.
type commands struct {
	Search   measuring.Search  `cmd:"" help:"Search positions and show move, score, nodes and cycles."`
	Compare  measuring.Compare `cmd:"" help:"Search positions with several engines and check that they searched the same tree."`
	Diff     measuring.Diff    `cmd:"" help:"Show the first event in which two engines' searches differ."`
	Perft    measuring.Perft   `cmd:"" help:"Count the leaves of the tree of legal moves."`
	Cycles   measuring.Cycles  `cmd:"" help:"Show where a machine's clock cycles go, by node and by routine."`
	Profile  measuring.Profile `cmd:"" help:"Write where a machine's clock cycles go for pprof, speedscope or KCachegrind."`
	Routine  showing.Routine   `cmd:"" help:"Show a routine of the engines in every language, with what it costs on each machine."`
	Solve    measuring.Solve   `cmd:"" help:"Count the test positions that each profile solves with equal nodes."`
	Engines  measuring.Engines `cmd:"" help:"Show the engines side by side: what each processor takes and finds."`
	Match    playing.Match     `cmd:"" help:"Play two engines or programs against each other, or several against one."`
	Window   showing.Window    `cmd:"" help:"Show on small made-up trees how a search decides: alpha-beta and SX."`
	Tree     showing.Tree      `cmd:"" help:"Show the tree of a real search: prices, SX left, values against the window, verdicts; and why a move was not seen."`
	Play     playing.Play      `cmd:"" help:"Play against the machine in a terminal, with its levels, keys and display."`
	Annotate playing.Annotate  `cmd:"" help:"Go through games with an engine: values, better lines, and where the score fell."`
	UCI      playing.UCI       `cmd:"" name:"uci" help:"Speak the Universal Chess Interface on standard input and output."`
	XBoard   playing.XBoard    `cmd:"" name:"xboard" help:"Speak the XBoard protocol (CECP) on standard input and output."`
	Book     playing.Book      `cmd:"" help:"Build, check, show and extend opening books."`
	Bench    measuring.Bench   `cmd:"" help:"Measure this computer: nodes a second in Go, emulated MHz of the machines."`
	Version  measuring.Version `cmd:"" help:"Show versions and the machines' memory."`
}

// program returns searchex with its commands.
func program() *cli.Program {
	return &cli.Program{Name: "searchex", Description: description, Commands: &commands{}, Begin: playing.CommandLine}
}

func main() { program().Main() }

// run executes a command line and returns the exit status.
func run(a *cli.App, args []string) int { return program().Run(a, args) }
