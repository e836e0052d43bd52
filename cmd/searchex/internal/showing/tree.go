package showing

import (
	"bytes"
	"fmt"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/explain/probe"
	"github.com/searchex/searchex/cmd/internal/explain/tree"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Tree shows the tree of a real search.
type Tree struct {
	cli.EngineFlag
	Profile string `default:"sx81" placeholder:"NAME" help:"The profile; NAME,KEY=VALUE changes a number of it. Default sx81."`
	FEN     string `name:"fen" placeholder:"FEN" help:"The position. Default the initial one."`
	cli.BudgetFlags
	Line  string  `placeholder:"MOVES" help:"Show what is below these moves, as 'e4 e5'."`
	Plies int     `default:"2" placeholder:"N" help:"How many plies to show, 1 to 32. Default 2."`
	Top   int     `default:"5" placeholder:"N" help:"Least number of moves of a node to show, in the order in which they were tried; 0 for all. Default 5."`
	Why   string  `placeholder:"MOVE" help:"Show where the search dropped this move, which follows those of --line; from which SX on it is searched further, and best; and how many nodes that costs."`
	Most  uint64  `default:"3000000" placeholder:"N" help:"Node limit of the searches with greater SX for --why. Default 3000000."`
	SVG   *string `name:"svg" placeholder:"FILE" help:"Also write a picture; - prints it and nothing else."`
	JSON  bool    `name:"json" help:"Print one JSON object a move, and one for --why."`
}

// treeSearch is the search to show, and how.
type treeSearch struct {
	tree.Look
	task *hostbridge.Task
}

// Run searches the position on all engines and shows what they did.
func (c *Tree) Run(a *cli.App) error {
	names, err := c.Able(a, "tree", hostbridge.Generates|hostbridge.Betas)
	if err != nil {
		return err
	}
	if _, guests := cli.Guests(names); len(guests) > 0 {
		switch {
		case len(names) > 1:
			return cli.Usagef("--engine %s: the tree of a guest is shown alone", c.Engine)
		case c.Why != "":
			return cli.Usagef("--why %s: it wants prices; %s has none", report.Short(c.Why, 20), guests[0])
		case c.Depth != nil:
			c.Profile = cli.GuestProfile
		}
	}
	l, err := c.look(a)
	if err != nil {
		return err
	}
	engines, err := a.NewBench(names)()
	if err != nil {
		return err
	}
	if err := c.record(a, names, engines, l); err != nil {
		return err
	}
	l.Shown, err = probe.Show(l.Searches[0], l.Start, &l.task.Profile, probe.Choice{Top: c.Top, Plies: c.Plies, Line: l.Line, Wanted: l.Wanted})
	if err != nil {
		return err
	}
	if err := c.raise(a, names[0], l); err != nil {
		return err
	}
	if printed, err := a.PutPicture(c.SVG, func() []byte { return tree.SearchSVG(l.Shown, l.ProfileName) }); printed || err != nil {
		return err
	}
	var b bytes.Buffer
	to := a.Out.On(&b)
	if c.JSON {
		err = l.WriteJSON(to)
	} else {
		err = l.Write(to)
	}
	if err != nil {
		return err
	}
	_, err = a.Out.Write(b.Bytes())
	return err
}

// raise searches with greater SX for --why. It uses the Go engine, which models the first
// engine's machine.
func (c *Tree) raise(a *cli.App, name string, l *treeSearch) error {
	if l.Wanted == goengine.NoMove || l.Shown.Root == nil {
		return nil
	}
	if k, err := hostbridge.KindOf(name); err == nil && k.Image != nil && k.Can&hostbridge.SameTree != 0 {
		if name, err = hostbridge.GoEngineFor(name); err != nil {
			return err
		}
	}
	e, err := a.NewEngine(name)
	if err != nil {
		return fmt.Errorf("engine %s: %w", name, err)
	}
	limits := l.task.Limits
	limits.Nodes = 0
	l.Raised, err = probe.Raise(a.Ctx, e, l.Start, &l.task.Profile, limits, l.Line, l.Wanted, l.Shown.Result.SX, c.Most)
	return a.Ended(err)
}

// look reads the flags.
func (c *Tree) look(a *cli.App) (*treeSearch, error) {
	if err := cli.WritableOrOut("--svg", c.SVG); err != nil {
		return nil, err
	}
	switch {
	case c.Plies < 1 || c.Plies > goengine.MaxPly:
		return nil, cli.Usagef("--plies %d: want 1 to %d", c.Plies, goengine.MaxPly)
	case c.Top < 0:
		return nil, cli.Usagef("--top %d: want 0 or more", c.Top)
	case c.Most == 0:
		return nil, cli.Usagef("--most 0: want at least 1")
	}
	task, err := taskOf(a, c.FEN, c.Profile, &c.BudgetFlags)
	if err != nil {
		return nil, err
	}
	l := &treeSearch{task: task}
	l.Start, l.ProfileName, l.Why = l.task.Position(), l.task.ProfileName, c.Why
	after, err := rules.New(l.Start.FEN())
	if err != nil {
		return nil, err
	}
	at := *l.Start
	if l.Line, err = probe.ReadLine(c.Line, &at, after); err != nil {
		return nil, cli.Usagef("--line: %w", err)
	}
	if len(l.Line) >= goengine.MaxPly {
		return nil, cli.Usagef("--line: %d moves: no search looks at more than %d", len(l.Line), goengine.MaxPly)
	}
	if c.Why != "" {
		if l.Wanted, err = probe.ReadMove(c.Why, &at, after); err != nil {
			return nil, cli.Usagef("--why: %q: %w", report.Short(c.Why, 20), err)
		}
	}
	return l, nil
}

// record searches with all engines. It returns an error if they differ.
func (c *Tree) record(a *cli.App, names []string, engines cli.Bench, l *treeSearch) error {
	scope := probe.Scope{Line: l.Line, Plies: c.Plies}
	if l.Wanted != goengine.NoMove {
		scope.Plies = max(c.Plies, 2) // --why needs the replies, too
	}
	for _, name := range names {
		var s *probe.Search
		err := a.Abandonable(func() (err error) {
			record := probe.Record
			if hostbridge.IsForeign(name) {
				record = probe.RecordGuest
			}
			s, err = record(a.Ctx, engines[name], l.Start, &l.task.Profile, l.task.Limits, scope)
			return err
		})
		if a.Ctx.Err() != nil {
			return cli.Interrupted{}
		}
		if err != nil {
			return fmt.Errorf("profile %s: fen %q: %w", l.ProfileName, l.task.FEN, err)
		}
		l.Searches = append(l.Searches, s)
		if where := probe.Difference(l.Searches[0], s); where != "" {
			return fmt.Errorf("profile %s: fen %q: the engines differ: %s; see searchex diff", l.ProfileName, l.task.FEN, where)
		}
	}
	return nil
}

const treeManual = "docs/manual/tree.md"

func (*Tree) Help() string {
	return cli.Detail("Prints the position, what the search found, and the moves of its last iteration as a tree: category and price, SX left, static value, the window, the value, and "+
		"what became of each. --line shows a node further down; --why shows where the search dropped a move, from which SX on it is searched further, and best, and how many nodes that costs. All engines must agree. The tree of a guest is shown alone, without prices and SX.",
		"searchex tree --fen '6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1' --line Rd8 --plies 1\nsearchex tree --why e2e4 --sx 20\nsearchex tree --engine guest:FILE --depth 3", treeManual)
}
