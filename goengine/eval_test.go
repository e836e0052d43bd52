package goengine

import (
	"strings"
	"testing"
)

// TestPhaseByHand: 24 is a full board (queen 4, rook 2, bishop and knight 1);
// what is missing of it times 5/16, rounded down.
func TestPhaseByHand(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want int
	}{
		{StartFEN, 0}, // nothing missing
		{"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -", 7},              // 24: 7.5
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB2 w Q -", 0},     // 3: 0.94
		{"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 1}, // 4: 1.25
		{"rnb1kbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w - -", 2},    // 4+2+2 = 8: 2.5
		{"1nb1kbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w - -", 3},    // 4+4*2 = 12: 3.75
		{"1nb1kbn1/pppppppp/8/8/8/8/PPPPPPPP/1NB1KBN1 w - -", 5},    // 8+8 = 16: 5.0
		{"1n2kbn1/pppppppp/8/8/8/8/PPPPPPPP/1N2KBN1 w - -", 5},      // 18: 5.6
		{"4kbn1/pppppppp/8/8/8/8/PPPPPPPP/4KBN1 w - -", 6},          // 20: 6.25
		{"4k3/8/8/8/8/8/8/3QK3 w - -", 6},                           // 20: 6.25
		{"4k3/8/8/8/8/8/8/3RK3 w - -", 6},                           // 22: 6.9
		{"4k3/8/8/8/8/8/8/3BK3 w - -", 7},                           // 23: 7.2
		{"7k/8/8/8/8/8/1R6/1QQQQQQK w - -", 0},                      // 26 are more than a full board
	} {
		if got := mustParse(t, c.fen).Phase(); got != c.want {
			t.Errorf("%s: phase %d, want %d", c.fen, got, c.want)
		}
	}
}

// term is a root builder whose tables are level, for a position and a phase.
func term(p *Position, phase uint8) (*root, *tables) {
	var t tables
	for piece := range t {
		for sq := range t[piece] {
			t[piece][sq] = tableBias
		}
	}
	r := &root{t: &t, phase: phase}
	r.gather(p)
	return r, &t
}

// grid is what a term adds to a kind of piece, square by square, rank 8 first.
type grid [64]int

// even is a grid with the same number everywhere.
func even(n int) (g grid) {
	for i := range g {
		g[i] = n
	}
	return g
}

// with changes some squares: "e4 f4", 5 sets both to 5.
func (g grid) with(squares string, n int) grid {
	for _, name := range strings.Fields(squares) {
		g[int('8'-name[1])*8+int(name[0]-'a')] = n
	}
	return g
}

// plus adds to some squares.
func (g grid) plus(squares string, n int) grid {
	for _, name := range strings.Fields(squares) {
		g[int('8'-name[1])*8+int(name[0]-'a')] += n
	}
	return g
}

const (
	rank1 = "a1 b1 c1 d1 e1 f1 g1 h1 "
	rank2 = "a2 b2 c2 d2 e2 f2 g2 h2 "
	rank3 = "a3 b3 c3 d3 e3 f3 g3 h3 "
	rank4 = "a4 b4 c4 d4 e4 f4 g4 h4 "
	rank5 = "a5 b5 c5 d5 e5 f5 g5 h5 "
	rank6 = "a6 b6 c6 d6 e6 f6 g6 h6 "
	rank7 = "a7 b7 c7 d7 e7 f7 g7 h7 "
	rank8 = "a8 b8 c8 d8 e8 f8 g8 h8 "
)

// file is the squares of a file, and pawnFile those where a pawn may stand.
func file(name string) (s string) {
	for r := '1'; r <= '8'; r++ {
		s += name + string(r) + " "
	}
	return s
}

func pawnFile(name string) string { return file(name)[3 : 3*7] }

// TestTermsByHand: each term alone, White's, on level tables; a kind that is
// not named gets nothing. Black's on the mirrored position are the same.
func TestTermsByHand(t *testing.T) {
	pawns := func(r *root, side Side, _ *Position) { r.pawnTerms(side) }
	pieces := (*root).pieceTerms
	kings := (*root).kingTerms
	allPawns := pawnFile("a") + pawnFile("b") + pawnFile("c") + pawnFile("d") + pawnFile("e") + pawnFile("f") + pawnFile("g") + pawnFile("h")

	// Passed pawns by rank, phase 7: opening + floor(7/8 of the difference to the ending). -1-14/8, -3+28/8, 2+42/8, 10+70/8,
	// 12+273/8, 35+203/8.
	passed7 := func(g grid, files string) grid {
		for _, f := range strings.Fields(files) {
			for i, n := range []int{-1 - 2, -3 + 3, 2 + 5, 10 + 8, 12 + 34, 35 + 25} {
				g = g.plus(f+string(rune('2'+i)), n)
			}
		}
		return g
	}
	// And phase 0: the opening's.
	passed0 := func(g grid, files string, from int) grid {
		for _, f := range strings.Fields(files) {
			for i, n := range []int{-1, -3, 2, 10, 12, 35} {
				if i+1 >= from {
					g = g.plus(f+string(rune('2'+i)), n)
				}
			}
		}
		return g
	}
	const all = "a b c d e f g h"

	// The neighbourhood of a black king on h8 in steps: 0 there, 1 around, then squares of 5 and 7 to a side cut by the edge.
	step1 := "g8 g7 h7 "
	step2 := "f8 f7 f6 g6 h6 "
	step3 := "e8 e7 e6 e5 f5 g5 h5 "
	near := func(g grid, pull int) grid {
		return g.plus("h8", 4*pull).plus(step1, 3*pull).plus(step2, 2*pull).plus(step3, pull)
	}

	for _, c := range []struct {
		name, fen string
		phase     uint8
		term      func(r *root, side Side, p *Position)
		want      map[Kind]grid
	}{
		{"no pawns at all: each file is isolated, -4, and everything is passed", "7k/8/8/8/8/8/8/K7 w - -", 7, pawns,
			map[Kind]grid{Pawn: passed7(even(0).plus(allPawns, -4), all)}},
		{"in the opening", "7k/8/8/8/8/8/8/K7 w - -", 0, pawns,
			map[Kind]grid{Pawn: passed0(even(0).plus(allPawns, -4), all, 1)}},
		{"a pawn on c4: b and d are not isolated; b5 and d5 are guarded, +3", "7k/8/8/8/2P5/8/8/K7 w - -", 0, pawns,
			map[Kind]grid{Pawn: passed0(even(0).plus(allPawns, -4), all, 1).plus(pawnFile("b")+pawnFile("d"), 4).plus("b5 d5", 3)}},
		{"a pawn on a4 guards b5 alone", "7k/8/8/8/P7/8/8/K7 w - -", 0, pawns,
			map[Kind]grid{Pawn: passed0(even(0).plus(allPawns, -4), all, 1).plus(pawnFile("b"), 4).plus("b5", 3)}},
		{"a pawn on h4 guards g5 alone", "7k/8/8/8/7P/8/8/K7 w - -", 0, pawns,
			map[Kind]grid{Pawn: passed0(even(0).plus(allPawns, -4), all, 1).plus(pawnFile("g"), 4).plus("g5", 3)}},
		{"doubled pawns, -6 on their file", "7k/8/8/8/8/2P5/2P5/K7 w - -", 0, pawns,
			map[Kind]grid{Pawn: passed0(even(0).plus(allPawns, -4), all, 1).plus(pawnFile("b")+pawnFile("d"), 4).plus(pawnFile("c"), -6).plus("b3 d3 b4 d4", 3)}},
		{"three on a file are doubled once", "7k/8/8/8/2P5/2P5/2P5/K7 w - -", 0, pawns,
			map[Kind]grid{Pawn: passed0(even(0).plus(allPawns, -4), all, 1).plus(pawnFile("b")+pawnFile("d"), 4).plus(pawnFile("c"), -6).plus("b3 d3 b4 d4 b5 d5", 3)}},
		// The black pawn on c5 stops White's on b, c and d until they stand on rank 5, index 4.
		{"an enemy pawn stops three files", "7k/8/8/2p5/8/8/8/K7 w - -", 0, pawns,
			map[Kind]grid{Pawn: passed0(passed0(even(0).plus(allPawns, -4), "a e f g h", 1), "b c d", 4)}},
		{"of two on a file the rear one counts", "7k/8/2p5/8/2p5/8/8/K7 w - -", 0, pawns,
			map[Kind]grid{Pawn: passed0(passed0(even(0).plus(allPawns, -4), "a e f g h", 1), "b c d", 5)}},
		{"a pawn on the a file stops two", "7k/p7/8/8/8/8/8/K7 w - -", 0, pawns,
			map[Kind]grid{Pawn: passed0(passed0(even(0).plus(allPawns, -4), "c d e f g h", 1), "a b", 6)}},

		// Pieces. Without pawns every file is open for rooks, +18, knights lose 5*(0-5) = 25 and rooks gain 25. The king on
		// h8 without a pawn near is exposed by 3 for each of g and h, 6, of which phase 7 leaves 6/8 = 0.
		{"no pawns, phase 7", "7k/8/8/8/8/8/8/K7 w - -", 7, pieces,
			map[Kind]grid{Queen: near(even(0), 14), Rook: near(even(18+25), 3), Bishop: near(even(0), 2), Knight: near(even(-25), 3)}},
		// In phase 2 it leaves 6*6/8 = 4: queens +20, rooks -8, knights -4.
		{"no pawns, phase 2: a bare king", "7k/8/8/8/8/8/8/K7 w - -", 2, pieces,
			map[Kind]grid{Queen: near(even(20), 14), Rook: near(even(18+25-8), 3), Bishop: near(even(0), 2), Knight: near(even(-25-4), 3)}},
		// In phase 0 all 6: queens +30, rooks -12, knights -6. No pawn on d2 or e2, no minor piece at home.
		{"no pawns, phase 0", "7k/8/8/8/8/8/8/K7 w - -", 0, pieces,
			map[Kind]grid{Queen: near(even(30), 14), Rook: near(even(18+25-12), 3), Bishop: near(even(0), 2), Knight: near(even(-25-6), 3)}},
		{"two bishops, +15 each", "7k/8/8/8/8/8/8/K1B2B2 w - -", 7, pieces,
			map[Kind]grid{Queen: near(even(0), 14), Rook: near(even(18+25), 3), Bishop: near(even(15), 2), Knight: near(even(-25), 3)}},
		{"a bishop of Black's is none of White's", "5b1k/8/8/8/8/8/8/K1B5 w - -", 7, pieces,
			map[Kind]grid{Queen: near(even(0), 14), Rook: near(even(18+25), 3), Bishop: near(even(0), 2), Knight: near(even(-25), 3)}},
		// An own pawn closes its file, 0; knights 5*(1-5) = -20, rooks +20.
		{"an own pawn", "7k/8/8/8/2P5/8/8/K7 w - -", 7, pieces,
			map[Kind]grid{Queen: near(even(0), 14), Rook: near(even(18+20).with(file("c"), 20), 3), Bishop: near(even(0), 2), Knight: near(even(-20), 3)}},
		// An enemy pawn leaves it half open, 13, and guards b4 and d4: bishops -5, knights -8 there.
		{"an enemy pawn", "7k/8/8/2p5/8/8/8/K7 w - -", 7, pieces,
			map[Kind]grid{Queen: near(even(0), 14), Rook: near(even(18+25).with(file("c"), 13+25), 3),
				Bishop: near(even(0).with("b4 d4", -5), 2), Knight: near(even(-25).with("b4 d4", -25-8), 3)}},
		{"a file with pawns of both", "7k/8/8/2p5/2P5/8/8/K7 w - -", 7, pieces,
			map[Kind]grid{Queen: near(even(0), 14), Rook: near(even(18+20).with(file("c"), 20), 3),
				Bishop: near(even(0).with("b4 d4", -5), 2), Knight: near(even(-20).with("b4 d4", -20-8), 3)}},
		{"seven pawns: knights 5*(7-5), rooks as much less", "7k/8/8/8/8/8/PPPPPPP1/K7 w - -", 7, pieces,
			map[Kind]grid{Queen: near(even(0), 14), Rook: near(even(-10).with(file("h"), 18-10), 3), Bishop: near(even(0), 2), Knight: near(even(10), 3)}},
		// Blocked centre pawns in phases 0 and 1: -19 on d3 for all but pawns. One minor piece at home is no early queen.
		{"a centre pawn at home, phase 1", "7k/8/8/8/8/8/3P4/K2N4 w - -", 1, pieces, // exposed 6*7/8 = 5
			map[Kind]grid{King: even(0).with("d3", -19), Queen: near(even(25).plus("d3", -19), 14), Rook: near(even(18+20-10).with(file("d"), 20-10).plus("d3", -19), 3),
				Bishop: near(even(0).plus("d3", -19), 2), Knight: near(even(-20-5).plus("d3", -19), 3)}},
		{"the king's pawn at home, phase 1", "7k/8/8/8/8/8/4P3/K2N4 w - -", 1, pieces,
			map[Kind]grid{King: even(0).with("e3", -19), Queen: near(even(25).plus("e3", -19), 14), Rook: near(even(18+20-10).with(file("e"), 20-10).plus("e3", -19), 3),
				Bishop: near(even(0).plus("e3", -19), 2), Knight: near(even(-20-5).plus("e3", -19), 3)}},
		{"phase 2 knows no blocked pawns and no early queen", "7k/8/8/8/8/8/3P4/KN1N4 w - -", 2, pieces, // exposed 6*6/8 = 4
			map[Kind]grid{Queen: near(even(20), 14), Rook: near(even(18+20-8).with(file("d"), 20-8), 3), Bishop: near(even(0), 2), Knight: near(even(-20-4), 3)}},
		// Two minor pieces at home: the queen is wanted on d1 +14, e1 +8, c2 and e2 +6.
		{"two minor pieces at home, phase 1", "7k/8/8/8/8/8/8/KNB5 w - -", 1, pieces,
			map[Kind]grid{Queen: near(even(25).plus("d1", 14).plus("e1", 8).plus("c2 e2", 6), 14), Rook: near(even(18+25-10), 3), Bishop: near(even(0), 2), Knight: near(even(-25-5), 3)}},
		{"one at home and one out", "7k/8/8/8/8/8/2B5/KN6 w - -", 1, pieces,
			map[Kind]grid{Queen: near(even(25), 14), Rook: near(even(18+25-10), 3), Bishop: near(even(0), 2), Knight: near(even(-25-5), 3)}},

		// Kings. In phase 0 the shelter counts in full: a pawn on the second rank 7, on the third 4, none -7, on its file and
		// the next ones; beyond the edge there is no file. On d and e 5 less. Both first ranks are judged.
		{"no pawns: -21, in the middle -26", "k7/8/8/8/8/8/8/K7 w - -", 0, kings,
			map[Kind]grid{King: even(0).with(rank1+rank2, -21).with("d1 d2 e1 e2", -26)}},
		// f2 7, g3 4, h4 0: e -14+7, f -7+7+4, g 7+4+0, h 4+0-7. d and e 5 less.
		{"pawns on f2, g3 and h4", "k7/8/8/8/7P/6P1/5P2/K7 w - -", 0, kings,
			map[Kind]grid{King: even(0).with(rank1+rank2, -21).with("d1 d2", -26).with("e1 e2", -7-5).with("f1 f2", 4).with("g1 g2", 11).with("h1 h2", -3)}},
		{"the rearmost of doubled pawns shelters", "k7/8/8/8/8/6P1/6P1/K7 w - -", 0, kings,
			map[Kind]grid{King: even(0).with(rank1+rank2, -21).with("d1 d2 e1 e2", -26).with("f1 f2 g1 g2 h1 h2", -14+7)}},
		// Half of it in phase 4, rounded down: -21/2, -26/2.
		{"no pawns, phase 4", "k7/8/8/8/8/8/8/K7 w - -", 4, kings,
			map[Kind]grid{King: even(0).with(rank1+rank2, -11).with("d1 d2 e1 e2", -13)}},
		// A king that may castle is worth 4 more at home; with the right to the king's side that rook is worth 8 more.
		{"the right to castle short", "4k3/8/8/8/8/8/8/R3K2R w K -", 0, kings,
			map[Kind]grid{King: even(0).with(rank1+rank2, -21).with("d1 d2 e1 e2", -26).plus("e1", 4), Rook: even(0).with("h1", 8)}},
		{"the right to castle long", "4k3/8/8/8/8/8/8/R3K2R w Q -", 0, kings,
			map[Kind]grid{King: even(0).with(rank1+rank2, -21).with("d1 d2 e1 e2", -26).plus("e1", 4)}},
		{"the other side's rights", "r3k2r/8/8/8/8/8/8/R3K2R w kq -", 0, kings,
			map[Kind]grid{King: even(0).with(rank1+rank2, -21).with("d1 d2 e1 e2", -26)}},
		{"phase 5 looks at passed pawns instead, and there are none", "4k3/8/8/8/8/8/8/R3K2R w KQ -", 5, func(r *root, side Side, p *Position) {
			r.sum = [2]int16{}
			r.kingTerms(side, p)
		}, map[Kind]grid{}},

		// Endings. The pawn on a4, rank index 3, draws its own king with 7*3/8 = 2 a step to a5, the enemy's with 13*3/8 = 4.
		{"an own passed pawn", "7k/8/8/8/P7/8/8/K7 w - -", 7, kings,
			map[Kind]grid{King: stepsFrom("a5", -2)}},
		{"the enemy's", "7k/8/8/p7/8/8/8/K7 w - -", 7, kings,
			map[Kind]grid{King: stepsFrom("a4", -4)}},
		{"pawns that stop each other draw nobody", "7k/8/8/p7/P7/8/8/K7 w - -", 7, kings, map[Kind]grid{}},
		{"a pawn that has passed the enemy's beside it", "7k/8/8/P7/1p6/8/8/K7 w - -", 7, kings,
			// a5: index 4, 7*4/8 = 3 to a6; b4 in Black's view has index 4 too, 13*4/8 = 6 to b3.
			map[Kind]grid{King: stepsFrom("a6", -3).add(stepsFrom("b3", -6))}},
		{"pawns side by side are both passed", "7k/8/8/8/Pp6/8/8/K7 w - -", 7, kings,
			// a4: index 3, 2 to a5; b4 in Black's view index 4, 6 to b3.
			map[Kind]grid{King: stepsFrom("a5", -2).add(stepsFrom("b3", -6))}},
		{"a pawn on the next file stops it", "7k/8/4p3/8/3P4/8/8/K7 w - -", 7, kings, map[Kind]grid{}},
		// A rook, 336, is more than four pawns' 256: the king is drawn to the enemy's, 4*(7-steps).
		{"a rook ahead", "7k/8/8/8/8/8/8/KR6 w - -", 6, kings,
			map[Kind]grid{King: even(28).add(stepsFrom("h8", -4))}},
		// A rook behind: 10 less for each step from the middle, files and ranks added.
		{"a rook behind", "7k/8/8/8/8/8/2r5/K7 b - -", 6, kings,
			map[Kind]grid{King: fromTheMiddle(-10)}},
		{"a bishop ahead is 216, too little", "7k/8/8/8/8/8/8/KB6 w - -", 7, kings, map[Kind]grid{}},
		{"four pawns ahead are enough, 256", "7k/8/8/8/8/8/8/K7 w - -", 7, func(r *root, side Side, p *Position) {
			r.sum[side] = 256
			r.kingTerms(side, p)
		}, map[Kind]grid{King: even(28).add(stepsFrom("h8", -4))}},
		{"255 are not", "7k/8/8/8/8/8/8/K7 w - -", 7, func(r *root, side Side, p *Position) {
			r.sum[side] = 255
			r.kingTerms(side, p)
		}, map[Kind]grid{}},
		{"four pawns behind", "7k/8/8/8/8/8/8/K7 w - -", 7, func(r *root, side Side, p *Position) {
			r.sum[side^1] = 256
			r.kingTerms(side, p)
		}, map[Kind]grid{King: fromTheMiddle(-10)}},
		{"255 behind are not enough", "7k/8/8/8/8/8/8/K7 w - -", 7, func(r *root, side Side, p *Position) {
			r.sum[side^1] = 255
			r.kingTerms(side, p)
		}, map[Kind]grid{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			bothColours(t, c.fen, func(t *testing.T, p *Position, white Side, _ func(string) string) {
				r, table := term(p, c.phase)
				c.term(r, white, p)
				for side := White; side <= Black; side++ {
					for kind := King; kind <= Pawn; kind++ {
						for i := range table[0] {
							sq := Square(i)
							want := 0
							if sq&0x88 == 0 && side == white {
								own := view(white, sq)
								want = min(max(c.want[kind][int(7-own>>4)*8+int(own&7)], -128), 127)
							}
							if got := int(table[side*6+kind][sq]) - tableBias; got != want {
								t.Errorf("%s of %s on %s: %+d, want %+d", "KQRBNP"[kind:][:1], sideNames[side], SquareName(sq), got, want)
							}
						}
					}
				}
			})
		})
	}
}

// add adds two grids.
func (g grid) add(h grid) grid {
	for i := range g {
		g[i] += h[i]
	}
	return g
}

// stepsFrom is a grid of n for each king's step from a square.
func stepsFrom(name string, n int) (g grid) {
	x, y := int(name[0]-'a'), int('8'-name[1])
	for i := range g {
		dx, dy := i%8-x, i/8-y
		g[i] = n * max(dx, -dx, dy, -dy)
	}
	return g
}

// fromTheMiddle is a grid of n for each step from the four squares in the
// middle, files and ranks apart.
func fromTheMiddle(n int) (g grid) {
	away := [8]int{3, 2, 1, 0, 0, 1, 2, 3}
	for i := range g {
		g[i] = n * (away[i%8] + away[i/8])
	}
	return g
}

// TestExposedByHand: what a white king's place and the pawns before him come
// to: 2 for each rank he has left, and of his file and the next ones 3 where
// there is no pawn, 2 where only the enemy has one, 1 where his own has passed
// the third rank or is behind him.
func TestExposedByHand(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want int
	}{
		{"k7/8/8/8/8/8/5PPP/6K1 w - -", 0},
		{"k7/8/8/8/8/6P1/5P1P/6K1 w - -", 0}, // g3 is near enough
		{"k7/8/8/8/6P1/8/5P1P/6K1 w - -", 1}, // g4 is not
		{"k7/8/8/8/8/8/5P1P/6K1 w - -", 3},   // g is open
		{"k7/6p1/8/8/8/8/5P1P/6K1 w - -", 2}, // g is half open
		{"k7/8/8/8/8/8/8/6K1 w - -", 9},      // f, g, h
		{"k7/8/8/8/8/8/8/7K w - -", 6},       // g, h
		{"7k/8/8/8/8/8/8/K7 w - -", 6},       // a, b
		{"7k/8/8/8/8/8/1P6/K7 w - -", 3},     // a
		{"7k/8/8/8/8/8/2P5/K7 w - -", 6},     // c is not beside a
		{"k7/8/8/8/8/8/5P2/7K w - -", 6},     // nor f beside h
		{"k7/8/8/8/8/8/5PPP/6K1 w - -", 0},
		{"k7/8/8/8/8/5PKP/6P1/8 w - -", 4 + 1}, // two ranks up, and g2 behind him
		{"k7/8/8/8/8/6K1/5PPP/8 w - -", 4 + 3}, // all three behind him
		{"k7/8/8/8/8/8/5PKP/8 w - -", 2 + 3},   // beside him is not behind; g is open
	} {
		bothColours(t, c.fen, func(t *testing.T, p *Position, white Side, _ func(string) string) {
			r, _ := term(p, 0)
			if got := r.exposed(white); got != c.want {
				t.Errorf("%s: %d, want %d", p.FEN(), got, c.want)
			}
		})
	}
}

// TestTheGroundByHand: the tables before any term, opening + floor((ending -
// opening) * phase / 8), files e to h as d to a, ranks from the own edge.
func TestTheGroundByHand(t *testing.T) {
	for _, c := range []struct {
		kind   Kind
		square string
		phase  uint8
		want   int
	}{
		{Knight, "c3", 0, 4},
		{Knight, "f3", 0, 4},
		{Knight, "c3", 7, 4 - 1}, // ending 3: -7/8 is -1
		{Knight, "c6", 0, 16},    // White's sixth rank
		{King, "g1", 0, 17},      // as b1
		{King, "b1", 0, 17},
		{King, "g1", 4, 17 - 27}, // ending -37: -54*4/8
		{King, "e1", 7, -3 - 21}, // ending -27: -24*7/8
		{Pawn, "a7", 7, 16 + 29}, // ending 50: 34*7/8 = 29.75
		{Pawn, "d2", 3, -19 + 4}, // ending -6: 13*3/8 = 4.9
		{Pawn, "e2", 3, -19 + 4},
		{Queen, "d1", 7, -4 + 0}, // ending -3: 1*7/8
		{Rook, "h7", 1, 13 - 1},  // as a7; ending 12: -1/8 is -1
		{Bishop, "b2", 0, 18},
		{Bishop, "b2", 1, 18 - 4}, // ending -11: -29/8 is -4
	} {
		for side := White; side <= Black; side++ {
			var table tables
			r := root{t: &table, phase: c.phase}
			r.base(side)
			if got := int(table[side*6+c.kind][view(side, squareOf(c.square))]) - tableBias; got != c.want {
				t.Errorf("side %d, kind %d on %s, phase %d: %d, want %d", side, c.kind, c.square, c.phase, got, c.want)
			}
			for piece := range table {
				for sq, v := range table[piece] {
					if sq&0x88 != 0 && v != 0 {
						t.Errorf("piece %d off the board on %02x: %d", piece, sq, v)
					}
				}
			}
		}
	}
}

// TestControlSumsOfTheGround: the sum of each rank of the two tables, a to d,
// from the own edge: a slip in one of their figures shows, as in a printed
// listing. Whoever fits the tables again adds them up again.
func TestControlSumsOfTheGround(t *testing.T) {
	for _, c := range []struct {
		kind            Kind
		opening, ending [8]int
	}{
		{King, [8]int{24, -57, -176, -239, -279, -281, -280, -280}, [8]int{-133, -38, -2, 22, 33, 23, -19, -96}},
		{Queen, [8]int{-28, -3, 11, 13, 4, 7, 2, 9}, [8]int{-38, -15, 10, 23, 32, 20, 7, -20}},
		{Rook, [8]int{-16, -16, -6, -10, -4, 8, 51, 19}, [8]int{-9, -3, 4, 7, 18, 19, 40, 30}},
		{Bishop, [8]int{-33, 28, 45, 33, 42, 23, -15, -30}, [8]int{-35, -18, 7, 21, 19, 11, -10, -35}},
		{Knight, [8]int{-95, -37, 3, 15, 35, 31, -19, -90}, [8]int{-97, -52, -12, 15, 22, 4, -44, -101}},
		{Pawn, [8]int{0, -34, -16, -6, 27, 60, 83, 0}, [8]int{0, -7, 0, 14, 48, 121, 197, 0}},
	} {
		for i, table := range [2]*[32]int8{&openingTable[c.kind], &endingTable[c.kind]} {
			for rank, want := range [2][8]int{c.opening, c.ending}[i] {
				got := 0
				for _, v := range table[4*rank : 4*rank+4] {
					got += int(v)
				}
				if got != want {
					t.Errorf("table %d, kind %d, rank %d: %d, want %d", i, c.kind, rank+1, got, want)
				}
			}
		}
	}
}

// TestTablesStopAtTheEndsOfAByte: an entry goes from -128 to 127.
func TestTablesStopAtTheEndsOfAByte(t *testing.T) {
	r, table := term(mustParse(t, "7k/8/8/8/8/8/8/K7 w - -"), 0)
	r.bump(Black, Queen, squareOf("e4"), 300) // own view: e5
	r.bump(White, Queen, squareOf("e4"), -300)
	r.bump(White, Queen, squareOf("d4"), 127)
	r.bump(White, Queen, squareOf("c4"), -128)
	for _, c := range []struct {
		side   Side
		square string
		want   uint8
	}{{Black, "e5", 255}, {White, "e4", 0}, {White, "d4", 255}, {White, "c4", 0}, {Black, "e4", 128}} {
		if got := table[c.side*6+Queen][squareOf(c.square)]; got != c.want {
			t.Errorf("side %d %s: %d, want %d", c.side, c.square, got, c.want)
		}
	}
}

// TestStaticByHand adds whole positions up.
func TestStaticByHand(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      int16
	}{
		{"the initial position is even", StartFEN, 0},
		{"bare kings on mirrored squares", "4k3/8/8/8/8/8/8/4K3 w - -", 0},
		// Phase 7, no pawns. Kings, ground: e1 is -3+((-27+3)*7>>3 = -21) = -24, d4 is -61+((19+61)*7>>3 = 70) = 9. Black's on
		// d5 is White's d4 turned over. No term adds to kings: no pawns, no material ahead.
		{"the king in the middle is worth 33 more", "8/8/8/3k4/8/8/8/4K3 b - -", 9 + 24},
		// Phase 7 (23 missing: 7.2). Kings as above, e1 and e8, -24 each. The knight on d4: material 54*4 = 216; ground 12+((15-12)*7>>3
		// = 2) = 14; pawns 5*(0-5) = -25; guarded by none; the king on e8 is 4 steps away: 0. Black's e8 is exposed by 9, of
		// which phase 7 leaves 9/8 = 1: knights -1. 216 is not 256 ahead, so the kings have no more to say.
		{"a knight", "4k3/8/8/8/3N4/8/8/4K3 w - -", 216 + 14 - 25 - 1},
		{"for the other side", "4k3/8/8/8/3N4/8/8/4K3 b - -", -(216 + 14 - 25 - 1)},
		// Phase 7. Pawns on c4 and e5, kings as above but for what passed pawns do.
		// c4: material 64; ground 0+((-2-0)*7>>3 = -2) = -2 (file c, rank index 3: 0 and -2); isolated -4; passed, index 3: 2+(42>>3)
		// = 7. Not guarded. It draws White's king with 7*3>>3 = 2 a step to c5: e1 is 4 steps away, -8; Black's with 13*3>>3 = 4:
		// e8 is 3 steps from c5, -12.
		{"a passed pawn", "4k3/8/8/8/2P5/8/8/4K3 w - -", 64 - 2 - 4 + 7 - 8 + 12},
	} {
		t.Run(c.name, func(t *testing.T) {
			bothColours(t, c.fen, func(t *testing.T, p *Position, _ Side, _ func(string) string) {
				if got := p.Probe().Static(p.Probe().BuildTables()); got != c.want {
					t.Errorf("%d, want %d", got, c.want)
				}
			})
		})
	}
}

// TestAMoveChangesTheValueAsThePositionDoes: the value after a move, reckoned
// from the one before it, is that of the position after it.
func TestAMoveChangesTheValueAsThePositionDoes(t *testing.T) {
	positions := readEPD(t, "../testdata/own_perft200.epd")
	promotions := 0
	for i, p := range positions {
		if i%4 != 0 && i > 20 {
			continue
		}
		tables := p.Probe().BuildTables()
		static := p.Probe().Static(tables)
		tactical, quiet := p.Probe().Generated()
		for _, m := range append(tactical, quiet...) {
			got := p.Probe().After(tables, static, m)
			p.Probe().Made(m, func() {
				if want := -p.Probe().Static(tables); got != want {
					t.Errorf("%s: %v: %d, the position after it is worth %d", p.FEN(), m.Move, got, want)
				}
			})
			if m.Flags&flagPromotion != 0 {
				promotions++
			}
		}
	}
	if promotions == 0 {
		t.Error("no promotion was tried")
	}
}
