package hostbridge

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// EventKind is what an Event tells of.
type EventKind uint8

// The kinds of events, in the order of goengine.Watcher.
const (
	EventGenerated EventKind = 1 + iota
	EventScored
	EventPriced
	EventBeta
	EventAlpha
	EventBest
	EventIteration
)

var eventNames = [...]string{"", "generated", "scored", "priced", "beta test", "alpha test", "best", "iteration"}

// Event is one event of a search as a value. Which of A, B and C it uses, and
// for what, is the order of arguments of the method of goengine.Watcher.
type Event struct {
	Kind    EventKind
	Ply     uint8
	Move    goengine.Move
	A, B, C int16
}

// String names the event's values.
func (e Event) String() string {
	m := moveName(e.Move)
	s := fmt.Sprintf("ply %d %s ", e.Ply, eventNames[e.Kind])
	switch e.Kind {
	case EventGenerated:
		return s + fmt.Sprintf("%d moves", e.A)
	case EventScored:
		return s + fmt.Sprintf("%s value %d", m, e.A)
	case EventPriced:
		name := fmt.Sprint(e.A)
		if e.A >= 0 && int(e.A) < len(goengine.CategoryNames) {
			name = goengine.CategoryNames[e.A]
		}
		return s + fmt.Sprintf("%s %s, SXDEC %d", m, name, e.B)
	case EventBeta:
		return s + fmt.Sprintf("%s value %d, alpha %d, beta %d", m, e.A, e.B, e.C)
	case EventAlpha:
		return s + fmt.Sprintf("%s value %d, alpha %d", m, e.A, e.B)
	case EventBest:
		return s + m
	case EventIteration:
		return s + fmt.Sprintf("SX %d, score %d, best %s", e.A, e.B, m)
	}
	return "no event"
}

// moveName is a move without its position: a promotion's piece may be
// missing or wrong, the squares are right.
func moveName(m goengine.Move) string {
	if m == goengine.NoMove {
		return "0000"
	}
	s := goengine.SquareName(m.From()) + goengine.SquareName(m.To())
	if m&0x88 != 0 {
		s += " qrbn"[m.Promotion():][:1]
	}
	return s
}

// eventFunc turns the calls of a Watcher into Events.
type eventFunc func(Event)

func (f eventFunc) Generated(ply, n int) {
	f(Event{Kind: EventGenerated, Ply: uint8(ply), A: int16(n)})
}
func (f eventFunc) Scored(ply int, m goengine.Move, value int16) {
	f(Event{Kind: EventScored, Ply: uint8(ply), Move: m, A: value})
}
func (f eventFunc) Priced(ply int, m goengine.Move, c goengine.Category, price uint8) {
	f(Event{Kind: EventPriced, Ply: uint8(ply), Move: m, A: int16(c), B: int16(price)})
}
func (f eventFunc) BetaTest(ply int, m goengine.Move, value, alpha, beta int16) {
	f(Event{Kind: EventBeta, Ply: uint8(ply), Move: m, A: value, B: alpha, C: beta})
}
func (f eventFunc) AlphaTest(ply int, m goengine.Move, value, alpha int16) {
	f(Event{Kind: EventAlpha, Ply: uint8(ply), Move: m, A: value, B: alpha})
}
func (f eventFunc) Best(ply int, m goengine.Move) {
	f(Event{Kind: EventBest, Ply: uint8(ply), Move: m})
}
func (f eventFunc) Iteration(sx uint8, score int16, best goengine.Move) {
	f(Event{Kind: EventIteration, Move: best, A: int16(sx), B: score})
}

// Place is where a machine stood at an event.
type Place struct {
	PC        uint32
	Label     string // label+$offset
	Source    string // file:line
	Registers string
}

// Difference is the first event in which two searches differ.
type Difference struct {
	Index uint64 // events before it, which are equal
	// A and B are the two events; the Kind of one is 0 where its search had
	// ended.
	A, B Event
	// Line leads from the root to the node of the event, as far as the two
	// searches agree.
	Line []goengine.Move
	// PlaceA and PlaceB are nil for the Go engine.
	PlaceA, PlaceB *Place
}

// String shows both sides on three lines.
func (d *Difference) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "event %d, line", d.Index)
	for _, m := range d.Line {
		fmt.Fprintf(&b, " %s", moveName(m))
	}
	for _, side := range []struct {
		e Event
		p *Place
	}{{d.A, d.PlaceA}, {d.B, d.PlaceB}} {
		fmt.Fprintf(&b, "\n  %v", side.e)
		if side.p != nil {
			fmt.Fprintf(&b, " at %s (%s)", side.p.Label, side.p.Source)
		}
	}
	return b.String()
}

// FirstDifference searches with both engines and returns the first event that
// differs, nil where there is none. Both engines' watchers are detached.
func FirstDifference(a, b Engine, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (*Difference, error) {
	defer a.Watch(nil)
	defer b.Watch(nil)
	var events []Event
	a.Watch(eventFunc(func(e Event) { events = append(events, e) }))
	if _, err := a.Search(g, prof, l); err != nil {
		return nil, err
	}
	var d *Difference
	n := 0
	var line [goengine.MaxPly + 1]goengine.Move
	b.Watch(eventFunc(func(e Event) {
		if d != nil {
			return
		}
		if n < len(events) && events[n] == e {
			n++
			if e.Kind == EventPriced {
				line[e.Ply] = e.Move
			}
			return
		}
		d = &Difference{Index: uint64(n), B: e, PlaceB: placeOf(b)}
		ply := e.Ply
		if n < len(events) {
			d.A = events[n]
			ply = max(ply, d.A.Ply)
		}
		d.Line = append(d.Line, line[:ply]...)
		if m, ok := b.(OnMachine); ok {
			m.Machine().Stop()
		}
	}))
	_, err := b.Search(g, prof, l)
	if d == nil && n < len(events) {
		d = &Difference{Index: uint64(n), A: events[n], Line: append([]goengine.Move(nil), line[:events[n].Ply]...)}
	}
	if d == nil {
		return nil, err
	}
	if _, ok := a.(OnMachine); ok && d.A.Kind != 0 {
		count := uint64(0)
		a.Watch(eventFunc(func(Event) {
			if count == d.Index {
				d.PlaceA = placeOf(a)
				a.(OnMachine).Machine().Stop()
			}
			count++
		}))
		if _, err := a.Search(g, prof, l); err != nil {
			return nil, err
		}
	}
	return d, err
}

// placeOf tells where an engine's machine stands.
func placeOf(e Engine) *Place {
	on, ok := e.(OnMachine)
	if !ok {
		return nil
	}
	m := on.Machine()
	p := &Place{PC: m.PC()}
	label, offset := m.Program().LabelAt(p.PC)
	p.Label = label
	if offset != 0 {
		p.Label = fmt.Sprintf("%s+$%x", label, offset)
	}
	if line, ok := m.Program().LineAt(p.PC); ok {
		p.Source = fmt.Sprintf("%s:%d", line.File, line.Line)
	}
	if r, ok := m.(interface{ RegisterString() string }); ok {
		p.Registers = r.RegisterString()
	}
	return p
}
