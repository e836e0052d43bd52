package goengine

import (
	"fmt"
	"testing"

	"github.com/searchex/searchex/internal/work"
)

// TestRoomForAFullListByHand: six moves are followed up where they fit among
// the sorted ones, 384 in all, and valued where one of them does not. Each move
// that is followed up comes to a frontier, which is a node expanded.
func TestRoomForAFullListByHand(t *testing.T) {
	// e3 and e4, Kd1, Kd2, Kf1 and Kf2.
	const six = "4k3/8/8/8/8/8/4P3/4K3 w - -"
	for _, c := range []struct {
		name     string
		sorted   int
		expanded uint64
	}{
		{"378 and 6 are 384", 378, 1 + 6},
		{"379 and 6 are one too many", 379, 1},
		{"there is none at all", 384, 1},
	} {
		prof, _ := ProfileByName("uniform")
		e := listingEngine(mustParse(t, six), prof)
		e.frames[0].sx, e.frames[0].maybeCheck = 8, true
		e.nSorted = c.sorted
		e.node(0, -Infinity, Infinity)
		if e.meter.work[work.Looks] != c.expanded || e.nSorted != c.sorted {
			t.Errorf("%s: %d nodes expanded, %d sorted, want %d and %d", c.name, e.meter.work[work.Looks], e.nSorted, c.expanded, c.sorted)
		}
		if c.expanded == 1 && e.nodes != 6 {
			t.Errorf("%s: %d moves valued, want 6", c.name, e.nodes)
		}
	}
}

// TestRoomAtAHalfFrontierByHand: the capture and the check are followed up where
// each part of the list fits: the capture among 384 sorted moves, the quiet
// moves there and among 255 that wait.
func TestRoomAtAHalfFrontierByHand(t *testing.T) {
	// Rxd5, which wins a pawn; Rh1+, and for the rook d2, d3, d4, b1, c1, e1, f1 and g1, Ka2, Kb1 and Kb2: 12 quiet moves.
	const thirteen = "7k/8/8/3p4/8/8/8/K2R4 w - -"
	for _, c := range []struct {
		name            string
		sorted, waiting int
		expanded        uint64
	}{
		{"372 and 12 are 384", 372, 0, 1 + 2},
		{"373 and 12 are one too many, 373 and the capture are not", 373, 0, 1 + 1},
		{"383 and the capture are 384", 383, 0, 1 + 1},
		{"384 and the capture are one too many", 384, 0, 1},
		{"243 and 12 may wait", 0, 243, 1 + 2},
		{"244 and 12 are 256", 0, 244, 1 + 1},
	} {
		e := halfFrontier(t, thirteen)
		e.nSorted, e.nWaiting = c.sorted, c.waiting
		e.node(0, -Infinity, Infinity)
		if e.meter.work[work.Looks] != c.expanded || e.nSorted != c.sorted || e.nWaiting != c.waiting {
			t.Errorf("%s: %d nodes expanded, %d sorted, %d waiting, want %d, %d, %d", c.name,
				e.meter.work[work.Looks], e.nSorted, e.nWaiting, c.expanded, c.sorted, c.waiting)
		}
		if c.expanded == 1 && e.nodes != 13 {
			t.Errorf("%s: %d moves valued, want 13", c.name, e.nodes)
		}
	}
}

// halfFrontier is an engine at a node whose quiet moves are too dear, but for
// those that check.
func halfFrontier(t *testing.T, fen string) *Engine {
	prof, _ := ProfileByName("uniform")
	prof.Price[Losing], prof.Price[Forward], prof.Price[Backward] = 21, 21, 21
	e := listingEngine(mustParse(t, fen), prof)
	e.frames[0].sx, e.frames[0].maybeCheck = 8, true
	return e
}

// TestQuietMovesWithoutRoomByHand: they are valued as they stand, and cut, raise
// alpha, or are passed over like those that wait.
func TestQuietMovesWithoutRoomByHand(t *testing.T) {
	// For the rook d2 to d7 and Rd8+, b1, c1, e1, f1, g1 and h1, Ka2, Kb1 and Kb2: 16 quiet moves.
	const sixteen = "7k/p7/8/8/8/8/8/K2R4 w - -"
	for _, c := range []struct {
		name        string
		alpha, beta int16 // from the static value
		futility    uint8
		nodes       uint64
		low, cut    bool
	}{
		{"the first cuts", -600, -500, 0, 1, false, true},
		{"none reaches alpha", 500, 600, 0, 16, true, false},
		{"nor need it be tried", 500, 600, 32, 0, true, false},
		{"one is the best of all", -600, 600, 0, 16, false, false},
	} {
		e := halfFrontier(t, sixteen)
		e.prof.Futility = c.futility
		e.nSorted = 384
		static := e.frames[0].static
		value, cut := e.node(0, static+c.alpha, static+c.beta)
		if e.meter.work[work.Looks] != 1 || e.nodes != c.nodes || cut != c.cut || (value == static+c.alpha) != c.low || cut && value != static+c.beta {
			t.Errorf("%s: %d nodes expanded, %d moves valued, value %d, cut %v", c.name, e.meter.work[work.Looks], e.nodes, value, cut)
		}
	}
}

// TestRoomForStagesByHand: with 218 free records a capture that cuts is all that
// a node in stages lists; with fewer all moves are listed at once.
func TestRoomForStagesByHand(t *testing.T) {
	// exd5; e5, Ka2, Kb1 and Kb2. After exd5 Black has Kg8, Kg7 and Kh7, none of which helps.
	const sound = "7k/8/8/3p4/4P3/8/8/K7 w - -"
	for _, c := range []struct {
		sorted int
		nodes  uint64
	}{
		{166, 1 + 3},
		{167, 5 + 3},
	} {
		prof, _ := ProfileByName("uniform")
		prof.Switches |= Staged
		e := listingEngine(mustParse(t, sound), prof)
		e.frames[0].sx, e.frames[0].maybeCheck = 8, true
		e.nSorted = c.sorted
		static := e.frames[0].static
		if _, cut := e.node(0, static-600, static-500); !cut || e.nodes != c.nodes {
			t.Errorf("%d sorted: %d moves valued, cut %v, want %d and true", c.sorted, e.nodes, cut, c.nodes)
		}
	}
}

// TestRulesWithoutRoomByHand: where no move fits, mate, stalemate and fifty moves
// are what they are.
func TestRulesWithoutRoomByHand(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		value     int16
	}{
		{"mated", "7k/6Q1/6K1/8/8/8/8/8 b - -", 1 - Mate},
		{"mated as the fifty moves end", "7k/6Q1/6K1/8/8/8/8/8 b - - 100 80", 1 - Mate},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - -", -9},
		{"the fifty moves end, with a capture", "7k/6Q1/8/8/8/8/8/K7 b - - 100 80", -9},
		{"the fifty moves end", "7k/8/8/6Q1/8/8/8/K7 b - - 100 80", -9},
	} {
		for _, half := range []bool{false, true} {
			e := halfFrontier(t, c.fen)
			e.draw = [2]int16{9, -9}
			e.frames[1] = e.frames[0]
			if !half {
				e.frames[1].sx = 40
			}
			e.nSorted = 384
			if value, cut := e.node(1, -Infinity, Infinity); value != c.value || cut {
				t.Errorf("%s, half-frontier %v: %d, cut %v, want %d", c.name, half, value, cut, c.value)
			}
		}
	}
}

// TestRoomForKillersByHand: two of the 384 sorted records must be free.
func TestRoomForKillersByHand(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	for sorted, want := range map[int]uint64{382: 2, 383: 0, 384: 0} {
		e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
		e.killers[0][0] = moveA2
		e.nSorted, e.depth = sorted, 2
		e.killersPart(0, -Infinity, Infinity, false)
		e.wantWork(t, fmt.Sprint(sorted, " sorted"), work.Counts{work.EarlyTests: want}, work.EarlyTests)
	}
}

// TestStagesSortWhateverWaits: in stages all moves are sorted, however many of
// the nodes above wait. Kb1, Ka2 and Kb2 are followed up.
func TestStagesSortWhateverWaits(t *testing.T) {
	prof, _ := ParseProfile("sx81,pass=0,switch.staged=on")
	for _, waiting := range []int{0, 252, 253, 255} {
		e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
		e.nWaiting = waiting
		e.frames[0].sx, e.depth = 30, 2
		e.node(0, -Infinity, Infinity)
		e.wantWork(t, fmt.Sprint(waiting, " waiting"), work.Counts{work.Follows: 3}, work.Follows)
	}
}
