package goengine

import "github.com/searchex/searchex/internal/insides"

// probe calls single routines on a position. Package internal/probe documents it.
type probe struct{ p *Position }

// Probe is for the tests and tools of this module: package internal/probe says what
// it shows. Programs that play or analyse need Engine only.
func (p *Position) Probe() probe { return probe{p} }

// The records of package insides for this package's types.
type (
	probeMove   = insides.Move[Move]
	probeNode   = insides.Node[Move, Profile]
	probeListed = insides.Listed[Move, Category]
	probeResult = insides.Result[Move]
	probeCache  = insides.Cache[Move]
	probeEarly  = insides.Early[Move]
)

func (probe) CodeOf(side Side, kind Kind) uint8 { return codeOf[side][kind] }

func (probe) AttackWays(from, to Square) uint8 { return attackTable[to-from] }

func (pr probe) Generated() (tactical, quiet []probeMove) {
	var v checkInfo
	var b moveBuffer
	pr.p.look(&v, true)
	pr.p.generateTactical(&v, &b)
	n := b.n
	pr.p.generateQuiet(&v, &b)
	all := make([]probeMove, b.n)
	for i, r := range b.moves[:b.n] {
		all[i] = probeMove{Move: r.move, Flags: r.flags}
	}
	return all[:n], all[n:]
}

func (pr probe) IsLegal(m Move) (flags uint8, legal bool) { return pr.p.legalFlags(m) }

func (pr probe) Look(maybeCheck bool) insides.Look {
	var v checkInfo
	pr.p.look(&v, maybeCheck)
	look := insides.Look{Checkers: v.checkers, CheckFrom: NoSquare, Pinned: map[Square]uint8{}, Bare: map[Square]uint8{}}
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

func (pr probe) GivesCheck(code uint8, from, to Square) bool {
	var v checkInfo
	pr.p.look(&v, true)
	check, _ := pr.p.givesCheck(&v, code, from, to)
	return check
}

func (pr probe) Attacked(sq Square, by Side) bool { return pr.p.attacked(sq, by) }

func (pr probe) Made(m probeMove, f func()) {
	var u undo
	pr.p.make(m.Move, m.Flags, &u)
	f()
	pr.p.unmake(m.Move, m.Flags, &u)
}

func (pr probe) Flights() uint8 { return pr.p.flights() }

func (pr probe) Mates(m probeMove) bool {
	e := Engine{pos: *pr.p}
	return e.mates(0, m.Move, m.Flags)
}

func (pr probe) MateThreats() (threats []Move) {
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

func (pr probe) State() insides.State {
	p := pr.p
	s := insides.State{
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
