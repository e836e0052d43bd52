package goengine

import (
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
		{"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "black is in check"},
		{"4k3/4K3/8/8/8/8/8/8 w - - 0 1", "black is in check"},
		{"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "black has 9 pawns"},
		{"4k3/8/8/8/QQQQQQQQ/Q7/8/4K2Q w - - 0 1", "more promoted pieces"},
		{"4k3/8/8/8/8/8/PPPPPPPP/QN2K3 w - - 0 1 1", "want 4 to 6 fields, have 7"},
		{"4k3/8/8/p1p5/1K6/8/8/8 w - - 0 1", "in check by 2 pieces"},
		{"4k3/8/8/r7/8/1n6/8/K2r4 w - - 0 1", "in check by 3 pieces"},
		{"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move"},
		{"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "not at home"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", "stands twice"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "want letters of KQkq"},
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
	} {
		_, err := ParseFEN(c.fen)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("ParseFEN(%q): error %v, want %q", c.fen, err, c.want)
		}
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
		r := e.Search(p, &prof, Limits{Nodes: 300})
		if legal := len(p.LegalMoves()) > 0; legal != (r.Best != NoMove) {
			t.Fatalf("%s: best move %v, legal moves %v", p.FEN(), r.Best, legal)
		}
	})
}
