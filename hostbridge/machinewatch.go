package hostbridge

import "github.com/searchex/searchex/goengine"

// watcher calls callbacks at the hooks of a machine's search. To watch is to
// read: a register, a byte or the program counter is changed only where a
// callback has changed what the machine decided.
type watcher struct {
	*machineNode
	c     Callbacks
	event goengine.Event // the one that callbacks see
	// reported is the hook whose event is already reported, the host having
	// sent the machine to it.
	reported *hook
	// followed holds for each ply whether its current move is followed up, and so
	// has a line.
	followed [goengine.MaxPly + 1]bool
}

// watch makes the machine call c at all hooks.
func (e *machineEngine) watch(c Callbacks) {
	w := &watcher{machineNode: &machineNode{e: e}, c: c}
	for i := range e.layout.hooks {
		h := &e.layout.hooks[i]
		if report := w.reporter(h); report != nil {
			e.runner.Watch(h.addr, report)
		}
	}
}

// reporter returns what is done at a hook, nil for nothing.
func (w *watcher) reporter(h *hook) func() {
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
		f, _ := w.c.(*machineFollow)
		return func() {
			w.followed[w.Ply()] = true
			if f != nil && f.e.follower.Path {
				f.follow(h.move(), uint8(h.value.get()))
			}
		}
	case atBeta:
		return func() { w.beta(h) }
	case atPass:
		return func() { w.pass(h) }
	case atAlpha:
		return func() { w.alpha(h.move(), h.value.get()) }
	case atBest:
		return func() { w.report(goengine.Event{Kind: goengine.EventBest, Move: h.move()}) }
	case atIteration:
		return func() {
			best := w.e.layout.move(w.e.sym.BestMove)
			w.report(goengine.Event{Kind: goengine.EventIteration, Move: best, SX: h.sx(), Value: h.value.get()})
		}
	}
	return nil
}

// report calls the callbacks with an event of the current node and returns the
// event as they left it. It is valid until the next one.
func (w *watcher) report(ev goengine.Event) *goengine.Event {
	ev.Ply = uint8(w.Ply())
	w.event = ev
	w.c.Event(w, &w.event)
	return &w.event
}

// alpha reports the comparison of a value with alpha.
func (w *watcher) alpha(m goengine.Move, value int16) {
	alpha, _ := w.Window()
	w.report(goengine.Event{Kind: goengine.EventAlpha, Move: m, Value: value, Alpha: alpha})
}

// generated reports the moves of a hook's parts.
func (w *watcher) generated(h *hook) {
	w.lists = w.lists[:0]
	if h.parts&tactical != 0 || h.again != nil && h.again() {
		w.lists = append(w.lists, &w.e.layout.tactical)
	}
	if h.parts&quiet != 0 {
		w.lists = append(w.lists, &w.e.layout.quiet)
	}
	w.report(goengine.Event{Kind: goengine.EventGenerated, Count: w.count()})
}

// isReported reports whether the event of a hook is already reported, since the
// host sent the machine there. It does so once.
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
	static := h.value.get()
	if v := w.staticValue(h.move(), static); v != static {
		h.value.set(v)
	}
}

// low reports the static value, and then the tests, of a move that the machine has
// passed over.
func (w *watcher) low(h *hook) {
	m, static := h.move(), h.value.get()
	v := w.staticValue(m, static)
	worth := v - int16(int8(w.e.m.Read(w.e.sym.ProfileTempo)))
	if alpha, _ := w.Window(); v != static && worth > alpha {
		h.leave()
		w.enter(h.scoredAt, v)
		w.reported = w.e.hooks[h.scoredAt]
		return
	}
	w.notAbove(h, m, worth)
}

// notAbove reports the tests of a value that the machine has found to be not above
// alpha, and so never compares with beta. If a callback raises it above alpha,
// the machine continues where it treats such values.
func (w *watcher) notAbove(h *hook, m goengine.Move, value int16) {
	v := w.tested(m, value)
	if alpha, _ := w.Window(); v == value || v <= alpha {
		w.alpha(m, v)
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
	m, ply, price := h.move(), w.Ply(), uint8(h.value.get())
	w.path[ply], w.followed[ply] = m, false
	ev := goengine.Event{Kind: goengine.EventPriced, Move: m, Category: h.category(), Price: price}
	if p := w.report(ev).Price; p != price {
		h.value.set(int16(max(p, 1)))
	}
}

func (w *watcher) beta(h *hook) {
	if w.isReported(h) {
		return
	}
	value := h.value.get()
	v := w.tested(h.move(), value)
	if v == value {
		return
	}
	h.value.set(v)
	if !w.followed[w.Ply()] {
		w.noLine()
	}
}

func (w *watcher) pass(h *hook) {
	value := h.value.get()
	if v := w.tested(goengine.NoMove, value); v != value {
		h.value.set(v)
	}
}

// staticValue reports a static value and returns the one to use.
func (w *watcher) staticValue(m goengine.Move, value int16) int16 {
	if v := w.report(goengine.Event{Kind: goengine.EventScored, Move: m, Value: value}).Value; v != value {
		return min(max(v, -goengine.MateBound), goengine.MateBound)
	}
	return value
}

// tested reports a value before its comparison with beta and returns the one to
// use.
func (w *watcher) tested(m goengine.Move, value int16) int16 {
	alpha, beta := w.Window()
	ev := goengine.Event{Kind: goengine.EventBeta, Move: m, Value: value, Alpha: alpha, Beta: beta}
	if v := w.report(ev).Value; v != value {
		return min(max(v, -goengine.Mate), goengine.Mate)
	}
	return value
}
