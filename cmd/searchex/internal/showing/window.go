package showing

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/explain/tree"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/window"
)

// Window shows how a search decides, on a small made-up tree.
type Window struct {
	Model string `default:"1" placeholder:"MODEL" help:"The model: 1 to 5 for Sargon's, a name that --list shows, a file, or - for standard input. Default 1."`
	List  bool   `help:"List the models that come with the program."`
	cli.EngineFlag
	RunName string  `name:"run" placeholder:"NAME" help:"Make only this run of the model."`
	Profile string  `placeholder:"SPEC" help:"Search with this profile instead of the model's, as sx81 or sx81,price.capture=3."`
	SX      *int    `name:"sx" placeholder:"N" help:"Search with this SX instead of the model's, 0 to 255."`
	Depth   *int    `placeholder:"N" help:"Search to this many plies instead of the model's, 1 to 32; in profile uniform that sets SX too."`
	Log     bool    `help:"Print the events alone, one a line."`
	JSON    bool    `name:"json" help:"Print the events, or the list of models, as one JSON object a line."`
	SVG     *string `name:"svg" placeholder:"FILE" help:"Also write a picture of the runs; - prints it and nothing else."`
	ASCII   bool    `name:"ascii" help:"Draw with ASCII only. Default if the locale is not UTF-8."`
	Doc     bool    `help:"Write the guided tour of alpha-beta and SEX, made from live runs, and nothing else."`
	File    string  `arg:"" optional:"" help:"Where --doc writes to. Default standard output."`
}

// Run searches the model's tree with all engines and prints the search.
func (c *Window) Run(a *cli.App) error {
	if c.File != "" && !c.Doc {
		return cli.Usagef("argument %q: want --model before a model, --doc before a file for the tour", report.Short(c.File, 40))
	}
	if c.List {
		return c.list(a)
	}
	choose := func() ([]string, error) { return c.Able(a, "window", whatModelsNeed) }
	if c.Doc {
		choose = func() ([]string, error) { return c.Names(a) }
	}
	names, err := choose()
	if err != nil {
		return err
	}
	if c.Doc {
		return c.tour(a, names)
	}
	if err := cli.WritableOrOut("--svg", c.SVG); err != nil {
		return err
	}
	m, err := c.load(a)
	if err != nil {
		return err
	}
	settings, err := c.settings(m)
	if err != nil {
		return err
	}
	runs, err := watch(a, m, settings, names)
	if err != nil {
		return err
	}
	if c.SVG != nil {
		picture, err := tree.Picture(runs)
		if err != nil {
			return err
		}
		if printed, err := a.PutPicture(c.SVG, func() []byte { return picture }); printed || err != nil {
			return err
		}
	}
	var b bytes.Buffer
	to := a.Out.On(&b)
	to.ASCII = to.ASCII || c.ASCII
	switch {
	case c.JSON:
		err = tree.LogJSON(to, runs)
	case c.Log:
		for _, r := range runs {
			for _, line := range r.Log() {
				if label := r.Label(); len(runs) > 1 && label != "" {
					line = label + ": " + line
				}
				fmt.Fprintln(to, tree.Printable(line))
			}
		}
	default:
		err = tree.Explain(to, runs)
	}
	if err != nil {
		return err
	}
	_, err = a.Out.Write(b.Bytes())
	return err
}

// list prints the built-in models.
func (c *Window) list(a *cli.App) error {
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
			err := report.JSON(a.Out, struct {
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
	return a.Finish(t, nil)
}

// load returns the model: a built-in one, or that of a file.
func (c *Window) load(a *cli.App) (*window.Model, error) {
	m, err := window.Builtin(c.Model)
	if err == nil {
		return m, nil
	}
	_, missing := os.Stat(c.Model)
	switch {
	case c.Model == "-":
		m, err = window.Parse(cli.InputName(c.Model), a.Input())
	case missing == nil || strings.ContainsAny(c.Model, `/\.`):
		var text []byte
		if text, err = a.ReadFile(c.Model, window.MaxSize); err == nil {
			m, err = window.Parse(c.Model, bytes.NewReader(text))
		}
	}
	if err != nil {
		return nil, cli.Usagef("--model: %w", err)
	}
	return m, nil
}

// settings returns the settings of the model's runs, or of the one of --run, with the
// changes of the other flags.
func (c *Window) settings(m *window.Model) ([]window.Setting, error) {
	switch {
	case c.SX != nil && (*c.SX < 0 || *c.SX > goengine.MaxSX):
		return nil, cli.Usagef("--sx %d: want 0 to %d", *c.SX, goengine.MaxSX)
	case c.Depth != nil && (*c.Depth < 1 || *c.Depth > goengine.MaxPly):
		return nil, cli.Usagef("--depth %d: want 1 to %d", *c.Depth, goengine.MaxPly)
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
			return nil, cli.Usagef("--run %q: the model has one run, without a name", report.Short(c.RunName, 40))
		}
		return nil, cli.Usagef("--run %q: the model has no such run: want one of %q", report.Short(c.RunName, 40), known)
	}
	for i := range all {
		if err := c.override(&all[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// override changes a setting as the flags say.
func (c *Window) override(s *window.Setting) error {
	if c.Profile != "" {
		profile, err := window.ParseProfile(c.Profile)
		if err != nil {
			return cli.Usagef("--profile: %w", err)
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

// whatModelsNeed is what an engine must be able to do to search a model.
const whatModelsNeed = hostbridge.Generates | hostbridge.Scores | hostbridge.Betas | hostbridge.Alphas | hostbridge.Bests |
	hostbridge.Suppresses | hostbridge.Replaces

// watch searches a model's tree with all settings on all engines. If engines differ it
// returns an error that names the place. Guests search in their own order: each has runs of its own, after the others.
func watch(a *cli.App, m *window.Model, settings []window.Setting, names []string) (runs []tree.Watched, err error) {
	engines, err := a.NewBench(names)()
	if err != nil {
		return nil, err
	}
	own, guests := cli.Guests(names)
	for i := range settings {
		if len(own) == 0 {
			break
		}
		w, err := watchOne(a, m, &settings[i], engines.List(own))
		if err != nil {
			return nil, err
		}
		runs = append(runs, w)
	}
	for _, name := range guests {
		for i := range settings {
			w, err := watchOne(a, m, &settings[i], engines.List([]string{name}))
			if err != nil {
				return nil, err
			}
			w.Beside = len(names) > 1
			runs = append(runs, w)
		}
	}
	return runs, nil
}

// watchOne searches a model's tree with a setting, on engines that must agree.
func watchOne(a *cli.App, m *window.Model, s *window.Setting, engines []hostbridge.Engine) (w tree.Watched, err error) {
	for _, e := range engines {
		var r *window.Run
		err := a.Abandonable(func() (err error) {
			r, err = m.Run(e, s)
			return err
		})
		if a.Ctx.Err() != nil {
			return w, cli.Interrupted{}
		}
		if err != nil {
			return w, fmt.Errorf("engine %s: %w", e.Name(), err)
		}
		if err := w.Add(r); err != nil {
			return w, fmt.Errorf("model %s: %s: %s and %s differ: %w", m.Name, tree.Settings(r), engines[0].Name(), e.Name(), err)
		}
	}
	return w, nil
}

const windowManual = "docs/manual/window.md; for models of your own testdata/models/README.md"

func (*Window) Help() string {
	return cli.Detail("Prints the search of a small made-up tree: which moves were tried, in which order, with which window, and "+
		"what was cut off; then each decision as a line. This program's engines must agree. A guest searches in its own order, and its runs stand beside.",
		"searchex window --model 2\nsearchex window --model 2 --svg tree.svg\nsearchex window --engine guest:FILE --log", windowManual)
}
