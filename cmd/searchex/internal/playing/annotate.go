package playing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/explain/annotate"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Annotate goes through games with an engine.
type Annotate struct {
	File    string `arg:"" name:"game.pgn" help:"The games, PGN; - is standard input."`
	Engine  string `default:"go" placeholder:"NAME" help:"The engine, one of ${standing}. Default go."`
	Profile string `default:"tuned" placeholder:"NAME" help:"Its profile of prices. Default tuned."`
	cli.BudgetFlags
	Cycles *uint64 `placeholder:"N" help:"Clock cycles after which a search ends: of the machine, or for go and go@NAME of the machine that it models."`
	Game   int     `placeholder:"N" help:"Only the N-th game of the file. Default all."`
	Out    string  `placeholder:"FILE" help:"Write the PGN to FILE, and print a table of the moves. Default: print the PGN."`
	SVG    string  `name:"svg" placeholder:"FILE" help:"Draw the score by move. Pictures of further games get the names FILE-2.svg and so on."`
	JSON   bool    `name:"json" help:"Print one JSON object for each move instead."`

	profile cli.Profile
	limits  goengine.Limits
}

// annotateNodes is the default node limit of a position.
const annotateNodes = 100_000

// check reads the flags.
func (c *Annotate) check(a *cli.App) error {
	switch {
	case !slices.Contains(hostbridge.Standing(), c.Engine):
		return cli.Usagef("--engine: %q is unknown: want one of %s", c.Engine, report.Sentence(hostbridge.Standing()))
	case c.Cycles != nil && *c.Cycles == 0:
		return cli.Usagef("--cycles 0: want at least 1")
	case c.Game < 0:
		return cli.Usagef("--game %d: want at least 1", c.Game)
	}
	profiles, err := (&cli.ProfileFlag{Profile: c.Profile}).Profiles()
	if err != nil {
		return err
	}
	if len(profiles) != 1 {
		return cli.Usagef("--profile %s: want one", c.Profile)
	}
	c.profile = profiles[0]
	if c.SX == nil && c.Depth == nil && c.Nodes == nil {
		if err := c.BudgetFlags.Check(); err != nil {
			return err
		}
		if c.limits.Stop = a.Stop; c.Cycles == nil {
			c.limits.Nodes = annotateNodes
		}
		return nil
	}
	c.limits, err = c.BudgetFlags.Limits(a, c.profile)
	return err
}

// budget describes the budget of a position.
func (c *Annotate) budget() string {
	var parts []string
	if c.limits.SXSet {
		parts = append(parts, fmt.Sprintf("SX %d", c.limits.SX))
	}
	if n := c.limits.Nodes; n > 0 {
		parts = append(parts, report.Count(n)+" nodes")
	}
	if c.Cycles != nil {
		parts = append(parts, report.Count(*c.Cycles)+" cycles")
	}
	return strings.Join(parts, ", ")
}

// by describes the annotator: engine, profile and budget.
func (c *Annotate) by() string {
	return fmt.Sprintf("searchex %s, profile %s, %s a position", c.Engine, c.profile.Name, c.budget())
}

// Run annotates the games of the file. A game with an error is annotated up to
// there.
func (c *Annotate) Run(a *cli.App) error {
	if err := c.check(a); err != nil {
		return err
	}
	var in io.Reader
	name := c.File
	if name == "-" {
		in, name = a.Input(), "standard input"
	} else {
		f, err := userfile.Open(name)
		if err != nil {
			return cli.UsageError{Err: err}
		}
		defer f.Close()
		in = f
	}
	r := pgn.NewReader(in, name)
	w := annotation{cmd: c, app: a}
	for {
		raw, err := r.Next()
		if errors.Is(err, io.EOF) {
			return w.end(name)
		}
		if err != nil {
			return cmp.Or(w.save(), err)
		}
		if c.Game > 0 && raw.Number != c.Game {
			continue
		}
		if err := w.game(raw); err != nil {
			return cmp.Or(w.save(), err)
		}
		if c.Game > 0 {
			return w.end(name)
		}
	}
}

// annotation is the annotation of a file.
type annotation struct {
	cmd   *Annotate
	app   *cli.App
	text  strings.Builder // of --out
	games int
	// broken is the first error in a game, brokenGames the number of games with one.
	broken      error
	brokenGames int
}

// end writes --out and returns the error of the file as a whole.
func (w *annotation) end(name string) error {
	if w.games == 0 && w.cmd.Game > 0 {
		return cli.Usagef("--game %d: %s has fewer", w.cmd.Game, name)
	}
	if w.games == 0 {
		return cli.Usagef("%s: no game", name)
	}
	if err := w.save(); err != nil {
		return err
	}
	switch {
	case w.brokenGames > 1:
		return fmt.Errorf("%w (and %s more break; all are annotated up to there)", w.broken, report.Plural(w.brokenGames-1, "game"))
	case w.broken != nil:
		return fmt.Errorf("%w (annotated up to there)", w.broken)
	}
	return nil
}

// save writes the PGN of --out. It replaces the file atomically.
func (w *annotation) save() error {
	if w.cmd.Out == "" || w.text.Len() == 0 {
		return nil
	}
	return userfile.Replace(w.cmd.Out, []byte(w.text.String()))
}

// warn prints a warning. The game is annotated nevertheless.
func (w *annotation) warn(err error) {
	fmt.Fprintf(w.app.Err, "searchex: annotate: %v\n", err)
}

// game annotates a game. After ctrl-C it writes what is done.
func (w *annotation) game(raw *pgn.Raw) error {
	g, warnings, err := raw.Game()
	for _, e := range warnings {
		w.warn(e)
	}
	if err != nil {
		w.brokenGames++
		w.broken = cmp.Or(w.broken, err)
	}
	w.games++
	found, stopped := w.search(g)
	verdicts, err := annotate.Judge(g, found)
	if err != nil {
		return err
	}
	annotate.Write(g, verdicts)
	g.SetTag("Annotator", w.cmd.by())
	if err := w.show(raw, g, verdicts); err != nil {
		return err
	}
	return stopped
}

// search searches every position of a game.
func (w *annotation) search(g *pgn.Game) (found []annotate.Found, err error) {
	c := w.cmd
	moves := g.UCI()
	err = cli.Each(w.app, []string{c.Engine}, len(moves)+1, func(b cli.Bench, i int) (annotate.Found, error) {
		game, err := annotate.After(g.FEN, moves[:i])
		if err != nil {
			return annotate.Found{}, err
		}
		f, stopped, err := annotate.Search(b[c.Engine], game, &c.profile.Data, c.limits, cli.Given(c.Cycles))
		if w.app.Ctx.Err() != nil && stopped {
			return annotate.Found{}, context.Canceled
		}
		return f, err
	}, func(_ int, f annotate.Found) error {
		found = append(found, f)
		return nil
	})
	return found, err
}

// show prints and writes an annotated game.
func (w *annotation) show(raw *pgn.Raw, g *pgn.Game, verdicts []annotate.Verdict) error {
	c, a := w.cmd, w.app
	text, err := g.Text()
	if err != nil {
		return err
	}
	w.text.WriteString(text)
	if c.SVG != "" {
		if err := userfile.Write(c.picture(w.games), annotate.SVG(annotate.Title(raw), c.by(), verdicts)); err != nil {
			return err
		}
	}
	switch {
	case c.JSON:
		return annotate.WriteJSON(a.Out, raw.Number, verdicts)
	case c.Out == "":
		_, err = io.WriteString(a.Out, text)
		return err
	}
	return annotate.WriteTable(a.Out, annotate.Title(raw), c.by(), verdicts)
}

// picture returns the name of the n-th game's picture.
func (c *Annotate) picture(n int) string {
	if n == 1 {
		return c.SVG
	}
	extension := filepath.Ext(c.SVG)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(c.SVG, extension), n, extension)
}

const annotateManual = "docs/manual/annotate.md"

func (*Annotate) Help() string {
	return cli.Detail("Prints the games in PGN, each move with its value; where the score fell, also a glyph and the better line. With --out it writes the PGN to a file and "+
		"prints a table of the moves. A game with an error is annotated up to there. After ctrl-C it writes what is done.",
		"searchex annotate game.pgn --nodes 200000 --out annotated.pgn --svg score.svg", annotateManual)
}
