package goengine

// EventHash is Callbacks that roll all events of a search into 64 bits: equal
// hashes mean equal searches. It changes nothing.
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

// Event adds an event: its kind, ply and move, and its one or two values; then
// beta, where a value is compared with it.
func (h *EventHash) Event(_ Node, e *Event) {
	a, b := e.Value, e.Alpha
	switch e.Kind {
	case EventGenerated:
		a = int16(e.Count)
	case EventPriced:
		a, b = int16(e.Category), int16(e.Price)
	case EventIteration:
		a, b = int16(e.SX), e.Value
	}
	h.Count++
	h.add(uint64(e.Kind)<<56 | uint64(e.Ply)<<48 | uint64(e.Move)<<32 | uint64(uint16(a))<<16 | uint64(uint16(b)))
	if e.Kind == EventBeta {
		h.add(uint64(uint16(e.Beta)))
	}
}
