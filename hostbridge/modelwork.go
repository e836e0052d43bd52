package hostbridge

import "github.com/searchex/searchex/internal/work"

// rescanned is a kind of work that only the 6502 does: it reads the moves of a
// list again to pick one. goengine counts which moves were picked, for all
// machines alike; the models derive this kind from that.
const rescanned = "rescanned"

// sortedFrom is the length of the shortest list that the 6502 sorts at the third
// pick: eight moves and the two that have been picked.
const sortedFrom = 10

// rescans returns how many times the 6502 reads a list of n moves again for the
// pick at a place, from 0. It finds two moves in one pass, and from the first
// pick both are known. The third pick of a long list sorts the rest in two
// passes.
func rescans(n, place int) uint64 {
	switch {
	case place < 2 || place&1 != 0:
	case n < sortedFrom:
		return 1
	case place == 2:
		return 2
	}
	return 0
}

// WorkKinds returns the names of the kinds of work that a model has costs for:
// those that goengine counts and those that are derived from its counts.
func WorkKinds() (names []string) {
	for _, w := range work.Kinds {
		names = append(names, w.String())
		if w == work.PickSteps {
			names = append(names, rescanned)
		}
	}
	return names
}

// Work returns how much of each kind of work a search has done, in the order of
// WorkKinds.
func Work(counts *work.Counts, picked *work.Picked) (done []uint64) {
	for _, w := range work.Kinds {
		done = append(done, counts[w])
		if w == work.PickSteps {
			moves := uint64(0)
			for n := range picked {
				for place, sum := range picked[n] {
					moves += rescans(n, place) * sum
				}
			}
			done = append(done, moves)
		}
	}
	return done
}
