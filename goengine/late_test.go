package goengine

import (
	"fmt"
	"reflect"
	"testing"
)

// pursuit says what White's moves are worth, at once and where lines end, and
// notes with what SX and window the positions after them are searched.
type pursuit struct {
	only
	static, worth map[string]int16
	seen          []string
}

// Event implements Callbacks.
func (p *pursuit) Event(n Node, ev *Event) {
	switch ev.Kind {
	case EventScored:
		if n.Ply() == 0 {
			ev.Value = p.static[ev.Move.String()]
		}
	case EventBeta:
		line := n.Path(nil)
		switch {
		case len(line) == 0:
			return
		case len(line)&1 != 0: // Black's view
			ev.Value = -p.worth[line[0].String()]
			return
		}
		ev.Value = p.worth[line[0].String()]
	case EventGenerated:
		p.only.Event(n, ev)
		if n.Ply() != 1 {
			return
		}
		sx, _ := n.Budget()
		alpha, beta := n.Window()
		at := fmt.Sprint(n.Path(nil)[0], " ", sx, " ", alpha, " ", beta)
		if len(p.seen) == 0 || p.seen[len(p.seen)-1] != at { // a node may be generated in parts
			p.seen = append(p.seen, at)
		}
	default:
		p.only.Event(n, ev)
	}
}

// TestALateMoveIsPursuedByHand: Ka2 costs 21 and is worth 30, Kb1 costs 24 and comes
// second.
func TestALateMoveIsPursuedByHand(t *testing.T) {
	const first = "a1a2 39 -32000 32000" // 60-21
	for _, c := range []struct {
		name, change  string
		sx            int
		static, worth int16 // of Kb1
		want          []string
	}{
		{"late, and better: for 24+5 with a window of one, then for 24", "", 60, 50, 31,
			[]string{first, "a1b1 31 -31 -30", "a1b1 36 -32000 -30"}},
		{"late, and no better", "", 60, 50, 30, []string{first, "a1b1 31 -31 -30"}},
		{"its static value doesn't matter", "", 60, -50, 31, []string{first, "a1b1 31 -31 -30", "a1b1 36 -32000 -30"}},
		{"better, and a scout goes ahead", ",switch.scout=on", 60, 50, 31,
			[]string{first, "a1b1 31 -31 -30", "a1b1 36 -31 -30", "a1b1 36 -32000 -30"}},
		{"no better: the scout stays", ",switch.scout=on", 60, 50, 30, []string{first, "a1b1 31 -31 -30"}},
		{"the third is late", ",late.from=3", 60, 50, 31, []string{first, "a1b1 36 -32000 -30"}},
		{"nothing is", ",late=0", 60, 50, 31, []string{first, "a1b1 36 -32000 -30"}},
		{"the first, too: anything is better than nothing", ",late.from=0", 60, 50, 31,
			[]string{"a1a2 34 31999 32000", first, "a1b1 31 -31 -30", "a1b1 36 -32000 -30"}},
		{"29 is all there is", "", 29, 50, 31, []string{"a1a2 8 -32000 32000", "a1b1 0 -31 -30", "a1b1 5 -32000 -30"}},
		{"29 is too dear: its static value is better than 30", "", 28, 31, 31, []string{"a1a2 7 -32000 32000", "a1b1 4 -32000 -30"}},
		{"29 is too dear: its static value is no better", "", 28, 30, 31, []string{"a1a2 7 -32000 32000"}},
		{"24 is too dear", "", 23, 31, 31, []string{"a1a2 2 -32000 32000"}},
	} {
		prof, err := ParseProfile("sx81,pass=0,late.from=2,late=5" + c.change)
		if err != nil {
			t.Fatal(err)
		}
		prof.Start = uint8(c.sx)
		p := &pursuit{
			only:   only{"a1a2 a1b1", "h8g8"},
			static: map[string]int16{"a1a2": 100, "a1b1": c.static},
			worth:  map[string]int16{"a1a2": 30, "a1b1": c.worth},
		}
		e := NewEngine()
		e.Callbacks = p
		e.search(background, mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), &prof, Limits{SX: c.sx})
		if !reflect.DeepEqual(p.seen, c.want) {
			t.Errorf("%s: %q, want %q", c.name, p.seen, c.want)
		}
	}
}
