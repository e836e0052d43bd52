package playing

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
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
	Engine  string `default:"go" placeholder:"NAME" help:"The engine, one of ${standing}, or guest:FILE. Default go."`
	Profile string `default:"tuned" placeholder:"NAME" help:"Its profile of prices. Default tuned."`
	cli.BudgetFlags
	Cycles *uint64 `placeholder:"N" help:"Clock cycles after which a search ends: of the machine, or for go and go@NAME of the machine that it models."`
	Game   int     `placeholder:"N" help:"Only the N-th game of the file. Default all."`
	Out    string  `placeholder:"FILE" help:"Write the PGN to FILE, and print a table of the moves. Default: print the PGN."`
	SVG    string  `name:"svg" placeholder:"FILE" help:"Draw the score by move. Pictures of further games get the names FILE-2.svg and so on."`
	JSON   bool    `name:"json" help:"Print one JSON object for each move instead."`

	kind    *hostbridge.EngineKind
	profile cli.Profile
	limits  goengine.Limits
}

// annotateNodes is the default node limit of a position.
const annotateNodes = 100_000

// check reads the flags.
func (c *Annotate) check(a *cli.App) (err error) {
	if c.kind, err = cli.FindEngine(c.Engine); err != nil {
		return err
	}
	switch {
	case c.Cycles != nil && *c.Cycles == 0:
		return cli.Usagef("--cycles 0: want at least 1")
	case c.Game < 0:
		return cli.Usagef("--game %d: want at least 1", c.Game)
	}
	if c.guest() {
		if err := c.checkGuest(); err != nil {
			return err
		}
		c.Profile = cli.GuestProfile
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
		if c.Cycles == nil {
			c.limits.Nodes = annotateNodes
		}
		return nil
	}
	c.limits, err = c.BudgetFlags.Limits(a, c.profile)
	return err
}

// guest reports whether the engine is one.
func (c *Annotate) guest() bool { return hostbridge.IsForeign(c.Engine) }

// checkGuest returns a usage error for what a guest lacks.
func (c *Annotate) checkGuest() error {
	need := hostbridge.Values
	if c.Nodes != nil || c.Depth == nil && c.Cycles == nil {
		need |= hostbridge.CountsNodes
	}
	switch {
	case c.Profile != "tuned":
		return cli.Usagef("--profile %s: %s has no profile", c.Profile, c.kind.Title)
	case c.SX != nil:
		return cli.Usagef("--sx %d: %s has no SX: want --depth, --nodes or --cycles", *c.SX, c.kind.Title)
	case c.Depth != nil && !c.kind.Reaches(*c.Depth):
		return cli.Usagef("--depth %d: %s searches %d to %d plies", *c.Depth, c.kind.Title, c.kind.Depths[0], c.kind.Depths[1])
	}
	if err := c.kind.Lacks("annotate", need); err != nil {
		return cli.Usagef("%w", err)
	}
	return nil
}

// budget describes the budget of a position.
func (c *Annotate) budget() string {
	var parts []string
	switch {
	case c.guest() && c.Depth != nil:
		parts = append(parts, fmt.Sprintf("depth %d", *c.Depth))
	case c.limits.SXSet:
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
	profile := c.profile.Name
	if c.guest() {
		profile = ""
	}
	return pgn.Annotator(c.kind.Title, profile, c.budget())
}

// Run annotates the games of the file. A game with an error is annotated up to
// there. Others that would change the file of --out wait, or are told that it is in use.
func (c *Annotate) Run(a *cli.App) error {
	if err := c.check(a); err != nil {
		return err
	}
	if c.Out == "" {
		return c.annotate(a)
	}
	if err := cli.Writable("--out", c.Out); err != nil {
		return err
	}
	return userfile.Alone(a.Ctx, c.Out, func() error { return c.annotate(a) })
}

// annotate reads the games and writes --out.
func (c *Annotate) annotate(a *cli.App) error {
	w := annotation{cmd: c, app: a, name: cli.InputName(c.File)}
	in, err := a.Open(c.File)
	if err != nil {
		return err
	}
	defer in.Close()
	w.file, _ = in.(*os.File)
	if err := w.begin(); err != nil {
		return err
	}
	if w.out != nil {
		defer w.out.Abort()
	}
	text, err := cli.Unpack(in)
	if err != nil {
		return cli.Usagef("%s: %w", w.name, err)
	}
	w.reader = pgn.NewReader(text, w.name)
	w.reader.KeepSource()
	return w.end(w.games())
}

// annotation is the annotation of a file.
type annotation struct {
	cmd    *Annotate
	app    *cli.App
	name   string   // of the input
	file   *os.File // the input, nil for a pipe
	reader *pgn.Reader
	out    *userfile.Replacement // nil without --out
	// old counts the games of another file that --out would replace.
	old int
	// read counts the games that were read, done those that were annotated.
	read, done int
	broken     error // the last error in a game
}

// begin opens --out and refuses a file that would lose games.
func (w *annotation) begin() (err error) {
	c := w.cmd
	if c.SVG != "" {
		if err := cli.Writable("--svg", c.SVG); err != nil {
			return err
		}
		if userfile.Same(c.SVG, c.File) || userfile.Same(c.SVG, c.Out) {
			return cli.Usagef("--svg %s: this is the file of the games: name another", c.SVG)
		}
	}
	if c.Out == "" {
		return nil
	}
	if w.out, err = userfile.Begin(w.app.Ctx, c.Out); err != nil {
		return cli.UsageError{Err: err}
	}
	if w.file != nil && w.out.Is(w.file) {
		if cli.IsPacked(w.file) {
			w.out.Abort()
			return cli.Usagef("--out %s: it is packed, and what is written is not: name another file", c.Out)
		}
		return nil
	}
	if w.old, err = annotate.Replaceable(c.Out); err != nil {
		w.out.Abort()
		return cli.Usagef("--out %s: %v", c.Out, err)
	}
	if w.file == nil || w.old == 0 {
		return nil
	}
	if games, err := annotate.Replaceable(w.name); err == nil && games < w.old {
		w.out.Abort()
		return cli.Usagef("--out %s: it has %s, %s has %d: name another file", c.Out, report.Plural(w.old, "game"), w.name, games)
	}
	return nil
}

// games annotates the games, and copies those that it does not annotate.
func (w *annotation) games() error {
	c := w.cmd
	var stopped error
	for {
		raw, err := w.reader.Next()
		if errors.Is(err, io.EOF) {
			return cmp.Or(stopped, w.write(w.reader.Rest()))
		}
		if err != nil {
			return cmp.Or(stopped, err)
		}
		w.read++
		switch {
		case stopped != nil, c.Game > 0 && raw.Number != c.Game:
			err = w.write(raw.Source())
		default:
			err = w.game(raw)
			if err != nil && w.app.Ctx.Err() != nil && w.out != nil && w.file != nil {
				stopped, err = err, nil
			}
		}
		if err != nil || c.Game > 0 && raw.Number == c.Game && w.out == nil {
			return err
		}
	}
}

// write writes to --out.
func (w *annotation) write(b []byte) error {
	if w.out == nil {
		return nil
	}
	_, err := w.out.Write(b)
	return err
}

// put writes a game to --out, or prints it unless --json prints its moves.
func (w *annotation) put(text []byte) error {
	if w.out != nil || w.cmd.JSON {
		return w.write(text)
	}
	if !bytes.HasSuffix(text, []byte("\n")) {
		text = append(text, '\n')
	}
	_, err := w.app.Out.Write(text)
	return err
}

// end saves --out and returns the error of the file as a whole. err is the error that
// ended the reading.
func (w *annotation) end(err error) error {
	c := w.cmd
	switch interrupted := w.app.Ctx.Err() != nil; {
	case err != nil && !interrupted:
		if c.Out != "" && w.done > 0 {
			return fmt.Errorf("%w (%s is as it was)", err, c.Out)
		}
		return err
	case err == nil && c.Game > w.read:
		return cli.Usagef("--game %d: %s has fewer", c.Game, w.name)
	case err == nil && w.read == 0:
		return cli.Usagef("%s: no game", w.name)
	case interrupted && w.out != nil && w.file != nil:
		w.warn(fmt.Errorf("%d of %s annotated; %s has the rest as it was", w.done, report.Plural(w.read, "game"), c.Out))
	case interrupted && w.out != nil:
		w.warn(fmt.Errorf("%s annotated; the rest of %s was not read", report.Plural(w.done, "game"), w.name))
	}
	if w.out != nil {
		if err := w.save(); err != nil {
			return err
		}
	}
	return cmp.Or(err, w.broken)
}

// save replaces the file of --out, unless it would lose games.
func (w *annotation) save() error {
	if w.read >= w.old {
		return w.out.Commit()
	}
	name, err := w.out.Keep()
	if err != nil {
		return err
	}
	return fmt.Errorf("--out %s: it has %s, the new text %d: it stays as it was, and the new text is in %s", w.cmd.Out, report.Plural(w.old, "game"), w.read, name)
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
		if w.broken != nil {
			w.warn(w.broken)
		}
		if w.broken = fmt.Errorf("%w (annotated up to there)", err); len(g.Moves) == 0 {
			w.broken = fmt.Errorf("%w (not annotated)", err)
			return w.put(raw.Source())
		}
	}
	found, stopped := w.search(g)
	verdicts, err := annotate.Judge(g, found)
	if err != nil {
		return err
	}
	if err := w.show(raw, verdicts); err != nil {
		return err
	}
	if stopped == nil {
		w.done++
	}
	return stopped
}

// search searches every position of a game.
func (w *annotation) search(g *pgn.Game) (found []annotate.Found, err error) {
	c := w.cmd
	positions, err := annotate.PositionsOf(g)
	if err != nil {
		return nil, err
	}
	err = cli.Each(w.app, []string{c.Engine}, len(g.Moves)+1, func(b cli.Bench, i int) (annotate.Found, error) {
		game, err := positions.At(i)
		if err != nil {
			return annotate.Found{}, err
		}
		f, stopped, err := annotate.Search(w.app.Ctx, b[c.Engine], game, &c.profile.Data, c.limits, cli.Given(c.Cycles))
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
func (w *annotation) show(raw *pgn.Raw, verdicts []annotate.Verdict) error {
	c, a := w.cmd, w.app
	text, glyphs, err := raw.Insert(annotate.Notes(verdicts), c.by())
	if err != nil {
		return err
	}
	for i := range verdicts {
		verdicts[i].Shown = glyphs[i]
	}
	if err := w.put(text); err != nil {
		return err
	}
	if c.SVG != "" {
		if err := userfile.Write(w.app.Ctx, c.picture(w.done+1), annotate.SVG(annotate.Title(raw), c.by(), verdicts)); err != nil {
			return err
		}
	}
	switch {
	case c.JSON:
		return annotate.WriteJSON(a.Out, raw.Number, verdicts)
	case c.Out == "":
		return nil
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
	return cli.Detail("Prints the games in PGN, each move with its value; where the score fell, also a glyph and the better line. With --out it writes the whole file there, also the games that it does not annotate, and "+
		"prints a table of the moves; it may be the same file. Nothing of a game is lost: an error ends the annotation, the rest of the game is copied. After ctrl-C it writes what is done.",
		"searchex annotate game.pgn --nodes 200000 --out annotated.pgn --svg score.svg", annotateManual)
}
