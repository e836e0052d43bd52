package goengine

import (
	"strings"
	"testing"
)

// Why a profile has a number. The first two can be looked up. The others are
// choices that nothing was measured for: for them the table below is a tripwire,
// which says that a number was changed and not that it was wrong to.
const (
	source   = "the sources: docs/design.md, profiles"
	decided  = "docs/decisions.md, with the measurement"
	asOthers = "a choice: the same as a number that is given elsewhere"
	free     = "a choice, not measured alone"
	unused   = "the profile has no use for it"
)

// profileNumbers are all numbers and switches of all profiles, but zeros and
// switches that are off. A note that begins with a number names a decision.
var profileNumbers = []struct {
	profiles, keys string
	value          int
	why, note      string
}{
	{"uniform", "start", 0, source, "SX 8(n-1) is n plies, and the first iteration one"},
	{"uniform", "step", 8, source, "a ply"},
	{"uniform", "price.first-check price.check price.promotion price.capture price.losing-capture price.losing", 8, source, "every move costs a ply"},
	{"uniform", "price.killer price.threat price.attack price.forward price.backward", 8, source, "the same"},
	{"uniform", "check-bonus", 200, decided, "13"},

	{"sx81 parker83", "start", 10, source, "start SX 10"},
	{"sx81 parker83", "step", 8, source, "step 7 or 8; which of the two is ours"},
	{"sx81 parker83 cyrus86 sex88 tuned net", "price.first-check", 3, source, "3 for the first check"},
	{"sx81 parker83 cyrus86 sex88", "price.check price.capture", 7, source, "7 for further checks and captures"},
	{"sx81 parker83 cyrus86 sex88", "price.promotion", 7, asOthers, "a capture's"},
	{"sx81 parker83", "price.attack", 7, source, "7 for attacking moves"},
	{"sx81 parker83", "price.forward", 21, source, "up to 21 for forward moves"},
	{"sx81 parker83", "price.backward", 24, source, "up to 24 for backward moves"},
	{"sx81 parker83", "price.losing", 34, source, "34 for apparently losing moves"},
	{"sx81 parker83", "price.losing-capture", 34, asOthers, "a losing move's"},
	{"sx81 parker83", "price.evasion", 10, decided, "12"},
	{"sx81 parker83", "price.killer", 10, decided, "19"},
	{"parker83", "above", 14, free, "10: two tactical moves"},

	{"cyrus86 sex88", "start", 10, asOthers, "the first generation's"},
	{"cyrus86", "step", 8, asOthers, "the first generation's"},
	{"cyrus86", "price.evasion", 8, decided, "12"},
	{"cyrus86", "price.killer", 8, free, "killers are cheap: an evasion's"},
	{"cyrus86", "price.threat", 7, free, "mate threats are cheap: a check's"},
	{"cyrus86", "price.attack price.forward", 10, free, "the best quiet move's, low"},
	{"cyrus86", "price.backward", 12, free, "a little more"},
	{"cyrus86", "price.losing price.losing-capture", 24, free, "the cap's"},
	{"cyrus86", "score-shift", 2, free, "10: a quarter of the distance from the best"},
	{"cyrus86", "score-cap", 24, asOthers, "10: a backward move's of 1981"},

	{"sex88", "step", 5, free, ""},
	{"sex88", "price.evasion", 7, decided, "12"},
	{"sex88", "price.killer", 10, asOthers, "that of decision 19"},
	{"sex88", "price.threat", 7, free, "a check's"},
	{"sex88", "price.attack", 8, free, ""},
	{"sex88", "price.forward", 16, free, ""},
	{"sex88", "price.backward", 18, free, ""},
	{"sex88", "price.losing price.losing-capture", 24, free, ""},
	{"sex88", "parity.even", 1, free, "dearer where the computer is to move, as the sources say; how much is ours"},
	{"sex88", "parity.odd", -1, free, "the same"},
	{"sex88", "phase.4", -1, free, "the fewer men, the farther"},
	{"sex88", "phase.5", -2, free, "the same"},
	{"sex88", "phase.6", -3, free, "the same"},
	{"sex88", "phase.7", -4, free, "the same"},

	{"tuned net", "start", 6, decided, "65"},
	{"tuned net", "step", 8, asOthers, "a ply"},
	{"tuned net", "price.evasion", 9, decided, "65"},
	{"tuned net", "price.check", 6, decided, "65"},
	{"tuned net", "price.promotion", 7, free, "what a capture cost before decision 65"},
	{"tuned", "price.capture", 8, decided, "65"},
	{"net", "price.capture", 9, decided, "78"},
	{"tuned net", "price.killer", 13, decided, "65"},
	{"tuned net", "price.attack", 10, free, ""},
	{"tuned net", "price.forward", 15, decided, "docs/lab/log.md: 15 and 16 for 12 and 13"},
	{"tuned", "price.backward", 18, decided, "65"},
	{"net", "price.backward", 16, decided, "78"},
	{"tuned net", "price.losing price.losing-capture", 18, free, ""},
	{"tuned", "futility", 32, decided, "20"},
	{"net", "futility", 30, decided, "78"},
	{"tuned", "pass", 12, decided, "65"},
	{"net", "pass", 5, decided, "78"},
	{"tuned net", "late.from", 4, decided, "64"},
	{"tuned", "late", 7, decided, "65"},
	{"net", "late", 8, decided, "78"},
	{"tuned net", "recapture", 6, decided, "65"},
	{"tuned net", "single", 5, decided, "65"},
	{"tuned", "tempo", 8, decided, "65"},
	{"net", "tempo", 9, decided, "78"},

	{"sx81 parker83 cyrus86 sex88", "pass", 1, decided, "18: one unit"},
	{"sx81 parker83 cyrus86 sex88 tuned net", "killer-bonus", 30, free, "in the order, not quite half a pawn"},
	{"sx81 parker83", "price.threat", 7, unused, "no mate threats: a check's"},
	{"tuned net", "price.threat", 8, unused, "no mate threats"},

	{"uniform sx81 parker83 cyrus86 sex88 tuned net", "switch.half-frontier", 1, decided, "2"},
	{"uniform sx81 parker83 cyrus86 sex88 tuned net", "switch.mate-test", 1, decided, "6"},
	{"sx81 parker83 tuned net", "switch.killers", 1, decided, "19, 32"},
	{"cyrus86 sex88", "switch.killers switch.mate-threats", 1, source, "killers, mate threats"},
	{"parker83", "switch.window-prices", 1, source, "prices by the value against the window"},
	{"cyrus86", "switch.score-prices", 1, source, "prices by the distance from the best quiet move"},
	{"sex88", "switch.two-budgets", 1, source, "one SX a side"},
	{"sex88", "switch.parity-prices switch.phase-prices", 1, source, "parity, eight phases"},
	{"tuned net", "switch.staged", 1, decided, "21, 32"},
	{"tuned net", "switch.cache", 1, decided, "43"},
	{"net", "switch.root-net", 1, decided, "78"},
}

// A profile has another number than the sources give or docs/decisions.md
// records, or one that no row accounts for.
func TestProfilesAreAsSourcesAndDecisionsHaveThem(t *testing.T) {
	type reason struct {
		value     int
		why, note string
	}
	want := map[string]map[string]reason{}
	for _, name := range ProfileNames {
		want[name] = map[string]reason{}
	}
	for _, row := range profileNumbers {
		for _, name := range strings.Fields(row.profiles) {
			for _, key := range strings.Fields(row.keys) {
				if _, twice := want[name][key]; twice {
					t.Errorf("%s %s has two rows", name, key)
				}
				want[name][key] = reason{row.value, row.why, row.note}
			}
		}
	}
	for _, name := range ProfileNames {
		p, _ := ProfileByName(name)
		got := numbers(&p)
		for key, v := range got {
			if w := want[name][key]; v != w.value {
				t.Errorf("%s %s is %d, want %d (%s: %s)", name, key, v, w.value, w.why, w.note)
			}
		}
		for key := range want[name] {
			if _, ok := got[key]; !ok {
				t.Errorf("%s: no profile has a number %s", name, key)
			}
		}
	}
}

// numbers returns a profile's numbers by key, 1 for a switch that is on.
func numbers(p *Profile) map[string]int {
	all := map[string]int{}
	for _, f := range ProfileFields {
		all[f.Key] = f.Get(p)
	}
	return all
}
