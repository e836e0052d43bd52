package goengine

import "testing"

// TestMakeByTheRules makes every move of many positions and holds what has
// become of the board to the rules of chess, said in another way.
func TestMakeByTheRules(t *testing.T) {
	positions := readEPD(t, "../testdata/own_perft200.epd")
	for i, p := range positions {
		if i%3 == 0 {
			positions = append(positions, mustParse(t, mirrorFEN(p.FEN())))
		}
	}
	kiwipete := "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	// A rook takes a rook and ends two rights at once; pawns may promote on a8 and h8 by taking one.
	for _, fen := range []string{kiwipete, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/1P4P1/8/8/8/8/8/R3K2R w KQkq - 0 1",
		"4k3/8/8/1p6/1P1p4/8/P1P1P3/4K3 w - - 0 1"} {
		positions = append(positions, mustParse(t, fen), mustParse(t, mirrorFEN(fen)))
	}
	for _, p := range positions {
		tactical, quiet := p.Probe().Generated()
		for _, m := range append(tactical, quiet...) {
			before := *p
			var u undo
			p.make(m.Move, m.Flags, &u)
			checkMade(t, &before, p, m)
			p.unmake(m.Move, m.Flags, &u)
			if !same(p, &before) {
				t.Fatalf("%s: %v and back: %s", before.FEN(), m.Move, p.FEN())
			}
		}
	}
}

// checkMade looks at what a move has made of a position.
func checkMade(t *testing.T, before, p *Position, m probeMove) {
	t.Helper()
	side, from, to := before.side, m.Move.From(), m.Move.To()
	wrong := func(what string) { t.Errorf("%s: %v: %s; now %s", before.FEN(), m.Move, what, p.FEN()) }
	_, kind, _ := before.PieceAt(from)

	want := before.board // the board as the rules have it
	want[to], want[from] = want[from], 0
	if kind == Pawn && to>>4%7 == 0 {
		want[to] = codeOf[side][m.Move.Promotion()]
	}
	captured := before.board[to] != 0
	if kind == Pawn && from&7 != to&7 && !captured {
		want[from&0x70|to&7] = 0 // en passant
		captured = true
	}
	if kind == King && from&7 == 4 && to&7 == 6 {
		want[from+1], want[from+3] = want[from+3], 0
	}
	if kind == King && from&7 == 4 && to&7 == 2 {
		want[from-1], want[from-4] = want[from-4], 0
	}
	if p.board != want {
		wrong("the board")
	}
	for id, sq := range p.square {
		if sq != NoSquare && (p.board[sq] != codeOf[id>>4][p.kind[id]] || p.id[sq] != uint8(id)) {
			wrong("the lists")
		}
	}
	if p.key != p.fullKey() {
		wrong("the key")
	}
	if p.side != side^1 || p.nkeys != before.nkeys+1 || p.keys[p.nkeys-1] != before.key {
		wrong("the side or the earlier keys")
	}
	if n := before.pieces; captured && p.pieces != n-1 || !captured && p.pieces != n {
		wrong("the number of pieces")
	}
	if half := before.half + 1; (captured || kind == Pawn) && p.half != 0 || !captured && kind != Pawn && p.half != half {
		wrong("the half-move clock")
	}
	castle := before.castle
	for _, r := range []struct {
		right      uint8
		king, rook string
	}{{whiteKingside, "e1", "h1"}, {whiteQueenside, "e1", "a1"}, {blackKingside, "e8", "h8"}, {blackQueenside, "e8", "a8"}} {
		if k, x := squareOf(r.king), squareOf(r.rook); from == k || from == x || to == x {
			castle &^= r.right
		}
	}
	if p.castle != castle {
		wrong("the castling rights")
	}
	ep := NoSquare
	if kind == Pawn && (to == from+0x20 || from == to+0x20) {
		pawn := codeOf[side^1][Pawn]
		if to&7 > 0 && before.board[to-1] == pawn || to&7 < 7 && before.board[to+1] == pawn {
			ep = (from + to) / 2
		}
	}
	if p.ep != ep {
		wrong("the en passant square")
	}
}

// TestTheClockStopsAtAByte: 255 half-moves are the most that are counted.
func TestTheClockStopsAtAByte(t *testing.T) {
	p := mustParse(t, "7k/8/8/8/8/8/8/KR6 w - -")
	for _, c := range []struct{ half, want uint8 }{{0, 1}, {253, 254}, {254, 255}, {255, 255}} {
		p.half = c.half
		var u undo
		p.make(newMove(0x01, 0x02), 0, &u)
		if p.half != c.want {
			t.Errorf("after %d: %d, want %d", c.half, p.half, c.want)
		}
		p.unmake(newMove(0x01, 0x02), 0, &u)
	}
}

// TestNoPieceStandsOffTheBoard nor on an empty square.
func TestNoPieceStandsOffTheBoard(t *testing.T) {
	p := mustParse(t, "7k/8/8/8/8/8/8/KR6 w - -")
	for sq, want := range map[Square]bool{0x00: true, 0x01: true, 0x02: false, 0x77: true, 0x08: false, 0x80: false, 0xFF: false} {
		if _, _, ok := p.PieceAt(sq); ok != want {
			t.Errorf("%02x: %v, want %v", sq, ok, want)
		}
	}
}

// TestPlayOfAGame: what Play keeps of the positions before, and refuses.
func TestPlayOfAGame(t *testing.T) {
	p := mustParse(t, "7k/8/1p6/8/8/8/8/KR6 w - - 0 40")
	before := *p
	if p.Play(newMove(0x01, 0x12)) || *p != before { // b1c2
		t.Error("an illegal move is played, or changes something")
	}
	var keys []uint32
	play := func(uci string, full uint16, nkeys int) {
		t.Helper()
		m, err := p.ParseMove(uci)
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, p.key)
		if !p.Play(m) || p.full != full || p.nkeys != nkeys {
			t.Fatalf("%s: move %d, %d positions kept, want %d and %d", uci, p.full, p.nkeys, full, nkeys)
		}
		for d := 1; d <= nkeys; d++ {
			if p.keys[p.nkeys-d] != keys[len(keys)-d] {
				t.Fatalf("%s: the key of the position %d plies ago is wrong", uci, d)
			}
		}
	}
	play("b1c1", 40, 1)
	play("h8g8", 41, 2) // the number goes up after Black
	play("c1b1", 41, 3)
	play("b6b5", 42, 0) // nothing before a pawn's move can come again
	// Of a hundred positions the oldest goes.
	for i := range 132 {
		uci := [4]string{"b1c1", "g8h8", "c1b1", "h8g8"}[i%4]
		play(uci, uint16(42+(i+1)/2), min(i+1, maxHistory-1))
	}
	play("b1b5", 108, 0)
}
