package classic

import (
	"os"
	"strings"
	"testing"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
)

// Each word of a reading, on boards small enough to count by hand.
func TestReadingsByHand(t *testing.T) {
	const (
		// The rook on a1 guards a2 and the king, that on a3 guards a2.
		twoRooks = "4k3/8/8/8/8/R7/P7/R3K3 w - - 0 1"
		// The queen guards two pawns and, along the rank, the king. Black's rook attacks d2.
		oneQueen = "3rk3/8/8/8/8/8/3PP3/3Q3K w - - 0 1"
		// The rooks guard each other, that on d2 the knight, that on d1 the king. Behind its fellow d1 looks at d4.
		doubled = "4k3/8/8/8/3N4/8/3R4/3R3K w - - 0 1"
		// As before, but a bishop does not slide along the file.
		blocked = "4k3/8/8/8/3N4/8/3B4/3R3K w - - 0 1"
		// The rook on e4 is pinned, and guards the bishop and along the file the king, whom the bishop guards too.
		pinned = "4r1k1/8/8/8/1B2R3/8/8/4K3 w - - 0 1"
		// The pinned rook guards the king, five squares up to the rook that pins it, and seven beside; the king four
		// squares and the rook.
		onFile = "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1"
		// The pawn guards the knight beside the square ahead of it; then the knight stands ahead.
		beside, before, blacks = "4k3/8/8/3N4/2P5/8/8/K7 w - - 0 1", "4k3/8/8/2N5/2P5/8/8/K7 w - - 0 1", "4K3/8/8/2p5/2n5/8/8/k7 w - - 0 1"
		// The pawn has a knight of Black's on one of its squares, the king three squares.
		alone = "4k3/8/8/3n4/2P5/8/8/K7 w - - 0 1"
	)
	type count = [goengine.Pawn + 1]int
	for _, c := range []struct {
		fen, reading string
		side         goengine.Side
		want         count
	}{
		{twoRooks, "of", 0, count{king: 1, pawn: 2}},
		{twoRooks, "by", 0, count{rook: 3, pawn: 0}},
		{twoRooks, "of+men", 0, count{king: 1, pawn: 1}},
		{twoRooks, "by+men", 0, count{rook: 2, pawn: 0}},
		{twoRooks, "of+guards", 0, count{king: 1, pawn: 2}},
		{twoRooks, "by+guards", 0, count{rook: 2, pawn: 0}},
		{oneQueen, "of+men", 0, count{king: 1, pawn: 2}},
		{oneQueen, "of+guards", 0, count{king: 1, pawn: 1}},
		{oneQueen, "by", 0, count{queen: 3, pawn: 0}},
		{oneQueen, "by+guards", 0, count{queen: 1, pawn: 0}},
		{oneQueen, "of+attacked", 0, count{pawn: 1}},
		{oneQueen, "by+attacked", 0, count{queen: 1, pawn: 0}},
		{oneQueen, "by+pieces", 0, count{queen: 1, pawn: 0}},
		{oneQueen, "by+mortal", 0, count{queen: 2, pawn: 0}},
		{oneQueen, "by+pieces+mortal", 0, count{pawn: 0}},
		{doubled, "of", 0, count{king: 1, rook: 2, knight: 1, pawn: 0}},
		{doubled, "of+xray", 0, count{king: 1, rook: 2, knight: 2, pawn: 0}},
		{blocked, "of+xray", 0, count{king: 1, bishop: 1, pawn: 0}},
		{pinned, "of", 0, count{king: 2, bishop: 1, pawn: 0}},
		{pinned, "of+unpinned", 0, count{king: 2, pawn: 0}},
		{onFile, "by+empty", 0, count{king: 5, rook: 13, pawn: 0}},
		{onFile, "by+unpinned+empty", 0, count{king: 5, rook: 6, pawn: 0}},
		{beside, "of", 0, count{knight: 1, pawn: 0}},
		{beside, "of+ahead", 0, count{pawn: 0}},
		{beside, "of+nopawns", 0, count{pawn: 0}},
		{before, "of", 0, count{pawn: 0}},
		{before, "of+ahead", 0, count{knight: 1, pawn: 0}},
		{blacks, "of+ahead", 1, count{knight: 1, pawn: 0}},
		{"6k1/8/8/8/8/8/4P3/4K3 w - - 0 1", "of", 0, count{pawn: 1}},
		{"6k1/8/8/8/8/8/4P3/4K3 w - - 0 1", "of+noking", 0, count{pawn: 0}},
		{alone, "by", 0, count{pawn: 0}},
		{alone, "by+empty", 0, count{king: 3, pawn: 1}},
		{alone, "by+empty+ahead", 0, count{king: 3, pawn: 1}},
	} {
		p, err := ParseProtects(c.reading)
		if err != nil {
			t.Fatal(err)
		}
		if got := Relate(given.Position(t, c.fen), c.side).Protects(p); got != c.want {
			t.Errorf("%s, %s: %v, want %v", c.fen, c.reading, got, c.want)
		}
	}
	for reading, want := range map[string]count{
		"of": {knight: 2, pawn: 0}, "of+men": {knight: 2, pawn: 0}, "of+guards": {knight: 1, pawn: 0},
		"by": {pawn: 2}, "by+men": {pawn: 2}, "by+guards": {pawn: 1}, "by+attacked+xray+mortal": {pawn: 2},
	} {
		p, err := ParseProtects(reading)
		if err != nil {
			t.Fatal(err)
		}
		if got := Relate(given.Position(t, "4k3/8/8/1n1n4/2P5/8/8/K7 w - - 0 1"), goengine.White).Threats(p); got != want {
			t.Errorf("threats %s: %v, want %v", reading, got, want)
		}
	}
}

// The empty reading counts what an evaluation counts, on the positions of the benchmark.
func TestTheEmptyReadingIsTheEvaluations(t *testing.T) {
	bench, err := os.ReadFile("../../../testdata/bench12.epd")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(bench)) {
		fields := strings.Fields(line)
		if len(fields) < 4 || strings.HasPrefix(line, "#") {
			continue
		}
		n++
		p := given.Position(t, strings.Join(fields[:4], " ")+" 0 1")
		for side, f := range Count(p) {
			r := Relate(p, goengine.Side(side))
			if got := r.Protects(0); got != f.Protects {
				t.Errorf("%s, side %d: protects %v, want %v", p.FEN(), side, got, f.Protects)
			}
			if got := r.Threats(0); got != f.Threats {
				t.Errorf("%s, side %d: threats %v, want %v", p.FEN(), side, got, f.Threats)
			}
		}
	}
	if n != 12 {
		t.Errorf("%d positions, want 12", n)
	}
}

// A search evaluates by its reading. The rook guards the knight: for the kind guarded that is worth a knight's weight,
// for the kind of the guard a rook's. The king alone may move, so that nothing else changes.
func TestASearchEvaluatesByItsReading(t *testing.T) {
	p := given.Position(t, "k7/8/8/8/3N4/8/8/3R3K b - - 0 1")
	score := func(reading string) int {
		s := Search{Depth: 1, Weights: Weights{Protects: [...]int{rook: 3, knight: 10, pawn: 0}}}
		if known, err := s.Set("protects", reading); !known || err != nil {
			t.Fatal(known, err)
		}
		return -s.Run(p).Score
	}
	// The rook guards the king too, along the rank.
	for reading, want := range map[string]int{"of": 10, "by": 6, "by+mortal": 3, "of+guards": 10, "of+nopawns": 10} {
		if got := score(reading); got != want {
			t.Errorf("protects=%s: %d, want %d", reading, got, want)
		}
	}
}

func TestParseProtects(t *testing.T) {
	all := Readings()
	for _, p := range all {
		if got, err := ParseProtects(p.String()); got != p || err != nil {
			t.Errorf("%s: %v, %v", p, got, err)
		}
	}
	// Of: 3 ways to count, attacked or not, x-rays or not, pins or not, the king guards or not, and pawns beside, ahead or
	// not at all: 3·2·2·2·2·3 = 144. By: 3·2·2·2, pawns beside or ahead, and either empty squares or pawns and king or
	// not: 3·2·2·2·2·5 = 240.
	if len(all) != 144+240 {
		t.Errorf("%d readings, want 384", len(all))
	}
	if p, err := ParseProtects("men+attacked"); err != nil || p.String() != "of+men+attacked" {
		t.Errorf("of need not be said: %v, %v", p, err)
	}
	for text, complaint := range map[string]string{
		"":           "protects=: want of or by, and any of men, guards, ",
		"on":         "protects=on: want of or by, and any of men, guards, ",
		"of+":        "protects=of+: want of or by",
		"of+by":      "protects=of+by: want of or by, not both",
		"men+guards": "protects=men+guards: want men or guards, not both",
		"empty":      "protects=empty: want by with empty: an empty square is of no kind",
	} {
		if _, err := ParseProtects(text); err == nil || !strings.HasPrefix(err.Error(), complaint) {
			t.Errorf("%q: %v, want %s", text, err, complaint)
		}
	}
}
