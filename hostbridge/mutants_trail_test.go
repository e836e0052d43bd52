package hostbridge

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// trail is a machine that notes which source lines it executes, in parts: a part is a call of
// a routine, or what a search does from one event to the next. A part was right or wrong, as
// the test of it finds. Lines that only wrong parts execute are where a program is wrong
// (J. A. Jones, M. J. Harrold, J. Stasko, Visualization of test information to assist fault
// localization, 2002).
type trail struct {
	watched
	part   uint32
	last   []uint32 // by line: the last part that executed it
	now    []int    // the lines of this part, in the order in which it came to them
	before []int    // those of the call before, if nothing has shown yet that it was right
	since  []bool   // by line: executed since a position was set up
	right  spectrum
}

// spectrum counts parts.
type spectrum struct {
	parts int
	by    []int // by line: parts that execute it
}

// newTrail makes an engine's machine one that notes what it does.
func newTrail(e *machineEngine) *trail {
	lines := e.m.Program().Lines
	m := &trail{part: 1, last: make([]uint32, len(lines)), since: make([]bool, len(lines)), right: spectrum{by: make([]int, len(lines))}}
	at := map[uint32]int{}
	m.watched = watched{Machine: e.m, theirs: map[uint32]func(){}, own: func(addr uint32) func() {
		i, ok := at[addr]
		if !ok {
			return nil
		}
		return func() {
			if m.last[i] != m.part {
				m.last[i], m.since[i] = m.part, true
				m.now = append(m.now, i)
			}
		}
	}}
	e.runner = m
	for i, l := range lines {
		at[l.Addr] = i
		m.watch(l.Addr)
	}
	return m
}

// Call implements runner.
func (m *trail) Call(label string, budget uint64) error {
	if label != closing {
		m.next()
	}
	return m.Machine.Call(label, budget)
}

// CallAddr implements runner.
func (m *trail) CallAddr(addr uint32, budget uint64) error {
	m.next()
	if set, _ := m.Program().Symbol("set_position"); addr == set {
		clear(m.since)
	}
	return m.Machine.CallAddr(addr, budget)
}

// next begins another call. Tests compare what a call has left before they make the next but
// one, so the call before the last was right.
func (m *trail) next() {
	m.right.count(m.before)
	m.before, m.now = m.now, m.before[:0]
	m.part++
}

// isRight says that all until now was right.
func (m *trail) isRight() {
	m.next()
	m.next()
}

// isWrong says that the last call was wrong, or the one before it, and returns their lines.
func (m *trail) isWrong() (part []int) {
	for _, i := range append(m.now, m.before...) {
		if !slices.Contains(part, i) {
			part = append(part, i)
		}
	}
	m.before, m.now = nil, nil
	m.part++
	return part
}

// count counts a part.
func (s *spectrum) count(part []int) {
	if len(part) > 0 {
		s.parts++
	}
	for _, i := range part {
		s.by[i]++
	}
}

// add adds what another machine of the program has counted.
func (s *spectrum) add(o *spectrum) {
	s.parts += o.parts
	if s.by == nil {
		s.by = make([]int, len(o.by))
	}
	for i, n := range o.by {
		s.by[i] += n
	}
}

// suspects returns the lines of a part that go with wrong parts, the most suspicious first,
// by the measure D* (W. E. Wong, V. Debroy, R. Gao, Y. Li, The DStar method for effective
// software fault localization, 2014).
func suspects(part []int, right, wrong *spectrum) []int {
	measure := func(i int) float64 {
		n := float64(wrong.by[i])
		return n * n * n / (float64(right.by[i]+wrong.parts) - n + 0.01)
	}
	sorted := slices.Clone(part)
	slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(measure(b), measure(a)) })
	return sorted
}

// sameAsGo compares the events of a search with those of Go, one by one. A part ends at each.
func (tr *trail) sameAsGo(t testing.TB, m *rig, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) {
	var want []goengine.Event
	e := newGo(t)
	e.Attach(goengine.CallbackFunc(func(_ Node, ev *goengine.Event) { want = append(want, *ev) }))
	result, err := e.Search(context.Background(), g, prof, l)
	require.NoError(t, err)
	n := 0
	m.Attach(goengine.CallbackFunc(func(_ Node, ev *goengine.Event) {
		if n >= len(want) || *ev != want[n] {
			t.Fatalf("event %d is %v", n, ev)
		}
		n++
		tr.isRight()
	}))
	got, err := m.Search(context.Background(), g, prof, l)
	require.NoError(t, err)
	require.Len(t, want, n)
	require.True(t, result.Agrees(&got))
}
