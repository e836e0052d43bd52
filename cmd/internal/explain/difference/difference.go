// Package difference prints the first event in which the searches of two engines differ.
package difference

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/equal"
)

// Report is the first difference between two searches, in words.
type Report struct {
	FEN     string   `json:"fen"`
	ID      string   `json:"id,omitempty"`
	Moves   []string `json:"moves,omitempty"` // from FEN to the position searched
	Profile string   `json:"profile"`
	SX      int      `json:"sx"`
	Index   uint64   `json:"event_index"`
	Sides   [2]Side  `json:"engines"`

	search string // the profile and the limits
}

// Side is what one engine did at the first difference.
type Side struct {
	Engine string   `json:"engine"`
	Event  string   `json:"event"`
	Ply    int      `json:"ply"`
	Move   string   `json:"move"`
	Values string   `json:"values"`
	Line   []string `json:"line"`
	// Board is the board at the end of Line or, for a machine, the board in its
	// memory: ranks from the eighth.
	Board hostbridge.Diagram `json:"board"`
	// The instruction that the machine was about to execute, empty for Go.
	PC        string `json:"pc,omitempty"`
	Source    string `json:"source,omitempty"`
	Text      string `json:"source_text,omitempty"`
	Registers string `json:"registers,omitempty"`
	// Error is why the search failed, empty if it did not.
	Error string `json:"error,omitempty"`

	listing []string // the labels before the instruction, and its line
}

// New describes the difference d between two engines' searches of t. imageOf returns the
// ROM of an engine, from which the source line is read, or nil for an engine without.
func New(t *hostbridge.Task, d *equal.Difference, imageOf func(engine string) (*asm.Image, error)) *Report {
	r := &Report{FEN: t.FEN, ID: t.ID, Profile: t.ProfileName, SX: t.Limits.SX, Moves: t.Moves(), Index: d.Index, search: report.Task(t)}
	for i := range d.Sides {
		r.Sides[i] = newSide(t.Position(), &d.Sides[i], imageOf)
	}
	return r
}

// newSide describes one side of a difference.
func newSide(root *goengine.Position, s *equal.Side, imageOf func(engine string) (*asm.Image, error)) Side {
	e := s.Event
	w := Side{
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
	case e.Kind == goengine.EventEnded:
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
		if img, err := imageOf(s.Engine); err == nil {
			w.listing = equal.Source(img, p)
		}
		if n := len(w.listing); n > 0 {
			w.Text = w.listing[n-1]
		}
	}
	return w
}

// Error returns the error of searches that differ.
func (r *Report) Error() string {
	name := r.ID
	if name == "" {
		name = r.FEN
	}
	return fmt.Sprintf("%s and %s differ: %s, profile %s, event %s", r.Sides[0].Engine, r.Sides[1].Engine, name, r.Profile, report.Count(r.Index+1))
}

// Write prints the difference. pokes are the changes of a ROM that were made before, as
// --poke gives them.
func (r *Report) Write(out *report.Screen, pokes []string) error {
	var b strings.Builder
	if r.ID != "" {
		fmt.Fprintln(&b, r.ID)
	}
	fmt.Fprintln(&b, r.FEN)
	if len(r.Moves) > 0 {
		fmt.Fprintf(&b, "after %s\n", strings.Join(r.Moves, " "))
	}
	fmt.Fprintln(&b, r.search)
	for _, s := range pokes {
		fmt.Fprintf(&b, "ROM changed: %s\n", s)
	}
	fmt.Fprintln(&b)
	switch r.Index {
	case 0:
		fmt.Fprintf(&b, "event 1 differs\n\n")
	case 1:
		fmt.Fprintf(&b, "event 1 is equal, event 2 differs\n\n")
	default:
		fmt.Fprintf(&b, "events 1 to %s are equal, event %s differs\n\n", report.Count(r.Index), report.Count(r.Index+1))
	}
	if err := r.table().Write(out.On(&b)); err != nil {
		return err
	}
	for i := range r.Sides {
		r.Sides[i].write(&b)
	}
	_, err := out.Write([]byte(b.String()))
	return err
}

// write prints where a machine stood, and why its search failed.
func (s *Side) write(b *strings.Builder) {
	if s.Error != "" {
		fmt.Fprintf(b, "\n%s\n", s.Error)
	}
	if s.PC == "" {
		return
	}
	fmt.Fprintf(b, "\n%s at %s", s.Engine, s.PC)
	if s.Source != "" {
		fmt.Fprintf(b, ", %s", s.Source)
	}
	fmt.Fprintln(b)
	for i, text := range s.listing {
		indent := "    "
		if i == len(s.listing)-1 {
			indent = "            " // an instruction, where the others are labels
		}
		fmt.Fprintf(b, "%s%s\n", indent, text)
	}
	if s.Registers != "" {
		fmt.Fprintln(b, s.Registers)
	}
}

// table returns both sides beside each other, with a mark where they differ.
func (r *Report) table() *report.Table {
	x, y := &r.Sides[0], &r.Sides[1]
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
