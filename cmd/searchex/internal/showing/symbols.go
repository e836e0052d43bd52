package showing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/explain/listing"
	"github.com/searchex/searchex/cmd/internal/report"
)

// Symbols writes the symbols of a ROM for other tools.
type Symbols struct {
	Engine string `placeholder:"NAME" help:"The machine, one of ${machines}, or guest:FILE. Default z80, or the one of --rom."`
	cli.ROMFlag
	Format string  `default:"map" placeholder:"NAME" help:"vice: labels of VICE's monitor, for the 6502. mame: comments for MAME's debugger. sld: labels and source lines as sjasmplus writes them for DeZog, for the Z80. ghidra: for Ghidra's ImportSymbolsScript.py. map: a list as nm prints it. Default map."`
	Out    *string `placeholder:"FILE" help:"The file to write; default standard output."`
}

// Run writes the symbols.
func (c *Symbols) Run(a *cli.App) error {
	var names []string
	for _, f := range listing.Formats {
		names = append(names, f.Name)
	}
	i := slices.Index(names, c.Format)
	if i < 0 {
		return cli.Unknown("--format", c.Format, names, "want one of "+strings.Join(names, ", "))
	}
	f := listing.Formats[i]
	engine := c.Engine
	if engine == "" && c.ROM == "" {
		engine = f.Of
	}
	name, a, err := machine(a, engine, &c.ROMFlag, &cli.PokeFlag{})
	if err != nil {
		return err
	}
	img, err := a.ImageOf(name)
	if err != nil {
		return err
	}
	if f.Of != "" && img.CPU.Name != f.Of {
		return cli.Usagef("--format %s: is for the %s, not for the %s: want another format, such as map", f.Name, f.Of, img.CPU.Name)
	}
	if err := cli.WritableOrOut("--out", c.Out); err != nil {
		return err
	}
	b, err := f.Symbols(img)
	if err != nil {
		return fmt.Errorf("--format %s: %s: %w", f.Name, name, err)
	}
	if err := a.Put(cli.Given(c.Out), b); err != nil || c.Out == nil || *c.Out == "-" {
		return err
	}
	_, err = fmt.Fprintf(a.Out, "%s: %s of the %s in %s\n", *c.Out, report.Plural(strings.Count(string(b), "\n"), "line"), name, f.Name)
	return err
}

func (*Symbols) Help() string {
	return cli.Detail("Prints the symbols of a ROM, or writes them to a file, for debuggers and disassemblers of other people. A file that exists is replaced.",
		"searchex symbols --format vice --out m6502.lbl\nsearchex symbols --engine 68000 --format ghidra", codeManual)
}
