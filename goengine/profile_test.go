package goengine

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Why a profile has a number. The first four can be looked up: of a page the note
// quotes the words, which docs/sources.md has too. The others are choices that
// nothing was measured for: for them the table below is a tripwire, which says that
// a number was changed and not that it was wrong to.
const (
	pageMark = "the wiki's page of the machine, [Mark V]"
	pageSEX  = "the wiki's page of the algorithm, [SEX]"
	unit     = "the unit of budgets: docs/glossary.md"
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
	{"uniform", "start", 0, unit, "SX 8(n-1) is n plies, and the first iteration one"},
	{"uniform", "step", 8, unit, "a ply"},
	{"uniform", "price.first-check price.check price.promotion price.capture price.losing-capture price.losing", 8, unit, "every move costs a ply"},
	{"uniform", "price.killer price.threat price.attack price.forward price.backward", 8, unit, "the same"},
	{"uniform", "check-bonus", 200, decided, "13"},

	{"sx81 parker83 sx81-text sx81-graded", "start", 10, pageMark, `"with a SX-value of 10"`},
	{"sx81 parker83 sx81-text sx81-graded", "step", 8, pageMark, `"incremented by 7 or 8 in further iterations"; which of the two is ours`},
	{"sx81 parker83 cyrus86 sex88 tuned net sx81-text sx81-graded", "price.first-check", 3, pageMark, `"varying from 3 for the first"`},
	{"sx81 parker83 cyrus86 sex88 sx81-text sx81-graded", "price.check price.capture", 7, pageSEX, `"checks and captures were decremented by 3 to 7"; 7 for all but the first check: [Mark V]`},
	{"sx81 parker83 cyrus86 sex88 sx81-text sx81-graded", "price.promotion", 7, asOthers, "a capture's"},
	{"sx81 parker83 sx81-text sx81-graded", "price.attack", 7, pageMark, "7 for further tactical moves such as attacking ones"},
	{"sx81 parker83 sx81-text", "price.forward", 21, pageSEX, `"by up to 21 (forward moves)"; flat is ours`},
	{"sx81 parker83 sx81-text", "price.backward", 24, pageSEX, `"or 24 (backward moves)"; flat is ours`},
	{"sx81 parker83 sx81-text sx81-graded", "price.losing", 34, pageMark, "34 for apparently losing moves"},
	{"sx81 parker83 sx81-text sx81-graded", "price.losing-capture", 34, asOthers, "a losing move's"},
	{"sx81 parker83", "price.evasion", 10, decided, "12"},
	{"sx81 parker83", "price.killer", 10, decided, "19"},
	{"sx81-text sx81-graded", "price.killer", 10, unused, "no killers: those of sx81, for whoever switches them on"},
	{"sx81-text sx81-graded", "killer-bonus", 30, unused, "the same"},
	{"sx81-graded", "price.forward", 10, asOthers, "cyrus86's"},
	{"sx81-graded", "price.backward", 12, asOthers, "cyrus86's"},
	{"sx81-graded", "score-cap", 21, pageSEX, `"by up to 21 (forward moves)"; one cap for both kinds, so that backward moves never cost 24`},
	{"sx81-graded", "switch.score-prices", 1, asOthers, "cyrus86's"},
	{"parker83", "above", 14, free, "10: two tactical moves"},

	{"cyrus86 sex88", "start", 10, asOthers, "the first generation's"},
	{"cyrus86", "step", 8, asOthers, "the first generation's"},
	{"cyrus86", "price.evasion", 8, decided, "12"},
	{"cyrus86", "price.killer", 8, free, "killers are cheap: an evasion's"},
	{"cyrus86", "price.threat", 7, free, "mate threats are cheap: a check's"},
	{"cyrus86", "price.attack price.forward", 10, free, "the best quiet move's, low"},
	{"cyrus86", "price.backward", 12, free, "a little more"},
	{"cyrus86", "price.losing price.losing-capture", 24, free, "the cap's"},
	{"cyrus86 sx81-graded", "score-shift", 2, free, "10: a quarter of the distance from the best"},
	{"cyrus86", "score-cap", 24, asOthers, "10: a backward move's of 1981"},

	{"sex88", "step", 5, free, ""},
	{"sex88", "price.evasion", 7, decided, "12"},
	{"sex88", "price.killer", 10, asOthers, "that of decision 19"},
	{"sex88", "price.threat", 7, free, "a check's"},
	{"sex88", "price.attack", 8, free, ""},
	{"sex88", "price.forward", 16, free, ""},
	{"sex88", "price.backward", 18, free, ""},
	{"sex88", "price.losing price.losing-capture", 24, free, ""},
	{"sex88", "parity.even", 1, free, `the page names "Parity Pruning" and no more: dearer at even plies, where the computer is to move`},
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
	{"sx81 parker83 sx81-text sx81-graded", "price.threat", 7, unused, "no mate threats: a check's"},
	{"tuned net", "price.threat", 8, unused, "no mate threats"},

	{"uniform sx81 parker83 cyrus86 sex88 tuned net", "switch.half-frontier", 1, decided, "2"},
	{"uniform sx81 parker83 cyrus86 sex88 tuned net", "switch.mate-test", 1, decided, "6"},
	{"sx81 parker83 tuned net", "switch.killers", 1, decided, "19, 32"},
	{"cyrus86 sex88", "switch.killers switch.mate-threats", 1, pageSEX, `"Killer heuristic, Parity Pruning", "Mate threats and Mate at a Glance"`},
	{"parker83", "switch.window-prices", 1, pageSEX, `"above the window were considered to be interesting"`},
	{"cyrus86", "switch.score-prices", 1, pageSEX, `"on the basis of the difference in score among them"`},
	{"sex88", "switch.two-budgets", 1, pageSEX, `"two separate values of SEX, one for each side"`},
	{"sex88", "switch.parity-prices switch.phase-prices", 1, pageSEX, `"eight phases 0..7", "Parity Pruning"`},
	{"tuned net", "switch.staged", 1, decided, "21, 32"},
	{"tuned net", "switch.cache", 1, decided, "43"},
	{"net", "switch.root-net", 1, decided, "78"},
}

// Each number of each profile is accounted for by a row, and is the row's.
func TestProfilesAreAsSourcesAndDecisionsHaveThem(t *testing.T) {
	type reason struct {
		value     int
		why, note string
	}
	want := map[string]map[string]reason{}
	for _, name := range AllProfileNames {
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
	for _, name := range AllProfileNames {
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

// sx81-text is sx81 with the five additions off that docs/sources.md names, and sx81-graded differs
// from it in the prices of quiet moves alone.
func TestTheTextsAreSX81WithoutOurAdditions(t *testing.T) {
	const off = "sx81,pass=0,switch.killers=off,price.evasion=0,switch.half-frontier=off,switch.mate-test=off"
	for name, same := range map[string]string{
		"sx81-text":   off,
		"sx81-graded": off + ",switch.score-prices=on,price.forward=10,price.backward=12,score-shift=2,score-cap=21",
	} {
		want, err := ParseProfile(same)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := ProfileByName(name)
		if !ok || got != want {
			t.Errorf("%s differs from %s in %s", name, same, got.Changes(want))
		}
	}
}

// The words quoted of a page stand in docs/sources.md, in a row that names the page.
func TestQuotationsStandInTheTableOfSources(t *testing.T) {
	text, err := os.ReadFile("../docs/sources.md")
	if err != nil {
		t.Fatal(err)
	}
	pages := regexp.MustCompile(`\[(Mark V|SEX)\]`)
	quoted := 0
	for _, row := range profileNumbers {
		page := pages.FindString(row.why)
		if page == "" {
			continue
		}
		words := regexp.MustCompile(`"[^"]+"`).FindAllString(row.note, -1)
		if len(words) == 0 {
			words = []string{row.note} // our note of the page
		}
		for _, w := range words {
			quoted++
			found := slices.ContainsFunc(strings.Split(string(text), "\n"), func(line string) bool {
				return strings.HasPrefix(line, "| "+page) && strings.Contains(line, strings.Trim(w, `"`))
			})
			if !found {
				t.Errorf("%s %s: docs/sources.md has no row of %s with %s", row.profiles, row.keys, page, w)
			}
		}
	}
	if quoted < 15 {
		t.Errorf("%d quotations, want those of 15 rows at least", quoted)
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
