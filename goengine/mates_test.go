package goengine

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// mateEPD is a position in which the side to move mates in moves moves.
type mateEPD struct {
	fen, id string
	moves   int
}

func readMates(t testing.TB) (list []mateEPD) {
	t.Helper()
	data, err := os.ReadFile("../testdata/own_mates.epd")
	if err != nil {
		t.Fatal(err)
	}
	re := regexp.MustCompile(`^(.*?) dm (\d+);.* id "([^"]*)"`)
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		f := re.FindStringSubmatch(line)
		if f == nil {
			t.Fatalf("line %q has no dm and id", line)
		}
		n, _ := strconv.Atoi(f[2])
		list = append(list, mateEPD{f[1], f[3], n})
	}
	return list
}

// TestMatesAreFound searches every mate of own_mates.epd to 88,000 nodes. A
// mate counts as found when the score proves it: fail-hard alpha-beta reports
// a mate only where every defence has been searched to its end.
func TestMatesAreFound(t *testing.T) {
	// The least that must be found, in percent, of mates in 1 to 4.
	want := [5]int{1: 100, 2: 95, 3: 60}
	mates := readMates(t)
	for _, name := range ProfileNames {
		t.Run(name, func(t *testing.T) {
			prof, _ := ProfileByName(name)
			e := NewEngine()
			var found, all [5]int
			for _, m := range mates {
				p, err := ParseFEN(m.fen)
				if err != nil {
					t.Fatal(err)
				}
				all[m.moves]++
				if r := e.Search(p, &prof, Limits{Nodes: 88000}); r.Score >= MateBound {
					found[m.moves]++
				} else if m.moves <= 2 {
					t.Logf("%s: mate in %d not found: %d at SX %d", m.id, m.moves, r.Score, r.SX)
				}
			}
			for n, k := range all {
				if k > 0 {
					t.Logf("mate in %d: %d of %d", n, found[n], k)
					if found[n]*100 < want[n]*k {
						t.Errorf("mate in %d: found %d of %d, want %d%%", n, found[n], k, want[n])
					}
				}
			}
		})
	}
}
