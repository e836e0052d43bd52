package goengine

// Tables are the tables that the engines in assembly share with this one:
// asm/tools/gen writes them into each assembler's dialect.
type Tables struct {
	// AttackWays and RayStep are indexed by the difference to - from of two
	// squares, mod 256: the ways in which a piece attacks over it, and the
	// step that leads there along a ray or 0.
	AttackWays, RayStep [256]uint8
	// CastleMask is what of the castling rights survives a move from or to a
	// square.
	CastleMask [128]uint8
	// KnightSteps are the differences of squares a knight's move apart, in the
	// order of generation.
	KnightSteps [8]uint8
	// Keys are the bytes that positions' keys are made of, and Windows the
	// windows of four into them, by the place of the first: a machine that
	// can't read a longword at any address takes them.
	Keys    []uint8
	Windows []uint32
	// CastleKeyAt and EnPassantKeyAt are the places in Keys where the keys of
	// the castling rights and of the en passant files begin.
	CastleKeyAt, EnPassantKeyAt int
}

// SharedTables returns a copy of the tables.
func SharedTables() Tables {
	var windows []uint32
	for i := range len(keyBytes) - 3 {
		windows = append(windows, keyAt(i))
	}
	return Tables{
		AttackWays: attackTable, RayStep: rayStep, KnightSteps: knightSteps, Windows: windows,
		CastleMask: castleMask, Keys: append([]uint8(nil), keyBytes[:]...),
		CastleKeyAt: castleKeyAt, EnPassantKeyAt: epKeyAt,
	}
}

// State is a position as a machine holds it in memory, for the tests that
// compare the two.
type State struct {
	Board [256]uint8 // board byte of each square
	ID    [256]uint8 // piece id on each occupied square; 0 elsewhere

	Square [32]Square
	Kind   [32]Kind // of living pieces; 0 of dead ones
	Slots  [2]uint8
	Pieces uint8

	Side   Side
	Castle uint8
	EP     Square
	Half   uint8
	Key    uint32
	Keys   []uint32 // of the earlier positions that the repetition test may see
}

// State returns the position's state.
func (p *Position) State() State {
	s := State{
		Board: p.board, Square: p.square, Slots: p.slots, Pieces: p.pieces,
		Side: p.side, Castle: p.castle, EP: p.ep, Half: p.half, Key: p.key,
		Keys: append([]uint32{}, p.keys[:p.nkeys]...),
	}
	for id, sq := range p.square {
		if sq != NoSquare {
			s.ID[sq], s.Kind[id] = uint8(id), p.kind[id]
		}
	}
	return s
}

// GeneratedMove is a move as the generator leaves it: the move and its flags,
// with the bits of the flag constants.
type GeneratedMove struct {
	Move  Move
	Flags uint8
}

// Generated returns what the two halves of the generator produce.
func (p *Position) Generated() (tactical, quiet []GeneratedMove) {
	var v picture
	var b moveBuffer
	p.look(&v, true)
	p.generateTactical(&v, &b)
	n := b.n
	p.generateQuiet(&v, &b)
	all := make([]GeneratedMove, b.n)
	for i, r := range b.moves[:b.n] {
		all[i] = GeneratedMove{r.move, r.flags}
	}
	return all[:n], all[n:]
}

// IsLegal tells of any two bytes whether they are a legal move, and with what
// flags Generated returns it.
func (p *Position) IsLegal(m Move) (flags uint8, legal bool) { return p.legalFlags(m) }

// Picture is what one look along the lines of both kings tells. The order in
// which it was found out means nothing.
type Picture struct {
	Checkers  uint8
	CheckFrom Square           // the checker; NoSquare unless there is just one
	Pinned    map[Square]uint8 // step from the own king to each pinned piece
	Bare      map[Square]uint8 // step from the enemy king to each bare piece
}

// Look returns the picture for the side to move. maybeCheck false says that
// the side is known not to be in check.
func (p *Position) Look(maybeCheck bool) Picture {
	var v picture
	p.look(&v, maybeCheck)
	look := Picture{v.checkers, NoSquare, map[Square]uint8{}, map[Square]uint8{}}
	if v.checkers == 1 {
		look.CheckFrom = v.checkFrom
	}
	for i := range v.pins {
		look.Pinned[v.pinned[i]] = v.pinStep[i]
	}
	for i := range v.bares {
		look.Bare[v.bare[i]] = v.bareStep[i]
	}
	return look
}

// GivesCheck tells whether a move of a piece, given by its board byte after
// the move, checks the enemy king; castling and en passant it can't judge.
func (p *Position) GivesCheck(code uint8, from, to Square) bool {
	var v picture
	p.look(&v, true)
	check, _ := p.givesCheck(&v, code, from, to)
	return check
}

// Attacked tells whether a side attacks a square.
func (p *Position) Attacked(sq Square, by Side) bool { return p.attacked(sq, by) }

// Repeated tells whether the position has stood on the board before.
func (p *Position) Repeated() bool { return p.repeated() }

// Insufficient tells whether neither side can mate by any play.
func (p *Position) Insufficient() bool { return p.insufficient() }

// Made calls f with the position as make leaves it after a move that
// Generated has returned, and takes the move back.
func (p *Position) Made(m GeneratedMove, f func()) {
	var u undo
	p.make(m.Move, m.Flags, &u)
	f()
	p.unmake(m.Move, m.Flags, &u)
}
