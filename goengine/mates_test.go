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
				if r := e.search(background, p, &prof, Limits{Nodes: 88000}); r.Score >= MateBound {
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

// A mate that is proved must be played out to mate, and be the shortest.
func TestMateInProvesTheShortestMateAndThatThereIsNone(t *testing.T) {
	uniform, _ := ProfileByName("uniform")
	e := NewEngine()
	prove := func(p *Position, n int) Result {
		return e.search(background, p, &uniform, Limits{MateIn: n, SX: 8 * (2*n - 1), SXSet: true})
	}
	proved := 0
	for _, pos := range readMates(t) {
		if pos.moves > 3 {
			continue
		}
		p, err := ParseFEN(pos.fen)
		if err != nil {
			t.Fatal(pos.id, err)
		}
		r := prove(p, pos.moves)
		if r.Best == NoMove {
			t.Errorf("%s: no mate in %d", pos.id, pos.moves)
			continue
		}
		length := int(Mate - r.Score)
		if length != len(r.PV) || length > 2*pos.moves-1 {
			t.Errorf("%s: %d moves to mate in %d plies", pos.id, pos.moves, length)
		}
		end := *p
		for _, m := range r.PV {
			if !end.Play(m) {
				t.Fatalf("%s: %s is not legal", pos.id, end.UCI(m))
			}
		}
		if !end.InCheck() || len(end.LegalMoves()) != 0 {
			t.Errorf("%s: the line does not end in mate", pos.id)
		}
		if shorter := (length - 1) / 2; shorter > 0 && prove(p, shorter).Best != NoMove {
			t.Errorf("%s: a mate in %d too", pos.id, shorter)
		}
		proved++
	}
	if proved < 90 {
		t.Errorf("only %d proofs", proved)
	}
	start, _ := ParseFEN(StartFEN)
	if r := prove(start, 2); r.Best != NoMove || r.Stopped {
		t.Error("a mate in 2 from the initial position")
	}
}
