package goengine

import (
	"slices"
	"strings"
	"testing"
)

// TestALongGameByHand: knights and kings go back and forth for 120 half-moves.
// Of the line the last 99 are kept, since with a hundredth the position that
// has them all behind it is drawn.
func TestALongGameByHand(t *testing.T) {
	g := NewGame(mustParse(t, "4k1n1/8/8/8/8/8/8/4K1N1 w - - 0 1"))
	all := mustParse(t, "4k1n1/8/8/8/8/8/8/4K1N1 w - - 0 1")
	shuffle := strings.Fields("g1f3 g8f6 f3g1 f6g8")
	for n := 1; n <= 120; n++ {
		uci := shuffle[(n-1)%4]
		if err := g.Play(uci); err != nil {
			t.Fatal(err)
		}
		m, _ := all.ParseMove(uci)
		all.Play(m)
		base, moves := g.Line()
		if want := min(n, 99); len(moves) != want || int(base.half) != n-want {
			t.Fatalf("after %d half-moves a line of %d from the clock %d, want %d, %d", n, len(moves), base.half, want, n-want)
		}
		q := *base
		for _, m := range moves {
			if !q.Play(m) {
				t.Fatalf("after %d half-moves %v is illegal in the line", n, m)
			}
		}
		if now := g.Position(); now.FEN() != all.FEN() || q.FEN() != all.FEN() || now.nkeys != len(moves) || base.nkeys != 0 {
			t.Fatalf("after %d half-moves %s with %d before, the line leads to %s, want %s", n, now.FEN(), now.nkeys, q.FEN(), all.FEN())
		}
	}
}

// TestAGameByHand: a move that is refused is named by its number and changes
// nothing; after a capture or a pawn's move the line begins again.
func TestAGameByHand(t *testing.T) {
	g := NewGame(mustParse(t, StartFEN))
	for _, c := range []struct {
		move string
		line int
		err  string
	}{
		{"g1f3", 1, ""}, {"g8f6", 2, ""}, {"f3f4", 2, "move 3: "}, {"e2e4", 0, ""}, {"h8g8", 1, ""}, {"e4e5", 0, ""}, {"f6g4", 1, ""}, {"f3g5", 2, ""}, {"g4f2", 0, ""},
	} {
		before := g.Position().FEN()
		err := g.Play(c.move)
		_, moves := g.Line()
		if len(moves) != c.line || (err != nil) != (c.err != "") || err != nil && (!strings.HasPrefix(err.Error(), c.err) || g.Position().FEN() != before) {
			t.Errorf("%s: a line of %d moves, error %v, %s, want %d, %q", c.move, len(moves), err, g.Position().FEN(), c.line, c.err)
		}
	}
}

// TestMaterialOfTheLastSlot: a pawn that is the last of Black's sixteen pieces
// is enough to mate, wherever it stands in the list.
func TestMaterialOfTheLastSlot(t *testing.T) {
	p := mustParse(t, "4k3/8/8/8/8/8/8/4K3 w - -")
	if !p.Insufficient() {
		t.Error("bare kings can mate")
	}
	p.square[31], p.kind[31], p.pieces = 0x43, Pawn, 3
	if p.Insufficient() {
		t.Error("a pawn of the last slot is not seen")
	}
}

// TestAPinOfAnotherNodeIsForgotten: the picture holds a pinned knight beyond
// the number of its pins.
func TestAPinOfAnotherNodeIsForgotten(t *testing.T) {
	p := mustParse(t, "4k3/8/8/8/8/8/8/1N2K3 w - -")
	var v checkInfo
	v.pinned[0], v.pinStep[0] = 0x01, 0x01
	var b moveBuffer
	b.add(0x01, 0x22, 0)
	if n := p.keepLegal(&v, &b, 0, 0x01); n != 1 {
		t.Errorf("Nc3 is kept %d times, want once", n)
	}
}

// TestOrderOfAKnightsMovesByHand: the last piece of the list first, and a
// knight's squares clockwise from two up and one to the right, be they empty or
// taken by pawns. The king's come last: up, right, left, and the two diagonals
// upwards, right and left.
func TestOrderOfAKnightsMovesByHand(t *testing.T) {
	for fen, want := range map[string]string{
		"4k3/8/8/8/3N4/8/8/4K3 w - -":                "d4e6 d4f5 d4f3 d4e2 d4c2 d4b3 d4b5 d4c6 e1e2 e1f1 e1d1 e1f2 e1d2",
		"4k3/8/2p1p3/1p3p2/3N4/1p3p2/2p1p3/7K w - -": "d4e6 d4f5 d4f3 d4e2 d4c2 d4b3 d4b5 d4c6 h1h2 h1g1",
		"4r1k1/5R2/8/8/7b/8/8/4K3 w - -":             "e1f1 e1d1 e1d2", // double check: e7 and f2 each stop one of the two only
		"4r1k1/8/8/8/7b/5N2/8/4K3 w - -":             "e1f1 e1d1 e1d2", // and so do Ne5 and Nxh4
	} {
		p := mustParse(t, fen)
		var got []string
		for _, m := range p.LegalMoves() {
			got = append(got, p.UCI(m))
		}
		if !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s: %v, want %s", fen, got, want)
		}
	}
}

// TestKeepByHand: of Kxb1, a capture, and Ka2 the second is kept, and it is no
// capture.
func TestKeepByHand(t *testing.T) {
	e := NewEngine()
	e.buffer.moves[0].move, e.buffer.moves[1].move, e.buffer.n = moveB1, moveA2, 2
	v := nodeView{e: e, tactical: 1}
	if v.Keep([]Move{moveA2}); v.tactical != 0 || e.buffer.n != 1 || e.buffer.moves[0].move != moveA2 {
		t.Errorf("%d moves, %v first, %d captures, want Ka2 alone and none", e.buffer.n, e.buffer.moves[0].move, v.tactical)
	}
	defer func() {
		if wrong, ok := recover().(*NotInList); !ok || wrong.Move != moveA6 {
			t.Errorf("a move that is not in the list: %v", wrong)
		}
	}()
	// Two moves that look alike are two.
	if got := KeptMoves([]Move{moveB1, moveB1}, []Move{moveB1, moveB1}); !slices.Equal(got, []bool{true, true}) {
		t.Errorf("two of two equal moves: %v", got)
	}
	v.Keep([]Move{moveA6})
}

// stopping stops at the first node of the first ply.
type stopping struct {
	only
	told int
}

// Event implements Callbacks.
func (s *stopping) Event(n Node, ev *Event) {
	if ev.Kind != EventGenerated {
		s.only.Event(n, ev)
		return
	}
	if n.Ply() == 1 {
		s.told++
		n.Stop()
	}
}

// TestACallbackMayStop: once limits count no further node is reported: after
// the first root move, none of whose answers is followed up, the search ends.
func TestACallbackMayStop(t *testing.T) {
	prof, _ := ParseProfile("uniform,start=8,switch.half-frontier=off")
	s := &stopping{}
	e := NewEngine()
	e.Callbacks = s
	// A node at a frontier is reported in two parts.
	if r := e.search(background, mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), &prof, Limits{SX: 40}); !r.Stopped || s.told != 2 {
		t.Errorf("stopped %v, %d lists of the first ply, want true and 2", r.Stopped, s.told)
	}
}
