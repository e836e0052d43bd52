package goengine

// Watcher is told of every event of a search, in order. Values are in score
// units from the view of the side that moves at the ply.
type Watcher interface {
	// Generated: a node's legal moves are listed, or at a frontier one of the
	// two parts of its list; n is their number.
	Generated(ply, n int)
	// Scored: a move has been valued statically.
	Scored(ply int, m Move, value int16)
	// Priced: a move that may be followed up has got its category and SXDEC.
	Priced(ply int, m Move, c Category, price uint8)
	// BetaTest: the value of a move is held against beta; value >= beta cuts.
	BetaTest(ply int, m Move, value, alpha, beta int16)
	// AlphaTest: it did not cut and is held against alpha; more is a new best.
	AlphaTest(ply int, m Move, value, alpha int16)
	// Best: the move is the best of its node so far.
	Best(ply int, m Move)
	// Iteration: the root has been searched with a budget.
	Iteration(sx uint8, score int16, best Move)
}

// Event numbers in the event hash.
const (
	eventGenerated = 1 + iota
	eventScored
	eventPriced
	eventBeta
	eventAlpha
	eventBest
	eventIteration
)

// EventHash is a Watcher that rolls all events into 64 bits: equal hashes mean
// equal searches.
type EventHash struct {
	Sum   uint64
	Count uint64
}

// add mixes two words: Fibonacci hashing (Knuth, TAOCP 3, 6.4), rotated so
// that every bit comes to matter.
func (h *EventHash) add(word uint64) {
	x := (h.Sum ^ word) * 0x9E3779B97F4A7C15
	h.Sum = x<<29 | x>>35
}

func (h *EventHash) event(kind, ply int, m Move, a, b int16) {
	h.Count++
	h.add(uint64(kind)<<56 | uint64(ply)<<48 | uint64(m)<<32 | uint64(uint16(a))<<16 | uint64(uint16(b)))
}

// Generated is a Watcher's.
func (h *EventHash) Generated(ply, n int) { h.event(eventGenerated, ply, 0, int16(n), 0) }

// Scored is a Watcher's.
func (h *EventHash) Scored(ply int, m Move, value int16) { h.event(eventScored, ply, m, value, 0) }

// Priced is a Watcher's.
func (h *EventHash) Priced(ply int, m Move, c Category, price uint8) {
	h.event(eventPriced, ply, m, int16(c), int16(price))
}

// BetaTest is a Watcher's.
func (h *EventHash) BetaTest(ply int, m Move, value, alpha, beta int16) {
	h.event(eventBeta, ply, m, value, alpha)
	h.add(uint64(uint16(beta)))
}

// AlphaTest is a Watcher's.
func (h *EventHash) AlphaTest(ply int, m Move, value, alpha int16) {
	h.event(eventAlpha, ply, m, value, alpha)
}

// Best is a Watcher's.
func (h *EventHash) Best(ply int, m Move) { h.event(eventBest, ply, m, 0, 0) }

// Iteration is a Watcher's.
func (h *EventHash) Iteration(sx uint8, score int16, best Move) {
	h.event(eventIteration, 0, best, int16(sx), score)
}

// NoWatch is a Watcher that does nothing, to embed in one that wants few
// events.
type NoWatch struct{}

// Generated is a Watcher's.
func (NoWatch) Generated(int, int) {}

// Scored is a Watcher's.
func (NoWatch) Scored(int, Move, int16) {}

// Priced is a Watcher's.
func (NoWatch) Priced(int, Move, Category, uint8) {}

// BetaTest is a Watcher's.
func (NoWatch) BetaTest(int, Move, int16, int16, int16) {}

// AlphaTest is a Watcher's.
func (NoWatch) AlphaTest(int, Move, int16, int16) {}

// Best is a Watcher's.
func (NoWatch) Best(int, Move) {}

// Iteration is a Watcher's.
func (NoWatch) Iteration(uint8, int16, Move) {}
