package goengine

// window is the alpha and beta of a node.
type window struct{ alpha, beta int16 }

// nodeView is the Engine's Node.
type nodeView struct {
	e        *Engine
	ply      int
	tactical int // moves in the buffer that are captures or promotions
}

// at is the view of a node.
func (e *Engine) at(ply int) Node {
	e.view.e, e.view.ply = e, ply
	return &e.view
}

// report calls the callbacks with an event of a node and returns the event as
// they left it. It is valid until the next one.
func (e *Engine) report(ply int, ev Event) *Event {
	ev.Ply = uint8(ply)
	e.event = ev
	e.Callbacks.Event(e.at(ply), &e.event)
	return &e.event
}

// generated reports the moves in the buffer, the first tactical of which are captures
// and promotions, and returns how many of these are left.
func (e *Engine) generated(ply, tactical int) int {
	e.view.tactical = tactical
	e.report(ply, Event{Kind: EventGenerated, Count: e.buffer.n})
	return e.view.tactical
}

// scored reports a static value and returns the value to use.
func (e *Engine) scored(ply int, m Move, value int16) int16 {
	if v := e.report(ply, Event{Kind: EventScored, Move: m, Value: value}).Value; v != value {
		return min(max(v, -MateBound), MateBound)
	}
	return value
}

// tested reports a value before its comparison with beta and returns the value to
// use.
func (e *Engine) tested(ply int, m Move, value, alpha, beta int16) int16 {
	ev := Event{Kind: EventBeta, Move: m, Value: value, Alpha: alpha, Beta: beta}
	if v := e.report(ply, ev).Value; v != value {
		return min(max(v, -Mate), Mate)
	}
	return value
}

// Ply implements Node.
func (v *nodeView) Ply() int { return v.ply }

// Path implements Node.
func (v *nodeView) Path(line []Move) []Move {
	for i := range v.ply {
		line = append(line, v.e.frames[i].move)
	}
	return line
}

// Window implements Node.
func (v *nodeView) Window() (alpha, beta int16) {
	w := v.e.frames[v.ply].window
	return w.alpha, w.beta
}

// Budget implements Node.
func (v *nodeView) Budget() (own, other uint8) {
	f := &v.e.frames[v.ply]
	return f.sx, f.other
}

// Static implements Node.
func (v *nodeView) Static() int16 { return v.e.frames[v.ply].static }

// Moves implements Node.
func (v *nodeView) Moves(moves []Move) []Move {
	for _, r := range v.e.buffer.moves[:v.e.buffer.n] {
		moves = append(moves, r.move)
	}
	return moves
}

// Keep implements Node.
func (v *nodeView) Keep(moves []Move) {
	b := &v.e.buffer
	n, tactical := 0, 0
	for i, keep := range KeptMoves(v.Moves(nil), moves) {
		if !keep {
			continue
		}
		if i < v.tactical {
			tactical++
		}
		b.moves[n] = b.moves[i]
		n++
	}
	b.n, v.tactical = n, tactical
}

// Stop implements Node.
func (v *nodeView) Stop() { v.e.limit = 0 }
