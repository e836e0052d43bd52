package goengine

import (
	"testing"

	"github.com/searchex/searchex/internal/work"
)

// TestExchangesByHand: what White wins by capturing on d5, in sixteenths of a
// pawn: pawn 16, knight and bishop 54, rook 84, queen 160, king 255. The side
// to capture stops when going on would lose, so a line is worked out from its
// end: each number less what the answer wins, and never below 0.
func TestExchangesByHand(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      uint8
	}{
		{"PxP, nothing takes back: 16", "4k3/8/8/3p4/4P3/8/8/4K3 w - -", 16},
		{"PxP, PxP: 16-16", "4k3/8/4p3/3p4/4P3/8/8/4K3 w - -", 0},
		{"NxP, nothing takes back: 16", "4k3/8/8/3p4/8/2N5/8/4K3 w - -", 16},
		{"nothing attacks d5", "4k3/8/8/3p4/8/8/8/4K3 w - -", 0},
		{"RxP, PxR: 16-84 is no gain", "4k3/8/4p3/3p4/8/8/8/3RK3 w - -", 0},
		{"NxR, PxN: 84-54", "4k3/8/4p3/3r4/8/4N3/8/4K3 w - -", 30},
		{"QxQ, PxQ: 160-160", "4k3/8/4p3/3q4/8/8/8/3QK3 w - -", 0},
		{"RxQ, PxR: 160-84", "4k3/8/4p3/3q4/8/8/8/3RK3 w - -", 76},
		{"two knights: NxR, PxN, NxP: 84-(54-16)", "4k3/8/4p3/3r4/8/2N1N3/8/4K3 w - -", 46},
		{"the cheapest goes first: PxN, PxP, NxP: 54-16+16, but Black does not take back", "4k3/8/4p3/3n4/4P3/2N5/8/4K3 w - -", 54},
		{"the cheapest goes first: BxN (not RxN), NxB, RxN: Black does not take back, 54", "4k3/8/5n2/3n4/8/1B6/8/3RK3 w - -", 54},

		{"queen behind rook: RxN, NxR, QxN: 54-(84-54)", "4k3/8/5n2/3n4/8/8/3R4/3QK3 w - -", 24},
		{"rook alone: RxN, NxR: 54-84", "4k3/8/5n2/3n4/8/8/3R4/4K3 w - -", 0},
		{"queen behind bishop: BxN, PxB, QxP: 54-(54-16)", "4k3/8/4p3/3n4/8/1B6/Q7/4K3 w - -", 16},
		{"queen behind bishop against two: BxN, PxB, and QxP would lose the queen: 54-54", "4k3/8/4pn2/3n4/8/1B6/Q7/4K3 w - -", 0},
		{"bishop behind queen: QxN first, so RxQ: 54-(160-84)", "3rk3/8/8/3n4/8/1Q6/B7/4K3 w - -", 0},
		{"bishop behind queen, no answer: 54", "4k3/8/8/3n4/8/1Q6/B7/4K3 w - -", 54},
		{"bishop behind pawn: PxP, PxP, BxP: 16-16+16", "4k3/8/4p3/3p4/4P3/5B2/8/4K3 w - -", 16},
		{"the queen two squares behind the rook", "4k3/8/5n2/3n4/8/3R4/8/3QK3 w - -", 24},
		{"the bishop two squares behind the pawn", "4k3/8/4p3/3p4/4P3/8/6B1/4K3 w - -", 16},
		{"a black queen behind the bishop is none of White's: BxN, PxB: 54-54", "4k3/8/4p3/3n4/8/1B6/q7/4K3 w - -", 0},
		{"three in a line: RxP, RxR, RxR, RxR, QxR: 16-84+84-84+84: Black gives up the pawn", "3rk3/3r4/8/3p4/8/3R4/3R4/3QK3 w - -", 16},
		{"two in a line against two: RxP, RxR, RxR, RxR: 16-84+84-84, so White does not begin", "3rk3/3r4/8/3p4/8/3R4/3R4/4K3 w - -", 0},

		{"rook behind an enemy rook does not count: NxP, RxN: 16-54", "4k3/8/8/3p4/8/2N5/3r4/3R2K1 w - -", 0},
		{"bishop behind an enemy pawn does not count", "4k3/8/8/3p4/4p3/5B2/8/4K3 w - -", 0},
		{"an enemy bishop behind the capturing pawn does not count: 16", "4k3/8/8/3p4/4P3/5b2/8/4K3 w - -", 16},
		{"rook behind a pawn that can't capture does not count", "4k3/8/8/3p4/3P4/8/8/3RK3 w - -", 0},
		{"rook behind a knight does not count", "4k3/8/8/3p4/8/3N4/8/3RK3 w - -", 0},

		{"a pawn beside does not attack", "4k3/8/8/2Pp4/8/8/8/4K3 w - -", 0},
		{"a pawn ahead does not attack backwards", "4k3/8/2P5/3p4/8/8/8/4K3 w - -", 0},
		{"a pawn two steps away does not attack", "4k3/8/8/3p4/8/5P2/8/4K3 w - -", 0},
		{"a bishop does not attack along the file, a rook not along the diagonal", "4k3/8/8/3p4/8/1R6/8/3BK3 w - -", 0},

		{"KxP: 16", "4k3/8/8/3p4/4K3/8/8/8 w - -", 16},
		{"KxP, KxK: the king doesn't take what is guarded", "8/8/3k4/3p4/3K4/8/8/8 w - -", 0},
		{"a king two steps away does not attack", "4k3/8/8/3p1K2/8/8/8/8 w - -", 0},
		{"rook behind the king does not count", "8/8/3k4/3p4/3K4/8/8/3R4 w - -", 0},
		{"RxN, KxR: 54-84", "8/8/4k3/3n4/8/8/8/3RK3 w - -", 0},
		{"RxN, and the king can't take back from the second rook: 54", "8/8/4k3/3n4/8/8/3R4/3RK3 w - -", 54},
		{"the king takes last: PxP, PxP, KxP: Black does not take back, 16", "8/4k3/4p3/3p4/2P1K3/8/8/8 w - -", 16},

		{"pins are not seen: NxP, NxN, though the knight may not move: 16-54", "4k3/4n3/8/3p4/8/2N5/8/4RK2 w - -", 0},
		{"en passant is not seen", "4k3/8/8/3pP3/8/8/8/4K3 w - d6", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			bothColours(t, c.fen, func(t *testing.T, p *Position, white Side, at func(string) string) {
				sq := squareOf(at("d5"))
				if got := p.swapOff(sq, swapValue[p.kind[p.id[sq]]], white); got != c.want {
					t.Errorf("%d, want %d", got, c.want)
				}
			})
		})
	}
}

// TestPromotionsAreNotSeenInExchanges: a pawn that takes a rook on the last
// rank wins 84, and what it loses there is a pawn.
func TestPromotionsAreNotSeenInExchanges(t *testing.T) {
	for fen, want := range map[string]uint8{
		"r7/1P6/8/8/8/8/8/k1K5 w - -":  84, // PxR
		"rr6/1P6/8/8/8/8/8/k1K5 w - -": 68, // PxR, RxP: 84-16
	} {
		bothColours(t, fen, func(t *testing.T, p *Position, white Side, at func(string) string) {
			if got := p.swapOff(squareOf(at("a8")), 84, white); got != want {
				t.Errorf("%s: %d, want %d", p.FEN(), got, want)
			}
		})
	}
}

// TestTheBestExchangeByHand: the best swap-off against White's pieces. Black's
// rook on d8 takes the queen on d4 and is taken by the pawn, 160-84 = 76; his
// knight takes the rook on a5 for nothing, 84; the pawn is not attacked. Slots:
// queen 1, rook 2, pawn 3.
func TestTheBestExchangeByHand(t *testing.T) {
	const fen = "3r2k1/1n6/8/R7/3Q4/2P5/8/7K w - -"
	for _, c := range []struct {
		name                string
		slots               uint32
		static, alpha, beta int16
		want                uint8
		swaps               uint64
	}{
		{"the better of the two", 0b1110, 0, -2000, 2000, 84, 3 - 1}, // the pawn is worth no more than 84
		{"queen alone", 0b0010, 0, -2000, 2000, 76, 1},
		{"rook alone", 0b0100, 0, -2000, 2000, 84, 1},
		{"pawn alone", 0b1000, 0, -2000, 2000, 0, 1},
		{"none", 0, 0, -2000, 2000, 0, 0},
		// A unit is 4 score units. 304-4*76 = 0: the queen's loss brings the value to alpha 0, and that is enough.
		{"enough", 0b1110, 304, 0, 2000, 76, 1},
		{"a score unit short of enough", 0b1110, 304, -1, 2000, 84, 2},
		// 84*4 = 336 above beta: nothing that costs 84 or less can bring the value below it, and 76 is less.
		{"the rook can't bring it below beta", 0b1110, 336, -2000, 0, 0, 1},
		{"a rook just does", 0b1110, 335, -2000, 0, 84, 2},
		{"nor the queen", 0b1110, 640, -2000, 0, 0, 0},
		{"the queen is looked at", 0b0010, 303, -2000, 0, 76, 1},
		{"and does not win enough", 0b0010, 304, -2000, 0, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			bothColours(t, fen, func(t *testing.T, p *Position, _ Side, _ func(string) string) {
				e := NewEngine()
				e.pos = *p
				if got := e.bestSwap(c.slots, c.static, c.alpha, c.beta); got != c.want || e.meter.work[work.SwapOffs] != c.swaps {
					t.Errorf("%d after %d swap-offs, want %d after %d", got, e.meter.work[work.SwapOffs], c.want, c.swaps)
				}
			})
		})
	}
}

// TestHitsByHand: what Black attacks, seen by White, lines ending at the first
// piece: n near (pawn, knight, king), s slider, b both.
func TestHitsByHand(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      [8]string // rank 8 first
		struck    string    // White's attacked pieces, the king aside
	}{
		{"king and pawn", "7k/8/8/8/3p4/8/8/K7 w - -",
			[8]string{"......n.", "......nn", "........", "........", "........", "..n.n...", "........", "........"}, ""},
		{"knight at the edge", "7k/8/8/n7/8/1P6/8/K7 w - -",
			[8]string{"......n.", ".n....nn", "..n.....", "........", "..n.....", ".n......", "........", "........"}, "b3"},
		{"rook up to the first piece either way", "7k/8/8/8/1r1N4/8/1p6/K7 w - -",
			// The pawn on b2 guards a1 and c1; the rook ends at d4 and at b2.
			[8]string{".s....n.", ".s....nn", ".s......", ".s......", "s.ss....", ".s......", ".s......", "n.n....."}, "d4"},
		{"bishop", "7k/8/8/8/1b6/8/3N4/K7 w - -",
			[8]string{".....sn.", "....s.nn", "...s....", "s.s.....", "........", "s.s.....", "...s....", "........"}, "d2"},
		{"queen, and the king beside her", "6qk/8/8/8/8/8/8/K7 w - -",
			// The queen's lines: g7..g1, f8..a8, h8 (the king), h7, f7..a2. The king's squares: g8, g7, h7.
			[8]string{"ssssssns", ".....sbb", "....s.s.", "...s..s.", "..s...s.", ".s....s.", "s.....s.", "......s."}, ""},
		{"all men: the rooks guard b8, g8, a7 and h7, the bishops b7, d7, e7 and g7, the queen c8, e8 and c7 to e7, the king d8, f8 and d7 to f7, the knights d7 and e7",
			StartFEN, [8]string{".ssnsns.", "sssbbnss", "nnnnnnnn", "........", "........", "........", "........", "........"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			bothColours(t, c.fen, func(t *testing.T, p *Position, white Side, at func(string) string) {
				var h hitMap
				p.mapHits(&h)
				for r, row := range c.want {
					for file, want := range row {
						sq := view(white, Square(7-r)<<4|Square(file))
						if got := "." + "nsb"; rune(got[h.at[sq]&3]) != want {
							t.Errorf("%s: %c, want %c", SquareName(sq), got[h.at[sq]&3], want)
						}
					}
				}
				struck := uint32(0)
				if c.struck != "" {
					struck = 1 << (p.id[squareOf(at(c.struck))] & 15)
				}
				if h.struck != struck {
					t.Errorf("struck slots %b, want %b", h.struck, struck)
				}
			})
		})
	}
}

// TestCandidatesByHand: White's pieces that may stand attacked after a move.
func TestCandidatesByHand(t *testing.T) {
	for _, c := range []struct{ name, fen, move, want string }{
		{"nothing attacks anything", "7k/8/8/8/8/8/N7/K7 w - -", "a2b4", ""},
		{"the piece that stood attacked before", "r6k/8/8/8/8/8/N5R1/K7 w - -", "g2f2", "a2"},
		{"the moved piece where its square is hit", "1r5k/8/8/8/8/8/N5R1/K7 w - -", "a2b4", "b4"},
		{"the piece behind the square that is left", "r6k/8/8/N7/8/R7/8/2K5 w - -", "a5b7", "a5 a3 b7"},
		{"behind it on the diagonal", "7k/6b1/8/4N3/8/2R5/8/K7 w - -", "e5g4", "e5 c3"},
		{"a friend of the attacker behind it", "r6k/8/8/N7/8/p7/8/2K5 w - -", "a5c4", "a5"},
		{"nothing behind it", "r6k/8/8/N7/8/8/8/2K5 w - -", "a5c4", "a5"},
		{"behind a neighbour of the attacker", "7k/8/r7/N7/8/R7/8/2K5 w - -", "a5b7", "b7 a3"},
		{"neither beside its own rook nor behind an enemy pawn", "3r3k/8/1p6/8/R2N3P/8/5P2/K7 w - -", "d4b5", "b5"},
		{"the king behind it is no candidate but slot 0", "7k/8/8/8/8/8/8/KR5r w - -", "b1b8", "b1 a1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			bothColours(t, c.fen, func(t *testing.T, p *Position, white Side, at func(string) string) {
				m, err := p.ParseMove(at(c.move))
				if c.move == "b1b8" { // pinned: as candidates sees it, all the same
					m, err = newMove(squareOf(at("b1")), squareOf(at("b8"))), nil
				}
				if err != nil {
					t.Fatal(err)
				}
				var h hitMap
				p.mapHits(&h)
				want := uint32(0)
				for i := 0; i+2 <= len(c.want); i += 3 {
					sq := squareOf(at(c.want[i : i+2]))
					if sq == m.To() {
						sq = m.From() // the ids are those before the move
					}
					want |= 1 << (p.id[sq] & 15)
				}
				var u undo
				p.make(m, 0, &u)
				p.side ^= 1
				if got := p.candidates(&h, m, 0); got != want {
					t.Errorf("slots %b, want %b", got, want)
				}
				for _, flags := range []uint8{flagEnPassant, flagCastle} {
					if got := p.candidates(&h, m, flags); got != 0xFFFF {
						t.Errorf("flags %x: slots %b, want all", flags, got)
					}
				}
			})
		})
	}
}
