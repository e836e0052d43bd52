package goengine

import (
	"testing"
	"unsafe"
)

// copied is Perft of the first position on a copy for each move, which it makes in the next.
func copied(boards []Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var b moveBuffer
	boards[0].generate(&b)
	var n uint64
	for i := 0; i < b.n; i++ {
		var u undo
		boards[1] = boards[0]
		boards[1].make(b.moves[i].move, b.moves[i].flags, &u)
		n += copied(boards[1:], depth-1)
	}
	return n
}

// fresh is copied with a new object for each move.
func fresh(p *Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var b moveBuffer
	p.generate(&b)
	var n uint64
	for i := 0; i < b.n; i++ {
		var u undo
		next := *p
		next.make(b.moves[i].move, b.moves[i].flags, &u)
		n += fresh(&next, depth-1)
	}
	return n
}

// BenchmarkBoards compares a tree of moves on one board, where each is made and unmade, with a board for each ply into
// which the one before is copied, and with a new board for each move.
func BenchmarkBoards(b *testing.B) {
	p, err := ParseFEN("r1bq1rk1/ppp1bppp/2np1n2/4p3/2BPP3/2N1BN2/PPP2PPP/R2QK2R w KQ - 0 8")
	if err != nil {
		b.Fatal(err)
	}
	const depth = 3
	want := p.Perft(depth)
	boards := make([]Position, depth+1)
	boards[0] = *p
	b.Logf("a position has %d bytes", unsafe.Sizeof(*p))
	for _, c := range []struct {
		name string
		run  func() uint64
	}{
		{"one", func() uint64 { return p.Perft(depth) }},
		{"copies", func() uint64 { return copied(boards, depth) }},
		{"new", func() uint64 { return fresh(p, depth) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if n := c.run(); n != want {
					b.Fatalf("%d leaves, want %d", n, want)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(uint64(b.N)*want), "ns/leaf")
		})
	}
}
