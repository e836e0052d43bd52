package showing

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/hostbridge/guest"
)

// Guest has the commands for descriptions of programs that were not written for this project.
type Guest struct {
	Check guestCheck `cmd:"" help:"Run a description, and show what of it works and what may be written next."`
	New   guestNew   `cmd:"" help:"Write a description to begin with, every key with a comment."`
}

func (*Guest) Help() string {
	return cli.Detail("Prints what of a description works, or a description to begin with. A guest is a chess program for Z80, 6502 or 68000 that was not written "+
		"for this project; with its description it is the engine guest:FILE.",
		"searchex guest check asm/guests/mini6502/mini6502.toml", guestManual)
}

// guestManual is the manual page of both.
const guestManual = "docs/manual/guests.md"

// guestCheck runs a description.
type guestCheck struct {
	File string `arg:"" help:"The description, TOML."`
	JSON bool   `name:"json" help:"Print JSON, one object a line: parts, then searches."`
}

// Run checks the description.
func (c *guestCheck) Run(a *cli.App) error {
	d, err := guest.Read(c.File)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	r, err := guest.Check(a.Ctx, d)
	switch {
	case err != nil:
		return a.Ended(err)
	case c.JSON:
		err = printJSON(a, r)
	default:
		err = printReport(a, r)
	}
	if n := r.Failed(); err == nil && n > 0 {
		err = fmt.Errorf("%s: %d of %d parts fail", c.File, n, len(r.Rows))
	}
	return err
}

// printJSON prints parts and searches.
func printJSON(a *cli.App, r *guest.Report) error {
	for i := range r.Rows {
		if err := report.JSON(a.Out, &r.Rows[i]); err != nil {
			return err
		}
	}
	for i := range r.Searches {
		if err := report.JSON(a.Out, &r.Searches[i]); err != nil {
			return err
		}
	}
	return nil
}

// printReport prints tables, and what may be written next.
func printReport(a *cli.App, r *guest.Report) error {
	parts := report.NewTable("<part", "<state", "<found").Break("found", 24).Keys(1)
	searches := report.NewTable("<position", "plies", "<move", "pawns", "nodes", "cycles", "on its clock").Abbreviate("position", 10)
	var next []guest.Row
	for _, row := range r.Rows {
		parts.Add(row.What, row.State, row.Result)
		if row.Write != "" {
			next = append(next, row)
		}
	}
	for _, s := range r.Searches {
		searches.Add(report.Short(s.FEN, 34), s.Plies, s.Move, report.Pawns(s.Score), s.Nodes, s.Cycles, report.Seconds(s.Cycles, r.Clock))
	}
	if err := report.WriteAll(a.Out, parts, searches); err != nil || len(next) == 0 {
		return err
	}
	if _, err := fmt.Fprintln(a.Out, "To write next, if the program has it:"); err != nil {
		return err
	}
	for _, row := range next {
		if _, err := fmt.Fprintf(a.Out, "  %s: %s\n", row.What, row.Write); err != nil {
			return err
		}
	}
	return nil
}

// guestNew writes a description to begin with.
type guestNew struct {
	CPU     string   `name:"cpu" default:"z80" placeholder:"NAME" help:"The processor: z80, 6502 or 68000. Default z80."`
	Image   []string `sep:"none" placeholder:"FILE@ADDR" help:"An image of memory and its address, such as program.bin@0x8000; may stand again. It is written with its SHA-256."`
	Symbols []string `sep:"none" placeholder:"FILE" help:"A file of symbols; may stand again. Labels that look like the board, the side to move, the search are named in comments."`
	Out     *string  `placeholder:"FILE" help:"The file to write, which must not exist; default standard output."`
}

// Run writes the description.
func (c *guestNew) Run(a *cli.App) error {
	b := guest.Beginning{CPU: c.CPU, Images: c.Image, Symbols: c.Symbols}
	if err := cli.WritableOrOut("--out", c.Out); err != nil {
		return err
	}
	if c.Out == nil || *c.Out == "-" {
		text, err := b.Write()
		if err != nil {
			return cli.Usagef("%w", err)
		}
		_, err = a.Out.Write(text)
		return err
	}
	b.Folder = filepath.Dir(*c.Out)
	text, err := b.Write()
	if err != nil {
		return cli.Usagef("%w", err)
	}
	if err := create(*c.Out, text); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.Out, "%s: written; go on with: searchex guest check %s\n", *c.Out, *c.Out)
	return err
}

// create writes a file that does not exist.
func create(name string, text []byte) error {
	f, err := userfile.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return cli.Usagef("--out %s: it exists: want another name", name)
	case err != nil:
		return userfile.NotWritten(name, err)
	}
	if err := userfile.AppendText(f, text); err != nil {
		f.Discard()
		return err
	}
	return userfile.NotWritten(name, f.Close())
}

func (*guestNew) Help() string {
	return cli.Detail("Prints a description of a chess program, or writes it to a file. Every key of a description is in it, most behind a comment mark.",
		"searchex guest new --cpu 6502 --image mini6502.bin@0x8000 --symbols mini6502.lbl --out mini6502.toml", guestManual)
}

func (*guestCheck) Help() string {
	return cli.Detail("Prints which parts of a description work, which fail and with what, and which are not described: files, memory, 1,000 positions written and read back, "+
		"legal moves and moves made against the rules, searches, mates in one, each event. The check of a part ends after a number of cycles; all take seconds.",
		"searchex guest check asm/guests/mini6502/mini6502.toml", guestManual)
}
