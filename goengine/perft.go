package goengine

// Perft returns the number of leaves of the tree of legal moves to a depth of at
// least 0 plies. Every move is made and unmade: nothing is counted in bulk.
func (p *Position) Perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var b moveBuffer
	p.generate(&b)
	var n uint64
	for i := 0; i < b.n; i++ {
		var u undo
		m := b.moves[i]
		p.make(m.move, m.flags, &u)
		n += p.Perft(depth - 1)
		p.unmake(m.move, m.flags, &u)
	}
	return n
}
