package measuring

import (
	"bytes"
	"fmt"
	"io"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/export"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// Profile writes where a machine's clock cycles go, for pprof, speedscope or KCachegrind.
type Profile struct {
	Engine  string `default:"z80" placeholder:"NAME" help:"The machine, one of ${machines}, or guest:FILE. Default z80."`
	Profile string `default:"sx81" placeholder:"NAME" help:"The profile of the search. Default sx81."`
	cli.PositionFlags
	cli.BudgetFlags
	Format string `default:"pprof" placeholder:"NAME" help:"pprof, speedscope or callgrind. Default pprof."`
	NoPly  bool   `name:"no-ply" help:"In pprof, leave out the label with the ply of the search; the file gets smaller."`
	Out    string `required:"" placeholder:"FILE" help:"The file to write."`
}

// formats are the values of --format. open is the command that opens a file of it.
var formats = map[string]struct {
	write func(w io.Writer, p *emu.Profile, o export.Options) error
	open  string
}{
	"pprof":      {export.Pprof, "go tool pprof -top %s"},
	"speedscope": {export.Speedscope, "speedscope %s, or https://www.speedscope.app"},
	"callgrind":  {export.Callgrind, "callgrind_annotate --inclusive=yes %s, or kcachegrind"},
}

// Run searches all positions, one after the other and without callbacks, on one machine
// with its profiler on, and writes the profile of all searches.
func (c *Profile) Run(a *cli.App) error {
	format, ok := formats[c.Format]
	switch {
	case !ok:
		return cli.Usagef("--format: %q is unknown: want pprof, speedscope or callgrind", c.Format)
	case c.NoPly && c.Format != "pprof":
		return cli.Usagef("--no-ply: %s has no labels: want --format pprof", c.Format)
	}
	name, err := cli.OneMachine(a, c.Engine, "a profile", 0)
	if err != nil {
		return err
	}
	if err := cli.Writable("--out", c.Out); err != nil {
		return err
	}
	tasks, n, err := cli.BenchmarkTasks(a, []string{name}, c.Profile, &c.PositionFlags, &c.BudgetFlags)
	if err != nil {
		return err
	}
	if len(tasks) != n {
		return cli.Usagef("--profile %s: want one profile of the search", c.Profile)
	}
	p, searched, err := profileAll(a, name, tasks)
	if err != nil {
		return err
	}
	title := fmt.Sprintf("%s: %s, %s", name, report.Plural(len(tasks), "search"), report.Task(&tasks[0]))
	var content bytes.Buffer
	if err := format.write(&content, p, export.Options{Title: title, Levels: !c.NoPly}); err != nil {
		return fmt.Errorf("--format %s: %w", c.Format, err)
	}
	if err := userfile.Write(a.Ctx, c.Out, content.Bytes()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.Out, "%s\n%s %s, of which %s to set the positions up\n%s, %s bytes: %s\n", title,
		report.Count(p.Cycles), hostbridge.UnitOf(name), report.Count(p.Cycles-searched),
		c.Out, report.Int(content.Len()), fmt.Sprintf(format.open, c.Out))
	return err
}

// profileAll makes the searches on a machine. searched are the cycles of the searches,
// without those that set up the positions.
func profileAll(a *cli.App, name string, tasks []hostbridge.Task) (p *emu.Profile, searched uint64, err error) {
	e, err := a.NewEngine(name)
	if err != nil {
		return nil, 0, fmt.Errorf("engine %s: %w", name, err)
	}
	bar := cli.NewProgress(a.Err, len(tasks))
	defer bar.Clear()
	done := 0
	p, searched, err = cycles.Profile(a.Ctx, e, tasks, func(n int) {
		done = n
		bar.Show(n)
	})
	if a.Ctx.Err() != nil {
		err = cli.Interrupted{Done: done, Of: len(tasks)}
	}
	return p, searched, err
}

func (*Profile) Help() string {
	return cli.Detail("Prints what was searched, its clock cycles, and the command that opens the file. The file has cycles and instructions by routine, by "+
		"source line and by call chain; their sums are exact. Recursion is folded: a chain has only the innermost call of a routine.",
		"searchex profile --engine 6502 --out 6502.pb.gz\nsearchex profile --format callgrind --out callgrind.out.z80", cyclesManual)
}
