package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/searchex/internal/firstdiff"
	"github.com/searchex/searchex/cmd/searchex/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// diffCmd shows where two engines' searches part.
type diffCmd struct {
	engineFlag
	profileFlag
	positionFlags
	budgetFlags
	pokeFlag
	JSON bool `name:"json" help:"Print the difference as a JSON object."`
}

// parting is the first difference, as --json prints it.
type parting struct {
	FEN     string     `json:"fen"`
	ID      string     `json:"id,omitempty"`
	Profile string     `json:"profile"`
	Index   uint64     `json:"event_index"`
	Sides   [2]witness `json:"engines"`
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
	Board []string `json:"board"`
	// What the machine was about to execute, empty for Go.
	PC        string `json:"pc,omitempty"`
	Source    string `json:"source,omitempty"`
	Text      string `json:"source_text,omitempty"`
	Registers string `json:"registers,omitempty"`
}

// Run compares position by position up to the first difference.
func (c *diffCmd) Run(a *app) error {
	names, err := c.names(a)
	if err != nil {
		return err
	}
	if len(names) != 2 {
		return usagef("--engine %s: want two engines, such as go,z80", c.Engine)
	}
	positions, err := c.load(a, benchmark)
	if err != nil {
		return err
	}
	jobs, err := a.jobs(&c.profileFlag, positions, &c.budgetFlags)
	if err != nil {
		return err
	}
	var engines [2]hostbridge.Engine
	for i, name := range names {
		if engines[i], err = a.newEngine(name); err != nil {
			return fmt.Errorf("engine %s: %w", name, err)
		}
	}
	if err := c.apply(engines); err != nil {
		return err
	}
	bar := newProgress(a.err, len(jobs))
	defer bar.clear()
	var events uint64
	for i, j := range jobs {
		p, n, err := a.part(engines, j)
		if a.ctx.Err() != nil {
			return interrupted{i, len(jobs)}
		}
		if err != nil {
			return err
		}
		events += n
		bar.show(i + 1)
		if p != nil {
			bar.clear()
			return c.show(a, p)
		}
	}
	bar.clear()
	if c.JSON {
		return nil // no difference, no object
	}
	_, err = fmt.Fprintf(a.out, "%s searches, %s events: no difference between %s\n", report.Int(len(jobs)), report.Count(events), strings.Join(names, " and "))
	return err
}

// part finds the first difference in one position, nil if there is none, and
// counts the events before.
func (a *app) part(engines [2]hostbridge.Engine, j job) (*parting, uint64, error) {
	var seen [2]witness
	s := firstdiff.Search{Board: j.pos.Board, Profile: &j.prof.data, Limits: j.limits}
	d, n, err := firstdiff.Find(a.ctx, engines, s, func(i int, side *firstdiff.Side) {
		if m, ok := machineOf(side.Engine); ok {
			seen[i].look(m, side.Engine.Name())
		}
	})
	if err != nil || d == nil {
		return nil, n, err
	}
	for i := range d.Sides {
		seen[i].describe(j.pos.Board, &d.Sides[i])
	}
	return &parting{FEN: j.pos.FEN, ID: j.pos.ID, Profile: j.prof.name, Index: d.Index, Sides: seen}, n, nil
}

// describe fills in what the event tells.
func (w *witness) describe(root *goengine.Position, s *firstdiff.Side) {
	w.Engine, w.Event, w.Ply = s.Engine.Name(), s.Event.Kind.String(), int(s.Event.Ply)
	w.Values, w.Line = s.Event.Text(), line(root, s.Line)
	at := *root
	for _, m := range s.Line {
		at.Play(m)
	}
	if s.Event.Move != goengine.NoMove {
		w.Move = at.UCI(s.Event.Move)
	}
	if w.Board == nil {
		w.Board = boardOf(&at)
	}
	if s.Event.Kind != firstdiff.Ended {
		return
	}
	w.Move = root.UCI(s.Result.Best)
	w.Values = fmt.Sprintf("score %d, %d nodes", s.Result.Score, s.Result.Nodes)
	if s.Err != nil {
		w.Values = s.Err.Error()
	}
}

// show prints a difference and returns the error that goes with it.
func (c *diffCmd) show(a *app, p *parting) error {
	name := p.ID
	if name == "" {
		name = p.FEN
	}
	failed := fmt.Errorf("%s and %s differ: %s, profile %s, event %s", p.Sides[0].Engine, p.Sides[1].Engine, name, p.Profile, report.Count(p.Index+1))
	if c.JSON {
		if err := report.JSON(a.out, p); err != nil {
			return err
		}
		return failed
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\nprofile %s\n\n", name, p.FEN, p.Profile)
	if p.Index > 0 {
		fmt.Fprintf(&b, "events 1 to %s are equal, ", report.Count(p.Index))
	}
	fmt.Fprintf(&b, "event %s differs\n\n", report.Count(p.Index+1))
	if err := p.table().Write(&b); err != nil {
		return err
	}
	for _, w := range p.Sides {
		if w.PC != "" {
			fmt.Fprintf(&b, "\n%s at %s\n%s\n%s\n", w.Engine, w.PC, strings.TrimRight(w.Source+": "+w.Text, ": "), w.Registers)
		}
	}
	if _, err := a.out.Write([]byte(b.String())); err != nil {
		return err
	}
	return failed
}

// table puts both sides beside each other.
func (p *parting) table() *report.Table {
	x, y := p.Sides[0], p.Sides[1]
	t := report.NewTable("<", "<"+x.Engine, "<"+y.Engine)
	t.Add("event", x.Event, y.Event)
	t.Add("ply", fmt.Sprint(x.Ply), fmt.Sprint(y.Ply))
	t.Add("move", x.Move, y.Move)
	t.Add("values", x.Values, y.Values)
	t.Add("line", strings.Join(x.Line, " "), strings.Join(y.Line, " "))
	for i := range 8 {
		title := ""
		if i == 0 {
			title = "board"
		}
		t.Add(title, at(x.Board, i), at(y.Board, i))
	}
	return t
}

func at(rows []string, i int) string {
	if i >= len(rows) {
		return ""
	}
	return rows[i]
}

// sourceText is a line of an image's source, empty where it is not known.
func sourceText(img *asm.Image, name string, line int) string {
	if img == nil {
		return ""
	}
	text, err := img.SourceText(asm.Line{File: name, Line: line})
	if err != nil {
		return ""
	}
	return strings.Join(slices.DeleteFunc(strings.Split(text, "\t"), func(s string) bool { return s == "" }), " ")
}
