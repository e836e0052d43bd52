package goengine

// passes is static null-move pruning. It reports whether a node's static value is
// so far above beta that the best swap-off against the side to move does not bring
// it below beta: then some move will keep it there too. It does not apply if beta
// is the score of being mated, or in the bare endgame, where zugzwang is likely.
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
