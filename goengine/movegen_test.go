package goengine

import (
	"slices"
	"testing"
)

// TestLegalMovesByHand: the rules that few positions ask for.
func TestLegalMovesByHand(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		legal           bool
	}{
		{"en passant takes the pawn that checks", "8/8/8/3pP3/2K5/8/8/7k w - d6", "e5d6", true},
		{"another pawn can't take it from beside", "8/8/8/3p1P2/2K5/8/8/7k w - -", "f5f6", false},
		{"en passant blocks a check", "8/8/8/3pP3/8/q7/8/5K1k w - d6", "e5d6", true},
		{"en passant that opens the rank", "8/8/8/K2pP2q/8/2N5/8/7k w - d6", "e5d6", false},
		{"and what comes after it in the list", "8/8/8/K2pP2q/8/2N5/8/7k w - d6", "c3d5", true},
		{"en passant that opens a diagonal", "8/2b5/8/3pP3/8/6K1/8/7k w - d6", "e5d6", true},
		{"en passant of a pinned pawn", "4r3/8/8/3pP3/8/8/8/4K2k w - d6", "e5d6", false},
		{"a double check lets the king go alone", "4r1k1/8/8/8/8/3n4/2P5/4K3 w - -", "c2d3", false},
		{"nor does a piece step between", "4r1k1/8/8/8/1B6/3n4/2P5/4K3 w - -", "b4e7", false},
		{"he goes", "4r1k1/8/8/8/8/3n4/2P5/4K3 w - -", "e1d2", true},
		{"a knight's check can't be blocked", "6k1/8/8/8/8/3n4/8/R3K3 w - -", "a1c1", false},
		{"it can be taken", "6k1/8/8/8/8/3n4/8/R2RK3 w - -", "d1d3", true},
		{"a slider's check is blocked before the king", "4r1k1/8/8/8/8/R7/8/4K3 w - -", "a3e3", true},
		{"not behind the slider", "6k1/8/4r3/8/8/8/8/R3K3 w - -", "a1a7", false},
		{"a pinned piece moves along the line", "4r1k1/8/8/8/8/4R3/8/4K3 w - -", "e3e7", true},
		{"and takes the one that pins it", "4r1k1/8/8/8/8/4R3/8/4K3 w - -", "e3e8", true},
		{"but not off it", "4r1k1/8/8/8/8/4R3/8/4K3 w - -", "e3d3", false},
		{"of two that are pinned, the one on the file", "4r1k1/8/8/b7/8/2N1R3/8/4K3 w - -", "e3d3", false},
		{"and the one on the diagonal", "4r1k1/8/8/b7/8/2N1R3/8/4K3 w - -", "c3b1", false},
		{"a king does not step back along the line of a check", "4r1k1/8/8/8/8/4K3/8/8 w - -", "e3e2", false},
		{"castling over an attacked square", "5rk1/8/8/8/8/8/8/4K2R w K -", "e1g1", false},
		{"castling long past an attacked b1", "1r4k1/8/8/8/8/8/8/R3K3 w Q -", "e1c1", true},
		{"castling long over a piece on b1", "6k1/8/8/8/8/8/8/RN2K3 w Q -", "e1c1", false},
		{"castling out of check", "4r1k1/8/8/8/8/8/8/4K2R w K -", "e1g1", false},
		{"castling into check", "6rk/8/8/8/8/8/7P/4K2R w K -", "e1g1", false},
		{"castling without the right", "7k/8/8/8/8/8/7P/4K2R w - -", "e1g1", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			bothColours(t, c.fen, func(t *testing.T, p *Position, _ Side, at func(string) string) {
				legal := slices.ContainsFunc(p.LegalMoves(), func(m Move) bool { return p.UCI(m) == at(c.move) })
				if legal != c.legal {
					t.Errorf("%s: %s legal %v, want %v", p.FEN(), at(c.move), legal, c.legal)
				}
				m := newMove(squareOf(at(c.move)[:2]), squareOf(at(c.move)[2:]))
				if _, alone := p.Probe().IsLegal(m); alone != c.legal {
					t.Errorf("%s: %v, judged alone, legal %v, want %v", p.FEN(), m, alone, c.legal)
				}
			})
		})
	}
}

// TestMovesInTwoBytes: what is put into a move comes out of it.
func TestMovesInTwoBytes(t *testing.T) {
	m := newMove(squareOf("h7"), squareOf("g8"))
	for kind, want := range map[Kind]string{Queen: "h7g8", Rook: "h7g8r", Bishop: "h7g8b", Knight: "h7g8n"} {
		x := m.promoting(kind)
		if x.From() != squareOf("h7") || x.To() != squareOf("g8") || x.Promotion() != kind || x.String() != want {
			t.Errorf("kind %d: %v from %v to %v, promotion %d", kind, x, SquareName(x.From()), SquareName(x.To()), x.Promotion())
		}
		if again := x.promoting(Queen); again != m {
			t.Errorf("kind %d and back: %v", kind, again)
		}
	}
	if NoMove.String() != "0000" {
		t.Errorf("no move is %v", NoMove)
	}
}

// TestCheckFlagTellsTheTruth: a move that is flagged gives check and one that is not does not,
// castling and en passant apart, which only may.
func TestCheckFlagTellsTheTruth(t *testing.T) { testCheckFlag(t, 2) }

// TestCheckFlagOfOnePly is the quick part of it.
func TestCheckFlagOfOnePly(t *testing.T) { testCheckFlag(t, 1) }

func testCheckFlag(t *testing.T, depth int) {
	positions := readEPD(t, "../testdata/own_perft200.epd")
	positions = append(positions, readEPD(t, "../testdata/own_mates.epd")...)
	// A pawn that promotes and checks along the file it has left.
	positions = append(positions, mustParse(t, "8/4P3/8/4k3/8/8/8/K7 w - - 0 1"),
		mustParse(t, "8/P7/8/2k5/8/8/8/K7 w - - 0 1"),
		// And one that doesn't, because a knight stands there too.
		mustParse(t, "8/4P3/4n3/8/4k3/8/8/K7 w - - 0 1"), mustParse(t, "8/8/8/8/3K4/8/3p4/k7 b - - 0 1"))
	for _, p := range positions {
		var tree func(p *Position, depth int)
		tree = func(p *Position, depth int) {
			before := p.FEN()
			var b moveBuffer
			var v checkInfo
			p.look(&v, true)
			p.generateTactical(&v, &b)
			p.generateQuiet(&v, &b)
			for _, r := range b.moves[:b.n] {
				code := p.board[r.move.From()]
				if r.flags&flagPromotion != 0 {
					code = codeOf[p.side][r.move.Promotion()]
				}
				check, _ := p.givesCheck(&v, code, r.move.From(), r.move.To())
				flagged := r.flags&flagCheck != 0 || check
				if now := p.FEN(); now != before {
					t.Errorf("%s: after a look for check it is %s", before, now)
				}
				var u undo
				p.make(r.move, r.flags, &u)
				if check := p.InCheck(); check != flagged && (check || r.flags&(flagCastle|flagEnPassant) == 0) {
					t.Errorf("%s: %s: gives check %v, flagged %v", before, SquareName(r.move.From())+SquareName(r.move.To()), check, flagged)
				}
				if depth > 1 {
					tree(p, depth-1)
				}
				p.unmake(r.move, r.flags, &u)
			}
			if after := p.FEN(); after != before {
				t.Errorf("%s: after all moves it is %s", before, after)
			}
		}
		tree(p, depth)
	}
}

// TestOneMoveIsJudgedAsTheGeneratorsDo: of all that two bytes may be, isLegal
// finds the moves that are generated, with their flags, and leaves the position
// as it was.
func TestOneMoveIsJudgedAsTheGeneratorsDo(t *testing.T) {
	positions := readEPD(t, "../testdata/own_perft200.epd")
	positions = append(positions, readEPD(t, "../testdata/own_mates.epd")...)
	for _, fen := range []string{
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -",
		"4k3/P1P4P/8/8/8/8/p1p4p/4K3 w - -", "1n2k1n1/P1P4P/8/8/8/8/p1p4p/1N2K1N1 b - -",
		"8/8/8/2PpP3/2K5/8/8/7k w - d6", "8/8/8/7k/2pPp3/8/8/2K4R b - d3",
	} {
		positions = append(positions, mustParse(t, fen))
	}
	flags := map[uint8]int{}
	for _, p := range positions {
		before, legal := *p, map[Move]uint8{}
		tactical, quiet := p.Probe().Generated()
		for _, m := range append(tactical, quiet...) {
			legal[m.Move] = m.Flags
			flags[m.Flags]++
		}
		var v checkInfo
		p.look(&v, true)
		for m := range 1 << 16 {
			want, is := legal[Move(m)]
			if got, ok := p.isLegal(&v, Move(m)); ok != is || ok && got != want {
				t.Fatalf("%s: %v (%04x): legal %v with flags %d, generated %v with flags %d", p.FEN(), Move(m), m, ok, got, is, want)
			}
		}
		if *p != before {
			t.Fatalf("%s: not as it was", before.FEN())
		}
	}
	// Quiet, capture, en passant, castling, double step, promotion with capture and without.
	for _, f := range []uint8{0, flagCapture, flagCapture | flagEnPassant | flagCheck, flagCastle | flagCheck, flagDouble, flagCapture | flagPromotion, flagPromotion} {
		if flags[f] < 3 {
			t.Errorf("%d moves with flags %d", flags[f], f)
		}
	}
}

// TestFlagsOfOneMoveByHand: what each kind of move is flagged with.
func TestFlagsOfOneMoveByHand(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		move      Move
		flags     uint8
		legal     bool
	}{
		{"quiet", "7k/8/8/8/8/8/P7/K7 w - -", newMove(0x10, 0x20), 0, true},
		{"two steps", "7k/8/8/8/8/8/P7/K7 w - -", newMove(0x10, 0x30), flagDouble, true},
		{"two steps over a piece", "7k/8/8/8/8/n7/P7/7K w - -", newMove(0x10, 0x30), 0, false},
		{"two steps onto a piece", "7k/8/8/8/n7/8/P7/7K w - -", newMove(0x10, 0x30), 0, false},
		{"two steps from the third rank", "7k/8/8/8/8/P7/8/7K w - -", newMove(0x20, 0x40), 0, false},
		{"three", "7k/8/8/8/8/8/P7/7K w - -", newMove(0x10, 0x40), 0, false},
		{"backwards", "7k/8/8/8/8/P7/8/7K w - -", newMove(0x20, 0x10), 0, false},
		{"a pawn's capture", "7k/8/8/8/8/1n6/P7/7K w - -", newMove(0x10, 0x21), flagCapture, true},
		{"to an empty square", "7k/8/8/8/8/8/P7/7K w - -", newMove(0x10, 0x21), 0, false},
		{"no right to en passant", "7k/8/8/Pp6/8/8/8/7K w - -", newMove(0x40, 0x51), 0, false},
		{"with it", "7k/8/8/Pp6/8/8/8/7K w - b6", newMove(0x40, 0x51), flagCapture | flagEnPassant | flagCheck, true},
		{"promotion to a queen", "7k/P7/8/8/8/8/8/7K w - -", newMove(0x60, 0x70), flagPromotion, true},
		{"promotion to a knight, with a capture", "1n5k/P7/8/8/8/8/8/7K w - -", newMove(0x60, 0x71).promoting(Knight), flagPromotion | flagCapture, true},
		{"a pawn with a knight's bits before the last rank", "7k/8/P7/8/8/8/8/7K w - -", newMove(0x50, 0x60).promoting(Knight), 0, false},
		{"a rook with a knight's bits", "7k/8/R7/8/8/8/8/7K w - -", newMove(0x50, 0x60).promoting(Knight), 0, false},
		{"short castling", "2k5/8/8/8/8/8/8/4K2R w K -", newMove(0x04, 0x06), flagCastle | flagCheck, true},
		{"long castling with the right to the short one", "2k5/8/8/8/8/8/8/R3K2R w K -", newMove(0x04, 0x02), 0, false},
		{"a rook's capture", "7k/8/n7/8/8/8/8/R6K w - -", newMove(0x00, 0x50), flagCapture, true},
		{"over a piece", "7k/n7/n7/8/8/8/8/R6K w - -", newMove(0x00, 0x60), 0, false},
		{"of an own piece", "7k/8/N7/8/8/8/8/R6K w - -", newMove(0x00, 0x50), 0, false},
		{"off the board", "7k/8/8/8/8/8/8/R6K w - -", newMove(0x00, 0x80), 0, false},
		{"as a bishop", "7k/8/8/8/8/8/8/R6K w - -", newMove(0x00, 0x11), 0, false},
		{"of the other side's rook", "7k/8/8/8/8/8/8/r6K w - -", newMove(0x00, 0x10), 0, false},
		{"from an empty square", "7k/8/8/8/8/8/8/7K w - -", newMove(0x00, 0x10), 0, false},
		{"no move", "7k/8/8/8/8/8/8/R6K w - -", NoMove, 0, false},
	} {
		if flags, legal := mustParse(t, c.fen).Probe().IsLegal(c.move); legal != c.legal || legal && flags != c.flags {
			t.Errorf("%s: legal %v with flags %d, want %v, %d", c.name, legal, flags, c.legal, c.flags)
		}
	}
}
