package guest

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/searchex/searchex/goengine"
)

// event is an Event, compiled.
type event struct {
	key                      string
	kind                     goengine.EventKind
	at                       []uint32
	ply, from, to, promotion value
	when, value, against     value
	node, white              bool
	suppress, replace        []assignment
}

// made is the kind of the event that a move is about to be searched deeper. No callback gets it.
const made = goengine.EventEnded

// events are a description's, those without a place left out.
type events []event

// events compiles the events.
func (c *compiler) events() (all events) {
	d := &c.d.Events
	// For an event without its own.
	ply, from, to, promotion := c.value("events.ply", d.Ply), c.value("events.from", d.From), c.value("events.to", d.To), c.value("events.promotion", d.Promotion)
	for _, of := range []struct {
		key  string
		kind goengine.EventKind
		*Event
	}{
		{"made", made, &d.Made}, {"generated", goengine.EventGenerated, &d.Generated}, {"scored", goengine.EventScored, &d.Scored},
		{"beta", goengine.EventBeta, &d.Beta}, {"alpha", goengine.EventAlpha, &d.Alpha}, {"best", goengine.EventBest, &d.Best},
	} {
		ev := event{key: "events." + of.key, kind: of.kind, node: of.Node, white: of.White}
		for _, text := range of.At {
			if addr, ok := c.code(ev.key+".at", text); ok {
				ev.at = append(ev.at, addr)
			}
		}
		own := func(name, text string, shared value) value { return cmp.Or(c.value(ev.key+"."+name, text), shared) }
		ev.ply = own("ply", of.Ply, ply)
		ev.from, ev.to, ev.promotion = own("from", of.From, from), own("to", of.To, to), own("promotion", of.Promotion, promotion)
		ev.when, ev.value, ev.against = c.value(ev.key+".when", of.When), c.value(ev.key+".value", of.Value), c.value(ev.key+".against", of.Against)
		ev.suppress, ev.replace = c.sets(ev.key+".suppress", of.Suppress), c.sets(ev.key+".replace", of.Replace)
		c.unused(&ev, of.Event)
		if len(ev.at) == 0 {
			if len(of.At) == 0 && !reflect.ValueOf(*of.Event).IsZero() {
				c.failf(ev.key, "want at, the addresses of the event")
			}
			continue
		}
		switch move := ev.from != nil && ev.to != nil; {
		case ev.ply == nil:
			c.failf(ev.key, "want ply, or events.ply: the distance from the root")
		case !move && !ev.node:
			c.failf(ev.key, "want from and to, or events.from and events.to: the move at hand")
		case ev.value == nil && (ev.kind == goengine.EventScored || ev.kind == goengine.EventBeta || ev.kind == goengine.EventAlpha):
			c.failf(ev.key, "want value")
		}
		all = append(all, ev)
	}
	return all
}

// unused refuses keys that have no effect on an event.
func (c *compiler) unused(ev *event, d *Event) {
	valued := ev.kind == goengine.EventScored || ev.kind == goengine.EventBeta || ev.kind == goengine.EventAlpha
	for _, key := range []struct {
		name        string
		given, used bool
	}{
		{"suppress", d.Suppress != nil, ev.kind == goengine.EventGenerated},
		{"pseudo_legal", d.PseudoLegal, ev.kind == goengine.EventGenerated},
		{"replace", d.Replace != nil, valued && ev.kind != goengine.EventAlpha},
		{"value", d.Value != "", valued},
		{"against", d.Against != "", valued && ev.kind != goengine.EventScored},
		{"white", d.White, valued},
		{"node", d.Node, ev.kind == goengine.EventScored},
	} {
		if key.given && !key.used {
			c.failf(ev.key+"."+key.name, "%s has no effect here", key.name)
		}
	}
}

// find returns the event of a kind, nil if the description has none.
func (e events) find(kind goengine.EventKind) *event {
	for i := range e {
		if e[i].kind == kind {
			return &e[i]
		}
	}
	return nil
}

// following returns the event of the move with which the lines of the nodes below begin, nil for none.
func (e events) following() *event {
	if ev := e.find(made); ev != nil {
		return ev
	}
	return e.find(goengine.EventGenerated)
}

// watcher follows a search: it counts nodes, rebuilds lines, and calls callbacks. It is the Node that they see.
type watcher struct {
	e *Engine
	c interface {
		Event(goengine.Node, *goengine.Event)
	} // or nil
	failed error

	side    goengine.Side // at the root
	only    []goengine.Move
	limit   uint64
	nodes   uint64
	deepest int
	at      map[uint32][]func()
	waits   bool // a limit does not stop the search yet: it has no best root move
	reached bool // a limit would have

	// given has the values that callbacks gave, by the program's numbers for them: these may be coarser.
	given map[int64]int16

	path [goengine.MaxPly + 1]goengine.Move // the move at hand at each ply
	pv   [goengine.MaxPly + 2][]goengine.Move

	// Of the event under way.
	ply         int
	alpha, beta int16
	list        []goengine.Move
	keep        bool
}

// begin makes the watcher ready for a search from a position.
func (w *watcher) begin(p *goengine.Position, only []goengine.Move, limit bounds) {
	*w = watcher{e: w.e, c: w.c, side: p.Side(), only: only, limit: limit.nodes, at: map[uint32][]func(){}, given: map[int64]int16{}}
	w.waits = limit.answered && w.e.events.find(goengine.EventBest) != nil
	for i := range w.e.events {
		ev := &w.e.events[i]
		if w.c == nil && (ev.kind == goengine.EventBeta || ev.kind == goengine.EventAlpha) {
			continue
		}
		for _, addr := range ev.at {
			w.add(addr, func() { w.happens(ev) })
		}
	}
}

// add makes a function be called at an address, after others there.
func (w *watcher) add(addr uint32, fn func()) { w.at[addr] = append(w.at[addr], fn) }

// watch sets the watches.
func (w *watcher) watch() {
	for addr, all := range w.at {
		w.e.m.Watch(addr, func() {
			for _, fn := range all {
				if w.failed == nil {
					fn()
				}
			}
		})
	}
}

// fail ends the search with an error.
func (w *watcher) fail(err error) {
	if w.failed == nil {
		w.failed = err
	}
	w.e.m.Stop()
}

// number evaluates an expression of an event.
func (w *watcher) number(ev *event, name string, v value) int64 {
	n, err := w.e.number(ev.key+"."+name, v)
	if err != nil {
		w.fail(err)
	}
	return n
}

// move returns the move at hand, or NoMove if from or to is the number of no square.
func (w *watcher) move(ev *event) goengine.Move {
	b := &w.e.board
	from, okA := b.from(w.number(ev, "from", ev.from))
	to, okB := b.from(w.number(ev, "to", ev.to))
	if !okA || !okB {
		return goengine.NoMove
	}
	return moveOf(from, to) | b.becomes(w.number(ev, "promotion", ev.promotion))
}

// happens is called at the place of an event.
func (w *watcher) happens(ev *event) {
	if ev.when != nil && w.number(ev, "when", ev.when) == 0 {
		return
	}
	ply := w.number(ev, "ply", ev.ply)
	if ev.node {
		ply--
	}
	switch {
	case w.failed != nil:
		return
	case ply < 0 && ev.node: // the root, to which no move leads
		return
	case ply < 0 || ply > goengine.MaxPly:
		w.fail(w.e.d.wrong(ev.key, "ply is %d at cycle %d: want 0 to %d", ply, w.e.m.Cycles(), goengine.MaxPly))
		return
	}
	w.ply, w.list, w.keep = int(ply), nil, true
	m := w.path[ply]
	if !ev.node {
		m = w.move(ev)
	}
	switch ev.kind {
	case made:
		w.follow(m)
	case goengine.EventGenerated:
		w.generated(ev, m)
	case goengine.EventScored:
		w.nodes++
		w.valued(ev, m)
		if w.nodes >= w.limit {
			w.reach()
		}
	case goengine.EventBest:
		w.pv[ply] = append(w.pv[ply][:0], m)
		if w.path[ply] == m { // else it was not searched deeper
			w.pv[ply] = append(w.pv[ply], w.pv[ply+1]...)
		}
		w.report(&goengine.Event{Kind: ev.kind, Move: m})
		if ply == 0 {
			if w.waits = false; w.reached {
				w.reach()
			}
		}
	default:
		w.valued(ev, m)
	}
}

// reach stops the search at a limit, at once or when the root has a best move.
func (w *watcher) reach() {
	if w.reached = true; !w.waits {
		w.e.m.Stop()
	}
}

// report calls the callbacks.
func (w *watcher) report(ev *goengine.Event) {
	if ev.Ply = uint8(w.ply); w.c != nil {
		w.c.Event(w, ev)
	}
}

// follow notes the move with which the lines of the nodes below begin.
func (w *watcher) follow(m goengine.Move) {
	w.path[w.ply], w.pv[w.ply+1] = m, w.pv[w.ply+1][:0]
	if below := w.ply + 1; below < len(w.path) {
		w.path[below] = goengine.NoMove
	}
}

// generated reports one move of a node. A move that the callbacks do not keep is left out.
func (w *watcher) generated(ev *event, m goengine.Move) {
	if ev == w.e.events.following() {
		w.follow(m)
	}
	w.deepest = max(w.deepest, w.ply+1)
	w.list = append(w.list[:0], m)
	if w.only != nil && w.ply == 0 && !slices.Contains(w.only, m) {
		w.keep = false
	} else {
		w.report(&goengine.Event{Kind: ev.kind, Count: 1})
	}
	w.list = nil
	switch {
	case w.keep:
	case len(ev.suppress) == 0:
		w.fail(w.e.d.wrong(ev.key, "want suppress, which leaves a move out"))
	default:
		w.set(ev.key+".suppress", ev.suppress)
	}
}

// set makes assignments.
func (w *watcher) set(key string, all []assignment) {
	if err := w.e.do(key, all); err != nil {
		w.fail(err)
	}
}

// valued reports a value, and replaces it if the callbacks have changed it.
func (w *watcher) valued(ev *event, m goengine.Move) {
	if w.c == nil {
		return
	}
	sign := w.sign(ev)
	v := w.ours(sign * w.number(ev, "value", ev.value))
	out := &goengine.Event{Kind: ev.kind, Move: m, Value: v, Alpha: -goengine.Infinity, Beta: goengine.Infinity}
	if ev.against != nil {
		against := w.ours(sign * w.number(ev, "against", ev.against))
		if ev.kind == goengine.EventBeta {
			out.Beta = against
		} else {
			out.Alpha = against
		}
	}
	if ev.kind == goengine.EventScored {
		out.Alpha, out.Beta = 0, 0
	}
	if ev.kind == goengine.EventAlpha {
		out.Beta = 0
	}
	w.alpha, w.beta = out.Alpha, out.Beta
	if w.report(out); out.Value == v || ev.kind == goengine.EventAlpha {
		return
	}
	if len(ev.replace) == 0 {
		w.fail(w.e.d.wrong(ev.key, "want replace, which gives the value event.value"))
		return
	}
	n := w.e.d.theirs(out.Value)
	w.given[n], w.given[-n] = out.Value, -out.Value
	w.e.now.value = sign * n
	w.set(ev.key+".replace", ev.replace)
}

// sign returns 1 if the values of an event are for the side that moves at the ply at hand, else -1.
func (w *watcher) sign(ev *event) int64 {
	white := (w.ply%2 == 0) == (w.side == goengine.White)
	if ev.white && !white || !ev.white && ev.node {
		return -1
	}
	return 1
}

// ours returns a value of the program in our units. One that a callback gave is what it was given as.
func (w *watcher) ours(n int64) int16 {
	if v, ok := w.given[n]; ok {
		return v
	}
	return w.e.d.ours(n)
}

// ours returns a value of an event in our units. One beyond all others is Infinity.
func (d *Description) ours(n int64) int16 {
	pawn := d.Events.Pawn
	if pawn == 0 {
		pawn = 64
	}
	switch mate, ok := d.mate(n); {
	case pawn != d.Answer.Pawn || d.Answer.Mate == 0: // no mates
	case ok:
		return mate
	case n > d.Answer.Mate:
		return goengine.Infinity
	case n < -d.Answer.Mate:
		return -goengine.Infinity
	}
	return int16(min(max(units(n, pawn), -int64(goengine.Infinity)), int64(goengine.Infinity)))
}

// theirs returns the program's number for a value in our units, rounded.
func (d *Description) theirs(v int16) int64 {
	pawn, n := d.Events.Pawn, int64(v)
	switch {
	case pawn == 0:
		return n
	case pawn == d.Answer.Pawn && d.Answer.Mate != 0 && v >= goengine.MateBound:
		return d.Answer.Mate - (int64(goengine.Mate) - n)
	case v < 0:
		return -d.theirs(-v)
	}
	return (n*pawn + 32) / 64
}

// line returns the best line from a ply on. Only its first move is known of a program that does not say when it makes one.
func (w *watcher) line(ply int) []goengine.Move {
	line := w.pv[ply]
	if w.e.events.following() == nil {
		line = line[:min(len(line), 1)]
	}
	return line
}

// Ply implements Node.
func (w *watcher) Ply() int { return w.ply }

// Path implements Node.
func (w *watcher) Path(line []goengine.Move) []goengine.Move { return append(line, w.path[:w.ply]...) }

// Window implements Node: what the event has been described to be compared with.
func (w *watcher) Window() (alpha, beta int16) { return w.alpha, w.beta }

// Budget implements Node. The program has none.
func (w *watcher) Budget() (own, other uint8) { return 0, 0 }

// Static implements Node. It is not known.
func (w *watcher) Static() int16 { return 0 }

// Moves implements Node: the move that was generated.
func (w *watcher) Moves(moves []goengine.Move) []goengine.Move { return append(moves, w.list...) }

// Keep implements Node.
func (w *watcher) Keep(moves []goengine.Move) {
	w.keep = !slices.Contains(goengine.KeptMoves(w.list, moves), false)
}

// Stop implements Node. The search ends at once.
func (w *watcher) Stop() { w.e.m.Stop() }
