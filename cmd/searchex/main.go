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

const description = `One chess search on several machines: in Go and, under emulation with exact clock cycles, in assembly. "searchex help COMMAND" explains a command. Without a command the program speaks UCI to a chess program; in a terminal it lists commands to try and offers a game.

A node is a move evaluated; a visit is a position entered.

Exit status: 0 fine, 1 a difference or a failed check, 2 wrong use, 3 output that
cannot be written, 130 stopped by ctrl-C or SIGTERM.`

// commands are the subcommands by the three doors of the README. Each is a file
// of its own in the package that its type names.
type commands struct {
	Play     playing.Play     `cmd:"" group:"To play" help:"Play against the machine in a terminal, with its levels, keys and display."`
	Serve    playing.Serve    `cmd:"" group:"To play" help:"Serve a page for a browser: a chess computer, and four processors side by side."`
	UCI      playing.UCI      `cmd:"" group:"To play" name:"uci" help:"Speak the Universal Chess Interface on standard input and output."`
	XBoard   playing.XBoard   `cmd:"" group:"To play" name:"xboard" help:"Speak the XBoard protocol (CECP) on standard input and output."`
	Annotate playing.Annotate `cmd:"" group:"To play" help:"Go through games with an engine: values, better lines, and where the score fell."`
	Match    playing.Match    `cmd:"" group:"To play" help:"Play two engines or programs against each other, or several against one."`
	Book     playing.Book     `cmd:"" group:"To play" help:"Build, check, show and extend opening books."`
	Export   playing.Export   `cmd:"" group:"To play" help:"Write the images of real machines: the ROM module of the Chess Champion MK V, and cartridges of the MSX and the Mega Drive."`

	Search   measuring.Search   `cmd:"" group:"To measure" help:"Search positions and show move, score, nodes and cycles."`
	Compare  measuring.Compare  `cmd:"" group:"To measure" help:"Search positions with several engines and check that they searched the same tree."`
	Diff     measuring.Diff     `cmd:"" group:"To measure" help:"Show the first event in which two engines' searches differ."`
	Perft    measuring.Perft    `cmd:"" group:"To measure" help:"Count the leaves of the tree of legal moves."`
	Cycles   measuring.Cycles   `cmd:"" group:"To measure" help:"Show where a machine's clock cycles go, by node and by routine."`
	Profile  measuring.Profile  `cmd:"" group:"To measure" help:"Write where a machine's clock cycles go for pprof, speedscope or KCachegrind."`
	Snapshot measuring.Snapshot `cmd:"" group:"To measure" help:"Write a machine before a search, and what it must be after it, for other emulators."`
	Engines  measuring.Engines  `cmd:"" group:"To measure" help:"Show the engines side by side: what each processor takes and finds."`
	Solve    measuring.Solve    `cmd:"" group:"To measure" help:"Count the test positions that each profile solves with equal nodes."`
	Bench    measuring.Bench    `cmd:"" group:"To measure" help:"Measure this computer: nodes a second in Go, emulated MHz of the machines."`
	Version  measuring.Version  `cmd:"" group:"To measure" help:"Show versions and the machines' memory."`

	Window  showing.Window  `cmd:"" group:"To show" help:"Show on small made-up trees how a search decides: alpha-beta and SX."`
	Tree    showing.Tree    `cmd:"" group:"To show" help:"Show the tree of a real search: prices, SX left, values against the window, verdicts; and why a move was not seen."`
	Routine showing.Routine `cmd:"" group:"To show" help:"Show a routine of the engines in every language, with what it costs on each machine."`
	Disasm  showing.Disasm  `cmd:"" group:"To show" help:"Show the machine code of a ROM: bytes, clock cycles, labels and source lines."`
	Trace   showing.Trace   `cmd:"" group:"To show" help:"Show the instructions that a machine executes in a search: clock cycles and registers."`
	Symbols showing.Symbols `cmd:"" group:"To show" help:"Write the symbols of a ROM for other tools: VICE, MAME, DeZog, Ghidra."`
	Heat    showing.Heat    `cmd:"" group:"To show" help:"Show which memory searches read, write and execute, drawn too, and which instructions none reaches."`
	Guest   showing.Guest   `cmd:"" group:"To show" help:"Check or begin the description of a chess program that was not written for this project."`
	Debug   showing.Debug   `cmd:"" group:"To show" help:"Let an editor step through a machine's search, forwards and back (Debug Adapter Protocol)."`
}

// program returns searchex with its commands.
func program() *cli.Program {
	return &cli.Program{Name: "searchex", Description: description, Commands: &commands{}, Begin: playing.CommandLine}
}

func main() { program().Main() }

// run executes a command line and returns the exit status.
func run(a *cli.App, args []string) int { return program().Run(a, args) }
