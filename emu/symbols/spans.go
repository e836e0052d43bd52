package symbols

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/searchex/searchex/emu"
)

// span is a run of bytes that a source line made.
type span struct {
	start, end uint64 // end is the first address behind it
	rank       int    // of several at one address that of the highest rank counts, and of these the one that begins last
	line       emu.Line
}

// flatten returns where lines begin, and where bytes without one do.
func flatten(spans []span) (points []point) {
	spans = slices.DeleteFunc(spans, func(s span) bool { return s.start >= s.end })
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	places := make([]uint64, 0, 2*len(spans))
	for _, s := range spans {
		places = append(places, s.start, s.end)
	}
	slices.Sort(places)
	var open covering
	for _, addr := range slices.Compact(places) {
		for ; len(spans) > 0 && spans[0].start == addr; spans = spans[1:] {
			heap.Push(&open, spans[0])
		}
		for len(open) > 0 && open[0].end <= addr {
			heap.Pop(&open)
		}
		var line emu.Line
		if len(open) > 0 {
			line = open[0].line
		}
		if line.Addr = uint32(addr); addr < 1<<32 {
			points = append(points, point{line: line})
		}
	}
	return points
}

// covering has the spans at an address, the one that counts first.
type covering []span

func (c covering) Len() int      { return len(c) }
func (c covering) Swap(i, j int) { c[i], c[j] = c[j], c[i] }
func (c covering) Less(i, j int) bool {
	return c[i].rank > c[j].rank || c[i].rank == c[j].rank && c[i].start > c[j].start
}
func (c *covering) Push(x any) { *c = append(*c, x.(span)) }
func (c *covering) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}
