package goengine

import "github.com/searchex/searchex/internal/work"

// meter counts the work of a search. The search reports to it what it does;
// nothing in the search depends on the counts but the limit of cycles.
type meter struct {
	work   work.Counts
	picked work.Picked
	// limit is the model of a search that has a limit of cycles, else nil. pickUnits is
	// what its picks have taken by that model: the limit is tested at every node, and 144
	// products more there took a tenth of such a search.
	limit     *work.Costs
	pickUnits uint64
	officers  uint64 // pieces of both sides at the root but kings and pawns
	lookPly   int    // ply of the node that was scanned for pins and checks last
}

// reset begins to count the work of a search from a position.
func (m *meter) reset(p *Position, pulls int, ending, cache bool) {
	*m = meter{}
	m.count(work.Searches)
	m.add(work.Pulls, pulls)
	if ending {
		m.count(work.Endings)
	}
	if cache {
		m.count(work.Caches)
	}
	for id, sq := range p.square {
		if k := p.kind[id]; sq != NoSquare && k != King && k != Pawn {
			m.officers++
		}
	}
}

// count counts one piece of work.
func (m *meter) count(w work.Kind) { m.work[w]++ }

// add counts n pieces of work.
func (m *meter) add(w work.Kind, n int) { m.work[w] += uint64(n) }

// visited counts a position entered.
func (m *meter) visited(p *Position) {
	m.work[work.Visits]++
	if p.pieces <= 4 {
		m.work[work.Bare]++
	}
	m.work[work.Keys] += uint64(min(int(p.half), p.nkeys))
}

// looked counts a scan of a position for pins and checks.
func (m *meter) looked(maybeCheck, promoted bool) {
	m.work[work.Looks]++
	if maybeCheck {
		m.work[work.CheckLooks]++
	}
	if promoted {
		m.work[work.PromotedLooks]++
	}
}

// expanded counts a node that did not pass and was scanned before.
func (m *meter) expanded(ply int) {
	m.work[work.Expanded]++
	m.lookPly = ply
}

// lookedAgain counts another scan of a node's position if another node was
// scanned since: the machines keep the result of one scan only.
func (m *meter) lookedAgain(ply int) {
	if m.lookPly != ply {
		m.lookPly = ply
		m.work[work.LooksAgain]++
	}
}

// passed counts a pass that was tried: whether a swap-off could bring the value
// below beta, and whether one did.
func (m *meter) passed(swaps, fails bool) {
	m.work[work.PassTries]++
	if swaps {
		m.work[work.PassSwaps]++
	}
	if fails {
		m.work[work.PassFails]++
	}
}

// listed counts a list that is made of n moves.
func (m *meter) listed(n, tactical int, which selection, evasions, bare bool) {
	m.work[work.Lists]++
	m.work[work.JudgedCaptures] += uint64(tactical)
	quiet := work.JudgedQuiet
	if which == worthy {
		quiet = work.JudgedHalf
	}
	m.work[quiet] += uint64(n - tactical)
	if evasions {
		m.work[work.JudgedEvasions] += uint64(n)
	}
	if bare {
		m.work[work.JudgedBare] += uint64(n)
	}
}

// pickedFrom counts a move that is picked from a list of n moves, place of which have
// been picked before.
func (m *meter) pickedFrom(n, place int) {
	m.work[work.Picks]++
	m.work[work.PickSteps] += uint64(n - place)
	i, j := m.picked.Add(n, place)
	if m.limit != nil {
		m.pickUnits += m.limit.Pick[i][j] * uint64(n)
	}
}

// followed counts a move that is followed up, by the board byte of its piece.
func (m *meter) followed(code uint8) {
	m.work[work.Follows]++
	if code&(wayWhitePawn|wayBlackPawn) != 0 {
		m.work[work.PawnFollows]++
	}
}

// scanned counts a move that is evaluated as it was generated.
func (m *meter) scanned(flags uint8) {
	if flags&(flagCapture|flagPromotion) != 0 {
		m.work[work.ScannedCaptures]++
	} else {
		m.work[work.ScannedQuiet]++
	}
}

// mateTested counts a move that is tested for mate; check is whether it checks.
func (m *meter) mateTested(check bool) {
	m.work[work.MateTests]++
	if check {
		m.work[work.MateProofs]++
	}
}

// glanced counts a quiet move that is made to see whether it threatens mate.
func (m *meter) glanced(steps, mates int) {
	m.work[work.GlanceProofs]++
	m.work[work.GlanceSteps] += uint64(steps)
	m.work[work.GlanceMates] += uint64(mates)
}

// swappedOff counts a swap-off.
func (m *meter) swappedOff(w swapWork) {
	m.work[work.SwapOffs]++
	m.work[work.Exchanges] += uint64(w.captures)
	m.work[work.SwapSwept] += uint64(w.swept)
	m.work[work.SwapSliders] += uint64(w.sliders)
}

// evaluatedNet counts an evaluation of the network of the root tables, in which some hidden
// values were not 0.
func (m *meter) evaluatedNet(p *Position, lit int) {
	m.count(work.Nets)
	m.add(work.NetMen, int(p.pieces))
	m.add(work.NetLit, lit)
}

// startMeter begins to count the work of a search, position and phase of which
// are set.
func (e *Engine) startMeter(pulls int) {
	e.meter.reset(&e.pos, pulls, e.phase >= kingEndingPhase, e.prof.Switches&Cache != 0)
	if e.limits.Cycles > 0 {
		e.meter.limit = e.limits.Costs
	}
	e.buffer.men, e.buffer.hops, e.buffer.swept, e.buffer.kingTests, e.buffer.sifted = 0, 0, 0, 0, 0
	e.hits.men, e.hits.hops, e.hits.swept, e.hits.uncovered = 0, 0, 0, 0
}

// Cycles returns how many clock cycles the search under way, or the last one,
// takes by a model.
func (e *Engine) Cycles(c *work.Costs) uint64 {
	return c.Cycles(e.workSoFar(), &e.meter.picked)
}

// pastCycles reports whether the search under way has reached its limit of cycles.
func (e *Engine) pastCycles() bool {
	m := &e.meter
	return m.limit != nil && (m.limit.Units(e.workSoFar())+m.pickUnits)/work.Unit >= e.limits.Cycles
}

// workSoFar returns all that was counted, in the meter and by the generators of
// moves and attack maps.
func (e *Engine) workSoFar() *work.Counts {
	w, b, h := &e.meter.work, &e.buffer, &e.hits
	w[work.Officers], w[work.SwapMen] = w[work.Expanded]*e.meter.officers, w[work.SwapOffs]*e.meter.officers
	w[work.CaptureMen], w[work.CaptureHops], w[work.CaptureSwept] = b.men, b.hops, b.swept
	w[work.KingTests], w[work.Sifted] = b.kingTests, b.sifted
	w[work.MapMen], w[work.MapHops], w[work.MapSwept] = h.men, h.hops, h.swept
	w[work.Uncovered] = h.uncovered
	return w
}

// countCaptures counts a generation of n captures and promotions.
func (e *Engine) countCaptures(ply, n int) {
	e.meter.count(work.CaptureParts)
	e.meter.add(work.Captures, n)
	e.countPart(ply)
}

// countQuiets counts a generation of n quiet moves.
func (e *Engine) countQuiets(ply, n int) {
	e.meter.count(work.QuietParts)
	e.meter.add(work.QuietMen, int(e.pos.pieces))
	e.meter.add(work.Quiets, n)
	e.countPart(ply)
}

// countPart counts what a generation of moves has tested. In check the attack
// map does not show where the king may go, so his squares are searched.
func (e *Engine) countPart(ply int) {
	see, done := &e.frames[ply].info, &e.meter.work
	inCheck := see.checkers != 0
	if inCheck {
		done[work.Evasions]++
	}
	if see.pins > 0 {
		done[work.PinnedParts]++
	}
	tested := e.buffer.kingTests - done[work.KingTests]
	done[work.KingTests] = e.buffer.kingTests
	if inCheck || e.hits.ply != ply {
		done[work.KingSearches] += tested
		done[work.KingMen] += tested * uint64(e.pos.pieces)
	}
}
