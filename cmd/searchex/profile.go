package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/export"
	"github.com/searchex/searchex/goengine"
)

// profileCmd writes where a machine's clock cycles go, for other people's tools.
type profileCmd struct {
	Engine  string `default:"z80" placeholder:"NAME" help:"The machine, one of ${machines}. Default z80."`
	Profile string `default:"sx81" placeholder:"NAME" help:"The profile of the search. Default sx81."`
	positionFlags
	budgetFlags
	Format string `default:"pprof" placeholder:"NAME" help:"pprof, speedscope or callgrind. Default pprof."`
	NoPly  bool   `name:"no-ply" help:"In pprof, leave out the label that tells the plies of the search apart; the file gets smaller."`
	Out    string `required:"" placeholder:"FILE" help:"The file to write."`
}

// formats are those of --format, with what opens a file of each.
var formats = map[string]struct {
	write func(w io.Writer, p *emu.Profile, o export.Options) error
	open  string
}{
	"pprof":      {export.Pprof, "go tool pprof -top %s"},
	"speedscope": {export.Speedscope, "speedscope %s, or https://www.speedscope.app"},
	"callgrind":  {export.Callgrind, "callgrind_annotate --inclusive=yes %s, or kcachegrind"},
}

// Run searches all positions unwatched, one after the other on one machine with its
// profiler on, and writes the profile of all.
func (c *profileCmd) Run(a *app) error {
	format, ok := formats[c.Format]
	switch {
	case !ok:
		return usagef("--format: %q is unknown: want pprof, speedscope or callgrind", c.Format)
	case c.NoPly && c.Format != "pprof":
		return usagef("--no-ply: %s has no labels: want --format pprof", c.Format)
	}
	names, err := (&engineFlag{c.Engine}).machines(a)
	if err != nil {
		return err
	}
	if len(names) != 1 {
		return usagef("--engine %s: a profile is of one machine", c.Engine)
	}
	if err := writable("--out", c.Out); err != nil {
		return err
	}
	positions, err := c.load(a, benchmark)
	if err != nil {
		return err
	}
	jobs, err := a.jobs(&profileFlag{c.Profile}, positions, &c.budgetFlags)
	if err != nil {
		return err
	}
	if len(jobs) != len(positions) {
		return usagef("--profile %s: want one profile of the search", c.Profile)
	}
	p, searched, err := a.profileAll(names[0], jobs)
	if err != nil {
		return err
	}
	title := fmt.Sprintf("%s: %s, %s", names[0], plural(len(jobs), "search"), jobs[0].describe())
	var content bytes.Buffer
	if err := format.write(&content, p, export.Options{Title: title, Levels: !c.NoPly}); err != nil {
		return fmt.Errorf("--format %s: %w", c.Format, err)
	}
	if err := writeFile(c.Out, content.Bytes()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "%s\n%s %s, of which %s to set the positions up\n%s, %s bytes: %s\n", title,
		report.Count(p.Cycles), unit(names[0]), report.Count(p.Cycles-searched),
		c.Out, report.Int(content.Len()), fmt.Sprintf(format.open, c.Out))
	return err
}

// profileAll searches all positions on a machine. The profile has the setting up of
// the positions too; searched are the cycles without that.
func (a *app) profileAll(name string, jobs []job) (p *emu.Profile, searched uint64, err error) {
	e, err := a.newEngine(name)
	if err != nil {
		return nil, 0, fmt.Errorf("engine %s: %w", name, err)
	}
	m, ok := machineOf(e)
	if !ok {
		return nil, 0, fmt.Errorf("engine %s: its machine can't be profiled", name)
	}
	bar := newProgress(a.err, len(jobs))
	defer bar.clear()
	m.StartProfile()
	for i, j := range jobs {
		r, err := e.Search(goengine.NewGame(j.pos.Board), &j.prof.data, j.limits)
		switch {
		case a.ctx.Err() != nil:
			return nil, 0, interrupted{i, len(jobs)} // shares of a part would mislead
		case err != nil:
			return nil, 0, fmt.Errorf("engine %s: profile %s: fen %q: %w", name, j.prof.name, j.pos.FEN, err)
		}
		searched += r.Cycles
		bar.show(i + 1)
	}
	return m.StopProfile(), searched, nil
}

// writable says before a long search that a file that a flag names can't be written
// after it.
func writable(flag, path string) error {
	switch info, err := os.Stat(path); {
	case path == "":
		return usagef("%s: want the name of a file", flag)
	case err == nil && info.IsDir():
		return usagef("%s %s: is a folder: want a file", flag, path)
	}
	folder := filepath.Dir(path)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return usagef("%s %s: there is no folder %s", flag, path, folder)
	}
	return nil
}
