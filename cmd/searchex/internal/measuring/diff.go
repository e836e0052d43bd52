package measuring

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/equal"
)

// Diff shows where the searches of two engines part: of the first of those
// chosen and one of the others.
type Diff struct {
	cli.EngineFlag
	cli.ProfileFlag
	cli.PositionFlags
	cli.BudgetFlags
	exactFlags
	cli.ROMFlag
	cli.PokeFlag
	JSON bool `name:"json" help:"Print the difference as a JSON object."`
}

// parting is the first difference, as --json prints it.
type parting struct {
	FEN     string     `json:"fen"`
	ID      string     `json:"id,omitempty"`
	Moves   []string   `json:"moves,omitempty"` // from FEN to the position searched
	Profile string     `json:"profile"`
	SX      int        `json:"sx"`
	Index   uint64     `json:"event_index"`
	Sides   [2]witness `json:"engines"`

	limits string
}

// witness is what one engine did at the first difference.
type witness struct {
	Engine string   `json:"engine"`
	Event  string   `json:"event"`
	Ply    int      `json:"ply"`
	Move   string   `json:"move"`
	Values string   `json:"values"`
	Line   []string `json:"line"`
	// Board is the position's board as the line leads there or, for a
	// machine, as it stands in its memory: ranks from the eighth.
	Board hostbridge.Diagram `json:"board"`
	// What the machine was about to execute, empty for Go.
	PC        string `json:"pc,omitempty"`
	Source    string `json:"source,omitempty"`
	Text      string `json:"source_text,omitempty"`
	Registers string `json:"registers,omitempty"`
	// Error is what ended the search before its time.
	Error string `json:"error,omitempty"`

	listing []string
}

// Run compares position by position up to the first difference.
func (c *Diff) Run(a *cli.App) error {
	names, err := c.Names(a)
	switch {
	case err != nil:
		return err
	case len(names) < 2:
		return cli.Usagef("--engine %s: want two engines at least, such as %s", c.Engine, strings.Join(a.Engines[:2], ","))
	case c.Engine == "all" && len(c.Poke) > 0:
		names = names[:2] // a byte is changed in one machine
	}
	if c.Engine == "all" && c.ROM != "" {
		name, err := c.ROMFlag.Machine()
		if err != nil {
			return err
		}
		names = []string{names[0], name}
	}
	if a, err = c.ROMFlag.Read(a, names); err != nil {
		return err
	}
	positions, err := c.Load(a, cli.Benchmark)
	if err != nil {
		return err
	}
	tasks, err := a.Tasks(&c.ProfileFlag, positions, &c.BudgetFlags)
	if err != nil {
		return err
	}
	if err := c.exactFlags.apply(tasks, len(c.FEN) == 1 && len(c.EPD) == 0); err != nil {
		return err
	}
	engines := make([]hostbridge.Engine, len(names))
	for i, name := range names {
		if engines[i], err = a.NewEngine(name); err != nil {
			return fmt.Errorf("engine %s: %w", name, err)
		}
		if m, ok := cli.MachineOf(engines[i]); ok {
			m.SetGuards(true) // a machine gone astray ends where it does so
		}
	}
	if err := c.PokeFlag.Apply(engines); err != nil {
		return err
	}
	bar := cli.NewProgress(a.Err, len(tasks))
	defer bar.Clear()
	var events uint64
	for i := range tasks {
		for _, e := range engines[1:] {
			p, n, err := part(a, [2]hostbridge.Engine{engines[0], e}, &tasks[i])
			if a.Ctx.Err() != nil {
				return cli.Interrupted{Done: i, Of: len(tasks)}
			}
			if err != nil {
				return err
			}
			if p != nil {
				bar.Clear()
				return c.show(a, p)
			}
			if e == engines[1] {
				events += n
			}
		}
		bar.Show(i + 1)
	}
	bar.Clear()
	if c.JSON {
		return nil // no difference, no object
	}
	_, err = fmt.Fprintf(a.Out, "%s, %s events: no difference between %s\n", report.Plural(len(tasks), "search"), report.Count(events), report.Sentence(names))
	return err
}

// part finds the first difference in one position, nil if there is none, and
// counts the events before.
func part(a *cli.App, engines [2]hostbridge.Engine, t *hostbridge.Task) (*parting, uint64, error) {
	var d *equal.Difference
	var n uint64
	err := a.Abandonable(func() (err error) {
		d, n, err = equal.FirstDifference(a.Ctx, engines[0], engines[1], t)
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	if d == nil {
		return nil, n, nil
	}
	p := &parting{FEN: t.FEN, ID: t.ID, Profile: t.ProfileName, SX: t.Limits.SX, Moves: t.Moves(), Index: d.Index, limits: describeTask(t)}
	for i := range d.Sides {
		p.Sides[i] = newWitness(a, t.Position(), &d.Sides[i])
	}
	return p, n, nil
}

// describeTask returns the limits of a search in words.
func describeTask(t *hostbridge.Task) string {
	s := "profile " + t.ProfileName
	if t.Limits.SXSet {
		s += fmt.Sprintf(", SX %d", t.Limits.SX)
	}
	if t.Limits.Nodes > 0 {
		s += fmt.Sprintf(", %s nodes", report.Count(t.Limits.Nodes))
	}
	return s + describeExact(t)
}

// newWitness is a side in words.
func newWitness(a *cli.App, root *goengine.Position, s *equal.Side) witness {
	e := s.Event
	w := witness{
		Engine: s.Engine, Event: e.Kind.String(), Ply: int(e.Ply), Values: e.Values(),
		Line: root.UCILine(s.Line), Board: s.Board,
	}
	at := *root
	for _, m := range s.Line {
		at.Play(m)
	}
	switch {
	case s.Err != nil:
		w.Error = s.Err.Error()
	case e.Kind == hostbridge.EventEnded:
		w.Move = root.UCI(s.Result.Best)
		w.Values = fmt.Sprintf("score %d, %d nodes", s.Result.Score, s.Result.Nodes)
	case e.Move != goengine.NoMove:
		w.Move = at.UCI(e.Move)
	}
	if p := s.Place; p != nil {
		w.PC = fmt.Sprintf("$%04x %s", p.PC, p.Label)
		w.Registers = p.Registers
		if p.File != "" {
			w.Source = fmt.Sprintf("%s:%d", p.File, p.Line)
		}
		if img, err := a.ImageOf(s.Engine); err == nil {
			w.listing = equal.Source(img, p)
		}
		if n := len(w.listing); n > 0 {
			w.Text = w.listing[n-1]
		}
	}
	return w
}

// show prints a difference and returns the error that goes with it.
func (c *Diff) show(a *cli.App, p *parting) error {
	name := p.ID
	if name == "" {
		name = p.FEN
	}
	failed := fmt.Errorf("%s and %s differ: %s, profile %s, event %s", p.Sides[0].Engine, p.Sides[1].Engine, name, p.Profile, report.Count(p.Index+1))
	if c.JSON {
		if err := report.JSON(a.Out, p); err != nil {
			return err
		}
		return failed
	}
	var b strings.Builder
	if p.ID != "" {
		fmt.Fprintln(&b, p.ID)
	}
	fmt.Fprintln(&b, p.FEN)
	if len(p.Moves) > 0 {
		fmt.Fprintf(&b, "after %s\n", strings.Join(p.Moves, " "))
	}
	fmt.Fprintln(&b, p.limits)
	for _, s := range c.Poke {
		fmt.Fprintf(&b, "ROM changed: %s\n", s)
	}
	fmt.Fprintln(&b)
	switch p.Index {
	case 0:
		fmt.Fprintf(&b, "event 1 differs\n\n")
	case 1:
		fmt.Fprintf(&b, "event 1 is equal, event 2 differs\n\n")
	default:
		fmt.Fprintf(&b, "events 1 to %s are equal, event %s differs\n\n", report.Count(p.Index), report.Count(p.Index+1))
	}
	if err := p.table().Write(a.Out.On(&b)); err != nil {
		return err
	}
	for i := range p.Sides {
		p.Sides[i].write(&b)
	}
	if _, err := a.Out.Write([]byte(b.String())); err != nil {
		return err
	}
	return failed
}

// write tells where a machine stood.
func (w *witness) write(b *strings.Builder) {
	if w.Error != "" {
		fmt.Fprintf(b, "\n%s\n", w.Error)
	}
	if w.PC == "" {
		return
	}
	fmt.Fprintf(b, "\n%s at %s", w.Engine, w.PC)
	if w.Source != "" {
		fmt.Fprintf(b, ", %s", w.Source)
	}
	fmt.Fprintln(b)
	for i, text := range w.listing {
		indent := "    "
		if i == len(w.listing)-1 {
			indent = "            " // an instruction, where the others are labels
		}
		fmt.Fprintf(b, "%s%s\n", indent, text)
	}
	if w.Registers != "" {
		fmt.Fprintln(b, w.Registers)
	}
}

// table puts both sides beside each other. A mark stands where they differ.
func (p *parting) table() *report.Table {
	x, y := &p.Sides[0], &p.Sides[1]
	t := report.NewTable("<", "<"+x.Engine, "<", "+<"+y.Engine).Keys(1).Break(x.Engine, 17).Break(y.Engine, 17)
	add := func(title, left, right string) {
		mark := ""
		if left != right {
			mark = "≠"
		}
		t.Add(title, left, mark, right)
	}
	add("event", x.Event, y.Event)
	add("ply", fmt.Sprint(x.Ply), fmt.Sprint(y.Ply))
	add("move", x.Move, y.Move)
	add("values", x.Values, y.Values)
	add("line", strings.Join(x.Line, " "), strings.Join(y.Line, " "))
	for i := range x.Board {
		title := ""
		if i == 0 {
			title = "board"
		}
		add(title, x.Board[i], y.Board[i])
	}
	return t
}

func (*Diff) Help() string {
	return cli.Detail("Prints nothing but a line where the first engine and each of the others search alike. Else it prints the first event in which two "+
		"differ: both boards, both values, the line of moves, the machine's registers and source line; the exit status is 1. --poke breaks a machine on purpose.",
		"searchex diff --engine go,6502\nsearchex diff --poke 'attack_table+$20=0'", cli.Sessions)
}
