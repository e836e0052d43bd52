package goengine

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// No move may cost nothing, so prices by the window want one.
func TestParseProfileRefusesMovesThatCostNothing(t *testing.T) {
	for _, spec := range []string{"sx81,switch.window-prices=on", "parker83,above=0", "sx81,price.check=0"} {
		if _, err := ParseProfile(spec); err == nil {
			t.Errorf("%s is taken", spec)
		}
	}
	for _, spec := range []string{"sx81,above=0", "sx81,switch.window-prices=on,above=1", "sx81,price.evasion=0"} {
		if _, err := ParseProfile(spec); err != nil {
			t.Error(err)
		}
	}
}

// TestSetByHand: what is known and refused, and what is not known.
func TestSetByHand(t *testing.T) {
	for _, c := range []struct {
		key, value string
		known      bool
		err        string // "": none
	}{
		{"start", "255", true, ""},
		{"start", "256", true, "from 0 to 255"},
		{"start", "x", true, "from 0 to 255"},
		{"start", "+5", true, "from 0 to 255"}, // no sign where none is possible
		{"step", "0", true, ""},
		{"step", "256", true, "from 0 to 255"},
		{"price.check", "0", true, "from 1 to 255"},
		{"budgets", "2", true, ""},
		{"budgets", "3", true, "from 0 to 2"},
		{"parity.even", "-128", true, ""},
		{"parity.even", "-129", true, "from -128 to 127"},
		{"parity.even", "x", true, "from -128 to 127"},
		{"nothing", "1", false, ""},
		{"switch.killers", "on", true, ""},
		{"switch.killers", "maybe", true, "want on or off"},
		{"switch.nothing", "on", true, "want one of cache, half-frontier, killers, mate-test, mate-threats, parity-prices, phase-prices, root-net, score-prices, scout, staged, swap-sort, two-budgets, window-prices"},
	} {
		p, _ := ProfileByName("sx81")
		before := p
		known, err := p.Set(c.key, c.value)
		if c.err != "" && p != before {
			t.Errorf("%s=%s is refused, and has changed the profile", c.key, c.value)
		}
		if known != c.known || (err != nil) != (c.err != "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s=%s: known %v, error %v, want %v, %q", c.key, c.value, known, err, c.known, c.err)
		}
	}
	for spec, want := range map[string]string{
		"none":                     `profile "none" is unknown`,
		"sx81,nothing=1":           "nothing: a profile has nothing of that name",
		"sx81,start=x":             "from 0 to 255",
		"sx81,nothing=1,start=x":   "nothing: a profile has nothing of that name",
		"sx81,start=256,nothing=1": "from 0 to 255",
	} {
		if _, err := ParseProfile(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
	}
	if _, ok := ProfileByName("none"); ok {
		t.Error("there is a profile none")
	}
}

// What makes one profile another is named, and read back makes it that.
func TestChangesAreReadBack(t *testing.T) {
	for _, from := range AllProfileNames {
		for _, to := range AllProfileNames {
			p, _ := ProfileByName(from)
			q, _ := ProfileByName(to)
			spec := strings.Join(append([]string{from}, q.Changes(p)...), ",")
			if got, err := ParseProfile(spec); err != nil || got != q {
				t.Errorf("%s: %+v, %v, want %s", spec, got, err, to)
			}
		}
	}
	p, _ := ProfileByName("sx81")
	q := p
	if got := q.Changes(p); got != nil {
		t.Errorf("nothing is changed: %v", got)
	}
	q.Price[Killer], q.Parity[1], q.Step = 12, -3, 4
	q.Switches = HalfFrontier | TwoBudgets | MateTest | Cache
	want := "price.killer=12,step=4,parity.odd=-3,switch.cache=on,switch.killers=off,switch.two-budgets=on"
	if got := strings.Join(q.Changes(p), ","); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestEachEventCounts: an event more, and any number of it changed, changes the
// sum.
func TestEachEventCounts(t *testing.T) {
	e := NewEngine()
	seen := map[uint64]int{0: -1}
	for i, event := range []func(h *EventHash){
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventGenerated}) },
		func(h *EventHash) { h.Event(e.at(1), &Event{Kind: EventGenerated, Ply: 1}) },
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventGenerated, Count: 1}) },
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventScored, Move: moveA2}) },
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventScored, Move: moveA2, Value: 1}) },
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventScored, Move: moveB1}) },
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventPriced, Move: moveA2}) },
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventPriced, Move: moveA2, Category: 1}) },
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventPriced, Move: moveA2, Price: 1}) },
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventBeta, Move: moveA2}) },
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventBeta, Move: moveA2, Value: 1}) },
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventBeta, Move: moveA2, Alpha: 1}) },
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventBeta, Move: moveA2, Beta: 1}) },
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventAlpha, Move: moveA2}) },
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventAlpha, Move: moveA2, Alpha: 1}) },
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventBest, Move: moveA2}) },
		func(h *EventHash) { h.Event(e.at(2), &Event{Kind: EventBest, Ply: 2, Move: moveA2}) },
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventIteration, Move: moveA2}) },
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventIteration, SX: 1, Move: moveA2}) },
		func(h *EventHash) { h.Event(e.at(0), &Event{Kind: EventIteration, Value: 1, Move: moveA2}) },
	} {
		h := EventHash{}
		event(&h)
		if other, ok := seen[h.Sum]; ok || h.Count != 1 {
			t.Errorf("event %d has the sum of event %d; %d counted", i, other, h.Count)
		}
		seen[h.Sum] = i
	}
}

// TestGetByHand: what a number is that was set, and what is not known.
func TestGetByHand(t *testing.T) {
	p, _ := ProfileByName("sx81")
	for _, c := range []struct {
		key   string
		want  int
		known bool
	}{
		{"price.backward", 24, true},
		{"start", 10, true},
		{"parity.odd", 0, true},
		{"switch.killers", 1, true},
		{"switch.mate-test", 1, true}, // of the second byte
		{"switch.cache", 0, true},
		{"killers", 0, false},
		{"switch.nothing", 0, false},
		{"nothing", 0, false},
	} {
		if got, known := p.Get(c.key); got != c.want || known != c.known {
			t.Errorf("%s: %d, %v, want %d, %v", c.key, got, known, c.want, c.known)
		}
	}
	p.Set("parity.odd", "-7")
	if got, _ := p.Get("parity.odd"); got != -7 {
		t.Errorf("parity.odd: %d after -7 was set", got)
	}
}

// Every key can be set to what it is, and is listed once: 15 numbers, 12 prices, 14
// signed numbers, 13 switches.
func TestKeysAreAllThatCanBeSet(t *testing.T) {
	var keys []string
	for _, f := range ProfileFields {
		keys = append(keys, f.Key)
	}
	slices.Sort(keys)
	if len(slices.Compact(slices.Clone(keys))) != len(keys) {
		t.Errorf("%d keys: %v", len(keys), keys)
	}
	p, _ := ProfileByName("parker83")
	same := p
	for _, key := range keys {
		v, known := p.Get(key)
		set, err := p.Set(key, strconv.Itoa(v))
		if !known || !set || err != nil || p != same {
			t.Errorf("%s=%d: %v, %v, %v, changed %v", key, v, known, set, err, p != same)
		}
	}
}
