package commands

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/asm/tools/mutant"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/kinds"
)

// Mutate tries changes of a ROM, on any number of computers.
type Mutate struct {
	CPU     string `arg:"" help:"The CPU whose ROM is changed: z80, 6502 or 68000."`
	Mutants *int   `placeholder:"N" help:"Try the first N mutants. Default all."`
	Batch   int    `default:"20" placeholder:"N" help:"Mutants of a job. The check that killed one is tried first on the next of the job. Default 20."`

	Out    *string `placeholder:"FILE" help:"Keep each verdict in a state file, a JSON object a line."`
	Resume bool    `help:"Continue the campaign of the state file."`
	JSON   bool    `name:"json" help:"Print one JSON object a mutant."`
	carrierFlags
}

// Run tries the mutants that are missing, and prints what the checks did not notice.
func (c *Mutate) Run(a *cli.App) error {
	s, known, err := c.prepare()
	if err != nil {
		return cli.UsageError{Err: err}
	}
	defer s.Close()
	noteCut(a, "mutate", c.Out, s.Cut)
	plan, err := job.NewPlan(kinds.MutateKind, s.Mutate)
	if err != nil {
		return err
	}
	bar := cli.NewProgress(a.Err, s.N)
	err = c.carry(a, "mutate", c.Out, &job.Run{Plan: plan, Need: s.Need(), Known: s.Known, Emit: func(n int, result []byte) error {
		bar.Clear()
		lines, err := s.Add(n, result)
		if err == nil && c.JSON {
			_, err = a.Out.Write(lines)
		}
		bar.Show(s.Done())
		return err
	}})
	bar.Clear()
	wrong, werr := c.write(a, s, known)
	switch {
	case werr != nil:
		return werr
	case errors.As(err, &cli.Interrupted{}):
		return kept(cli.Interrupted{Done: s.Done(), Of: s.N}, c.Out)
	case err == nil && wrong > 0:
		return fmt.Errorf("%s that the checks or asm/tools/mutant/equivalent have wrong", report.Plural(wrong, "mutant"))
	}
	return err
}

// prepare reads the flags.
func (c *Mutate) prepare() (s *kinds.MutateState, known map[string]string, err error) {
	switch {
	case !slices.Contains(asm.Names(), c.CPU):
		return nil, nil, fmt.Errorf("CPU %q: want one of %s", c.CPU, strings.Join(asm.Names(), ", "))
	case c.Mutants != nil && *c.Mutants < 1:
		return nil, nil, fmt.Errorf("--mutants %d: want at least 1", *c.Mutants)
	case c.Batch < 1 || c.Batch > kinds.MaxMutantBatch:
		return nil, nil, fmt.Errorf("--batch %d: want 1 to %d", c.Batch, kinds.MaxMutantBatch)
	}
	if err := cli.CheckGames(nil, nil, c.Resume, c.Out); err != nil {
		return nil, nil, err
	}
	if c.Out != nil {
		if err := cli.Writable("--out", *c.Out); err != nil { // before the checks are built
			return nil, nil, err
		}
	}
	if err := c.carrierFlags.check(); err != nil {
		return nil, nil, err
	}
	if known, err = mutant.Equivalent(c.CPU); err != nil {
		return nil, nil, err
	}
	m, err := kinds.NewMutate(c.CPU, c.Batch)
	if err != nil {
		return nil, nil, err
	}
	if s, err = kinds.NewMutateState(m, cli.Given(c.Mutants)); err == nil && c.Out != nil {
		err = s.Keep(*c.Out, c.Resume)
	}
	return s, known, err
}

// write prints the number of mutants by kind, and names those that survived and are not
// listed as equivalent, and those that are listed and were killed. It returns their number.
func (c *Mutate) write(a *cli.App, s *kinds.MutateState, known map[string]string) (wrong int, err error) {
	counts := map[mutant.Kind]*[4]int{}
	var lines []string
	for i := range s.All {
		x := &s.All[i]
		killed, tried := s.Killed[i]
		if !tried {
			continue
		}
		n := counts[x.Kind]
		if n == nil {
			n = &[4]int{}
			counts[x.Kind] = n
		}
		n[0]++
		reason, listed := known[x.Name]
		switch {
		case killed != "":
			n[1]++
			if listed {
				lines = append(lines, fmt.Sprintf("%s: %q kills it, and it is listed as equivalent: %s", x, killed, reason))
			}
		case listed:
			n[2]++
		default:
			n[3]++
			lines = append(lines, fmt.Sprintf("%s: survived", x))
		}
	}
	if c.JSON {
		return len(lines), nil
	}
	t := report.NewTable("change", "tried", "killed", "equivalent", "survived")
	for _, k := range mutant.Kinds {
		if n := counts[k]; n != nil {
			t.Add(string(k), n[0], n[1], n[2], n[3])
		}
	}
	if err := t.Write(a.Out); err != nil {
		return 0, err
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(a.Out, line); err != nil {
			return 0, err
		}
	}
	return len(lines), nil
}

func (*Mutate) Help() string {
	return cli.Detail("Prints the mutants of a ROM, which differ from it in one place, that the checks of the sources did not notice, and the numbers of all by the kind of change. "+
		"It wants Go, and the searchex sources as the working folder; so does each worker, whose sources must be the same.",
		"go run ./cmd/lab mutate z80 --out z80.jsonl\ngo run ./cmd/lab mutate 6502 --out 6502.jsonl --resume --spread embedded", spreadManual)
}
