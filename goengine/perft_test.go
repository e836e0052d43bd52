package goengine

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"
)

// perftCase is a line of a perft EPD: a position and its counts by depth.
type perftCase struct {
	fen    string
	counts map[int]uint64
}

func readPerft(t testing.TB, path string) []perftCase {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cases []perftCase
	for s := bufio.NewScanner(f); s.Scan(); {
		parts := strings.Split(s.Text(), ";")
		c := perftCase{strings.TrimSpace(parts[0]), map[int]uint64{}}
		for _, part := range parts[1:] {
			f := strings.Fields(part)
			if len(f) == 2 && f[0][0] == 'D' {
				d, _ := strconv.Atoi(f[0][1:])
				c.counts[d], _ = strconv.ParseUint(f[1], 10, 64)
			}
		}
		cases = append(cases, c)
	}
	return cases
}

// same compares positions but for what has no meaning: ids on empty squares
// and keys beyond the count.
func same(p, q *Position) bool {
	a, b := *p, *q
	b.keys = a.keys
	for sq := range a.id {
		if a.board[sq] == 0 || a.board[sq] == offBoard {
			a.id[sq], b.id[sq] = 0, 0
		}
	}
	return a == b
}

func testPerft(t *testing.T, path string, depth int) {
	t.Helper()
	for _, c := range readPerft(t, path) {
		p, err := ParseFEN(c.fen)
		if err != nil {
			t.Error(err)
			continue
		}
		before := *p
		for d, want := range c.counts {
			if d > depth {
				continue
			}
			if got := p.Perft(d); got != want {
				t.Errorf("%s: depth %d: %d leaves, want %d", c.fen, d, got, want)
			}
		}
		if !same(p, &before) {
			t.Errorf("%s: perft left the position changed", c.fen)
		}
	}
}

// TestPerftOfFewPlies is the quick part of the two that follow: nearly all
// wrong rules show in it.
func TestPerftOfFewPlies(t *testing.T) {
	testPerft(t, "../testdata/cpw_perft6.epd", 2)
	testPerft(t, "../testdata/own_perft200.epd", 1)
}

func TestPerftClassicPositions(t *testing.T) { testPerft(t, "../testdata/cpw_perft6.epd", 4) }
func TestPerftRandomPositions(t *testing.T)  { testPerft(t, "../testdata/own_perft200.epd", 3) }
