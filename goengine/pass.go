package goengine

// passes tells whether a node's static value is above beta by so much that
// the best swap-off against the side to move does not bring it below: then a
// move will hold it there too. Where beta is a mate, or in the bare endgame,
// where having to move may lose, it doesn't tell.
func (e *Engine) passes(ply int, alpha, beta int16) bool {
	f := &e.frames[ply]
	value := f.static - int16(f.sx>>1) - int16(withinByte(int(e.prof.Pass)+int(e.prof.Tempo)))
	if value < beta || beta <= -MateBound || e.phase == lastPhase {
		return false
	}
	reach := !outOfReach(value, beta)
	if reach {
		value -= int16(e.bestSwap(e.hitsOf(ply).struck, value, beta-1, beta)) * SwapUnit
	}
	e.meter.passed(reach, value < beta)
	if e.Callbacks != nil {
		value = e.tested(ply, NoMove, value, alpha, beta)
	}
	return value >= beta
}
