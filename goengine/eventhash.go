package goengine

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

// EventHash rolls all events of a search into 64 bits: equal hashes mean equal
// searches. It changes nothing.
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

// Generated is one of Callbacks.
func (h *EventHash) Generated(n Node, count int) {
	h.event(eventGenerated, n.Ply(), 0, int16(count), 0)
}

// Scored is one of Callbacks.
func (h *EventHash) Scored(n Node, m Move, value int16) int16 {
	h.event(eventScored, n.Ply(), m, value, 0)
	return value
}

// Priced is one of Callbacks.
func (h *EventHash) Priced(n Node, m Move, c Category, price uint8) uint8 {
	h.event(eventPriced, n.Ply(), m, int16(c), int16(price))
	return price
}

// BetaTest is one of Callbacks.
func (h *EventHash) BetaTest(n Node, m Move, value, alpha, beta int16) int16 {
	h.event(eventBeta, n.Ply(), m, value, alpha)
	h.add(uint64(uint16(beta)))
	return value
}

// AlphaTest is one of Callbacks.
func (h *EventHash) AlphaTest(n Node, m Move, value, alpha int16) {
	h.event(eventAlpha, n.Ply(), m, value, alpha)
}

// Best is one of Callbacks.
func (h *EventHash) Best(n Node, m Move) { h.event(eventBest, n.Ply(), m, 0, 0) }

// Iteration is one of Callbacks.
func (h *EventHash) Iteration(_ Node, sx uint8, score int16, best Move) {
	h.event(eventIteration, 0, best, int16(sx), score)
}
