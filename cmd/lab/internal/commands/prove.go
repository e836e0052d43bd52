package commands

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu/prove"
	"github.com/searchex/searchex/hostbridge/contracts"
)

// Prove proves routines of a machine's program.
type Prove struct {
	Routines []string `arg:"" optional:"" name:"routine" help:"The routines. Default all that have a contract."`
	CPU      string   `name:"cpu" default:"6502" placeholder:"CPU" help:"The processor: z80, 6502 or 68000. Default 6502."`
	JSON     bool     `name:"json" help:"Print one JSON object a routine."`
}

// proof is what --json prints of a routine.
type proof struct {
	Routine string         `json:"routine"`
	Proved  bool           `json:"proved"`
	Cases   int            `json:"cases"`
	Least   uint64         `json:"least_cycles"`
	Most    uint64         `json:"most_cycles"`
	Bytes   int            `json:"bytes"`
	Asked   int            `json:"questions"`
	Seconds float64        `json:"seconds"`
	Counter *prove.Counter `json:"counter_example,omitempty"`
}

// Run proves one routine after the other, and prints a row for each.
func (c *Prove) Run(a *cli.App) error {
	book, err := contracts.Load(c.CPU, nil)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	all := append(book.Routines(), book.Lemmas()...)
	names := c.Routines
	for _, name := range names {
		if !slices.Contains(all, name) {
			return cli.Unknown("routine", name, all, "want one with a contract: "+strings.Join(all, ", "))
		}
	}
	if len(names) == 0 {
		names = all
	}
	if book.Solver, err = prove.NewSolver(a.Ctx); err != nil {
		return fmt.Errorf("prove %s: %w", strings.Join(names, ", "), err)
	}
	defer book.Solver.Close()
	t := report.NewTable("<routine", "cases", "cycles", "bytes", "questions", "seconds")
	ran, routines, differ := map[uint32]bool{}, 0, []string{}
	for _, name := range names {
		bar := cli.NewProgress(a.Err, 1)
		book.Progress = func(done, of int) {
			if done == 1 {
				bar = cli.NewProgress(a.Err, of)
			}
			bar.Show(done)
		}
		r, err := book.Prove(name)
		bar.Clear()
		if err != nil {
			return a.Ended(err)
		}
		lemma := book.Contracts[name].Lemma
		switch {
		case r.Counter != nil && lemma:
			differ = append(differ, fmt.Sprintf("%s does not hold in the case %v", name, r.Counter.Case))
		case r.Counter != nil:
			shown, err := contracts.Replay(c.CPU, book, name, r.Counter)
			if err != nil {
				return a.Ended(err)
			}
			differ = append(differ, fmt.Sprintf("%s does not do what its contract says: on the emulator %s, with %s: see %s", name, shown, counterExample(r.Counter), debugLine(c.CPU, book.Program, name, r.Counter)))
		}
		if maps.Copy(ran, r.Ran); !lemma {
			routines++
		}
		cycles := fmt.Sprint(r.Least)
		switch {
		case r.Counter != nil:
			cycles = "differs"
		case lemma:
			cycles = "-"
		case r.Most > r.Least:
			cycles = fmt.Sprintf("%d to %d", r.Least, r.Most)
		}
		row := proof{name, r.Counter == nil, r.Cases, r.Least, r.Most, len(r.Ran), r.Asked, r.Time.Seconds(), r.Counter}
		if err := t.Put(a.Out, c.JSON, row, name, r.Cases, cycles, len(r.Ran), r.Asked, fmt.Sprintf("%.1f", r.Time.Seconds())); err != nil {
			return err
		}
	}
	if !c.JSON {
		if err := t.Write(a.Out); err != nil {
			return err
		}
		if err := a.Out.Print(fmt.Sprintf("\n%s of %s ran in proofs, by %s\n", report.Plural(len(ran), "byte"), report.Plural(routines, "routine"), book.Solver.Version)); err != nil {
			return err
		}
	}
	if len(differ) > 0 {
		return fmt.Errorf("%s", strings.Join(differ, "; "))
	}
	return nil
}

// counterExample is an input in words: the registers, and the bytes of memory that are not 0.
func counterExample(x *prove.Counter) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(x.Registers)) {
		all = append(all, fmt.Sprintf("%s=$%02X", name, x.Registers[name]))
	}
	for _, at := range slices.Sorted(maps.Keys(x.Memory)) {
		if x.Memory[at] != 0 {
			all = append(all, fmt.Sprintf("$%04X=$%02X", at, x.Memory[at]))
		}
	}
	return strings.Join(all, " ")
}

// debugLine is a command that begins where a routine is called with an input.
func debugLine(cpu string, p *prove.Program, routine string, x *prove.Counter) string {
	line := "searchex debug --engine " + cpu
	for _, set := range assignments(p, routine, x) {
		line += fmt.Sprintf(" --set %q", set)
	}
	return line
}

// assignments are what debug --set wants for the call of a routine with an input: bytes beside each other as one. The stack stays.
func assignments(p *prove.Program, routine string, x *prove.Counter) (all []string) {
	flags := map[string]string{"carry": "flag.c", "zero": "flag.z", "plus": "flag.n"}
	for _, name := range slices.Sorted(maps.Keys(x.Registers)) {
		v := x.Registers[name]
		if name == "plus" {
			v ^= 1
		}
		all = append(all, fmt.Sprintf("%s=0x%x", cmp.Or(flags[name], name), v))
	}
	last := uint64(0)
	for _, at := range slices.Sorted(maps.Keys(x.Memory)) {
		if at < uint64(p.RAM[0][0]) || at >= uint64(p.RAM[0][1]) || at >= uint64(p.Symbols["stack_bottom"]) && at < uint64(p.Symbols["stack_top"]) {
			continue
		}
		if n := len(all) - 1; last != 0 && at == last+1 {
			all[n] += fmt.Sprintf(",0x%x", x.Memory[at])
		} else {
			all = append(all, fmt.Sprintf("byte(0x%x)=0x%x", at, x.Memory[at]))
		}
		last = at
	}
	return append(all, "pc=&"+routine)
}

func (*Prove) Help() string {
	return cli.Detail("Prints a row for each routine and each lemma. Of one that does what its contract says for all inputs it has the cases, the least and the most cycles of a call, "+
		"the bytes of its code that ran, the questions to z3. A routine that differs is an error with an input that shows it. Wants Debian's z3.",
		"go run ./cmd/lab prove hop_rook weigh", "docs/proofs.md")
}
