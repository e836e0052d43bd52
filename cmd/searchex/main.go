// Searchex searches chess positions with one algorithm on several machines:
// in Go and, under emulation with exact clock cycles, in hand-written assembly,
// and proves that all of them search the same tree.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
)

const description = `One chess search on several machines: in Go and, under emulation with exact clock cycles, in assembly. "searchex help COMMAND" explains a command; without any, the program speaks UCI to a chess program, and offers a person in a terminal to play.

Exit status: 0 fine, 1 a difference or a failed check, 2 wrong use, 130 stopped by ctrl-C.`

// commands are the subcommands, one file each.
type commands struct {
	Search   searchCmd   `cmd:"" help:"Search positions and show move, score, nodes and cycles."`
	Compare  compareCmd  `cmd:"" help:"Search positions with several engines and check that they searched the same tree."`
	Diff     diffCmd     `cmd:"" help:"Show the first event in which two engines' searches differ."`
	Perft    perftCmd    `cmd:"" help:"Count the leaves of the tree of legal moves."`
	Cycles   cyclesCmd   `cmd:"" help:"Show where a machine's clock cycles go, by node and by routine."`
	Profile  profileCmd  `cmd:"" help:"Write where a machine's clock cycles go for pprof, speedscope or KCachegrind."`
	Routine  routineCmd  `cmd:"" help:"Show a routine of the engines in every language, with what it costs on each machine."`
	Solve    solveCmd    `cmd:"" help:"Count the test positions that each profile solves with equal nodes."`
	Engines  enginesCmd  `cmd:"" help:"Show the engines side by side: what each processor takes and finds."`
	Match    matchCmd    `cmd:"" help:"Play two engines or programs against each other, or several against one."`
	Window   windowCmd   `cmd:"" help:"Show on small made-up trees how a search decides: alpha-beta and SX."`
	Tree     treeCmd     `cmd:"" help:"Show the tree of a real search: prices, SX left, values against the window, verdicts; and why a move was not seen."`
	Play     playCmd     `cmd:"" help:"Play against the machine in a terminal, with its levels, keys and display."`
	Annotate annotateCmd `cmd:"" help:"Go through games with an engine: values, better lines, and where the score fell."`
	UCI      uciCmd      `cmd:"" name:"uci" help:"Speak the Universal Chess Interface on standard input and output."`
	XBoard   xboardCmd   `cmd:"" name:"xboard" help:"Speak the XBoard protocol (CECP) on standard input and output."`
	Book     bookCmd     `cmd:"" help:"Build, check, show and extend opening books."`
	Bench    benchCmd    `cmd:"" help:"Measure this computer: nodes a second in Go, emulated MHz of the machines."`
	Version  versionCmd  `cmd:"" help:"Show versions and the machines' memory."`
}

// program returns searchex with its commands.
func program() *program_ {
	return &program_{name: "searchex", description: description, commands: &commands{}, begin: commandLine}
}

func main() { program().main() }

// run executes a command line and returns the exit status.
func run(a *app, args []string) int { return program().run(a, args) }

// Exit statuses.
const (
	exitFine = iota
	exitFailed
	exitUsage
	exitInterrupted = 130 // as a shell reports SIGINT
)

// program_ is a program with commands.
type program_ struct {
	name, description string
	// commands is a pointer to a struct that declares the commands for kong.
	commands any
	// begin returns the arguments to execute in place of those given, nil for none.
	begin func(a *app, args []string) ([]string, error)
}

// main executes the process's command line and exits.
func (p *program_) main() {
	ctx, restore := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, restore) // a second ctrl-C kills
	a := newApp(ctx, os.Stdin, os.Stdout, os.Stderr)
	a.out = report.NewScreen(a.out.Writer, os.Stdout, os.Getenv)
	os.Exit(p.run(a, os.Args[1:]))
}

// helpShown is what kong's request to exit panics with.
type helpShown int

// run executes a command line and returns the exit status.
func (p *program_) run(a *app, args []string) (status int) {
	defer func() {
		if r := recover(); r != nil {
			code, ok := r.(helpShown)
			if !ok {
				panic(r)
			}
			status = int(code)
		}
	}()
	a.program = p.name
	args, err := p.begin(a, args)
	if err != nil || args == nil {
		return a.report("", err)
	}
	parser, err := kong.New(p.commands, append(numberFlags(),
		kong.Name(p.name), kong.Description(p.description),
		kong.Writers(a.out, a.err), kong.Exit(func(code int) { panic(helpShown(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: a.out.Limit(100)}),
		kong.Vars{
			"engines": strings.Join(hostbridge.Names, ", "), "standing": strings.Join(hostbridge.Standing(), ", "),
			"machines": strings.Join(machineNames(), ", "),
		},
		kong.Bind(a))...)
	if err != nil {
		panic(err) // a mistake in the declarations of the commands
	}
	k, err := parser.Parse(args)
	var unwritten outputError
	switch {
	case errors.As(err, &unwritten): // of a help text
		return a.report("", err)
	case err != nil:
		return a.report("", usageError{err})
	}
	return a.report(k.Selected().Name, k.Run())
}

// usageError is an error of the caller: exit status 2.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// usagef makes a usageError.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// interrupted is the error of a command that ctrl-C has ended: how many of its
// pieces of work it has finished.
type interrupted struct{ done, of int }

func (e interrupted) Error() string {
	if e.of == 0 {
		return "interrupted"
	}
	return fmt.Sprintf("interrupted: %d of %d finished", e.done, e.of)
}

// report prints an error as one line and returns the exit status.
func (a *app) report(command string, err error) int {
	var usage usageError
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, syscall.EPIPE):
		return exitFine // the reader has had enough
	case errors.As(err, &interrupted{}):
		a.complain(command, err)
		return exitInterrupted
	case errors.As(err, &usage):
		a.complain(command, err)
		return exitUsage
	}
	a.complain(command, err)
	return exitFailed
}

func (a *app) complain(command string, err error) {
	if command != "" {
		command += ": "
	}
	line := strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; ")
	if a.out.ASCII {
		line = report.ASCII(line)
	}
	fmt.Fprintf(a.err, "%s: %s%s\n", a.program, command, line)
}

// output is a writer that says what it was that could not be written.
type output struct{ w io.Writer }

func (o output) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	if err != nil {
		err = outputError{err}
	}
	return n, err
}

// outputError is the error of an output that could not be written.
type outputError struct{ error }

func (e outputError) Error() string { return "writing the output: " + e.error.Error() }
func (e outputError) Unwrap() error { return e.error }
