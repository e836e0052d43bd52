package window

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/searchex/searchex/goengine"
)

// maximum is the original's word for a bound that is not set yet.
const maximum = "MAX"

// limit returns the word for such a bound, and whether a value is one.
func limit(v int16) (string, bool) {
	switch v {
	case goengine.Infinity:
		return maximum, true
	case -goengine.Infinity:
		return "-" + maximum, true
	}
	return "", false
}

// Pawns returns a value in score units in pawns, with three decimals as the original
// has them, or MAX and -MAX.
func Pawns(v int16) string {
	if s, ok := limit(v); ok {
		return s
	}
	return fmt.Sprintf("%.3f", float64(v)/pawn)
}

// test reports whether an event is a comparison.
func (k Kind) test() bool { return k != Created && k != Evaluated && k != Confirmed }

// relation returns the relation of Value to Against.
func (k Kind) relation() string {
	if k == NoCutoff || k == Best {
		return "<"
	}
	return ">="
}

// String is the event in a line: what, where, and what is compared.
func (e Event) String() string {
	key := e.Position.Key
	if key == "" {
		key = "(root)"
	}
	switch {
	case e.Kind == Created:
		return fmt.Sprintf("%-9s  %s  position %d", e.Kind, key, e.Position.Number)
	case !e.Kind.test():
		return fmt.Sprintf("%-9s  %s", e.Kind, key)
	}
	return fmt.Sprintf("%-9s  %s  %s %s %s", e.Kind, key, Pawns(e.Value), e.Kind.relation(), Pawns(e.Against))
}

// Sentence is the event as the original's detailed log words it.
func (e Event) Sentence() string {
	value, against := Pawns(e.Value), Pawns(e.Against)
	switch e.Kind {
	case Created:
		return fmt.Sprintf("Position %d, \"%s\" created in tree", e.Position.Number, e.Position.Line)
	case Evaluated:
		return fmt.Sprintf("Eval (ply %d), %s", e.Position.Ply(), e.Position.Line)
	case Cutoff:
		return fmt.Sprintf("Alpha beta cutoff because move value=%s >= two lower ply value=%s", value, against)
	case NoCutoff:
		return fmt.Sprintf("No alpha beta cutoff because move value=%s < two lower ply value=%s", value, against)
	case Confirmed:
		return "(Confirming best move)"
	case Best:
		return fmt.Sprintf("Best move because negated move value=%s < one lower ply value=%s", value, against)
	}
	return fmt.Sprintf("Not best move because negated move value=%s >= one lower ply value=%s", value, against)
}

// Log is the run's events, one a line.
func (r *Run) Log() []string { return r.lines(Event.String) }

// DetailedLog is the run's events as the original words them.
func (r *Run) DetailedLog() []string { return r.lines(Event.Sentence) }

func (r *Run) lines(text func(Event) string) []string {
	lines := make([]string, len(r.Events))
	for i, e := range r.Events {
		lines[i] = text(e)
	}
	return lines
}

// MarshalJSON is the event as an object: event, number where it is created,
// key, ply; in tests value and against in pawns, null for MAX and -MAX.
func (e Event) MarshalJSON() ([]byte, error) {
	type event struct {
		Event  Kind   `json:"event"`
		Number *int   `json:"number,omitempty"`
		Key    string `json:"key"`
		Ply    int    `json:"ply"`
	}
	head := event{Event: e.Kind, Key: e.Position.Key, Ply: e.Position.Ply()}
	if e.Kind == Created {
		head.Number = &e.Position.Number
	}
	if !e.Kind.test() {
		return json.Marshal(head)
	}
	return json.Marshal(struct {
		event
		Value   *float64 `json:"value"`
		Against *float64 `json:"against"`
	}{head, number(e.Value), number(e.Against)})
}

// number is a value in pawns, nil for MAX and -MAX.
func number(v int16) *float64 {
	if _, ok := limit(v); ok {
		return nil
	}
	f := float64(v) / pawn
	return &f
}

// Difference describes in a line the first thing in which two runs of a model
// differ: an event, the principal variation, or what was noted of a position.
// It is empty where they are equal.
func Difference(a, b *Run) string {
	for i := range min(len(a.Events), len(b.Events)) {
		if !equal(a.Events[i], b.Events[i]) {
			return fmt.Sprintf("event %d is %q on %s, %q on %s", i+1, a.Events[i], a.Engine, b.Events[i], b.Engine)
		}
	}
	if n, m := len(a.Events), len(b.Events); n != m {
		return fmt.Sprintf("%d events on %s, %d on %s", n, a.Engine, m, b.Engine)
	}
	if !slices.Equal(a.PV, b.PV) {
		return fmt.Sprintf("the principal variation is %v on %s, %v on %s", a.PV, a.Engine, b.PV, b.Engine)
	}
	what := ""
	a.Model.Root.Each(func(p *Position) {
		v, w := a.Visits[p.Key], b.Visits[p.Key]
		if what == "" && (v == nil || w == nil || *v != *w) {
			what = fmt.Sprintf("position %q is %+v on %s, %+v on %s", p.Key, v, a.Engine, w, b.Engine)
		}
	})
	return what
}

// equal compares events of two runs, whose models may have been read twice.
func equal(a, b Event) bool {
	return a.Kind == b.Kind && a.Value == b.Value && a.Against == b.Against &&
		a.Position.Key == b.Position.Key && a.Position.Number == b.Position.Number
}
