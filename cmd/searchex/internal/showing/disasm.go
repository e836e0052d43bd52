package showing

import (
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/explain/listing"
	"github.com/searchex/searchex/hostbridge"
)

// Disasm disassembles the code of a machine.
type Disasm struct {
	Engine string `placeholder:"NAME" help:"The machine, one of ${machines}, or guest:FILE. Default z80, or the one of --rom."`
	cli.ROMFlag
	cli.PokeFlag
	Count int      `placeholder:"N" help:"Instructions to show from each place on. Default: of a label up to the end of the routine, of an address or a line 16."`
	JSON  bool     `name:"json" help:"Print one JSON object a line."`
	Where []string `arg:"" optional:"" placeholder:"WHERE" help:"Routines or other labels, label+offset, addresses such as '$$3000', or lines of the assembly such as try.s:382. Default all code."`
}

// Run shows the code at each place.
func (c *Disasm) Run(a *cli.App) error {
	if c.Count < 0 {
		return cli.Usagef("--count %d: want at least 1", c.Count)
	}
	e, a, err := machineEngine(a, c.Engine, &c.ROMFlag, &c.PokeFlag)
	if err != nil {
		return err
	}
	l, err := listingOf(a, e)
	if err != nil {
		return err
	}
	spans, err := c.spans(l)
	if err != nil {
		return err
	}
	for i, s := range spans {
		var all []listing.Entry
		for j := s[0]; j < s[1]; j++ {
			if a.Ctx.Err() != nil {
				return cli.Interrupted{}
			}
			all = append(all, l.Entry(j))
		}
		if i > 0 && !c.JSON {
			if _, err := a.Out.Write([]byte("\n")); err != nil {
				return err
			}
		}
		if err := listing.Write(a.Out, all, c.JSON); err != nil {
			return err
		}
	}
	return nil
}

// ofAddress is the number of instructions that are shown from an address on.
const ofAddress = 16

// spans returns for each place the first entry and the one behind the last.
func (c *Disasm) spans(l *listing.Listing) (spans [][2]int, err error) {
	if len(c.Where) == 0 {
		count := l.Len()
		if c.Count > 0 {
			count = min(count, c.Count)
		}
		return [][2]int{{0, count}}, nil
	}
	for _, where := range c.Where {
		addrs, err := l.Find(where)
		if err != nil {
			return nil, cli.UsageError{Err: err}
		}
		for _, addr := range addrs {
			from, to := l.Routine(addr)
			switch {
			case c.Count > 0:
				to = min(from+c.Count, l.Len())
			case !listing.IsLabel(where):
				to = min(from+ofAddress, l.Len())
			}
			spans = append(spans, [2]int{from, to})
		}
	}
	return spans, nil
}

// machineEngine returns the engine of the machine that --engine, --rom and --poke
// describe, and the App that makes more of them.
func machineEngine(a *cli.App, engine string, rom *cli.ROMFlag, poke *cli.PokeFlag) (hostbridge.Engine, *cli.App, error) {
	name, a, err := machine(a, engine, rom, poke)
	if err != nil {
		return nil, nil, err
	}
	e, err := a.NewEngine(name)
	return e, a, err
}

// listingOf returns the listing of what an engine's machine runs.
func listingOf(a *cli.App, e hostbridge.Engine) (*listing.Listing, error) {
	img, err := a.ImageOf(e.Name())
	if err != nil {
		return nil, err
	}
	m, ok := cli.MachineOf(e)
	if !ok {
		return nil, cli.Usagef("--engine %s: has no machine code: want one of %s", e.Name(), strings.Join(cli.MachineNames(), ", "))
	}
	return listing.New(m, img)
}

func (*Disasm) Help() string {
	return cli.Detail("Prints for each instruction its address, bytes and clock cycles, its label, the instruction itself, and the line of the assembly that made it: of an instruction in a macro, the line that calls the macro. "+
		"Cycles such as 7-12 are the fewest and the most, found by trying the instruction on the machine: not taken and taken, without and with a repetition.",
		"searchex disasm follow\nsearchex disasm --engine 6502 --count 8 try.s:382 '$8E31'", codeManual)
}

const codeManual = "docs/manual/code.md"
