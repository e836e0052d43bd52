package commands

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/hostbridge"
)

// pageFlags are the flags of every experiment.
type pageFlags struct {
	Doc    bool   `help:"Write the page of the documents with its plots, NAME.md and NAME-*.svg, instead of printing all of it."`
	Folder string `default:"docs/lab" placeholder:"DIR" help:"Where --doc writes to. Default docs/lab."`
	Quick  bool   `help:"Measure less, in under 20 seconds."`
	JSON   bool   `name:"json" help:"Print the rows of the tables, one JSON object a line."`
}

// rawFlags are the flags of an experiment that keeps raw results.
type rawFlags struct {
	Recorded bool   `help:"Use the recorded results and measure nothing."`
	Raw      string `default:"testdata/lab" placeholder:"DIR" help:"Where --doc keeps the raw results. It measures only what is missing there. Default testdata/lab."`
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
	return writeFiles(a, f.Folder, files)
}

// writeFiles writes files of a folder.
func writeFiles(a *cli.App, folder string, files []lab.File) error {
	for _, file := range files {
		if err := userfile.Write(a.Ctx, filepath.Join(folder, file.Name), file.Content); err != nil {
			return err
		}
	}
	return nil
}

// writeMade writes what made returns to the file at path, if it is not nil.
func writeMade(a *cli.App, path *string, made func() ([]byte, error)) error {
	if path == nil {
		return nil
	}
	content, err := made()
	if err != nil {
		return err
	}
	return userfile.Write(a.Ctx, *path, content)
}

// end shows the page of the results, which are incomplete if err has ended the measurements:
// then it shows what is known, but replaces no page of the documents.
func (f *pageFlags) end(a *cli.App, results int, page func() (*lab.Page, error), err error) error {
	if err != nil && (f.Doc || results == 0) {
		return err
	}
	p, noPage := page()
	if noPage != nil {
		return cmp.Or(err, noPage)
	}
	return cmp.Or(err, f.show(a, p))
}

// errRecordedQuick refuses two flags that contradict each other.
var errRecordedQuick = cli.Usagef("--recorded and --quick: want one of them")

// check returns a usage error for flags that contradict each other and for a missing
// directory, before anything is measured.
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

// plan has the jobs of an experiment, each with a key.
type plan[T any] interface {
	Keys() []string
	Measure(i int, engine func(name string) hostbridge.Engine) (T, error)
}

// measure returns an experiment's raw results: it takes those that exist and measures
// the others. After ctrl-C it keeps those measured so far, and returns them with the
// error.
func measure[T any](a *cli.App, f *pageFlags, raw *rawFlags, name, command string, engines []string, p plan[T]) (results lab.Records[T], err error) {
	err = raw.alone(a, f, name, func() error {
		results, err = measureAlone(a, f, raw, name, command, engines, p)
		return err
	})
	return results, err
}

// alone calls work, which with --doc reads and replaces the raw results of an experiment, while
// no other program does that.
func (raw *rawFlags) alone(a *cli.App, f *pageFlags, name string, work func() error) error {
	if !f.Doc || raw.Recorded {
		return work()
	}
	if err := requireDir("--doc", raw.Raw, "--raw"); err != nil {
		return err
	}
	return userfile.Alone(a.Ctx, raw.path(name), work)
}

// path returns the file of raw results of an experiment.
func (raw *rawFlags) path(name string) string { return filepath.Join(raw.Raw, name+".jsonl") }

// out is path with --doc, or else nil: no raw results are kept.
func (raw *rawFlags) out(f *pageFlags, name string) *string {
	if !f.Doc {
		return nil
	}
	path := raw.path(name)
	return &path
}

// measureAlone implements measure.
func measureAlone[T any](a *cli.App, f *pageFlags, raw *rawFlags, name, command string, engines []string, p plan[T]) (lab.Records[T], error) {
	r, err := openRaw[T](f, raw, name, command, p.Keys())
	if err != nil || raw.Recorded {
		return r.results, err
	}
	err = cli.Each(a, engines, len(r.missing), func(b cli.Bench, i int) (T, error) {
		result, err := p.Measure(r.missing[i], func(name string) hostbridge.Engine { return b[name] })
		if err == nil {
			err = a.Ctx.Err()
		}
		return result, err
	}, func(i int, result T) error {
		r.results[r.keys[r.missing[i]]] = result
		return nil
	})
	if kerr := r.keep(a); err == nil {
		err = kerr
	}
	return r.results, err
}

// rawResults are the raw results of an experiment.
type rawResults[T any] struct {
	keys    []string
	results lab.Records[T]
	// missing has the places of the keys without a result.
	missing []int
	out     *string // the file that keeps them, if any
	command string
}

// openRaw reads the raw results that exist.
func openRaw[T any](f *pageFlags, raw *rawFlags, name, command string, keys []string) (*rawResults[T], error) {
	r := &rawResults[T]{keys: keys, out: raw.out(f, name), command: command}
	var err error
	switch {
	case raw.Recorded && f.Quick:
		return r, errRecordedQuick
	case raw.Recorded:
		r.results, err = readRecorded(name, command, func(have lab.Records[T]) (string, error) {
			for _, i := range have.Missing(keys) {
				return keys[i], nil
			}
			return "", nil
		})
		return r, err
	}
	if r.results, err = readKept[T](r.out); err != nil {
		return r, fmt.Errorf("--raw: %w", err)
	}
	r.missing = r.results.Missing(keys)
	return r, nil
}

// known returns the hash of the result of a job that there is, as the job makes it.
func (r *rawResults[T]) known(i int) (hash [sha256.Size]byte, ok bool) {
	if i < 0 || i >= len(r.keys) {
		return hash, false
	}
	result, ok := r.results[r.keys[i]]
	if !ok {
		return hash, false
	}
	b, err := json.Marshal(result)
	return sha256.Sum256(b), err == nil
}

// keep writes the file with --doc, if something was missing.
func (r *rawResults[T]) keep(a *cli.App) error {
	if len(r.missing) == 0 {
		return nil
	}
	return writeMade(a, r.out, func() ([]byte, error) { return r.results.File(r.command, r.keys) })
}

// readKept returns the raw results of the file at path, none if path is nil or there is no file.
func readKept[T any](path *string) (lab.Records[T], error) {
	if path == nil {
		return lab.Records[T]{}, nil
	}
	b, err := os.ReadFile(*path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return lab.ReadRecords[T](bytes.NewReader(b), *path)
}

// readRecorded returns the raw results in testdata. lacks returns the key of one that the experiment
// needs and they lack, since something has changed, or "".
func readRecorded[T any](name, command string, lacks func(lab.Records[T]) (key string, err error)) (lab.Records[T], error) {
	results, err := lab.Recorded[T](name)
	if err != nil {
		return nil, fmt.Errorf("--recorded: %w", err)
	}
	switch key, err := lacks(results); {
	case err != nil:
		return nil, err
	case key != "":
		return nil, fmt.Errorf("--recorded: testdata/lab/%s.jsonl has no %q: something was changed since; run %s", name, key, command)
	}
	return results, nil
}

const labManual = "docs/lab/README.md"
