package measuring

import (
	"fmt"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/hostbridge"
)

// Snapshot writes a machine before a search, and what it must be after it, for other
// emulators.
type Snapshot struct {
	Engine string `default:"z80" placeholder:"NAME" help:"The machine, one of ${machines}, or guest:FILE. Default z80."`
	cli.SearchFlags
	Out string `required:"" placeholder:"FILE" help:"The file to write."`
}

// Run makes one search, of the initial position by default.
func (c *Snapshot) Run(a *cli.App) error {
	name, err := cli.OneMachine(a, c.Engine, "a snapshot", 0)
	if err != nil {
		return err
	}
	if err := cli.Writable("--out", c.Out); err != nil {
		return err
	}
	tasks, _, err := c.TasksOf(a, []string{name}, cli.Initial)
	if err != nil {
		return err
	}
	if len(tasks) != 1 {
		return cli.Usagef("a snapshot is of one search, not of %d: want one position and one profile", len(tasks))
	}
	e, err := a.NewEngine(name)
	if err != nil {
		return fmt.Errorf("engine %s: %w", name, err)
	}
	s, r, err := hostbridge.TakeSnapshot(a.Ctx, e, &tasks[0])
	if err = a.Ended(err); err != nil {
		return err
	}
	b := s.Bytes()
	if err := userfile.Write(a.Ctx, c.Out, b); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.Out, "%s: %s\n%s nodes, %s %s from search at $%04x to its return to $%04x\n%s, %s bytes: docs/witnesses.md says how to run it\n",
		name, report.Task(&tasks[0]), report.Count(r.Nodes), report.Count(r.Cycles), hostbridge.UnitOf(name),
		s.Register("pc"), s.Home, c.Out, report.Int(len(b)))
	return err
}

func (*Snapshot) Help() string {
	return cli.Detail("Prints what was searched, its nodes and clock cycles. The file has memory and registers of a machine at the first instruction of a search, "+
		"and the memory and number of clock cycles that must be there at its return: any other emulator can run it and compare.",
		"searchex snapshot --engine z80 --sx 18 --out z80.snapshot", "docs/witnesses.md")
}
