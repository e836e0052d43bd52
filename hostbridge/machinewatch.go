package hostbridge

import "github.com/searchex/searchex/goengine"

// watcher calls callbacks at the hooks of a machine's search. To watch is to
// read: a register, a byte or the program counter is changed only where a
// callback has returned something else than it was told.
type watcher struct {
	*machineNode
	c Callbacks
	// reported is the hook whose event is already reported, the host having
	// sent the machine to it.
	reported *hook
	// followed says of each ply whether the move at hand is followed up, and so
	// has a line.
	followed [goengine.MaxPly + 1]bool
}

// watch has callbacks called at all hooks.
func (e *machineEngine) watch(c Callbacks) {
	w := &watcher{machineNode: &machineNode{e: e}, c: c}
	for i := range e.layout.hooks {
		h := &e.layout.hooks[i]
		if tell := w.teller(h); tell != nil {
			e.m.Watch(h.addr, tell)
		}
	}
}

// teller is what is done at a hook, nil for nothing.
func (w *watcher) teller(h *hook) func() {
	switch h.kind {
	case atGenerated:
		return func() { w.generated(h) }
	case atScored:
		return func() { w.scored(h) }
	case atLow:
		return func() { w.low(h) }
	case atLowValue:
		return func() { w.notAbove(h, h.move(), h.value.get()) }
	case atPriced:
		return func() { w.priced(h) }
	case atFollow:
		return func() { w.followed[w.Ply()] = true }
	case atBeta:
		return func() { w.beta(h) }
	case atPass:
		return func() { w.pass(h) }
	case atAlpha:
		return func() {
			alpha, _ := w.Window()
			w.c.AlphaTest(w, h.move(), h.value.get(), alpha)
		}
	case atBest:
		return func() { w.c.Best(w, h.move()) }
	case atIteration:
		return func() { w.c.Iteration(w, h.sx(), h.value.get(), w.e.layout.move(w.e.sym.BestMove)) }
	}
	return nil
}

// generated tells of the moves of a hook's parts.
func (w *watcher) generated(h *hook) {
	w.lists = w.lists[:0]
	if h.parts&tactical != 0 || h.again != nil && h.again() {
		w.lists = append(w.lists, &w.e.layout.tactical)
	}
	if h.parts&quiet != 0 {
		w.lists = append(w.lists, &w.e.layout.quiet)
	}
	w.c.Generated(w, w.count())
}

// isReported says once of the hook that the host has sent the machine to that
// its event is reported.
func (w *watcher) isReported(h *hook) bool {
	if w.reported != h {
		return false
	}
	w.reported = nil
	return true
}

func (w *watcher) scored(h *hook) {
	w.followed[w.Ply()] = false
	if w.isReported(h) {
		return
	}
	told := h.value.get()
	if v := w.askScored(h.move(), told); v != told {
		h.value.set(v)
	}
}

// low is scored and then notAbove for a move that the machine has passed over.
func (w *watcher) low(h *hook) {
	m, told := h.move(), h.value.get()
	v := w.askScored(m, told)
	worth := v - int16(int8(w.e.m.Read(w.e.sym.ProfileTempo)))
	if alpha, _ := w.Window(); v != told && worth > alpha {
		h.leave()
		w.enter(h.scoredAt, v)
		w.reported = w.e.hooks[h.scoredAt]
		return
	}
	w.notAbove(h, m, worth)
}

// notAbove tells of the tests of a value that the machine has found to be not
// above alpha, and so never holds against beta. Where a callback lifts it above
// alpha, the machine goes on where it deals with such values.
func (w *watcher) notAbove(h *hook, m goengine.Move, told int16) {
	v := w.askBeta(m, told)
	alpha, _ := w.Window()
	if v == told || v <= alpha {
		w.c.AlphaTest(w, m, v, alpha)
		return
	}
	h.leave()
	// The machine empties the line of the ply below only for values that it has
	// itself found to be above alpha.
	w.noLine()
	w.enter(h.worthAt, v)
	w.reported = w.e.hooks["hook_beta_test"]
}

// enter sends the machine to a hook with a value.
func (w *watcher) enter(label string, v int16) {
	h := w.e.hooks[label]
	h.value.set(v)
	w.e.layout.jump(h.addr)
}

func (w *watcher) priced(h *hook) {
	m, ply, told := h.move(), w.Ply(), uint8(h.value.get())
	w.path[ply], w.followed[ply] = m, false
	if price := w.c.Priced(w, m, h.category(), told); price != told {
		h.value.set(int16(max(price, 1)))
	}
}

func (w *watcher) beta(h *hook) {
	if w.isReported(h) {
		return
	}
	told := h.value.get()
	v := w.askBeta(h.move(), told)
	if v == told {
		return
	}
	h.value.set(v)
	if !w.followed[w.Ply()] {
		w.noLine()
	}
}

func (w *watcher) pass(h *hook) {
	told := h.value.get()
	if v := w.askBeta(goengine.NoMove, told); v != told {
		h.value.set(v)
	}
}

// askScored is Callbacks.Scored with another value cut to its bounds.
func (w *watcher) askScored(m goengine.Move, told int16) int16 {
	if v := w.c.Scored(w, m, told); v != told {
		return min(max(v, -goengine.MateBound), goengine.MateBound)
	}
	return told
}

// askBeta is Callbacks.BetaTest with another value cut to its bounds.
func (w *watcher) askBeta(m goengine.Move, told int16) int16 {
	alpha, beta := w.Window()
	if v := w.c.BetaTest(w, m, told, alpha, beta); v != told {
		return min(max(v, -goengine.Mate), goengine.Mate)
	}
	return told
}
