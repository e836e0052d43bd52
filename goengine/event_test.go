package goengine

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
)

// An event is printed with its move and the values of its kind.
func TestEventsInWords(t *testing.T) {
	for want, e := range map[string]Event{
		"ended":                                      {},
		"ply 2 generated 31 moves":                   {Kind: EventGenerated, Ply: 2, Count: 31},
		"ply 0 scored a1a2 value -7":                 {Kind: EventScored, Move: moveA2, Value: -7},
		"ply 1 priced a1a2 evasion, SXDEC 9":         {Kind: EventPriced, Ply: 1, Move: moveA2, Category: Evasion, Price: 9},
		"ply 1 priced a1a2 backward, SXDEC 24":       {Kind: EventPriced, Ply: 1, Move: moveA2, Category: Backward, Price: 24},
		"ply 1 priced a1a2 category 12, SXDEC 24":    {Kind: EventPriced, Ply: 1, Move: moveA2, Category: categories, Price: 24},
		"ply 3 beta test value 5, alpha -1, beta 32": {Kind: EventBeta, Ply: 3, Value: 5, Alpha: -1, Beta: 32}, // a pass
		"ply 3 alpha test a1a2 value 5, alpha -1":    {Kind: EventAlpha, Ply: 3, Move: moveA2, Value: 5, Alpha: -1},
		"ply 4 best a1a2":                            {Kind: EventBest, Ply: 4, Move: moveA2},
		"ply 0 iteration a1a2 SX 18, score -3":       {Kind: EventIteration, Move: moveA2, SX: 18, Value: -3},
	} {
		require.Equal(t, want, e.String())
	}
}

// An event has the ply of its node, and the fields that its kind names alone.
func TestEventsHaveTheFieldsOfTheirKind(t *testing.T) {
	p, err := ParseFEN("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4")
	require.NoError(t, err)
	prof, _ := ProfileByName("tuned")
	e := NewEngine()
	var seen [EventIteration + 1]int
	e.Callbacks = CallbackFunc(func(n Node, ev *Event) {
		seen[ev.Kind]++
		require.EqualValues(t, n.Ply(), ev.Ply)
		alpha, beta := n.Window()
		want := Event{Kind: ev.Kind, Ply: ev.Ply, Move: ev.Move}
		switch ev.Kind {
		case EventGenerated:
			want.Move, want.Count = NoMove, len(n.Moves(nil))
		case EventScored:
			want.Value = ev.Value
		case EventPriced:
			want.Category, want.Price = ev.Category, max(ev.Price, 1)
		case EventBeta:
			want.Value, want.Alpha, want.Beta = ev.Value, alpha, beta
		case EventAlpha:
			want.Value, want.Alpha = ev.Value, alpha
		case EventIteration:
			want.Value, want.SX = ev.Value, max(ev.SX, 1)
		}
		require.Equal(t, want, *ev)
	})
	e.search(background, p, &prof, Limits{Nodes: 3000})
	for k := EventGenerated; k <= EventIteration; k++ {
		require.Positive(t, seen[k], k)
	}
}

// The hash takes the words of the comment at add, in that order. The numbers are that comment's.
func TestEventHashByHand(t *testing.T) {
	mix := func(words ...uint64) (sum uint64) {
		for _, w := range words {
			sum = bits.RotateLeft64((sum^w)*0x9E3779B97F4A7C15, 29)
		}
		return sum
	}
	for _, c := range []struct {
		event Event
		words []uint64
	}{
		{Event{Kind: EventGenerated, Ply: 2, Count: 31}, []uint64{0x01_02_0000_001F_0000}},
		{Event{Kind: EventScored, Ply: 3, Move: 0x2010, Value: -1}, []uint64{0x02_03_2010_FFFF_0000}},
		{Event{Kind: EventPriced, Ply: 3, Move: 0x2010, Category: 4, Price: 9}, []uint64{0x03_03_2010_0004_0009}},
		{Event{Kind: EventBeta, Ply: 3, Move: 0x2010, Value: 5, Alpha: -2, Beta: 7}, []uint64{0x04_03_2010_0005_FFFE, 7}},
		{Event{Kind: EventAlpha, Ply: 3, Move: 0x2010, Value: 5, Alpha: -2}, []uint64{0x05_03_2010_0005_FFFE}},
		{Event{Kind: EventBest, Ply: 3, Move: 0x2010}, []uint64{0x06_03_2010_0000_0000}},
		{Event{Kind: EventIteration, Move: 0x2010, SX: 18, Value: 6}, []uint64{0x07_00_2010_0012_0006}},
	} {
		var h EventHash
		h.Event(nil, &c.event)
		require.Equal(t, mix(c.words...), h.Sum, "%v", c.event)
		require.EqualValues(t, 1, h.Count)
	}
}
