package measuring

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Cycles accounts for a machine's clock cycles.
type Cycles struct {
	cli.EngineFlag
	Profile string `default:"all" placeholder:"NAMES" help:"Profiles, a comma list, or all, the default."`
	cli.PositionFlags
	cli.BudgetFlags
	cli.ROMFlag
	cli.PokeFlag
	List  *string `placeholder:"ROUTINE" help:"Show a routine's source with the count and the cycles of each line, instead of the tables."`
	VS    *string `name:"vs" placeholder:"FILE" help:"Show what has changed since FILE, which --json has printed earlier, most first, instead of the tables."`
	SVG   *string `name:"svg" placeholder:"FILE" help:"Draw the shares of the machines' cycles, too; - prints the picture and nothing else."`
	Model bool    `help:"Show for each position what the model of the machine (go run ./cmd/lab fit cycles) has for cycles, beside the exact ones."`
	Top   int     `default:"16" placeholder:"N" help:"How many routines to list, 0 for all. Default 16."`
	JSON  bool    `name:"json" help:"Print one JSON object a line."`
}

// Account is where the cycles of one engine with one profile went, as --json
// prints it.
type Account struct {
	Engine    string  `json:"engine"`
	Profile   string  `json:"profile"`
	SX        int     `json:"sx"`
	Positions int     `json:"positions"`
	Nodes     uint64  `json:"nodes"`
	Cycles    uint64  `json:"cycles"`
	PerNode   float64 `json:"cycles_per_node"`
	// Mean is the mean of the positions' cycles per node, Least and Most
	// their bounds.
	Mean     float64 `json:"mean_cycles_per_node"`
	Least    float64 `json:"least_cycles_per_node"`
	Most     float64 `json:"most_cycles_per_node"`
	Seconds  float64 `json:"seconds"`
	SwapOffs uint64  `json:"swap_offs"`
	PerSwap  float64 `json:"swap_offs_per_node"`
	ROM      int     `json:"rom_bytes"`
	Code2    int     `json:"second_rom_code_bytes"`
	RAM      int     `json:"ram_bytes"`
	// RAMWritten is the most bytes of RAM that a search wrote, StackUsed the
	// deepest stack.
	RAMWritten int `json:"ram_written"`
	StackUsed  int `json:"stack_used"`
	// Limit is that of nodes, 0 for none.
	Limit      uint64        `json:"node_limit,omitempty"`
	ByPosition []spent       `json:"by_position"`
	Kinds      []kindCost    `json:"kinds"`
	Outside    uint64        `json:"outside_nodes"`
	Routines   []RoutineCost `json:"routines"`

	means  float64
	Clock  emu.Clock `json:"-"`
	visits hostbridge.Visits
	lines  map[sourceLine]lineCost
}

// kindCost is what the nodes took of which the same became. The cycles of all kinds
// and those outside nodes are all of the search.
type kindCost struct {
	Kind   string `json:"kind"`
	Visits uint64 `json:"visits"`
	Cycles uint64 `json:"cycles"`
	Scored uint64 `json:"scored"`
}

// sourceLine is a line of a machine's source.
type sourceLine struct {
	file string
	line int
}

// lineCost is what a line of the source took.
type lineCost struct{ count, cycles uint64 }

// spent is what one position took.
type spent struct {
	FEN     string  `json:"fen"`
	ID      string  `json:"id,omitempty"`
	Nodes   uint64  `json:"nodes"`
	Cycles  uint64  `json:"cycles"`
	PerNode float64 `json:"cycles_per_node"`
	// Modelled are the cycles by the model of the machine, of the reference's
	// work.
	Modelled uint64 `json:"modelled_cycles"`

	swapOffs uint64
	usage    emu.Usage
	clock    emu.Clock
	routines []emu.RoutineCycles
	lines    []emu.LineCycles
	visits   hostbridge.Visits
}

// RoutineCost is a routine's share as emu.RoutineCycles has it.
type RoutineCost struct {
	Label  string `json:"label"`
	Calls  uint64 `json:"calls"`
	Self   uint64 `json:"self"`
	Total  uint64 `json:"total"`
	Called uint64 `json:"called"`
}

// perCall is the mean of the routine's calls, nothing where it has none.
func (r *RoutineCost) perCall() string {
	if r.Calls == 0 {
		return ""
	}
	return report.Whole(float64(r.Called) / float64(r.Calls))
}

// Run searches all positions, with the machine's profiler on, which costs no cycles.
func (c *Cycles) Run(a *cli.App) error {
	names, err := c.Machines(a)
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	if names, err = c.one(names); err != nil {
		return err
	}
	if a, err = c.ROMFlag.Read(a, names); err != nil {
		return err
	}
	if a, err = c.Poked(a, names); err != nil {
		return err
	}
	listed, err := c.routine(a, names)
	if err != nil {
		return err
	}
	positions, err := c.Load(a, cli.Benchmark)
	if err != nil {
		return err
	}
	jobs, err := a.Jobs(&cli.ProfileFlag{Profile: c.Profile}, positions, &c.BudgetFlags)
	if err != nil {
		return err
	}
	old, err := c.before(a, names, jobs, len(positions))
	if err != nil {
		return err
	}
	accounts, err := AccountOf(a, names, jobs, len(positions))
	if err != nil {
		return err
	}
	if c.SVG != nil {
		if printed, err := a.PutPicture(*c.SVG, drawShares(accounts)); printed || err != nil {
			return err
		}
	}
	switch {
	case listed != nil:
		return writeListings(a, accounts, listed, c.JSON)
	case old != nil:
		return writeChanges(a, old, accounts, c.Top, c.JSON)
	case c.JSON:
		for _, x := range accounts {
			if err := report.JSON(a.Out, x); err != nil {
				return err
			}
		}
		return nil
	}
	return c.write(a, accounts)
}

// check refuses flags before anything is searched.
func (c *Cycles) check() error {
	switch {
	case c.Top < 0:
		return cli.Usagef("--top %d: want 0 or more", c.Top)
	case c.List != nil && c.VS != nil:
		return cli.Usagef("--list and --vs: want one of them")
	case c.Model && (c.List != nil || c.VS != nil):
		return cli.Usagef("--model: shows nothing of --list or --vs: want one of them")
	}
	return cli.WritableOrOut("--svg", c.SVG)
}

// one leaves the machine that --rom or --poke is for, where the user has left the
// choice open.
func (c *Cycles) one(names []string) ([]string, error) {
	name, err := c.ROMFlag.Machine()
	switch {
	case err != nil:
		return nil, err
	case name == "" && len(c.Poke) == 0, len(names) == 1 && (name == "" || name == names[0]):
		return names, nil
	case c.Engine != "all" && name != "":
		return nil, cli.Usagef("--rom %s: is of the %s: want --engine %s", c.ROM, name, name)
	case c.Engine != "all":
		return nil, cli.Usagef("--poke %s: is for one machine, and %s are several: want --engine %s", strings.Join(c.Poke, " "), report.Sentence(names), names[0])
	case name == "":
		name = names[0]
	}
	return []string{name}, nil
}

// AccountOf searches all positions, of each profile one after the other, on machines.
func AccountOf(a *cli.App, names []string, jobs []cli.Job, positions int) (accounts []*Account, err error) {
	err = cli.Each(a, append(slices.Clone(names), "go"), len(jobs)*len(names), func(b cli.Bench, i int) (spent, error) {
		return profile(a, b[names[i/len(jobs)]], b["go"], jobs[i%len(jobs)])
	}, func(i int, s spent) error {
		if i%positions == 0 {
			accounts = append(accounts, newAccount(names[i/len(jobs)], jobs[i%len(jobs)]))
		}
		accounts[len(accounts)-1].add(&s)
		return nil
	})
	if err != nil {
		return nil, err // means over a part would mislead
	}
	for _, x := range accounts {
		if err := x.finish(a); err != nil {
			return nil, err
		}
	}
	return accounts, nil
}

// profile searches one position on a machine, and in Go for the swap-offs,
// which the machine does not count.
func profile(a *cli.App, e, reference hostbridge.Engine, j cli.Job) (spent, error) {
	s := spent{FEN: j.Pos.FEN, ID: j.Pos.ID, clock: e.Clock()}
	m, ok := cli.MachineOf(e)
	if !ok {
		return s, fmt.Errorf("engine %s: its machine can't be profiled", e.Name())
	}
	if err := errors.Join(hostbridge.CountVisits(e, &s.visits), hostbridge.ProfileSearches(e, true)); err != nil {
		return s, err
	}
	r, err := e.Search(goengine.NewGame(j.Pos.Board), &j.Prof.Data, j.Limits)
	p := m.StopProfile()
	if err := errors.Join(hostbridge.CountVisits(e, nil), hostbridge.ProfileSearches(e, false)); err != nil {
		return s, err
	}
	if err != nil {
		return s, fmt.Errorf("engine %s: profile %s: fen %q: %w", e.Name(), j.Prof.Name, j.Pos.FEN, err)
	}
	g, err := reference.Search(goengine.NewGame(j.Pos.Board), &j.Prof.Data, j.Limits)
	if a.Ctx.Err() != nil {
		return s, context.Canceled
	}
	if err != nil {
		return s, err
	}
	if g.Nodes != r.Nodes {
		return s, fmt.Errorf("profile %s: fen %q: %s counts %d nodes, go %d: see searchex diff", j.Prof.Name, j.Pos.FEN, e.Name(), r.Nodes, g.Nodes)
	}
	s.Nodes, s.Cycles, s.PerNode, s.swapOffs, s.usage = r.Nodes, r.Cycles, report.Tenths(r.CyclesPerNode()), g.SwapOffs, m.Usage()
	if s.Modelled, err = modelled(e.Name(), &g.Result); err != nil {
		return s, err
	}
	if p != nil {
		s.routines, s.lines = p.Routines, p.ByLine
	}
	return s, nil
}

// modelled returns the cycles that a search of the Go engine would take on a
// machine, by its model.
func modelled(engine string, r *goengine.Result) (uint64, error) {
	k, err := hostbridge.KindOf(engine)
	if err != nil {
		return 0, err
	}
	m, err := k.Model()
	if err != nil {
		return 0, err
	}
	return m.Costs().Cycles(&r.Work, &r.Picked), nil
}

func newAccount(engine string, j cli.Job) *Account {
	return &Account{Engine: engine, Profile: j.Prof.Name, SX: j.Limits.SX, Limit: j.Limits.Nodes, lines: map[sourceLine]lineCost{}}
}

func (x *Account) add(s *spent) {
	for _, l := range s.lines {
		at := sourceLine{l.File, l.Line.Line}
		sum := x.lines[at]
		x.lines[at] = lineCost{sum.count + l.Count, sum.cycles + l.Cycles}
	}
	x.visits.Add(&s.visits)
	s.lines = nil
	x.ByPosition = append(x.ByPosition, *s)
	if x.Positions == 0 || s.PerNode < x.Least {
		x.Least = s.PerNode
	}
	x.Most = max(x.Most, s.PerNode)
	x.Positions++
	x.Nodes += s.Nodes
	x.Cycles += s.Cycles
	x.SwapOffs += s.swapOffs
	x.means += s.PerNode
	x.Clock = s.clock
	x.RAMWritten = max(x.RAMWritten, s.usage.Written)
	x.StackUsed = max(x.StackUsed, s.usage.Stack)
	for _, r := range s.routines {
		i := slices.IndexFunc(x.Routines, func(c RoutineCost) bool { return c.Label == r.Label })
		if i < 0 {
			x.Routines = append(x.Routines, RoutineCost{Label: r.Label})
			i = len(x.Routines) - 1
		}
		x.Routines[i].Calls += r.Calls
		x.Routines[i].Self += r.Self
		x.Routines[i].Total += r.Total
		x.Routines[i].Called += r.Called
	}
}

// finish works out the means.
func (x *Account) finish(a *cli.App) error {
	x.PerNode = report.Tenths(float64(x.Cycles) / float64(max(x.Nodes, 1)))
	x.Mean = report.Tenths(x.means / float64(max(x.Positions, 1)))
	x.PerSwap = float64(x.SwapOffs*1000/max(x.Nodes, 1)) / 1000
	x.Seconds = report.Tenths(float64(x.Cycles) / float64(max(x.Clock, 1)))
	slices.SortStableFunc(x.Routines, func(a, b RoutineCost) int {
		switch {
		case a.Self > b.Self:
			return -1
		case a.Self < b.Self:
			return 1
		}
		return strings.Compare(a.Label, b.Label)
	})
	x.Outside = x.visits.Outside
	for k, v := range x.visits.Of {
		if v.Visits > 0 {
			x.Kinds = append(x.Kinds, kindCost{hostbridge.NodeKind(k).String(), v.Visits, v.Cycles, v.Scored})
		}
	}
	img, err := a.ImageOf(x.Engine)
	if err != nil || img == nil {
		return err
	}
	s := img.Sizes()
	x.ROM, x.Code2, x.RAM = s.ROM, s.Code2, s.RAM
	return nil
}

// write prints the profiles side by side and then, for each, its routines.
func (c *Cycles) write(a *cli.App, accounts []*Account) error {
	t := report.NewTable("<engine", "<profile", "SX", "nodes", "cycles", "<to finish", "a node", "mean of positions", "least", "most",
		"swap-offs a node", "RAM written", "stack").
		Later("mean of positions", "least", "most", "swap-offs a node", "RAM written", "stack")
	var sizes strings.Builder
	for i, x := range accounts {
		t.Add(x.Engine, x.Profile, x.SX, x.Nodes, x.Cycles, report.Seconds(x.Cycles, x.Clock), report.Whole(x.PerNode), report.Whole(x.Mean), report.Whole(x.Least), report.Whole(x.Most),
			fmt.Sprintf("%.3f", x.PerSwap), x.RAMWritten, x.StackUsed)
		if i == 0 || accounts[i-1].Engine != x.Engine {
			fmt.Fprintf(&sizes, "\n%s: %g MHz, %s, hooks unwatched\n", x.Engine, x.Clock.MHz(), report.Plural(x.Positions, "position"))
			if err := writeSizes(a, &sizes, x.Engine); err != nil {
				return err
			}
		}
	}
	if err := t.Write(a.Out); err != nil {
		return err
	}
	if _, err := a.Out.Write([]byte(a.Out.Fold(sizes.String()))); err != nil {
		return err
	}
	if c.Model {
		for _, x := range accounts {
			if err := x.writeModel(a); err != nil {
				return err
			}
		}
		return nil
	}
	for _, some := range byProfile(accounts) {
		if err := writeKinds(a, some); err != nil {
			return err
		}
		var err error
		if len(some) == 1 {
			err = c.writeRoutines(a, some[0])
		} else {
			err = c.writeBeside(a, some)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeModel prints exact and modelled cycles by position.
func (x *Account) writeModel(a *cli.App) error {
	if _, err := fmt.Fprintf(a.Out, "\n%s, profile %s: %s and the model's\n", x.Engine, x.Profile, cli.Unit(x.Engine)); err != nil {
		return err
	}
	t := report.NewTable("<position", "nodes", cli.Unit(x.Engine), "model", "error")
	off := func(model, exact uint64) float64 {
		return 100 * (float64(model) - float64(exact)) / float64(max(exact, 1))
	}
	var sum uint64
	mean := 0.0
	for _, s := range x.ByPosition {
		name := s.ID
		if name == "" {
			name = s.FEN
		}
		d := off(s.Modelled, s.Cycles)
		t.Add(name, s.Nodes, s.Cycles, s.Modelled, fmt.Sprintf("%+.2f%%", d))
		sum += s.Modelled
		mean += math.Abs(d) / float64(x.Positions)
	}
	t.Add("all", x.Nodes, x.Cycles, sum, fmt.Sprintf("%+.2f%%", off(sum, x.Cycles)))
	if err := t.Write(a.Out); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.Out, "mean error of a position %.2f%%\n", mean)
	return err
}

// Calls is how often a routine is called: a node, or where that would be next
// to nothing a search, or in all.
func (x *Account) Calls(n uint64) string {
	perNode, perSearch := float64(n)/float64(max(x.Nodes, 1)), float64(n)/float64(max(x.Positions, 1))
	switch {
	case n == 0:
		return "none"
	case perNode >= 0.0095: // two digits at least
		return fmt.Sprintf("%.3f", perNode)
	case perSearch >= 0.095:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", perSearch), ".0") + " a search"
	}
	return report.Count(n) + " in all"
}

// barWidthShare is how many characters the bar of the costliest routine has.
const barWidthShare = 24

// writeRoutines prints cycles by routine, a node of the search.
func (c *Cycles) writeRoutines(a *cli.App, x *Account) error {
	if _, err := fmt.Fprintf(a.Out, "\n%s, profile %s: %s a node by routine\n", x.Engine, x.Profile, cli.Unit(x.Engine)); err != nil {
		return err
	}
	t := report.NewTable("<routine", "calls a node", cli.Unit(x.Engine)+" a call", "self", "+%", "with callees", "+%", "<").
		Later("calls a node", cli.Unit(x.Engine)+" a call").Bars("", barWidthShare/4)
	nodes, cycles := float64(max(x.Nodes, 1)), float64(max(x.Cycles, 1))
	decimal := func(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
	var rest, most uint64
	for i, r := range x.Routines {
		most = max(most, r.Self, 1)
		if c.Top > 0 && i >= c.Top {
			rest += r.Self
			continue
		}
		t.Add(r.Label, x.Calls(r.Calls), r.perCall(),
			decimal(float64(r.Self)/nodes), decimal(100*float64(r.Self)/cycles),
			decimal(float64(r.Total)/nodes), decimal(100*float64(r.Total)/cycles),
			report.Bar(int((r.Self*barWidthShare+most/2)/most)))
	}
	if rest > 0 {
		t.Add(report.Plural(len(x.Routines)-c.Top, "other"), "", "", decimal(float64(rest)/nodes), decimal(100*float64(rest)/cycles))
	}
	return t.Write(a.Out)
}

const cyclesManual = "docs/manual/cycles.md"

func (*Cycles) Help() string {
	return cli.Detail("Prints for each profile the cycles to finish the search, those of a node (a move's position that was valued), memory and stack; then the cycles of "+
		"a visit by what became of the node, without the nodes below it; then the routines by their own cycles a node, of several machines beside each other, of one with those of what they call. "+
		"All add up to the search's cycles. --list shows them beside a routine's source; --json prints what --vs holds a later run against.",
		"searchex cycles --profile sx81 --top 16\nsearchex cycles --engine z80 --list map_hits\nsearchex cycles --json > old.json; searchex cycles --vs old.json --rom asm/z80/z80.rom", cyclesManual)
}

// RoutineFigures are what a routine took in some searches.
type RoutineFigures struct {
	Nodes        uint64  `json:"nodes"`
	Calls        uint64  `json:"calls"`
	Self         uint64  `json:"self"`
	Total        uint64  `json:"total"`
	Called       uint64  `json:"called"`
	AllCycles    uint64  `json:"search_cycles"`
	CallsPerNode float64 `json:"calls_per_node"`
	PerCall      float64 `json:"cycles_per_call"`
	Microseconds float64 `json:"microseconds_per_call"`
	OwnPerNode   float64 `json:"own_cycles_per_node"`
}

func thousandths(x float64) float64 { return math.Round(x*1000) / 1000 }

// Figures are what a routine took.
func (x *Account) Figures(label string) *RoutineFigures {
	f := &RoutineFigures{Nodes: x.Nodes, AllCycles: x.Cycles}
	for _, r := range x.Routines {
		if r.Label != label {
			continue
		}
		f.Calls, f.Self, f.Total, f.Called = r.Calls, r.Self, r.Total, r.Called
		calls, nodes := float64(max(r.Calls, 1)), float64(max(x.Nodes, 1))
		f.CallsPerNode, f.OwnPerNode = thousandths(float64(r.Calls)/nodes), thousandths(float64(r.Self)/nodes)
		f.PerCall, f.Microseconds = thousandths(float64(r.Called)/calls), thousandths(float64(r.Called)/calls/x.Clock.MHz())
	}
	return f
}

// About says what was searched.
func (x *Account) About() string {
	budget := fmt.Sprintf("SX %d", x.SX)
	if x.Limit > 0 {
		budget = "at most " + report.Plural(int(x.Limit), "node") + " each"
	}
	return fmt.Sprintf("%s, profile %s, %s: %s", report.Plural(x.Positions, "position"), x.Profile, budget, report.Plural(int(x.Nodes), "node"))
}
