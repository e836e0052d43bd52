package commands

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/cmd/lab/internal/classic"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/cmd/lab/internal/oddeven"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/testdata"
)

// pageFlags are what every experiment has.
type pageFlags struct {
	Doc    bool   `help:"Write the page with its plots, NAME.md and NAME-*.svg, instead of printing it."`
	Folder string `default:"docs/lab" placeholder:"DIR" help:"Where --doc writes to. Default docs/lab."`
	Quick  bool   `help:"Take smaller numbers, so that it lasts less than 20 seconds."`
	JSON   bool   `name:"json" help:"Print the rows of the tables, one JSON object a line."`
}

// rawFlags are those of an experiment that keeps raw results.
type rawFlags struct {
	Recorded bool   `help:"Take the recorded results and measure nothing."`
	Raw      string `default:"testdata/lab" placeholder:"DIR" help:"Where --doc keeps the raw results, and goes on from those there are. Default testdata/lab."`
}

// show prints an experiment's page or writes its files.
func (f *pageFlags) show(a *cli.App, p *lab.Page) error {
	switch {
	case !f.Doc && f.JSON:
		return p.WriteJSON(a.Out)
	case !f.Doc:
		return p.Write(a.Out)
	}
	files, err := p.Files()
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := userfile.Write(filepath.Join(f.Folder, file.Name), file.Content); err != nil {
			return err
		}
	}
	return nil
}

// end shows the page of what was measured, also where err has ended the measuring, which is told then.
func (f *pageFlags) end(a *cli.App, page *lab.Page, noPage, err error) error {
	if noPage != nil {
		return cmp.Or(err, noPage)
	}
	return cmp.Or(err, f.show(a, page))
}

// check refuses what can't be done before any time is spent on it.
func (f *pageFlags) check() error {
	switch {
	case f.Doc && f.JSON:
		return cli.Usagef("--doc and --json: want one of them")
	case f.Doc && f.Quick:
		return cli.Usagef("--doc and --quick: a page of the documents wants the whole experiment")
	case f.Doc:
		return requireDir("--doc", f.Folder, "--folder")
	}
	return nil
}

// requireDir returns a usage error if folder is not a directory. what is the flag that
// needs it, flag the one that sets it.
func requireDir(what, folder, flag string) error {
	if s, err := os.Stat(folder); err != nil || !s.IsDir() {
		return cli.Usagef("%s: there is no folder %s here: want the root of the sources, or %s", what, folder, flag)
	}
	return nil
}

// plan is what an experiment measures.
type plan[T any] interface {
	Keys() []string
	Measure(i int, engine func(name string) hostbridge.Engine) (T, error)
}

// measured are an experiment's raw results: those that there are, and those that are
// measured now. Where ctrl-C ends it, those made so far are kept, and returned with
// the error.
func measured[T any](a *cli.App, f *pageFlags, raw *rawFlags, name, command string, engines []string, p plan[T]) (lab.Records[T], error) {
	keys := p.Keys()
	path := filepath.Join(raw.Raw, name+".jsonl")
	results := lab.Records[T]{}
	switch {
	case raw.Recorded && f.Quick:
		return nil, cli.Usagef("--recorded and --quick: want one of them")
	case raw.Recorded:
		return recorded[T](name, command, keys)
	case f.Doc:
		if err := requireDir("--doc", raw.Raw, "--raw"); err != nil {
			return nil, err
		}
		b, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("--raw: %w", err)
		}
		if results, err = lab.ReadRecords[T](bytes.NewReader(b), path); err != nil {
			return nil, err
		}
	}
	var missing []int
	for i, key := range keys {
		if _, ok := results[key]; !ok {
			missing = append(missing, i)
		}
	}
	err := cli.Each(a, engines, len(missing), func(b cli.Bench, i int) (T, error) {
		made, err := p.Measure(missing[i], func(name string) hostbridge.Engine { return b[name] })
		if err == nil {
			err = a.Ctx.Err()
		}
		return made, err
	}, func(i int, made T) error {
		results[keys[missing[i]]] = made
		return nil
	})
	if f.Doc && len(missing) > 0 {
		file, ferr := results.File(command, keys)
		if ferr == nil {
			ferr = userfile.Write(path, file)
		}
		if err == nil {
			err = ferr
		}
	}
	return results, err
}

// recorded are the raw results that come with the program, which must be those
// of all the keys.
func recorded[T any](name, command string, keys []string) (lab.Records[T], error) {
	path := "lab/" + name + ".jsonl"
	b, err := testdata.Files.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("--recorded: %w", err)
	}
	results, err := lab.ReadRecords[T](bytes.NewReader(b), "testdata/"+path)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		if _, ok := results[key]; !ok {
			return nil, fmt.Errorf("--recorded: testdata/%s has no %q: something was changed since; run %s", path, key, command)
		}
	}
	return results, nil
}

// OddEven is the experiment on the odd-even effect.
type OddEven struct {
	pageFlags
	rawFlags
}

// stoppable is a plan that ctrl-C ends within a search.
type stoppable struct {
	*oddeven.Plan
	a *cli.App
}

// Measure does one of the plan's jobs.
func (s stoppable) Measure(i int, engine func(name string) hostbridge.Engine) ([]oddeven.Iteration, error) {
	return s.Plan.Measure(i, engine, s.a.Stop)
}

// Run makes the experiment.
func (c *OddEven) Run(a *cli.App) error {
	if err := c.check(); err != nil {
		return err
	}
	p, err := oddeven.NewPlan(c.Quick)
	if err != nil {
		return err
	}
	results, err := measured(a, &c.pageFlags, &c.rawFlags, oddeven.Name, oddeven.Command, p.Engines, stoppable{p, a})
	if err != nil && (c.Doc || len(results) == 0) {
		return err
	}
	return c.end(a, p.Page(results), nil, err)
}

// Classic is the experiment on the plain program.
type Classic struct {
	pageFlags
	rawFlags
}

// Run makes the experiment.
func (c *Classic) Run(a *cli.App) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.Recorded && c.Quick {
		return cli.Usagef("--recorded and --quick: want one of them")
	}
	p, err := classic.NewPlan(c.Quick)
	if err != nil {
		return err
	}
	records, err := c.measure(a, p)
	if err != nil && (c.Doc || len(records) == 0) {
		return err
	}
	page, noPage := p.Page(records)
	return c.end(a, page, noPage, err)
}

// measure does what has not been done, and keeps it with --doc: each piece when it is done.
func (c *Classic) measure(a *cli.App, p *classic.Plan) (classic.Records, error) {
	path := filepath.Join(c.Raw, classic.Name+".jsonl")
	records := classic.Records{}
	switch {
	case c.Recorded:
		return recordedClassic(p)
	case c.Doc:
		if err := requireDir("--doc", c.Raw, "--raw"); err != nil {
			return nil, err
		}
		b, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("--raw: %w", err)
		}
		if records, err = lab.ReadRecords[*classic.Made](bytes.NewReader(b), path); err != nil {
			return nil, err
		}
	}
	var bar *cli.Progress
	err := p.Run(a.Ctx, a.Stop, records, func(done, of int) {
		if bar == nil {
			bar = cli.NewProgress(a.Err, of)
		}
		bar.Show(done)
	}, func() error {
		if !c.Doc {
			return nil
		}
		file, err := p.File(records)
		if err != nil {
			return err
		}
		return userfile.Write(path, file)
	})
	if bar != nil {
		bar.Clear()
	}
	if err != nil && a.Ctx.Err() != nil {
		done, of, counted := p.Count(records)
		if counted != nil {
			return records, counted
		}
		return records, cli.Interrupted{Done: done, Of: of}
	}
	return records, err
}

// recordedClassic are the raw results that come with the program.
func recordedClassic(p *classic.Plan) (classic.Records, error) {
	path := "lab/" + classic.Name + ".jsonl"
	b, err := testdata.Files.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("--recorded: %w", err)
	}
	records, err := lab.ReadRecords[*classic.Made](bytes.NewReader(b), "testdata/"+path)
	if err != nil {
		return nil, err
	}
	key, err := p.Lacks(records)
	if err == nil && key != "" {
		err = fmt.Errorf("--recorded: testdata/%s has no %q: something was changed since; run %s", path, key, classic.Command)
	}
	return records, err
}

const labManual = "docs/lab/README.md"

func (*Classic) Help() string {
	return cli.Detail("Prints what the plain program counts of a board and how it scores it, and what minimax and alpha-beta look at, with and without its ideas.",
		"go run ./cmd/lab classic --quick", labManual)
}

func (*OddEven) Help() string {
	return cli.Detail("Prints the formulas of the minimal tree; what searches of the benchmark and of openings count, by depth and kind of node; what "+
		"iterations take on each machine; how scores swing with the parity of the depth. It takes some minutes; --recorded prints the results in testdata/lab.",
		"go run ./cmd/lab odd-even --quick\ngo run ./cmd/lab odd-even --doc", labManual)
}
