package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/hostbridge"
)

// Exit statuses.
const (
	ExitFine = iota
	ExitFailed
	ExitUsage
	ExitOutput            // standard output or a file could not be written
	ExitInterrupted = 130 // as a shell reports SIGINT
)

// Program is a program with commands.
type Program struct {
	Name, Description string
	// Commands is a pointer to a struct that declares the commands for kong.
	Commands any
	// Begin returns the arguments to execute instead of those given, or nil to exit.
	Begin func(a *App, args []string) ([]string, error)
}

// Main executes the process's command line and exits.
func (p *Program) Main() {
	ctx, restore := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, restore) // a second ctrl-C kills
	a := NewApp(ctx, os.Stdin, os.Stdout, os.Stderr)
	a.Out = report.NewScreen(a.Out.Writer, os.Stdout, os.Getenv)
	os.Exit(p.Run(a, os.Args[1:]))
}

// helpShown is an exit status. kong's exit function panics with it.
type helpShown int

// Run executes a command line and returns the exit status.
func (p *Program) Run(a *App, args []string) (status int) {
	defer func() {
		if r := recover(); r != nil {
			code, ok := r.(helpShown)
			if !ok {
				panic(r)
			}
			status = int(code)
		}
	}()
	a.Program = p.Name
	args, err := p.Begin(a, args)
	if err != nil || args == nil {
		return a.report("", err)
	}
	parser, err := kong.New(only(p.Commands, args), append(numberFlags(),
		kong.Name(p.Name), kong.Description(p.Description),
		kong.Writers(a.Out, a.Err), kong.Exit(func(code int) { panic(helpShown(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: a.Out.Limit(100)}),
		kong.Vars{
			"engines": strings.Join(hostbridge.Names, ", "), "standing": strings.Join(hostbridge.AllNames(), ", "),
			"machines": strings.Join(MachineNames(), ", "), "roms": anyROM(),
		},
		kong.Bind(a))...)
	if err != nil {
		panic(err) // a mistake in the declarations of the commands
	}
	k, err := parser.Parse(args)
	var unwritten outputError
	switch {
	case errors.As(err, &unwritten): // a help text could not be written
		return a.report("", err)
	case err != nil:
		return a.report("", UsageError{err})
	}
	return a.report(k.Selected().Path(), k.Run())
}

// only returns a pointer to a struct that declares only the command that args name, or
// commands itself, which points to a struct with all, if args do not begin with the name
// of one. Kong takes most of the program's start to read the declarations of all.
func only(commands any, args []string) any {
	all := reflect.TypeOf(commands).Elem()
	for f := range all.Fields() {
		name := f.Tag.Get("name")
		if first, rest := f.Name[:1], f.Name[1:]; name == "" && rest == strings.ToLower(rest) {
			name = strings.ToLower(first) + rest // as kong names it
		}
		if len(args) > 0 && name == args[0] && name != "" {
			return reflect.New(reflect.StructOf([]reflect.StructField{f})).Interface()
		}
	}
	return commands
}

// report prints an error as one line and returns the exit status.
func (a *App) report(command string, err error) int {
	var usage UsageError
	var unwritten outputError
	var file *userfile.WriteError
	switch {
	case err == nil:
		return ExitFine
	case errors.Is(err, syscall.EPIPE):
		return ExitFine // the reader of a pipe has closed it
	case errors.As(err, &Interrupted{}), a.Ctx.Err() != nil && (errors.Is(err, context.Cause(a.Ctx)) || errors.Is(err, os.ErrDeadlineExceeded)):
		a.complain(command, err)
		return ExitInterrupted
	case userfile.Broken(err): // whatever the command made of it
		a.complain(command, err)
		return ExitOutput
	case errors.As(err, &usage), errors.Is(err, hostbridge.ErrNoModule):
		a.complain(command, err)
		return ExitUsage
	case errors.As(err, &unwritten), errors.As(err, &file):
		a.complain(command, err)
		return ExitOutput
	}
	a.complain(command, err)
	return ExitFailed
}

// longestComplaint is more than any path and what is said about it have, in bytes.
const longestComplaint = 8000

// complain prints an error in one line. Files that others wrote may have names with control characters.
func (a *App) complain(command string, err error) {
	if command != "" {
		command += ": "
	}
	line := report.OneLine(strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; "), longestComplaint)
	if a.Out.ASCII {
		line = report.ASCII(line)
	}
	fmt.Fprintf(a.Err, "%s: %s%s\n", a.Program, command, line)
}

// output is standard output. Its errors are outputErrors.
type output struct{ w io.Writer }

func (o output) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	if err != nil {
		err = outputError{err}
	}
	return n, err
}

// outputError is a failure to write standard output.
type outputError struct{ error }

func (e outputError) Error() string { return "writing the output: " + e.error.Error() }
func (e outputError) Unwrap() error { return e.error }
