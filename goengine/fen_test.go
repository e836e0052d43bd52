package goengine

import (
	"slices"
	"strings"
	"testing"
)

func TestFENsThatChessCannotHaveAreRefused(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"", "want 4 to 6 fields, have 0"},
		{"8/8/8/8/8/8/8/8 w - - 0 1", "white has no king"},
		{"8/8/8/8/8/8/8/K7 w - - 0 1", "black has no king"},
		{"KK6/8/8/8/8/8/8/k7 w - - 0 1", "white has 2 kings"},
		{"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn stands on a1"},
		{"4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on h8"},
		{"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "white is to move, but black is in check: wrong side to move?"},
		{"4k3/8/8/8/4r3/8/8/4K3 b - - 0 1", "black is to move, but white is in check: wrong side to move?"},
		{"4k3/4K3/8/8/8/8/8/8 w - - 0 1", "white is to move, but black is in check, as white is"},
		{"4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", "en passant d6: black is to move, but a black pawn has just passed it: wrong side to move?"},
		{"4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", "en passant e3: white is to move, but a white pawn has just passed it: wrong side to move?"},
		{"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "black has 9 pawns"},
		{"4k3/8/8/8/QQQQQQQQ/Q7/8/4K2Q w - - 0 1", "more promoted pieces"},
		{"4k3/8/8/8/8/8/PPPPPPPP/QN2K3 w - - 0 1 1", "want 4 to 6 fields, have 7"},
		{"4k3/8/8/p1p5/1K6/8/8/8 w - - 0 1", "in check by 2 pieces"},
		{"4k3/8/8/r7/8/1n6/8/K2r4 w - - 0 1", "in check by 3 pieces"},
		{"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move"},
		{"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "not at home"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", "stands twice"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w GBgb - 0 1", "want letters of KQkq or -; Chess960 is not played"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KXkq - 0 1", "want letters of KQkq"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KH - 0 1", "stands twice"},
		{"r3k2r/8/8/8/8/8/8/R2K3R w HA - 0 1", "not at home"},
		{"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w K - 0 1", "not at home; Chess960 is not played"},
		{"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w q - 0 1", "not at home; Chess960 is not played"},
		{"r1k1r3/8/8/8/8/8/8/R1K1R3 b k - 0 1", "not at home; Chess960 is not played"},
		{"4k3/8/8/8/8/8/8/1RR1K3 w K - 0 1", "castling \"K\": king or rook for 'K' is not at home"},
		{"4k3/8/8/8/8/8/8/4KR2 w Q - 0 1", "castling \"Q\": king or rook for 'Q' is not at home"},
		{"\"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "'\"' is not a piece"},
		{"startpos moves e2e4", "want 4 to 6 fields, have 3"},
		{"\"\"", "want 4 to 6 fields, have 0"},
		{"\"", "want 4 to 6 fields, have 1"},
		{"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no black pawn has just passed"},
		{"4k3/8/8/4p3/8/8/8/4K3 w - e9 0 1", "want a square"},
		{"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "half-move clock"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 999 1", "half-move clock"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 x", "move number"},
		{"4k3/8/8/8/8/8/8/4K4 w - - 0 1", "more than 8 squares"},
		{"4k3/8/8/8/8/8/8/4K2 w - - 0 1", "has 7 squares"},
		{"4k3/44/8/8/8/8/8/4K3 w - - 0 1", "two digits"},
		{"4k3/8/8/8/8/8/4K3 w - - 0 1", "7 ranks"},
		{"4k3/8/8/8/8/8/8/4Z3 w - - 0 1", "not a piece"},
		{"rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1", "17 pieces"},
		// Ranks are named as chess names them.
		{"4k3/44/8/8/8/8/8/4K3 w - - 0 1", "rank 7: two digits"},
		{"4k3/8/8/8/8/8/8/4Z3 w - - 0 1", "rank 1: 'Z' is not a piece"},
		{"4k3/8/8/8/8/8/8/4K4 w - - 0 1", "rank 1 has more than 8 squares"},
		{"4k3/8/8/8/8/8/8/4K2 w - - 0 1", "rank 1 has 7 squares"},
		{"04k3/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8: '0' is not a piece"},
		// Two that must have been pawns, with seven pawns on the board; and one with eight.
		{"4k3/8/8/8/8/QQ6/PPPPPPP1/RRR1K3 w - - 0 1", "more promoted pieces"},
		{"4k3/8/8/8/8/QQ6/PPPPPPP1/BBB1K3 w - - 0 1", "more promoted pieces"},
		{"4k3/8/8/8/8/QQ6/PPPPPPP1/NNN1K3 w - - 0 1", "more promoted pieces"},
		{"4k3/8/8/8/8/8/PPPPPPPP/RRR1K3 w - - 0 1", "more promoted pieces"},
		{"4k3/8/8/8/8/8/4K3/R6R w K - 0 1", "not at home"}, // the rook is, the king is not
		{"4k3/8/8/4p3/8/8/8/4K3 w - e 0 1", "want a square"},
		{"4k3/8/8/4p3/8/8/8/4K3 w - e66 0 1", "want a square"},
		{"4k3/8/8/4p3/8/8/8/4K3 w - `6 0 1", "want a square"},
		{"4k3/8/8/4p3/8/8/8/4K3 w - i6 0 1", "want a square"},
		{"4k3/8/8/4p3/8/8/8/4K3 w - e0 0 1", "want a square"},
		{"4k3/8/8/4p3/8/8/8/4K3 w - e1 0 1", "no black pawn has just passed"}, // e1 and e8 are squares
		{"4k3/8/8/4p3/8/8/8/4K3 w - e8 0 1", "no black pawn has just passed"},
		{"4k3/8/8/8/4p3/8/8/4K3 w - e5 0 1", "no black pawn has just passed"},   // it came from e6 or another file
		{"4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "no black pawn has just passed"}, // a knight stood in its way
		{"4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "no black pawn has just passed"}, // another stands where it came from
		{"4k3/8/8/8/8/8/8/4K3 w - - 151 1", "half-move clock"},
		{strings.Repeat("x", 100), "fen \"" + strings.Repeat("x", 100) + "\": "},
		{strings.Repeat("x", 101), "fen \"" + strings.Repeat("x", 100) + "…\": "},
	} {
		_, err := ParseFEN(c.fen)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("ParseFEN(%q): error %v, want %q", c.fen, err, c.want)
		}
	}
}

// TestFENsByHand: fields that may be missing (the first move has number 1), numbers that are just small
// enough, and sliders that bear on the king with a pawn between.
func TestFENsByHand(t *testing.T) {
	for _, c := range []struct {
		fen  string
		half uint8
		full uint16
	}{
		{"4k3/8/8/8/8/8/8/4K3 w - -", 0, 1},
		{"4k3/8/8/8/8/8/8/4K3 w - - 7", 7, 1},
		{"4k3/8/8/8/8/8/8/4K3 w - - 150 9", 150, 9},
		{"4r1k1/8/8/b7/7b/8/3PPP2/4K3 w - - 3 4", 3, 4},
	} {
		if p, err := ParseFEN(c.fen); err != nil || p.half != c.half || p.full != c.full {
			t.Errorf("%s: error %v, want a clock of %d and move %d", c.fen, err, c.half, c.full)
		}
	}
}

// TestCompleteFENs: the forms of a FEN, and the one that is written to other programs.
func TestCompleteFENs(t *testing.T) {
	const kings = "r3k2r/8/8/8/8/8/8/R3K2R"
	for fen, want := range map[string]string{
		kings + " w KQkq - 3 17":                 kings + " w KQkq - 3 17",
		kings + " w -  -":                        kings + " w - - 0 1",
		"  " + kings + "\tb qkQK - 07":           kings + " b KQkq - 7 1",
		"\"" + kings + " w HAha - 0 1\"":         kings + " w KQkq - 0 1",
		"' " + kings + " w - - 0 1 '":            kings + " w - - 0 1",
		"startpos":                               StartFEN,
		" \"startpos\" ":                         StartFEN,
		"4k3/8/8/4p3/8/8/8/4K3 w - e6":           "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1", // no pawn can take
		"4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 00002":  "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2",
		"4k3/8/8/3Pp3/8/8/8/4K3 w - - 150 65535": "4k3/8/8/3Pp3/8/8/8/4K3 w - - 150 65535",
	} {
		got, p, err := CompleteFEN(fen)
		if err != nil || got != want {
			t.Errorf("%q: %q, error %v, want %q", fen, got, err, want)
			continue
		}
		if q, err := ParseFEN(got); err != nil || *q != *p {
			t.Errorf("%q reads as another position, error %v", got, err)
		}
	}
	if fen, p, err := CompleteFEN("8/8 w"); err == nil || fen != "" || p != nil {
		t.Errorf("%q %v beside error %v", fen, p, err)
	}
}

// The rights of castling by the files of the rooks, and in any order.
func TestCastlingOfOtherPrograms(t *testing.T) {
	for castling, want := range map[string]string{"HAha": "KQkq", "qkQK": "KQkq", "Ah": "Qk", "haQ": "Qkq"} {
		p, err := ParseFEN("r3k2r/8/8/8/8/8/8/R3K2R w " + castling + " -")
		if err != nil {
			t.Fatal(castling, err)
		}
		if got := strings.Fields(p.FEN())[2]; got != want {
			t.Errorf("%s: got %s, want %s", castling, got, want)
		}
	}
}

// TestUCIByHand: only a pawn on the last rank becomes something.
func TestUCIByHand(t *testing.T) {
	p := mustParse(t, "7k/8/8/8/8/4p3/3p4/K7 b - - 0 1")
	for want, m := range map[string]Move{"0000": NoMove, "e3e2": newMove(0x24, 0x14), "d2d1n": newMove(0x13, 0x03).promoting(Knight), "h8h7": newMove(0x77, 0x67)} {
		if got := p.UCI(m); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestUCILineByHand: the pawn promotes on the square to which the line has brought it, and nothing
// follows the move into check, which is the last that is named.
func TestUCILineByHand(t *testing.T) {
	p := mustParse(t, "7k/P7/8/8/8/8/8/K7 b - - 0 1")
	before := *p
	line := []Move{newMove(0x77, 0x67), newMove(0x60, 0x70).promoting(Queen), newMove(0x67, 0x76), newMove(0x00, 0x01)}
	if got, want := p.UCILine(line), []string{"h8h7", "a7a8q", "h7g8"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if *p != before {
		t.Error("the position itself has moved")
	}
}

func TestFENSurvivesARoundTrip(t *testing.T) {
	for _, p := range readEPD(t, "../testdata/own_perft200.epd") {
		q, err := ParseFEN(p.FEN())
		if err != nil {
			t.Error(err)
		} else if *q != *p {
			t.Errorf("%s reads back as %s", p.FEN(), q.FEN())
		}
	}
}

// FuzzFEN feeds the reader anything: it must refuse or give a position that
// can be written, read again, searched and counted.
func FuzzFEN(f *testing.F) {
	f.Add(StartFEN)
	f.Add("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	f.Add("rnbqkb1r/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3")
	f.Add("8/8/8/8/8/8/8/8 w - - 0 1")
	e := NewEngine()
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := ParseFEN(fen)
		if err != nil {
			if p != nil {
				t.Fatal("a position beside an error")
			}
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("the error has more than one line: %q", err)
			}
			return
		}
		q, err := ParseFEN(p.FEN())
		if err != nil || q.FEN() != p.FEN() {
			t.Fatalf("%q became %q: %v", p.FEN(), q.FEN(), err)
		}
		p.Perft(2)
		prof, _ := ProfileByName("sex88")
		r := e.search(background, p, &prof, Limits{Nodes: 300})
		if legal := len(p.LegalMoves()) > 0; legal != (r.Best != NoMove) {
			t.Fatalf("%s: best move %v, legal moves %v", p.FEN(), r.Best, legal)
		}
	})
}
