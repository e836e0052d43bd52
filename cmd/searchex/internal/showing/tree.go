package showing

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
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
	Top   int     `default:"5" placeholder:"N" help:"How many moves of a node to show at least, in the order in which they were tried, 0 for all. Default 5."`
	Why   string  `placeholder:"MOVE" help:"Say where this move, after those of --line, fell out of the search, at which SX it would be followed up and be best, and what that costs."`
	Most  uint64  `default:"3000000" placeholder:"N" help:"Nodes that --why may spend on greater SX. Default 3000000."`
	SVG   *string `name:"svg" placeholder:"FILE" help:"Write a picture, too; - prints it and nothing else."`
	JSON  bool    `name:"json" help:"Print one JSON object a move, and one for --why."`
}

// look is what the command line asks for.
type look struct {
	start  epd.Position
	prof   cli.Profile
	limits goengine.Limits
	line   []goengine.Move
	wanted goengine.Move
	// after is the position that the line leads to, as people write moves in it.
	after *rules.Game
}

// Run searches the position on all engines and shows what they did.
func (c *Tree) Run(a *cli.App) error {
	names, err := c.Names(a)
	if err != nil {
		return err
	}
	l, err := c.look(a)
	if err != nil {
		return err
	}
	engines, err := a.NewBench(names)()
	if err != nil {
		return err
	}
	searches, err := c.record(a, names, engines, l)
	if err != nil {
		return err
	}
	shown, err := probe.Show(searches[0], l.start.Board, &l.prof.Data, probe.Choice{Top: c.Top, Plies: c.Plies, Line: l.line, Wanted: l.wanted})
	if err != nil {
		return err
	}
	raised, err := c.raise(a, names[0], l, shown)
	if err != nil {
		return err
	}
	if c.SVG != nil {
		if printed, err := a.PutPicture(*c.SVG, tree.SearchSVG(shown, l.prof.Name)); printed || err != nil {
			return err
		}
	}
	var b bytes.Buffer
	to := a.Out.On(&b)
	if c.JSON {
		err = c.json(to, l, shown, raised)
	} else {
		err = c.text(to, l, shown, raised, searches)
	}
	if err != nil {
		return err
	}
	_, err = a.Out.Write(b.Bytes())
	return err
}

// raise searches with greater SX for --why, in Go, which stands for the first engine's machine;
// nil where nothing is asked for.
func (c *Tree) raise(a *cli.App, name string, l *look, v *probe.Shown) (*probe.Sooner, error) {
	if l.wanted == goengine.NoMove || v.Root == nil {
		return nil, nil
	}
	if k, err := hostbridge.KindOf(name); err == nil && k.Image != nil {
		if name, err = cli.StandIn(name); err != nil {
			return nil, err
		}
	}
	e, err := a.NewEngine(name)
	if err != nil {
		return nil, fmt.Errorf("engine %s: %w", name, err)
	}
	limits := l.limits
	limits.Nodes = 0
	raised, err := probe.Raise(e, l.start.Board, &l.prof.Data, limits, l.line, l.wanted, v.Result.SX, c.Most)
	if a.Ctx.Err() != nil {
		return nil, cli.Interrupted{}
	}
	return raised, err
}

// look reads the command line.
func (c *Tree) look(a *cli.App) (*look, error) {
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
	l := &look{}
	fen := c.FEN
	if fen == "" {
		fen = goengine.StartFEN
	}
	var err error
	if l.start, err = epd.FromFEN(fen); err != nil {
		return nil, cli.UsageError{Err: err}
	}
	profiles, err := (&cli.ProfileFlag{Profile: c.Profile}).Profiles()
	if err != nil {
		return nil, err
	}
	if len(profiles) != 1 {
		return nil, cli.Usagef("--profile %s: want one profile", c.Profile)
	}
	l.prof = profiles[0]
	if l.limits, err = c.Limits(a, l.prof); err != nil {
		return nil, err
	}
	if l.after, err = rules.New(l.start.Board.FEN()); err != nil {
		return nil, err
	}
	at := *l.start.Board
	if l.line, err = readLine(c.Line, &at, l.after); err != nil {
		return nil, err
	}
	if len(l.line) >= goengine.MaxPly {
		return nil, cli.Usagef("--line: %d moves: no search looks at more than %d", len(l.line), goengine.MaxPly)
	}
	if c.Why != "" {
		if l.wanted, err = readMove(c.Why, &at, l.after); err != nil {
			return nil, cli.Usagef("--why: %q: %w", report.Short(c.Why, 20), err)
		}
	}
	return l, nil
}

// numbered is a move's number before it: 1. or 1...
var numbered = regexp.MustCompile(`^\d+\.+`)

// readLine reads moves as people write them, and makes them.
func readLine(text string, at *goengine.Position, game *rules.Game) (line []goengine.Move, err error) {
	for _, word := range strings.Fields(text) {
		if word = numbered.ReplaceAllString(word, ""); word == "" {
			continue
		}
		m, err := readMove(word, at, game)
		if err != nil {
			return nil, cli.Usagef("--line: move %d, %q: %w", len(line)+1, report.Short(word, 20), err)
		}
		if err := game.Play(at.UCI(m)); err != nil {
			return nil, err
		}
		at.Play(m)
		line = append(line, m)
	}
	return line, nil
}

// readMove reads a move that is legal in a position.
func readMove(text string, at *goengine.Position, game *rules.Game) (goengine.Move, error) {
	uci, err := game.Read(text)
	if err != nil {
		return goengine.NoMove, err
	}
	return at.ParseMove(uci)
}

// record searches on all engines, which must agree.
func (c *Tree) record(a *cli.App, names []string, engines cli.Bench, l *look) (all []*probe.Search, err error) {
	scope := probe.Scope{Line: l.line, Plies: c.Plies}
	if l.wanted != goengine.NoMove {
		scope.Plies = max(c.Plies, 2) // its replies are wanted, too
	}
	for _, name := range names {
		var s *probe.Search
		err := a.Abandonable(func() (err error) {
			s, err = probe.Record(engines[name], l.start.Board, &l.prof.Data, l.limits, scope)
			return err
		})
		if a.Ctx.Err() != nil {
			return nil, cli.Interrupted{}
		}
		if err != nil {
			return nil, fmt.Errorf("profile %s: fen %q: %w", l.prof.Name, l.start.FEN, err)
		}
		if all = append(all, s); len(all) > 1 {
			if where := probe.Difference(all[0], s); where != "" {
				return nil, fmt.Errorf("profile %s: fen %q: the engines differ: %s; see searchex diff", l.prof.Name, l.start.FEN, where)
			}
		}
	}
	return all, nil
}

// text writes everything for people.
func (c *Tree) text(w *report.Screen, l *look, v *probe.Shown, raised *probe.Sooner, searches []*probe.Search) error {
	if err := tree.Board(w, "the position", l.start.Board); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%s", w.Fold(c.found(l, v)))
	fmt.Fprintln(w, w.Fold(agreed(searches)))
	if v.Root == nil || len(v.Root.Moves) == 0 {
		return nil
	}
	if len(l.line) > 0 {
		fmt.Fprintf(w, "\n%s", w.Fold(below(l, v)))
	}
	fmt.Fprintln(w)
	if err := tree.Search(w, v); err != nil {
		return err
	}
	fmt.Fprintln(w)
	if err := tree.SearchLegend(w, v); err != nil {
		return err
	}
	if l.wanted != goengine.NoMove {
		fmt.Fprintln(w)
		for _, s := range c.why(l, v, raised) {
			fmt.Fprint(w, w.Fold(s+"\n"))
		}
	}
	return nil
}

// found says what the search has found.
func (c *Tree) found(l *look, v *probe.Shown) string {
	r := &v.Result
	if r.Best == goengine.NoMove {
		return fmt.Sprintf("profile %s: no legal move, score %s\n", l.prof.Name, report.Pawns(r.Score))
	}
	which := fmt.Sprintf("the tree of the last of %s, with SX %d", report.Plural(len(v.Iterations), "iteration"), r.SX)
	if len(v.Iterations) == 1 {
		which = fmt.Sprintf("the tree of the only iteration, with SX %d", r.SX)
	}
	if !v.Finished {
		which = "the tree of an iteration that a limit has ended"
	}
	return fmt.Sprintf("profile %s: %s, score %s, PV = %s; %s\n", l.prof.Name, san(l.start.Board, r.PV[:1]), report.Pawns(r.Score), san(l.start.Board, r.PV), which)
}

// agreed says which engines made the search, and what it cost them.
func agreed(searches []*probe.Search) string {
	var names []string
	costs := []string{report.Plural(int(searches[0].Result.Nodes), "node")}
	for _, s := range searches {
		names = append(names, s.Engine)
		if n := s.Result.Cycles; n > 0 {
			costs = append(costs, fmt.Sprintf("%s %s %s", s.Engine, report.Count(n), cli.Unit(s.Engine)))
		}
	}
	who := "engine " + names[0]
	if len(names) > 1 {
		who = "all engines agree: " + strings.Join(names, ", ")
	}
	return who + " (" + strings.Join(costs, ", ") + ")"
}

// below says what the node is whose moves are shown.
func below(l *look, v *probe.Shown) string {
	n := v.Node
	if n == nil {
		return fmt.Sprintf("After %s: the search did not come there.\n", san(l.start.Board, l.line))
	}
	return fmt.Sprintf("After %s: SX %s, static value %s, window %s to %s, for the side to move.\n",
		san(l.start.Board, l.line), ownAndOther(v, n), tree.Pawns(n.Static), tree.Pawns(n.Alpha), tree.Pawns(n.Beta))
}

// ownAndOther is a node's SX in words.
func ownAndOther(v *probe.Shown, n *probe.Node) string {
	if v.Two {
		return fmt.Sprintf("%d, and %d of the other side", n.Own, n.Other)
	}
	return fmt.Sprint(n.Own)
}

// san is a line as people write it.
func san(start *goengine.Position, line []goengine.Move) string {
	game, err := rules.New(start.FEN())
	if err != nil {
		return ""
	}
	at, names := *start, []string{}
	for _, m := range line {
		uci := at.UCI(m)
		names = append(names, game.SAN(uci))
		if game.Play(uci) != nil || !at.Play(m) {
			break
		}
	}
	return strings.Join(names, " ")
}

// reason says where the wanted move fell out of the search.
func (l *look) reason(v *probe.Shown) (where, why string) {
	first, _ := v.FellOut(l.wanted)
	if first == nil {
		return "", "the search did not come there"
	}
	before := first.Line[:len(first.Line)-1]
	name := func(m *probe.Move) string {
		return lastOf(l.start.Board, append(before[:len(before):len(before)], m.Move))
	}
	reply := func(m *probe.Move) string {
		return lastOf(l.start.Board, append(first.Line[:len(first.Line):len(first.Line)], m.Move))
	}
	return first.Label, v.Reason(first, name, reply)
}

// lastOf is a line's last move as people write it.
func lastOf(start *goengine.Position, line []goengine.Move) string {
	all := strings.Fields(san(start, line))
	return all[len(all)-1]
}

// why explains what became of the wanted move, and what more SX does.
func (c *Tree) why(l *look, v *probe.Shown, raised *probe.Sooner) (lines []string) {
	name := lastOf(l.start.Board, append(l.line[:len(l.line):len(l.line)], l.wanted))
	where, why := l.reason(v)
	lines = append(lines, strings.TrimSpace(fmt.Sprintf("Why not %s? %s: %s.", name, where, why)))
	_, what := v.FellOut(l.wanted)
	already := what != nil && what.Followed()
	say := func(verb string, f *probe.Found) string {
		s := fmt.Sprintf("%s from SX %d on", verb, f.SX)
		if f.Priced {
			late := ""
			if f.Late > 0 {
				late = fmt.Sprintf(", as a late move %d", f.Late)
			}
			s += fmt.Sprintf(" (%s, price %d%s)", goengine.CategoryNames[f.Category], f.Price, late)
		}
		return s + fmt.Sprintf(": %s, %.1f times this search's%s.", report.Plural(int(f.Nodes), "node"), float64(f.Nodes)/float64(max(v.Result.Nodes, 1)), c.cost(v, f))
	}
	end := fmt.Sprintf("up to SX %d (%s spent)", raised.Tried, report.Plural(int(raised.Nodes), "node"))
	if !already {
		if raised.Followed == nil {
			lines = append(lines, name+" is not followed up "+end+".")
		} else {
			lines = append(lines, say(name+" is followed up", raised.Followed))
		}
	}
	if raised.Best == nil {
		return append(lines, name+" is not the best of its node with more SX, "+end+".")
	}
	return append(lines, say(name+" is the best of its node", raised.Best))
}

// cost is what a search takes on the clock of the first engine's machine, or the one it stands for.
func (c *Tree) cost(v *probe.Shown, f *probe.Found) string {
	k, err := hostbridge.KindOf(v.Engine)
	if err != nil || f.Cycles == 0 {
		return ""
	}
	return fmt.Sprintf("; %s on the %s, not %s", report.Seconds(f.Cycles, k.Timed().Clock), k.Timed().Name, report.Seconds(v.Result.Spent(), k.Timed().Clock))
}

// line of --json: a move.
type treeJSON struct {
	Line     []string `json:"line"`
	SAN      string   `json:"san"`
	PV       bool     `json:"pv"`
	Number   int      `json:"number"`
	Category string   `json:"category,omitempty"`
	Price    *uint8   `json:"price,omitempty"`
	Late     uint8    `json:"late_price,omitempty"`
	OnlyLate bool     `json:"only_late,omitempty"`
	Left     *int     `json:"sx_left,omitempty"`
	Other    *int     `json:"sx_left_other,omitempty"`
	Static   *int16   `json:"static,omitempty"`
	Value    *int16   `json:"value,omitempty"`
	Alpha    *int16   `json:"alpha,omitempty"`
	Beta     *int16   `json:"beta,omitempty"`
	Fate     string   `json:"verdict"`
	End      string   `json:"end,omitempty"`
	Nodes    uint64   `json:"nodes"`
	Again    bool     `json:"searched_twice"`
	More     string   `json:"not_shown,omitempty"`
}

// whyJSON is the object of --why.
type whyJSON struct {
	Why      string      `json:"why"`
	Where    string      `json:"where"`
	Reason   string      `json:"reason"`
	Followed *raisedJSON `json:"followed_up,omitempty"`
	Best     *raisedJSON `json:"best,omitempty"`
	Tried    int         `json:"tried_to_sx"`
	Spent    uint64      `json:"nodes_spent"`
	Nodes    uint64      `json:"nodes"`
}

type raisedJSON struct {
	SX     int    `json:"sx"`
	Nodes  uint64 `json:"nodes"`
	Cycles uint64 `json:"cycles"`
}

// json writes the moves that are shown, an object each, and what --why has found.
func (c *Tree) json(w *report.Screen, l *look, v *probe.Shown, raised *probe.Sooner) error {
	var each func(rows []*probe.Row) error
	each = func(rows []*probe.Row) error {
		for _, r := range rows {
			o := treeJSON{Line: r.UCI, SAN: r.Name, PV: r.PV, Number: r.Number, Fate: string(r.Fate), End: string(r.End), Nodes: r.Nodes, Again: r.Searches > 1, Late: r.Late, OnlyLate: r.OnlyLate, More: r.More}
			if r.Priced {
				o.Category, o.Price, o.Left = goengine.CategoryNames[r.Category], &r.Price, &r.Own
				if v.Two {
					o.Other = &r.Other
				}
			}
			if r.Valued {
				o.Static = &r.Static
			}
			if r.Tested() {
				o.Value, o.Alpha, o.Beta = &r.Value, &r.Alpha, &r.Beta
			}
			if err := report.JSON(w, o); err != nil {
				return err
			}
			if err := each(r.Replies); err != nil {
				return err
			}
		}
		return nil
	}
	if err := each(v.Way); err != nil {
		return err
	}
	if err := each(v.Rows); err != nil || raised == nil {
		return err
	}
	where, why := l.reason(v)
	found := func(f *probe.Found) *raisedJSON {
		if f == nil {
			return nil
		}
		return &raisedJSON{f.SX, f.Nodes, f.Cycles}
	}
	return report.JSON(w, whyJSON{c.Why, where, why, found(raised.Followed), found(raised.Best), raised.Tried, raised.Nodes, v.Result.Nodes})
}

const treeManual = "docs/manual/tree.md"

func (*Tree) Help() string {
	return cli.Detail("Prints the position, what the search found, and the moves of its last iteration as a tree: category and price, SX left, static value, the window, the value, and "+
		"what became of each. --line goes down; --why says where a move fell out of the search, from which SX on it is followed up and best, and what that costs. All engines must agree.",
		"searchex tree --fen '6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1' --line Rd8 --plies 1\nsearchex tree --why e2e4 --sx 20", treeManual)
}
