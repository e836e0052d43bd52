package goengine

// Probe calls single routines of the engine on a position. It is for the tests
// that compare each machine's routines with the Go engine's, and for tools that
// measure a part of the engine. Programs that play or analyse need Engine only.
//
// A method is named for the routine that it calls and returns what the routine
// leaves, in exported types that begin with Probe. Methods that need no position
// work on the zero Probe.
type Probe struct{ p *Position }

// Probe returns a probe of the position. Changes of the position show in it.
func (p *Position) Probe() Probe { return Probe{p} }

// ProbeMove is a move as the generator leaves it: the move and its flags,
// with the bits of the flag constants.
type ProbeMove struct {
	Move  Move
	Flags uint8
}

// CodeOf returns the board byte of a side's piece.
func (Probe) CodeOf(side Side, kind Kind) uint8 { return codeOf[side][kind] }

// AttackWays returns the ways in which a piece on one square may attack another.
func (Probe) AttackWays(from, to Square) uint8 { return attackTable[to-from] }

// Generated returns what the two halves of the generator produce.
func (pr Probe) Generated() (tactical, quiet []ProbeMove) {
	var v checkInfo
	var b moveBuffer
	pr.p.look(&v, true)
	pr.p.generateTactical(&v, &b)
	n := b.n
	pr.p.generateQuiet(&v, &b)
	all := make([]ProbeMove, b.n)
	for i, r := range b.moves[:b.n] {
		all[i] = ProbeMove{r.move, r.flags}
	}
	return all[:n], all[n:]
}

// IsLegal reports whether any two bytes are a legal move, and with what flags
// Generated returns it.
func (pr Probe) IsLegal(m Move) (flags uint8, legal bool) { return pr.p.legalFlags(m) }

// ProbeLook is the result of the scan for pins and checks, in no order.
type ProbeLook struct {
	Checkers  uint8
	CheckFrom Square           // the checker; NoSquare unless there is just one
	Pinned    map[Square]uint8 // step from the own king to each pinned piece
	Bare      map[Square]uint8 // step from the enemy king to each piece that may discover a check
}

// Look scans for pins and checks, for the side to move. maybeCheck is false if
// the side is known not to be in check.
func (pr Probe) Look(maybeCheck bool) ProbeLook {
	var v checkInfo
	pr.p.look(&v, maybeCheck)
	look := ProbeLook{v.checkers, NoSquare, map[Square]uint8{}, map[Square]uint8{}}
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

// GivesCheck reports whether a move of a piece, given by its board byte after
// the move, checks the enemy king. The move must not be castling or en passant.
func (pr Probe) GivesCheck(code uint8, from, to Square) bool {
	var v checkInfo
	pr.p.look(&v, true)
	check, _ := pr.p.givesCheck(&v, code, from, to)
	return check
}

// Attacked reports whether a side attacks a square.
func (pr Probe) Attacked(sq Square, by Side) bool { return pr.p.attacked(sq, by) }

// Made calls f with the position as make leaves it after a move that
// Generated has returned, and takes the move back.
func (pr Probe) Made(m ProbeMove, f func()) {
	var u undo
	pr.p.make(m.Move, m.Flags, &u)
	f()
	pr.p.unmake(m.Move, m.Flags, &u)
}

// Flights returns the number of squares that the enemy king could flee to.
func (pr Probe) Flights() uint8 { return pr.p.flights() }

// Mates reports whether a move is mate.
func (pr Probe) Mates(m ProbeMove) bool {
	e := Engine{pos: *pr.p}
	return e.mates(0, m.Move, m.Flags)
}

// MateThreats returns the quiet moves that threaten mate at a glance.
func (pr Probe) MateThreats() (threats []Move) {
	e := Engine{pos: *pr.p}
	e.frames[0].flights = flightsUnknown
	_, quiet := pr.Generated()
	for _, m := range quiet {
		if e.threatensMate(0, m.Move, pr.p.board[m.Move.From()]) {
			threats = append(threats, m.Move)
		}
	}
	return threats
}
