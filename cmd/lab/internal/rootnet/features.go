package rootnet

import "github.com/searchex/searchex/goengine"

// seen is a position as a side sees it, with what features are made of. Index 0 is the side, 1 its
// enemy, and ranks count from the own edge of each.
type seen struct {
	toMove  bool
	men     int
	count   [2][6]int // men by kind
	king    [2]man
	home    [2]int    // bishops and knights on the first rank
	steps   [2]int    // that pawns have advanced
	pawns   [2][3]int // by wing
	unmoved [2][3]int // pawns on the second rank, by wing
	seventh [2]int    // rooks on the seventh rank
}

// see describes a board to a side.
func see(men []man, side int, toMove bool) (s seen) {
	s.toMove, s.men = toMove, len(men)
	for _, x := range men {
		row := rowIndex(x, side)
		who, kind, square := row/64/6, row/64%6, row%64
		if who == 1 {
			square ^= 56
		}
		rank, file := square>>3, square&7
		s.count[who][kind]++
		switch goengine.Kind(kind) {
		case goengine.King:
			s.king[who] = man{uint8(kind), uint8(square)}
		case goengine.Rook:
			if rank == 6 {
				s.seventh[who]++
			}
		case goengine.Bishop, goengine.Knight:
			if rank == 0 {
				s.home[who]++
			}
		case goengine.Pawn:
			s.steps[who] += rank - 1
			s.pawns[who][wing(file)]++
			if rank == 1 {
				s.unmoved[who][wing(file)]++
			}
		}
	}
	return s
}

// feature is something of a position that a chess player sees.
type feature struct {
	name string
	of   func(s *seen) int
}

// features are compared with the hidden values.
var features = func() []feature {
	all := []feature{
		{"men", func(s *seen) int { return s.men }},
		{"having the move", func(s *seen) int { return truth(s.toMove) }},
		{"kings on opposite wings", func(s *seen) int {
			a, b := wing(s.kingFile(0)), wing(s.kingFile(1))
			return truth(a != b && a != middle && b != middle)
		}},
	}
	for who, name := range []string{"own ", "enemy "} {
		for kind, man := range []string{"", "queens", "rooks", "bishops", "knights", "pawns"} {
			if man != "" {
				all = append(all, feature{name + man, func(s *seen) int { return s.count[who][kind] }})
			}
		}
		for w, files := range []string{"a-c", "d-e", "f-h"} {
			all = append(all, feature{name + "pawns on " + files, func(s *seen) int { return s.pawns[who][w] }},
				feature{name + "unmoved pawns on " + files, func(s *seen) int { return s.unmoved[who][w] }})
		}
		all = append(all, feature{name + "pawns' advance", func(s *seen) int { return s.steps[who] }},
			feature{name + "rooks on the seventh", func(s *seen) int { return s.seventh[who] }},
			feature{name + "minor pieces at home", func(s *seen) int { return s.home[who] }},
			feature{name + "king on a-c", func(s *seen) int { return truth(wing(s.kingFile(who)) == queenside) }},
			feature{name + "king on f-h", func(s *seen) int { return truth(wing(s.kingFile(who)) == kingside) }},
			feature{name + "king's rank", func(s *seen) int { return int(s.king[who].square >> 3) }})
	}
	return all
}()

// Features returns the number of features.
func Features() int { return len(features) }

// The wings of a board: files a to c, d and e, f to h.
const (
	queenside = iota
	middle
	kingside
)

// wing returns the wing of a file.
func wing(file int) int { return [8]int{0, 0, 0, 1, 1, 2, 2, 2}[file] }

// kingFile returns the file of a king.
func (s *seen) kingFile(who int) int { return int(s.king[who].square & 7) }

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
