package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/searchex/searchex/cmd/internal/explain/tree"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/window"
)

// windowCmd shows how a search decides, on a small made-up tree.
type windowCmd struct {
	Model string `default:"1" placeholder:"MODEL" help:"The model: 1 to 5 for Sargon's, a name that --list shows, a file, or - for standard input. Default 1."`
	List  bool   `help:"List the models that come with the program."`
	engineFlag
	RunName string  `name:"run" placeholder:"NAME" help:"Only this one of the model's runs."`
	Profile string  `placeholder:"SPEC" help:"Search with this profile instead of the model's, as sx81 or sx81,price.capture=3."`
	SX      *int    `name:"sx" placeholder:"N" help:"Search with this SX instead of the model's, 0 to 255."`
	Depth   *int    `placeholder:"N" help:"Search to this many plies instead of the model's, 1 to 32; in profile uniform that sets SX too."`
	Log     bool    `help:"Print the events alone, one a line."`
	JSON    bool    `name:"json" help:"Print the events, or the list of models, as one JSON object a line."`
	SVG     *string `name:"svg" placeholder:"FILE" help:"Write a picture of the runs, too; - prints it and nothing else."`
	ASCII   bool    `name:"ascii" help:"Draw with ASCII only. Default where the locale is not UTF-8."`
	Doc     bool    `help:"Write the guided tour of alpha-beta and SEX, made from live runs, and nothing else."`
	File    string  `arg:"" optional:"" help:"Where --doc writes to. Default standard output."`
}

// watched is a run of a model on several engines that agree.
type watched struct {
	*window.Run
	results []hostbridge.Result // by engine
}

// Run runs the model on all engines and prints what they did.
func (c *windowCmd) Run(a *app) error {
	if c.File != "" && !c.Doc {
		return usagef("argument %q: want --model before a model, --doc before a file for the tour", report.Short(c.File, 40))
	}
	if c.List {
		return c.list(a)
	}
	names, err := c.names(a)
	if err != nil {
		return err
	}
	if c.Doc {
		return c.tour(a, names)
	}
	if c.SVG != nil && *c.SVG == "" {
		return usagef("--svg: want the name of a file, or -")
	}
	m, err := c.load(a)
	if err != nil {
		return err
	}
	settings, err := c.settings(m)
	if err != nil {
		return err
	}
	runs, err := a.watch(m, settings, names)
	if err != nil {
		return err
	}
	if c.SVG != nil {
		picture, err := draw(runs)
		if err != nil {
			return err
		}
		if printed, err := a.putPicture(*c.SVG, picture); printed || err != nil {
			return err
		}
	}
	var b bytes.Buffer
	to := a.out.On(&b)
	to.ASCII = to.ASCII || c.ASCII
	switch {
	case c.JSON:
		err = logJSON(to, runs)
	case c.Log:
		for _, r := range runs {
			for _, line := range r.Log() {
				if len(runs) > 1 {
					line = r.Setting.Name + ": " + line
				}
				fmt.Fprintln(to, tree.Printable(line))
			}
		}
	default:
		err = explain(to, runs, names)
	}
	if err != nil {
		return err
	}
	_, err = a.out.Write(b.Bytes())
	return err
}

// list prints the models that come with the program.
func (c *windowCmd) list(a *app) error {
	t := report.NewTable("<model", "positions", "plies", "runs", "<title").Break("title", 20)
	for i, name := range window.BuiltinNames() {
		m, err := window.Builtin(name)
		if err != nil {
			return err
		}
		number := fmt.Sprint(i + 1)
		if n, err := window.Builtin(number); err != nil || n.Name != name {
			number = name
		}
		positions, plies := 0, 0
		m.Root.Each(func(p *window.Position) { positions, plies = positions+1, max(plies, p.Ply()) })
		if c.JSON {
			runs := []string{}
			for _, s := range m.Runs {
				runs = append(runs, s.Name)
			}
			err := report.JSON(a.out, struct {
				Model string   `json:"model"`
				Name  string   `json:"name"`
				Title string   `json:"title"`
				Runs  []string `json:"runs"`
			}{number, name, m.Title, runs})
			if err != nil {
				return err
			}
			continue
		}
		t.Add(number, positions, plies, len(m.Runs), m.Title)
	}
	return a.finish(t, nil)
}

// load finds the model: one that comes with the program, or a file.
func (c *windowCmd) load(a *app) (*window.Model, error) {
	m, err := window.Builtin(c.Model)
	if err == nil {
		return m, nil
	}
	_, missing := os.Stat(c.Model)
	switch {
	case c.Model == "-":
		m, err = window.Parse("standard input", a.input())
	case missing == nil || strings.ContainsAny(c.Model, `/\.`):
		var text []byte
		if text, err = a.readFile(c.Model, window.MaxSize); err == nil {
			m, err = window.Parse(c.Model, bytes.NewReader(text))
		}
	}
	if err != nil {
		return nil, usagef("--model: %w", err)
	}
	return m, nil
}

// settings are the model's runs, as far as they are wanted, with what the
// command line says in their place.
func (c *windowCmd) settings(m *window.Model) ([]window.Setting, error) {
	switch {
	case c.SX != nil && (*c.SX < 0 || *c.SX > goengine.MaxSX):
		return nil, usagef("--sx %d: want 0 to %d", *c.SX, goengine.MaxSX)
	case c.Depth != nil && (*c.Depth < 1 || *c.Depth > goengine.MaxPly):
		return nil, usagef("--depth %d: want 1 to %d", *c.Depth, goengine.MaxPly)
	}
	var all []window.Setting
	var known []string
	for _, s := range m.Runs {
		known = append(known, s.Name)
		if c.RunName == "" || s.Name == c.RunName {
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		if len(known) == 1 && known[0] == "" {
			return nil, usagef("--run %q: the model has one run, without a name", report.Short(c.RunName, 40))
		}
		return nil, usagef("--run %q: the model has no such run: want one of %q", report.Short(c.RunName, 40), known)
	}
	for i := range all {
		if err := c.override(&all[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// override replaces what the command line says of a setting.
func (c *windowCmd) override(s *window.Setting) error {
	if c.Profile != "" {
		profile, err := window.ParseProfile(c.Profile)
		if err != nil {
			return usagef("--profile: %w", err)
		}
		s.Spec, s.Profile = c.Profile, profile
	}
	if c.Depth != nil {
		s.SetDepth(*c.Depth)
	}
	if c.SX != nil {
		s.SX = *c.SX
	}
	return nil
}

// watch runs a model with all settings on all engines. Engines that differ are
// an error that says where.
func (a *app) watch(m *window.Model, settings []window.Setting, names []string) ([]watched, error) {
	engines, err := a.newBench(names)()
	if err != nil {
		return nil, err
	}
	var runs []watched
	for i := range settings {
		var w watched
		for _, name := range names {
			var r *window.Run
			err := a.abandonable(func() (err error) {
				r, err = m.Run(engines[name], &settings[i])
				return err
			})
			if a.ctx.Err() != nil {
				return nil, interrupted{}
			}
			if err != nil {
				return nil, fmt.Errorf("engine %s: %w", name, err)
			}
			if w.Run == nil {
				w.Run = r
			} else if where := difference(w.Run, r); where != "" {
				return nil, fmt.Errorf("model %s: %s: %s and %s differ: %s", m.Name, tree.Settings(r), names[0], name, where)
			}
			w.results = append(w.results, r.Result)
		}
		runs = append(runs, w)
	}
	return runs, nil
}

// difference says in what two runs differ, empty where they are equal.
func difference(x, y *window.Run) string {
	if where := window.Difference(x, y); where != "" {
		return where
	}
	a, b := &x.Result, &y.Result
	if a.Agrees(b) {
		return ""
	}
	return fmt.Sprintf("the result is %v, score %d, %d nodes on %s, %v, score %d, %d nodes on %s",
		a.PV, a.Score, a.Nodes, x.Engine, b.PV, b.Score, b.Nodes, y.Engine)
}

// logJSON writes the events, each with its run's name where there are several.
func logJSON(w io.Writer, runs []watched) error {
	for _, r := range runs {
		name, err := json.Marshal(r.Setting.Name)
		if err != nil {
			return err
		}
		for _, e := range r.Events {
			if len(runs) == 1 {
				if err := report.JSON(w, e); err != nil {
					return err
				}
				continue
			}
			object, err := json.Marshal(e)
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(w, "{\"run\":%s,%s\n", name, object[1:]); err != nil {
				return err
			}
		}
	}
	return nil
}

// draw is the picture of the runs.
func draw(runs []watched) ([]byte, error) {
	all := make([]*window.Run, len(runs))
	for i := range runs {
		all[i] = runs[i].Run
	}
	var b bytes.Buffer
	err := tree.SVG(&b, all...)
	return b.Bytes(), err
}

// putPicture writes a picture to the file that --svg names, or prints it for -, and
// then it is all that is printed.
func (a *app) putPicture(to string, picture []byte) (printed bool, err error) {
	if to != "-" {
		return false, writeFile(to, picture)
	}
	if a.out.ASCII {
		picture = report.ASCIIXML(picture)
	}
	_, err = a.out.Write(picture)
	return true, err
}

// writeFile replaces a file in one step; what is no file, as a pipe, is
// written to.
func writeFile(path string, content []byte) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return userfile.Replace(path, content)
	case err != nil:
		return userfile.NotWritten(path, err)
	case info.IsDir():
		return fmt.Errorf("writing %s: is a folder: want a file", path)
	case !info.Mode().IsRegular():
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return userfile.NotWritten(path, err)
		}
		if _, err = f.Write(content); err != nil {
			_ = f.Close()
			return userfile.NotWritten(path, err)
		}
		return f.Close()
	}
	return userfile.Replace(path, content)
}
