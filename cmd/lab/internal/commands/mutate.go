package commands

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/asm/tools/mutant"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/cmd/lab/internal/kinds"
)

// Mutate tries changes of a ROM, on any number of computers.
type Mutate struct {
	CPU    string        `arg:"" help:"The CPU whose ROM is changed, one of ${machines}."`
	Sample *int          `placeholder:"N" help:"Try N mutants, always the same ones of a ROM. Default all."`
	Match  string        `placeholder:"TEXT" help:"Only mutants whose line contains this, such as 'scan.s:', 'search.s:75 ' or 'search.s node: '."`
	Kinds  []mutant.Kind `placeholder:"KIND,…" help:"Only these kinds of changes: inverted, never, always, -1, +1, left out, table +1, swapped, register."`
	Names  *string       `placeholder:"FILE" help:"Only mutants whose names are lines of this file."`
	Open   bool          `help:"Only mutants that are not listed as equivalent: a listed one costs all checks."`
	Only   string        `placeholder:"CHECK" help:"Run only this check, such as 'killers, by hand', which is new."`
	Batch  int           `default:"20" placeholder:"N" help:"Mutants of a job. The check that killed one is tried first on the next of the job. Default 20."`

	Out    *string `placeholder:"FILE" help:"Keep each verdict in a state file, a JSON object a line."`
	Resume bool    `help:"Continue the campaign of the state file."`
	JSON   bool    `name:"json" help:"Print one JSON object a mutant."`
	carrierFlags
}

// Run tries the mutants that are missing, and prints what the checks did not notice.
func (c *Mutate) Run(a *cli.App) error {
	if err := c.check(); err != nil {
		return cli.UsageError{Err: err}
	}
	known, err := mutant.Equivalent(c.CPU)
	if err != nil {
		return err
	}
	s, checks, err := c.prepare(a, known)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	defer s.Close()
	err = c.carryLines(a, kinds.MutateKind, s.Mutate, c.Out, c.JSON, &s.Lines, s)
	found := count(s, known)
	if !c.JSON && s.Done() > 0 {
		if werr := found.write(a, checks); werr != nil {
			return werr
		}
	}
	if err == nil && len(found.wrong) > 0 {
		return fmt.Errorf("%s that the checks or asm/tools/mutant/equivalent have wrong", report.Plural(len(found.wrong), "mutant"))
	}
	return err
}

// check returns an error for a value out of range.
func (c *Mutate) check() error {
	switch {
	case !slices.Contains(asm.Names(), c.CPU):
		return fmt.Errorf("CPU %q: want one of %s", c.CPU, strings.Join(asm.Names(), ", "))
	case c.Sample != nil && *c.Sample < 1:
		return fmt.Errorf("--sample %d: want at least 1", *c.Sample)
	case c.Batch < 1 || c.Batch > kinds.MaxMutantBatch:
		return fmt.Errorf("--batch %d: want 1 to %d", c.Batch, kinds.MaxMutantBatch)
	}
	for _, k := range c.Kinds {
		if !slices.Contains(mutant.Kinds, k) {
			return fmt.Errorf("--kinds %q: want some of %q", k, mutant.Kinds)
		}
	}
	if err := cli.CheckGames(nil, nil, c.Resume, c.Out); err != nil {
		return err
	}
	if c.Out != nil {
		if err := cli.Writable("--out", *c.Out); err != nil { // before the checks are built
			return err
		}
	}
	return c.carrierFlags.check()
}

// maxNames bounds the size of the file of --names.
const maxNames = 16 << 20

// prepare returns the state of the campaign, and the names of the checks that run. known are the
// mutants that are listed as equivalent.
func (c *Mutate) prepare(a *cli.App, known map[string]string) (s *kinds.MutateState, checks []string, err error) {
	choice := kinds.Choice{Match: c.Match, Kinds: c.Kinds, Sample: cli.Given(c.Sample)}
	if c.Open {
		choice.Not = known
	}
	if c.Names != nil {
		b, err := userfile.Read(a.Ctx, *c.Names, maxNames)
		if err != nil {
			return nil, nil, fmt.Errorf("--names: %w", err)
		}
		choice.Names = strings.Split(string(b), "\n")
	}
	all, err := kinds.Mutants(c.CPU)
	if err != nil {
		return nil, nil, err
	}
	places, err := choice.Of(all)
	if err != nil {
		return nil, nil, err
	}
	say := logTo(a, "mutate")
	say("building the checks from the sources of this folder")
	m, err := kinds.NewMutate(c.CPU, c.Batch)
	if err != nil {
		return nil, nil, err
	}
	m.Chosen, m.Only = places, c.Only
	if checks, err = kinds.CheckNames(c.CPU); err != nil {
		return nil, nil, err
	}
	if c.Only != "" && !slices.Contains(checks, c.Only) {
		return nil, nil, fmt.Errorf("--only %q: want one of %q", c.Only, checks)
	}
	if c.Only != "" {
		checks = []string{c.Only}
	}
	if s, err = kinds.NewMutateState(m); err == nil && c.Out != nil {
		err = s.Keep(*c.Out, c.Resume)
	}
	if err == nil {
		say("%s, %s; each process tries the ROM as it is first, which takes some ten seconds", report.Plural(s.N-s.Done(), "mutant"), report.Plural(len(checks), "check"))
	}
	return s, checks, err
}

// campaign is what a campaign has found.
type campaign struct {
	// byKind has the numbers of mutants that were tried, killed, listed and not killed, and
	// neither.
	byKind  map[mutant.Kind]*[4]int
	byCheck map[string]int
	// wrong describes the mutants that survived and are not listed as equivalent, and those
	// that are listed and were killed.
	wrong []string
}

// allKinds stands for the kinds of changes together.
const allKinds mutant.Kind = "all"

// count counts the mutants that were tried.
func count(s *kinds.MutateState, known map[string]string) *campaign {
	c := &campaign{byKind: map[mutant.Kind]*[4]int{allKinds: {}}, byCheck: map[string]int{}}
	for i := range s.All {
		x := &s.All[i]
		killed, tried := s.Killed[i]
		if !tried {
			continue
		}
		reason, listed := known[x.Name]
		column := 3
		switch {
		case killed != "":
			column = 1
			c.byCheck[killed]++
			if listed {
				c.wrong = append(c.wrong, fmt.Sprintf("%s: %q kills it, and it is listed as equivalent: %s", x, killed, reason))
			}
		case listed:
			column = 2
		default:
			c.wrong = append(c.wrong, fmt.Sprintf("%s: survived  [% X > % X]", x, x.Old, x.Bytes))
		}
		if c.byKind[x.Kind] == nil {
			c.byKind[x.Kind] = new([4]int)
		}
		for _, n := range []*[4]int{c.byKind[x.Kind], c.byKind[allKinds]} {
			n[0]++
			n[column]++
		}
	}
	return c
}

// write prints the numbers by kind and by check, and the mutants that are wrong.
func (c *campaign) write(a *cli.App, checks []string) error {
	changes := report.NewTable("<change", "tried", "killed", "equivalent", "survived")
	for _, k := range append(slices.Clone(mutant.Kinds), allKinds) {
		if n := c.byKind[k]; n != nil {
			changes.Add(string(k), n[0], n[1], n[2], n[3])
		}
	}
	killers := report.NewTable("<check", "killed")
	var others []string
	for _, name := range checks {
		if n := c.byCheck[name]; n > 0 {
			killers.Add(name, n)
		} else {
			others = append(others, name)
		}
	}
	var b strings.Builder
	if err := report.WriteAll(a.Out.On(&b), changes, killers); err != nil {
		return err
	}
	if len(others) > 0 {
		b.WriteString(a.Out.Fold(fmt.Sprintf("Checks that killed none: %s\n", strings.Join(others, "; "))))
	}
	for _, line := range c.wrong {
		fmt.Fprintln(&b, line)
	}
	_, err := a.Out.Write([]byte(b.String()))
	return err
}

func (*Mutate) Help() string {
	return cli.Detail("Prints the numbers of mutants of a ROM by the kind of change and by the check that killed them, and names those that no check noticed or that are listed as equivalent and were killed: then the exit status is 1. "+
		"A mutant differs from the ROM in one place: a conditional branch is inverted, never taken or always taken, a constant is one less or one more, an instruction is left out, or exchanged with the next (swapped), or has another register, or a byte of a table is one more. "+
		"The checks are tests of package hostbridge, tried until one fails. "+
		"It wants Go, and the searchex sources as the working folder; so does each worker, whose sources must be the same.",
		"go run ./cmd/lab mutate z80 --sample 100\ngo run ./cmd/lab mutate z80 --match 'scan.s:' --json\ngo run ./cmd/lab mutate 6502 --out 6502.jsonl --resume --spread embedded", spreadManual)
}
