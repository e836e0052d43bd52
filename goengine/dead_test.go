package goengine

import (
	"math/rand"
	"testing"
)

// TestCapturedPiecesAreGone plays random games whose captured pieces keep their
// slots in the lists, and compares each position with one that has been set up afresh:
// nothing but the slots may differ.
func TestCapturedPiecesAreGone(t *testing.T) {
	rng := rand.New(rand.NewSource(11))
	var used hitMap // by one position after another, as in a search
	var look checkInfo
	for range 3 {
		p := mustParse(t, StartFEN)
		for range 160 {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			m := moves[rng.Intn(len(moves))]
			for _, x := range moves { // captures first, so that pieces die
				if p.board[x.To()] != 0 && rng.Intn(3) > 0 {
					m = x
				}
			}
			p.Play(m)
			q := p.normalized()
			sameAnew(t, p, &q, &used, &look)
			if t.Failed() {
				return
			}
		}
	}
}

// sameAnew compares what is made of two positions that differ in their slots.
func sameAnew(t *testing.T, p, q *Position, used *hitMap, look *checkInfo) {
	t.Helper()
	name := p.FEN()
	if p.InCheck() {
		return
	}
	if q.FEN() != name || p.Phase() != q.Phase() || p.fullKey() != q.fullKey() || p.Insufficient() != q.Insufficient() || p.flights() != q.flights() {
		t.Errorf("%s: %s; phase %d, %d; key %x, %x; insufficient %v, %v; flights %d, %d", name, q.FEN(), p.Phase(), q.Phase(),
			p.fullKey(), q.fullKey(), p.Insufficient(), q.Insufficient(), p.flights(), q.flights())
	}
	if a, b := p.Probe().BuildTables(), q.Probe().BuildTables(); *a != *b || p.Probe().Static(a) != q.Probe().Static(b) {
		t.Errorf("%s: other tables, or worth %d, not %d", name, p.Probe().Static(a), q.Probe().Static(b))
	}
	var b moveBuffer
	p.look(look, false)
	p.generateTactical(look, &b)
	p.generateQuiet(look, &b)
	if want := len(q.LegalMoves()); b.n != want {
		t.Errorf("%s: %d moves, want %d", name, b.n, want)
	}
	var fresh hitMap
	p.mapHits(used)
	q.mapHits(&fresh)
	for sq := Square(0); sq < 128; sq++ {
		if sq&0x88 != 0 {
			continue
		}
		if used.at[sq] != fresh.at[sq] {
			t.Errorf("%s: hits on %s %d, %d", name, SquareName(sq), used.at[sq], fresh.at[sq])
		}
		for side := White; side <= Black; side++ {
			if p.attacked(sq, side) != q.attacked(sq, side) {
				t.Errorf("%s: %s attacks %s: %v, %v", name, sideNames[side], SquareName(sq), p.attacked(sq, side), q.attacked(sq, side))
			}
			if a, b := p.swapOff(sq, 84, side), q.swapOff(sq, 84, side); a != b {
				t.Errorf("%s: %s swaps on %s: %d, %d", name, sideNames[side], SquareName(sq), a, b)
			}
		}
	}
	squares := func(p *Position, slots uint32) (all [128]bool) {
		for slot := range uint32(32) {
			if slots>>slot&1 != 0 {
				if slot > 15 {
					t.Errorf("%s: slot %d", name, slot)
				} else if sq := p.square[p.side<<4|uint8(slot)]; sq != NoSquare {
					all[sq] = true
				} else {
					t.Errorf("%s: slot %d is struck and empty", name, slot)
				}
			}
		}
		return all
	}
	if squares(p, used.struck) != squares(q, fresh.struck) {
		t.Errorf("%s: struck slots %b, %b", name, used.struck, fresh.struck)
	}
	targets := func(p *Position) (all [256]bool) {
		e := NewEngine()
		e.pos = *p
		e.listTargets(&e.frames[0])
		for _, sq := range e.frames[0].enemies[:e.frames[0].nEnemies] {
			all[sq] = true
		}
		return all
	}
	if targets(p) != targets(q) {
		t.Errorf("%s: other targets", name)
	}
	best := func(p *Position, slots uint32) uint8 {
		e := NewEngine()
		e.pos = *p
		return e.bestSwap(slots, 0, -Infinity, Infinity)
	}
	if a, b := best(p, 0xFFFE), best(q, 0xFFFE); a != b || a != best(p, used.struck) {
		t.Errorf("%s: the best exchange wins %d, %d, of those struck %d", name, a, b, best(p, used.struck))
	}
}
